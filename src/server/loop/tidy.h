/* Emptying the store's log of changes, so that it does not grow and keeps no deleted data. */
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

/// Empties the log of changes when that is due. Called once per turn of the loop, after the commit.
void tidy_turn(struct server *server);

#endif
