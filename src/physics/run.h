/* A running flick. For src/physics only. */
#ifndef FLIPSIDE_PHYSICS_RUN_H
#define FLIPSIDE_PHYSICS_RUN_H

#include "physics/pieces.h"

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

#endif
