/* Futures: a game played on from a position, with the game's quick player on all seats. */
#ifndef FLIPSIDE_ANALYSIS_FUTURES_H
#define FLIPSIDE_ANALYSIS_FUTURES_H

#include <flipside/bot.h>

/// A running future. Cards and players have streams of their own, so that two futures of one number see the same cards
/// however their players choose.
struct flip_future {
    struct flip_position at;
    struct flip_random cards, players;
};

/// Starts future `number` of a unit from `from`; `future->at` has memory of its own.
void flip_future_start(struct flip_future *future, const struct flip_position *from, uint64_t unit, uint32_t number);
/// Plays to the end.
void flip_future_finish(struct flip_future *future);
/// Plays until `seat` decides again after the next moment between two turns, or to the end. The others play anything.
void flip_future_next_turn(struct flip_future *future, int seat);
/// What a finished game is worth to each seat: points alone; else its share of the win, which teams have together.
void flip_future_values(const struct flip_position *at, double *value);

#endif
