/*
 * Accepted connections, from the first byte to the last: how many there are, in total and per address, and by when a client must
 * have sent its request.
 */
#ifndef FLIPSIDE_SERVER_NET_CONNECTIONS_H
#define FLIPSIDE_SERVER_NET_CONNECTIONS_H

#include <libwebsockets.h>
#include <stdbool.h>

struct server;

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
/// Closes the connection after this many seconds, whatever arrives until then, unless called again; 0: never.
void connection_deadline(struct lws *wsi, int seconds);
/// The client is waiting for us: the connection has no deadline until it is given one again.
void connection_pause(struct lws *wsi);
/// Is it beyond a limit, and only there to be told so?
bool connection_is_surplus(struct lws *wsi);
/// Has this connection's request for a WebSocket been checked and found good?
void connection_may_upgrade(struct lws *wsi);
bool connection_upgrades(struct lws *wsi);

#endif
