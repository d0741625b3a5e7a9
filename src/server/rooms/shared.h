/* Rooms of several servers that are read again, because another one has changed them (claim.h). */
#ifndef FLIPSIDE_SERVER_ROOMS_SHARED_H
#define FLIPSIDE_SERVER_ROOMS_SHARED_H

#include "server/rooms/room.h"

/// For a request, which cannot wait: the room as it is now, claimed. NULL: there is no such table, or it is busy.
struct room *room_find_claimed(struct server *server, const char *id, struct flip_error *error);
/// Puts what was read anew in the place of a room, for those who watch it.
void room_swap(struct server *server, struct room *old, struct room *fresh);

#endif
