/* The cluster: who is connected to other servers that share the store. */
#include "server/people/people.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct cluster_person {
    struct cluster_person *next;
    char person[STORE_ID];
    int process;
    enum { NOT_ASKED, SHOWN, HIDDEN } shown; /* may everybody know it? */
};

static struct cluster_person **bucket_of(const struct people *people, const char *person)
{
    return (struct cluster_person **)&people->cluster[text_bucket(person, PRESENCE_BUCKETS)];
}

static struct cluster_person *find(const struct people *people, const char *person)
{
    struct cluster_person *at = *bucket_of(people, person);
    while (at && strcmp(at->person, person) != 0)
        at = at->next;
    return at;
}

bool person_online_in_cluster(const struct people *people, const char *person) { return find(people, person); }

bool person_shown_online_in_cluster(const struct people *people, const char *id)
{
    struct cluster_person *at = find(people, id);
    struct store_person person;
    struct flip_error error;
    if (at && at->shown == NOT_ASKED)
        at->shown = store_person_get(people->loop->store, id, &person, &error) == 1 && person.presence == STORE_EVERYONE
                        ? SHOWN
                        : HIDDEN;
    return at && at->shown == SHOWN;
}

void cluster_visibility_changed(const struct people *people, const char *person)
{
    for (struct cluster_person *at = *bucket_of(people, person); at; at = at->next)
        if (strcmp(at->person, person) == 0)
            at->shown = NOT_ASKED;
}

/* --- hearing ------------------------------------------------------------------------------------------------------------- */

static struct cluster_person **place_of(const struct people *people, const char *person, int process)
{
    struct cluster_person **at = bucket_of(people, person);
    while (*at && (strcmp((*at)->person, person) != 0 || (*at)->process != process))
        at = &(*at)->next;
    return at;
}

static void remember(const struct people *people, const char *person, int process)
{
    struct cluster_person **at = place_of(people, person, process);
    if (*at || !(*at = calloc(1, sizeof **at)))
        return;
    (*at)->process = process;
    snprintf((*at)->person, sizeof(*at)->person, "%s", person);
}

void cluster_person_moved(struct people *people, const char *person, bool here, int process)
{
    struct cluster_person **at = place_of(people, person, process), *gone = *at;
    if (here) {
        remember(people, person, process);
    } else if (gone) {
        *at = gone->next;
        free(gone);
    }
    people->hooks->presence(people->rooms, person);
}

static int read_one(void *people, const char *person, int process)
{
    if (process != store_process(((struct people *)people)->loop->store))
        remember(people, person, process);
    return 0;
}

int cluster_read(struct people *people, struct flip_error *error)
{
    cluster_forget(people);
    return store_here_all(people->loop->store, read_one, people, error) < 0 ? -1 : 0;
}

void cluster_forget(struct people *people)
{
    for (int i = 0; i < PRESENCE_BUCKETS; i++)
        for (struct cluster_person *next; people->cluster[i]; people->cluster[i] = next) {
            next = people->cluster[i]->next;
            free(people->cluster[i]);
        }
}

/* --- telling ------------------------------------------------------------------------------------------------------------- */

void cluster_notify(struct people *people, const char *format, ...)
{
    enum { NOTICE = 1200 };
    char notice[NOTICE];
    struct flip_error error = {0};
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(notice, sizeof notice, format, arguments);
    va_end(arguments);
    if (store_notify(people->loop->store, notice, &error) < 0)
        server_note_error(people->loop, &error);
}

static enum reported_state state_to_report(const struct presence *presence)
{
    return presence->links > 0 ? REPORTED_HERE : presence->until > steady_ms() ? REPORTED_NAME : REPORTED_NOTHING;
}

static int report_presence(struct people *people, struct presence *presence, struct flip_error *error)
{
    const enum reported_state now = state_to_report(presence);
    char notice[64];
    if (now == presence->reported)
        return 0;
    if (store_here_put(people->loop->store, presence->person.id, now == REPORTED_HERE, now == REPORTED_NOTHING, error) <
        0)
        return -1;
    snprintf(notice, sizeof notice, "h %s %d %d", presence->person.id, now == REPORTED_HERE,
             store_process(people->loop->store));
    if ((now == REPORTED_HERE || presence->reported == REPORTED_HERE || presence->reported == REPORTED_UNKNOWN) &&
        store_notify(people->loop->store, notice, error) < 0)
        return -1;
    presence->reported = now;
    return 0;
}

int cluster_report(struct people *people, struct flip_error *error)
{
    if (!people->here_changed)
        return 0;
    people->here_changed = false;
    for (int i = 0; i < PRESENCE_BUCKETS; i++)
        for (struct presence *presence = people->presence[i]; presence; presence = presence->next)
            if (report_presence(people, presence, error) < 0)
                return -1;
    return 0;
}

void cluster_report_again(struct people *people)
{
    people->here_changed = true;
    for (int i = 0; i < PRESENCE_BUCKETS; i++)
        for (struct presence *presence = people->presence[i]; presence; presence = presence->next)
            presence->reported = REPORTED_UNKNOWN;
}
