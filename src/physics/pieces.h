/* Pieces as the solver sees them: rigid bodies of upright cylinders and boxes. Nothing outside src/physics includes this. */
#ifndef FLIPSIDE_PHYSICS_PIECES_H
#define FLIPSIDE_PHYSICS_PIECES_H

#include <flipside/error.h>
#include <flipside/flick.h>
#include <ode/ode.h>

enum { PARTS = 4, TOUCHES = 8 };

/* Nothing here is ever NaN, which fmin and fmax would have to look for (in WebAssembly by a call). */
static inline dReal smaller(dReal a, dReal b) { return a < b ? a : b; }
static inline dReal larger(dReal a, dReal b) { return a > b ? a : b; }

enum part_kind { CYLINDER, BOX };

/* A convex part of a piece. Lengths are centimetres; a cylinder's axis is its z, and half[0] its radius. */
struct part {
    enum part_kind kind;
    bool support; /* a support block of a building */
    dReal half[3];
    dReal offset[3], yaw; /* in the frame of the body, whose origin is its centre of mass */
    dReal at[3];          /* where it is now */
    dReal turn[3][3];     /* rows; turn[i][j]: world axis i of own axis j */
};

struct piece {
    bool here, gone; /* on the table; gone: was, and left it during this flick */
    dBodyID body;    /* NULL while nothing has touched it */
    dMass mass;
    dReal mass_centre[3]; /* in the frame of the pose */
    dReal at[3];          /* of the centre of mass */
    dReal turn[3][3];
    dReal low[3], high[3]; /* what it fills at most, along the axes of the table */
    int part_count;
    struct part part[PARTS];
};

/* Where two parts meet: on the surface of the second, the way out of it for the first, and how deep they are in each other. */
struct touch {
    dReal at[3], normal[3], depth;
};

/* ODE's own collision is asked only where pieces lie or lean; these are the shapes that it is shown. */
struct stand_ins {
    dGeomID cylinder[2], box[2];
};

/// The piece of a scene at its pose, asleep. Fails for a size or mass that no piece has.
int piece_make(struct piece *piece, const struct flip_body *from, int number, struct flip_error *error);
/// After its body was moved: where its parts are now.
void piece_follow(struct piece *piece);
/// Its pose in integers. A piece that stands is saved as standing exactly, so that nothing creeps from flick to flick.
struct flip_pose piece_pose(const struct piece *piece);
/// Is its centre (a building's: the middle of its door line) past the edge of a table of that size in cm?
bool piece_past_edge(const struct piece *piece, dReal width, dReal height);
/// The cosine of its axis with the vertical.
static inline dReal piece_upright(const struct piece *piece) { return piece->turn[2][2]; }

/// Where a part meets the table, at most TOUCHES.
int touch_table(const struct part *part, struct touch *out);
/// Where two parts meet, at most TOUCHES.
int touch_parts(const struct part *a, const struct part *b, const struct stand_ins *shapes, struct touch *out);

#endif
