/* What happened at a table: moves, notices and chat. */
#pragma once

#include "server/rooms/room.h"
#include "store/store.h"

#include <flipside/error.h>
#include <flipside/json.h>
#include <stdbool.h>
#include <stddef.h>

struct rooms;

/* The log of a room: what happened, and who may see which line. */

/// Brings the log up to date with the table; `anew` after an undo.
int room_follow(struct room *room, bool anew, struct flip_error *error);
void room_clear_log(struct room *room);
/// The log entries a viewer may see: their indexes in `out` (log_count of them at most; or NULL). Returns how many.
int room_visible(const struct room *room, int viewer, int *out);
/// The bot that moved for somebody whose time was up ("bot 3"), in a seat that still has that person's name. NULL:
/// none.
const char *room_stand_in(const struct room *room, const struct log_entry *entry);
/// Who did something: the number of a seat, or "dealer".
void write_actor(struct flip_json *json, const char *key, int seat);
/// How many there are: the `steps` of a snapshot.
int room_steps_for(const struct room *room, int viewer);

/*
 * Notices: the events at a table besides moves, in order. They appear in the log beside the moves, and they say who
 * played which moves of a seat: the person until the notice that they left, the bot from then on.
 */

enum { MOST_PLAYER_CHANGES = 20 /* a seat goes to a bot and back in a game */ };

extern const char *const offer_words[OFFER_KINDS];

/// Saves one: kind, what, seat, person, name and level are the caller's, the rest is filled in.
int room_add_notice(struct rooms *rooms, struct room *room, struct notice notice, struct flip_error *error);
/// The same about a seat and its current player.
int room_add_seat_notice(struct rooms *rooms, struct room *room, enum notice_kind kind, int what, int seat,
                         struct flip_error *error);
/// Reads those of the room from the store.
int room_load_notices(struct store *store, struct room *room, struct flip_error *error);
/// After an undo: no seat had made more moves than it has now.
int room_trim_notices(struct rooms *rooms, struct room *room, struct flip_error *error);
/// Removes a deleted person's name, in memory.
void room_forget_notices(struct room *room, const char *person);
/// The number of moves a seat has made.
int room_moves_of(const struct room *room, int seat);
/// Its sentence.
void notice_words_of(const struct notice *notice, char *out, size_t size);
/// Writes its seat (under that key) and its sentence into an open object.
void write_notice(struct flip_json *json, const char *seat, const struct notice *notice);
/// `"notices":[…]` from that number on, in at most so many bytes. Returns where it stopped.
int write_notices(struct flip_json *json, const struct room *room, int from, size_t most);
/// How often the seat went to a bot and back.
int room_player_changes(const struct room *room, int seat);
/// `"players":[…]` of a seat that somebody left, once the game is over.
void write_players(struct flip_json *json, const struct room *room, int seat);

/* Who played a seat: a bot plays for somebody who leaves, until they are back. */

/// Did this event give the seat another player?
bool notice_changes_player(const struct notice *notice, int seat);
/// The name of that player: the person of the notice, or the bot in their place.
void player_name(const struct notice *notice, bool bot, char *out, size_t size);

/* Chat at a table. */

/// The text without leading blanks; NULL: it cannot be sent.
const char *chat_text(const char *text, struct flip_error *error);
/// `team`: only for the side of `seat`, or of the speaker's first seat if it is -1.
int room_chat(struct rooms *rooms, struct room *room, const struct store_person *person, const char *text, bool team,
              int seat, struct flip_error *error);
/// May that person read this line?
bool room_hears(const struct room *room, const char *person, const struct chat *chat);

/* Flicks: how many there were; the most recent ones are cached as they were shown. */

/// The number of flicks after this many steps.
int room_flicks(const struct room *room, int steps);
