/* Creating tables: on request, for a daily challenge, as a rematch, or for a game that was set up elsewhere. */
#ifndef FLIPSIDE_SERVER_ROOMS_ROOM_MAKE_H
#define FLIPSIDE_SERVER_ROOMS_ROOM_MAKE_H

#include "server/rooms/room.h"

struct room *room_make(struct server *server, const struct store_person *person, const json_t *wish,
                       struct flip_error *error);
/// A table with everybody in their seats already, such as one of a tournament: its first card is dealt at once, and nobody's limit counts. `wish`
/// is the set-up without seats; `payer` is whom its bots' thoughts are charged to.
struct room *room_make_seated(struct server *server, const json_t *wish, const struct seat *seats, int count,
                              const char *payer, struct flip_error *error);
/// Would such tables of so many seats do? They need a clock.
int room_check_setup(struct server *server, const json_t *wish, int seats, struct flip_error *error);
/// Who plays the cards of a day: a person, or a bot of that level for comparison.
struct daily_player {
    const struct store_person *person; /* NULL: a bot */
    int level;
    bool cards_known; /* somebody else has started it on that device before */
    bool archive;     /* the day is over, and nothing counts */
};

/// A try at a day's challenge: one seat, or as many as the game needs, with bots.
struct room *room_make_daily(struct server *server, const struct daily_player *player, const struct flip_game *game,
                             const char *day, const unsigned char seed[FLIP_SEED_BYTES], struct flip_error *error);
/// The same table again, for all who have agreed to it (agree.h), asked for by `person`.
struct room *room_rematch(struct server *server, struct room *room, const struct store_person *person,
                          struct flip_error *error);
/// May this person have another table?
int room_check_limit(struct server *server, const char *person, struct flip_error *error);
/// Creates an empty room that the server does not hold yet, and discards one: it must not stay in the list of dirty rooms.
struct room *room_new(struct server *server, enum room_kind kind, struct flip_error *error);
void room_give_up(struct server *server, struct room *room);
/// Saves a room whose table the caller has set up: edition, steps, head, who sits there.
int room_begin(struct server *server, struct room *room, struct flip_error *error);
/// The part of room_begin that remains once the steps are written: head, who sits there.
int room_keep_seats(struct server *server, struct room *room, struct flip_error *error);
/// Gives bots without a name one of the game's names, each a different one.
void room_name_bots(struct room *room);
/// Do two of its players belong to the same person: somebody and a program of theirs, or two of those? Such a game is not rated.
int room_has_own_programs(struct store *store, const struct room *room, bool *out, struct flip_error *error);
/// Saves a room whose seats have changed, and deals the first card once no seat is free.
int room_seats_changed(struct server *server, struct room *room, struct flip_error *error);

#endif
