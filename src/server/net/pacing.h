/*
 * An address's share of the loop. Everything is done by one loop, so whoever keeps it busy keeps everybody waiting. An address has a tenth
 * of it, and a few milliseconds at once; while these are used up, its messages and requests wait, and nobody else's do. Connections of one
 * address take turns.
 *
 * What is refused because too much was done for an address in the last seconds, by workers as well, is another matter: limits.h.
 */
#ifndef FLIPSIDE_SERVER_NET_PACING_H
#define FLIPSIDE_SERVER_NET_PACING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct request;
struct server;
struct visitor;
struct websocket;

/// Has the message that has arrived wait if its address has used up its share, or refuses it if too many wait. False: it can be handled now.
bool pace_message(struct server *server, struct websocket *link);
bool pace_request(struct request *request);
/// The same for a message that has waited for something else, came at that time, and is not refused any more.
bool pace_held(struct server *server, struct websocket *link, const char *text, size_t length, int64_t came);
/// The loop has worked for an address for so many milliseconds.
void pace_charge(struct server *server, struct visitor *visitor, double ms);
/// Handles what has waited long enough.
void pace_run(struct server *server);
void pace_forget_websocket(struct websocket *link);
void pace_forget_request(struct request *request);

#endif
