/* Who had a seat when: it follows from the notices, since somebody may leave and a bot play on. */
#ifndef FLIPSIDE_SERVER_ROOMS_SEAT_PLAYERS_H
#define FLIPSIDE_SERVER_ROOMS_SEAT_PLAYERS_H

#include "server/rooms/room.h"

/// Did the seat change hands with this?
bool seat_changes_hands(const struct notice *notice, int seat);
/// The name of whoever the notice is about, or of the bot that plays for them.
void seat_player_name(const struct notice *notice, bool bot, char *out, size_t size);
/// Who had a seat at that time, if it ever changed hands: false, if not.
bool room_name_then(const struct room *room, int seat, int64_t time, char *out, size_t size);

#endif
