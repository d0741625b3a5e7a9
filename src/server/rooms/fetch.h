/*
 * Fetching: a table that is not in memory has to be replayed from its record, which takes long after many steps. A worker does it and
 * hands the room over to the loop. Whoever caused it pays, as for other work (work.h).
 */
#ifndef FLIPSIDE_SERVER_ROOMS_FETCH_H
#define FLIPSIDE_SERVER_ROOMS_FETCH_H

#include "server/rooms/rooms.h"

struct client;

/// Some tables, at most as many as a list has.
struct table_ids {
    char id[LOBBY_TABLES][STORE_ID];
    int count;
};

struct fetch {
    struct work work; /* first */
    struct fetch *next;
    uint64_t number; /* that messages wait for (net/held.h); 0: none do */
    uint64_t link;   /* of the connection that it is for; 0: for nobody's in particular */
    struct found_room {
        char id[STORE_ID];
        uint64_t mark;
        struct room *room; /* NULL: not loaded */
        struct catch_up newer;
    } found[LOBBY_TABLES];
    int count, looked_at;
    bool shared; /* several servers share the store */
};

/// Are all of them in memory?
bool fetched(const struct rooms *rooms, const struct table_ids *ids);
/// Those of them that are in memory, in their order.
int fetched_rooms(const struct rooms *rooms, const struct table_ids *ids, struct room **out);

/// Fetches what is missing of them; then the request is answered by `then`, which begins with fetch_take_over.
int fetch_for_request(struct request *request, const struct table_ids *ids,
                      int (*then)(struct request *request, struct work *work, struct flip_error *error),
                      struct flip_error *error);
/// The same without a request: for a connection, which pays, or for the server itself (NULL). `done` begins with fetch_take_over.
int fetch_for_client(struct rooms *rooms, const struct client *client, const struct table_ids *ids,
                     void (*done)(struct rooms *rooms, struct work *work), struct flip_error *error);
/// Fetches the table that a message is about. Gives the number to hold the message for; messages about a table that is being fetched
/// already get the number of that. When it is here, they are handled, and if it cannot be opened, they are refused.
int fetch_for_message(struct rooms *rooms, const struct client *client, const char *id, uint64_t *number,
                      struct flip_error *error);
/// Another server has a newer version of the room, or may have: it is fetched, and takes the place of this one.
void fetch_again(struct rooms *rooms, const struct room *room);
/// Is the table being fetched for messages, or again?
bool fetching(const struct rooms *rooms, const char *id);
/// The loop takes over what the worker has found.
void fetch_take_over(struct rooms *rooms, struct fetch *fetch);

#endif
