/* Where the server listens, and with which certificate. */
#ifndef FLIPSIDE_SERVER_NET_LISTEN_H
#define FLIPSIDE_SERVER_NET_LISTEN_H

#include <flipside/error.h>
#include <stdbool.h>

struct server;

/// Starts listening for clients, on an inherited socket if there is one, and with --metrics-listen for the administrator's programs.
int listen_open(struct server *server, struct flip_error *error);
/// Closes every connection and stops listening. Does nothing if nothing was opened.
void listen_close(struct server *server);
/// Handles what has arrived and what is due; with `wait`, once there is something.
void listen_turn(struct server *server, bool wait);
/// Makes a listen_turn that waits return. May be called from any thread, and from a signal handler.
void listen_wake(struct server *server);
/// Logs where the server listens; returns the port for clients, which --listen may have left open; 0: the
/// socket was inherited.
int listen_announce(const struct server *server);
/// Reads the certificate again. If it is not valid, the old one stays in use.
int listen_reload(struct server *server, struct flip_error *error);

#endif
