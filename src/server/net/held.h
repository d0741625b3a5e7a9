/*
 * Messages and requests that wait while the store cannot keep anything (loop/trouble.h): in the order in which they came. When it
 * takes longer, everybody connected is told that nothing is saved for now.
 *
 * What waits has a bound. Beyond it, and for requests after a while, the answer is the error `store`, and nothing was done.
 */
#ifndef FLIPSIDE_SERVER_NET_HELD_H
#define FLIPSIDE_SERVER_NET_HELD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct flip_error;
struct held;
struct request;
struct server;
struct websocket;

struct held_queue {
    struct held *messages, **messages_last;
    struct held
        *apart; /* messages that wait for something else, such as a table that is not in memory; the newest first */
    int message_count;
    size_t bytes;
    struct request *requests, **requests_last;
    int request_count;
};

/// Keeps the message that has arrived, or a request, until the store can keep what it does. False: it can be handled now.
bool hold_message(struct server *server, struct websocket *link);
bool hold_request(struct request *request);
/// Keeps a message apart until what it waits for is here. False: too much is kept already.
bool hold_apart(struct server *server, struct websocket *link, const char *text, size_t length, uint64_t number);
/// It is here: they are handled next, in their order. Or it will not be: they are refused.
void held_release(struct server *server, uint64_t number);
void held_refuse(struct server *server, uint64_t number, const struct flip_error *why);
void held_forget_websocket(struct server *server, struct websocket *link);
void held_forget_request(struct request *request);
/// Handles what has waited, a slice of it.
void held_run(struct server *server);
/// Whoever has waited for too long is told so, also who waits for a worker; until then there is no other deadline.
void held_refuse_old(struct server *server);
/// Tells a connection that has just been opened, or all of them when it takes long, that nothing is saved for now.
void held_tell(struct server *server, struct websocket *link);
void held_tell_all(struct server *server);
/// And that it is saved: what was queued goes out.
void held_works_again(struct server *server);
void held_close(struct server *server);

#endif
