/* Achievements and measures: what a game's data says about finished games. */
#ifndef FLIPSIDE_SERVER_RESULTS_ACHIEVEMENTS_H
#define FLIPSIDE_SERVER_RESULTS_ACHIEVEMENTS_H

#include "server/results/outcome.h"

/// Called for every achievement that has just been reached.
typedef void achievement_teller(void *context, const char *person, const json_t *achievement);

/// A game's achievements and measure, to be released by the caller; NULL if it has none.
json_t *achievements_of(const struct flip_game *game);
int derive_achievements(struct store *store, const struct outcome *outcome, achievement_teller *tell, void *context,
                        struct flip_error *error);
/// The value that a solo game of this seat is measured by.
int measured(const json_t *book, const json_t *facts, int score);
/// 1: the highest value is best; -1: the lowest.
int measure_sign(const json_t *book);
/// `{"name","best"}`
json_t *measure_json(const json_t *book);
/// The best value in a row of LIST_GAMES_OF by that measure; null if every solo game was lost. A new reference.
json_t *measure_best(const json_t *book, const json_t *row);
/// How many parts an achievement needs.
int achievement_need(const json_t *achievement);

#endif
