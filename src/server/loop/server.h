/*
 * A running server, as the loop knows it. One event loop owns it; only workers have threads of their own. What the rooms above the
 * loop keep is theirs: here stand only the names under which they find it again.
 */
#ifndef FLIPSIDE_SERVER_LOOP_SERVER_H
#define FLIPSIDE_SERVER_LOOP_SERVER_H

#include "server/loop/config.h"
#include "server/loop/metrics.h"
#include "server/loop/suspects.h"
#include "server/loop/tidy.h"
#include "server/loop/trouble.h"
#include "store/store.h"

#include <libwebsockets.h>

enum { BUFFER_SIZE = 1 << 20 };

struct chore;
struct net;
struct people;
struct rooms;
struct news;

struct server {
    struct config config;
    struct store *store;
    unsigned char secret[STORE_SECRET_BYTES];
    struct lws_context *lws;
    int64_t started; /* by steady_ms; or since when the store works again */
    bool stopping;
    uint64_t turn;                /* of the loop: what was queued in an earlier one is about something durable */
    bool failed;                  /* the store did: memory may be ahead of it */
    uint64_t last_ticket;         /* of whatever is waited for */
    lws_sorted_usec_list_t nudge; /* wakes the loop for what is due later */
    char *buffer;                 /* BUFFER_SIZE bytes for whatever is being written */
    struct trouble trouble;
    struct suspects suspects;
    struct tidying tidying;
    struct metrics metrics;
    struct chore *chores;        /* what the loop does in slices */
    const struct memory *memory; /* what is done when the loop starts over */
    /* of the rooms above */
    struct net *net;
    struct people *people;
    struct rooms *rooms;
    struct news *news;
};

#endif
