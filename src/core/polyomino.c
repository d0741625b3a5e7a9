/* Polyominoes: turning and placing, without allocation. */
#include "polyomino.h"

#include <assert.h>
#include <string.h>

static bool square(const struct flip_shape *shape, int x, int y) { return (shape->row[y] >> x & 1) != 0; }

int flip_shape_squares(const struct flip_shape *shape)
{
    int squares = 0;
    for (int y = 0; y < shape->height; y++)
        squares += flip_set_count(shape->row[y]);
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
