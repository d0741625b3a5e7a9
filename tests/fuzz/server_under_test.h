/*
 * A whole server in this process, for fuzz targets: the real loop with its real callbacks, a data file of its own, and
 * connections over socket pairs instead of a port.
 */
#ifndef FLIPSIDE_SERVER_UNDER_TEST_H
#define FLIPSIDE_SERVER_UNDER_TEST_H

#include "server/loop/loop.h"

#include <stdint.h>

enum { HEARD = 1 << 18 };

struct server_under_test {
    struct server *server;
    char folder[64];
    char cookie[512];     /* of somebody who is known there: "flipside=…" */
    char table[STORE_ID]; /* a table where they sit alone */
    char other[STORE_ID]; /* one where they sit with somebody else who is away, and nobody is helped unasked */
    char token[80];       /* of a program of theirs */
    char puzzle[40];      /* one of royalflip's */
};

/// The client's end of a connection, and what has come out of it.
struct peer {
    int fd;
    bool closed; /* by the server */
    size_t length;
    char heard[HEARD]; /* a zero follows; what is more is forgotten */
};

void require(bool holds);

/// The server, with nothing in it but that person and that table.
struct server_under_test *server_fresh(void);

void peer_open(struct server_under_test *server, struct peer *peer);
/// Sends the bytes in pieces of that size, and lets the server work after each.
void peer_send(struct server_under_test *server, struct peer *peer, const void *bytes, size_t length, size_t piece);
/// Lets the server work until it has nothing more to say.
void peer_settle(struct server_under_test *server, struct peer *peer);
void peer_close(struct server_under_test *server, struct peer *peer);

/// The input with COOKIE, TABLE, OTHER, TOKEN and PUZZLE replaced by those of the server. To be freed.
char *fill_in(const struct server_under_test *server, const uint8_t *data, size_t size, size_t *length);

#endif
