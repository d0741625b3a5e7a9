/* Tables whose bots have to go on after a restart. */
#ifndef FLIPSIDE_SERVER_ROOMS_WAKING_H
#define FLIPSIDE_SERVER_ROOMS_WAKING_H

#include <flipside/error.h>

struct server;

/// Queues the tables whose bots have to go on.
int server_wake_rooms(struct server *server, struct flip_error *error);
/// Wakes a few of them. Called once per turn of the loop.
void server_wake_some_rooms(struct server *server);

#endif
