/* What is pushed to clients without a request. */
#ifndef FLIPSIDE_SERVER_ROUTES_PUSH_H
#define FLIPSIDE_SERVER_ROUTES_PUSH_H

#include <stdbool.h>
#include <stdint.h>

struct present;
struct server;

/// Its data.
struct news {
    int64_t lobby_pushed;
    bool lobby_asked;
    bool lobby_fetching;   /* tables of the list that were not in memory */
    uint64_t lobby_tried;  /* the pages that were fetched for the list that is due */
    struct present *turns; /* whose turns have changed, or who have asked */
};

/// Sends snapshots and lobby lists. Called once per turn of the loop, after the commit.
void server_flush(struct server *server);

#endif
