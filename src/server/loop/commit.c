/*
 * Committing, and the retry with backoff while the store cannot keep anything: another program holds the file, the disk is full or
 * failing, the file was removed. The loop never waits for it. What was done and is not durable yet is tried again later (store_commit
 * makes the same changes anew); what comes meanwhile waits (net); nobody is disconnected, and nothing is told that could still be lost.
 */
#include "server/loop/loop.h"

#include <stdio.h>

enum { FIRST_BACKOFF_MS = 5, LONGEST_BACKOFF_MS = 1000 };

static void retry_in(struct loop *loop, int ms)
{
    loop->outage.next = now_us() + ms * 1000;
    loop_wake(loop, WAKE_RETRY, ms);
}

int64_t outage_lasted_ms(const struct loop *loop) { return (now_us() - loop->outage.since) / 1000; }

static void say_why(struct outage *outage, const struct flip_error *why)
{
    snprintf(outage->why, sizeof outage->why, "%.*s", (int)sizeof outage->why - 1, why->message);
}

static void begin(struct outage *outage)
{
    outage->on = true;
    outage->told = false;
    outage->since = now_us();
    outage->backoff = FIRST_BACKOFF_MS;
}

/* The store cannot save anything for now. */
static void outage_begin(struct loop *loop, const struct flip_error *why)
{
    struct outage *outage = &loop->outage;
    say_why(outage, why);
    if (outage->on)
        return;
    begin(outage);
    loop->metrics.outages++;
    retry_in(loop, outage->backoff);
}

/* A commit is under way: until it is durable everything waits as in an outage, but nobody is told unless it takes long. */
static void wait_for_commit(struct loop *loop)
{
    struct outage *outage = &loop->outage;
    if (!outage->on) {
        snprintf(outage->why, sizeof outage->why, "The database has not confirmed the commit yet.");
        begin(outage);
    }
    outage->committing = true;
    retry_in(loop, LONGEST_BACKOFF_MS / 2);
}

bool outage_is_commit(const struct loop *loop)
{
    return loop->outage.on && loop->outage.committing && !loop->outage.told;
}

static void server_roll_back(struct loop *loop);

bool server_ready(struct loop *loop)
{
    struct flip_error error;
    if ((loop->failed || store_broken(loop->store)) && !loop->outage.on)
        server_roll_back(loop);
    if (loop->outage.on)
        return false;
    if (store_begin(loop->store, &error) == 0)
        return true;
    outage_begin(loop, &error);
    return false;
}

/* --- trying again -------------------------------------------------------------------------------------------------------------- */

static void end(struct loop *loop)
{
    struct outage *outage = &loop->outage;
    const int64_t lasted = outage_lasted_ms(loop);
    outage->on = outage->committing = outage->memory_stale = false;
    loop->turn++; /* what was queued before is durable now */
    loop->rollback->recovered(loop, lasted);
    if (outage->told) {
        char ms[24];
        snprintf(ms, sizeof ms, "%lld", (long long)lasted);
        log_event("info", "store_works_again", "after_ms", ms, NULL);
    }
}

/* 1: a commit is under way. */
static int attempt(struct loop *loop, struct flip_error *error)
{
    const int status =
        loop->outage.committing ? store_commit_go_on(loop->store, error) : store_commit_begin(loop->store, error);
    if (status == 1)
        return 1;
    loop->outage.committing = false;
    if (status < 0) {
        loop->metrics.commit_failures++;
        return -1;
    }
    if (store_begin(loop->store, error) < 0)
        return -1;
    if (!loop->outage.memory_stale || loop->rollback->reload(loop, error) == 0)
        return 0;
    store_roll_back(loop->store);
    return -1;
}

/* What could not be made durable, and never can be, is given up, and memory with it. */
static void roll_back_memory(struct loop *loop)
{
    log_event("error", "start_over", NULL);
    store_roll_back(loop->store);
    loop->rollback->forget(loop);
    loop->outage.undone_turns[loop->outage.next_undone] = loop->turn;
    loop->outage.next_undone = (loop->outage.next_undone + 1) % UNDONE_TURNS;
    loop->outage.memory_stale = true;
}

static void try_now(struct loop *loop)
{
    struct outage *outage = &loop->outage;
    struct flip_error error;
    const bool quiet = outage->committing;
    const int status = attempt(loop, &error);
    if (status == 0) {
        if (quiet)
            histogram_add(&loop->metrics.commit, outage->since);
        end(loop);
    } else if (status == 1) {
        wait_for_commit(loop);
    } else {
        loop->metrics.outages += quiet;
        if (store_broken(loop->store))
            roll_back_memory(loop);
        say_why(outage, &error);
        retry_in(loop, outage->backoff);
        outage->backoff = outage->backoff * 2 < LONGEST_BACKOFF_MS ? outage->backoff * 2 : LONGEST_BACKOFF_MS;
    }
    loop->failed = false;
}

/* --- starting from what is durable ------------------------------------------------------------------------------------------ */

bool turn_undone(const struct loop *loop, uint64_t turn)
{
    for (int i = 0; i < UNDONE_TURNS; i++)
        if (turn > 0 && loop->outage.undone_turns[i] == turn)
            return true;
    return false;
}

bool turns_undone_since(const struct loop *loop, uint64_t turn)
{
    for (int i = 0; i < UNDONE_TURNS; i++)
        if (loop->outage.undone_turns[i] > 0 && loop->outage.undone_turns[i] >= turn)
            return true;
    return false;
}

/* Memory may be ahead of the store: everything returns to what is durable, and everyone stays connected. */
static void server_roll_back(struct loop *loop)
{
    struct flip_error error;
    roll_back_memory(loop);
    loop->failed = false;
    flip_fail(&error, FLIP_ERROR_STORE, "The server looks up what is saved.");
    outage_begin(loop, &error);
    try_now(loop);
}

bool outage_retry(struct loop *loop)
{
    const struct outage *outage = &loop->outage;
    const bool committing = outage->committing;
    if (outage->on && (committing || now_us() >= outage->next))
        try_now(loop);
    return committing && !outage->on;
}

/* --- the commit ------------------------------------------------------------------------------------------------------- */

bool turn_is_durable(const struct loop *loop, uint64_t turn)
{
    return turn < loop->turn || !store_changed(loop->store);
}

void server_commit(struct loop *loop)
{
    struct flip_error error;
    if ((loop->failed || store_broken(loop->store)) && !loop->outage.on)
        server_roll_back(loop);
    if (loop->outage.on)
        return;
    const bool changed = store_changed(loop->store);
    const int64_t began = now_us();
    const int status = store_commit_begin(loop->store, &error);
    if (status < 0) {
        loop->metrics.commit_failures++;
        outage_begin(loop, &error);
        return;
    }
    if (status == 1)
        wait_for_commit(loop);
    if (changed)
        loop->metrics.commits++;
    if (changed && status == 0)
        histogram_add(&loop->metrics.commit, began);
}
