/*
 * While the store cannot keep anything, and when memory may be ahead of it. What lies above the loop says at the start what is to be
 * done with what it has in memory (struct memory).
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
    /// Lets go of all that may be ahead of the store; nobody is disconnected.
    void (*forget)(struct server *server);
    /// Brings back from the store what was let go of.
    int (*find_again)(struct server *server, struct flip_error *error);
    /// The store works again, after so many milliseconds: what waited can go out.
    void (*works_again)(struct server *server, int64_t lasted);
};

struct trouble {
    bool on;
    bool told;           /* to everybody connected */
    bool memory_lost;    /* and it was not found again yet */
    int64_t since, next; /* when it began, when to try again, in microseconds */
    int delay;           /* milliseconds between two attempts */
    char why[256];
    lws_sorted_usec_list_t timer;
    uint64_t lost_turns[LOST_TURNS]; /* of the loop: the last ones that were taken back */
    int next_lost;
};

/// May something be done that the store has to keep? It is asked before anything is. Not while the store has trouble.
bool server_ready(struct server *server);
/// The store cannot keep anything for now.
void trouble_begin(struct server *server, const struct flip_error *why);
/// How long it has lasted.
int64_t trouble_lasted_ms(const struct server *server);
/// Once a turn of the loop: tries again when that is due.
void trouble_turn(struct server *server);
/// Memory may be ahead of the store: everybody comes back to what is durable, and stays connected.
void server_start_over(struct server *server);
/// Was what was done in that turn of the loop taken back?
bool turn_lost(const struct server *server, uint64_t turn);
/// Was anything taken back in that turn or later?
bool turns_lost_since(const struct server *server, uint64_t turn);

#endif
