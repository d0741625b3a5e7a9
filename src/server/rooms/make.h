/* New tables. */
#pragma once

#include "server/rooms/room.h"
#include "store/store.h"

#include <flipside/error.h>
#include <flipside/json.h>
#include <jansson.h>
#include <stdbool.h>

struct request;
struct rooms;

/* Creating tables: on request, for a daily challenge, as a rematch, or for a game that was set up elsewhere. */

struct room *room_make(struct rooms *rooms, const struct store_person *person, const json_t *spec,
                       struct flip_error *error);
/// A table with everybody seated, such as a tournament's: it starts at once, and nobody's limit counts. `spec` is the
/// set-up without seats; its bots are charged to `payer`.
struct room *room_make_seated(struct rooms *rooms, const json_t *spec, const struct seat *seats, int count,
                              const char *payer, struct flip_error *error);
/// Would such a table of so many seats do? It needs a clock.
int room_check_setup(struct rooms *rooms, const json_t *spec, int seats, struct flip_error *error);
/// Who plays the cards of a day: a person, or a bot of that level for comparison.
struct daily_player {
    const struct store_person *person; /* NULL: a bot */
    int level;
    bool cards_known; /* somebody else has started it on that device before */
    bool archive;     /* the day is over, and nothing counts */
};

/// A try at a day's challenge: one person or bot, and bots in the other seats the game needs.
struct room *room_make_daily(struct rooms *rooms, const struct daily_player *player, const struct flip_game *game,
                             const char *day, const unsigned char seed[FLIP_SEED_BYTES], struct flip_error *error);
/// The same table again for all who have agreed (agree.c), asked for by `person`.
struct room *room_rematch(struct rooms *rooms, struct room *room, const struct store_person *person,
                          struct flip_error *error);
/// Sets those options and keeps the others.
int room_take_options(struct room *room, const json_t *options, struct flip_error *error);
/// Would the game accept this room's set-up?
int room_try_out(struct rooms *rooms, struct room *room, struct flip_error *error);
/// May this person have another table?
int room_check_limit(struct rooms *rooms, const char *person, struct flip_error *error);
/// An empty room that the server does not hold yet; and discards one, also from the list of dirty rooms.
struct room *room_new(struct rooms *rooms, enum room_kind kind, struct flip_error *error);
void room_abandon(struct rooms *rooms, struct room *room);
/// A custom edition from an earlier request, by hash; to be freed. NULL: it is not stored.
struct flip_edition *edition_stored(struct store *store, const struct flip_game *game, const char *hash,
                                    struct flip_error *error);
/// Saves a room whose table the caller has set up: edition, steps, head, who sits there.
int room_begin(struct rooms *rooms, struct room *room, struct flip_error *error);
/// The rest of room_begin once the steps are written.
int room_save_seats(struct rooms *rooms, struct room *room, struct flip_error *error);
/// Gives bots without a name one of the game's names, each a different one.
void room_name_bots(struct room *room);
/// Do two players belong to one person: somebody and their program, or two of their programs? Such a game is not rated.
int room_has_own_programs(struct store *store, const struct room *room, bool *out, struct flip_error *error);
/// Saves a room whose seats have changed, and starts the game once no seat is free.
int room_seats_changed(struct rooms *rooms, struct room *room, struct flip_error *error);

/* Saving a new table whose game already has many steps: a fork or an imported record. */

/// Takes ownership of a room that a worker has made, saves it in slices, and answers the request with it.
int room_save_new(struct request *request, struct room *room, const struct store_person *person,
                  struct flip_error *error);
/// At the start: deletes rooms that were only partly saved.
int rooms_delete_half_saved(struct rooms *rooms, struct flip_error *error);

/*
 * Lessons as rooms (table/lesson.h says what a lesson is). A person has one table per lesson and can leave and resume
 * it like any other; starting again resets it.
 */

/// The lesson of that number, with a custom edition (NULL: the classic). NULL: there is none, or the edition differs
/// too much.
json_t *lesson_find(const struct flip_game *game, int number, const struct flip_edition *own, struct flip_error *error);
/// Gives a room that was just loaded its lesson and the cards still to come.
int lesson_resume(struct store *store, struct room *room, struct flip_error *error);
/// Is every step done? False for a room that is not a lesson.
bool lesson_gone_through(const struct room *room);
/// The expected step (flip_lesson_step).
const json_t *lesson_now(const struct room *room, int *place, int *done);
/// Writes the object `lesson` of a snapshot, and one of its texts.
void lesson_write(struct flip_json *json, const struct room *room);
void lesson_text(struct flip_json *json, const char *key, const json_t *value);
