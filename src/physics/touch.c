/*
 * Finds where pieces touch. Most of it happens between standing pieces: a disc against a cowboy, a barrel, a block.
 * That is a problem in the plane, solved exactly at the lowest and at the highest height that both have: two points,
 * one above the other, fix the height of the push. Pieces that lie or lean are left to ODE's general collision.
 */
#include "physics/parts.h"

#include <math.h>

#define NEARLY_UPRIGHT 0.985 /* a cosine: up to 10° a lean only shifts the circle with the height */
#define TOUCHES_NOT    1e-7  /* cm: less overlap is none */
#define TABLE_SKIN     0.002 /* cm: nearer is on the table; else a piece at rest would touch it every other step */

/* --- the table ------------------------------------------------------------------------------------------------------ */

static int add_table_touch(dReal x, dReal y, dReal z, struct touch *out, int count)
{
    if (z > TABLE_SKIN || count == TOUCHES)
        return count;
    out[count] = (struct touch){.at = {x, y, z}, .normal = {0, 0, 1}, .depth = larger(0, -z)};
    return count + 1;
}

/* A cylinder can stand on a rim or lie on a line. The lowest points of both rims are always among the points checked,
   so a piece tips about its true edge; three more points of the lower rim complete its stand. */
static int cylinder_on_table(const struct part *part, struct touch *out)
{
    const dReal axis[3] = {part->turn[0][2], part->turn[1][2], part->turn[2][2]};
    const dReal r = part->half[0], h = part->half[2];
    /* The radial direction that points down most; any one for an upright cylinder. */
    dReal down[3] = {axis[2] * axis[0], axis[2] * axis[1], axis[2] * axis[2] - 1};
    const dReal steep = sqrt(down[0] * down[0] + down[1] * down[1] + down[2] * down[2]);
    for (int i = 0; i < 3; i++)
        down[i] = steep > 1e-9 ? down[i] / steep : part->turn[i][0];
    const dReal across[3] = {axis[1] * down[2] - axis[2] * down[1], axis[2] * down[0] - axis[0] * down[2],
                             axis[0] * down[1] - axis[1] * down[0]};
    const dReal low = axis[2] >= 0 ? -h : h;
    int count = 0;
    for (int n = 0; n < 5; n++) {
        const dReal along = n == 4 ? -low : low;
        const dReal a = n == 0 || n == 4 ? r : n == 1 ? -r : 0, b = n == 2 ? r : n == 3 ? -r : 0;
        count = add_table_touch(part->at[0] + along * axis[0] + a * down[0] + b * across[0],
                                part->at[1] + along * axis[1] + a * down[1] + b * across[1],
                                part->at[2] + along * axis[2] + a * down[2] + b * across[2], out, count);
    }
    return count;
}

static int box_on_table(const struct part *part, struct touch *out)
{
    int count = 0;
    for (int n = 0; n < 8; n++) {
        dReal corner[3];
        for (int i = 0; i < 3; i++)
            corner[i] = part->at[i] + (n & 1 ? 1 : -1) * part->half[0] * part->turn[i][0] +
                        (n & 2 ? 1 : -1) * part->half[1] * part->turn[i][1] +
                        (n & 4 ? 1 : -1) * part->half[2] * part->turn[i][2];
        count = add_table_touch(corner[0], corner[1], corner[2], out, count);
    }
    return count;
}

int touch_table(const struct part *part, struct touch *out)
{
    return part->kind == CYLINDER ? cylinder_on_table(part, out) : box_on_table(part, out);
}

/* --- standing pieces ------------------------------------------------------------------------------------------------ */

static dReal bottom(const struct part *part) { return part->at[2] - part->half[2] * part->turn[2][2]; }
static dReal top(const struct part *part) { return part->at[2] + part->half[2] * part->turn[2][2]; }

/* The centre of the part's cross-section at a height. */
static void middle_at(const struct part *part, dReal z, dReal out[2])
{
    const dReal along = (z - part->at[2]) / part->turn[2][2];
    out[0] = part->at[0] + along * part->turn[0][2];
    out[1] = part->at[1] + along * part->turn[1][2];
}

/* Two circles at a height; they touch if `depth` is above 0. */
static struct touch touch_circles(const struct part *a, const struct part *b, dReal z)
{
    dReal from[2], to[2];
    middle_at(a, z, to);
    middle_at(b, z, from);
    const dReal x = to[0] - from[0], y = to[1] - from[1], distance = sqrt(x * x + y * y);
    struct touch out = {.depth = a->half[0] + b->half[0] - distance};
    out.normal[0] = distance > 1e-9 ? x / distance : 1;
    out.normal[1] = distance > 1e-9 ? y / distance : 0;
    out.at[0] = from[0] + out.normal[0] * b->half[0];
    out.at[1] = from[1] + out.normal[1] * b->half[0];
    out.at[2] = z;
    return out;
}

static dReal clamp(dReal value, dReal half) { return smaller(half, larger(-half, value)); }

/* A circle and a rectangle at a height. */
static struct touch touch_circle_and_box(const struct part *a, const struct part *b, dReal z)
{
    dReal circle[2], middle[2];
    middle_at(a, z, circle);
    middle_at(b, z, middle);
    const dReal size = sqrt(b->turn[0][0] * b->turn[0][0] + b->turn[1][0] * b->turn[1][0]);
    const dReal c = b->turn[0][0] / size, s = b->turn[1][0] / size;
    const dReal dx = circle[0] - middle[0], dy = circle[1] - middle[1];
    const dReal x = c * dx + s * dy, y = c * dy - s * dx;
    dReal on[2] = {clamp(x, b->half[0]), clamp(y, b->half[1])}, normal[2], depth;
    const dReal distance = sqrt((x - on[0]) * (x - on[0]) + (y - on[1]) * (y - on[1]));
    if (distance > 1e-9) {
        normal[0] = (x - on[0]) / distance;
        normal[1] = (y - on[1]) / distance;
        depth = a->half[0] - distance;
    } else { /* the centre of the circle is inside: out by the nearest side */
        const int side = b->half[0] - fabs(x) < b->half[1] - fabs(y) ? 0 : 1;
        const dReal along = side == 0 ? x : y;
        normal[side] = along < 0 ? -1 : 1;
        normal[1 - side] = 0;
        on[side] = normal[side] * b->half[side];
        depth = a->half[0] + b->half[side] - fabs(along);
    }
    struct touch out = {.depth = depth};
    out.normal[0] = c * normal[0] - s * normal[1];
    out.normal[1] = s * normal[0] + c * normal[1];
    out.at[0] = middle[0] + c * on[0] - s * on[1];
    out.at[1] = middle[1] + s * on[0] + c * on[1];
    out.at[2] = z;
    return out;
}

/* For two standing parts, of which `a` is a cylinder. Returns -1 if one is on top of the other: that is not a problem
   in the plane. */
static int touch_standing(const struct part *a, const struct part *b, struct touch *out)
{
    const dReal low = larger(bottom(a), bottom(b)), high = smaller(top(a), top(b));
    if (high < low)
        return 0;
    int count = 0;
    for (int n = 0; n < 2; n++) {
        const dReal z = n == 0 ? low : high;
        const struct touch touch = b->kind == CYLINDER ? touch_circles(a, b, z) : touch_circle_and_box(a, b, z);
        if (touch.depth <= TOUCHES_NOT)
            continue;
        if (touch.depth > high - low && touch.depth > 0.05)
            return -1;
        out[count++] = touch;
    }
    return count;
}

/* --- everything else ------------------------------------------------------------------------------------------------ */

static dGeomID geom_of(const struct part *part, const struct geoms *shapes, int which)
{
    dGeomID geom = part->kind == CYLINDER ? shapes->cylinder[which] : shapes->box[which];
    if (part->kind == CYLINDER)
        dGeomCylinderSetParams(geom, part->half[0], 2 * part->half[2]);
    else
        dGeomBoxSetLengths(geom, 2 * part->half[0], 2 * part->half[1], 2 * part->half[2]);
    dMatrix3 rows = {0};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            rows[4 * i + j] = part->turn[i][j];
    dGeomSetRotation(geom, rows);
    dGeomSetPosition(geom, part->at[0], part->at[1], part->at[2]);
    return geom;
}

static int touch_general(const struct part *a, const struct part *b, const struct geoms *shapes, struct touch *out)
{
    dContactGeom hit[TOUCHES];
    const int count = dCollide(geom_of(a, shapes, 0), geom_of(b, shapes, 1), TOUCHES, hit, sizeof *hit);
    for (int n = 0; n < count; n++)
        for (int i = 0; i < 3; i++) {
            out[n].at[i] = hit[n].pos[i];
            out[n].normal[i] = hit[n].normal[i];
            out[n].depth = hit[n].depth;
        }
    return count;
}

int touch_parts(const struct part *a, const struct part *b, const struct geoms *shapes, struct touch *out)
{
    if (a->turn[2][2] > NEARLY_UPRIGHT && b->turn[2][2] > NEARLY_UPRIGHT &&
        (a->kind == CYLINDER || b->kind == CYLINDER)) {
        const bool swap = a->kind != CYLINDER;
        const int count = swap ? touch_standing(b, a, out) : touch_standing(a, b, out);
        for (int n = 0; swap && n < count; n++)
            for (int i = 0; i < 3; i++)
                out[n].normal[i] = -out[n].normal[i];
        if (count >= 0)
            return count;
    }
    return touch_general(a, b, shapes, out);
}
