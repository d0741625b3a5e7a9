/* What happens when a clock runs out, and when the person is back. */
#ifndef FLIPSIDE_SERVER_ROOMS_DEADLINES_H
#define FLIPSIDE_SERVER_ROOMS_DEADLINES_H

#include "server/rooms/room.h"

/// The person of these seats is back: bots that play for them stop.
int clock_back(struct server *server, struct room *room, flip_set seats, struct flip_error *error);
/// Checks whose time is up. Called once per turn of the loop.
void clocks_run(struct server *server);

#endif
