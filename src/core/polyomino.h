/*
 * Polyominoes on boards of at most 64 squares. A board is a set: the square in column x and row y is member y * width +
 * x, with width at most 64. A game needs every way to lay a shape into the free squares, and that is a list of sets.
 */
#pragma once

#include <flipside/error.h>
#include <flipside/set.h>

enum {
    FLIP_SHAPE_SIDE = 8,
    FLIP_ORIENTATIONS = 8,
};

/// Squares in a box of at most 8 × 8; the box is as small as the shape allows.
struct flip_shape {
    uint8_t width, height;
    uint8_t row[FLIP_SHAPE_SIDE]; /* bit x of row[y]: the square in column x */
};

int flip_shape_squares(const struct flip_shape *shape);

/// The different shapes that turning and mirroring give, the shape itself first; returns how many (1 to 8).
int flip_shape_orientations(const struct flip_shape *shape, struct flip_shape out[FLIP_ORIENTATIONS]);

/// The shape on a board of that width, its box's upper left corner in column x and row y; 0 if it does not fit.
flip_set flip_shape_at(const struct flip_shape *shape, int width, int x, int y);

/// All ways to lay the shape, in all orientations, into the squares `free` of a board of that width. At most `cap` are
/// written; returns how many there are.
int flip_shape_placements(const struct flip_shape *shape, flip_set free, int width, flip_set *out, int cap);
