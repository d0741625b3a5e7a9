/* How the server talks to clients: HTTP, WebSockets, the page, and how much of it an address may ask for. */
#ifndef FLIPSIDE_SERVER_NET_NET_H
#define FLIPSIDE_SERVER_NET_NET_H

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
struct connection;
struct ev_loop;
struct flip_error;
struct held;
struct http_handler;
struct listener;
struct lws;
struct lws_protocols;
struct message_handler;
struct page;
struct page_folder;
struct request;
struct server;
struct store_person;
struct visitor;
struct websocket;

/*
 * Who may ask how often. A bucket holds a number of tokens and fills at a steady rate: a burst is fine, a flood is not.
 * Addresses have buckets for requests, new guests and new tables; connections have one for messages, people one for
 * chat.
 */

enum { ADDRESS_SIZE = 64, VISITOR_BUCKETS = 4096, JUDGING = 400 };

/// What work is for. Replays can wait, playing cannot: a third of an address's burst is reserved for play. Work that is usually
/// cheap is refused only to an address that owes as much again.
enum work_for { WORK_TO_LOOK, WORK_TO_PLAY, WORK_TO_ASK };

/// All zero: full.
struct bucket {
    double tokens;
    double spent; /* here, since other servers were told of it */
    int64_t at;
};

/// Takes a token, if there is one.
bool bucket_take(struct bucket *bucket, double burst, double per_second);
/// What is in it by now.
double bucket_fill(struct bucket *bucket, double burst, double per_second);
/// Takes tokens for a cost that is known only afterwards: the bucket may go into debt.
void bucket_charge(struct bucket *bucket, double tokens);
/// So many were taken at another server.
void bucket_heard(struct bucket *bucket, double tokens);

/// An address's share of the loop: share.c.
struct pacing {
    struct bucket loop;       /* milliseconds of it */
    struct websocket *links;  /* those with messages that wait, the next first */
    struct request *requests; /* that wait, the oldest first */
    int request_count;
    bool listed; /* among the addresses for which something waits */
    struct visitor *next;
};

/// Everyone who comes from one address.
struct visitor {
    struct visitor *next;
    char address[ADDRESS_SIZE];
    int links;
    int open; /* connections; behind a proxy, which owns them all, requests */
    int64_t seen;
    int64_t closed_until; /* no new guests from here */
    char closed_for[24];  /* the banned person's id */
    struct bucket requests, guests, tables, sign_ins, reports, exports, friends, challenges, tokens, analyses, puzzles,
        mails;
    struct bucket work; /* milliseconds of processor time, the workers' too */
    struct pacing pace;
    struct bucket handshakes; /* of TLS: about a millisecond each */
};

struct visitors {
    bool spent; /* other servers have to be told what somebody has spent */
    struct visitor *bucket[VISITOR_BUCKETS];
};

/// The visitor of that address, created if it is new. NULL: out of memory.
struct visitor *visitor_of(struct visitors *visitors, const char *address);
/// May somebody at this address cause work now? The cost is charged to `work` when it is known, or an estimate at once and the rest
/// later. If not, `wait` (unless NULL) is set to the seconds until it may.
int check_work(struct server *server, struct visitor *visitor, enum work_for purpose, int *wait,
               struct flip_error *error);
/// Who pays for a worker's work: a person with an account, or, since a new guest costs nothing, the guest's address.
void payer_of(const struct store_person *person, const char *address, char out[FAIR_PAYER]);
/// Admits new guests again from addresses that were closed with this person's ban, or (NULL) from all; returns how many those are.
int visitors_admit(struct visitors *visitors, const char *person);
/// Forgets visitors who have no connection and whose buckets are full again, or all of them.
void visitors_sweep(struct visitors *visitors, bool all);
/// An address as it is counted: for IPv6 the network, since one customer has a whole one.
void address_to_count(const char *address, char out[ADDRESS_SIZE]);

/*
 * Messages and requests that wait, in order of arrival, while the store cannot save anything (loop/loop.h). If that lasts,
 * everyone connected is told that nothing is being saved for now.
 *
 * The queue is limited. Beyond the limit, and for requests after a while, the answer is the error `store`, and nothing has been
 * done.
 */

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

/* The data of net: connections, WebSockets, visitors, waiting requests, and who handles what arrives. */

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
    struct visitor *paced;     /* addresses for which something waits: share.c */
    struct websocket *links;   /* all that are open */
    struct websocket *filled;  /* those for which something was queued in this turn of the loop */
    int websocket_count;
    uint64_t last_link;
    struct retry retries[RETRIES]; /* by the message; a newer one takes the place of an older one */
    int64_t message_came;          /* when the message being handled arrived, in microseconds */
};

/* A request over HTTP and its answer, which waits until the loop has committed. */

enum {
    ANSWER_SECONDS = 120, /* how long sending the answer may take */
    OUT_PRE = 16          /* bytes that libwebsockets needs before a text to be sent */
};

/// A request goes through these states in order, and is answered once.
enum request_state {
    REQUEST_NONE,     /* nothing has arrived */
    REQUEST_READING,  /* the headers have arrived, the body has not */
    REQUEST_HELD,     /* everything has arrived and waits, for its turn (pacing.c) or for the store (held.c) */
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
    bool later;                      /* it is run again because another server was in the way: held.c */
    const struct bucket *counted_in; /* by the hour */
    struct visitor *pacing;          /* it waits for its address's share of the loop */
    struct flip_error *no;           /* owned: it is refused when its body has passed by */
};

/// Asks for a call when the connection can be written to; and: libwebsockets does not end it for being slow.
void connection_wake(struct lws *wsi);
void connection_wake_all(struct server *server);
void connection_be_patient(struct lws *wsi);
/// Closes the connection after this many seconds, whatever arrives until then, unless called again; 0: never.
void connection_deadline(struct lws *wsi, int seconds);
/// Is this the listener, or a connection, of --metrics-listen?
bool connection_is_private(struct lws *wsi);

/// Has a complete request answered, without checking whether the store works (held.c does that). False: another server was at what it needs,
/// and it has no answer yet.
bool request_run(struct request *request);
/// Answers such a request with an error.
void request_give_up(struct request *request);
/// Answers a request with the error that something done for it ended with.
void request_fail(struct request *request, struct flip_error *error);
/// Answers a request that is otherwise ignored. Needs nothing from the store.
void request_refuse(struct request *request, const struct flip_error *error);

/// Makes a request wait for something, and finds the request with that ticket if it is still waiting.
uint64_t request_wait(struct request *request);
struct request *request_waiting(const struct server *server, uint64_t ticket);
/// The request no longer waits: it is answered in this turn.
void request_done(struct request *request);

/* HTTP; higher rooms decide the answers. */

/// Answers requests.
struct http_handler {
    /// May a request with this head come, and bring a body of this length? Asked before anything of the body is looked at.
    int (*admit)(struct request *request, unsigned long length, struct flip_error *error);
    /// On success the request has been answered, or will be later.
    int (*answer)(struct request *request, struct flip_error *error);
    /// The largest body that the request may have.
    size_t (*body_limit)(const struct request *request);
};

/* What a request's headers say about where it comes from: address, origin, TLS. */

/// A header of the request that came over this connection, as head_header gives it; and is it there?
int header_of(struct lws *wsi, const char *name, char *out, size_t size);
bool header_shown(struct lws *wsi, const char *name);
/// The address that the request comes from, in the form used for limits.
void address_asking(const struct server *server, struct lws *wsi, char out[ADDRESS_SIZE]);
/// Does the request come from our own page?
bool origin_right(const struct server *server, struct lws *wsi);
/// Does the request call us by a name that can be ours? Without --origin nobody has said what that is.
bool host_right(const struct server *server, struct lws *wsi);
/// Does the client use TLS, with us or with a proxy in front?
bool over_tls(const struct request *request);

/* How requests are answered. An answer can be replaced until it is being sent. */

/// The answer, as a copy.
void reply(struct request *request, int status, const char *type, const char *text, size_t length);
/// The same with a text that the request owns from now on; OUT_PRE bytes come before it.
void reply_owned(struct request *request, int status, const char *type, char *out, size_t length);
void reply_error(struct request *request, const struct flip_error *error);
void reply_json(struct request *request, int status, const json_t *body);
/// The same, and the body is released. NULL: it could not be made, for the reason in `error` or for want of memory.
int reply_and_free(struct request *request, json_t *body, struct flip_error *error);
/// Answers with what was written into the server's buffer.
int reply_written(struct request *request, const struct flip_json *json);

/// The answer sets a cookie that scripts and other sites never see; at most one per request.
int put_cookie(struct request *request, const char *name, const char *value, const char *path, int seconds,
               struct flip_error *error);
int take_cookie_away(struct request *request, struct flip_error *error);
/// The part of a path up to the next slash, into `out`; returns what follows the slash, or NULL.
const char *path_part(const char *rest, char *out, size_t size);

/* Requests and the addresses that they come from: who has asked for too much this hour. */

/// Everyone who comes from the client's address; NULL: out of memory.
struct visitor *visitor_asking(const struct request *request);
/// Takes a token from a bucket: `count` per hour, and as many at once.
int check_hourly(struct request *request, struct bucket *bucket, int count, const char *what, struct flip_error *error);
/// Another server has counted one for this address.
void hourly_heard(struct server *server, const char *address, const char *what);
/// Somebody has asked for something. Where several servers share the store, they are told when an eighth of what is allowed at once has
/// been spent here: of requests, of processor time, of exports.
void spent_note(struct server *server, const struct visitor *visitor);
int spent_tell(struct server *server, struct flip_error *error);
/// Another server has told so: "ADDRESS WHAT AMOUNT".
void spent_heard(struct server *server, const char *notice);
/// May another table be created from the client's address?
int check_new_table(struct request *request, struct flip_error *error);
/// The same for one that a message may lead to: a rematch, a quick match.
int check_new_table_from(struct server *server, struct visitor *visitor, struct flip_error *error);

/*
 * An address's share of the loop. Everything is done by one loop, so whoever keeps it busy keeps everybody waiting. An address has a tenth
 * of it, and a few milliseconds at once; while these are used up, its messages and requests wait, and nobody else's do. Connections of one
 * address take turns. Here are the share and what waits for it; pacing.c lets things wait and go on.
 *
 * What is refused because too much was done for an address in the last seconds, by workers as well, is another matter: limits.c.
 */

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

/* What is to be sent to a WebSocket: it waits in a queue until the loop has committed what it reports. */

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

/*
 * Messages compressed for a WebSocket by the standard extension, permessage-deflate (RFC 7692).
 *
 * A receiver remembers what it was sent, so a scene costs little more than what is new in it. zlib would have to remember it as well, in some forty
 * kilobytes for each connection. Instead a connection keeps the texts of the last scenes that it was sent, and one compressor serves all
 * connections: it writes what has changed (changes.c), or tells zlib these texts as its dictionary. What clients send is compressed message by message
 * (client_no_context_takeover), so one decompressor serves all of them too.
 */

/// What a connection was sent last, compressed: the older one first; NULL: none.
struct deflate_history {
    struct deflate_text *last[2];
};

/// NULL: there is no memory.
struct compressor *compressor_new(void);
void compressor_free(struct compressor *compressor);
/// The text as it is to be sent to who has this history, which then has the text too; it lives until the next call. NULL: it is better sent as
/// it is, and the history stays.
const void *deflate_message(struct compressor *compressor, struct deflate_history *history, const void *text,
                            size_t length, size_t *out_length);
void deflate_forget(struct deflate_history *history);
/// A message as it was before it was compressed; to be freed. NULL: it is none, or has more than `most` bytes, or there is no memory.
char *inflate_message(struct compressor *compressor, const void *bytes, size_t length, size_t most, size_t *out_length);
/// A file that was zipped (gzip), as text; to be freed. NULL: it is none, or has more than `most` bytes, or there is no memory.
char *unzip(const void *bytes, size_t length, size_t most, size_t *out_length);

/*
 * WebSocket frames (RFC 6455), as they come from a client and as they are sent to one. A client masks every frame; one that does not is cut
 * off, as is one that breaks any other rule of the protocol.
 */

enum { FRAME_MORE = 0, FRAME_TEXT = 1, FRAME_BINARY = 2, FRAME_CLOSE = 8, FRAME_PING = 9, FRAME_PONG = 10 };
enum { FRAME_HEAD = 10, FRAME_CONTROL = 125 };
/// Why a connection ends.
enum { CLOSE_PROTOCOL = 1002, CLOSE_CONTENT = 1007, CLOSE_TOO_LARGE = 1009, CLOSE_MEMORY = 1011 };

/// What has come of a frame. All zero: nothing.
struct frame_reader {
    bool may_pack;   /* messages may be compressed (permessage-deflate) */
    bool unmasked;   /* the frame that ended it had no mask */
    bool in_message; /* a message has begun */
    bool packed;     /* and is compressed */
    uint8_t head[14], have;
    uint8_t mask_at;
    bool payload;  /* it has come to that */
    uint64_t left; /* of the payload */
    uint8_t control[FRAME_CONTROL], control_length;
};

/// Who hears of it; what they return other than 0 ends the connection for that reason.
struct frame_listener {
    /// A part of a message; `last`: it is whole with it. It may be empty.
    int (*data)(void *context, const char *bytes, size_t length, bool last);
    int (*control)(void *context, int kind, const uint8_t *bytes, size_t length);
};

/// Reads on, and unmasks the bytes where they are. Not 0: the reason to end the connection. `most` is the longest payload of a frame.
int frames_read(struct frame_reader *reader, uint8_t *bytes, size_t length, uint64_t most,
                const struct frame_listener *listener, void *context);
/// The head of a frame that goes out, whole and unmasked; returns its length.
size_t frame_head(uint8_t out[FRAME_HEAD], int kind, bool packed, size_t length);

/* A WebSocket; higher rooms decide what its messages do. */

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
    struct paced *paced; /* those that wait for their address's share of the loop: share.c */
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

/* The files of the page: those compiled in by tools/embed_pages.c, and before them those of a folder (--pages). */

/// A list of them ends with a NULL path.
struct page {
    const char *path, *type;
    bool zipped; /* gzip */
    const unsigned char *bytes;
    size_t length;
};

extern const struct page built_in_pages[];

/// What was read from a folder; a newer reading comes before an older one, which open pages still ask for.

/// Reads all files of a folder; one named NAME.gz is NAME, sent with its gzip encoding. -1: nothing has changed.
int pages_read(struct page_folder **newest, const char *folder, struct flip_error *error);
void pages_free(struct page_folder *newest);
/// NULL: there is no such file.
const struct page *page_at(const struct page_folder *newest, const char *path);

/* Where the server listens, and with which certificate. */

/// Starts listening for clients, on an inherited socket if there is one, and with --metrics-listen for the administrator's programs.
int listen_open(struct server *server, struct flip_error *error);
/// Closes every connection and stops listening. Does nothing if nothing was opened.
void listen_close(struct server *server);
/// Handles what has arrived and what is due; with `wait`, once there is something.
void listen_turn(struct server *server, bool wait);
/// Makes a listen_turn that waits return. May be called from any thread, and from a signal handler.
void listen_wake(struct server *server);
/// Logs where the server listens; returns the port for clients, which --listen may have left open; 0: the
/// socket was inherited.
int listen_announce(const struct server *server);
/// Reads the certificate again. If it is not valid, the old one stays in use.
int listen_reload(struct server *server, struct flip_error *error);

/* Messages and requests of an address that has used up its share of the loop (share.c) wait, and go on when it has some again. */

/// Has the message that has arrived wait if its address has used up its share, or refuses it if too many wait. False: it can be handled now.
bool pace_message(struct server *server, struct websocket *link);
bool pace_request(struct request *request);
/// Handles what has waited long enough.
void pace_run(struct server *server);

/* What a browser says it is, in a few words. */

/// "Firefox on Linux": the family of the browser and the system, and nothing that would tell two devices of the same kind apart.
/// Empty for anything but a known browser.
void device_asking(struct lws *wsi, char out[STORE_DEVICE]);

#endif
