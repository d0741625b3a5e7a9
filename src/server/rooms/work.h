/*
 * Long work for requests: replays, exports, imports. The request stays open while a worker does it, and the address that asked pays
 * for the milliseconds it took.
 *
 * A worker never touches the server's rooms or its connection to the store: it has its own read-only connection and its own rooms
 * (reader.h). The work is handed over after the commit, so that the worker sees everything the client was told.
 */
#ifndef FLIPSIDE_SERVER_ROOMS_WORK_H
#define FLIPSIDE_SERVER_ROOMS_WORK_H

#include "server/loop/loop.h"
#include "server/net/limits.h"
#include "server/net/request.h"
#include "store/store.h"

#include <flipside/json.h>

struct reader;

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
    void (*done)(struct server *server, struct work *work);
    /// Frees what the work holds besides itself and `out`; NULL: nothing.
    void (*release)(struct work *work);
    int status;
    struct flip_error error;
    char broken[STORE_ID]; /* the table that cannot be opened, if that is the error */
    char *out;             /* owned; OUT_PRE bytes come before the text */
    size_t length;
    const char *file; /* the browser saves the answer under this name */
};

/// New work for a request, `size` bytes of it, expected to cost `cost` ms. NULL: the address has used too much already, or out of
/// memory.
struct work *work_new(struct request *request, size_t size, double cost, enum work_for purpose,
                      struct flip_error *error);
/// New work that no request waits for. The visitor pays; NULL: it is for the server itself.
struct work *work_new_for(struct server *server, const struct store_person *person, struct visitor *visitor,
                          size_t size, double cost, struct flip_error *error);
/// Queues it; work->done is called later.
void work_ask(struct server *server, struct work *work);
/// Queues the work; the request is answered later. Returns 0.
int work_go(struct request *request, struct work *work);
/// Frees work that was not queued.
void work_drop(struct work *work);

/// Handles what the worker has finished; called once per turn of the loop, before the commit.
void work_take(struct server *server);
/// Hands the queued work to the worker; called after the commit, when what is pushed has said what it needs.
void work_send(struct server *server);
int work_start(struct server *server, void (*wake)(void *context), struct flip_error *error);
void work_stop(struct server *server);

/// Writes a text of any length as work->out: `write` is called again if the first guess was too small.
typedef void work_writer(struct flip_json *json, void *context);
int work_write(struct work *work, size_t guess, work_writer *write, void *context, struct flip_error *error);

#endif
