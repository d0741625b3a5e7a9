/*
 * Where somebody loses: an analysis summed up by the kind of decision and the part of the game. The sums stand in front of every kept
 * analysis, under "habits", so that they can be read for many games without reading the rest.
 */
#ifndef FLIPSIDE_SERVER_LEARNING_HABITS_H
#define FLIPSIDE_SERVER_LEARNING_HABITS_H

#include <jansson.h>

/// The sums of an analysis: an array with, for each seat, {"themes": {"the Mine": [decisions, loss]}, "parts": {"opening": …}}.
json_t *habits_of(const json_t *analysis);
/// The sums of one seat from the beginning of a kept analysis, which may be cut off behind them. NULL: there are none.
json_t *habits_read(const char *beginning, int seat);
/// Adds the sums of a game to those of many; both are objects as each seat has one.
void habits_add(json_t *sums, const json_t *game);

#endif
