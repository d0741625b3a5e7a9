/* Slow work on tables, done by a worker: replays, exports, and fetching those that are not in memory. */
#pragma once

#include "server/loop/loop.h"
#include "server/net/net.h"
#include "server/rooms/cluster.h"
#include "server/rooms/room.h"
#include "store/store.h"

#include <flipside/error.h>
#include <flipside/json.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct client;
struct fetch;
struct reader;
struct rooms;
struct work;

/*
 * Long work for requests: replays, exports, imports. The request stays open while a worker does it, and the address
 * that asked is charged for it.
 *
 * A worker never touches the server's rooms or its connection to the store: it has a read-only connection and rooms of
 * its own (struct reader). Work is handed over after the commit, so that the worker sees everything the client was
 * told.
 */

/// The first member of each kind of work.
struct work {
    struct task task;
    struct work *next;
    struct reader *reader;
    uint64_t ticket;            /* of the request that waits */
    char address[ADDRESS_SIZE]; /* that is charged */
    char person[STORE_ID];      /* who asked, or empty */
    double paid;                /* ms that were charged in advance */
    /// Runs on the worker's thread: 0, or -1 with the error.
    int (*run)(struct work *work, struct flip_error *error);
    /// Runs on the loop, if the request is still waiting; NULL: `out` is the answer.
    int (*then)(struct request *request, struct work *work, struct flip_error *error);
    /// On the loop, of work that no request waits for (then `ticket` is 0).
    void (*done)(struct rooms *rooms, struct work *work);
    /// Frees what the work holds besides itself and `out`; NULL: nothing.
    void (*release)(struct work *work);
    int status;
    struct flip_error error;
    char broken[STORE_ID]; /* the table that cannot be opened, if that is the error */
    char *out;             /* owned; OUT_PRE bytes come before the text */
    size_t length;
    const char *file; /* the browser saves the answer under this name */
};

/// New work for a request: `size` bytes that begin with a struct work, expected to cost `cost` ms. NULL: the address
/// has used too much already, or out of memory.
void *work_new(struct request *request, size_t size, double cost, enum work_for purpose, struct flip_error *error);
/// New work without a request. The visitor pays; NULL: it is for the server itself.
void *work_new_for(struct rooms *rooms, const struct store_person *person, struct visitor *visitor, size_t size,
                   double cost, struct flip_error *error);
/// Queues it; work->done is called later.
void work_submit(struct rooms *rooms, struct work *work);
/// Queues work for a request, which is answered later. Returns 0.
int work_start_for(struct request *request, struct work *work);
/// Frees work that was not queued.
void work_drop(struct work *work);

/// Handles what the worker has finished; called once per turn of the loop, before the commit.
void work_take(struct rooms *rooms);
/// Hands the queued work to the worker; called after the commit.
void work_send(struct rooms *rooms);
int work_start(struct rooms *rooms, void (*wake)(void *context), struct flip_error *error);
void work_stop(struct rooms *rooms);

/// Writes a text of any length as work->out: `write` is called again if the first guess was too small.
typedef void work_writer(struct flip_json *json, void *context);
int work_write(struct work *work, size_t guess, work_writer *write, void *context, struct flip_error *error);

/*
 * The reading worker's data: a connection to the store and a cache of the games it replayed last, since stepping
 * through a replay asks for the same game again and again. Only one thread uses it.
 */

/// A stored game. It belongs to the reader and is valid until the next one is asked for.
struct cached_game {
    char id[STORE_ID];
    uint64_t mark, used;
    struct room *room;
    char *story; /* what a replay says about it, the same for everyone; NULL: not written yet */
};

struct reader *reader_open(const char *path, struct flip_error *error);
void reader_close(struct reader *reader);
struct store *reader_store(struct reader *reader);
/// NULL: there is none, it cannot be replayed, or the store failed.
struct cached_game *reader_game(struct reader *reader, const char *id, struct flip_error *error);

/// A hash that changes with the stored data of a room. 1: found; 0: there is no such table.
int table_mark(struct store *store, const char *id, uint64_t *mark, struct flip_error *error);

/*
 * Fetching: a table that is not in memory has to be replayed from its record, which takes long after many steps. A
 * worker does it and hands the room over to the loop. Whoever caused it is charged, as for other work (work.c).
 */

enum { LOBBY_TABLES = 100 /* the most tables in a list */ };

/// Ids of tables, at most as many as a list has.
struct table_ids {
    char id[LOBBY_TABLES][STORE_ID];
    int count;
};

struct fetch {
    struct work work; /* first */
    struct fetch *next;
    uint64_t number; /* that messages wait for (net/pending.c); 0: none do */
    uint64_t link;   /* of the connection that it is for; 0: for nobody's in particular */
    struct found_room {
        char id[STORE_ID];
        uint64_t mark;
        struct room *room; /* NULL: not loaded */
        struct catch_up behind;
    } found[LOBBY_TABLES];
    int count, looked_at;
    bool shared; /* several servers share the store */
};

/// Are all of them in memory?
bool fetched(const struct rooms *rooms, const struct table_ids *ids);
/// Those that are in memory, in order.
int fetched_rooms(const struct rooms *rooms, const struct table_ids *ids, struct room **out);

/// Fetches what is missing; then `then` answers the request, beginning with fetch_take_over.
int fetch_for_request(struct request *request, const struct table_ids *ids,
                      int (*then)(struct request *request, struct work *work, struct flip_error *error),
                      struct flip_error *error);
/// The same for a connection, which is charged, or for the server itself (NULL). `done` begins with fetch_take_over.
int fetch_for_client(struct rooms *rooms, const struct client *client, const struct table_ids *ids,
                     void (*done)(struct rooms *rooms, struct work *work), struct flip_error *error);
/// Fetches the table of a message. Returns the number under which to park the message; a table that is being fetched
/// already has one. When it is here its messages are handled; if it cannot be opened, they are refused.
int fetch_for_message(struct rooms *rooms, const struct client *client, const char *id, uint64_t *number,
                      struct flip_error *error);
/// Another server has, or may have, a newer version: fetches it to replace this room.
void fetch_again(struct rooms *rooms, const struct room *room);
/// Is the table being fetched, for messages or again?
bool fetching(const struct rooms *rooms, const char *id);
/// The loop takes over what the worker has found.
void fetch_take_over(struct rooms *rooms, struct fetch *fetch);
