/* The data of net: connections, WebSockets, visitors, waiting requests, and who handles what arrives. */
#ifndef FLIPSIDE_SERVER_NET_NET_H
#define FLIPSIDE_SERVER_NET_NET_H

#include "server/net/held.h"
#include "server/net/limits.h"

struct batch;
struct compressor;
struct listener;
struct lws_protocols;
struct ev_loop;
struct http_handler;
struct message_handler;
struct page_folder;
struct request;
struct websocket;

enum { RETRIES = 512 };

/// A message whose turn was undone, and how often.
struct retry {
    uint64_t message;
    int count;
};

struct net {
    const struct http_handler *http;
    const struct message_handler *messages;
    const struct lws_protocols *protocols;
    struct batch *batch;                  /* what is being sent to a WebSocket */
    struct compressor *compressor;        /* for all of them */
    struct listener *listener;            /* to the socket that listens; NULL: libwebsockets has it */
    bool inherited;                       /* it was opened before us */
    struct ev_loop *events;               /* what libwebsockets waits with */
    int connections, private_connections; /* all that are open; those of --metrics-listen are counted separately */
    int surplus_connections;              /* and those that are only told that there are too many */
    int most_connections;
    uint64_t turned_away; /* since the last log line about it */
    struct bucket turned_away_log;
    struct visitors visitors;
    struct page_folder *pages; /* what is sent before what the program has (--pages) */
    struct request *waiting;   /* requests whose answer is being worked on */
    struct held_queue held;    /* what waits for the store */
    struct visitor *paced;     /* addresses for which something waits: share.h */
    struct websocket *links;   /* all that are open */
    struct websocket *filled;  /* those for which something was queued in this turn of the loop */
    int websocket_count;
    uint64_t last_link;
    struct retry retries[RETRIES]; /* by the message; a newer one takes the place of an older one */
    int64_t message_came;          /* when the message being handled arrived, in microseconds */
};

#endif
