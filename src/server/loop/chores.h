/*
 * Chores: work that only the loop may do and that would take too long in one go, such as deleting everything about a person. It is
 * done in slices of a millisecond or two per turn of the loop, and everyone else is served in between. If a chore is unfinished
 * when the server stops, the rest is noted in the store (store_todo_put) and done after the next start.
 */
#ifndef FLIPSIDE_SERVER_LOOP_CHORES_H
#define FLIPSIDE_SERVER_LOOP_CHORES_H

#include <flipside/error.h>
#include <stdint.h>

struct server;

/// The first member of every chore's own struct.
struct chore {
    struct chore *next;
    /// Does a small part of it. 1: there is more to do; 0: it is done; -1: it failed and is abandoned.
    int (*part)(struct server *server, struct chore *chore, struct flip_error *error);
    void (*free)(struct chore *chore);
    uint64_t turn; /* the turn of the loop in which it began; that turn may be undone (turn_lost) */
};

/// Takes ownership of the chore; it is freed when it is done.
void chore_begin(struct server *server, struct chore *chore);
/// Does a slice of the chores that began in an earlier turn; called once per turn of the loop, before the commit.
void chores_run(struct server *server);
/// Does all chores at once, when nobody is waiting. -1: one failed.
int chores_finish(struct server *server, struct flip_error *error);
void chores_drop(struct server *server);

#endif
