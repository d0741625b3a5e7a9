/*
 * Committing, and the retry with backoff while the store cannot keep anything: another program holds the file, the disk is full or
 * failing, the file was removed. The loop never waits for it. What was done and is not durable yet is tried again later (store_commit
 * makes the same changes anew); what comes meanwhile waits (net); nobody is disconnected, and nothing is told that could still be lost.
 */
#include "server/loop/loop.h"

#include <stdio.h>

enum { FIRST_BACKOFF_MS = 5, LONGEST_BACKOFF_MS = 1000 };

static void retry_in(struct server *server, int ms)
{
    server->outage.next = now_us() + ms * 1000;
    loop_wake(server, WAKE_RETRY, ms);
}

int64_t outage_lasted_ms(const struct server *server) { return (now_us() - server->outage.since) / 1000; }

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
static void outage_begin(struct server *server, const struct flip_error *why)
{
    struct outage *outage = &server->outage;
    say_why(outage, why);
    if (outage->on)
        return;
    begin(outage);
    server->metrics.outages++;
    retry_in(server, outage->backoff);
}

/* A commit is under way: until it is durable everything waits as in an outage, but nobody is told unless it takes long. */
static void wait_for_commit(struct server *server)
{
    struct outage *outage = &server->outage;
    if (!outage->on) {
        snprintf(outage->why, sizeof outage->why, "The database has not confirmed the commit yet.");
        begin(outage);
    }
    outage->committing = true;
    retry_in(server, LONGEST_BACKOFF_MS / 2);
}

bool outage_is_commit(const struct server *server)
{
    return server->outage.on && server->outage.committing && !server->outage.told;
}

bool server_ready(struct server *server)
{
    struct flip_error error;
    if ((server->failed || store_broken(server->store)) && !server->outage.on)
        server_start_over(server);
    if (server->outage.on)
        return false;
    if (store_begin(server->store, &error) == 0)
        return true;
    outage_begin(server, &error);
    return false;
}

/* --- trying again -------------------------------------------------------------------------------------------------------------- */

static void end(struct server *server)
{
    struct outage *outage = &server->outage;
    const int64_t lasted = outage_lasted_ms(server);
    outage->on = outage->committing = outage->memory_lost = false;
    server->turn++; /* what was queued before is durable now */
    server->memory->works_again(server, lasted);
    if (outage->told) {
        char ms[24];
        snprintf(ms, sizeof ms, "%lld", (long long)lasted);
        log_event("info", "store_works_again", "after_ms", ms, NULL);
    }
}

/* 1: a commit is under way. */
static int attempt(struct server *server, struct flip_error *error)
{
    const int status =
        server->outage.committing ? store_commit_go_on(server->store, error) : store_commit_begin(server->store, error);
    if (status == 1)
        return 1;
    server->outage.committing = false;
    if (status < 0) {
        server->metrics.commit_failures++;
        return -1;
    }
    if (store_begin(server->store, error) < 0)
        return -1;
    if (!server->outage.memory_lost || server->memory->find_again(server, error) == 0)
        return 0;
    store_roll_back(server->store);
    return -1;
}

/* What could not be made durable, and never can be, is given up, and memory with it. */
static void lose_memory(struct server *server)
{
    log_event("error", "start_over", NULL);
    store_roll_back(server->store);
    server->memory->forget(server);
    server->outage.lost_turns[server->outage.next_lost] = server->turn;
    server->outage.next_lost = (server->outage.next_lost + 1) % LOST_TURNS;
    server->outage.memory_lost = true;
}

static void try_now(struct server *server)
{
    struct outage *outage = &server->outage;
    struct flip_error error;
    const bool quiet = outage->committing;
    const int status = attempt(server, &error);
    if (status == 0) {
        if (quiet)
            durations_add(&server->metrics.commit, outage->since);
        end(server);
    } else if (status == 1) {
        wait_for_commit(server);
    } else {
        server->metrics.outages += quiet;
        if (store_broken(server->store))
            lose_memory(server);
        say_why(outage, &error);
        retry_in(server, outage->backoff);
        outage->backoff = outage->backoff * 2 < LONGEST_BACKOFF_MS ? outage->backoff * 2 : LONGEST_BACKOFF_MS;
    }
    server->failed = false;
}

/* --- starting from what is durable ------------------------------------------------------------------------------------------ */

bool turn_lost(const struct server *server, uint64_t turn)
{
    for (int i = 0; i < LOST_TURNS; i++)
        if (turn > 0 && server->outage.lost_turns[i] == turn)
            return true;
    return false;
}

bool turns_lost_since(const struct server *server, uint64_t turn)
{
    for (int i = 0; i < LOST_TURNS; i++)
        if (server->outage.lost_turns[i] > 0 && server->outage.lost_turns[i] >= turn)
            return true;
    return false;
}

void server_start_over(struct server *server)
{
    struct flip_error error;
    lose_memory(server);
    server->failed = false;
    flip_fail(&error, FLIP_ERROR_STORE, "The server looks up what is saved.");
    outage_begin(server, &error);
    try_now(server);
}

bool outage_retry(struct server *server)
{
    const struct outage *outage = &server->outage;
    const bool committing = outage->committing;
    if (outage->on && (committing || now_us() >= outage->next))
        try_now(server);
    return committing && !outage->on;
}

/* --- the commit ------------------------------------------------------------------------------------------------------- */

bool server_may_tell(const struct server *server, uint64_t turn)
{
    return turn < server->turn || !store_changed(server->store);
}

void server_commit(struct server *server)
{
    struct flip_error error;
    if ((server->failed || store_broken(server->store)) && !server->outage.on)
        server_start_over(server);
    if (server->outage.on)
        return;
    const bool changed = store_changed(server->store);
    const int64_t began = now_us();
    const int status = store_commit_begin(server->store, &error);
    if (status < 0) {
        server->metrics.commit_failures++;
        outage_begin(server, &error);
        return;
    }
    if (status == 1)
        wait_for_commit(server);
    if (changed)
        server->metrics.commits++;
    if (changed && status == 0)
        durations_add(&server->metrics.commit, began);
}
