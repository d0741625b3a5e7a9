/* Chat at a table. */
#ifndef FLIPSIDE_SERVER_ROOMS_ROOM_CHAT_H
#define FLIPSIDE_SERVER_ROOMS_ROOM_CHAT_H

#include "server/rooms/room.h"

/// `team`: only for those on the side of `seat`, or of the speaker's first seat if it is -1.
int room_chat(struct server *server, struct room *room, const struct store_person *person, const char *text, bool team,
              int seat, struct flip_error *error);
/// May that person see this line?
bool room_hears(const struct room *room, const char *person, const struct chat *chat);

#endif
