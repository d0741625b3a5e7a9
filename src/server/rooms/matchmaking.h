/*
 * Quick match: somebody who looks for an opponent says which game and which pace, and is paired with somebody of about the same
 * rating who looks for the same. The longer one waits, the further the ratings may be apart. A search belongs to a connection and
 * ends with it; the table that comes of it is durable before anybody hears of it.
 *
 * Where several servers share the store, each writes down who searches at it (store.h), and pairs its own with those of the others. Of
 * two that fit, the server of the one with the smaller id makes the table; before that it takes both, which only one server can do, and
 * none for somebody whose server has died. The other server finds the table beside what it wrote down.
 */
#ifndef FLIPSIDE_SERVER_ROOMS_MATCHMAKING_H
#define FLIPSIDE_SERVER_ROOMS_MATCHMAKING_H

#include <flipside/error.h>
#include <jansson.h>
#include <stdint.h>

struct client;
struct flip_game;
struct server;

/// Begins to search, or begins anew. `pace` is one of "quick", "steady" and "days"; `body` may have `ticket` and `bytes` for the draw.
int seek_begin(struct server *server, struct client *client, const struct flip_game *game, const char *pace,
               const json_t *body, struct flip_error *error);
/// Somebody has gone, or was told of the table.
void seek_end(struct server *server, struct client *client);
/// Somebody does not want to search any longer. If another server has made a table already, that is told soon.
int seek_stop(struct server *server, struct client *client, struct flip_error *error);
/// Pairs those who fit. Called once per turn of the loop, before the commit.
void seeks_pair(struct server *server);
/// Tells the pairs of their tables, and those who wait how it stands. After the commit.
void seeks_tell(struct server *server);
/// The tables that were made since the last commit are gone again: the search goes on.
void seeks_forget_tables(struct server *server);
/// What was written down for other servers may be gone.
void seeks_write_again(struct server *server);

#endif
