/*
 * Chores: what only the loop may do and what would take too long at once, such as deleting everything about a person. It is done in slices,
 * a millisecond or two per turn of the loop, and everybody else is served in between. What is left of a chore when the server stops
 * stands in the store (store_todo_put), and goes on after the next start.
 */
#ifndef FLIPSIDE_SERVER_LOOP_CHORES_H
#define FLIPSIDE_SERVER_LOOP_CHORES_H

#include <flipside/error.h>
#include <stdint.h>

struct server;

/// The first member of what a chore needs.
struct chore {
    struct chore *next;
    /// A small part of it. 1: there is more, 0: it is done, -1: it failed, and is given up.
    int (*part)(struct server *server, struct chore *chore, struct flip_error *error);
    void (*free)(struct chore *chore);
    uint64_t turn; /* of the loop, in which it began: that may be taken back (turn_lost) */
};

/// Takes it in; it is freed when it is done.
void chore_begin(struct server *server, struct chore *chore);
/// A slice of what has begun in an earlier turn; called once per turn of the loop, before the commit.
void chores_run(struct server *server);
/// All of it at once, where nobody waits. -1: one failed.
int chores_finish(struct server *server, struct flip_error *error);
void chores_drop(struct server *server);

#endif
