/* The parts of `flipside puzzles`. */
#ifndef FLIPSIDE_SIM_PUZZLES_PUZZLES_H
#define FLIPSIDE_SIM_PUZZLES_PUZZLES_H

#include "puzzles/puzzle.h"

struct flip_mine_args {
    uint64_t games, seed;
    uint64_t until; /* so many puzzles are enough; 0: never */
    const char *out, *records;
    int threads;
};

/// Mines; see puzzles.c.
int flip_puzzles_mine(const struct flip_game *game, const struct flip_mine_args *args, struct flip_error *error);

/// All puzzles as a table of names, ratings, choices and themes.
void flip_puzzles_list(const struct flip_puzzles *puzzles);
/// The position, the choices and, if wanted, the solution.
int flip_puzzle_show(const struct flip_puzzle *puzzle, bool solution, struct flip_error *error);
/// Puzzles one after another, with answers from standard input, until it ends.
int flip_puzzles_play(const struct flip_puzzles *puzzles, struct flip_error *error);
/// Opens every puzzle: does it still lead to its position?
int flip_puzzles_check(const struct flip_puzzles *puzzles, struct flip_error *error);

#endif
