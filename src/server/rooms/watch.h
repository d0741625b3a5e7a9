/* Watches: a connection that follows a room. */
#ifndef FLIPSIDE_SERVER_ROOMS_WATCH_H
#define FLIPSIDE_SERVER_ROOMS_WATCH_H

#include "server/people/people.h"
#include "server/rooms/room.h"

enum { SPECTATORS_LISTED = 50 };

/// What a client needs no more, or finds out itself.
enum scene_without {
    WITHOUT_PRINTED = 1,  /* what is printed, which it has (rooms.h) */
    WITHOUT_SENTENCES = 2 /* everything of an action but its notation */
};

/// A connection's watch on a room.
struct watch {
    struct watch *next_in_room, *next_in_link;
    struct client *link;
    struct room *room;
    int seat;       /* asked for; -1: the viewer's first seat, or a spectator's view */
    uint32_t *sent; /* checks of the log entries the client has */
    int sent_count, sent_room;
    int resumes; /* after a sleep: the client has so many entries, but `sent` does not say so yet */
    int chat_sent, notices_sent;
    bool begun;                     /* the client has its first scene, with the end of the chat */
    char (*muted)[STORE_ID];        /* whose chat is hidden */
    int muted_count, muted_for_all; /* the first ones are muted by the table's owner, for everybody */
    uint64_t last;                  /* hash of the last snapshot, so that nothing is sent twice */
    bool knowledge;                 /* the client thinks itself: it is told what the seat knows (knowledge.h) */
    unsigned without;               /* what its scenes leave out: enum scene_without */
    bool asks_ready;                /* the client asks its person (ready.c) */
    bool behind;                    /* the client reads slowly: the next snapshot waits until it has read */
    bool too_large;                 /* the last scene does not fit; the client was told so */
};

/// A table that a connection was watching before memory was dropped.
struct lost_watch {
    struct lost_watch *next;
    char table[STORE_ID];
    int seat;
    unsigned without;
    bool knowledge, asks_ready;
};

/// A watch on a finished table that is no longer in memory. It goes on where it was when somebody brings the table back.
struct sleeping_watch {
    struct sleeping_watch *next_in_link;
    struct sleeping_watch *next, **at; /* in its bucket */
    struct client *link;
    char table[STORE_ID];
    int seat;
    bool knowledge;
    unsigned without;
    bool begun;
    int sent_count, chat_sent, notices_sent; /* what the client has */
    uint64_t last;
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
/// Puts everyone's watch on a room to sleep, before it is dropped. Whom there is no memory for has to come back.
void watches_sleep(struct rooms *rooms, struct room *room);
/// Wakes the watches on a room that has been brought back.
void watches_wake(struct rooms *rooms, struct room *room);
/// Does anybody's watch on that table sleep?
bool watches_asleep(const struct rooms *rooms, const char *table);
/// Forgets the sleeping watches of a connection: on that table, or on all (NULL).
void watches_forget_sleeping(struct client *link, const char *table);
/// Whose chat this person does not want to see at the watched table.
int watch_read_mutes(struct rooms *rooms, struct watch *watch, struct flip_error *error);

#endif
