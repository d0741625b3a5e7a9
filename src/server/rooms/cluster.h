/* Rooms of several servers that share a store. */
#pragma once

#include "server/rooms/room.h"

#include <flipside/error.h>
#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

struct rooms;

/*
 * Rooms of several servers. The store has the truth; a room in memory is a copy of it with a version. Whoever changes a
 * room *claims* it first: an optimistic lock until the commit. It fails if another server has changed the room since, or
 * is changing it; then the room is fetched again and the request is judged anew. The server that claimed a room last
 * holds its *lease*: it asks the bots, until it dies or another server claims the room. The others are notified of each
 * change and fetch the rooms that they have.
 *
 * With a store of its own, a server gets every claim and no notifications.
 */

/// Claims the room until the commit. 1: the room may be changed, 0: it has to be fetched again (fetch_again), -1: a
/// failure. `wait`: also for a server that is changing the room.
int room_claim(struct rooms *rooms, struct room *room, bool wait, struct flip_error *error);
/// The same where the room has been changed in memory already: without the claim everything returns to what is durable.
int room_must_claim(struct rooms *rooms, struct room *room, struct flip_error *error);
/// Does this server hold the lease on the room? Then it asks the bots.
bool room_leased_here(const struct rooms *rooms, const struct room *room);

/*
 * Catching up with what another server has played at a table in memory. A worker reads only the newer steps and the
 * loop makes them. Where that is impossible (an undo, a new player, a lesson), the whole table is read and replayed.
 *
 * The steps in memory are a prefix of the stored ones if the last of them is stored at the same place: a step repeated
 * after an undo has another time.
 */

struct catch_up {
    int had;         /* so many steps are in memory; 0: nothing that could be used */
    int64_t version; /* of that */
    char *last;      /* the last of them, as it is kept */
    json_t *steps;   /* the texts of those that came after; NULL: the room was replayed */
};

/// On the loop, before a worker reads: notes what is in memory. `live` may be NULL.
void catch_up_ask(struct catch_up *behind, const struct room *live);
/// On the loop: moves the game from the room in memory into the one that was read and makes the newer steps. -1:
/// impossible, the room has to be read once more.
int catch_up_follow(struct room *live, struct room *fresh, struct catch_up *behind);
void catch_up_free(struct catch_up *behind);

/* Reading a room together with its version, where several servers share the store (room_claim). */

/// As room_load (room_store.h), with the room's version if the store is shared. `behind`: what is in memory is not read
/// again; NULL: nothing is.
int room_load_shared(struct store *store, bool shared, const char *id, struct catch_up *behind, struct room **out,
                     struct flip_error *error);

/* Rooms that another server has changed (room_claim). */

/// For a request, which cannot wait: the current room, claimed. NULL: there is no such table, or it is busy.
struct room *room_find_claimed(struct rooms *rooms, const char *id, struct flip_error *error);
/// Replaces a room by what was read anew, for everyone who watches it.
void room_swap(struct rooms *rooms, struct room *old, struct room *fresh);

/* The cluster: follows what other servers do, and takes over from those that died. */

/// Called once per turn of the loop.
void cluster_follow(struct rooms *rooms);
