/* What the keeper of the site can do to people: by `flipside admin`, beside a running server or without one. */
#ifndef FLIPSIDE_SERVER_KEEPER_H
#define FLIPSIDE_SERVER_KEEPER_H

#include "server/hub.h"

/// Fulfils a wish: {"do":"ban","person":"…"} and the like. `said` is a sentence about what was done, to be freed.
int keeper_do(struct hub *hub, const json_t *wish, char **said, struct flip_error *error);
/// Fulfils what `flipside admin` has left in the file. Called by the loop.
void keeper_look(struct hub *hub);

#endif
