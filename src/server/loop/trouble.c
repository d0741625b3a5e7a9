/*
 * What the server does while the store cannot keep anything: another program holds the file, the disk is full or failing, the file
 * was removed. The loop never waits for it. What was done and is not durable yet is tried again from a timer (store_commit makes the
 * same changes anew); what comes meanwhile waits (net/held.h); nobody is disconnected, and nothing is told that could still be lost.
 */
#include "server/loop/trouble.h"

#include "server/loop/log.h"
#include "server/loop/server.h"

#include <stdio.h>

enum { FIRST_DELAY_MS = 5, LONGEST_DELAY_MS = 1000 };

static void come_round(lws_sorted_usec_list_t *timer) { (void)timer; }

static void try_in(struct server *server, int ms)
{
    server->trouble.next = (int64_t)lws_now_usecs() + ms * 1000;
    lws_sul_schedule(server->lws, 0, &server->trouble.timer, come_round, (lws_usec_t)ms * 1000);
}

int64_t trouble_lasted_ms(const struct server *server)
{
    return ((int64_t)lws_now_usecs() - server->trouble.since) / 1000;
}

/* --- beginning ----------------------------------------------------------------------------------------------------------- */

void trouble_begin(struct server *server, const struct flip_error *why)
{
    struct trouble *trouble = &server->trouble;
    snprintf(trouble->why, sizeof trouble->why, "%.*s", (int)sizeof trouble->why - 1, why->message);
    if (trouble->on)
        return;
    trouble->on = true;
    trouble->told = false;
    trouble->since = (int64_t)lws_now_usecs();
    trouble->delay = FIRST_DELAY_MS;
    server->metrics.troubles++;
    try_in(server, trouble->delay);
}

void trouble_begin_commit(struct server *server)
{
    struct trouble *trouble = &server->trouble;
    if (!trouble->on) {
        snprintf(trouble->why, sizeof trouble->why, "The database has not confirmed the commit yet.");
        trouble->on = true;
        trouble->told = false;
        trouble->since = (int64_t)lws_now_usecs();
        trouble->delay = FIRST_DELAY_MS;
    }
    trouble->committing = true;
    try_in(server, LONGEST_DELAY_MS / 2);
}

bool trouble_is_commit(const struct server *server)
{
    return server->trouble.on && server->trouble.committing && !server->trouble.told;
}

bool server_ready(struct server *server)
{
    struct flip_error error;
    if ((server->failed || store_broken(server->store)) && !server->trouble.on)
        server_start_over(server);
    if (server->trouble.on)
        return false;
    if (store_begin(server->store, &error) == 0)
        return true;
    trouble_begin(server, &error);
    return false;
}

/* --- trying again -------------------------------------------------------------------------------------------------------------- */

static void end(struct server *server)
{
    struct trouble *trouble = &server->trouble;
    const int64_t lasted = trouble_lasted_ms(server);
    trouble->on = trouble->committing = trouble->memory_lost = false;
    server->turn++; /* what was queued before is durable now */
    server->memory->works_again(server, lasted);
    if (trouble->told) {
        char ms[24];
        snprintf(ms, sizeof ms, "%lld", (long long)lasted);
        log_event("info", "store_works_again", "after_ms", ms, NULL);
    }
}

/* 1: a commit is under way. */
static int attempt(struct server *server, struct flip_error *error)
{
    const int status = server->trouble.committing ? store_commit_go_on(server->store, error)
                                                  : store_commit_begin(server->store, error);
    if (status == 1)
        return 1;
    server->trouble.committing = false;
    if (status < 0) {
        server->metrics.commit_failures++;
        return -1;
    }
    if (store_begin(server->store, error) < 0)
        return -1;
    if (!server->trouble.memory_lost || server->memory->find_again(server, error) == 0)
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
    server->trouble.lost_turns[server->trouble.next_lost] = server->turn;
    server->trouble.next_lost = (server->trouble.next_lost + 1) % LOST_TURNS;
    server->trouble.memory_lost = true;
}

static void try_now(struct server *server)
{
    struct trouble *trouble = &server->trouble;
    struct flip_error error;
    const bool quiet = trouble->committing;
    const int status = attempt(server, &error);
    if (status == 0) {
        if (quiet)
            durations_add(&server->metrics.commit, trouble->since);
        end(server);
    } else if (status == 1) {
        trouble_begin_commit(server);
    } else {
        server->metrics.troubles += quiet;
        if (store_broken(server->store))
            lose_memory(server);
        snprintf(trouble->why, sizeof trouble->why, "%.*s", (int)sizeof trouble->why - 1, error.message);
        try_in(server, trouble->delay);
        trouble->delay = trouble->delay * 2 < LONGEST_DELAY_MS ? trouble->delay * 2 : LONGEST_DELAY_MS;
    }
    server->failed = false;
}

/* --- starting from what is durable ------------------------------------------------------------------------------------------ */

bool turn_lost(const struct server *server, uint64_t turn)
{
    for (int i = 0; i < LOST_TURNS; i++)
        if (turn > 0 && server->trouble.lost_turns[i] == turn)
            return true;
    return false;
}

bool turns_lost_since(const struct server *server, uint64_t turn)
{
    for (int i = 0; i < LOST_TURNS; i++)
        if (server->trouble.lost_turns[i] > 0 && server->trouble.lost_turns[i] >= turn)
            return true;
    return false;
}

void server_start_over(struct server *server)
{
    struct flip_error error;
    lose_memory(server);
    server->failed = false;
    flip_fail(&error, FLIP_ERROR_STORE, "The server looks up what is saved.");
    trouble_begin(server, &error);
    try_now(server);
}

bool trouble_turn(struct server *server)
{
    const struct trouble *trouble = &server->trouble;
    const bool committing = trouble->committing;
    if (trouble->on && (committing || (int64_t)lws_now_usecs() >= trouble->next))
        try_now(server);
    return committing && !trouble->on;
}
