/* Beginning to look at tables, and whose chat is not wanted there. */
#ifndef FLIPSIDE_SERVER_ROUTES_WATCHING_H
#define FLIPSIDE_SERVER_ROUTES_WATCHING_H

#include "server/rooms/watch.h"

/// Looked at anew: everything is sent.
int watch_begin(struct server *server, struct client *link, struct room *room, int seat, struct flip_error *error);
/// Looks again at what was lost, as far as it is still there.
int watch_lost(struct server *server, struct client *link, struct flip_error *error);
/// Whom this person does not want to hear, at the table of this look.
int watch_read_mutes(struct server *server, struct watch *watch, struct flip_error *error);
/// That has changed, at all tables.
int server_mutes_changed(struct server *server, const char *person, struct flip_error *error);

#endif
