/* Who sits at a table, and what its owner does before the game begins. */
#pragma once

#include "server/rooms/room.h"

#include <flipside/error.h>
#include <jansson.h>
#include <stdbool.h>

struct presence_hooks;
struct rooms;

/* Sitting down and getting up. */

/// `key` is the seat's invitation or the table's link; with the link `seat` may be -1, for any free one.
int room_sit(struct rooms *rooms, struct room *room, const struct store_person *person, int seat, const char *key,
             const struct flip_share *share, struct flip_error *error);
/// Compares keys of invitations in constant time; an empty one opens nothing.
bool key_fits(const char *key, const char *own);
/// The first free seat that is kept for nobody; -1: there is none.
int room_seat_by_link(const struct room *room);
/// Frees the seat; its invitation is valid again.
void seat_free(struct seat *seat);
/// May this person sit with those who sit here already?
int room_check_seat_for(struct rooms *rooms, const struct room *room, const struct store_person *person,
                        struct flip_error *error);
/// Gives a free seat to the person, without an invitation. `share`: their bytes for the draw.
int room_seat(struct rooms *rooms, struct room *room, const struct store_person *person, int seat,
              const struct flip_share *share, struct flip_error *error);
int room_leave(struct rooms *rooms, struct room *room, const char *person, struct flip_error *error);
/// Votes for a bot in the seat of somebody who has been away for long.
int room_replace(struct rooms *rooms, struct room *room, const char *person, int seat, struct flip_error *error);

/// The seat that a vote gave to a bot and that this person may take back; -1: none.
int room_seat_to_take_back(const struct room *room, const char *person);
/// Takes it back.
int room_return(struct rooms *rooms, struct room *room, const char *person, struct flip_error *error);

/// What tables do when somebody arrives, leaves or is renamed.
extern const struct presence_hooks room_presence_hooks;

/* What the owner of a waiting table does: bots on free seats, invitations, other terms, an early start. */

/// Puts a bot on a free seat or in another bot's place; and frees a bot's seat.
int room_put_bot(struct rooms *rooms, struct room *room, const char *person, int seat, int level,
                 struct flip_error *error);
int room_remove_bot(struct rooms *rooms, struct room *room, const char *person, int seat, struct flip_error *error);
/// Starts without the seats that are still free, if the game allows so few.
int room_start(struct rooms *rooms, struct room *room, const char *person, struct flip_error *error);
/// Replaces the table's link, or removes it; the old one is no longer valid.
int room_link(struct rooms *rooms, struct room *room, const char *person, bool on, struct flip_error *error);
/// Keeps a free seat for an invited person; and gives it up.
int room_reserve(struct rooms *rooms, struct room *room, const char *person, int seat, const char *friend,
                 struct flip_error *error);
int room_unreserve(struct rooms *rooms, struct room *room, const char *friend, struct flip_error *error);
/// Removes somebody from a seat.
int room_remove(struct rooms *rooms, struct room *room, const char *person, int seat, struct flip_error *error);
/// Makes the person in that seat the owner.
int room_hand_over(struct rooms *rooms, struct room *room, const char *person, int seat, struct flip_error *error);
/// Changes the terms: `clock`, `options`, `rated`, and the number of `seats`.
int room_change(struct rooms *rooms, struct room *room, const char *person, const json_t *spec,
                struct flip_error *error);

/* Is everybody ready (ready.c; saying so and starting: hosting.c)? A full table with a live clock may wait until everybody
   has said so. */

/// Is the pace of minutes, not days?
bool clock_is_live(const struct clock *clock);
bool room_is_full(const struct room *room);
/// This person has just sat down or changed the table, so they are ready; all others are asked.
void room_ask_ready(struct room *room, const char *person);
/// The seats for which a full table waits.
flip_set room_not_ready(struct rooms *rooms, const struct room *room);
/// The person is ready; starts the game if everybody is.
int room_ready(struct rooms *rooms, struct room *room, const char *person, struct flip_error *error);
/// Starts the game if everybody is ready by now.
int room_look_ready(struct rooms *rooms, struct room *room, struct flip_error *error);

/// Mutes a spectator for everybody at the table, or no longer.
int room_mute(struct rooms *rooms, struct room *room, const char *person, const char *muted, bool on,
              struct flip_error *error);
