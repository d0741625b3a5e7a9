/* Chores in slices, what an error means for the server, and what is given up after it has failed too often. */
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

void server_word_error(struct flip_error *error)
{
    if (error->code == FLIP_ERROR_NONE)
        flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory to answer.");
}

void server_note_error(struct server *server, const struct flip_error *error)
{
    assert(error->code != FLIP_ERROR_NONE); /* who calls this without one has misread an answer */
    if (!server_failure(error))
        return;
    log_event("error", flip_error_word(error->code), "why", error->message, NULL);
    server->failed = true;
}

/* A lack of memory costs whoever asked for too much, unless a part of it has been written. */
void server_note_refusal(struct server *server, const struct flip_error *error, uint64_t written)
{
    if (error->code == FLIP_ERROR_NO_MEMORY && store_writes(server->store) == written)
        log_event("error", flip_error_word(error->code), "why", error->message, NULL);
    else
        server_note_error(server, error);
}

/* --- quarantine ----------------------------------------------------------------------------------------------------- */

enum { MOST_FAILURES = 3 };

static const struct failing *failing(const struct server *server, const char *id)
{
    for (int i = 0; i < QUARANTINE_SIZE; i++)
        if (strcmp(server->quarantine.list[i].id, id) == 0)
            return &server->quarantine.list[i];
    return NULL;
}

bool quarantined(const struct server *server, const char *id)
{
    const struct failing *known = failing(server, id);
    return known && known->failures >= MOST_FAILURES;
}

void quarantine_note(struct server *server, const char *id)
{
    struct failing *known = (struct failing *)failing(server, id);
    if (!known) {
        known = &server->quarantine.list[server->quarantine.next];
        server->quarantine.next = (server->quarantine.next + 1) % QUARANTINE_SIZE;
        *known = (struct failing){0};
        snprintf(known->id, sizeof known->id, "%s", id);
    }
    if (++known->failures == MOST_FAILURES)
        log_event("error", "left_alone", "what",
                  strncmp(id, "w ", 2) == 0   ? "a wish"
                  : strncmp(id, "d ", 2) == 0 ? "a deletion"
                                              : "the bots of a table",
                  NULL);
}

/* --- chores in slices ------------------------------------------------------------------------------------------------------- */

enum { SLICE_MS = 2 };

void chore_begin(struct server *server, struct chore *chore)
{
    struct chore **last = &server->chores;
    while (*last)
        last = &(*last)->next;
    chore->next = NULL;
    chore->turn = server->turn;
    *last = chore;
}

/* A part of a chore; then it is the others' turn. */
static int do_part(struct server *server, struct chore **at, struct flip_error *error)
{
    struct chore *chore = *at;
    *at = chore->next;
    const int status = chore->part(server, chore, error);
    if (status > 0) {
        const uint64_t turn = chore->turn;
        chore_begin(server, chore);
        chore->turn = turn;
    } else {
        chore->free(chore);
    }
    return status;
}

/* The first one that has begun for good: a part that fails must not take the beginning back. NULL: none. */
static struct chore **first_begun(struct server *server)
{
    for (struct chore **at = &server->chores; *at; at = &(*at)->next)
        if ((*at)->turn < server->turn)
            return at;
    return NULL;
}

void chores_run(struct server *server)
{
    const double began = busy_ms();
    struct flip_error error = {0};
    for (struct chore **at; !server->failed && busy_ms() - began < SLICE_MS && (at = first_begun(server));)
        if (do_part(server, at, &error) < 0)
            server_note_error(server, &error);
    if (server->chores)
        loop_wake(server, WAKE_SOON, 0); /* go on as soon as everybody else was served */
}

int chores_finish(struct server *server, struct flip_error *error)
{
    while (server->chores)
        if (do_part(server, &server->chores, error) < 0)
            return -1;
    return 0;
}

void chores_drop(struct server *server)
{
    while (server->chores) {
        struct chore *chore = server->chores;
        server->chores = chore->next;
        chore->free(chore);
    }
}
