/*
 * Walks through the history of a table, one position at a time. Replays, logs and records are made this way.
 *
 *     struct flip_walk walk;
 *     if (flip_walk_open(&walk, table, error) < 0)
 *         return -1;
 *     for (const struct flip_step *step; (step = flip_walk_next(&walk)); flip_walk_on(&walk))
 *         … walk.at is the position before `step` …
 *     flip_walk_close(&walk);
 */
#ifndef FLIPSIDE_WALK_H
#define FLIPSIDE_WALK_H

#include <flipside/table.h>

FLIP_API_BEGIN

struct flip_walk {
    const struct flip_table *table;
    struct flip_position at; /* after `step` steps */
    int step;
    bool acted; /* a seat has acted in this phase, so not everybody knows everything that has happened */
};

/// Starts before the first step. Release it with flip_walk_close.
int flip_walk_open(struct flip_walk *walk, const struct flip_table *table, struct flip_error *error);
/// Starts where the table is now, to follow what comes.
int flip_walk_open_here(struct flip_walk *walk, const struct flip_table *table, struct flip_error *error);
void flip_walk_close(struct flip_walk *walk);
/// Returns to before the first step.
void flip_walk_restart(struct flip_walk *walk);
/// The next step, or NULL if there is none (yet).
const struct flip_step *flip_walk_next(const struct flip_walk *walk);
/// Takes the next step, which must exist. Returns true if it ended the phase.
bool flip_walk_on(struct flip_walk *walk);
/// Goes on until `step` steps have been taken or no more are left.
void flip_walk_to(struct flip_walk *walk, int step);
/// Does everyone know everything that has happened so far, apart from what the game keeps secret?
bool flip_walk_known(const struct flip_walk *walk);
/// `at` with the `before` that seats see: at an open table that is `state` itself. Valid until the walk goes on.
struct flip_position flip_walk_position(const struct flip_walk *walk);

FLIP_API_END

#endif
