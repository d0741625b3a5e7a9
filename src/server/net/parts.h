/*
 * What only net's own files share: heads of requests, connections, listening sockets, limits, frames and their compression. What needs
 * libwebsockets is in connection.h.
 */
#pragma once

#include "core/codes.h"
#include "server/loop/loop.h"
#include "server/net/net.h"

#include <flipside/error.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The head of a request: its first line and its headers. It is read strictly. What a proxy in front might read in another way is refused: lines
 * that end otherwise than with CR LF, a header whose name is no name, a header that goes on in the next line, an address in any other than the
 * one plain form (no `%6d`, no `//`, no `/x/..`).
 */

enum { HEADER_BYTES = 8192 }; /* of a head */

/// All zero: nothing has come yet.
struct head {
    char *text;    /* owned; a string when all of it is there */
    size_t length; /* of what has come */
    bool whole;    /* the empty line after it has come */
    bool plain;    /* it could be read; what follows is empty otherwise */
    bool address;  /* its address is a path of plain parts */
    char method[8];
    const char *path; /* without the query */
    size_t path_length;
    const char *headers; /* the first line of them */
};

/// Adds what has come, and says how much of it is part of the head; -1: it is too long, or there is no memory.
long head_add(struct head *head, const char *bytes, size_t length);
/// The value of a header, by its name in lower case, into `out`; several of one name in a row, with a comma between them (a semicolon between
/// cookies). Returns its length; 0: there is none, -1: it has no room.
int head_header(const struct head *head, const char *name, char *out, size_t size);
bool head_has(const struct head *head, const char *name);
/// Is this word one of those that stand in the header, with commas between them?
bool head_lists(const struct head *head, const char *name, const char *word);
void head_free(struct head *head);

/*
 * Accepted connections, from the first byte to the last: how many there are, in total and per address, and by when a client must
 * have sent its request.
 */

/// May a client's newly accepted connection stay? If not, the client has been told, and the caller must close it.
bool connection_admit(struct server *server, int fd);
/// Takes over a connection to the clients' host; closes it and returns NULL if that fails.
struct lws *connection_adopt(struct server *server, int client);
/// Asks for a call when the connection can be written to, and keeps libwebsockets from ending it for being slow.
void connection_wake(struct lws *wsi);
void connection_wake_all(struct server *server);
void connection_be_patient(struct lws *wsi);
/// Closes the connection after this many seconds, whatever arrives, unless called again; 0: never.
void connection_deadline(struct lws *wsi, int seconds);
/// The client is waiting for us: the connection has no deadline until it is given one again.
void connection_pause(struct lws *wsi);
/// The address at its other end, as a number.
void connection_address(struct lws *wsi, char out[ADDRESS_SIZE]);
/// Is it encrypted, with us and not with a proxy in front?
bool connection_has_tls(struct lws *wsi);
/// The head of the request that came over it; an empty one if there is no connection any more.
const struct head *connection_head(struct lws *wsi);

/*
 * The listening socket of the clients. libwebsockets would accept everybody who waits before it does anything else: ten thousand who come in the
 * same second would keep all others waiting. Here some are accepted, then the loop goes on with everybody, then the next ones.
 */

/// So many at most are accepted in a turn of the loop.
enum { ACCEPTED_AT_A_TIME = 64 };

/// A socket that listens on that address, which is a number; -1: it cannot be had, and -2: libwebsockets has to find out what the address means.
int listener_socket(const struct endpoint *endpoint);
/// Accepts connections from a listening socket, for the clients' host, from now on and until listener_close, which closes it.
int listener_open(struct server *server, int socket, struct flip_error *error);
void listener_close(struct server *server);
/// The port that it listens on.
int listener_port(const struct server *server);

/* A listening socket that was opened before the program started, by systemd for instance: a restart then refuses nobody. */

/// The socket that LISTEN_FDS hands to this process, or -1 if there is none. It fails if what was handed over is not one listening
/// socket.
int inherited_socket(int *out, struct flip_error *error);

/* Requests, once they have arrived whole. */

/// Answers a complete request, whether or not the store works (pending.c checks that). False: it collided with another server and has no
/// answer yet.
bool request_run(struct request *request);
/// Refuses a request that collided too long.
void request_give_up(struct request *request);
/// Answers a request that is otherwise ignored. Needs nothing from the store.
void request_refuse(struct request *request, const struct flip_error *error);
/// Does the Host header name this server? Without --origin nobody has said what its name is.
bool host_right(const struct server *server, struct lws *wsi);

/* Limits: token buckets, addresses, and the throttle (throttle.c). */

/// Refills the bucket and returns its level.
double bucket_fill(struct token_bucket *bucket, double burst, double per_second);
/// Takes tokens that were spent at another server.
void bucket_counted(struct token_bucket *bucket, double tokens);
/// The address as it is counted: for IPv6 the /64 network, since one customer has all of it.
void address_to_count(const char *address, char out[ADDRESS_SIZE]);
/// Notes that an address has spent something. A cluster's servers report it once it is an eighth of a burst: requests, processor time,
/// exports.
void rate_limits_note(struct server *server, const struct visitor *visitor);
/// Makes a newly arrived message or request wait if its budget is used up, or refuses it if too many wait. False: handle it now.
bool throttle_message(struct server *server, struct websocket *link, int64_t came);
bool throttle_request(struct request *request);
/// The same for a message that arrived at time `came` and was pending since.
bool throttle_requeue(struct server *server, struct websocket *link, const char *text, size_t length, int64_t came);
void throttle_forget_websocket(struct websocket *link);
void throttle_forget_request(struct request *request);

/* What a connection that ends leaves pending (pending.c). */

void pending_forget_websocket(struct server *server, struct websocket *link);
void pending_forget_request(struct request *request);
/// Tells a new connection, if it lasts, that nothing is being saved for now.
void notify_outage(struct server *server, struct websocket *link);

/* WebSockets: what is queued, and what arrives. */

/// An outgoing message.
struct parcel {
    struct parcel *next;
    uint64_t turn;   /* of the loop when it was queued; 0: reports nothing that has to be durable */
    int64_t answers; /* the number of the message it answers; 0: none */
    int64_t since;   /* when that message arrived, in microseconds; 0: not measured */
    bool snapshot;   /* much like the one before: compressed where the client can read that */
    size_t length;
    char text[];
};

/// Asks the loop to send what is queued.
void websocket_ask_to_write(struct websocket *link);
/// The buffer in which frames that leave together are collected.
struct batch *batch_new(void);
void batch_free(struct batch *batch);
/// Bytes have arrived, the connection can be written to (-1: it ends), and it has ended.
int websocket_received(struct server *server, struct websocket *link, char *bytes, size_t length);
int websocket_writable(struct server *server, struct websocket *link);
void websocket_closed(struct server *server, struct websocket *link);
/// The HTTP status that refuses a WebSocket; 0: it is allowed.
int websocket_refusal(struct server *server, struct lws *wsi);

/* WebSocket frames (RFC 6455). A client masks every frame; one that breaks a rule of the protocol is cut off. */

enum { FRAME_MORE = 0, FRAME_TEXT = 1, FRAME_BINARY = 2, FRAME_CLOSE = 8, FRAME_PING = 9, FRAME_PONG = 10 };
enum { FRAME_HEAD = 10 /* bytes of it at most */ };
/// Why a connection ends.
enum { CLOSE_PROTOCOL = 1002, CLOSE_CONTENT = 1007, CLOSE_TOO_LARGE = 1009 };

/// Receives what frames bring. A result other than 0 ends the connection for that reason.
struct frame_listener {
    /// A part of a message, which may be empty; `last` completes it.
    int (*data)(void *context, const char *bytes, size_t length, bool last);
    int (*control)(void *context, int kind, const uint8_t *bytes, size_t length);
};

/// Reads on, unmasking the bytes in place. Not 0: the reason to end the connection. `most` is the longest payload of a frame.
int frames_read(struct frame_reader *reader, uint8_t *bytes, size_t length, uint64_t most,
                const struct frame_listener *listener, void *context);
/// Writes the head of a whole, unmasked frame; returns its length.
size_t frame_head(uint8_t out[FRAME_HEAD], int kind, bool packed, size_t length);

/*
 * Compression by permessage-deflate (RFC 7692). The receiver remembers what it was sent, so a snapshot costs little more than what is new
 * in it. zlib's own memory would take some forty kilobytes per connection. Instead a connection keeps the texts of the last snapshots it
 * was sent, and one compressor serves all connections: it writes what has changed (changes.c), or gives zlib these texts as its
 * dictionary. Clients compress message by message (client_no_context_takeover), so one decompressor serves all of them too.
 */

/// NULL: out of memory.
struct compressor *compressor_new(void);
void compressor_free(struct compressor *compressor);
/// Compresses a text for a receiver with this history and adds it to the history; the result lives until the next call. NULL: it is
/// better sent as it is, and the history stays.
const void *deflate_message(struct compressor *compressor, struct deflate_history *history, const void *text,
                            size_t length, size_t *out_length);
void deflate_forget(struct deflate_history *history);
/// Decompresses a message, to be freed. NULL: not valid, longer than `most` bytes, or out of memory.
char *inflate_message(struct compressor *compressor, const void *bytes, size_t length, size_t most, size_t *out_length);

/* A text as changes of those that the receiver has: see changes.c. */

enum { CHANGES_BITS = 12 };

/// Where words were seen last.
struct changes {
    uint16_t at[1 << CHANGES_BITS];
};

/// Compresses `length` bytes of `text` that come after the `before` bytes that the receiver has: 1 to 32,768, and with `length` fewer than
/// 64 KiB. Returns the length of what is in `out` then; 0: it has no room.
size_t pack_changes(struct changes *changes, const unsigned char *text, size_t before, size_t length,
                    unsigned char *out, size_t size);
