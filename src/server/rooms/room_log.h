/* The log of a room: what happened, and who may see which line. */
#ifndef FLIPSIDE_SERVER_ROOMS_ROOM_LOG_H
#define FLIPSIDE_SERVER_ROOMS_ROOM_LOG_H

#include "server/rooms/room.h"

/// Brings the log up to date with the table; `anew` after an undo.
int room_follow(struct room *room, bool anew, struct flip_error *error);
void room_clear_log(struct room *room);
/// Which entries of the log a viewer may see: writes indexes into `out` (log_count of them at most; or NULL), returns how many.
int room_visible(const struct room *room, int viewer, int *out);
/// The bot that moved for somebody whose time was up ("bot 3"): the seat still has that person's name. NULL: none.
const char *room_stand_in(const struct room *room, const struct entry *entry);
/// How many there are: the `steps` of a snapshot.
int room_steps_for(const struct room *room, int viewer);

#endif
