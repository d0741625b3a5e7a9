/* The search below the levels; for games' bots, analysis, puzzles, the simulator, src/solo and the judge's trainer. */
#pragma once

#include <flipside/bot.h>

struct flip_search_def {
    uint64_t iterations; /* 0: as many as `ms` allows */
    int ms;              /* 0: no time limit */
    uint64_t seed;
    double explore; /* the weight of exploration, in spreads of the final outcome */
    double widen;   /* a node with n visits tries its first 2 + widen * sqrt(n) moves */
    double trust;   /* how many visits the game's estimate of a move is worth */
    int chains;     /* in a race: how many take part; `explore` is then the lead in standard errors that decides */
    int horizon;    /* a playout stops before its draw number `horizon` (from 0), if the game has an estimate */
    bool (*given_up)(const void *asker); /* as in flip_think_def */
    const void *asker;
    const struct flip_judge *judge; /* evaluates positions; NULL: the game's estimate does, if it has one */
};

/// Seeds a stream for one of many futures; the factor keeps neighbouring seeds from sharing a stream.
static inline void flip_seed_future(struct flip_random *random, uint64_t seed, uint64_t future)
{
    flip_random_seed(random, seed + (future + 1) * UINT64_C(0xd1342543de82ef95));
}

/// The seat's moves with their values, best first. There should be at least two.
int flip_search(const struct flip_question *where, const struct flip_search_def *def, struct flip_thought *out,
                struct flip_error *error);

/// The same for games with moments between turns: whole turns race on the same futures.
int flip_turn_search(const struct flip_question *where, const struct flip_search_def *def, struct flip_thought *out,
                     struct flip_error *error);

/// Plays whole games to see whether another move is better than `expert`, the move of the game's own expert. `known` is
/// a redealt state; `out` already lists the legal moves.
int flip_second_opinion(const struct flip_question *at, const struct flip_search_def *def, const void *known,
                        flip_move expert, struct flip_thought *out, struct flip_error *error);

/* values.c: `spread` is the standard deviation of final scores from estimates, in points. */

/// The expected share of the win of `seat`, given estimates of the final scores.
double flip_share_of_estimates(const double *score, int seats, int seat, double spread);
/// What estimates of the final scores are worth to `seat`.
double flip_value_of_estimates(const double *score, int seats, int seat, double spread);
/// What the judge's verdict is worth to `seat`.
double flip_value_of_verdict(const struct flip_verdict *verdict, int seats, int seat, double spread);
/// What the result of a finished game is worth to each seat.
void flip_values_at_end(const struct flip_result *result, int seats, double spread, double *value);

/* thoughts.c: shared with the levels that do not search. */

/// The game's quick move, or any move if it has none.
flip_move flip_quick_move(const struct flip_game *game, const void *rules, const void *state, int seat,
                          struct flip_random *random);
/// Sorts best first: by visits, then by value, then by the bits of the move.
void flip_thought_sort(struct flip_thought *thought);
/// Moves the chosen move to the front, whatever the others are worth.
void flip_thought_put_first(struct flip_thought *thought, flip_move move);
