/*
 * Flicks: a scene in, its outcome out. Wooden pieces on a wooden table as rigid bodies, by ODE, behind these few functions;
 * docs/physics.md tells the model and what was measured. Same scene, same outcome, bit for bit, on one build: every flick
 * starts from saved integers, and nothing is kept from one to the next.
 */
#ifndef FLIPSIDE_PHYSICS_PHYSICS_H
#define FLIPSIDE_PHYSICS_PHYSICS_H

#include <flipside/error.h>
#include <flipside/flick.h>

/// Memory that flicks use again. One thread at a time; as many of them as there are threads.
struct flip_physics;

/// NULL when memory is out.
struct flip_physics *flip_physics_open(struct flip_error *error);
void flip_physics_close(struct flip_physics *physics);

/// Plays a flick until everything has come to rest. `path` may be NULL. Fails only for a scene that is none: a flicked piece
/// that is not on the table, a size or mass that no piece has, a speed that no flick has.
int flip_physics_flick(struct flip_physics *physics, const struct flip_scene *scene, struct flip_outcome *outcome,
                       struct flip_path *path, struct flip_error *error);

/// As the world of a table. It opens and closes what it needs for each flick, which costs a thousandth of it: so it has no
/// end to mind and serves any number of threads.
struct flip_world flip_physics_world(void);

#endif
