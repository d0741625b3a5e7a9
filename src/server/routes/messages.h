/* What messages do. */
#ifndef FLIPSIDE_SERVER_ROUTES_MESSAGES_H
#define FLIPSIDE_SERVER_ROUTES_MESSAGES_H

#include "server/net/websocket.h"

/// Handles a message that may be handled.
void message_handle(struct server *server, struct websocket *socket, const char *text, size_t length);
/// Is it a message that needs nothing of the store, and is done at any time?
bool message_at_any_time(const char *text, size_t length);

#endif
