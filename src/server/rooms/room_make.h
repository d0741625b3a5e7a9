/* Making tables: what somebody wishes, a daily challenge, a rematch, or a game that was laid by others. */
#ifndef FLIPSIDE_SERVER_ROOMS_ROOM_MAKE_H
#define FLIPSIDE_SERVER_ROOMS_ROOM_MAKE_H

#include "server/rooms/room.h"

struct room *room_make(struct server *server, const struct store_person *person, const json_t *wish,
                       struct flip_error *error);
/// A person's try at the challenge of a day: one seat, or as many as the game needs, with bots.
struct room *room_make_daily(struct server *server, const struct store_person *person, const struct flip_game *game,
                             const char *day, const unsigned char seed[FLIP_SEED_BYTES], bool cards_known,
                             struct flip_error *error);
struct room *room_rematch(struct server *server, struct room *room, const struct store_person *person,
                          struct flip_error *error);
/// Has this person room for one more table?
int room_check_limit(struct server *server, const char *person, struct flip_error *error);
/// An empty room that the server does not hold yet, and the way back: it must not stay in the list of rooms with news.
struct room *room_new(struct server *server, enum room_kind kind, struct flip_error *error);
void room_give_up(struct server *server, struct room *room);
/// Keeps a room whose table was laid by the caller: edition, steps, head, who sits there.
int room_begin(struct server *server, struct room *room, struct flip_error *error);
/// The part of room_begin that is left when the steps are written: head, who sits there.
int room_keep_seats(struct server *server, struct room *room, struct flip_error *error);
/// Bots without a name get one of the game's, each another.
void room_name_bots(struct room *room);
/// Keeps a room whose seats have changed, and deals the first card when none is free any more.
int room_seats_changed(struct server *server, struct room *room, struct flip_error *error);

#endif
