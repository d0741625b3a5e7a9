/*
 * Notices: what happened at a table besides moves, in its order. They stand in the log beside the moves, and from them follows who played
 * which moves of a seat: the person until the notice that they left, the bot from then on.
 */
#ifndef FLIPSIDE_SERVER_ROOMS_NOTICES_H
#define FLIPSIDE_SERVER_ROOMS_NOTICES_H

#include "server/rooms/room.h"

enum { MOST_HANDS = 20 /* a seat goes to a bot and back in a game */ };

extern const char *const notice_words[NOTICE_KINDS];
extern const char *const offer_words[OFFER_KINDS];

/// Writes one down: kind, what, seat, person, name and level are the caller's, the rest is filled in.
int room_note(struct rooms *rooms, struct room *room, struct notice notice, struct flip_error *error);
/// The same about a seat and who has it now.
int room_note_seat(struct rooms *rooms, struct room *room, enum notice_kind kind, int what, int seat,
                   struct flip_error *error);
/// Reads those of the room from the store.
int room_load_notices(struct store *store, struct room *room, struct flip_error *error);
/// Moves were taken back: no seat had made more of them than it has now.
int room_trim_notices(struct rooms *rooms, struct room *room, struct flip_error *error);
/// In memory, a person who is deleted has no name any more.
void room_forget_notices(struct room *room, const char *person);
/// How many moves a seat has made.
int room_moves_of(const struct room *room, int seat);
/// What it says.
void notice_words_of(const struct notice *notice, char *out, size_t size);
/// Whose it is (the seat under that key) and what it says, in an object that is open.
void write_notice(struct flip_json *json, const char *seat, const struct notice *notice);
/// `"notices":[…]` from that number on, in at most so many bytes. Returns up to which one.
int write_notices(struct flip_json *json, const struct room *room, int from, size_t most);
/// How often the seat went to a bot and back.
int room_hands_changed(const struct room *room, int seat);
/// `"players":[…]` of a seat that somebody left, once the game is over.
void write_players(struct flip_json *json, const struct room *room, int seat);

#endif
