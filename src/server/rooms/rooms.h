/* The rooms that are in memory: a room is loaded when somebody asks for it, and dropped when nobody has for a while. */
#ifndef FLIPSIDE_SERVER_ROOMS_ROOMS_H
#define FLIPSIDE_SERVER_ROOMS_ROOMS_H

#include "server/rooms/room.h"

#include <libwebsockets.h>

enum {
    ROOM_BUCKETS = 4096,
    SITTING_BUCKETS = 4096,
    SLEEPING_BUCKETS = 4096,
    LOBBY_TABLES = 100 /* the most tables in a list */
};

enum { PRINTED_KEPT = 64 }; /* so many are remembered, the newest */

/// What is printed, as a text of JSON: the members that a view without them lacks.
struct printed {
    char fingerprint[PRINTED_SIZE]; /* empty: none */
    char *text;                     /* owned */
};

struct fetch;
struct reader;
struct sleeping_watch;
struct task;
struct work;
struct workers;

struct rooms {
    struct room *bucket[ROOM_BUCKETS];
    struct sleeping_watch *sleeping[SLEEPING_BUCKETS]; /* on finished tables that are not in memory, by table */
    struct sitting *sittings[SITTING_BUCKETS];
    int count;
    struct printed printed[PRINTED_KEPT];
    int printed_next;
    struct room *dirty, **dirty_last; /* rooms whose watchers have to be updated, in the order of what happened */
    bool lobby_dirty;                 /* the list of tables has changed */
    bool here_dirty;                  /* who is here has changed, or scores, or spectators: told less often */
    int seeking;                      /* who look for an opponent */
    bool seeks_changed;               /* somebody began to look for an opponent */
    int64_t seeks_next;               /* when to look again who fits */
    bool seeks_gone;                  /* some may still be written down for other servers */
    uint64_t tables_seeded;           /* for --test-seed */
    int64_t last_finished;            /* so that no two games end at the same time */
    bool ends_due;                    /* there may be games that have ended without their results: ends.h */
    int64_t ends_next;                /* when to look for them again */
    int64_t others_looked;            /* when other servers were last looked for */
    bool clocks_dirty;
    int64_t clock_next;
    lws_sorted_usec_list_t tick; /* wakes the loop when somebody's time is up */
    struct waking {
        char (*id)[STORE_ID];
        int count, room;
        bool fetching;
    } waking;                                   /* tables whose bots have to go on after a restart */
    struct workers *bots;                       /* for bots' thoughts */
    struct task *bots_asked, **bots_asked_last; /* they start to think after the commit */
    struct workers *workers;                    /* replays, exports: work.h */
    struct reader *reader;                      /* theirs */
    struct work *work_asked;                    /* given to them after the commit */
    struct fetch *fetches;                      /* tables that messages wait for: fetch.h */
    /// Called for each finished game, in the order of `finished`.
    int (*game_over)(struct server *server, struct room *room, int64_t finished, struct flip_error *error);
};

struct room *room_find(struct server *server, const char *id, struct flip_error *error);
/// The room with that id, if it is in memory.
struct room *room_in_memory(const struct server *server, const char *id);
/// Adds a room that has just been created or loaded.
void room_remember(struct server *server, struct room *room);
/// The same for a room that a worker has loaded.
void room_take_in(struct server *server, struct room *room);
/// Removes a room that no longer exists, along with its watchers.
void room_drop(struct server *server, struct room *room);
/// Drops the rooms that nobody is watching, and finished ones whoever is watching, or all of them.
void rooms_sweep(struct server *server, bool all);
/// Writes down who sits here.
void room_index_seats(struct server *server, struct room *room);
/// Updates who is present and who has left; called when a connection opens or closes.
void room_presence(struct server *server, struct room *room);
/// The time that has passed was nobody's fault: as after a restart, everyone has at least a minute.
void rooms_give_grace(struct server *server);

#endif
