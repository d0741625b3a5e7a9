/* A WebSocket; higher rooms decide what its messages do. */
#ifndef FLIPSIDE_SERVER_NET_WEBSOCKET_H
#define FLIPSIDE_SERVER_NET_WEBSOCKET_H

#include "server/net/deflate.h"
#include "server/net/frames.h"
#include "server/net/limits.h"

struct batch;
struct lws;
struct connection;
struct paced;
struct parcel;

/// The first member of the data kept with a connection.
struct websocket {
    struct websocket *next, *previous;
    struct websocket *next_filled; /* in the list of those for which something was queued */
    struct lws *wsi;
    uint64_t id;
    struct visitor *visitor;
    char *incoming; /* a message that has not arrived completely */
    size_t incoming_length;
    int pieces; /* received of it so far */
    struct parcel *out, **out_last;
    size_t out_bytes;
    struct bucket messages;
    struct bucket pings; /* and pongs */
    int held;            /* messages that wait for the store */
    struct paced *paced; /* those that wait for their address's share of the loop: share.h */
    int paced_count;
    struct websocket *next_paced;
    int warnings;  /* messages over the rate limit */
    int64_t heard; /* when something last came, a pong too */
    int64_t asked; /* when it was asked whether it is still there; 0: not since */
    struct frame_reader frames;
    struct deflate_history history;
    uint8_t pong[FRAME_CONTROL], pong_length; /* the answer to the last ping */
    uint8_t goodbye[2], goodbye_length;       /* why it ends, as the client has said */
    bool ping_due, pong_due;
    bool filled; /* it is in that list */
    bool closing;
};

/// Handles messages.
struct message_handler {
    size_t size; /* of what is kept with a connection: a websocket, and what follows it */
    /// Does the person who asks for a connection have a name?
    bool (*known)(struct server *server, struct lws *wsi);
    /// A connection begins (-1: refuse it), and ends.
    int (*opened)(struct server *server, struct websocket *link);
    void (*closed)(struct server *server, struct websocket *link);
    /// Handles a message that has passed the limits.
    void (*handle)(struct server *server, struct websocket *link, const char *text, size_t length);
    /// Is this a message that does not need the store and can be handled at any time?
    bool (*at_any_time)(const char *text, size_t length);
    /// The client has read everything: what was held back for it can be sent now.
    void (*caught_up)(struct server *server, struct websocket *link);
};

/// What goes out together.
struct batch *batch_new(void);
void batch_free(struct batch *batch);
/// A connection becomes a WebSocket, after websocket_refusal has said that it may; -1: it ends.
int websocket_open(struct connection *connection);
/// Bytes have come, the connection can be written to (-1: it ends), and it has ended.
int websocket_received(struct server *server, struct websocket *link, char *bytes, size_t length);
int websocket_writable(struct server *server, struct websocket *link);
void websocket_closed(struct server *server, struct websocket *link);
/// The HTTP status with which a request for a WebSocket is refused; 0: it is not.
int websocket_refusal(struct server *server, struct lws *wsi);
/// Sends what was queued in this turn of the loop and may be told. Called after the commit.
void websockets_send(struct server *server);
/// Asks those that were silent for long whether they are still there, and ends those that did not answer.
void websockets_look(struct server *server);

#endif
