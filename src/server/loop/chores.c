/* Chores in slices: see chores.h. */
#include "server/loop/chores.h"

#include "server/loop/failure.h"
#include "server/loop/now.h"
#include "server/loop/server.h"

#include <stdlib.h>

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
        lws_cancel_service(server->lws); /* go on as soon as everybody else was served */
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
