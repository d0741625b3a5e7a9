/*
 * How the server talks to clients: HTTP, WebSockets and their outbox, the page, and the limits on what one address may ask for. Higher
 * layers decide the answers: they register a struct http_handler and a struct message_handler. What only net's own files share is in
 * parts.h.
 */
#pragma once

#include "server/loop/loop.h"
#include "store/people.h"

#include <flipside/error.h>
#include <flipside/json.h>
#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct batch;
struct compressor;
struct ev_loop;
struct http_handler;
struct listener;
struct lws;
struct lws_protocols;
struct message_handler;
struct page;
struct page_folder;
struct pending_message;
struct request;
struct throttled_message;
struct visitor;
struct websocket;

/*
 * Rate limits by token buckets (rate_limits.c): a bucket fills at a steady rate up to a maximum, so a burst is fine and a flood is not.
 * Addresses have buckets for requests, new guests, new tables and more, connections one for messages, people one for chat.
 */

enum { ADDRESS_SIZE = 64, VISITOR_BUCKETS = 4096 };

/// The purpose of work. Replays can wait, playing cannot: a third of an address's burst is reserved for play. Work that is usually cheap
/// (WORK_TO_ASK) is refused only once the address owes a whole burst.
enum work_for { WORK_TO_LOOK, WORK_TO_PLAY, WORK_TO_ASK };

/// All zero: full.
struct token_bucket {
    double tokens;
    double spent; /* here, and not yet reported to the other servers */
    int64_t at;
};

/// Takes a token, if there is one.
bool bucket_take(struct token_bucket *bucket, double burst, double per_second);
/// Takes tokens for a cost that is known only afterwards: the level may fall below zero.
void bucket_charge(struct token_bucket *bucket, double tokens);

/// The throttle of an address: its budget of the loop's time, and what waits for it (throttle.c).
struct throttle {
    struct token_bucket loop; /* milliseconds of the loop */
    struct websocket *links;  /* those with waiting messages, the next one first */
    struct request *requests; /* waiting, the oldest first */
    int request_count;
    bool listed; /* in the list of addresses for which something waits */
    struct visitor *next;
};

/// What an address may do so often per hour. Mails and the codes they bring share a bucket.
enum hourly {
    HOURLY_GUESTS,
    HOURLY_TABLES,
    HOURLY_SIGN_INS,
    HOURLY_REPORTS,
    HOURLY_FRIENDS,
    HOURLY_CHALLENGES,
    HOURLY_TOKENS,
    HOURLY_ANALYSES,
    HOURLY_PUZZLES,
    HOURLY_MAILS,
    HOURLY_CODES,
    HOURLY_KINDS
};

/// Everyone who comes from one address.
struct visitor {
    struct visitor *next;
    char address[ADDRESS_SIZE];
    int links; /* open WebSockets */
    int open;  /* connections; behind a proxy, which owns them all, requests */
    int64_t seen;
    int64_t closed_until;      /* no new guests from here */
    char closed_for[STORE_ID]; /* the banned person's id */
    struct token_bucket requests, exports, hourly[HOURLY_KINDS];
    struct token_bucket work; /* milliseconds of processor time, the workers' included */
    struct throttle throttle;
    struct token_bucket handshakes; /* of TLS: about a millisecond each */
};

struct visitors {
    bool spent; /* the other servers have to learn what an address has spent */
    struct visitor *bucket[VISITOR_BUCKETS];
};

/// The visitor of that address, created if new. NULL: out of memory.
struct visitor *visitor_of(struct visitors *visitors, const char *address);
/// May this address cause more work? The cost is charged to `work` once it is known, or as an estimate at once. If not, `wait` (unless
/// NULL) gets the seconds until it may.
int check_work(struct server *server, struct visitor *visitor, enum work_for purpose, int *wait,
               struct flip_error *error);
/// Whom a worker's work is charged to: a person with an account, or the address of a guest, since new guests cost nothing.
void payer_of(const struct store_person *person, const char *address, char out[FAIR_PAYER]);
/// Admits new guests again from the addresses closed by this person's ban, or (NULL) from all; returns how many those are.
int visitors_admit(struct visitors *visitors, const char *person);
/// Forgets visitors without connections whose buckets are full again, or all of them.
void visitors_sweep(struct visitors *visitors, bool all);

/* Limits that the servers of a cluster count together (shared_limits.c). */

/// The visitor behind a request; NULL: out of memory.
struct visitor *visitor_asking(const struct request *request);
/// Counts one of `count` per hour, with bursts of as many.
int check_hourly(struct request *request, enum hourly kind, int count, struct flip_error *error);
/// Another server has counted one for this address.
void hourly_counted(struct server *server, const char *address, const char *what);
/// Reports to the cluster's other servers what addresses have spent here.
int rate_limits_tell(struct server *server, struct flip_error *error);
/// Another server's report: "ADDRESS WHAT AMOUNT".
void rate_limits_heard(struct server *server, const char *notice);
/// May another table be created from the request's address, or by a message from this visitor (a rematch, a quick match)?
int check_new_table(struct request *request, struct flip_error *error);
int check_new_table_from(struct server *server, struct visitor *visitor, struct flip_error *error);

/*
 * Pending messages and requests: they wait in order of arrival while the store cannot save anything (pending.c). If that lasts, everyone
 * connected is told. The queue is limited; beyond the limit, and for requests after a while, the answer is the error `store`, and nothing
 * has been done.
 */

struct pending_queue {
    struct pending_message *messages, **messages_last;
    struct pending_message *parked; /* wait for something else, such as a table being fetched; the newest first */
    int message_count;
    size_t bytes;
    struct request *requests, **requests_last;
    int request_count;
    struct request *later; /* collided with another server, and are retried in a moment */
    int64_t later_next;    /* not before this time, in microseconds */
    bool run_again;        /* the message being handled is a retry */
};

/// A message or request whose turn has come: it is handled now, or pends until the store works. A request that collided with another
/// server is retried in a moment, and refused after a while.
void message_arrived(struct server *server, struct websocket *link, const char *text, size_t length, int64_t came);
void request_arrived(struct request *request);
/// Retries a message that met a lost database connection, once. False: it was a retry already, or there is no room.
bool pending_retry(struct server *server, struct websocket *link, const char *text, size_t length);
/// Parks a message until what it waits for, known by a number, is here. False: too many are pending.
bool pending_park(struct server *server, struct websocket *link, const char *text, size_t length, uint64_t number);
/// It is here: the parked messages are handled next, in order. Or it will not come: they are refused.
void pending_release(struct server *server, uint64_t number);
void pending_refuse(struct server *server, uint64_t number, const struct flip_error *why);
/// Handles a slice of what is pending.
void pending_run(struct server *server);
/// Refuses what has waited too long, a worker's requests included.
void pending_expire(struct server *server);
/// Tells everyone, if it lasts, that nothing is being saved for now.
void notify_outage_all(struct server *server);
/// Tells them that everything is saved, and sends what was queued.
void notify_recovered(struct server *server);
void pending_close(struct server *server);

enum { RETRIES = 512 };

/// A message whose turn was rolled back, and how often.
struct retry {
    uint64_t message;
    int count;
};

/// The data of this layer.
struct net {
    const struct http_handler *http;
    const struct message_handler *messages;
    const struct lws_protocols *protocols;
    struct batch *batch;                  /* what is being written to a WebSocket */
    struct compressor *compressor;        /* shared by all of them */
    struct listener *listener;            /* NULL: libwebsockets has the listening socket */
    bool inherited;                       /* by socket activation */
    struct ev_loop *events;               /* what libwebsockets waits with */
    int connections, private_connections; /* open; those of --metrics-listen count separately */
    int surplus_connections;              /* beyond a limit, open only to be told so */
    int most_connections;
    uint64_t turned_away; /* since the last log line about it */
    struct token_bucket turned_away_log;
    struct visitors visitors;
    struct page_folder *pages;    /* served before the built-in page (--pages) */
    struct request *waiting;      /* requests whose answer a worker prepares */
    struct pending_queue pending; /* until the store works again */
    struct visitor *throttled;    /* addresses for which something waits: throttle.c */
    struct websocket *links;      /* all that are open */
    struct websocket *filled;     /* those with something queued in this turn of the loop */
    int websocket_count;
    uint64_t last_link;
    struct retry retries[RETRIES]; /* by hash of the message; newer ones replace older ones */
    int64_t message_came;          /* when the message being handled arrived, in microseconds */
    int64_t last_came;             /* the same of the last one that arrived, handled or not */
};

/* Requests over HTTP. An answer waits until the loop has committed. */

enum {
    ANSWER_SECONDS = 120, /* to send an answer */
    OUT_PRE = 16          /* bytes that libwebsockets needs before a text */
};

/// A request goes through these states in order and is answered once.
enum request_state {
    REQUEST_NONE,     /* nothing has arrived */
    REQUEST_READING,  /* the headers have arrived, the body has not */
    REQUEST_PENDING,  /* complete, and waits for its turn (throttle.c) or for the store (pending.c) */
    REQUEST_WORKING,  /* a worker is preparing the answer */
    REQUEST_ANSWERED, /* the answer waits until the loop has committed */
    REQUEST_SENDING,  /* the headers are being sent: the answer can no longer be replaced */
    REQUEST_SENT,     /* everything has been sent: the connection ends */
};

struct request {
    struct server *server;
    struct lws *wsi;
    enum request_state state;
    bool post, head, too_large;
    struct visitor *visitor; /* behind a proxy: the visitor this open request counts for */
    char path[256];
    char *body; /* as far as it has arrived */
    size_t body_length, body_left;
    /* the answer */
    int status;
    const char *type;
    const struct page *page; /* sent as it is */
    char *cookie;            /* owned; to be set */
    char *out;               /* owned; OUT_PRE bytes come before the text */
    size_t out_length, out_left;
    uint64_t turn;    /* of the loop when it was answered; 0: the answer needs no commit */
    bool lasting;     /* the same for everybody and for ever: may be cached */
    const char *file; /* the browser saves the answer under this name */
    int wait;         /* Retry-After in seconds, with an error */
    bool paused;      /* waited for the store without a deadline */
    /* while a worker prepares the answer */
    struct request *next_waiting;
    uint64_t ticket;
    int64_t came, pending; /* when it arrived, and began to wait for the store (0: it does not), in microseconds */
    struct request *next_pending;
    bool later;                   /* in the list of those to be retried: pending.c */
    unsigned counted;             /* by enum hourly: the limits this request has been counted for … */
    uint64_t counted_turn;        /* … in this turn, which told the other servers unless it was undone */
    struct visitor *throttled_by; /* waits for its address's budget */
    struct flip_error *no;        /* owned: the refusal to send once the body has passed by */
};

/// Is this the listener, or a connection, of --metrics-listen?
bool connection_is_private(struct lws *wsi);

/// Answers with the error of what was done for the request.
void request_fail(struct request *request, struct flip_error *error);

/// Lets a request wait for a worker and returns its ticket; finds it again by ticket, if the client still waits.
uint64_t request_wait(struct request *request);
struct request *request_waiting(const struct server *server, uint64_t ticket);
/// It no longer waits: it is answered in this turn.
void request_done(struct request *request);

struct http_handler {
    /// May a request with this head come, and bring a body of this length? Asked before any of the body is read.
    int (*admit)(struct request *request, unsigned long length, struct flip_error *error);
    /// On success the request has been answered, or will be later.
    int (*answer)(struct request *request, struct flip_error *error);
    /// The largest body the request may have.
    size_t (*body_limit)(const struct request *request);
};

/* What a request's headers say about where it comes from: address, origin, TLS, browser. */

/// A header of the request on this connection (as head_header in parts.h), and whether it is there.
int header_of(struct lws *wsi, const char *name, char *out, size_t size);
bool header_shown(struct lws *wsi, const char *name);
/// The address the request comes from, as it is counted.
void address_asking(const struct server *server, struct lws *wsi, char out[ADDRESS_SIZE]);
/// Does the request come from our own page?
bool origin_right(const struct server *server, struct lws *wsi);
/// Does the client use TLS, with us or with a proxy in front?
bool over_tls(const struct request *request);
/// "Firefox on Linux": nothing that would tell two devices of the same kind apart. Empty for anything but a known browser.
void device_asking(struct lws *wsi, char out[STORE_DEVICE]);

/* Answering. An answer can be replaced until it is being sent. */

/// Answers with a copy of the text.
void reply(struct request *request, int status, const char *type, const char *text, size_t length);
/// Takes ownership of the text, which has OUT_PRE bytes before it.
void reply_owned(struct request *request, int status, const char *type, char *out, size_t length);
void reply_error(struct request *request, const struct flip_error *error);
void reply_json(struct request *request, int status, const json_t *body);
/// Releases the body. NULL: it could not be made, for the reason in `error` or for lack of memory.
int reply_and_free(struct request *request, json_t *body, struct flip_error *error);
/// Answers with what was written into the server's buffer.
int reply_written(struct request *request, const struct flip_json *json);

/// Sets a cookie that scripts and other sites never see; at most one per request.
int put_cookie(struct request *request, const char *name, const char *value, const char *path, int seconds,
               struct flip_error *error);
int take_cookie_away(struct request *request, struct flip_error *error);
/// Copies a path's part up to the next slash; returns what follows the slash, or NULL.
const char *path_part(const char *rest, char *out, size_t size);

/* The throttle (throttle.c): messages and requests wait while their address has used up its budget of the loop. */

/// The loop has worked for an address for so many milliseconds (shared_limits.c: other servers hear of it).
void throttle_charge(struct server *server, struct visitor *visitor, double ms);
/// Handles what has waited long enough, by these functions: message_arrived and request_arrived.
struct throttle_handlers {
    void (*message)(struct server *server, struct websocket *link, const char *text, size_t length, int64_t came);
    void (*request)(struct request *request);
};

void throttle_run(struct server *server, const struct throttle_handlers *handlers);

/* The outbox of a WebSocket (outbox.c): messages wait until the loop has committed what they report. */

/// Queues a text, a snapshot, or the answer to a message.
void websocket_send(struct server *server, struct websocket *link, const char *text, size_t length);
void websocket_send_snapshot(struct server *server, struct websocket *link, const char *text, size_t length);
void websocket_answer(struct server *server, struct websocket *link, int64_t number, const char *text, size_t length);
/// Answers with an error; and the body of such an answer.
void websocket_refuse(struct server *server, struct websocket *link, int64_t number, const struct flip_error *error);
json_t *message_error(int64_t number, const struct flip_error *error);
/// The number of a message that is otherwise ignored; 0: it has none.
int64_t message_number(const char *text, size_t length);
/// Queues a text ahead of all others; it is sent whatever the state of the store.
void websocket_tell(struct websocket *link, const char *text, size_t length);
/// Ends a connection once everything queued has been sent.
void websocket_close(struct websocket *link);
void websocket_drop_queue(struct websocket *link);
/// Takes back what was queued in a turn that was rolled back: answers become errors, the rest is dropped. With several servers the
/// connection ends instead and the client sends its messages again; one taken back three times (of the client `who`) gets an error.
void websocket_take_back(const struct server *server, struct websocket *link, const char *who);

/* WebSockets. */

/// What a connection was sent last, compressed: the older one first; NULL: none.
struct deflate_history {
    struct deflate_text *last[2];
};

enum { FRAME_CONTROL = 125 /* bytes that a ping carries at most */ };

/// A frame as far as it has arrived. All zero: nothing.
struct frame_reader {
    bool may_pack;   /* messages may be compressed (permessage-deflate) */
    bool unmasked;   /* the frame that ended it had no mask */
    bool in_message; /* a message has begun */
    bool packed;     /* and is compressed */
    uint8_t head[14], have;
    uint8_t mask_at;
    bool payload;  /* the head is complete */
    uint64_t left; /* of the payload */
    uint8_t control[FRAME_CONTROL], control_length;
};

/// A WebSocket: the first member of what higher layers keep per connection.
struct websocket {
    struct websocket *next, *previous;
    struct websocket *next_filled; /* in the list of those with something queued */
    struct lws *wsi;
    uint64_t id;
    struct visitor *visitor;
    char *incoming; /* a message that has not arrived completely */
    size_t incoming_length;
    int pieces; /* received of it so far */
    struct parcel *out, **out_last;
    size_t out_bytes;
    struct token_bucket messages;
    struct token_bucket pings;           /* and pongs */
    int pending;                         /* messages that wait for the store */
    struct throttled_message *throttled; /* messages that wait for the address's budget */
    int throttled_count;
    struct websocket *next_throttled;
    int warnings;  /* messages over the rate limit */
    int64_t heard; /* when anything last arrived, pongs included */
    int64_t asked; /* when the heartbeat pinged it; 0: not since */
    struct frame_reader frames;
    struct deflate_history history;
    uint8_t pong[FRAME_CONTROL], pong_length; /* the answer to the last ping */
    uint8_t goodbye[2], goodbye_length;       /* the client's own reason for closing */
    bool ping_due, pong_due;
    bool filled; /* in the list of those with something queued */
    bool closing;
};

struct message_handler {
    size_t size; /* of what is kept per connection: a websocket, and what follows it */
    /// Does the person who asks for a connection have a name?
    bool (*known)(struct server *server, struct lws *wsi);
    /// A connection begins (-1: refuse it), and ends.
    int (*opened)(struct server *server, struct websocket *link);
    void (*closed)(struct server *server, struct websocket *link);
    /// Handles a message that has passed the limits.
    void (*handle)(struct server *server, struct websocket *link, const char *text, size_t length);
    /// Can this message be handled without the store?
    bool (*at_any_time)(const char *text, size_t length);
    /// The client has read everything: send what was withheld because it was slow.
    void (*caught_up)(struct server *server, struct websocket *link);
};

/// Sends what was queued in this turn of the loop; called after the commit.
void websockets_send(struct server *server);
/// The heartbeat: pings connections that were silent for long, and ends those that did not answer.
void websockets_heartbeat(struct server *server);

/* The files of the page: built in by tools/embed_pages.c, and before them those of a folder (--pages). */

/// A list of them ends with a NULL path.
struct page {
    const char *path, *type;
    bool zipped; /* gzip */
    const unsigned char *bytes;
    size_t length;
};

extern const struct page built_in_pages[];

/// Reads all files of a folder; NAME.gz is served as NAME with gzip encoding. Older readings stay, since open pages still ask for them.
/// -1: nothing has changed.
int pages_read(struct page_folder **newest, const char *folder, struct flip_error *error);
void pages_free(struct page_folder *newest);
/// NULL: there is no such file.
const struct page *page_at(const struct page_folder *newest, const char *path);
/// Unpacks a gzip file, to be freed. NULL: not valid, longer than `most` bytes, or out of memory.
char *unzip(const void *bytes, size_t length, size_t most, size_t *out_length);

/* Listening (listen.c, listener.c), and the certificate. */

/// Listens for clients, on an inherited socket if there is one, and with --metrics-listen for monitoring.
int listen_open(struct server *server, struct flip_error *error);
/// Closes every connection and stops listening. Does nothing if nothing was opened.
void listen_close(struct server *server);
/// Handles what has arrived and what is due; with `wait`, once there is something.
void listen_turn(struct server *server, bool wait);
/// Makes a waiting listen_turn return. May be called from any thread and from a signal handler.
void listen_wake(struct server *server);
/// Logs where the server listens; returns the clients' port, which --listen may have left open; 0: the socket was inherited.
int listen_announce(const struct server *server);
/// Reads the certificate again. If it is not valid, the old one stays in use.
int listen_reload(struct server *server, struct flip_error *error);
