/* What the owner of a waiting table does there: bots on free seats, and an early start. */
#ifndef FLIPSIDE_SERVER_ROOMS_HOSTING_H
#define FLIPSIDE_SERVER_ROOMS_HOSTING_H

#include "server/rooms/room.h"

/// Puts a bot on a free seat, or another one in a bot's place.
int room_put_bot(struct server *server, struct room *room, const char *person, int seat, int level,
                 struct flip_error *error);
/// The seat is free again.
int room_remove_bot(struct server *server, struct room *room, const char *person, int seat, struct flip_error *error);
/// Begins without the seats that are still free, where the game is for so few.
int room_start(struct server *server, struct room *room, const char *person, struct flip_error *error);
/// Nobody at the table, or everybody again, reads what somebody who looks on writes.
int room_mute(struct server *server, struct room *room, const char *person, const char *muted, bool on,
              struct flip_error *error);

#endif
