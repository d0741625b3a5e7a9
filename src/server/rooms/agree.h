/* What people at a table agree on. */
#pragma once

#include "server/rooms/room.h"

#include <flipside/error.h>
#include <flipside/json.h>
#include <stdbool.h>

struct rooms;

/*
 * Agreeing: to end the game, to take back a move, to play again, to allow help at a rated table, to give a spectator a
 * seat. An offer is made, everybody concerned answers, and once all have agreed it is carried out.
 */

/// The outcome of an offer or an answer.
struct agreement {
    int offer;          /* its number, while it stands; -1: it is settled */
    struct room *again; /* the rematch that has begun, or NULL */
};

/* `share`: the client's bytes for the draw of a rematch, or of the table it asks for a seat at. */

int room_offer(struct rooms *rooms, struct room *room, const struct store_person *person, enum offer_kind kind,
               const struct flip_share *share, struct agreement *out, struct flip_error *error);
int room_answer(struct rooms *rooms, struct room *room, const struct store_person *person, int offer, bool accept,
                const struct flip_share *share, struct agreement *out, struct flip_error *error);
/// For older clients: makes the offer, or answers the one that stands.
int room_agree(struct rooms *rooms, struct room *room, const struct store_person *person, enum offer_kind kind,
               bool agree, const struct flip_share *share, struct agreement *out, struct flip_error *error);

/* Standing offers, and what becomes of them when the table changes. Making and answering them is in agree.c. */

/// The standing offer with that notice; NULL: none.
struct offer *offer_numbered(struct room *room, int notice, enum offer_kind *kind);
/// The seats that have to agree.
int offer_needs(struct rooms *rooms, const struct room *room, enum offer_kind kind, flip_set *out,
                struct flip_error *error);
/// Has that person been away for so long that the others may decide without them?
bool seat_long_gone(const struct room *room, int seat);
/// The game is over: no offer stands any more.
void offers_clear(struct room *room);
/// Seats have new players: an offer to end the game is settled among those who are left, the others lapse.
int offers_follow_seats(struct rooms *rooms, struct room *room, struct flip_error *error);
/// The seat has moved or undone a move: its offer to take back the move before lapses.
int offers_follow_move(struct rooms *rooms, struct room *room, int seat, struct flip_error *error);
/// A spectator who had asked for a seat is deleted.
void offers_forget(struct room *room, const char *person);
/// `"offers":[…]`.
void write_offers(struct flip_json *json, const struct room *room);
