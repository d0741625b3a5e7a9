/* Polyominoes: reading, turning, placing, and the exact-cover search over placements. No memory is taken from the heap. */
#include "polyomino.h"

#include <assert.h>
#include <string.h>

static bool square(const struct flip_shape *shape, int x, int y) { return (shape->row[y] >> x & 1) != 0; }

/* Moves the squares into the upper left corner and measures the box. */
static void trim(struct flip_shape *shape)
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

int flip_shape_read(const char *const *rows, int count, struct flip_shape *out, struct flip_error *error)
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

int flip_shape_squares(const struct flip_shape *shape)
{
    int squares = 0;
    for (int y = 0; y < shape->height; y++)
        squares += __builtin_popcount(shape->row[y]);
    return squares;
}

static struct flip_shape turned(const struct flip_shape *shape)
{
    struct flip_shape out = {.width = shape->height, .height = shape->width};
    for (int y = 0; y < shape->height; y++)
        for (int x = 0; x < shape->width; x++)
            if (square(shape, x, y))
                out.row[x] = (uint8_t)(out.row[x] | 1u << (shape->height - 1 - y));
    return out;
}

static struct flip_shape mirrored(const struct flip_shape *shape)
{
    struct flip_shape out = {.width = shape->width, .height = shape->height};
    for (int y = 0; y < shape->height; y++)
        for (int x = 0; x < shape->width; x++)
            if (square(shape, x, y))
                out.row[y] = (uint8_t)(out.row[y] | 1u << (shape->width - 1 - x));
    return out;
}

int flip_shape_orientations(const struct flip_shape *shape, struct flip_shape out[FLIP_ORIENTATIONS])
{
    int count = 0;
    struct flip_shape next = *shape;
    for (int i = 0; i < FLIP_ORIENTATIONS; i++) {
        bool known = false;
        for (int k = 0; k < count && !known; k++)
            known = memcmp(&out[k], &next, sizeof next) == 0;
        if (!known)
            out[count++] = next;
        next = turned(&next);
        if (i == 3)
            next = mirrored(&next);
    }
    return count;
}

flip_set flip_shape_at(const struct flip_shape *shape, int width, int x, int y)
{
    assert(width > 0 && width <= 64);
    const int last = (y + shape->height - 1) * width + x + shape->width - 1;
    if (x < 0 || y < 0 || x + shape->width > width || last >= 64)
        return 0;
    flip_set squares = 0;
    for (int i = 0; i < shape->height; i++)
        squares |= (flip_set)shape->row[i] << ((y + i) * width + x);
    return squares;
}

int flip_shape_placements(const struct flip_shape *shape, flip_set free, int width, flip_set *out, int cap)
{
    struct flip_shape orientation[FLIP_ORIENTATIONS];
    const int orientations = flip_shape_orientations(shape, orientation);
    const int height = (64 + width - 1) / width;
    int count = 0;
    for (int i = 0; i < orientations; i++)
        for (int y = 0; y < height; y++)
            for (int x = 0; x < width; x++) {
                const flip_set squares = flip_shape_at(&orientation[i], width, x, y);
                if (squares == 0 || (squares & ~free) != 0)
                    continue;
                if (count < cap)
                    out[count] = squares;
                count++;
            }
    return count;
}

/* --- filling a board ----------------------------------------------------------------------------------------------------- */

void flip_filler_open(struct flip_filler *filler, flip_set board, int width)
{
    filler->board = board;
    filler->width = width;
    filler->pieces = 0;
    filler->placements = 0;
}

int flip_filler_add(struct flip_filler *filler, const struct flip_shape *shape, int supply, struct flip_error *error)
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
static bool has_hole(const struct search *search, flip_set open)
{
    const int width = search->filler->width;
    const flip_set rows = width < 64 ? open << width | open >> width : 0;
    const flip_set beside = (open & ~search->column[1]) << 1 | (open & ~search->column[0]) >> 1;
    return (open & ~(rows | beside)) != 0;
}

static void fill(struct search *search, flip_set open, int depth, bool singles)
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

uint64_t flip_filler_count(const struct flip_filler *filler, uint64_t limit, flip_set *filling)
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
