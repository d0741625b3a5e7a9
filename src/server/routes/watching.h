/* Starting to watch tables, and whose chat is hidden there. */
#ifndef FLIPSIDE_SERVER_ROUTES_WATCHING_H
#define FLIPSIDE_SERVER_ROUTES_WATCHING_H

#include "server/rooms/watch.h"

/// Starts a watch afresh: everything is sent.
int watch_begin(struct server *server, struct client *link, struct room *room, int seat, struct flip_error *error);
/// Restores lost watches, as far as their tables still exist.
int watch_lost(struct server *server, struct client *link, struct flip_error *error);
/// Whose chat this person does not want to see at the watched table.
int watch_read_mutes(struct server *server, struct watch *watch, struct flip_error *error);
/// That has changed, at all tables.
int server_mutes_changed(struct server *server, const char *person, struct flip_error *error);

#endif
