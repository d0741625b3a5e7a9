/* Emptying the store's log of changes, so that it does not grow and nothing that was deleted stands in it. */
#ifndef FLIPSIDE_SERVER_LOOP_TIDY_H
#define FLIPSIDE_SERVER_LOOP_TIDY_H

#include <stdbool.h>
#include <stdint.h>

struct server;
struct workers;

struct tidying {
    struct workers *workers;
    bool under_way, told;
    int64_t since, next; /* in microseconds */
};

/// Once a turn of the loop, after the commit: has the log of changes emptied when that is due.
void tidy_turn(struct server *server);

#endif
