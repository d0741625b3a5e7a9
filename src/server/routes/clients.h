/* Connections begin and end: who is there, and what they look at. */
#ifndef FLIPSIDE_SERVER_ROUTES_CLIENTS_H
#define FLIPSIDE_SERVER_ROUTES_CLIENTS_H

#include "server/net/websocket.h"

/// Handles the messages of people.
extern const struct message_handler client_messages;

#endif
