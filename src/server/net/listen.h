/* Where the server listens, and with which certificate. */
#ifndef FLIPSIDE_SERVER_NET_LISTEN_H
#define FLIPSIDE_SERVER_NET_LISTEN_H

#include <flipside/error.h>

struct server;

/// Starts listening for clients, and with --metrics-listen for the administrator's programs.
int listen_open(struct server *server, struct flip_error *error);
/// Logs where the server listens; returns the port for clients, which --listen may have left open.
int listen_announce(const struct server *server);
/// Reads the certificate again. If it is not valid, the old one stays in use.
int listen_reload(struct server *server, struct flip_error *error);

#endif
