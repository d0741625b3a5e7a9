/*
 * Who is here. A person is present with the first connection and until the last one has gone; a while longer the name
 * stays theirs, so that nobody takes it while a page loads anew. Two people of one name cannot both be present: who
 * comes later gets a number.
 */
#include "server/people/people.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_KEPT_MS = 60000, SEEN_EVERY_MS = 3600 * 1000, NAMESAKES_MOST = 50 };

static struct presence **place_of(struct people *people, const char *person)
{
    struct presence **at = &people->presence[text_bucket(person, PRESENCE_BUCKETS)];
    while (*at && strcmp((*at)->person.id, person) != 0)
        at = &(*at)->next;
    return at;
}

/* --- names in use ---------------------------------------------------------------------------------------------------- */

static struct name_place **names_like(const struct people *people, const char *name)
{
    return (struct name_place **)&people->names[text_bucket(name, PRESENCE_BUCKETS)];
}

static void unindex_name(struct name_place *place)
{
    if (!place->at)
        return;
    *place->at = place->next;
    if (place->next)
        place->next->at = place->at;
    place->at = NULL;
}

static void index_name(const struct people *people, struct presence *presence, struct name_place *place,
                       const char *name)
{
    unindex_name(place);
    if (!name[0])
        return;
    place->presence = presence;
    place->at = names_like(people, name);
    place->next = *place->at;
    if (place->next)
        place->next->at = &place->next;
    *place->at = place;
}

static void name_present(const struct people *people, struct presence *presence, const struct store_person *person)
{
    presence->person = *person;
    index_name(people, presence, &presence->folded, person->folded);
    index_name(people, presence, &presence->looks, person->looks);
}

static bool in_use(const struct people *people, const char *name, const struct store_person *named)
{
    const int64_t now = steady_ms();
    for (const struct name_place *place = *names_like(people, name); place; place = place->next) {
        const struct presence *other = place->presence;
        if ((other->links > 0 || other->until > now) && strcmp(other->person.id, named->id) != 0 &&
            name_same(&other->person, named))
            return true;
    }
    return false;
}

/* --- who is here ----------------------------------------------------------------------------------------------------- */

static struct presence *presence_add(struct people *people, const struct store_person *person)
{
    struct presence **at = place_of(people, person->id);
    if (!*at && (*at = calloc(1, sizeof **at)))
        name_present(people, *at, person);
    return *at;
}

struct presence *presence_of(struct people *people, const char *person) { return *place_of(people, person); }

bool person_online(const struct people *people, const char *person)
{
    const struct presence *presence = *place_of((struct people *)people, person);
    return (presence && presence->links > 0) || person_online_in_cluster(people, person);
}

bool person_shown_online(const struct people *people, const char *person)
{
    const struct presence *presence = *place_of((struct people *)people, person);
    if (presence && presence->links > 0)
        return presence->person.presence == STORE_EVERYONE;
    return person_shown_online_in_cluster(people, person);
}

static bool name_taken(const struct people *people, const char *name, const char *person)
{
    struct store_person named = {0};
    snprintf(named.id, sizeof named.id, "%s", person);
    snprintf(named.name, sizeof named.name, "%s", name);
    name_index(&named);
    if (in_use(people, named.folded, &named) || in_use(people, named.looks, &named))
        return true;
    if (store_shared(people->loop->store) && store_here_named(people->loop->store, &named, NULL) != 0)
        return true;
    return store_name_claimed(people->loop->store, &named, NULL) == 1;
}

/* In a cluster only one server at a time assigns names. False: another one does, or the store fails. */
static bool may_name(const struct people *people)
{
    struct flip_error error;
    return !store_shared(people->loop->store) || store_begin(people->loop->store, &error) < 0 ||
           store_take_numbers(people->loop->store, &error) == 1;
}

bool name_is_taken(const struct people *people, const char *name, const char *person)
{
    return !may_name(people) || name_taken(people, name, person);
}

void person_disconnect_here(struct people *people, const char *person, const char *session, const char *message)
{
    char text[256];
    struct flip_json json = object_in(text, sizeof text);
    flip_json_string(&json, "push", "bye");
    flip_json_string(&json, "code", "signed_out");
    flip_json_string(&json, "message", message ? message : "");
    flip_json_close(&json);
    for (struct client *client = first_client(people); client; client = next_client(client))
        if (strcmp(client->presence->person.id, person) == 0 && (!session || strcmp(client->session, session) == 0)) {
            if (message)
                websocket_send(people->server, &client->socket, text, json.text.length);
            websocket_close(&client->socket);
        }
}

void person_disconnect(struct people *people, const char *person, const char *session, const char *message)
{
    person_disconnect_here(people, person, session, message);
    cluster_notify(people, "a %s %s %s", person, session ? session : "-", message ? message : "-");
}

void person_push_json(struct people *people, const char *person, json_t *push)
{
    const struct presence *presence = presence_of(people, person);
    char *text = push && presence && presence->clients ? json_dumps(push, JSON_COMPACT) : NULL;
    for (struct client *link = text ? presence->clients : NULL; link; link = link->next_of_person)
        websocket_send(people->server, &link->socket, text, strlen(text));
    free(text);
    json_decref(push);
}

void person_push_here(struct people *people, const char *person, const char *text)
{
    struct presence *presence = presence_of(people, person);
    for (struct client *link = presence ? presence->clients : NULL; link; link = link->next_of_person)
        if (link->wants_turns && !link->socket.closing)
            websocket_send(people->server, &link->socket, text, strlen(text));
}

void person_push(struct people *people, const char *person, const char *text)
{
    person_push_here(people, person, text);
    cluster_notify(people, "n %s %s", person, text);
}

int person_notify_changed(struct people *people, const char *person, struct flip_error *error)
{
    char notice[STORE_ID + 4];
    snprintf(notice, sizeof notice, "p %.*s", STORE_ID, person);
    return store_notify(people->loop->store, notice, error);
}

void presence_update(struct people *people, const struct store_person *person)
{
    struct presence *presence = *place_of(people, person->id);
    if (presence)
        name_present(people, presence, person);
}

void presence_forget_name(struct people *people, const char *person)
{
    struct presence *presence = *place_of(people, person);
    if (!presence)
        return;
    memset(presence->person.name, 0, sizeof presence->person.name);
    memset(presence->person.folded, 0, sizeof presence->person.folded);
    memset(presence->person.looks, 0, sizeof presence->person.looks);
    unindex_name(&presence->folded);
    unindex_name(&presence->looks);
    presence->until = 0;
}

/* --- names --------------------------------------------------------------------------------------------------------- */

int name_assign(struct people *people, const struct store_person *named, struct flip_error *error)
{
    struct store_person before, now = *named;
    const struct store_person *person = &now;
    const int known = store_person_get(people->loop->store, person->id, &before, error);
    if (known != 1 || strcmp(before.name, now.name) != 0) /* a name from before today's rules stays what it was */
        name_index(&now);
    if (known < 0 || store_person_put(people->loop->store, person, error) < 0 ||
        person_notify_changed(people, person->id, error) < 0)
        return -1;
    struct presence *presence = presence_add(people, person);
    if (!presence)
        return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory.");
    name_present(people, presence, person);
    presence->until = steady_ms() + NAME_KEPT_MS;
    people->here_changed = true;
    return known == 1 && strcmp(before.name, person->name) != 0 ? people->hooks->renamed(people->rooms, person, error)
                                                                : 0;
}

/* "Ada 2", "Ada 3" …; cut at a whole character where the number would not fit. */
static void number_name(const struct people *people, struct store_person *person)
{
    char base[STORE_NAME];
    memcpy(base, person->name, sizeof base);
    if (!may_name(people))
        return; /* two have the same name for now */
    for (int number = 2; number < 1000 && (number == 2 || name_taken(people, person->name, person->id)); number++) {
        char tail[16];
        snprintf(tail, sizeof tail, " %d", number);
        name_cut(base, NAME_LONGEST - (int)strlen(tail));
        snprintf(person->name, sizeof person->name, "%.80s%s", base, tail);
    }
}

static int renumber(struct people *people, const char *id, struct flip_text *said, struct flip_error *error)
{
    struct store_person other;
    const int found = store_person_get(people->loop->store, id, &other, error);
    if (found <= 0 || (!other.claimed && !person_online(people, id)))
        return found < 0 ? -1 : 0;
    char before[STORE_NAME];
    memcpy(before, other.name, sizeof before);
    number_name(people, &other);
    if (strcmp(before, other.name) == 0)
        return flip_fail(error, FLIP_ERROR_BUSY, "Another server gives names away just now. Please try again.");
    flip_text_add(said, " Somebody else who is called %s (%s) is %s now.", before, id, other.name);
    return name_assign(people, &other, error);
}

int name_vacate(struct people *people, const struct store_person *person, char *said, size_t size,
                struct flip_error *error)
{
    struct flip_text out = flip_text_in(said, size);
    json_t *all = rows_json(people->loop->store, LIST_NAMESAKES, person->folded, person->looks, 0, error);
    int status = all ? 0 : -1;
    for (size_t i = 0; i < json_array_size(all) && i < NAMESAKES_MOST && status == 0; i++) {
        const char *id = string_of(json_array_get(all, i), "id");
        if (strcmp(id, person->id) != 0)
            status = renumber(people, id, &out, error);
    }
    json_decref(all);
    return status;
}

/* --- coming and going ---------------------------------------------------------------------------------------------- */

/* Not within the last hour, or at a time still to come. */
static bool seen_long_ago(int64_t seen)
{
    const int64_t ago = wall_ms() - seen;
    return ago > SEEN_EVERY_MS || ago < 0;
}

struct presence *presence_connect(struct people *people, const struct store_person *person)
{
    struct store_person here = *person;
    struct flip_error error = {0};
    if (!here.claimed && name_taken(people, here.name, here.id))
        number_name(people, &here);
    if ((strcmp(here.name, person->name) != 0 || seen_long_ago(person->seen)) && server_ready(people->loop)) {
        here.seen = wall_ms();
        if (name_assign(people, &here, &error) < 0) {
            server_note_error(people->loop, &error);
            return NULL;
        }
    }
    struct presence *presence = presence_add(people, &here);
    if (presence && presence->links++ == 0) {
        people->here_changed = true;
        people->hooks->presence(people->rooms, here.id);
    }
    return presence;
}

void presence_disconnect(struct people *people, struct presence *presence)
{
    if (--presence->links > 0)
        return;
    presence->until = steady_ms() + NAME_KEPT_MS;
    people->here_changed = true;
    people->hooks->presence(people->rooms, presence->person.id);
}

int presence_reload(struct people *people, struct flip_error *error)
{
    cluster_report_again(people);
    for (int i = 0; i < PRESENCE_BUCKETS; i++)
        for (struct presence *presence = people->presence[i]; presence; presence = presence->next) {
            struct store_person person;
            const int found = store_person_get(people->loop->store, presence->person.id, &person, error);
            if (found < 0)
                return -1;
            if (found == 1)
                name_present(people, presence, &person);
            else if (presence->links == 0)
                presence->until = 0; /* a guest who did not come to be */
        }
    return 0;
}

/* In a cluster the other servers are told first. */
static bool may_forget(struct people *people, const struct presence *presence)
{
    const bool reported = !store_shared(people->loop->store) || presence->reported == REPORTED_NOTHING;
    people->here_changed |= !reported;
    return reported;
}

void presence_sweep(struct people *people, bool all)
{
    const int64_t now = steady_ms();
    for (int i = 0; i < PRESENCE_BUCKETS; i++)
        for (struct presence **at = &people->presence[i]; *at;) {
            struct presence *presence = *at;
            if (all || (presence->links == 0 && !presence->turns_due && presence->until < now &&
                        may_forget(people, presence))) {
                *at = presence->next;
                unindex_name(&presence->folded);
                unindex_name(&presence->looks);
                free(presence);
            } else {
                at = &presence->next;
            }
        }
}
