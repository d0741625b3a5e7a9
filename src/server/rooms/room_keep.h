/* Keeping a new table whose game has many steps already: a fork or an imported record. */
#ifndef FLIPSIDE_SERVER_ROOMS_ROOM_KEEP_H
#define FLIPSIDE_SERVER_ROOMS_ROOM_KEEP_H

#include "server/net/request.h"
#include "server/rooms/room.h"

/// Keeps a room that a worker has made, in slices; then the request is answered with it. The room is given up in any case.
int room_keep(struct request *request, struct room *room, const struct store_person *person, struct flip_error *error);
/// At the start: nothing stays of rooms that were not kept to the end.
int rooms_clear_half_kept(struct server *server, struct flip_error *error);

#endif
