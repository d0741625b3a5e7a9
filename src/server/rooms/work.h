/*
 * Long work for requests: replays, exports, imports. The request stays open while a worker does it, and the address that asked pays
 * for the milliseconds it took.
 *
 * A worker never touches a room of the server or its connection to the store: it has a connection of its own, which only reads, and rooms
 * of its own (reader.h). The work is handed over after the commit, so that the worker sees everything the asker was told.
 */
#ifndef FLIPSIDE_SERVER_ROOMS_WORK_H
#define FLIPSIDE_SERVER_ROOMS_WORK_H

#include "server/loop/workers.h"
#include "server/net/limits.h"
#include "server/net/request.h"
#include "store/store.h"

#include <flipside/json.h>

struct reader;

/// The first member of what a kind of work needs.
struct work {
    struct task task;
    struct work *next;
    struct reader *reader;
    uint64_t ticket;            /* of the request that waits */
    char address[ADDRESS_SIZE]; /* that pays */
    char person[STORE_ID];      /* that asks, or empty */
    double paid;                /* ms that were charged in advance */
    /// On the thread of the worker: 0, or -1 with the error.
    int (*run)(struct work *work, struct flip_error *error);
    /// On the loop, while the request still waits; NULL: `out` is the answer.
    int (*then)(struct request *request, struct work *work, struct flip_error *error);
    /// On the loop, of work that no request waits for (then `ticket` is 0).
    void (*done)(struct server *server, struct work *work);
    /// Frees what the work holds besides itself and `out`; NULL: nothing.
    void (*release)(struct work *work);
    int status;
    struct flip_error error;
    char broken[STORE_ID]; /* the table that cannot be opened, if that is the error */
    char *out;             /* owned; LWS_PRE bytes come before the text */
    size_t length;
    const char *file; /* to be kept by the browser under this name */
};

/// New work for a request, `size` bytes of it. It is expected to cost `cost` ms. NULL: the address has had too much already, or there is no
/// memory.
struct work *work_new(struct request *request, size_t size, double cost, enum work_for purpose,
                      struct flip_error *error);
/// New work that no request waits for. The visitor pays; NULL: it is for the server itself.
struct work *work_new_for(struct server *server, const struct store_person *person, struct visitor *visitor,
                          size_t size, double cost, struct flip_error *error);
/// Sends it off; work->done is called later.
void work_ask(struct server *server, struct work *work);
/// Sends it off; the request is answered later. Returns 0.
int work_go(struct request *request, struct work *work);
/// Frees work that was not sent off.
void work_drop(struct work *work);

/// What the worker has done; called once per turn of the loop, before the commit.
void work_take(struct server *server);
/// What was asked for goes to the worker; called after the commit, when what goes out unasked has said what it needs.
void work_send(struct server *server);
int work_start(struct server *server, void (*wake)(void *context), struct flip_error *error);
void work_stop(struct server *server);

/// Writes a text of any length as work->out: `write` is called again if the first guess was too small.
typedef void work_writer(struct flip_json *json, void *context);
int work_write(struct work *work, size_t guess, work_writer *write, void *context, struct flip_error *error);

#endif
