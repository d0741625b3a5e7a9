/* Watches: a connection that follows a room. */
#ifndef FLIPSIDE_SERVER_ROOMS_WATCH_H
#define FLIPSIDE_SERVER_ROOMS_WATCH_H

#include "server/people/client.h"
#include "server/rooms/room.h"

enum { SPECTATORS_LISTED = 50 };

/// A connection's watch on a room.
struct watch {
    struct watch *next_in_room, *next_in_link;
    struct client *link;
    struct room *room;
    int seat;       /* asked for; -1: the viewer's first seat, or a spectator's view */
    uint32_t *sent; /* checks of the log entries the client has */
    int sent_count, sent_room;
    int chat_sent, notices_sent;
    char (*muted)[STORE_ID];        /* whose chat is hidden */
    int muted_count, muted_for_all; /* the first ones are muted by the table's owner, for everybody */
    uint64_t last;                  /* hash of the last snapshot, so that nothing is sent twice */
    bool knowledge;                 /* the client thinks itself: it is told what the seat knows (knowledge.h) */
    bool behind;                    /* the client reads slowly: the next snapshot waits until it has read */
};

/// A table that a connection was watching before memory was dropped.
struct lost_watch {
    struct lost_watch *next;
    char table[STORE_ID];
    int seat;
    bool knowledge;
};

/// NULL: it is not watching that room.
struct watch *watch_of(struct client *link, const struct room *room);
/// NULL: it is watching too many.
struct watch *watch_add(struct client *link, struct room *room);
void unwatch(struct watch *watch);
/// How many people look on without a seat, and, unless it is NULL, a watch of each of the first ones. Beyond SPECTATORS_LISTED every
/// connection counts.
int spectators_of(const struct room *room, const struct watch *out[SPECTATORS_LISTED]);
/// Ends all of its watches, but remembers them: watch_lost (routes/watching.h) restores them.
void watches_lose(struct client *link);
void watches_forget_lost(struct client *link);

#endif
