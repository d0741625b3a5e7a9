/*
 * Quick match: somebody who looks for an opponent says which game and which pace, and is paired with somebody of about the same
 * rating who looks for the same. The longer one waits, the further the ratings may be apart. A search belongs to a connection and
 * ends with it; the table that comes of it is durable before anybody hears of it.
 */
#ifndef FLIPSIDE_SERVER_ROOMS_MATCHMAKING_H
#define FLIPSIDE_SERVER_ROOMS_MATCHMAKING_H

#include <flipside/error.h>
#include <stdint.h>

struct client;
struct flip_game;
struct server;

/// Begins to search, or begins anew. `pace` is one of "quick", "steady" and "days".
int seek_begin(struct server *server, struct client *client, const struct flip_game *game, const char *pace,
               struct flip_error *error);
void seek_end(struct server *server, struct client *client);
/// Pairs those who fit. Called once per turn of the loop, before the commit.
void seeks_pair(struct server *server);
/// Tells the pairs of their tables, and those who wait how it stands. After the commit.
void seeks_tell(struct server *server);
/// The tables that were made since the last commit are gone again: the search goes on.
void seeks_forget_tables(struct server *server);

#endif
