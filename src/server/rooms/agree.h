/*
 * Agreeing at a table: to end the game, to take back a move, to play again, to allow help at a rated table, to give a seat to somebody who
 * looks on. An offer is made, everybody concerned answers it, and when all have agreed it is carried out.
 */
#ifndef FLIPSIDE_SERVER_ROOMS_AGREE_H
#define FLIPSIDE_SERVER_ROOMS_AGREE_H

#include "server/rooms/room.h"

/// What came of an offer or an answer.
struct agreement {
    int offer;          /* its number, while it stands; -1: it is settled */
    struct room *again; /* the rematch that has begun, or NULL */
};

/* `share`: what the client adds to the draw of a rematch, or of the table that it asks for a seat at. */

int room_offer(struct server *server, struct room *room, const struct store_person *person, enum offer_kind kind,
               const struct flip_share *share, struct agreement *out, struct flip_error *error);
int room_answer(struct server *server, struct room *room, const struct store_person *person, int offer, bool accept,
                const struct flip_share *share, struct agreement *out, struct flip_error *error);
/// The older way for ends and rematches: makes the offer, or answers the one that stands.
int room_agree(struct server *server, struct room *room, const struct store_person *person, enum offer_kind kind,
               bool agree, const struct flip_share *share, struct agreement *out, struct flip_error *error);

#endif
