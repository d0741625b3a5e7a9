/* The flicks of a room: how many there were, and the most recent ones as they were shown. */
#ifndef FLIPSIDE_SERVER_ROOMS_ROOM_FLICKS_H
#define FLIPSIDE_SERVER_ROOMS_ROOM_FLICKS_H

#include "server/rooms/room.h"

/// How many flicks the game has had after this many steps; clients can ask how each of them went.
int room_flicks(const struct room *room, int steps);
void room_forget_flicks(struct room *room);

#endif
