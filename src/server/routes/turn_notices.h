/* "Your turn", told to all connections of somebody that want to know. */
#ifndef FLIPSIDE_SERVER_ROUTES_TURN_NOTICES_H
#define FLIPSIDE_SERVER_ROUTES_TURN_NOTICES_H

struct room;
struct server;

/// Whose turn it is has changed at a room, perhaps; and those whom it concerns are told.
void turns_note(struct server *server, struct room *room);
void turns_push(struct server *server);

#endif
