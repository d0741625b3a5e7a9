/*
 * The physics of flicks: wooden pieces on a wooden table, as rigid bodies in ODE. docs/physics.md describes the model
 * and the measurements. On one build a scene always has the same outcome, bit for bit: every flick starts from saved
 * integers, and nothing is kept from one to the next.
 */
#pragma once

#include <flipside/error.h>
#include <flipside/flick.h>

/// Memory that flicks reuse, for one thread at a time.
struct flip_physics;

/// NULL without memory.
struct flip_physics *flip_physics_open(struct flip_error *error);
void flip_physics_close(struct flip_physics *physics);

/// Simulates a flick until everything is at rest. `path` may be NULL. Fails without memory, or for an impossible scene:
/// the flicked piece is not on the table, or a size, mass or speed makes no sense.
int flip_physics_flick(struct flip_physics *physics, const struct flip_scene *scene, struct flip_outcome *outcome,
                       struct flip_path *path, struct flip_error *error);

/// The physics as the world of a table. It allocates for each flick, which costs a thousandth of it, so it needs no
/// closing and serves any number of threads.
struct flip_world flip_physics_world(void);
