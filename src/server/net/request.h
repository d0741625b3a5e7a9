/* A request over HTTP and its answer, which waits until the loop has committed. */
#ifndef FLIPSIDE_SERVER_NET_REQUEST_H
#define FLIPSIDE_SERVER_NET_REQUEST_H

#include <flipside/error.h>
#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

struct lws;
struct page;
struct server;
struct visitor;

enum {
    ANSWER_SECONDS = 120, /* how long sending the answer may take */
    OUT_PRE = 16          /* bytes that libwebsockets needs before a text to be sent */
};

/// A request goes through these states in order, and is answered once.
enum request_state {
    REQUEST_NONE,     /* nothing has arrived */
    REQUEST_READING,  /* the headers have arrived, the body has not */
    REQUEST_HELD,     /* everything has arrived and waits, for its turn (pacing.h) or for the store (held.h) */
    REQUEST_WORKING,  /* a worker is preparing the answer */
    REQUEST_ANSWERED, /* the answer waits until the loop has committed */
    REQUEST_SENDING,  /* the answer's headers are being sent: it can no longer be replaced */
    REQUEST_SENT,     /* everything has been sent: the connection ends */
};

/// A request and its answer, which waits until the loop has committed.
struct request {
    struct server *server;
    struct lws *wsi;
    enum request_state state;
    bool post, head, too_large;
    struct visitor *visitor; /* behind a proxy: the visitor this open request counts for */
    char path[256];
    char *body; /* what has arrived of it */
    size_t body_length, body_left;
    /* the answer */
    int status;
    const char *type;
    const struct page *page; /* sent as it is */
    char *cookie;            /* owned; to be set */
    char *out;               /* owned; OUT_PRE bytes come before the text */
    size_t out_length, out_left;
    uint64_t turn;    /* of the loop when it was answered; 0: the answer needs no commit */
    bool lasting;     /* the answer is the same for ever and for everybody */
    const char *file; /* the browser saves the answer under this name */
    int wait;         /* seconds to wait before trying again, with an error */
    bool paused;      /* the answer had to wait for the store, without a deadline */
    /* while a worker checks a password or does other slow work */
    struct request *next_waiting;
    uint64_t ticket;
    int64_t came, held; /* when it arrived and began to wait for the store (0: it does not), in microseconds */
    struct request *next_held;
    bool later;             /* it is run again because another server was in the way: held.h */
    struct visitor *pacing; /* it waits for its address's share of the loop */
    struct flip_error *no;  /* owned: it is refused when its body has passed by */
};

/// Asks for a call when the connection can be written to; and: libwebsockets does not end it for being slow.
void connection_wake(struct lws *wsi);
void connection_wake_all(struct server *server);
void connection_be_patient(struct lws *wsi);
/// Closes the connection after this many seconds, whatever arrives until then, unless called again; 0: never.
void connection_deadline(struct lws *wsi, int seconds);

/// What a route does with a request: on success it has been answered, or will be later. `rest` is what follows the route's path.
typedef int api_get(struct request *request, const char *rest, struct flip_error *error);
typedef int api_post(struct request *request, const json_t *body, struct flip_error *error);

/// Has a complete request answered, without checking whether the store works (held.h does that). False: another server was at what it needs,
/// and it has no answer yet.
bool request_run(struct request *request);
/// Answers such a request with an error.
void request_give_up(struct request *request);
/// Answers a request with the error that something done for it ended with.
void request_fail(struct request *request, struct flip_error *error);
/// Answers a request that is otherwise ignored. Needs nothing from the store.
void request_refuse(struct request *request, const struct flip_error *error);

/// Forgets a request that nobody waits for any more, or none (NULL).
void request_free(struct request *request);

/// Makes a request wait for something, and finds the request with that ticket if it is still waiting.
uint64_t request_wait(struct request *request);
struct request *request_waiting(const struct server *server, uint64_t ticket);
/// The request no longer waits: it is answered in this turn.
void request_done(struct request *request);

#endif
