/* The parts of `flipside puzzles`. */
#pragma once

#include "puzzles/puzzle.h"

struct flip_mine_args {
    uint64_t games, seed;
    uint64_t until; /* stop at this many puzzles; 0: never */
    const char *out, *records;
    int threads;
};

struct flip_grade_args {
    uint64_t tries;            /* of bots at each puzzle; 0: grades stay, and no solution is checked again */
    const char *out, *retired; /* files; NULL: standard output, and puzzles that do not hold are dropped */
    int threads;
};

/// Grades puzzles, checks their solutions with the deep analysis and writes them; see grade.c.
int flip_puzzles_grade(const struct flip_game *game, struct flip_puzzles *puzzles, const struct flip_grade_args *args,
                       struct flip_error *error);

/// Mines; see mine.c.
int flip_puzzles_mine(const struct flip_game *game, const struct flip_mine_args *args, struct flip_error *error);

/// Writes puzzles to a file; NULL: to standard output.
int flip_puzzles_save(const struct flip_game *game, const struct flip_puzzles *puzzles, const char *path,
                      struct flip_error *error);
/// All puzzles as a table of names, ratings, choices and themes.
void flip_puzzles_list(const struct flip_puzzles *puzzles);
/// The position, the choices and, if wanted, the solution.
int flip_puzzle_show(const struct flip_puzzle *puzzle, bool solution, struct flip_error *error);
/// Opens every puzzle: does it still lead to its position?
int flip_puzzles_check(const struct flip_puzzles *puzzles, struct flip_error *error);
