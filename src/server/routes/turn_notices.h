/* "Your turn", sent to all of a person's connections that asked for it. */
#ifndef FLIPSIDE_SERVER_ROUTES_TURN_NOTICES_H
#define FLIPSIDE_SERVER_ROUTES_TURN_NOTICES_H

struct client;
struct room;
struct server;

/// Whose turn it is may have changed in a room.
void turns_note(struct server *server, struct room *room);
/// A connection asks for it.
void turns_ask(struct server *server, struct client *link);
/// Tells the people concerned.
void turns_push(struct server *server);

#endif
