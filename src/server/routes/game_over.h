/* What follows from a game that is over. */
#ifndef FLIPSIDE_SERVER_ROUTES_GAME_OVER_H
#define FLIPSIDE_SERVER_ROUTES_GAME_OVER_H

#include "server/rooms/room.h"

/// Saves what follows, and tells people what they have achieved.
int game_over(struct server *server, struct room *room, int64_t finished, struct flip_error *error);

#endif
