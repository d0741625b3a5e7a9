/* What goes out without being asked for. */
#ifndef FLIPSIDE_SERVER_ROUTES_PUSH_H
#define FLIPSIDE_SERVER_ROUTES_PUSH_H

#include <stdbool.h>
#include <stdint.h>

struct server;

/// What is kept for it.
struct news {
    int64_t lobby_pushed;
    bool lobby_asked;
    bool lobby_fetching, lobby_fetched; /* tables of the list that were not in memory */
    bool turns_changed;
};

/// Snapshots and lobby lists go out. Called once a turn of the loop, after the commit.
void server_flush(struct server *server);

#endif
