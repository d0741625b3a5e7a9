/*
 * Polyominoes on boards of at most 64 squares. A board is a set: the square in column x and row y is member y * width + x,
 * with width at most 64. Shapes are small drawings of '#' and '.'; what a game needs of them is every way to lay one into
 * the free squares, and that is a list of sets.
 */
#ifndef FLIPSIDE_CORE_POLYOMINO_H
#define FLIPSIDE_CORE_POLYOMINO_H

#include <flipside/error.h>
#include <flipside/set.h>

enum {
    FLIP_SHAPE_SIDE = 8,
    FLIP_ORIENTATIONS = 8,
    FLIP_FILL_PIECES = 16,
    FLIP_FILL_PLACEMENTS = 8192,
    FLIP_FILL_ANY_NUMBER = 64, /* as the supply of a piece: more than a board can hold */
};

/// Squares in a box of at most 8 × 8; the box is as small as the shape allows.
struct flip_shape {
    uint8_t width, height;
    uint8_t row[FLIP_SHAPE_SIDE]; /* bit x of row[y]: the square in column x */
};

/// Reads rows of '#' (a square) and '.' (none), all of one length; empty rows and columns at the edges are cut off.
int flip_shape_read(const char *const *rows, int count, struct flip_shape *out, struct flip_error *error);

int flip_shape_squares(const struct flip_shape *shape);

/// The different shapes that turning and mirroring give, the shape itself first; returns how many (1 to 8).
int flip_shape_orientations(const struct flip_shape *shape, struct flip_shape out[FLIP_ORIENTATIONS]);

/// The shape on a board of that width, its box's upper left corner in column x and row y; 0 if it does not fit.
flip_set flip_shape_at(const struct flip_shape *shape, int width, int x, int y);

/// All ways to lay the shape, in all orientations, into the squares `free` of a board of that width. At most `cap` are
/// written; returns how many there are.
int flip_shape_placements(const struct flip_shape *shape, flip_set free, int width, flip_set *out, int cap);

/*
 * The filling of a board without gaps or overlaps: exact cover by depth-first search. The square to cover next is the one
 * with the lowest number; the placements are sorted by their lowest square, so the candidates are one short list. On a
 * board that is longer than wide, number along the short side.
 */
struct flip_filler {
    flip_set board;
    int width;
    int pieces;
    int supply[FLIP_FILL_PIECES]; /* how often each piece may be used */
    int first[FLIP_FILL_PIECES]
             [64 + 1]; /* placements of piece p with lowest square s: from first[p][s] to first[p][s+1] */
    int placements;
    flip_set placement[FLIP_FILL_PLACEMENTS];
};

void flip_filler_open(struct flip_filler *filler, flip_set board, int width);
/// Adds a piece that may be used up to `supply` times. Fails when there are too many pieces or placements.
int flip_filler_add(struct flip_filler *filler, const struct flip_shape *shape, int supply, struct flip_error *error);
/// Counts fillings until `limit` is reached. The first one found goes to `filling` (room for 64; may be NULL) as one set a
/// piece, ended by an empty set if fewer than 64.
uint64_t flip_filler_count(const struct flip_filler *filler, uint64_t limit, flip_set *filling);

#endif
