/*
 * Workers: threads for what takes long, so that nobody waits for it. The event loop hands over a task that owns a copy of
 * everything it needs and gets it back when it is done; no table is ever touched from another thread. Some let bots think
 * (rooms/job.h), others check passwords or read from the store (rooms/work.h). Payers share workers fairly: fair.h.
 */
#ifndef FLIPSIDE_SERVER_LOOP_WORKERS_H
#define FLIPSIDE_SERVER_LOOP_WORKERS_H

#include "server/loop/fair.h"

struct workers;

/// Something to do: the first member of what is handed over.
struct task {
    struct fair_item item; /* who pays, and what it is expected to cost */
    struct task *next;
    void (*work)(struct task *task); /* on a thread of the workers */
    void (*free)(struct task *task);
    bool more;   /* set by `work`: this was a part, call again when others have had their turn */
    double busy; /* ms that it took so far */
};

/// `wake` is called from a workers thread when something is done. `quick`: one more thread does what is FAIR_QUICK and nothing else, so
/// that it never waits for something longer to end.
struct workers *workers_start(int threads, bool quick, void (*wake)(void *context), void *context);
/// Waits for the tasks under way, forgets the others.
void workers_stop(struct workers *workers);

void workers_ask(struct workers *workers, struct task *task);
/// The next finished task, or NULL.
struct task *workers_done(struct workers *workers);
/// Tasks that wait or are under way.
int workers_load(struct workers *workers);

#endif
