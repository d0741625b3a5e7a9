/* What the site's administrator can do with `flipside admin`, beside a running server or without one. */
#ifndef FLIPSIDE_SERVER_COMMANDS_ADMIN_H
#define FLIPSIDE_SERVER_COMMANDS_ADMIN_H

#include <flipside/error.h>
#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

struct server;

/// Carries out a request: {"do":"ban","person":"…"} and the like. `said` is a sentence about what was done, to be freed.
int admin_do(struct server *server, const json_t *wish, char **said, struct flip_error *error);
/// Is it time to look for such requests again?
bool admin_due(struct server *server, int64_t now);
/// Carries out the requests that `flipside admin` has left in the file. Called by the loop.
void admin_look(struct server *server);

#endif
