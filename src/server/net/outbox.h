/* What is to be sent to a WebSocket: it waits in a queue until the loop has committed what it reports. */
#ifndef FLIPSIDE_SERVER_NET_OUTBOX_H
#define FLIPSIDE_SERVER_NET_OUTBOX_H

#include <flipside/error.h>
#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct server;
struct websocket;

/// A message on its way out.
struct parcel {
    struct parcel *next;
    uint64_t turn;   /* of the loop, in which it was queued; 0: it reports nothing that has to be durable */
    int64_t answers; /* the number of the message that it answers; 0: none */
    int64_t since;   /* when that message came, in microseconds; 0: not measured */
    bool scene;      /* much of it was in the one before: it is compressed where the client can read that */
    size_t length;
    char text[];
};

/// Queues a text for a connection. It leaves when the loop has committed.
void websocket_send(struct server *server, struct websocket *link, const char *text, size_t length);
/// The same for a scene.
void websocket_send_scene(struct server *server, struct websocket *link, const char *text, size_t length);
/// The same for the answer to a message.
void websocket_answer(struct server *server, struct websocket *link, int64_t number, const char *text, size_t length);
/// The same for an error as the answer, and the text of such an answer.
void websocket_refuse(struct server *server, struct websocket *link, int64_t number, const struct flip_error *error);
json_t *message_error(int64_t number, const struct flip_error *error);
/// The number of a message that is otherwise ignored; 0: it has none.
int64_t message_number(const char *text, size_t length);
/// Queues a text ahead of all others. It is sent whatever the state of the store.
void websocket_tell(struct websocket *link, const char *text, size_t length);
/// Ends a connection once everything queued has been sent.
void websocket_close(struct websocket *link);
void websocket_drop_queue(struct websocket *link);
/// What was queued in this turn of the loop is not true any more: answers become errors, the rest is dropped. With several servers the connection ends
/// instead, and the client sends its messages again; a message that has been taken back three times (of the client called `who`) gets an error.
void websocket_take_back(const struct server *server, struct websocket *link, const char *who);
/// Asks the loop to send what is queued.
void websocket_ask_to_write(struct websocket *link);

#endif
