/*
 * A flick and its outcome. The rules of a flicking game ask for a flick and get its outcome; the physics (src/physics)
 * turns a scene into an outcome. They share these plain structs and know nothing else about each other. Records store
 * the outcome, so they replay identically on every machine, whatever its floating point does.
 */
#ifndef FLIPSIDE_FLICK_H
#define FLIPSIDE_FLICK_H

#include <flipside/error.h>
#include <flipside/set.h>

#include <stdbool.h>
#include <stdint.h>

FLIP_API_BEGIN

enum {
    FLIP_PIECES = 64,   /* on a table, including the flicked one: they fit in a flip_set */
    FLIP_CONTACTS = 32, /* in an outcome, at most */
    FLIP_UNIT = 32767,  /* stands for 1 in a pose's quaternion */
};

/* What rules, physics and faces must agree on besides the sizes of bodies: the front of a building in 1/100 mm, which
   begins at the height of the blocks and hangs before their front faces; and how a sliding piece slows down on the
   table. */
enum {
    FLIP_FRONT_WIDE = 10000,
    FLIP_FRONT_THICK = 200,
    FLIP_FRONT_HIGH = 6000,
    FLIP_FRICTION = 30,                                /* per cent of the weight */
    FLIP_GRAVITY = 9810,                               /* mm/s² */
    FLIP_SLOWING = FLIP_FRICTION * FLIP_GRAVITY / 100, /* mm/s² */
};

/// Where a piece is: its centre (for a building the middle of its door line, on the table) in 1/100 mm, and its
/// orientation as a unit quaternion w, x, y, z in 1/32767. Upright and facing 0° is (32767, 0, 0, 0).
struct flip_pose {
    int32_t x, y, z;
    int16_t q[4];
};

enum flip_body_shape {
    FLIP_BODY_NONE,    /* not on the table */
    FLIP_BODY_ROUND,   /* an upright cylinder: size[0] across, size[2] high */
    FLIP_BODY_BOX,     /* size[0] × size[1] × size[2] */
    FLIP_BODY_OCTAGON, /* an upright eight-sided prism: size[0] across its flats, size[2] high */
    FLIP_BODY_BUILDING, /* two support blocks and a front, one rigid body; it faces +x of its own frame. size[0]: a block's
                           side, size[1]: between the inner sides, size[2]: a block's height */
};

/// A piece as the physics sees it.
struct flip_body {
    uint8_t shape;   /* enum flip_body_shape */
    bool figure;     /* it matters whether this piece falls: only figures can be in `fell` */
    int32_t size[3]; /* 1/100 mm */
    int32_t mass;    /* mg */
    struct flip_pose pose;
};

/// A table before a flick: `body[flicked]` is at rest and starts with `speed` mm/s towards `angle` (1/100 degree, 0 =
/// +x, counter-clockwise). The table's lower left corner is the origin.
struct flip_scene {
    int32_t width, height; /* 1/100 mm */
    int count, flicked;
    int32_t angle, speed;
    struct flip_body body[FLIP_PIECES];
};

/// Which part of a piece the flicked one touched.
enum flip_contact_part {
    FLIP_PART_BODY,
    FLIP_PART_INNER, /* of a building: the inner side of a support block, or an edge of it */
    FLIP_PART_DOOR,  /* no contact: some part of the flicked piece crossed this building's door line from the front */
    FLIP_PART_BACK,  /* no contact: the same from behind */
};

struct flip_contact {
    uint8_t piece;
    uint8_t part; /* enum flip_contact_part */
};

/// The outcome of a flick. Pieces that are in none of the sets did not move.
struct flip_outcome {
    int contacts; /* the flicked piece's first contact with each (piece, part), in order of time */
    struct flip_contact contact[FLIP_CONTACTS];
    flip_set moved; /* `pose` says where to */
    flip_set fell;  /* figures whose axis is more than 45° from upright in the end */
    flip_set off;   /* their centre passed the edge of the table; `pose` says where */
    bool frozen;    /* stopped after six seconds, before everything was at rest */
    bool doors;     /* every crossed door line is among the contacts; an outcome written by hand may leave them out */
    struct flip_pose pose[FLIP_PIECES];
};

/// Turns flicks into outcomes: the physics, or a test's substitute. `flick` returns 0, or -1 with the reason.
struct flip_world {
    int (*flick)(void *context, const struct flip_scene *scene, struct flip_outcome *out, struct flip_error *error);
    void *context;
};

/// Can this be the outcome of that scene? Do the pieces exist, are those that stayed on the table on it, and so on?
int flip_outcome_check(const struct flip_scene *scene, const struct flip_outcome *outcome, struct flip_error *error);

/* --- angles and poses in integers, so that every machine agrees ---------------------------------------------------- */

enum {
    FLIP_TURN = 36000,  /* a full turn in 1/100 degree */
    FLIP_ONE = 1 << 24, /* stands for 1 in the values of flip_sin and flip_cos */
    FLIP_SPEED_MIN = 100 /* mm/s, the weakest flick */,
    FLIP_SPEED_MAX = 4000,
};

int32_t flip_sin(int32_t angle);
int32_t flip_cos(int32_t angle);
/// The direction of (x, y) in 0 … FLIP_TURN - 1; 0 for (0, 0).
int32_t flip_direction(int64_t x, int64_t y);
uint32_t flip_square_root(uint64_t n); /* rounded down */
/// The same angle in 0 … FLIP_TURN - 1.
static inline int32_t flip_angle(int64_t angle)
{
    const int32_t rest = (int32_t)(angle % FLIP_TURN);
    return rest < 0 ? rest + FLIP_TURN : rest;
}

/// A pose that stands upright, turned towards `angle`.
struct flip_pose flip_pose_upright(int32_t x, int32_t y, int32_t z, int32_t angle);
/// A pose that lies on its side, its top towards `angle`.
struct flip_pose flip_pose_lying(int32_t x, int32_t y, int32_t z, int32_t angle);
/// Is its own upward axis more than 45° from upright?
bool flip_pose_down(const struct flip_pose *pose);
/// Where its own +x axis points, seen from above; or its top, if it is lying (flip_pose_down).
int32_t flip_pose_facing(const struct flip_pose *pose);

/* --- how it went, for showing it ---------------------------------------------------------------------------------------- */

enum {
    FLIP_PATH_STEP = 10, /* ms between two poses of a moving piece */
};

/// A moving piece, `ms` after the flick.
struct flip_path_pose {
    uint16_t ms;
    uint8_t piece;
    struct flip_pose pose;
};

/// How the pieces moved to where the outcome has them: their poses every FLIP_PATH_STEP and at contacts of the flicked
/// one, for each piece only while it moves. The caller owns `pose`, which has room for `room`.
struct flip_path {
    int count, room;
    struct flip_path_pose *pose;
};

FLIP_API_END

#endif
