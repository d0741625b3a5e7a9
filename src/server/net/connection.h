/* An accepted connection as libwebsockets has it. No other header includes libwebsockets. */
#pragma once

#include "server/net/parts.h"

#include <libwebsockets.h>
#include <stdbool.h>

/// A connection carries one request, or becomes a WebSocket.
struct connection {
    struct server *server;
    struct lws *wsi;
    struct visitor *visitor; /* NULL: not counted by address */
    bool private;
    bool surplus; /* beyond a limit: it is there to be told so */
    lws_sorted_usec_list_t deadline;
    struct head head;         /* of the request, until it is answered or a WebSocket */
    struct request *request;  /* owned; NULL: there is none yet */
    struct websocket *socket; /* owned; NULL: it is none */
};

/// What libwebsockets tells of connections.
extern const struct lws_protocols stream_protocol;
/// The host of --metrics-listen.
extern const char private_host[];

/// May a newly accepted connection to the private host stay?
bool connection_admit_private(const struct server *server);
/// An admitted connection begins and ends.
void connection_opened(struct server *server, struct lws *wsi);
void connection_closed(struct server *server, struct lws *wsi);
/// Is it beyond a limit, and only there to be told so?
bool connection_is_surplus(struct lws *wsi);
/// Turns a connection into a WebSocket, once websocket_refusal allows it; -1: it ends.
int websocket_open(struct connection *connection);
