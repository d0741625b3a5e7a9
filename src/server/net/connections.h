/*
 * Accepted connections, from the first byte to the last: how many there are, altogether and per address, and until when
 * they must have said what they want.
 */
#ifndef FLIPSIDE_SERVER_NET_CONNECTIONS_H
#define FLIPSIDE_SERVER_NET_CONNECTIONS_H

#include <libwebsockets.h>
#include <stdbool.h>

struct server;

/// The host of --metrics-listen.
extern const char private_host[];
/// Is it the listener, or a connection, of that host?
bool connection_is_private(struct lws *wsi);

/// May the connection that was just accepted stay? If not, it has been told so, and is to be closed.
bool connection_admit(struct server *server, struct lws *listener, int fd);
/// A connection that was admitted begins and ends.
void connection_opened(struct server *server, struct lws *wsi);
void connection_closed(struct server *server, struct lws *wsi);
/// Closes the connection in so many seconds, whatever arrives until then, unless it is called again; 0: never.
void connection_deadline(struct lws *wsi, int seconds);
/// The connection waits for us, not we for it: it has no deadline at all until it gets one again.
void connection_pause(struct lws *wsi);
/// Is it beyond a limit, and only there to be told so?
bool connection_is_surplus(struct lws *wsi);
/// Has this connection's request for a WebSocket been checked and found good?
void connection_may_upgrade(struct lws *wsi);
bool connection_upgrades(struct lws *wsi);

#endif
