/* Somebody's look at a room through a connection. */
#ifndef FLIPSIDE_SERVER_ROOMS_WATCH_H
#define FLIPSIDE_SERVER_ROOMS_WATCH_H

#include "server/people/client.h"
#include "server/rooms/room.h"

/// Somebody's look at a room through a connection.
struct watch {
    struct watch *next_in_room, *next_in_link;
    struct client *link;
    struct room *room;
    int seat;       /* asked for; -1: the first own one, or a spectator's */
    uint32_t *sent; /* checks of the log entries the client has */
    int sent_count, sent_room;
    int chat_sent;
    char (*muted)[STORE_ID]; /* whose chat is not wanted */
    int muted_count;
    uint64_t last; /* hash of the last snapshot, so that nothing is sent twice */
    bool behind;   /* the client reads slowly: the next snapshot waits until it has read */
};

/// A table that a connection looked at before memory was given up.
struct lost_watch {
    struct lost_watch *next;
    char table[STORE_ID];
    int seat;
};

/// NULL: it does not look at that room.
struct watch *watch_of(struct client *link, const struct room *room);
/// NULL: it looks at too many.
struct watch *watch_add(struct client *link, struct room *room);
void unwatch(struct watch *watch);
/// It looks at no room any more, but what it looked at is remembered: watch_lost (routes/watching.h) looks again.
void watches_lose(struct client *link);
void watches_forget_lost(struct client *link);

#endif
