/* Finding a table: the public ones, and quick match. */
#pragma once

#include "server/rooms/room.h"

#include <flipside/error.h>
#include <jansson.h>

struct client;
struct rooms;
struct table_ids;

/* The public tables. */

/// The ids on that page of the list, counted from 0, and the number of pages; not all tables may be in memory.
int lobby_tables(struct rooms *rooms, int page, struct table_ids *out, int *pages, struct flip_error *error);

/*
 * Quick match: somebody asks for an opponent at a game and a pace, and is paired with somebody of about the same rating
 * who asks for the same. The longer one waits, the further the ratings may be apart. A search belongs to a connection
 * and ends with it; the table is durable before anybody hears of it.
 *
 * In a cluster each server writes down its searches (store.h) and pairs its own with the others'. Of two that fit, the
 * server of the one with the smaller id makes the table. Before that it takes both, which only one server can do, and
 * neither if a server has died. The other server finds the table beside its own search.
 */

/// The seats of a table for somebody and whoever is asked, and bots where the game needs more.
json_t *seats_for_two(const struct flip_game *game);
/// Begins a search, or begins anew. `pace` is "quick", "steady" or "days"; `body` may have `ticket` and `bytes`.
int seek_begin(struct rooms *rooms, struct client *client, const struct flip_game *game, const char *pace,
               const json_t *body, struct flip_error *error);
/// The client has gone, or was told of the table.
void seek_end(struct rooms *rooms, struct client *client);
/// Stops a search. If another server has made a table already, the client is told soon.
int seek_stop(struct rooms *rooms, struct client *client, struct flip_error *error);
/// Pairs searches that fit; called once per turn of the loop, before the commit.
void seeks_pair(struct rooms *rooms);
/// Tells pairs of their tables, and the others how it stands; after the commit.
void seeks_tell(struct rooms *rooms);
/// The tables made since the last commit were rolled back: the searches go on.
void seeks_forget_tables(struct rooms *rooms);
/// What was written down for other servers may be lost.
void seeks_write_again(struct rooms *rooms);
