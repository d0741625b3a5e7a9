/*
 * Rooms of several servers. What is saved is the truth, and a room in memory is a copy of it that has a version. Who changes a room claims
 * it first: that fails if another server has changed it since, or is just doing so. Then the room is fetched again, and what was to be
 * done is judged anew. The others hear of each change, and fetch the rooms that they have.
 *
 * With a store that nobody shares, every claim is granted and nothing is ever heard.
 */
#ifndef FLIPSIDE_SERVER_ROOMS_CLAIM_H
#define FLIPSIDE_SERVER_ROOMS_CLAIM_H

#include "server/rooms/room.h"

/// Until the commit no other server changes the room. 1: it may be changed, 0: it has to be fetched again (fetch_again), -1: a failure.
int room_claim(struct server *server, struct room *room, struct flip_error *error);
/// The same, and who is changing it is waited for.
int room_claim_waiting(struct server *server, struct room *room, struct flip_error *error);
/// The same where the room has been changed in memory already: if it cannot be claimed, everything returns to what is durable.
int room_must_claim(struct server *server, struct room *room, struct flip_error *error);
/// Does this server ask the bots at this room?
bool room_kept(const struct server *server, const struct room *room);

#endif
