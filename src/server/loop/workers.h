/*
 * Workers: threads for slow work, so that nobody has to wait for it. The event loop hands over a task that owns a copy of
 * everything it needs, and gets the task back when it is done; no other thread ever touches a table. Some let bots think
 * (rooms/job.h), others check passwords or read from the store (rooms/work.h). Payers share workers fairly: fair.h.
 */
#ifndef FLIPSIDE_SERVER_LOOP_WORKERS_H
#define FLIPSIDE_SERVER_LOOP_WORKERS_H

#include "server/loop/fair.h"

struct workers;

/// A task: the first member of everything that is handed over.
struct task {
    struct fair_item item; /* who pays, and what it is expected to cost */
    struct task *next;
    void (*work)(struct task *task); /* on a thread of the workers */
    void (*free)(struct task *task);
    bool more;   /* set by `work`: only a part is done; call again when others have had their turn */
    double busy; /* ms that it has taken so far */
};

/// `wake` is called from a worker's thread when something is done. `quick`: one more thread does only FAIR_QUICK tasks, so that
/// these never wait for a longer one to finish.
struct workers *workers_start(int threads, bool quick, void (*wake)(void *context), void *context);
/// Waits for the tasks in progress and drops the others.
void workers_stop(struct workers *workers);

void workers_ask(struct workers *workers, struct task *task);
/// The next finished task, or NULL.
struct task *workers_done(struct workers *workers);
/// The number of tasks that are waiting or in progress.
int workers_load(struct workers *workers);

#endif
