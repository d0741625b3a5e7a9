/* A server from its start to its end, for `flipside serve`, and what `flipside admin` and `flipside store` do. */
#pragma once

#include "server/loop/loop.h"
#include "server/net/net.h"
#include "server/people/people.h"
#include "server/post/post.h"
#include "server/rooms/rooms.h"
#include "server/routes/routes.h"

#include <flipside/error.h>
#include <jansson.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/*
 * A server with all its layers. They are connected here: callbacks from lower layers to higher ones (who answers requests, what
 * follows from a finished game) are registered once, at the start.
 */

struct whole_server {
    struct server server; /* first */
    struct net net;
    struct people people;
    struct post post;
    struct rooms rooms;
    struct push_state pushes;
    struct tournaments tournaments;
    int64_t admin_looked, data_version; /* for what `flipside admin` has left in the file */
    int64_t look_due;                   /* when the loop has to check for that, in microseconds */
    int64_t answers_forgotten;
    atomic_bool woken; /* by a worker that is done with something */
};

static inline struct whole_server *whole_of(struct server *server) { return (struct whole_server *)server; }

/// A server with everything empty. NULL: out of memory.
struct server *server_new(void);
/// Frees it; the layers' own data must have been released before.
void server_free(struct server *server);

/* A server from its start to its end, turn by turn: for `flipside serve` and for tests that run one in their own process. */

/// Opens the store and the listeners, as server->loop.config says.
int server_open(struct server *server, struct flip_error *error);
/// Handles what has come in, makes it durable, and sends what is to be sent.
void server_turn(struct server *server);
/// Releases everything but the server itself.
void server_close(struct server *server);

/* What the site's administrator can do with `flipside admin`, beside a running server or without one. */

/// Says what is wrong with the words behind `flipside COMMAND`, and then how it goes; "": there are none.
void tell_usage(const char *command, const char *what, bool known, const char *help);
/// Reads --data FILE or --data=FILE, and moves on behind it; false: it is something else.
bool read_data_option(int argc, char **argv, int *i, const char **data);
/// Carries out a request: {"do":"ban","person":"…"} and the like. `said` is a sentence about what was done, to be freed.
int admin_do(struct server *server, const json_t *order, char **said, struct flip_error *error);
/// Is it time to look for such requests again?
bool admin_due(struct server *server, int64_t now);
/// Carries out the requests that `flipside admin` has left in the file. Called by the loop.
void admin_look(struct server *server);
