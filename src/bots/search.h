/* The search below the levels: where to think, how hard, and what comes out. Besides this room only games' bots and src/analysis use it. */
#ifndef FLIPSIDE_BOTS_SEARCH_H
#define FLIPSIDE_BOTS_SEARCH_H

#include <flipside/bot.h>

struct flip_search_def {
    uint64_t iterations; /* 0: as many as `ms` allows */
    int ms;              /* 0: no limit of time */
    uint64_t seed;
    double explore; /* how much an uncertain move is worth trying, in spreads of the final outcome */
    double widen;   /* a node of n visits looks at its first 2 + widen * sqrt(n) moves */
    double trust;   /* how many visits the game's estimate of a move is worth */
    int chains;     /* in a race: how many take part; explore is then the lead in standard errors that decides */
    int horizon;    /* a playout is cut before its draw number `horizon` (from 0), where the game can estimate */
    bool (*given_up)(const void *asker); /* as in flip_think_def */
    const void *asker;
    const struct flip_judge *judge; /* says what positions are worth; NULL: the game's estimate does, if it has one */
};

/// The moves of the seat with their values, best first. Needs at least two legal moves to be worth its time.
int flip_search(const struct flip_question *where, const struct flip_search_def *def, struct flip_thought *out,
                struct flip_error *error);

/// The same for games with moments between turns: whole turns race on the same futures.
int flip_turn_search(const struct flip_question *where, const struct flip_search_def *def, struct flip_thought *out,
                     struct flip_error *error);

/// For games with an expert of their own, whose move is `expert`: whole games tell whether another is better. `known` is a state dealt
/// anew; `out` lists the legal moves already.
int flip_second_opinion(const struct flip_question *at, const struct flip_search_def *def, const void *known,
                        flip_move expert, struct flip_thought *out, struct flip_error *error);

/* values.c: `doubt` is how far final scores may be from estimates, in points. */

/// The share of the win that a seat may expect whose scores are still to be reached.
double flip_share_of_estimates(const double *score, int seats, int seat, double doubt);
/// What scores that are still to be reached are worth to `seat`.
double flip_value_of_estimates(const double *score, int seats, int seat, double doubt);
/// What the judge's verdict is worth to `seat`.
double flip_value_of_verdict(const struct flip_verdict *verdict, int seats, int seat, double doubt);
/// What the result of a finished game is worth to each seat.
void flip_values_at_end(const struct flip_result *result, int seats, double doubt, double *value);

/* thoughts.c: what the search shares with the levels that do not search. */

/// The game's quick move, or, where it has none, any move.
flip_move flip_quick_move(const struct flip_game *game, const void *rules, const void *state, int seat,
                          struct flip_random *random);
/// Best first: by visits, then by value; then by the bits of the move.
void flip_thought_sort(struct flip_thought *thought);
/// The choice that will be made comes first, whatever the others are worth.
void flip_thought_put_first(struct flip_thought *thought, flip_move move);

#endif
