/* Whose a seat was: a bot plays for somebody who leaves, until they are back. */
#ifndef FLIPSIDE_SERVER_ROOMS_HANDS_H
#define FLIPSIDE_SERVER_ROOMS_HANDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct notice;
struct room;

/// Did the seat change hands with this?
bool changes_hands(const struct notice *notice, int seat);
/// How whoever has the seat is called: the one that the notice is about, or the bot in that place.
void player_name(const struct notice *notice, bool bot, char *out, size_t size);
/// Who had a seat at that time, if it ever changed hands: false, if not.
bool room_name_then(const struct room *room, int seat, int64_t time, char *out, size_t size);

#endif
