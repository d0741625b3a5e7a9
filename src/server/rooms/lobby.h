/* The public tables. */
#ifndef FLIPSIDE_SERVER_ROOMS_LOBBY_H
#define FLIPSIDE_SERVER_ROOMS_LOBBY_H

#include "server/rooms/fetch.h"

/// Which tables the list of the lobby has; not all of them may be in memory.
int lobby_tables(struct server *server, struct table_ids *out, struct flip_error *error);

#endif
