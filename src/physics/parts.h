/* Pieces for the solver, rigid bodies made of upright cylinders and boxes; and a running flick. For src/physics only. */
#pragma once

#include <flipside/flick.h>
#include <ode/ode.h>

enum { PARTS = 4, TOUCHES = 8 };

/* Faster than fmin and fmax, which also check for NaN (in WebAssembly by a call). */
static inline dReal smaller(dReal a, dReal b) { return a < b ? a : b; }
static inline dReal larger(dReal a, dReal b) { return a > b ? a : b; }

enum part_kind { CYLINDER, BOX };

/* A convex part of a piece. Lengths are centimetres; a cylinder's axis is its z, and half[0] its radius. */
struct part {
    enum part_kind kind;
    bool support; /* a support block of a building */
    dReal half[3];
    dReal offset[3], yaw; /* in the frame of the body, whose origin is its centre of mass */
    dReal at[3];          /* its current centre */
    dReal turn[3][3];     /* rows; turn[i][j]: world axis i of own axis j */
};

struct piece {
    bool here, gone; /* on the table; left it during this flick */
    dBodyID body;    /* NULL until something touches it */
    dMass mass;
    dReal mass_centre[3]; /* in the frame of the pose */
    dReal at[3];          /* of the centre of mass */
    dReal turn[3][3];
    dReal low[3], high[3]; /* its bounding box */
    int part_count;
    struct part part[PARTS];
};

/* A point where two parts touch, on the surface of the second; the normal points out of the second; how deep they
   overlap. */
struct touch {
    dReal at[3], normal[3], depth;
};

/* Reused shapes for ODE's own collision, which is only needed for pieces that lie or lean. */
struct geoms {
    dGeomID cylinder[2], box[2];
};

/// Makes a piece of the scene at its pose, without a body. Fails for an impossible size, mass, shape or pose.
int piece_make(struct piece *piece, const struct flip_body *from, int number, struct flip_error *error);
/// Updates the parts after the body has moved.
void piece_update(struct piece *piece);
/// Its pose in integers. A piece that stands is saved as exactly upright, so that nothing creeps from flick to flick.
struct flip_pose piece_pose(const struct piece *piece);
/// Is its centre (a building's: the middle of its door line) past the edge of a table of that size in cm?
bool piece_past_edge(const struct piece *piece, dReal width, dReal height);
/// The cosine of its axis with the vertical.
static inline dReal piece_upright(const struct piece *piece) { return piece->turn[2][2]; }

/// Finds where a part touches the table, at most TOUCHES points.
int touch_table(const struct part *part, struct touch *out);
/// Finds where two parts touch, at most TOUCHES points.
int touch_parts(const struct part *a, const struct part *b, const struct geoms *shapes, struct touch *out);

/* --- a running flick --- */

#define GRAVITY        (FLIP_GRAVITY / 10.0)   /* cm/s² */
#define TABLE_FRICTION (FLIP_FRICTION / 100.0) /* friction */
#define NEAR           0.1                     /* cm, plus the way of a millisecond: closer pieces need short steps */

enum { TICKS = 8 /* per millisecond; the shortest step is one */ };

struct flip_physics {
    dWorldID world;
    dThreadingImplementationID jobs;
    dJointGroupID contacts;
    struct geoms shapes;
    struct piece piece[FLIP_PIECES];
};

struct run {
    struct flip_physics *physics;
    const struct flip_scene *scene;
    struct flip_outcome *outcome;
    struct flip_path *path;
    struct piece *piece;
    dReal width, height;
    int ticks;         /* since the flick */
    int contact_count; /* in this step */
    int hit_count;     /* what the flicked piece meets in this step */
    struct hit {
        int number;
        enum flip_contact_part part;
        dReal depth;
    } hit[FLIP_CONTACTS];
    flip_set here;   /* pieces on the table */
    flip_set bodies; /* pieces with a body */
    flip_set awake;  /* pieces that move, while contacts are looked for */
    flip_set seen[FLIP_PART_BACK + 1];
    bool on_line_before[FLIP_PIECES]; /* of a building: does the flicked piece's rim lie on the door line already? */
    struct flip_pose shown[FLIP_PIECES];
};

/// Adds a piece's current pose to the path, if it has changed since the last one, or `always`.
void run_record(struct run *run, int number, bool always);
/// Slides the flicked piece without the solver up to where another piece is near. It must be the only one awake.
void run_glide(struct run *run);
