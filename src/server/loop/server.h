/*
 * A running server, as the loop knows it. One event loop owns it; only workers have threads of their own. Higher rooms own their
 * data; here are only the pointers by which they find it again.
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

struct analyses;
struct chore;
struct net;
struct people;
struct puzzles;
struct rooms;
struct news;
struct tournaments;

struct server {
    struct config config;
    struct store *store;
    unsigned char secret[STORE_SECRET_BYTES];
    struct lws_context *lws;
    int64_t started; /* by steady_ms; or when the store began to work again */
    bool stopping;
    uint64_t turn;                /* of the loop: what was queued in an earlier one concerns something durable */
    bool failed;                  /* the store failed: memory may be ahead of it */
    uint64_t last_ticket;         /* the last number given to something that is waited for */
    lws_sorted_usec_list_t nudge; /* wakes the loop for what is due later */
    char *buffer;                 /* BUFFER_SIZE bytes for the text being written */
    struct trouble trouble;
    struct suspects suspects;
    struct tidying tidying;
    struct metrics metrics;
    struct chore *chores;        /* what the loop does in slices */
    const struct memory *memory; /* what is done when the loop starts over */
    /* data of the rooms above */
    struct net *net;
    struct people *people;
    struct rooms *rooms;
    struct analyses *analyses;
    struct puzzles *puzzles;
    struct news *news;
    struct tournaments *tournaments;
};

#endif
