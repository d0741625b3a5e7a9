/* Background jobs in slices, how errors are handled, and the quarantine for what has failed too often. */
#include "server/loop/loop.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- what an error means - ------------------------------------------------------------------------------------------------------ */

bool server_failure(const struct flip_error *error)
{
    return error->code == FLIP_ERROR_STORE || error->code == FLIP_ERROR_NO_MEMORY;
}

void server_default_error(struct flip_error *error)
{
    if (error->code == FLIP_ERROR_NONE)
        flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory to answer.");
}

void server_note_error(struct loop *loop, const struct flip_error *error)
{
    assert(error->code != FLIP_ERROR_NONE); /* who calls this without one has misread an answer */
    if (!server_failure(error))
        return;
    log_event("error", flip_error_word(error->code), "why", error->message, NULL);
    loop->failed = true;
}

/* Running out of memory fails only that request, unless part of it was written. */
void server_note_refusal(struct loop *loop, const struct flip_error *error, uint64_t written)
{
    if (error->code == FLIP_ERROR_NO_MEMORY && store_writes(loop->store) == written)
        log_event("error", flip_error_word(error->code), "why", error->message, NULL);
    else
        server_note_error(loop, error);
}

/* --- quarantine ----------------------------------------------------------------------------------------------------- */

enum { MOST_FAILURES = 3 };

static const struct failing *failing(const struct loop *loop, const char *id)
{
    for (int i = 0; i < QUARANTINE_SIZE; i++)
        if (strcmp(loop->quarantine.list[i].id, id) == 0)
            return &loop->quarantine.list[i];
    return NULL;
}

bool quarantined(const struct loop *loop, const char *id)
{
    const struct failing *known = failing(loop, id);
    return known && known->failures >= MOST_FAILURES;
}

void quarantine_note(struct loop *loop, const char *id)
{
    struct failing *known = (struct failing *)failing(loop, id);
    if (!known) {
        known = &loop->quarantine.list[loop->quarantine.next];
        loop->quarantine.next = (loop->quarantine.next + 1) % QUARANTINE_SIZE;
        *known = (struct failing){0};
        snprintf(known->id, sizeof known->id, "%s", id);
    }
    if (++known->failures == MOST_FAILURES)
        log_event("error", "left_alone", "what",
                  strncmp(id, "w ", 2) == 0   ? "a request"
                  : strncmp(id, "d ", 2) == 0 ? "a deletion"
                                              : "the bots of a table",
                  NULL);
}

/* --- background jobs in slices --------------------------------------------------------------------------------------------- */

enum { SLICE_MS = 2 };

void background_begin(struct loop *loop, struct background_job *job)
{
    job->turn = loop->turn;
    LIST_APPEND(loop->background_jobs, job, next);
}

/* One slice of a job; then it goes to the end of the queue. */
static int run_slice(struct loop *loop, struct background_job **at, struct flip_error *error)
{
    struct background_job *job = *at;
    *at = job->next;
    const int status = job->part(job, error);
    if (status > 0) {
        const uint64_t turn = job->turn;
        background_begin(loop, job);
        job->turn = turn;
    } else {
        job->free(job);
    }
    return status;
}

/* The first job whose start is durable: a slice that fails must not roll the start back. NULL: none. */
static struct background_job **first_durable(struct loop *loop)
{
    for (struct background_job **at = &loop->background_jobs; *at; at = &(*at)->next)
        if ((*at)->turn < loop->turn)
            return at;
    return NULL;
}

void background_run(struct loop *loop)
{
    const double began = cpu_ms();
    struct flip_error error = {0};
    for (struct background_job **at; !loop->failed && cpu_ms() - began < SLICE_MS && (at = first_durable(loop));)
        if (run_slice(loop, at, &error) < 0)
            server_note_error(loop, &error);
    if (loop->background_jobs)
        loop_wake(loop, WAKE_SOON, 0); /* go on as soon as everybody else was served */
}

int background_finish(struct loop *loop, struct flip_error *error)
{
    while (loop->background_jobs)
        if (run_slice(loop, &loop->background_jobs, error) < 0)
            return -1;
    return 0;
}

void background_drop(struct loop *loop)
{
    while (loop->background_jobs) {
        struct background_job *job = loop->background_jobs;
        loop->background_jobs = job->next;
        job->free(job);
    }
}
