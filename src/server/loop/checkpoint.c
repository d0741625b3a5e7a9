/*
 * Emptying the store's log of changes: when it has grown long, and after somebody was deleted, since what was deleted still stands
 * in it. A thread of its own, with its own connection, brings the log into the file while the loop goes on; what is left after
 * that is little, and the loop does it between two turns. Somebody who reads the file (a backup, a check) can keep the log from
 * being emptied: it is tried until it succeeds, also after a restart, and said in the log when it takes long.
 */
#include "server/loop/loop.h"

#include <stdio.h>
#include <stdlib.h>

enum { AGAIN_MS = 1000, SAY_AFTER_MS = 60000 };

struct checkpoint {
    struct task task;
    const char *path; /* the server's */
    int status;
    struct flip_error error;
};

static void bring_in(struct task *task)
{
    struct checkpoint *checkpoint = (struct checkpoint *)task;
    checkpoint->status = store_checkpoint(checkpoint->path, &checkpoint->error);
}

static void free_checkpoint(struct task *task) { free(task); }

static void ask(struct loop *loop, int64_t now)
{
    struct checkpointing *checkpointing = &loop->checkpointing;
    struct checkpoint *checkpoint = calloc(1, sizeof *checkpoint);
    if (!checkpointing->since)
        checkpointing->since = now;
    checkpointing->next = now + (int64_t)AGAIN_MS * 1000;
    if (!checkpoint)
        return;
    checkpoint->task.work = bring_in;
    checkpoint->task.free = free_checkpoint;
    checkpoint->path = loop->config.data;
    checkpointing->under_way = true;
    workers_submit(checkpointing->workers, &checkpoint->task);
}

static void say_how_long(struct loop *loop, int64_t now, bool done)
{
    struct checkpointing *checkpointing = &loop->checkpointing;
    char ms[24];
    snprintf(ms, sizeof ms, "%lld", (long long)(now - checkpointing->since) / 1000);
    if (done && checkpointing->told)
        log_event("info", "scrubbed", "after_ms", ms, NULL);
    if (!done && !checkpointing->told && now - checkpointing->since > (int64_t)SAY_AFTER_MS * 1000) {
        checkpointing->told = true;
        log_event("warn", "scrub_waits", "after_ms", ms, "why",
                  "somebody reads the data file, so what was deleted still stands in its log of changes", NULL);
    }
    if (done) {
        checkpointing->told = false;
        checkpointing->since = 0;
    }
}

static void empty(struct loop *loop, const struct checkpoint *checkpoint, int64_t now)
{
    struct flip_error error;
    const int done = store_empty_log(loop->store, &error);
    if (checkpoint->status < 0)
        log_event("warn", "checkpoint", "why", checkpoint->error.message, NULL);
    if (done < 0) {
        log_event("warn", "checkpoint", "why", error.message, NULL);
        store_roll_back(loop->store); /* nothing else has changed: this comes right after the commit */
    }
    say_how_long(loop, now, done == 1);
    if (done == 1)
        loop_wake(loop, WAKE_SOON, 1); /* to commit that it is done */
}

void checkpoint_turn(struct loop *loop)
{
    struct checkpointing *checkpointing = &loop->checkpointing;
    const int64_t now = now_us();
    struct task *task = workers_poll(checkpointing->workers);
    if (task) {
        checkpointing->under_way = false;
        empty(loop, (const struct checkpoint *)task, now);
        task->free(task);
    }
    if (!checkpointing->under_way && now >= checkpointing->next &&
        (store_scrub_due(loop->store) || store_log_long(loop->store)))
        ask(loop, now);
}
