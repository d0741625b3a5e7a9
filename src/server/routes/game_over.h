/* What follows from a game that is over. */
#ifndef FLIPSIDE_SERVER_ROUTES_GAME_OVER_H
#define FLIPSIDE_SERVER_ROUTES_GAME_OVER_H

#include "server/rooms/room.h"

/// Writes down what follows, and tells whoever has reached something.
int game_over(struct server *server, struct room *room, int64_t finished, struct flip_error *error);

#endif
