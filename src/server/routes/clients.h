/* Connections opening and closing: who is there, and what they watch. */
#ifndef FLIPSIDE_SERVER_ROUTES_CLIENTS_H
#define FLIPSIDE_SERVER_ROUTES_CLIENTS_H

#include "server/net/websocket.h"

/// Handles people's messages.
extern const struct message_handler client_messages;

#endif
