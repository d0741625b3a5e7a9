/* A server from its start to its end, turn by turn: for `flipside serve` and for tests that run one in their own process. */
#ifndef FLIPSIDE_SERVER_COMMANDS_SERVE_H
#define FLIPSIDE_SERVER_COMMANDS_SERVE_H

#include "server/loop/server.h"

/// Opens the store and the door, as server->config says.
int server_open(struct server *server, struct flip_error *error);
/// Handles what has come in, makes it durable, and sends what is to be sent.
void server_turn(struct server *server);
/// Releases everything but the server itself.
void server_close(struct server *server);

#endif
