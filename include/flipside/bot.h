/*
 * Bots. One search serves all games: it knows a game only through game.h. A bot cannot know more than its seat: it gets
 * a state in which everything unknown was redealt, and it has a random source of its own.
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
    uint64_t seed;       /* of the bot's random source */
    int hand; /* from 1: robot, expert, good, fair, novice, beginner. 0: its level's, or with `explain` the table's */
    bool explain;    /* somebody will read the values: a game's own expert then weighs every choice */
    uint64_t manner; /* 0, or what decides which of nearly equal moves this bot prefers, for a whole game */
    /// Optional, called now and then with `asker`: true cancels the thinking, which then soon ends, unfinished.
    bool (*given_up)(const void *asker);
    const void *asker;
    const struct flip_judge *judge; /* optional, for the same set-up: evaluates positions in the search */
    bool judged;                    /* use the game's own judge, if it has one */
    bool former;                    /* think as in version 0.1 */
    const void *happened;           /* for flip_review_move: the state that the flick led to, or NULL */
};

struct flip_choice {
    flip_move move;
    double value;    /* expected final score of the seat (one seat), or its share of the win in 0 … 1 (more seats) */
    uint64_t visits; /* how often the search tried it */
    char why[FLIP_WHY]; /* of a flick: "hits O3 in 71 % of tries (51 to 85 %, fair hand)"; else empty */
};

struct flip_thought {
    int count;
    struct flip_choice choice[FLIP_MAX_MOVES]; /* best first: choice[0] is what the bot does */
    uint64_t iterations;
};

struct flip_think_def flip_think_defaults(int level);

/// Thinks for `seat` at a table. `out` is large: allocate one and reuse it.
int flip_think(const struct flip_table *table, int seat, const struct flip_think_def *def, struct flip_thought *out,
               struct flip_error *error);

/// The same for any position, without a table.
int flip_think_position(const struct flip_position *position, int seat, const struct flip_think_def *def,
                        struct flip_thought *out, struct flip_error *error);

/// How bad a loss is.
enum flip_grade { FLIP_FINE, FLIP_SLIP, FLIP_MISTAKE, FLIP_BLUNDER, FLIP_GRADES };

/// A review: a move that was made, compared with the bot's favourite.
struct flip_review {
    struct flip_choice done, best; /* both values come from the same tries or the same futures */
    double loss;                   /* by how much `best` is better, in the unit of the values; never below 0 */
    enum flip_grade grade;
    bool only;                /* there was no other legal move */
    bool other_goal;          /* a flick that mostly succeeds, but at something other than `best` */
    char reason[FLIP_REASON]; /* why `best` is better, as a sentence in the game's words; empty if unknown */
    double error, lead_error; /* standard errors of the value of `done` and of the lead of `best`; 0: no chance */
};

/// A seat that has to decide, in the true state. A bot may look at it only through the game's `redeal`.
struct flip_question {
    const struct flip_game *game;
    const void *rules;
    const void *state;
    const void *before; /* the state at the beginning of the phase */
    int seats, seat;
};

/// The average loss per decision, in the unit of the values, of random moves and of bots of levels 1 … 5.
struct flip_yardstick {
    double random, level[FLIP_LEVELS];
};

/// A choice and where it leads: `after` is the state once the seat has finished, before anybody else acts or anything
/// is dealt. How a flick ends is not known, so there `after` is `before`.
struct flip_led {
    const void *rules, *before, *after;
    int seat;
    flip_move move;
};

/// Why one choice is better than another, in the game's words. A game knows *features* of positions and what each is
/// worth to a seat; the feature with the largest difference becomes the reason.
struct flip_game_reasons {
    int count; /* of features, at most FLIP_FEATURES */
    /// Writes what each feature is worth to the seat after a choice, in points or in the bots' own measure.
    void (*weigh)(const struct flip_led *led, double *worth);
    /// Why `better` is better in this feature, as a sentence about what `done` does; nothing if there are no words for
    /// it.
    void (*tell)(int feature, const struct flip_led *done, const struct flip_led *better, struct flip_text *out);
    /// The kind of decision, as statistics name it: "the Mine", "shots beyond 60 cm".
    void (*theme)(const struct flip_led *led, struct flip_text *out);
};

/// What a game may tell the bots about itself; all of it is optional. `known` and `state` are states in which
/// everything that the seat cannot know was redealt.
struct flip_game_bot {
    /// A quick sensible move, for playouts; must be legal.
    flip_move (*quick)(const void *rules, const void *state, int seat, struct flip_random *random);
    /// The expected final score of `seat`, in points.
    double (*estimate)(const void *rules, const void *state, int seat);
    /// Is this, with the dealer to act, a moment between two turns? For games in which a turn is a chain of small
    /// decisions on the player's own map: bots then compare the results of whole turns.
    bool (*between)(const void *rules, const void *state);
    /// The expected final score of the automatic opponent of a single seat; NAN if there is none.
    double (*rival)(const void *rules, const void *state);
    /// The move of a player of level 1 … 5, for a game whose own bot plays better than the search; must be legal.
    flip_move (*expert)(const void *rules, const void *state, int seat, int level, struct flip_random *random);
    /// Thinks instead of the search. `out` already lists the legal moves; the choices must be exact moves, best first.
    int (*think)(const struct flip_question *question, const void *known, const struct flip_think_def *def,
                 struct flip_random *random, struct flip_thought *out, struct flip_error *error);
    /// Reviews a move that was made, by trying it and the favourite side by side.
    int (*review)(const struct flip_question *question, const void *known, const struct flip_think_def *def,
                  flip_move made, struct flip_random *random, struct flip_review *out, struct flip_error *error);
    /// What the position is worth to the seat that has to decide, as a share of the win, measured as by `review`.
    double (*worth)(const struct flip_question *question);
    /// How much bots lose, with one seat and with more; NULL if it has not been measured.
    const struct flip_yardstick *alone, *with_others;
    const struct flip_game_reasons *reasons;
    /// How levels 1 … 5 make mistakes, in a game with an estimate: a mistake is e times rarer for every so many points
    /// that it costs. 0: the level thinks as in other games.
    double mistakes[FLIP_LEVELS];
    /// How many iterations levels 1 … 5 search for. 0: as in other games.
    int iterations[FLIP_LEVELS];
    /// The bot as it was in version 0.1, if it has changed since.
    const struct flip_game_bot *former;
    /// Among moves with equal estimates, is the `quick` one better? Levels that make mistakes then prefer it.
    bool quick_of_equals;
};

/// What the game tells the bots; a struct of NULLs if it tells them nothing.
const struct flip_game_bot *flip_bot_of(const struct flip_game *game);

/// Are the moves of this game reviewed by trying them, as flicks are? Only then can flip_review_move be used.
bool flip_reviews_moves(const struct flip_game *game);

/// Reviews a move of `seat` by its expected result; `position` is the one before it. A difference within the error of
/// the tries is no loss. The review depends only on the seed. The call fails after `def->ms` of this thread's
/// processor time, or ten seconds.
int flip_review_move(const struct flip_position *position, int seat, const struct flip_think_def *def, flip_move move,
                     struct flip_review *out, struct flip_error *error);

/// The former names of the above.
#define flip_judgement flip_review
bool flip_judges(const struct flip_game *game);
int flip_judge_position(const struct flip_position *position, int seat, const struct flip_think_def *def,
                        flip_move move, struct flip_review *out, struct flip_error *error);

FLIP_API_END

#endif
