/* The public tables. */
#ifndef FLIPSIDE_SERVER_ROOMS_LOBBY_H
#define FLIPSIDE_SERVER_ROOMS_LOBBY_H

#include "server/rooms/rooms.h"

/// The public tables that are waiting or running, newest first; at most LOBBY_TABLES.
int server_lobby(struct server *server, struct room **out, struct flip_error *error);

#endif
