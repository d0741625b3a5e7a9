/* Tables whose bots have to go on after a restart. */
#ifndef FLIPSIDE_SERVER_ROOMS_WAKING_H
#define FLIPSIDE_SERVER_ROOMS_WAKING_H

#include <flipside/error.h>

struct server;

/// Has the tables looked at whose bots have to go on.
int server_wake_rooms(struct server *server, struct flip_error *error);
/// A few of them, once a turn of the loop.
void server_wake_some_rooms(struct server *server);

#endif
