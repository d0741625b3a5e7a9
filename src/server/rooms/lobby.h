/* The public tables. */
#ifndef FLIPSIDE_SERVER_ROOMS_LOBBY_H
#define FLIPSIDE_SERVER_ROOMS_LOBBY_H

#include "server/rooms/fetch.h"

/// Which tables that page of the lobby's list has, counted from 0, and how many pages there are; not all of them may be in memory.
int lobby_tables(struct server *server, int page, struct table_ids *out, int *pages, struct flip_error *error);

#endif
