/*
 * The listening socket of the clients. libwebsockets would accept everybody who waits before it does anything else: ten thousand who come in the
 * same second would keep all others waiting. Here some are accepted, then the loop goes on with everybody, then the next ones.
 */
#ifndef FLIPSIDE_SERVER_NET_LISTENER_H
#define FLIPSIDE_SERVER_NET_LISTENER_H

#include "server/loop/loop.h"

#include <flipside/error.h>

struct lws;
struct server;

/// So many at most are accepted in a turn of the loop.
enum { ACCEPTED_AT_A_TIME = 64 };

/// A socket that listens on that address, which is a number; -1: it cannot be had, and -2: libwebsockets has to find out what the address means.
int listener_socket(const struct endpoint *endpoint);
/// Accepts connections from a listening socket, for the clients' host, from now on and until listener_close, which closes it.
int listener_open(struct server *server, int socket, struct flip_error *error);
void listener_close(struct server *server);
/// Takes over a connection to the clients' host; closes it and returns NULL if that fails.
struct lws *listener_adopt(struct server *server, int client);
/// The port that it listens on.
int listener_port(const struct server *server);

#endif
