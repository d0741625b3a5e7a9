/*
 * Players of seats. Terminal, simulator and matches accept the same words for them, separated by commas:
 *
 *     you              a person at the keyboard
 *     random           any legal move, all equally likely
 *     quick            the sensible move that bots make in playouts
 *     bot3             level 3 (1 … 5) with the level's own budget
 *     bot5:200ms       level 5 with a time limit per decision
 *     bot5:2000i       level 5 with exactly 2000 iterations per decision: repeatable
 *     bot5:expert      level 5 with the hand of an expert, where flicks are made: robot, expert, good, fair, novice,
 *                      beginner; also after a budget, bot5:200i:expert
 *     bot5@0.1         level 5 as it was in version 0.1; also with a budget, bot5@0.1:200ms
 *     bot5:300i:judge  a search that asks the game's judge, if it has one, what positions are worth
 *     exec:PROGRAM     a program of yours, started by the shell; `\,` is a comma inside PROGRAM
 *     exec@800ms:PROGRAM   the same with another time limit than 5 seconds per answer
 */
#pragma once

#include <flipside/bot.h>

enum flip_player_kind { FLIP_PLAYER_YOU, FLIP_PLAYER_RANDOM, FLIP_PLAYER_QUICK, FLIP_PLAYER_BOT, FLIP_PLAYER_EXEC };

enum {
    FLIP_PLAYER_TEXT = 256,
    FLIP_EXEC_LIMIT_MS = 5000,
    FLIP_TRY_LIMIT_MS = 2000, /* a program that has not failed by then is accepted */
};

struct flip_exec; /* a running program; exec.h */

/// May be copied freely until its first choice in a game; from then on it may own a running program.
struct flip_player {
    enum flip_player_kind kind;
    char text[FLIP_PLAYER_TEXT];     /* as it was given: "bot5:200ms" */
    struct flip_think_def think;     /* BOT: level and budget; each choice draws its seed from `random` */
    char program[FLIP_PLAYER_TEXT];  /* EXEC: for /bin/sh -c */
    int limit_ms;                    /* EXEC: how long an answer may take */
    struct flip_exec *exec;          /* EXEC: the running program, or NULL */
    bool greeted;                    /* EXEC: the running program has had its greeting */
    bool quiet;                      /* EXEC: nothing goes to standard error, as the face shows `complaint` */
    uint64_t faults;                 /* EXEC: wrong or late answers, each replaced by a level-1 move */
    char complaint[FLIP_ERROR_SIZE]; /* EXEC: what was wrong with the last of them, as a sentence */
    struct flip_random random;       /* the player's own, never the dealer's */
};

/// Parses one player. The error says what is allowed. The random source starts from seed 0: see flip_player_seed.
int flip_player_parse(const char *text, struct flip_player *out, struct flip_error *error);
/// Parses a list separated by commas. Returns how many players it has (1 … cap), or -1.
int flip_players_parse(const char *list, struct flip_player *out, int cap, struct flip_error *error);

/// Equal seeds give equal choices (with a budget of iterations).
void flip_player_seed(struct flip_player *player, uint64_t seed);

/// Chooses a move for `seat`, which must have to decide. `thought` is scratch; it ends up with what a bot thought, for
/// other players its count is 0. Fails for FLIP_PLAYER_YOU, and if a search fails. A program's fault is no failure: the
/// program is told in a line, a level-1 move replaces its answer, `faults` counts, and the first fault goes to standard
/// error as a sentence.
int flip_player_choose(struct flip_player *player, const struct flip_table *table, int seat,
                       struct flip_thought *thought, flip_move *out, struct flip_error *error);

/// Tries out a program before the first game at such a table: starts it and asks it once, as `seat`. Fails only if the
/// program ends without an answer, and says how it ended. Other players always pass.
int flip_player_try(const struct flip_player *player, const struct flip_table_def *def, int seat,
                    struct flip_error *error);

/// Stops the program, if there is one, after a game; the next choice starts it again.
void flip_player_close(struct flip_player *player);
