/* Friends: finding a person by name, who may see and ask what, and who is notified. */
#include "server/people/people.h"

#include <stdlib.h>
#include <string.h>

/* --- whom somebody means ------------------------------------------------------------------------------------------------ */

/* A guest's name belongs to them only while they are here. */
static int find_guest(const struct people *people, const char *name, struct store_person *out)
{
    struct store_person named = {0};
    name_fit(name, named.name, sizeof named.name);
    name_index(&named);
    for (int i = 0; i < PRESENCE_BUCKETS; i++)
        for (const struct presence *presence = people->presence[i]; presence; presence = presence->next)
            if (presence->links > 0 && strcmp(presence->person.folded, named.folded) == 0) {
                *out = presence->person;
                return 1;
            }
    return 0;
}

/* At another server that shares the store. */
static int find_in_cluster(struct people *people, const char *folded, struct store_person *out,
                           struct flip_error *error)
{
    char *id = NULL;
    int found = store_here_find(people->loop->store, folded, &id, error);
    if (found == 1)
        found = store_person_get(people->loop->store, id, out, error);
    free(id);
    return found;
}

static int find(struct people *people, const json_t *body, struct store_person *out, struct flip_error *error)
{
    const char *id = json_string_value(json_object_get(body, "person"));
    const char *said = json_string_value(json_object_get(body, "name"));
    char name[NAME_SAID], folded[STORE_NAME];
    if (id)
        return id_looks_right(id) ? store_person_get(people->loop->store, id, out, error) : 0;
    if (!said || name_read(said, name, error) < 0)
        return 0;
    name_fold(name, folded);
    const int found = store_person_named(people->loop->store, name, folded, out, NULL, error);
    if (found != 0 || find_guest(people, name, out))
        return found != 0 ? found : 1;
    return find_in_cluster(people, folded, out, error);
}

int friends_read(const struct call *call, struct store_person *other, struct flip_error *error)
{
    const int found = find(call->server->people, call->body, other, error);
    if (found < 0)
        return -1;
    if (found == 0 || other->banned)
        return flip_fail(error, FLIP_ERROR_NOT_FOUND, "There is nobody of that name here.");
    if (strcmp(call->person.id, other->id) == 0)
        return flip_fail(error, FLIP_ERROR_BAD_MESSAGE, "That is you.");
    return 0;
}

/* --- who may see and ask what ------------------------------------------------------------------------------------------- */

int friends_admit(struct people *people, const struct store_person *person, enum store_audience audience,
                  const char *asker, struct flip_error *error)
{
    if (strcmp(person->id, asker) == 0)
        return 1;
    if (audience != STORE_FRIENDS)
        return audience == STORE_EVERYONE;
    const int is = asker[0] ? store_friendship(people->loop->store, person->id, asker, error) : STORE_STRANGERS;
    return is < 0 ? -1 : is == STORE_ARE_FRIENDS;
}

int friends_check_blocks(struct people *people, const char *asker, const struct store_person *other,
                         struct flip_error *error)
{
    const int unwanted = store_blocks(people->loop->store, other->id, asker, error);
    const int own = unwanted == 0 ? store_blocks(people->loop->store, asker, other->id, error) : 0;
    if (unwanted < 0 || own < 0)
        return -1;
    if (own)
        return flip_fail(error, FLIP_ERROR_BLOCKED, "You have blocked %.80s. Unblock them first.", other->name);
    if (unwanted)
        return flip_fail(error, FLIP_ERROR_BLOCKED, "%.80s cannot be asked by you.", other->name);
    return 0;
}

int friends_see_present(struct people *people, const struct store_person *person, const char *asker,
                        struct flip_error *error)
{
    if (!person_online(people, person->id))
        return 0;
    const int may = friends_admit(people, person, person->presence, asker, error);
    const int blocked = may == 1 && asker[0] ? store_blocks(people->loop->store, person->id, asker, error) : 0;
    return may < 0 || blocked < 0 ? -1 : may && !blocked;
}

/* --- who has to be told ------------------------------------------------------------------------------------------------- */

void friends_changed(struct people *people, const char *person)
{
    struct presence *presence = presence_of(people, person);
    if (presence && presence->links > 0)
        presence->friends_changed = people->friends_changed = true;
}

static void friends_tell(struct people *people, const char *person)
{
    friends_changed(people, person);
    cluster_notify(people, "n %.*s", STORE_ID, person);
}

void friends_tell_both(struct people *people, const char *person, const char *other)
{
    friends_tell(people, person);
    friends_tell(people, other);
}

static int note_friend(void *people, const struct store_row *row)
{
    if (row->cell[0].text)
        friends_changed(people, row->cell[0].text);
    return 0;
}

int friends_of_changed(struct people *people, const char *person, struct flip_error *error)
{
    return store_list(people->loop->store, LIST_FRIENDS, person, "", 0, note_friend, people, error) < 0 ? -1 : 0;
}
