/* Sitting down and getting up. */
#ifndef FLIPSIDE_SERVER_ROOMS_ROOM_SEATS_H
#define FLIPSIDE_SERVER_ROOMS_ROOM_SEATS_H

#include "server/people/people.h"
#include "server/rooms/room.h"

int room_sit(struct server *server, struct room *room, const struct store_person *person, int seat, const char *key,
             const struct flip_share *share, struct flip_error *error);
/// May this person have a seat here, with those who sit here already?
int room_check_seat_for(struct server *server, const struct room *room, const struct store_person *person,
                        struct flip_error *error);
/// Gives a free seat to the person, without asking for an invitation. `share`: what their client adds to the draw.
int room_seat(struct server *server, struct room *room, const struct store_person *person, int seat,
              const struct flip_share *share, struct flip_error *error);
/// As it was before somebody sat down: an invitation counts again.
void seat_free(struct seat *seat);
int room_leave(struct server *server, struct room *room, const char *person, struct flip_error *error);
/// A vote for a bot in the seat of somebody who has been away for a long time.
int room_replace(struct server *server, struct room *room, const char *person, int seat, struct flip_error *error);

/// The seat that a vote gave to a bot and that this person may take back; -1: none.
int room_seat_to_take_back(const struct room *room, const char *person);
/// Takes it back.
int room_return(struct server *server, struct room *room, const char *person, struct flip_error *error);

/// What happens at tables when somebody arrives, leaves or has a new name.
extern const struct tables_of_people rooms_of_people;

#endif
