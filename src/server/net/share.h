/*
 * An address's share of the loop. Everything is done by one loop, so whoever keeps it busy keeps everybody waiting. An address has a tenth
 * of it, and a few milliseconds at once; while these are used up, its messages and requests wait, and nobody else's do. Connections of one
 * address take turns. Here are the share and what waits for it; pacing.h lets things wait and go on.
 *
 * What is refused because too much was done for an address in the last seconds, by workers as well, is another matter: limits.h.
 */
#ifndef FLIPSIDE_SERVER_NET_SHARE_H
#define FLIPSIDE_SERVER_NET_SHARE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct request;
struct server;
struct visitor;
struct websocket;

/// A message that waits.
struct paced {
    struct paced *next;
    int64_t came;
    size_t length;
    char text[];
};

/// The loop has worked for an address for so many milliseconds.
void pace_charge(struct server *server, struct visitor *visitor, double ms);
/// Has a message that came at that time, and has waited for something else, wait on if its share is used up. False: it can be handled now.
bool pace_held(struct server *server, struct websocket *link, const char *text, size_t length, int64_t came);
void pace_forget_websocket(struct websocket *link);
void pace_forget_request(struct request *request);

/* --- for pacing.c --- */
/// The milliseconds that are left; none: below zero.
double share_left(const struct server *server, struct visitor *visitor);
/// May a message of this connection be handled, and does none of it wait?
bool share_may_go(struct server *server, const struct websocket *link);
/// False: there is no memory.
bool share_keep_message(struct server *server, struct websocket *link, const char *text, size_t length, int64_t came);
/// Out of the connection's queue, to be freed.
struct paced *share_take_message(struct websocket *link);
/// A connection with messages that wait is the last of its address, or no longer one.
void share_line_up(struct visitor *visitor, struct websocket *link);
void share_leave_line(struct websocket *link);
/// Does something wait for this address? Then it is in a list, and the loop comes round when the share allows something again.
bool share_waits(const struct visitor *visitor);
void share_enlist(struct server *server, struct visitor *visitor);
void share_come_back(struct server *server, struct visitor *visitor);

#endif
