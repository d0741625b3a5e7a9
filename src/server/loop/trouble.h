/*
 * What happens while the store cannot save anything, and when memory may be ahead of it. At the start, the rooms above the loop
 * register what to do with their data in memory (struct memory).
 */
#ifndef FLIPSIDE_SERVER_LOOP_TROUBLE_H
#define FLIPSIDE_SERVER_LOOP_TROUBLE_H

#include <flipside/error.h>
#include <libwebsockets.h>
#include <stdbool.h>
#include <stdint.h>

enum { LOST_TURNS = 16 };

struct server;

/// What the rooms above do when the loop starts over from what is durable.
struct memory {
    /// Drops everything that may be ahead of the store; nobody is disconnected.
    void (*forget)(struct server *server);
    /// Restores from the store what was dropped.
    int (*find_again)(struct server *server, struct flip_error *error);
    /// The store works again, after this many milliseconds: what waited can be sent.
    void (*works_again)(struct server *server, int64_t lasted);
};

struct trouble {
    bool on;
    bool committing;     /* nothing has failed: a commit is under way, and everything waits for it */
    bool told;           /* everyone connected has been told */
    bool memory_lost;    /* and has not been restored yet */
    int64_t since, next; /* when it began and when to try again, in microseconds */
    int delay;           /* milliseconds between attempts */
    char why[256];
    lws_sorted_usec_list_t timer;
    uint64_t lost_turns[LOST_TURNS]; /* of the loop: the last ones that were undone */
    int next_lost;
};

/// May something be done that has to be saved? Ask before doing it. Not while the store is failing.
bool server_ready(struct server *server);
/// The store cannot save anything for now.
void trouble_begin(struct server *server, const struct flip_error *why);
/// A commit is under way: until it is durable everything waits as in trouble, but nobody is told unless it takes long.
void trouble_begin_commit(struct server *server);
/// Is nothing the matter but a commit that has not taken long yet?
bool trouble_is_commit(const struct server *server);
/// How long it has lasted.
int64_t trouble_lasted_ms(const struct server *server);
/// Tries again when that is due. Called once per turn of the loop. True: a commit that was under way has just become durable.
bool trouble_turn(struct server *server);
/// Memory may be ahead of the store: everything returns to what is durable, and everyone stays connected.
void server_start_over(struct server *server);
/// Was that turn of the loop undone?
bool turn_lost(const struct server *server, uint64_t turn);
/// Was that turn, or a later one, undone?
bool turns_lost_since(const struct server *server, uint64_t turn);

#endif
