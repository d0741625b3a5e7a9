/* Where the server listens, and with which certificate. */
#ifndef FLIPSIDE_SERVER_LISTEN_H
#define FLIPSIDE_SERVER_LISTEN_H

#include "server/server.h"

/// Begins to listen for clients, and with --metrics-listen for the administrator's programs.
int listen_open(struct server *server, struct flip_error *error);
/// Says in the log where it listens; returns the port for clients, which --listen may have left open.
int listen_announce(const struct server *server);
/// Is it the listener, or a connection, of --metrics-listen?
bool listen_is_private(struct lws *wsi);
/// Reads the certificate again. If it is no good, the old one stays in use.
int listen_reload(struct server *server, struct flip_error *error);

#endif
