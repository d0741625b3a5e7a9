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

struct flip_grade_args {
    uint64_t tries;            /* of bots at each puzzle; 0: the grades stay, and no solution is looked at again */
    const char *out, *retired; /* files; NULL: standard output, and what does not hold is left out */
    int threads;
};

/// Grades puzzles, looks at their solutions with the deep analysis and writes them; see grade.c.
int flip_puzzles_grade(const struct flip_game *game, struct flip_puzzles *puzzles, const struct flip_grade_args *args,
                       struct flip_error *error);

/// Mines; see mine.c.
int flip_puzzles_mine(const struct flip_game *game, const struct flip_mine_args *args, struct flip_error *error);

/// All puzzles as a table of names, ratings, choices and themes.
void flip_puzzles_list(const struct flip_puzzles *puzzles);
/// The position, the choices and, if wanted, the solution.
int flip_puzzle_show(const struct flip_puzzle *puzzle, bool solution, struct flip_error *error);
/// Opens every puzzle: does it still lead to its position?
int flip_puzzles_check(const struct flip_puzzles *puzzles, struct flip_error *error);

#endif
