/* Ratings that follow from finished games. */
#ifndef FLIPSIDE_SERVER_RESULTS_RATINGS_H
#define FLIPSIDE_SERVER_RESULTS_RATINGS_H

#include "server/results/outcome.h"

int derive_ratings(struct store *store, const struct outcome *outcome, struct flip_error *error);
/// Who was better: above 0 the first seat, below 0 the second.
int compare_seats(const struct outcome *outcome, int a, int b);

#endif
