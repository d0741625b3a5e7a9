/* The facts of a finished game, as the conditions of achievements name them (docs/achievements.md). */
#ifndef FLIPSIDE_SERVER_RESULTS_FACTS_H
#define FLIPSIDE_SERVER_RESULTS_FACTS_H

#include "server/results/outcome.h"

/// What all seats share: game, seats, options, result, view. NULL: out of memory.
json_t *facts_shared(const struct room *room, struct flip_error *error);
/// What is known about a seat: the shared facts and its own.
json_t *facts_of(const struct outcome *outcome, int seat);

#endif
