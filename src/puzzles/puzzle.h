/*
 * Puzzles: positions with exactly one clearly best choice. A puzzle is a line of text (docs/puzzles.md): the set-up of
 * a table, the seed that deals its cards, the moves up to the position in the notation of records, the best choice and
 * its value, a theme and a first difficulty.
 */
#pragma once

#include "core/codes.h"

#include <flipside/bot.h>
#include <flipside/table.h>
#include <jansson.h>

enum {
    FLIP_PUZZLE_FORMAT = 1,
    FLIP_PUZZLE_ID = 13, /* twelve characters and the end */
    FLIP_PUZZLE_THEME = 40,
    FLIP_PUZZLE_TASK = 160,
    FLIP_PUZZLE_AFTER = 400, /* room for the moves that follow the best choice */
    FLIP_PUZZLE_EASIEST = 800,
    FLIP_PUZZLE_HARDEST = 2400
};

struct flip_puzzle {
    const struct flip_game *game;
    char id[FLIP_PUZZLE_ID]; /* depends only on the position */
    int rules;               /* version */
    int seats, seat;         /* who decides */
    struct flip_options options;
    char edition[9];               /* the beginning of its hash */
    char seed[FLIP_HEX_SIZE];      /* words or hexadecimal digits, as people write seeds */
    char *steps;                   /* moves and outcomes of flicks, separated by ';'; owned */
    char best[FLIP_MOVE_TEXT];     /* the best choice; a flick: with a good aim */
    char after[FLIP_PUZZLE_AFTER]; /* how the seat goes on until somebody else acts, separated by ';' */
    char second[FLIP_MOVE_TEXT];   /* the next best choice */
    double value, lead,
        doubt;   /* of the best; how much better it is than the second; half of the 95 % interval of that */
    int choices; /* how many there are */
    char theme[FLIP_PUZZLE_THEME]; /* what the decision is about: a word of the game's own, see flip_puzzle_theme */
    int rating;                    /* how hard it seemed to the bots */
    int missed, tries;             /* so many of so many bots of level 2 missed it; no tries: nobody has counted */
    char task[FLIP_PUZZLE_TASK];   /* what is asked, as a sentence; empty: see flip_puzzle_task */
    bool mined;                    /* by this server: others do not have it */
};

/// Reads a line. `previous` is the puzzle before it in the file, or NULL; `rules` is the version that the file's head
/// names. What it says about the game is checked by flip_puzzle_table.
int flip_puzzle_read(const struct flip_game *game, int rules, const char *line, const struct flip_puzzle *previous,
                     struct flip_puzzle *out, struct flip_error *error);
/// The line, to be freed, without a line break; NULL if memory runs out. Steps that it shares with `previous` are left
/// out.
char *flip_puzzle_line(const struct flip_puzzle *puzzle, const struct flip_puzzle *previous);
void flip_puzzle_free(struct flip_puzzle *puzzle);
/// Iterates over the moves after the best choice, starting with `after`. False: there are no more.
bool flip_puzzle_after(const char **at, char move[FLIP_MOVE_TEXT]);

/// A table in the position of the puzzle, to be closed; NULL: an error. Players have default names.
struct flip_table *flip_puzzle_table(const struct flip_puzzle *puzzle, struct flip_error *error);
/// The same for a puzzle without a name yet, without checking that the seat decides there and can make the best choice.
struct flip_table *flip_puzzle_start(const struct flip_puzzle *puzzle, struct flip_error *error);
/// The name of this table's position for `seat`.
void flip_puzzle_name(const struct flip_table *table, int seat, char id[FLIP_PUZZLE_ID]);

/// A move as an object, as the game describes it; to be released.
json_t *flip_puzzle_fields(const struct flip_position *at, int seat, flip_move move);
/// The theme of a puzzle in the game's words: "Press your luck".
void flip_puzzle_theme(const struct flip_game *game, const char *theme, struct flip_text *out);
/// The theme of a decision in which this choice is the best.
void flip_puzzle_find_theme(const struct flip_position *at, int seat, flip_move best, char theme[FLIP_PUZZLE_THEME]);

/// What the puzzle asks for, as a sentence that does not give the solution away: "Which cell keeps the longest road
/// open?"
void flip_puzzle_task(const struct flip_puzzle *puzzle, const struct flip_table *table, struct flip_text *out);
/// The task as the current version of the game says it, whatever the puzzle's line says.
void flip_puzzle_find_task(const struct flip_puzzle *puzzle, const struct flip_table *table, struct flip_text *out);

/// The choice that a move belongs to: its notation, for a flick without the numbers.
void flip_puzzle_choice(const struct flip_position *at, int seat, flip_move move, char choice[FLIP_MOVE_TEXT]);

/// The result of an attempt.
struct flip_attempt {
    bool solved;
    char move[FLIP_MOVE_TEXT]; /* the move that was found for the text */
    char why[FLIP_WHY];        /* a flick: what its tries came to */
    char reason
        [FLIP_REASON];  /* why the best is better than this move, or, if it was solved, than the second; may be empty */
    double loss, doubt; /* how much better the best is than this move, half of the 95 % interval of that; 0: solved */
};
/// Judges a move in notation at the puzzle's table. For a flick this takes a fraction of a second.
int flip_puzzle_try(const struct flip_puzzle *puzzle, const struct flip_table *table, const char *move,
                    struct flip_attempt *out, struct flip_error *error);

/// Writes what was best, by how much, and, after an attempt (or NULL), why, in the game's words.
void flip_puzzle_solution(const struct flip_puzzle *puzzle, const struct flip_table *table,
                          const struct flip_attempt *attempt, struct flip_text *out);
/// Only whether a move solves it: 1, 0, or -1. An aim is judged by fewer flicks than in flip_puzzle_try.
int flip_puzzle_solves(const struct flip_puzzle *puzzle, const struct flip_table *table, flip_move move,
                       struct flip_error *error);

/// The rating of a puzzle that `missed` of `tries` bots of level 2 miss.
int flip_puzzle_rating(int missed, int tries, int choices);
/// Lets bots of level 2 try it with different seeds, and sets `missed`, `tries` and `rating`.
int flip_puzzle_grade(struct flip_puzzle *puzzle, const struct flip_table *table, int tries, struct flip_error *error);
/// Does the deep analysis find the same solution, and nothing that comes near? 1: yes; 0: no; -1: an error.
int flip_puzzle_holds(const struct flip_puzzle *puzzle, struct flip_error *error);

/// Many puzzles of a game.
struct flip_puzzles {
    struct flip_puzzle *list;
    int count, room;
};
/// Reads a whole file's text. A wrong line is an error that names it.
int flip_puzzles_read(const struct flip_game *game, const char *text, struct flip_puzzles *out,
                      struct flip_error *error);
/// Takes over the puzzle. `added` is false if the list already has that name; the puzzle was then freed.
int flip_puzzles_add(struct flip_puzzles *puzzles, struct flip_puzzle *puzzle, bool *added, struct flip_error *error);
const struct flip_puzzle *flip_puzzles_find(const struct flip_puzzles *puzzles, const char *id);
/// The puzzle of a day, "2026-11-18", the same for everybody with these puzzles: a server's own are used only if there
/// are no others. NULL: there are none.
const struct flip_puzzle *flip_puzzles_of_day(const struct flip_puzzles *puzzles, const char *day);
/// The file's text, to be freed; NULL if memory runs out.
char *flip_puzzles_text(const struct flip_game *game, const struct flip_puzzles *puzzles);
void flip_puzzles_free(struct flip_puzzles *puzzles);

/// The text of the puzzles that come with the program, or NULL.
const char *flip_puzzles_shipped(const struct flip_game *game);
/// The same for retired puzzles, which are found only by name, so that links to them keep working.
const char *flip_puzzles_retired(const struct flip_game *game);
/// Reads the puzzles of a file, or with NULL those that come with the program. A retired puzzle is included if `wanted`
/// (may be NULL) is its name.
int flip_puzzles_open(const struct flip_game *game, const char *file, const char *wanted, struct flip_puzzles *out,
                      struct flip_error *error);
/// The game's words for tasks, as JSON (docs/puzzles.md); NULL: it has none.
const char *flip_puzzle_tasks(const struct flip_game *game);
