/* Offers that stand at a table, and what becomes of them when the table changes. Making and answering them is in agree.h. */
#ifndef FLIPSIDE_SERVER_ROOMS_OFFERS_H
#define FLIPSIDE_SERVER_ROOMS_OFFERS_H

#include "server/rooms/room.h"

/// The one with the number of that notice; NULL: none stands.
struct offer *offer_numbered(struct room *room, int notice, enum offer_kind *kind);
/// Whose seats have to agree to it.
int offer_needs(struct server *server, const struct room *room, enum offer_kind kind, flip_set *out,
                struct flip_error *error);
/// No offer stands any more: the game is over.
void offers_clear(struct room *room);
/// That one no longer makes sense; does nothing if it does not stand. The caller saves the head.
int offer_lapse(struct server *server, struct room *room, enum offer_kind kind, struct flip_error *error);
/// Seats have new owners. An offer to end the game is settled among those who are left; the others lapse.
int offers_follow_seats(struct server *server, struct room *room, struct flip_error *error);
/// The seat has moved, or taken back a move: its offer to take back what it did before lapses.
int offers_follow_move(struct server *server, struct room *room, int seat, struct flip_error *error);
/// Somebody is deleted, who looked on and had asked for a seat.
void offers_forget(struct room *room, const char *person);
/// `"offers":[…]`.
void write_offers(struct flip_json *json, const struct room *room);

#endif
