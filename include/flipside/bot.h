/*
 * Bots. One search serves all games: it knows a game only through game.h. A bot never sees more than its seat may: it is given a
 * state in which everything unknown was dealt again, and it has its own random source.
 */
#ifndef FLIPSIDE_BOT_H
#define FLIPSIDE_BOT_H

#include <flipside/judge.h>
#include <flipside/table.h>

FLIP_API_BEGIN

enum { FLIP_LEVELS = 5, FLIP_WHY = 80, FLIP_REASON = 200, FLIP_FEATURES = 16 };

/// How hard to think. Without iterations or ms, the level's own budget (in iterations) applies.
struct flip_think_def {
    int level;           /* 1 … 5 */
    uint64_t iterations; /* exact and repeatable */
    int ms;              /* a time limit */
    uint64_t seed;       /* of the bot's own random source */
    int hand; /* for flicks: 0, the level's own, or the table's with `explain`; else from 1 on: robot, expert, good, fair,
                 novice, beginner */
    bool explain;    /* somebody reads the values: a game's own expert weighs every choice */
    uint64_t manner; /* 0: none. Else: which of several nearly equal moves this bot prefers, for a whole game */
    /// Optional, asked now and then with `asker`: true when nobody wants the thought any more. It then ends soon, unfinished.
    bool (*given_up)(const void *asker);
    const void *asker;
    const struct flip_judge *judge; /* optional, for the same set-up: says what positions in the search are worth */
    bool judged;                    /* the same with the game's own judge, if it has one */
    bool former;                    /* as bots thought in version 0.1 */
    const void *happened; /* for a judge: the state that a flick led to, where that is known already; else NULL */
};

struct flip_choice {
    flip_move move;
    double value;    /* expected final score of the seat (one seat), or its share of the win in 0 … 1 (more seats) */
    uint64_t visits; /* how often the search tried it */
    char why
        [FLIP_WHY]; /* for a flick, what the tries came to: "hits O3 in 71 % of tries (51 to 85 %, fair hand)"; else empty */
};

struct flip_thought {
    int count;
    struct flip_choice choice[FLIP_MAX_MOVES]; /* best first: choice[0] is what the bot does */
    uint64_t iterations;
};

struct flip_think_def flip_think_defaults(int level);

/// Thinks for `seat` at a table. `out` is large: keep one and reuse it.
int flip_think(const struct flip_table *table, int seat, const struct flip_think_def *def, struct flip_thought *out,
               struct flip_error *error);

/// The same in any position, without a table.
int flip_think_position(const struct flip_position *position, int seat, const struct flip_think_def *def,
                        struct flip_thought *out, struct flip_error *error);

/// How bad a loss is.
enum flip_grade { FLIP_FINE, FLIP_SLIP, FLIP_MISTAKE, FLIP_BLUNDER, FLIP_GRADES };

/// A move that was made, compared with the bot's own.
struct flip_judgement {
    struct flip_choice done, best; /* `value` comes from the same tries or the same futures for both */
    double loss;                   /* how much better `best` is, in the unit of the values; never below 0 */
    enum flip_grade grade;
    bool only;                /* there was no other legal move */
    bool other_goal;          /* a flick that mostly succeeds, but at something other than `best` */
    char reason[FLIP_REASON]; /* why `best` is better, in the game's words, as a sentence; empty: nobody can say */
    double error,
        lead_error; /* standard errors of what `done` is worth and of the lead of `best`; 0: nothing is left to chance */
};

/// A seat that has to decide, and what the table knows. A bot looks at it only through the game's `redeal`.
struct flip_question {
    const struct flip_game *game;
    const void *rules;
    const void *state;
    const void *before; /* the state at the beginning of the phase */
    int seats, seat;
};

/// How much a decision costs on average, in the unit of the values, when bots of levels 1 … 5 play, and when all moves are random.
struct flip_yardstick {
    double random, level[FLIP_LEVELS];
};

/// A choice and where it leads: to the end of the seat's own business, before anybody else acts or a card is turned. A flick leads
/// nowhere: how it ends is not known, and `after` is `before`.
struct flip_led {
    const void *rules, *before, *after;
    int seat;
    flip_move move;
};

/// Why one choice is better than another, in the game's words. A game knows *features* of positions and what each is worth to a
/// seat; the one with the largest difference is the reason that is told.
struct flip_game_reasons {
    int count; /* of features, at most FLIP_FEATURES */
    /// What each feature is worth to the seat after a choice, in points or in the bots' own measure.
    void (*weigh)(const struct flip_led *led, double *worth);
    /// Why `better` is better in this feature, as a sentence about what `done` does; nothing if there are no words for it.
    void (*tell)(int feature, const struct flip_led *done, const struct flip_led *better, struct flip_text *out);
    /// What kind of decision this choice belongs to, as statistics name it: "the Mine", "shots beyond 60 cm".
    void (*theme)(const struct flip_led *led, struct flip_text *out);
};

/// What a game may tell the bots about itself; all of it is optional. `known` and `state` are states in which everything that the
/// seat cannot know was dealt again.
struct flip_game_bot {
    /// A quick sensible move, for playouts; must be legal.
    flip_move (*quick)(const void *rules, const void *state, int seat, struct flip_random *random);
    /// The final score that `seat` may expect, in points.
    double (*estimate)(const void *rules, const void *state, int seat);
    /// Is this, with the dealer to act, a moment between two turns? For games in which a turn is a chain of small decisions on the
    /// player's own map: bots then compare the results of whole turns.
    bool (*between)(const void *rules, const void *state);
    /// The final score that an automatic opponent of the only seat may expect; NAN if there is none.
    double (*rival)(const void *rules, const void *state);
    /// The move of a player of level 1 … 5, for a game that plays better than the search; must be legal.
    flip_move (*expert)(const void *rules, const void *state, int seat, int level, struct flip_random *random);
    /// Thinks instead of the search. `out` already lists the legal moves; the choices must be exact moves, best first.
    int (*think)(const struct flip_question *question, const void *known, const struct flip_think_def *def,
                 struct flip_random *random, struct flip_thought *out, struct flip_error *error);
    /// Judges a move that was made by trying it beside the favourite.
    int (*judge)(const struct flip_question *question, const void *known, const struct flip_think_def *def,
                 flip_move judged, struct flip_random *random, struct flip_judgement *out, struct flip_error *error);
    /// What the position is worth to the seat, as a share of the win: the same measure as that of `judge`, for whoever decides.
    double (*worth)(const struct flip_question *question);
    /// How much bots lose; NULL: nobody has measured it. With one seat, and with more.
    const struct flip_yardstick *alone, *with_others;
    const struct flip_game_reasons *reasons;
    /// The mistakes of levels 1 … 5, where there is an estimate: one that costs so many points more is made e times more seldom. 0: none;
    /// the level then does what all games' levels do.
    double mistakes[FLIP_LEVELS];
    /// The bot as it was in version 0.1, if it has changed since.
    const struct flip_game_bot *former;
    /// Of moves that the estimate holds for equal, does the quick one lead further? Levels that make mistakes then take it.
    bool quick_of_equals;
};

/// What the game tells the bots; a struct of NULLs if it tells them nothing.
const struct flip_game_bot *flip_bot_of(const struct flip_game *game);

/// Are the moves of this game judged by trying them, as flicks are? Only then can flip_judge_position be used.
bool flip_judges(const struct flip_game *game);

/// Judges a move of `seat` by its expected result in `position`, the one before it. A difference that the tries do not make certain
/// is no loss. The verdict depends only on the seed, or the call fails: after `def->ms` of this thread's own time, or ten seconds.
int flip_judge_position(const struct flip_position *position, int seat, const struct flip_think_def *def,
                        flip_move move, struct flip_judgement *out, struct flip_error *error);

FLIP_API_END

#endif
