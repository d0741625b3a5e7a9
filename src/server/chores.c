/* Chores in slices: see chores.h. */
#include "server/chores.h"

#include <stdlib.h>

enum { SLICE_MS = 2 };

void chore_begin(struct hub *hub, struct chore *chore)
{
    struct chore **last = &hub->chores;
    while (*last)
        last = &(*last)->next;
    chore->next = NULL;
    chore->turn = hub->turn;
    *last = chore;
}

/* A part of a chore; then it is the others' turn. */
static int do_part(struct hub *hub, struct chore **at, struct flip_error *error)
{
    struct chore *chore = *at;
    *at = chore->next;
    const int status = chore->part(hub, chore, error);
    if (status > 0) {
        const uint64_t turn = chore->turn;
        chore_begin(hub, chore);
        chore->turn = turn;
    } else {
        chore->free(chore);
    }
    return status;
}

/* The first one that has begun for good: a part that fails must not take the beginning back. NULL: none. */
static struct chore **first_begun(struct hub *hub)
{
    for (struct chore **at = &hub->chores; *at; at = &(*at)->next)
        if ((*at)->turn < hub->turn)
            return at;
    return NULL;
}

void chores_run(struct hub *hub)
{
    const double began = busy_ms();
    struct flip_error error = {0};
    for (struct chore **at; !hub->failed && busy_ms() - began < SLICE_MS && (at = first_begun(hub));)
        if (do_part(hub, at, &error) < 0)
            hub_note_error(hub, &error);
    if (hub->chores)
        lws_cancel_service(hub->lws); /* go on as soon as everybody else was served */
}

int chores_finish(struct hub *hub, struct flip_error *error)
{
    while (hub->chores)
        if (do_part(hub, &hub->chores, error) < 0)
            return -1;
    return 0;
}

void chores_drop(struct hub *hub)
{
    while (hub->chores) {
        struct chore *chore = hub->chores;
        hub->chores = chore->next;
        chore->free(chore);
    }
}
