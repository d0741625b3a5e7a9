/* What only net itself needs: connections of libwebsockets, heads of requests, listening sockets. */
#ifndef FLIPSIDE_SERVER_NET_PARTS_H
#define FLIPSIDE_SERVER_NET_PARTS_H

#include "core/codes.h"
#include "server/loop/loop.h"
#include "server/net/net.h"

#include <flipside/error.h>
#include <libwebsockets.h>
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

/// A connection carries one request, or becomes a WebSocket.
struct connection {
    struct server *server;
    struct lws *wsi;
    struct visitor *visitor; /* NULL: not counted by address */
    bool private;
    bool surplus; /* beyond a limit: it is there to be told so */
    lws_sorted_usec_list_t deadline;
    struct head head;         /* of the request, until it is answered or a WebSocket */
    struct request *request;  /* owned; NULL: there is none yet */
    struct websocket *socket; /* owned; NULL: it is none */
};

/// What libwebsockets tells of connections.
extern const struct lws_protocols stream_protocol;
/// The host of --metrics-listen.
extern const char private_host[];

/// May a client's newly accepted connection stay? If not, the client has been told, and the caller must close it.
bool connection_admit(struct server *server, int fd);
/// The same for a connection to the private host.
bool connection_admit_private(const struct server *server);
/// An admitted connection begins and ends.
void connection_opened(struct server *server, struct lws *wsi);
void connection_closed(struct server *server, struct lws *wsi);
/// The client is waiting for us: the connection has no deadline until it is given one again.
void connection_pause(struct lws *wsi);
/// Is it beyond a limit, and only there to be told so?
bool connection_is_surplus(struct lws *wsi);
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
/// Takes over a connection to the clients' host; closes it and returns NULL if that fails.
struct lws *listener_adopt(struct server *server, int client);
/// The port that it listens on.
int listener_port(const struct server *server);

/* A listening socket that was opened before the program started, by systemd for instance: a restart then refuses nobody. */

/// The socket that LISTEN_FDS hands to this process, or -1 if there is none. It fails if what was handed over is not one listening
/// socket.
int inherited_socket(int *out, struct flip_error *error);

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

#endif
