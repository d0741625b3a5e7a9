/* Messages and requests of an address that has used up its share of the loop (share.h) wait, and go on when it has some again. */
#ifndef FLIPSIDE_SERVER_NET_PACING_H
#define FLIPSIDE_SERVER_NET_PACING_H

#include <stdbool.h>

struct request;
struct server;
struct websocket;

/// Has the message that has arrived wait if its address has used up its share, or refuses it if too many wait. False: it can be handled now.
bool pace_message(struct server *server, struct websocket *link);
bool pace_request(struct request *request);
/// Handles what has waited long enough.
void pace_run(struct server *server);

#endif
