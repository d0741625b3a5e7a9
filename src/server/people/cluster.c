/* The cluster: who is connected to other servers that share the store. */
#include "server/people/people.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct cluster_person {
    struct cluster_person *next;
    char person[STORE_ID];
    int process;
    enum { NOT_ASKED, SHOWN, HIDDEN } shown; /* may everybody know it? */
};

static struct cluster_person **bucket_of(const struct server *server, const char *person)
{
    return &server->people->cluster[text_bucket(person, PRESENT_BUCKETS)];
}

bool person_in_cluster(const struct server *server, const char *person)
{
    const struct cluster_person *at = *bucket_of(server, person);
    while (at && strcmp(at->person, person) != 0)
        at = at->next;
    return at != NULL;
}

static bool ask_shown(struct cluster_person *at, const struct server *server)
{
    struct store_person person;
    struct flip_error error;
    if (at->shown == NOT_ASKED)
        at->shown =
            store_person_get(server->store, at->person, &person, &error) == 1 && person.presence == STORE_EVERYONE
                ? SHOWN
                : HIDDEN;
    return at->shown == SHOWN;
}

bool person_shown_in_cluster(const struct server *server, const char *person)
{
    struct cluster_person *at = *bucket_of(server, person);
    while (at && strcmp(at->person, person) != 0)
        at = at->next;
    return at && ask_shown(at, server);
}

void cluster_ask_again(const struct server *server, const char *person)
{
    for (struct cluster_person *at = *bucket_of(server, person); at; at = at->next)
        if (strcmp(at->person, person) == 0)
            at->shown = NOT_ASKED;
}

/* --- hearing ------------------------------------------------------------------------------------------------------------- */

static struct cluster_person **place_of(const struct server *server, const char *person, int process)
{
    struct cluster_person **at = bucket_of(server, person);
    while (*at && (strcmp((*at)->person, person) != 0 || (*at)->process != process))
        at = &(*at)->next;
    return at;
}

static void remember(const struct server *server, const char *person, int process)
{
    struct cluster_person **at = place_of(server, person, process);
    if (*at || !(*at = calloc(1, sizeof **at)))
        return;
    (*at)->process = process;
    snprintf((*at)->person, sizeof(*at)->person, "%s", person);
}

void cluster_heard(struct server *server, const char *person, bool here, int process)
{
    struct cluster_person **at = place_of(server, person, process), *gone = *at;
    if (here) {
        remember(server, person, process);
    } else if (gone) {
        *at = gone->next;
        free(gone);
    }
    server->people->tables->presence(server, person);
}

static int read_one(void *server, const char *person, int process)
{
    if (process != store_process(((struct server *)server)->store))
        remember(server, person, process);
    return 0;
}

int cluster_read(struct server *server, struct flip_error *error)
{
    cluster_forget(server);
    return store_here_all(server->store, read_one, server, error) < 0 ? -1 : 0;
}

void cluster_forget(struct server *server)
{
    for (int i = 0; i < PRESENT_BUCKETS; i++)
        for (struct cluster_person *next; server->people->cluster[i]; server->people->cluster[i] = next) {
            next = server->people->cluster[i]->next;
            free(server->people->cluster[i]);
        }
}

/* --- telling ------------------------------------------------------------------------------------------------------------- */

static enum told_cluster wanted(const struct present *present)
{
    return present->links > 0 ? TOLD_HERE : present->until > steady_ms() ? TOLD_NAME : TOLD_NOTHING;
}

static int tell_one(struct server *server, struct present *present, struct flip_error *error)
{
    const enum told_cluster now = wanted(present);
    char notice[64];
    if (now == present->told)
        return 0;
    if (store_here_put(server->store, present->person.id, now == TOLD_HERE, now == TOLD_NOTHING, error) < 0)
        return -1;
    snprintf(notice, sizeof notice, "h %s %d %d", present->person.id, now == TOLD_HERE, store_process(server->store));
    if ((now == TOLD_HERE || present->told == TOLD_HERE || present->told == TOLD_UNKNOWN) &&
        store_notify(server->store, notice, error) < 0)
        return -1;
    present->told = now;
    return 0;
}

int cluster_tell(struct server *server, struct flip_error *error)
{
    if (!server->people->here_changed)
        return 0;
    server->people->here_changed = false;
    for (int i = 0; i < PRESENT_BUCKETS; i++)
        for (struct present *present = server->people->present[i]; present; present = present->next)
            if (tell_one(server, present, error) < 0)
                return -1;
    return 0;
}

void cluster_tell_again(struct server *server)
{
    server->people->here_changed = true;
    for (int i = 0; i < PRESENT_BUCKETS; i++)
        for (struct present *present = server->people->present[i]; present; present = present->next)
            present->told = TOLD_UNKNOWN;
}
