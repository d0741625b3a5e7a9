/* Saving a new table whose game already has many steps: a fork or an imported record. */
#ifndef FLIPSIDE_SERVER_ROOMS_ROOM_KEEP_H
#define FLIPSIDE_SERVER_ROOMS_ROOM_KEEP_H

#include "server/net/request.h"
#include "server/rooms/room.h"

/// Saves a room that a worker has made, in slices; then the request is answered with it. The room is no longer the caller's in
/// either case.
int room_keep(struct request *request, struct room *room, const struct store_person *person, struct flip_error *error);
/// At the start: removes rooms that were only partly saved.
int rooms_clear_half_kept(struct server *server, struct flip_error *error);

#endif
