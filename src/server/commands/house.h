/*
 * A server with all its rooms. They are connected here: callbacks from lower rooms to higher ones (who answers requests, what
 * follows from a finished game) are registered once, at the start.
 */
#ifndef FLIPSIDE_SERVER_COMMANDS_HOUSE_H
#define FLIPSIDE_SERVER_COMMANDS_HOUSE_H

#include "server/loop/server.h"
#include "server/net/net.h"
#include "server/people/people.h"
#include "server/rooms/rooms.h"
#include "server/routes/push.h"
#include "server/tournaments/tournaments.h"

#include <stdatomic.h>

struct house {
    struct server server; /* first */
    struct net net;
    struct people people;
    struct rooms rooms;
    struct news news;
    struct tournaments tournaments;
    int64_t admin_looked, others_version; /* for what `flipside admin` has left in the file */
    lws_sorted_usec_list_t glance;        /* wakes the loop to check for that */
    int64_t glance_due;                   /* in microseconds */
    int64_t answers_forgotten;
    atomic_bool woken; /* by a worker that is done with something */
};

static inline struct house *house_of(struct server *server) { return (struct house *)server; }

/// A server with everything empty. NULL: out of memory.
struct server *house_new(void);
/// Frees it; the rooms' own data must have been released before.
void house_free(struct server *server);

#endif
