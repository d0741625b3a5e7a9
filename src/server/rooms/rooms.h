/*
 * The tables in play: the rooms in memory, what people and bots do at them, how they are kept, and how several servers of a cluster
 * share them. room.h has what a room consists of, and each subject has a header of its own:
 * seats.h, agree.h, clocks.h, deal.h, bots.h, make.h, matchmaking.h, room_log.h, watch.h, work.h, room_store.h, cluster.h. What is
 * declared here is the data of this layer, the tables in memory, and playing at them.
 */
#pragma once

#include "server/loop/loop.h"
#include "server/net/net.h"
#include "server/people/people.h"
#include "server/rooms/agree.h"
#include "server/rooms/bots.h"
#include "server/rooms/clocks.h"
#include "server/rooms/cluster.h"
#include "server/rooms/deal.h"
#include "server/rooms/make.h"
#include "server/rooms/matchmaking.h"
#include "server/rooms/room.h"
#include "server/rooms/room_log.h"
#include "server/rooms/room_store.h"
#include "server/rooms/seats.h"
#include "server/rooms/watch.h"
#include "server/rooms/work.h"
#include "store/store.h"
#include "table/lesson.h"

#include <flipside/error.h>
#include <stdbool.h>
#include <stdint.h>

struct sleeping_watch;

/*
 * The order in which games end, which ratings follow from: one game at a time, at all servers that share a store. If
 * another server is at it, nobody waits: the game is over, its id is noted, and a retry derives its results as soon as
 * the other has committed. If this server dies before, whoever takes over its notes does it.
 */

/// Derives the results of a finished, saved game, now or later.
int end_game(struct rooms *rooms, struct room *room, struct flip_error *error);
/// There may be noted games, from before or from another server.
void deferred_results_check(struct rooms *rooms);
/// Is a retry due?
bool deferred_results_due(const struct rooms *rooms);
void deferred_results_run(struct rooms *rooms);

/* Deleting a person with all data; in games with others, "a former player" remains. */

/// Removes the person at once and the data in slices; then answers the request with that ticket (0: none).
int person_erase(struct rooms *rooms, const char *id, uint64_t ticket, struct flip_error *error);
/// Resumes deletions that were cut short.
int erase_resume(struct rooms *rooms, struct flip_error *error);

/* Playing at a table: moves by people and bots, undo, help. */

/// A person's move. At a lesson's table, lesson_act continues (learning/learning.h).
int room_act(struct rooms *rooms, struct room *room, const char *person, int seat, const char *text, int at,
             struct flip_error *error);
/// Makes a legal move in table, log and store.
int room_take_move(struct rooms *rooms, struct room *room, int seat, flip_move move, int by, struct flip_error *error);
int room_undo(struct rooms *rooms, struct room *room, const char *person, int seat, struct flip_error *error);
/// Notes that this seat took help; refused at a daily challenge, and at a rated table unless everyone has agreed.
int room_help(struct rooms *rooms, struct room *room, int seat, struct flip_error *error);
/// Makes the move that a bot has chosen.
void room_bot_acts(struct rooms *rooms, struct room *room, const struct job *job);

/* The rooms that are in memory: a room is loaded when somebody asks for it, and dropped when nobody has for a while. */

enum { ROOM_BUCKETS = 4096, SEAT_INDEX_BUCKETS = 4096, SLEEPING_BUCKETS = 4096 };

/// What is printed: the part of a view that never changes in a game (a sheet, a map, cards), as JSON: the members that
/// a view without it lacks. A client that asks for snapshots without it fetches it once, by its fingerprint, and may
/// cache it for ever.
struct printed {
    char fingerprint[PRINTED_SIZE]; /* empty: none */
    char *text;                     /* owned */
    struct shared_rules *rules;     /* of the last table that had it; all tables with these rules have it */
};

enum { PRINTED_KEPT = 64 }; /* so many are remembered, the newest */

struct rooms {
    struct server *server; /* and its parts that are used here: */
    struct loop *loop;
    struct people *people;
    int64_t cluster_looked; /* when other servers were last looked for */
    uint64_t tables_seeded; /* for --test-seed */

    struct {
        struct room *bucket[ROOM_BUCKETS];
        int count;
        struct seat_entry *seat_index[SEAT_INDEX_BUCKETS];
        struct sleeping_watch *sleeping[SLEEPING_BUCKETS]; /* on finished tables that are not here, by table */
    } memory;                                              /* the tables in memory */

    struct {
        struct printed kept[PRINTED_KEPT];
        int next; /* which one is replaced next */
    } printed;

    struct {
        struct room *rooms, **last; /* rooms whose watchers have to be updated, in the order of what happened */
        bool lobby;                 /* the list of tables has changed */
        bool here;                  /* who is here has changed, or scores, or spectators: told less often */
    } dirty;                        /* what clients have to be told after the commit */

    struct {
        int count;    /* who look for an opponent */
        bool changed; /* somebody began to look for an opponent */
        int64_t next; /* when to look again who fits */
        bool gone;    /* some may still be written down for other servers */
    } seeks;          /* matchmaking.c */

    struct {
        int64_t last_finished; /* so that no two games end at the same time */
        bool due;              /* there may be games that have ended without their results */
        int64_t next;          /* when to look for them again */
    } results;                 /* deferred_results.c */

    struct {
        bool dirty;   /* `next` has to be found anew */
        int64_t next; /* when the next one runs out */
    } clocks;         /* deadlines.c */

    struct {
        struct workers *workers; /* that think */
        struct task *asked;      /* they start to think after the commit */
        struct id_list resuming; /* tables whose bots have to go on after a restart */
        bool fetching;           /* some of those are being fetched */
    } bots;

    struct {
        struct workers *workers; /* replays, exports */
        struct reader *reader;   /* theirs */
        struct work *asked;      /* given to them after the commit */
        struct fetch *fetches;   /* tables that messages wait for: fetch.c */
    } work;                      /* work.c */

    /// Called for each finished game, in the order of `finished`.
    int (*game_over)(struct server *server, struct room *room, int64_t finished, struct flip_error *error);
};

/// Makes what is printed at this table available for fetching; true: room->printed is its fingerprint.
bool printed_offer(struct rooms *rooms, struct room *room);
/// NULL: not known here.
const char *printed_text(const struct rooms *rooms, const char *fingerprint);
void printed_free(struct rooms *rooms);

/// The room; loaded from the store and replayed, on the loop, if it is not in memory. NULL with the error. Where a replay
/// may take long, fetch_for_request and fetch_for_message let a worker do it.
struct room *room_find(struct rooms *rooms, const char *id, struct flip_error *error);
/// The room with that id, if it is in memory.
struct room *room_in_memory(const struct rooms *rooms, const char *id);
/// Adds a room that was just created or loaded; and one that a worker has loaded.
void room_insert(struct rooms *rooms, struct room *room);
void room_insert_loaded(struct rooms *rooms, struct room *room);
/// Removes a room that no longer exists, along with its watchers.
void room_remove_from_memory(struct rooms *rooms, struct room *room);
/// Drops the rooms that nobody is watching, and finished ones in any case; or all of them.
void rooms_sweep(struct rooms *rooms, bool all);
/// Indexes who sits here.
void room_index_seats(struct rooms *rooms, struct room *room);
/// Updates who is online; called when a connection opens or closes.
void room_presence(struct rooms *rooms, struct room *room);
/// An outage was nobody's fault: as after a restart, everyone has at least a minute.
void rooms_give_grace(struct rooms *rooms);
