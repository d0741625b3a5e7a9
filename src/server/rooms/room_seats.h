/* Sitting down and getting up. */
#ifndef FLIPSIDE_SERVER_ROOMS_ROOM_SEATS_H
#define FLIPSIDE_SERVER_ROOMS_ROOM_SEATS_H

#include "server/people/present.h"
#include "server/rooms/room.h"

int room_sit(struct server *server, struct room *room, const struct store_person *person, int seat, const char *key,
             struct flip_error *error);
int room_leave(struct server *server, struct room *room, const char *person, struct flip_error *error);
/// A vote for a bot in the seat of somebody who has been away for a long time.
int room_replace(struct server *server, struct room *room, const char *person, int seat, struct flip_error *error);

/// What happens at tables when somebody arrives, leaves or has a new name.
extern const struct tables_of_people rooms_of_people;

#endif
