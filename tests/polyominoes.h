/*
 * What tests do with polyominoes and no game needs: shapes read from drawings of '#' and '.', and the number of ways to fill a board.
 */
#ifndef FLIPSIDE_TESTS_POLYOMINOES_H
#define FLIPSIDE_TESTS_POLYOMINOES_H

#include "core/polyomino.h"

#include <string.h>

enum {
    FLIP_FILL_PIECES = 16,
    FLIP_FILL_PLACEMENTS = 8192,
    FLIP_FILL_ANY_NUMBER = 64, /* as the supply of a piece: more than a board can hold */
};

/* Moves the squares into the upper left corner and measures the box. */
static inline void trim(struct flip_shape *shape)
{
    unsigned columns = 0;
    int top = 0, bottom = 0;
    for (int y = 0; y < FLIP_SHAPE_SIDE; y++) {
        columns |= shape->row[y];
        if (shape->row[y])
            bottom = y + 1;
        else if (bottom == 0)
            top = y + 1;
    }
    const int left = columns ? __builtin_ctz(columns) : 0;
    const int right = columns ? 32 - __builtin_clz(columns) : 0;
    struct flip_shape trimmed = {.width = (uint8_t)(right - left),
                                 .height = (uint8_t)(bottom > top ? bottom - top : 0)};
    for (int y = 0; y < trimmed.height; y++)
        trimmed.row[y] = (uint8_t)(shape->row[y + top] >> left);
    *shape = trimmed;
}

/* Rows of '#' (a square) and '.' (none), all of one length; empty rows and columns at the edges are cut off. */
static inline int flip_shape_read(const char *const *rows, int count, struct flip_shape *out, struct flip_error *error)
{
    if (count < 1 || count > FLIP_SHAPE_SIDE)
        return flip_fail(error, FLIP_ERROR_BAD_SHAPE, "A shape has 1 to %d rows, not %d.", FLIP_SHAPE_SIDE, count);
    struct flip_shape shape = {0};
    const size_t width = strlen(rows[0]);
    for (int y = 0; y < count; y++) {
        if (strlen(rows[y]) != width || width > FLIP_SHAPE_SIDE)
            return flip_fail(error, FLIP_ERROR_BAD_SHAPE,
                             "Row %d of the shape: all rows have the same length, 1 to %d.", y + 1, FLIP_SHAPE_SIDE);
        for (size_t x = 0; x < width; x++) {
            if (rows[y][x] == '#')
                shape.row[y] = (uint8_t)(shape.row[y] | 1u << x);
            else if (rows[y][x] != '.')
                return flip_fail(error, FLIP_ERROR_BAD_SHAPE,
                                 "Row %d of the shape: '#' is a square, '.' is none, nothing else.", y + 1);
        }
    }
    trim(&shape);
    if (shape.width == 0)
        return flip_fail(error, FLIP_ERROR_BAD_SHAPE, "A shape has at least one square ('#').");
    *out = shape;
    return 0;
}

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

static inline void flip_filler_open(struct flip_filler *filler, flip_set board, int width)
{
    filler->board = board;
    filler->width = width;
    filler->pieces = 0;
    filler->placements = 0;
}

static inline int flip_filler_add(struct flip_filler *filler, const struct flip_shape *shape, int supply,
                                  struct flip_error *error)
{
    flip_set all[FLIP_ORIENTATIONS * 64];
    const int count = flip_shape_placements(shape, filler->board, filler->width, all, FLIP_ORIENTATIONS * 64);
    if (filler->pieces == FLIP_FILL_PIECES || filler->placements + count > FLIP_FILL_PLACEMENTS)
        return flip_fail(error, FLIP_ERROR_TOO_MANY, "A board can be filled with at most %d kinds of pieces.",
                         FLIP_FILL_PIECES);
    int *first = filler->first[filler->pieces];
    for (int lowest = 0; lowest < 64; lowest++) {
        first[lowest] = filler->placements;
        for (int i = 0; i < count; i++)
            if (flip_set_first(all[i]) == lowest)
                filler->placement[filler->placements++] = all[i];
    }
    first[64] = filler->placements;
    filler->supply[filler->pieces++] = supply;
    return 0;
}

struct search {
    const struct flip_filler *filler;
    uint64_t found, limit;
    int supply[FLIP_FILL_PIECES];
    flip_set column[2]; /* the squares of the first and the last column: neighbours do not reach around the edge */
    flip_set path[64];
    flip_set *filling;
};

/* A free square all of whose neighbours are covered can only be filled by a single square, which no shape here is. */
static inline bool has_hole(const struct search *search, flip_set open)
{
    const int width = search->filler->width;
    const flip_set rows = width < 64 ? open << width | open >> width : 0;
    const flip_set beside = (open & ~search->column[1]) << 1 | (open & ~search->column[0]) >> 1;
    return (open & ~(rows | beside)) != 0;
}

static inline void fill(struct search *search, flip_set open, int depth, bool singles)
{
    if (open == 0) {
        if (search->found++ == 0 && search->filling) {
            memcpy(search->filling, search->path, (size_t)depth * sizeof *search->filling);
            if (depth < 64)
                search->filling[depth] = 0;
        }
        return;
    }
    if (!singles && has_hole(search, open))
        return;
    const struct flip_filler *filler = search->filler;
    const int lowest = flip_set_first(open);
    for (int piece = 0; piece < filler->pieces; piece++) {
        if (search->supply[piece] == 0)
            continue;
        search->supply[piece]--;
        const int end = filler->first[piece][lowest + 1];
        for (int i = filler->first[piece][lowest]; i < end && search->found < search->limit; i++) {
            const flip_set squares = filler->placement[i];
            if ((squares & ~open) == 0) {
                search->path[depth] = squares;
                fill(search, open & ~squares, depth + 1, singles);
            }
        }
        search->supply[piece]++;
    }
}

static inline uint64_t flip_filler_count(const struct flip_filler *filler, uint64_t limit, flip_set *filling)
{
    struct search search = {.filler = filler, .limit = limit, .filling = filling};
    bool singles = false;
    memcpy(search.supply, filler->supply, sizeof search.supply);
    for (int i = 0; i < 64; i += filler->width) {
        search.column[0] |= FLIP_BIT(i);
        search.column[1] |= i + filler->width <= 64 ? FLIP_BIT(i + filler->width - 1) : 0;
    }
    for (int i = 0; i < filler->placements; i++)
        singles |= flip_set_rest(filler->placement[i]) == 0;
    fill(&search, filler->board, 0, singles);
    return search.found;
}

#endif
