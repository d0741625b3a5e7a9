/* Bots at tables: they are asked when it is their turn, and start to think after the commit. */
#ifndef FLIPSIDE_SERVER_ROOMS_ROOM_BOTS_H
#define FLIPSIDE_SERVER_ROOMS_ROOM_BOTS_H

#include "server/rooms/room.h"

/// Asks for every bot that has to decide.
void room_wake_bots(struct server *server, struct room *room);
/// Starts them thinking, after the commit.
void server_send_bots(struct server *server);
/// Frees the questions that were not asked.
void server_drop_bots(struct server *server);

#endif
