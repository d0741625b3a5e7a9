/* A person tried a puzzle: both get a new rating, as after a game between the two. */
#ifndef FLIPSIDE_SERVER_RESULTS_PUZZLE_RATINGS_H
#define FLIPSIDE_SERVER_RESULTS_PUZZLE_RATINGS_H

#include "puzzles/puzzle.h"
#include "store/store.h"

/// What the store knows of a person's puzzles, or how somebody begins.
int solver_of(struct store *store, const char *person, const char *game, struct store_solver *out,
              struct flip_error *error);
/// The same of a puzzle: what the bots thought of it, until it is tried.
int puzzle_rated(struct store *store, const struct flip_puzzle *puzzle, struct store_puzzle *out,
                 struct flip_error *error);
/// The first try of a person. Streak, tries and ratings of `solver` are brought up to date, and all is kept but `solver` itself.
int puzzle_rate(struct store *store, const struct flip_puzzle *puzzle, const char *person, bool solved, int64_t time,
                struct store_solver *solver, struct flip_error *error);

#endif
