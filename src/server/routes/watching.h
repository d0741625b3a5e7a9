/* Starting to watch tables, and whose chat is hidden there. */
#ifndef FLIPSIDE_SERVER_ROUTES_WATCHING_H
#define FLIPSIDE_SERVER_ROUTES_WATCHING_H

#include "server/rooms/watch.h"

/// How somebody wants to look at a table.
struct view_wish {
    int seat;         /* as in a watch */
    unsigned without; /* what its scenes leave out */
    bool knowledge;   /* the client thinks itself */
};

/// Starts a watch afresh: everything is sent.
int watch_begin(struct server *server, struct client *link, struct room *room, const struct view_wish *wish,
                struct flip_error *error);
/// Restores lost watches, as far as their tables still exist.
int watch_lost(struct server *server, struct client *link, struct flip_error *error);
/// That has changed, at all tables.
int server_mutes_changed(struct server *server, const char *person, struct flip_error *error);

#endif
