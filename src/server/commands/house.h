/*
 * A server with all its rooms. Here they are put together: what a lower room leaves to a higher one (who answers requests, what
 * follows from a finished game) is said once, at the start.
 */
#ifndef FLIPSIDE_SERVER_COMMANDS_HOUSE_H
#define FLIPSIDE_SERVER_COMMANDS_HOUSE_H

#include "server/loop/server.h"
#include "server/net/net.h"
#include "server/people/people.h"
#include "server/rooms/rooms.h"
#include "server/routes/push.h"

struct house {
    struct server server; /* first */
    struct net net;
    struct people people;
    struct rooms rooms;
    struct news news;
    int64_t admin_looked, others_version; /* for what `flipside admin` has left in the file */
    lws_sorted_usec_list_t glance;        /* wakes the loop to look for that */
    int64_t glance_due;                   /* in microseconds */
    int64_t answers_forgotten;
};

static inline struct house *house_of(struct server *server) { return (struct house *)server; }

/// All empty. NULL: there is no memory.
struct server *house_new(void);
/// Frees it; what the rooms hold was given back before.
void house_free(struct server *server);

#endif
