/*
 * The order in which games end, which ratings follow from: one game at a time, at all servers that share a store. Who finds another server
 * at it does not wait. The game is over all the same, a note is made of it, and its results follow as soon as the other has committed; if this
 * server dies before that, whoever takes over its notes does it.
 */
#ifndef FLIPSIDE_SERVER_ROOMS_ENDS_H
#define FLIPSIDE_SERVER_ROOMS_ENDS_H

#include <flipside/error.h>
#include <stdbool.h>

struct room;
struct server;

/// A game is over, and that is saved: what follows from it is done now or later.
int end_game(struct server *server, struct room *room, struct flip_error *error);
/// There may be notes of ended games, from before or from another server.
void ends_look(struct server *server);
/// Is something to be done for games that ended before?
bool ends_due(const struct server *server);
void ends_run(struct server *server);

#endif
