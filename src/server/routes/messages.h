/* What messages do. */
#ifndef FLIPSIDE_SERVER_ROUTES_MESSAGES_H
#define FLIPSIDE_SERVER_ROUTES_MESSAGES_H

#include "server/net/websocket.h"

/// Handles a message that has passed the limits.
void message_handle(struct server *server, struct websocket *socket, const char *text, size_t length);
/// Is this a message that does not need the store and can be handled at any time?
bool message_at_any_time(const char *text, size_t length);

#endif
