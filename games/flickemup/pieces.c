/*
 * The pieces of the box: how large they are, and how they lie to each other as seen from above. A footprint is a circle or a
 * handful of rectangles in the piece's own frame; that is all the rules need to know which places are free.
 */
#include "games/flickemup/flickemup.h"

#include <stddef.h>

struct sort {
    uint8_t shape;
    int32_t size[3];
    int32_t mass; /* mg */
};

/* All of wood but for the houses: their blocks are weighted to 30 g each. A house of bare wood, 20.6 g, tips over its own front
   edge as soon as it slides: its middle is 26 mm high and 7 mm behind the edge, and friction is 0.3 of its weight. */
static const struct sort figure_sort = {
    FLIP_BODY_ROUND, {2 * FLICKEMUP_COWBOY_RADIUS, 2 * FLICKEMUP_COWBOY_RADIUS, FLICKEMUP_COWBOY_HEIGHT}, 6000};
static const struct sort building_sort = {
    FLIP_BODY_BUILDING, {FLICKEMUP_BLOCK_SIDE, 2 * FLICKEMUP_DOOR_HALF, 3000}, 65000};
static const struct sort gallows_sort = {FLIP_BODY_BOX, {4000, 4000, 6000}, 62400};
static const struct sort barrel_sort = {FLIP_BODY_ROUND, {2000, 2000, 2600}, 5309};
static const struct sort cactus_sort = {FLIP_BODY_BOX, {1400, 1400, 3400}, 4332};
static const struct sort fence_sort = {FLIP_BODY_BOX, {6000, 800, 1800}, 5616};
static const struct sort tumbleweed_sort = {FLIP_BODY_BOX, {1400, 1400, 1400}, 1000};
static const struct sort block_sort = {FLIP_BODY_BOX, {2000, 2000, 3000}, 7800};
static const struct sort disc_sort = {
    FLIP_BODY_ROUND, {2 * FLICKEMUP_DISC_RADIUS, 2 * FLICKEMUP_DISC_RADIUS, 800}, 2352};
static const struct sort bullet_sort = {
    FLIP_BODY_ROUND, {2 * FLICKEMUP_BULLET_RADIUS, 2 * FLICKEMUP_BULLET_RADIUS, 800}, 1323};
static const struct sort dynamite_sort = {
    FLIP_BODY_OCTAGON, {2 * FLICKEMUP_DYNAMITE_RADIUS, 2 * FLICKEMUP_DYNAMITE_RADIUS, 800}, 1723};

static const struct sort *sort_of(int piece)
{
    static const struct {
        int first;
        const struct sort *sort;
    } kinds[] = {{FLICKEMUP_BLOCK, &block_sort},           {FLICKEMUP_TUMBLEWEEDS, &tumbleweed_sort},
                 {FLICKEMUP_FENCES, &fence_sort},          {FLICKEMUP_CACTUSES, &cactus_sort},
                 {FLICKEMUP_BARRELS, &barrel_sort},        {FLICKEMUP_GALLOWS, &gallows_sort},
                 {FLICKEMUP_BUILDINGS_AT, &building_sort}, {0, &figure_sort}};
    size_t i = 0;
    while (piece < kinds[i].first)
        i++;
    return kinds[i].sort;
}

static struct flip_body body_of(const struct sort *sort, const struct flip_pose *pose)
{
    return (struct flip_body){
        .shape = sort->shape, .size = {sort->size[0], sort->size[1], sort->size[2]}, .mass = sort->mass, .pose = *pose};
}

struct flip_body flickemup_body(int piece, const struct flip_pose *pose)
{
    struct flip_body body = body_of(sort_of(piece), pose);
    body.figure = piece < FLICKEMUP_FIGURES;
    return body;
}

struct flip_body flickemup_flicked_body(enum flickemup_flick kind, const struct flip_pose *pose)
{
    static const struct sort *const sorts[] = {[FLICKEMUP_FLICK_MOVE] = &disc_sort,
                                               [FLICKEMUP_FLICK_SHOT] = &bullet_sort,
                                               [FLICKEMUP_FLICK_THROW] = &dynamite_sort};
    return body_of(sorts[kind], pose);
}

struct flip_pose flickemup_standing(int piece, int32_t x, int32_t y, int32_t angle)
{
    const struct sort *sort = sort_of(piece);
    return flip_pose_upright(x, y, sort->shape == FLIP_BODY_BUILDING ? 0 : sort->size[2] / 2, angle);
}

/* --- frames ---------------------------------------------------------------------------------------------------------- */

/* Where the piece's own +x points, seen from above, or its top if it lies: as long as FLIP_UNIT. */
static void heading(const struct flip_pose *pose, int64_t *c, int64_t *s)
{
    const int64_t w = pose->q[0], x = pose->q[1], y = pose->q[2], z = pose->q[3];
    const bool down = flip_pose_down(pose);
    *c = (down ? 2 * (x * z + w * y) : w * w + x * x - y * y - z * z) / FLIP_UNIT;
    *s = (down ? 2 * (y * z - w * x) : 2 * (x * y + w * z)) / FLIP_UNIT;
    const int64_t length = flip_square_root((uint64_t)(*c * *c + *s * *s));
    if (length == 0) { /* upside down */
        *c = FLIP_UNIT;
        return;
    }
    *c = *c * FLIP_UNIT / length;
    *s = *s * FLIP_UNIT / length;
}

/* A point in the piece's own frame. */
static void to_frame(const struct flip_pose *pose, int32_t x, int32_t y, int32_t *ahead, int32_t *left)
{
    int64_t c, s;
    heading(pose, &c, &s);
    const int64_t dx = x - pose->x, dy = y - pose->y;
    *ahead = (int32_t)((dx * c + dy * s) / FLIP_UNIT);
    *left = (int32_t)((dy * c - dx * s) / FLIP_UNIT);
}

void flickemup_at_door(const struct flip_pose *door, int32_t x, int32_t y, int32_t *along, int32_t *before)
{
    to_frame(door, x, y, before, along);
}

void flickemup_from_door(const struct flip_pose *door, int32_t along, int32_t before, int32_t *x, int32_t *y)
{
    int64_t c, s;
    heading(door, &c, &s);
    *x = door->x + (int32_t)((before * c - along * s) / FLIP_UNIT);
    *y = door->y + (int32_t)((before * s + along * c) / FLIP_UNIT);
}

/* --- footprints ------------------------------------------------------------------------------------------------------ */

struct rectangle {
    int32_t x, y, half_x, half_y; /* in the piece's frame */
};

enum { MOST_RECTANGLES = 3 };

/* The rectangles of a piece; 0: it is a circle of *radius. */
static int footprint(int piece, const struct flip_pose *pose, bool tall, struct rectangle out[MOST_RECTANGLES],
                     int32_t *radius)
{
    const struct sort *sort = sort_of(piece);
    const bool down = flip_pose_down(pose);
    const int32_t half_block = FLICKEMUP_BLOCK_SIDE / 2;
    switch (sort->shape) {
    case FLIP_BODY_BUILDING:
        for (int i = 0; i < 2; i++)
            out[i] = (struct rectangle){0, (i ? -1 : 1) * (FLICKEMUP_DOOR_HALF + half_block), half_block, half_block};
        out[2] = (struct rectangle){half_block + FLIP_FRONT_THICK / 2, 0, FLIP_FRONT_THICK / 2, FLICKEMUP_FRONT_HALF};
        return tall ? 3 : 2;
    case FLIP_BODY_ROUND:
        *radius = sort->size[0] / 2;
        out[0] = (struct rectangle){0, 0, sort->size[2] / 2, sort->size[0] / 2};
        return down ? 1 : 0;
    default:
        out[0] = (struct rectangle){0, 0, sort->size[0] / 2, sort->size[1] / 2};
        if (down) { /* on whichever side: its longest sides will do */
            const int32_t most = sort->size[0] > sort->size[2] ? sort->size[0] : sort->size[2];
            out[0] = (struct rectangle){0, 0, most / 2, most / 2};
        }
        return 1;
    }
}

static int32_t rectangle_distance(const struct rectangle *r, int32_t x, int32_t y)
{
    int64_t dx = x > r->x ? x - r->x : r->x - x, dy = y > r->y ? y - r->y : r->y - y;
    dx = dx > r->half_x ? dx - r->half_x : 0;
    dy = dy > r->half_y ? dy - r->half_y : 0;
    return (int32_t)flip_square_root((uint64_t)(dx * dx + dy * dy));
}

int32_t flickemup_distance(int piece, const struct flip_pose *pose, int32_t x, int32_t y, bool tall)
{
    struct rectangle part[MOST_RECTANGLES];
    int32_t radius = 0, ahead, left;
    const int count = footprint(piece, pose, tall, part, &radius);
    if (count == 0) {
        const int64_t dx = x - pose->x, dy = y - pose->y;
        const int32_t way = (int32_t)flip_square_root((uint64_t)(dx * dx + dy * dy));
        return way > radius ? way - radius : 0;
    }
    to_frame(pose, x, y, &ahead, &left);
    int32_t nearest = INT32_MAX;
    for (int i = 0; i < count; i++) {
        const int32_t way = rectangle_distance(&part[i], ahead, left);
        nearest = way < nearest ? way : nearest;
    }
    return nearest;
}

/* Does it reach up to the fronts of the buildings? Lower things stand under them. */
static bool tall(int piece)
{
    const struct sort *sort = sort_of(piece);
    return sort->shape == FLIP_BODY_BUILDING || sort->size[2] > building_sort.size[2];
}

/* Two rectangles are apart if they are so along a side of one of them. Side by side is not in each other. */
static bool meet(const struct flip_pose *pose, const struct rectangle *a, const struct flip_pose *at,
                 const struct rectangle *b)
{
    int64_t c[2], s[2];
    heading(pose, &c[0], &s[0]);
    heading(at, &c[1], &s[1]);
    int32_t x[2], y[2];
    flickemup_from_door(pose, a->y, a->x, &x[0], &y[0]);
    flickemup_from_door(at, b->y, b->x, &x[1], &y[1]);
    const int64_t half[2][2] = {{a->half_x, a->half_y}, {b->half_x, b->half_y}};
    const int64_t dx = x[1] - x[0], dy = y[1] - y[0];
    for (int axis = 0; axis < 4; axis++) {
        const int64_t ux = axis & 1 ? -s[axis / 2] : c[axis / 2], uy = axis & 1 ? c[axis / 2] : s[axis / 2];
        int64_t reach = 0;
        for (int i = 0; i < 2; i++) {
            const int64_t along = c[i] * ux + s[i] * uy, across = c[i] * uy - s[i] * ux;
            reach += half[i][0] * (along < 0 ? -along : along) + half[i][1] * (across < 0 ? -across : across);
        }
        const int64_t way = (dx * ux + dy * uy) * FLIP_UNIT;
        if ((way < 0 ? -way : way) >= reach)
            return false;
    }
    return true;
}

bool flickemup_overlap(int piece, const struct flip_pose *pose, int other, const struct flip_pose *at)
{
    struct rectangle part[MOST_RECTANGLES], other_part[MOST_RECTANGLES];
    int32_t radius = 0, other_radius = 0;
    const int count = footprint(piece, pose, tall(other), part, &radius);
    const int other_count = footprint(other, at, tall(piece), other_part, &other_radius);
    if (count == 0)
        return flickemup_distance(other, at, pose->x, pose->y, tall(piece)) < radius;
    if (other_count == 0)
        return flickemup_distance(piece, pose, at->x, at->y, tall(other)) < other_radius;
    for (int i = 0; i < count; i++)
        for (int k = 0; k < other_count; k++)
            if (meet(pose, &part[i], at, &other_part[k]))
                return true;
    return false;
}
