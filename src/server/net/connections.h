/*
 * Accepted connections, from the first byte to the last: how many there are, in total and per address, and by when a client must
 * have sent its request.
 */
#ifndef FLIPSIDE_SERVER_NET_CONNECTIONS_H
#define FLIPSIDE_SERVER_NET_CONNECTIONS_H

#include "server/net/head.h"
#include "server/net/request.h"

#include <libwebsockets.h>
#include <stdbool.h>

struct request;
struct server;
struct visitor;
struct websocket;

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
/// Is this the listener, or a connection, of that host?
bool connection_is_private(struct lws *wsi);

/// May a client's newly accepted connection stay? If not, the client has been told, and the caller must close it.
bool connection_admit(struct server *server, int fd);
/// The same for a connection to the private host.
bool connection_admit_private(const struct server *server);
/// An admitted connection begins and ends.
void connection_opened(struct server *server, struct lws *wsi);
void connection_closed(struct server *server, struct lws *wsi);
/// The client is waiting for us: the connection has no deadline until it is given one again.
void connection_pause(struct lws *wsi);
/// Is it beyond a limit, and only there to be told so?
bool connection_is_surplus(struct lws *wsi);
/// The head of the request that came over it; an empty one if there is no connection any more.
const struct head *connection_head(struct lws *wsi);

#endif
