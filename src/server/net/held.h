/*
 * Messages and requests that wait, in order of arrival, while the store cannot save anything (loop/outage.h). If that lasts,
 * everyone connected is told that nothing is being saved for now.
 *
 * The queue is limited. Beyond the limit, and for requests after a while, the answer is the error `store`, and nothing has been
 * done.
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
    struct request *later; /* requests that met another server at what they need, and are run again in a moment */
    int64_t later_next;    /* not before that time, in microseconds */
    bool run_again;        /* the message that is being handled was run before */
};

/// A message or a request has arrived, and had its turn: it is handled now, or held until the store works again. A request that could do nothing
/// because another server was in its way is run again in a moment, and refused after a while.
void message_arrived(struct server *server, struct websocket *link, const char *text, size_t length, int64_t came);
void request_arrived(struct request *request);
/// A message that met a lost connection to the database: it is run once more when that is back. False: it was, or there is no room.
bool hold_again(struct server *server, struct websocket *link, const char *text, size_t length);
/// Keeps a message apart until what it waits for is here. False: too much is kept already.
bool hold_apart(struct server *server, struct websocket *link, const char *text, size_t length, uint64_t number);
/// It is here: they are handled next, in their order. Or it will not be: they are refused.
void held_release(struct server *server, uint64_t number);
void held_refuse(struct server *server, uint64_t number, const struct flip_error *why);
void held_forget_websocket(struct server *server, struct websocket *link);
void held_forget_request(struct request *request);
/// Handles a slice of what has waited.
void held_run(struct server *server);
/// Answers what has waited too long with an error, also what waits for a worker; until then there is no other deadline.
void held_refuse_old(struct server *server);
/// Tells a newly opened connection, or all connections if it lasts, that nothing is being saved for now.
void held_tell(struct server *server, struct websocket *link);
void held_tell_all(struct server *server);
/// Tells them that everything is saved, and sends what was queued.
void held_works_again(struct server *server);
void held_close(struct server *server);

#endif
