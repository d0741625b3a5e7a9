/* A request over HTTP and its answer, which waits until the loop has committed. */
#ifndef FLIPSIDE_SERVER_NET_REQUEST_H
#define FLIPSIDE_SERVER_NET_REQUEST_H

#include <flipside/error.h>
#include <jansson.h>
#include <libwebsockets.h>
#include <stdbool.h>
#include <stdint.h>

struct page;
struct server;
struct visitor;

enum { ANSWER_SECONDS = 120 }; /* so long may the answer take to be sent */

/// A request goes through these in their order, and is answered once.
enum request_state {
    REQUEST_NONE,     /* nothing has come */
    REQUEST_READING,  /* the headers are here, the body is not */
    REQUEST_HELD,     /* all of it is here, and waits for the store: held.h */
    REQUEST_WORKING,  /* somebody else works on the answer: the passwords, a worker */
    REQUEST_ANSWERED, /* the answer waits until the loop has committed */
    REQUEST_SENDING,  /* the headers of the answer are on their way: there is no other answer any more */
    REQUEST_SENT,     /* all of it is: the connection ends */
};

/// A request and its answer, which waits until the loop has committed.
struct request {
    struct server *server;
    struct lws *wsi;
    enum request_state state;
    bool post, head, too_large;
    struct visitor *visitor; /* behind a proxy: who has one more request open */
    char path[256];
    char *body; /* what has come of it */
    size_t body_length;
    /* the answer */
    int status;
    const char *type;
    const struct page *page; /* sent as it is */
    char *cookie;            /* owned; to be set */
    char *out;               /* owned; LWS_PRE bytes come before the text */
    size_t out_length, out_left;
    uint64_t turn;    /* of the server when it was answered; 0: what it says needs no commit */
    const char *file; /* to be kept by the browser under this name */
    int wait;         /* seconds to wait before trying again, with an error */
    bool paused;      /* the answer had to wait for the store, without a deadline */
    /* while the password worker works on a password, or a worker on something long */
    struct request *next_waiting;
    uint64_t ticket;
    int64_t came, held; /* when it came, and since when it waits for the store (0: it does not), in microseconds */
    struct request *next_held;
};

/// What a route does with a request: on success it has been answered, or will be later. `rest` is what follows the route's path.
typedef int api_get(struct request *request, const char *rest, struct flip_error *error);
typedef int api_post(struct request *request, const json_t *body, struct flip_error *error);

/// Has a request that has arrived whole answered; it is not looked at whether the store can keep what it does (held.h).
void request_run(struct request *request);
/// Answers a request that is not looked at any further. It needs nothing of the store.
void request_refuse(struct request *request, const struct flip_error *error);

/// A request that waits for something, and the request of that ticket, if it still does.
uint64_t request_wait(struct request *request);
struct request *request_waiting(const struct server *server, uint64_t ticket);
/// It waits no longer.
void request_done(struct request *request);

#endif
