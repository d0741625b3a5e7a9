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

static struct present **place_of(struct people *people, const char *person)
{
    struct present **at = &people->present[text_bucket(person, PRESENT_BUCKETS)];
    while (*at && strcmp((*at)->person.id, person) != 0)
        at = &(*at)->next;
    return at;
}

/* --- names in use ---------------------------------------------------------------------------------------------------- */

static struct name_place **names_like(const struct people *people, const char *name)
{
    return (struct name_place **)&people->names[text_bucket(name, PRESENT_BUCKETS)];
}

static void leave(struct name_place *place)
{
    if (!place->at)
        return;
    *place->at = place->next;
    if (place->next)
        place->next->at = place->at;
    place->at = NULL;
}

static void enter(const struct people *people, struct present *present, struct name_place *place, const char *name)
{
    leave(place);
    if (!name[0])
        return;
    place->present = present;
    place->at = names_like(people, name);
    place->next = *place->at;
    if (place->next)
        place->next->at = &place->next;
    *place->at = place;
}

static void name_present(const struct people *people, struct present *present, const struct store_person *person)
{
    present->person = *person;
    enter(people, present, &present->folded, person->folded);
    enter(people, present, &present->looks, person->looks);
}

static bool in_use(const struct people *people, const char *name, const struct store_person *named)
{
    const int64_t now = steady_ms();
    for (const struct name_place *place = *names_like(people, name); place; place = place->next) {
        const struct present *other = place->present;
        if ((other->links > 0 || other->until > now) && strcmp(other->person.id, named->id) != 0 &&
            name_same(&other->person, named))
            return true;
    }
    return false;
}

/* --- who is here ----------------------------------------------------------------------------------------------------- */

static struct present *present_of(struct people *people, const struct store_person *person)
{
    struct present **at = place_of(people, person->id);
    if (!*at && (*at = calloc(1, sizeof **at)))
        name_present(people, *at, person);
    return *at;
}

struct present *server_present(struct people *people, const char *person) { return *place_of(people, person); }

bool server_person_present(const struct people *people, const char *person)
{
    const struct present *present = *place_of((struct people *)people, person);
    return (present && present->links > 0) || person_in_cluster(people, person);
}

bool server_person_shown(const struct people *people, const char *person)
{
    const struct present *present = *place_of((struct people *)people, person);
    if (present && present->links > 0)
        return present->person.presence == STORE_EVERYONE;
    return person_shown_in_cluster(people, person);
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

/* Of several servers only one at a time gives names away. False: another one does, or the store fails. */
static bool may_name(const struct people *people)
{
    struct flip_error error;
    return !store_shared(people->loop->store) || store_begin(people->loop->store, &error) < 0 ||
           store_take_numbers(people->loop->store, &error) == 1;
}

bool server_name_taken(const struct people *people, const char *name, const char *person)
{
    return !may_name(people) || name_taken(people, name, person);
}

void server_end_connections(struct people *people, const char *person, const char *session, const char *message)
{
    char text[256];
    struct flip_json json = object_in(text, sizeof text);
    flip_json_string(&json, "push", "bye");
    flip_json_string(&json, "code", "signed_out");
    flip_json_string(&json, "message", message ? message : "");
    flip_json_close(&json);
    for (struct client *client = first_client(people); client; client = next_client(client))
        if (strcmp(client->present->person.id, person) == 0 && (!session || strcmp(client->session, session) == 0)) {
            if (message)
                websocket_send(people->server, &client->socket, text, json.text.length);
            websocket_close(&client->socket);
        }
}

void server_send_away(struct people *people, const char *person, const char *session, const char *message)
{
    server_end_connections(people, person, session, message);
    cluster_notify(people, "a %s %s %s", person, session ? session : "-", message ? message : "-");
}

void server_tell(struct people *people, const char *person, json_t *push)
{
    const struct present *present = server_present(people, person);
    char *text = push && present && present->clients ? json_dumps(push, JSON_COMPACT) : NULL;
    for (struct client *link = text ? present->clients : NULL; link; link = link->next_of_person)
        websocket_send(people->server, &link->socket, text, strlen(text));
    free(text);
    json_decref(push);
}

void server_push_here(struct people *people, const char *person, const char *text)
{
    struct present *present = server_present(people, person);
    for (struct client *link = present ? present->clients : NULL; link; link = link->next_of_person)
        if (link->wants_turns && !link->socket.closing)
            websocket_send(people->server, &link->socket, text, strlen(text));
}

void server_push(struct people *people, const char *person, const char *text)
{
    server_push_here(people, person, text);
    cluster_notify(people, "n %s %s", person, text);
}

int server_tell_person(struct people *people, const char *person, struct flip_error *error)
{
    char notice[STORE_ID + 4];
    snprintf(notice, sizeof notice, "p %.*s", STORE_ID, person);
    return store_notify(people->loop->store, notice, error);
}

void server_follow_person(struct people *people, const struct store_person *person)
{
    struct present *present = *place_of(people, person->id);
    if (present)
        name_present(people, present, person);
}

void server_forget_name(struct people *people, const char *person)
{
    struct present *present = *place_of(people, person);
    if (!present)
        return;
    memset(present->person.name, 0, sizeof present->person.name);
    memset(present->person.folded, 0, sizeof present->person.folded);
    memset(present->person.looks, 0, sizeof present->person.looks);
    leave(&present->folded);
    leave(&present->looks);
    present->until = 0;
}

/* --- names --------------------------------------------------------------------------------------------------------- */

int server_keep_name(struct people *people, const struct store_person *named, struct flip_error *error)
{
    struct store_person before, now = *named;
    const struct store_person *person = &now;
    const int known = store_person_get(people->loop->store, person->id, &before, error);
    if (known != 1 || strcmp(before.name, now.name) != 0) /* a name from before today's rules stays what it was */
        name_index(&now);
    if (known < 0 || store_person_put(people->loop->store, person, error) < 0 ||
        server_tell_person(people, person->id, error) < 0)
        return -1;
    struct present *present = present_of(people, person);
    if (!present)
        return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory.");
    name_present(people, present, person);
    present->until = steady_ms() + NAME_KEPT_MS;
    people->here_changed = true;
    return known == 1 && strcmp(before.name, person->name) != 0 ? people->tables->renamed(people->rooms, person, error)
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

/* Those who are called like somebody: ids, one after the other. */
struct namesakes {
    char id[NAMESAKES_MOST][STORE_ID];
    int count;
};

static int note_namesake(void *context, const struct store_row *row)
{
    struct namesakes *all = context;
    if (all->count == NAMESAKES_MOST)
        return -1;
    snprintf(all->id[all->count++], STORE_ID, "%s", row->cell[0].text ? row->cell[0].text : "");
    return 0;
}

static int give_number(struct people *people, const char *id, struct flip_text *said, struct flip_error *error)
{
    struct store_person other;
    const int found = store_person_get(people->loop->store, id, &other, error);
    if (found <= 0 || (!other.claimed && !server_person_present(people, id)))
        return found < 0 ? -1 : 0;
    char before[STORE_NAME];
    memcpy(before, other.name, sizeof before);
    number_name(people, &other);
    if (strcmp(before, other.name) == 0)
        return flip_fail(error, FLIP_ERROR_BUSY, "Another server gives names away just now. Please try again.");
    flip_text_add(said, " Somebody else who is called %s (%s) is %s now.", before, id, other.name);
    return server_keep_name(people, &other, error);
}

int server_free_name(struct people *people, const struct store_person *person, char *said, size_t size,
                     struct flip_error *error)
{
    struct namesakes all = {0};
    struct flip_text out = flip_text_in(said, size);
    if (store_list(people->loop->store, LIST_NAMESAKES, person->folded, person->looks, 0, note_namesake, &all, error) <
        0)
        return -1;
    for (int i = 0; i < all.count; i++)
        if (strcmp(all.id[i], person->id) != 0 && give_number(people, all.id[i], &out, error) < 0)
            return -1;
    return 0;
}

/* --- coming and going ---------------------------------------------------------------------------------------------- */

/* Not within the last hour, or at a time that is still to come. */
static bool long_since(int64_t seen)
{
    const int64_t ago = wall_ms() - seen;
    return ago > SEEN_EVERY_MS || ago < 0;
}

struct present *server_arrive(struct people *people, const struct store_person *person)
{
    struct store_person here = *person;
    struct flip_error error = {0};
    if (!here.claimed && name_taken(people, here.name, here.id))
        number_name(people, &here);
    if ((strcmp(here.name, person->name) != 0 || long_since(person->seen)) && server_ready(people->loop)) {
        here.seen = wall_ms();
        if (server_keep_name(people, &here, &error) < 0) {
            server_note_error(people->loop, &error);
            return NULL;
        }
    }
    struct present *present = present_of(people, &here);
    if (present && present->links++ == 0) {
        people->here_changed = true;
        people->tables->presence(people->rooms, here.id);
    }
    return present;
}

void server_depart(struct people *people, struct present *present)
{
    if (--present->links > 0)
        return;
    present->until = steady_ms() + NAME_KEPT_MS;
    people->here_changed = true;
    people->tables->presence(people->rooms, present->person.id);
}

int present_refresh(struct people *people, struct flip_error *error)
{
    cluster_tell_again(people);
    for (int i = 0; i < PRESENT_BUCKETS; i++)
        for (struct present *present = people->present[i]; present; present = present->next) {
            struct store_person person;
            const int found = store_person_get(people->loop->store, present->person.id, &person, error);
            if (found < 0)
                return -1;
            if (found == 1)
                name_present(people, present, &person);
            else if (present->links == 0)
                present->until = 0; /* a guest who did not come to be */
        }
    return 0;
}

/* Where several servers share the store, the others are told before. */
static bool may_go(struct people *people, const struct present *present)
{
    const bool told = !store_shared(people->loop->store) || present->told == TOLD_NOTHING;
    people->here_changed |= !told;
    return told;
}

void present_sweep(struct people *people, bool all)
{
    const int64_t now = steady_ms();
    for (int i = 0; i < PRESENT_BUCKETS; i++)
        for (struct present **at = &people->present[i]; *at;) {
            struct present *present = *at;
            if (all ||
                (present->links == 0 && !present->turns_due && present->until < now && may_go(people, present))) {
                *at = present->next;
                leave(&present->folded);
                leave(&present->looks);
                free(present);
            } else {
                at = &present->next;
            }
        }
}
