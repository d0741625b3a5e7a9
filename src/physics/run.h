/* One flick on its way, shared by the files that move it. Nothing outside src/physics includes this. */
#ifndef FLIPSIDE_PHYSICS_RUN_H
#define FLIPSIDE_PHYSICS_RUN_H

#include "physics/pieces.h"

#define GRAVITY  (FLIP_GRAVITY / 10.0)   /* cm/s² */
#define ON_TABLE (FLIP_FRICTION / 100.0) /* friction */
#define NEAR     0.1                     /* cm, and what it goes in a millisecond: short steps from there */

enum { TICKS = 8 /* in a millisecond: the shortest step is one */ };

struct flip_physics {
    dWorldID world;
    dThreadingImplementationID jobs;
    dJointGroupID meetings;
    struct stand_ins shapes;
    struct piece piece[FLIP_PIECES];
};

struct run {
    struct flip_physics *physics;
    const struct flip_scene *scene;
    struct flip_outcome *outcome;
    struct flip_path *path;
    struct piece *piece;
    dReal width, height;
    int ticks;       /* since the flick */
    int meetings;    /* in this step */
    int found_count; /* what the flicked piece meets in this step */
    struct found {
        int number;
        enum flip_contact_part part;
        dReal depth;
    } found[FLIP_CONTACTS];
    flip_set here;   /* pieces on the table */
    flip_set bodies; /* pieces that have one */
    flip_set awake;  /* pieces that move, while meetings are looked for */
    flip_set seen[FLIP_PART_BACK + 1];
    bool before[FLIP_PIECES]; /* of a building: does the flicked piece's rim lie on the door line already? */
    struct flip_pose shown[FLIP_PIECES];
};

/// Adds a piece's pose of now to the path, if it moved since it was shown last, or `always`.
void run_show(struct run *run, int number, bool always);
/// The free slide of the flicked piece, which alone is awake, up to where another one is near, without the solver.
void run_glide(struct run *run);

#endif
