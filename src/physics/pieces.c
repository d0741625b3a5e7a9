/*
 * Converts pieces between their saved form (integers, poses) and the solver's (centimetres, grams, doubles, the frame
 * of the centre of mass). Their dimensions come with the scene, except those of a building's front.
 */
#include "physics/parts.h"

#include <math.h>
#include <string.h>

/* 1/100 mm in a centimetre, mg in a gram. */
#define LENGTH 1000.0
#define WEIGHT 1000.0

/* The front of a building. */
#define FRONT_WIDE    (FLIP_FRONT_WIDE / LENGTH)
#define FRONT_THICK   (FLIP_FRONT_THICK / LENGTH)
#define FRONT_HIGH    (FLIP_FRONT_HIGH / LENGTH)
#define FRONT_SHARE   (5.0 / 65.0) /* of the building's mass; the blocks have the rest, low down */
#define STANDS_COSINE 0.99985      /* within one degree: it stands */

static void rotation_of(const dReal q[4], dReal turn[3][3])
{
    const dReal w = q[0], x = q[1], y = q[2], z = q[3];
    turn[0][0] = 1 - 2 * (y * y + z * z);
    turn[0][1] = 2 * (x * y - w * z);
    turn[0][2] = 2 * (x * z + w * y);
    turn[1][0] = 2 * (x * y + w * z);
    turn[1][1] = 1 - 2 * (x * x + z * z);
    turn[1][2] = 2 * (y * z - w * x);
    turn[2][0] = 2 * (x * z - w * y);
    turn[2][1] = 2 * (y * z + w * x);
    turn[2][2] = 1 - 2 * (x * x + y * y);
}

static void rotate(dReal turn[3][3], const dReal v[3], dReal out[3])
{
    for (int i = 0; i < 3; i++)
        out[i] = turn[i][0] * v[0] + turn[i][1] * v[1] + turn[i][2] * v[2];
}

/* --- parts ---------------------------------------------------------------------------------------------------------- */

static struct part *add_part(struct piece *piece, enum part_kind kind, dReal x, dReal y, dReal z)
{
    struct part *part = &piece->part[piece->part_count++];
    part->kind = kind;
    part->half[0] = x / 2;
    part->half[1] = y / 2;
    part->half[2] = z / 2;
    return part;
}

/* The origin of a building's pose is the middle of its door line on the table; it faces +x. */
static void make_building(struct piece *piece, dReal block_side, dReal door_wide, dReal block_high, dReal grams)
{
    const dReal block = grams * (1 - FRONT_SHARE) / 2, front = grams * FRONT_SHARE;
    dMassSetZero(&piece->mass);
    for (int side = -1; side <= 1; side++) {
        struct part *part = side == 0 ? add_part(piece, BOX, FRONT_THICK, FRONT_WIDE, FRONT_HIGH)
                                      : add_part(piece, BOX, block_side, block_side, block_high);
        part->support = side != 0;
        part->offset[0] = side == 0 ? (block_side + FRONT_THICK) / 2 : 0;
        part->offset[1] = side * (door_wide + block_side) / 2;
        part->offset[2] = side == 0 ? block_high + FRONT_HIGH / 2 : block_high / 2;
        dMass mass;
        dMassSetBoxTotal(&mass, side == 0 ? front : block, 2 * part->half[0], 2 * part->half[1], 2 * part->half[2]);
        dMassTranslate(&mass, part->offset[0], part->offset[1], part->offset[2]);
        dMassAdd(&piece->mass, &mass);
    }
    for (int i = 0; i < 3; i++)
        piece->mass_centre[i] = piece->mass.c[i];
    dMassTranslate(&piece->mass, -piece->mass_centre[0], -piece->mass_centre[1], -piece->mass_centre[2]);
    /* ODE needs exactly 0 here, without rounding errors. */
    memset(piece->mass.c, 0, sizeof piece->mass.c);
    for (int n = 0; n < piece->part_count; n++)
        for (int i = 0; i < 3; i++)
            piece->part[n].offset[i] -= piece->mass_centre[i];
}

/* Four bars from side to opposite side cover exactly an octagon. */
static void make_octagon(struct piece *piece, dReal across, dReal high, dReal grams)
{
    const dReal side = across * (M_SQRT2 - 1);
    for (int n = 0; n < 4; n++)
        add_part(piece, BOX, across, side, high)->yaw = n * M_PI_4;
    dMassSetCylinderTotal(&piece->mass, grams, 3, across * sqrt(2 * (M_SQRT2 - 1) / M_PI), high);
}

int piece_make(struct piece *piece, const struct flip_body *from, int number, struct flip_error *error)
{
    memset(piece, 0, sizeof *piece);
    if (from->shape == FLIP_BODY_NONE)
        return 0;
    const dReal x = from->size[0] / LENGTH, y = from->size[1] / LENGTH, z = from->size[2] / LENGTH;
    const dReal grams = from->mass / WEIGHT;
    const bool long_and_wide = from->shape == FLIP_BODY_BOX || from->shape == FLIP_BODY_BUILDING;
    if (from->mass <= 0 || x <= 0 || z <= 0 || (long_and_wide && y <= 0))
        return flip_fail(error, FLIP_ERROR_BAD_SCENE, "Piece %d of the scene has no size or no mass.", number);
    switch ((enum flip_body_shape)from->shape) {
    case FLIP_BODY_ROUND:
        add_part(piece, CYLINDER, x, x, z);
        dMassSetCylinderTotal(&piece->mass, grams, 3, x / 2, z);
        break;
    case FLIP_BODY_BOX:
        add_part(piece, BOX, x, y, z);
        dMassSetBoxTotal(&piece->mass, grams, x, y, z);
        break;
    case FLIP_BODY_OCTAGON:
        make_octagon(piece, x, z, grams);
        break;
    case FLIP_BODY_BUILDING:
        make_building(piece, x, y, z, grams);
        break;
    default:
        return flip_fail(error, FLIP_ERROR_BAD_SCENE, "Piece %d of the scene has a shape that there is not.", number);
    }
    const struct flip_pose *pose = &from->pose;
    dReal q[4], length = 0;
    for (int i = 0; i < 4; i++)
        length += (dReal)pose->q[i] * pose->q[i];
    if (length < 1)
        return flip_fail(error, FLIP_ERROR_BAD_SCENE, "Piece %d of the scene is turned by a quaternion of zeros.",
                         number);
    for (int i = 0; i < 4; i++)
        q[i] = pose->q[i] / sqrt(length);
    rotation_of(q, piece->turn);
    rotate(piece->turn, piece->mass_centre, piece->at);
    piece->at[0] += pose->x / LENGTH;
    piece->at[1] += pose->y / LENGTH;
    piece->at[2] += pose->z / LENGTH;
    piece->here = true;
    piece_update(piece);
    return 0;
}

static void place_part(struct piece *piece, struct part *part)
{
    rotate(piece->turn, part->offset, part->at);
    const dReal c = part->yaw == 0 ? 1 : cos(part->yaw), s = part->yaw == 0 ? 0 : sin(part->yaw);
    for (int i = 0; i < 3; i++) {
        part->at[i] += piece->at[i];
        part->turn[i][0] = c * piece->turn[i][0] + s * piece->turn[i][1];
        part->turn[i][1] = c * piece->turn[i][1] - s * piece->turn[i][0];
        part->turn[i][2] = piece->turn[i][2];
    }
}

/* The half extent of a part along a world axis. */
static dReal part_reach(const struct part *part, int axis)
{
    const dReal *row = part->turn[axis];
    const dReal up = fabs(row[2]) * part->half[2];
    if (part->kind == CYLINDER)
        return up + part->half[0] * sqrt(larger(0, 1 - row[2] * row[2]));
    return up + fabs(row[0]) * part->half[0] + fabs(row[1]) * part->half[1];
}

void piece_update(struct piece *piece)
{
    if (piece->body) {
        const dReal *at = dBodyGetPosition(piece->body), *rows = dBodyGetRotation(piece->body);
        for (int i = 0; i < 3; i++) {
            piece->at[i] = at[i];
            for (int j = 0; j < 3; j++)
                piece->turn[i][j] = rows[4 * i + j];
        }
    }
    for (int i = 0; i < 3; i++) {
        piece->low[i] = INFINITY;
        piece->high[i] = -INFINITY;
    }
    for (int n = 0; n < piece->part_count; n++) {
        struct part *part = &piece->part[n];
        place_part(piece, part);
        for (int i = 0; i < 3; i++) {
            const dReal reach = part_reach(part, i);
            piece->low[i] = smaller(piece->low[i], part->at[i] - reach);
            piece->high[i] = larger(piece->high[i], part->at[i] + reach);
        }
    }
}

bool piece_past_edge(const struct piece *piece, dReal width, dReal height)
{
    dReal centre[2];
    for (int i = 0; i < 2; i++) {
        centre[i] = piece->at[i];
        for (int j = 0; j < 3; j++)
            centre[i] -= piece->turn[i][j] * piece->mass_centre[j];
    }
    return centre[0] < 0 || centre[1] < 0 || centre[0] > width || centre[1] > height;
}

/* --- saving --------------------------------------------------------------------------------------------------------- */

static int32_t to_hundredths(dReal cm) { return (int32_t)lround(cm * LENGTH); }

struct flip_pose piece_pose(const struct piece *piece)
{
    dReal q[4], at[3], high;
    if (piece_upright(piece) > STANDS_COSINE && fabs(piece->low[2]) < 0.05) {
        const dReal yaw = atan2(piece->turn[1][0], piece->turn[0][0]);
        q[0] = cos(yaw / 2);
        q[1] = q[2] = 0;
        q[3] = sin(yaw / 2);
        high = piece->part[0].half[2] - piece->part[0].offset[2]; /* part 0 of every piece stands on the table */
    } else {
        dMatrix3 rows = {0};
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++)
                rows[4 * i + j] = piece->turn[i][j];
        dRtoQ(rows, q);
        high = piece->at[2];
    }
    if (q[0] < 0)
        for (int i = 0; i < 4; i++)
            q[i] = -q[i];
    dReal turn[3][3];
    rotation_of(q, turn);
    rotate(turn, piece->mass_centre, at);
    struct flip_pose pose = {.x = to_hundredths(piece->at[0] - at[0]),
                             .y = to_hundredths(piece->at[1] - at[1]),
                             .z = to_hundredths(high - at[2])};
    for (int i = 0; i < 4; i++)
        pose.q[i] = (int16_t)lround(q[i] * FLIP_UNIT);
    return pose;
}

void run_record(struct run *run, int number, bool always)
{
    struct flip_path *path = run->path;
    const struct flip_pose pose = piece_pose(&run->piece[number]);
    if (path->count == path->room || (!always && memcmp(&pose, &run->shown[number], sizeof pose) == 0))
        return;
    run->shown[number] = pose;
    path->pose[path->count++] =
        (struct flip_path_pose){.ms = (uint16_t)(run->ticks / TICKS), .piece = (uint8_t)number, .pose = pose};
}
