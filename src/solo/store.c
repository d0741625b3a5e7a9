/*
 * The store in memory: head, steps, chat and edition of each table. A commit hands every changed table to the page as
 * one text; at the next start the page hands all of them back.
 */
#include "solo/parts.h"

#include "edition/members.h"
#include "solo/solo.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KEY = 80 };

struct kept_table {
    struct kept_table *next;
    struct store_table row; /* its head is our own copy */
    json_t *steps;          /* texts */
    json_t *chat;           /* [seat, name, text, time, team] */
    bool dirty;
};

struct kept_edition {
    struct kept_edition *next;
    char hash[65];
    char *text;
    bool dirty;
};

struct store {
    struct store_person person;
    bool person_dirty;
    struct kept_table *tables;
    struct kept_edition *editions;
    uint64_t writes;
    bool changed;
};

static int no_memory(struct flip_error *error)
{
    return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory to keep this.");
}

static void note(struct store *store)
{
    store->writes++;
    store->changed = true;
}

static void note_table(struct store *store, struct kept_table *table)
{
    table->dirty = true;
    note(store);
}

static struct kept_table *find(const struct store *store, const char *id)
{
    struct kept_table *table = store->tables;
    while (table && strcmp(table->row.id, id) != 0)
        table = table->next;
    return table;
}

/* The steps of a new table may come before its head. */
static struct kept_table *find_or_add(struct store *store, const char *id)
{
    struct kept_table *table = find(store, id);
    if (table || !(table = calloc(1, sizeof *table)))
        return table;
    snprintf(table->row.id, sizeof table->row.id, "%s", id);
    table->steps = json_array();
    table->chat = json_array();
    table->next = store->tables;
    store->tables = table;
    return table;
}

static void free_table(struct kept_table *table)
{
    free((char *)table->row.head);
    json_decref(table->steps);
    json_decref(table->chat);
    free(table);
}

/* --- opening and closing ---------------------------------------------------------------------------------------------- */

/* The reader of replays uses the same one: there is one thread. */
static struct store *the_store;

struct store *store_open(const char *path, struct flip_error *error)
{
    (void)path;
    the_store = calloc(1, sizeof *the_store);
    if (!the_store)
        no_memory(error);
    return the_store;
}

struct store *store_open_to_read(const char *path, struct flip_error *error)
{
    (void)path;
    (void)error;
    return the_store;
}

void store_close(struct store *store)
{
    if (!store || store != the_store)
        return;
    while (store->tables) {
        struct kept_table *table = store->tables;
        store->tables = table->next;
        free_table(table);
    }
    while (store->editions) {
        struct kept_edition *edition = store->editions;
        store->editions = edition->next;
        free(edition->text);
        free(edition);
    }
    free(store);
    the_store = NULL;
}

struct store_person *solo_person(struct store *store) { return &store->person; }

void solo_person_changed(struct store *store)
{
    store->person_dirty = true;
    note(store);
}

/* --- handing over, and taking back -------------------------------------------------------------------------------------- */

static void keep_json(const char *kind, const char *name, json_t *value)
{
    char key[KEY];
    char *text = value ? json_dumps(value, JSON_COMPACT) : NULL;
    snprintf(key, sizeof key, "%s/%s", kind, name);
    if (!text)
        abort(); /* nothing is sent that is not saved: the page restarts from what was */
    solo_host_keep(key, text, strlen(text));
    free(text);
    json_decref(value);
}

static void keep_table(const struct kept_table *table)
{
    const struct store_table *row = &table->row;
    keep_json("table", row->id,
              json_pack("{s:i, s:i, s:b, s:I, s:I, s:I, s:s, s:O, s:O}", "flipside_kept", 1, "status", row->status,
                        "listed", row->listed, "created", (json_int_t)row->created, "changed", (json_int_t)row->changed,
                        "finished", (json_int_t)row->finished, "head", row->head, "steps", table->steps, "chat",
                        table->chat));
}

int store_commit(struct store *store, struct flip_error *error)
{
    (void)error;
    for (struct kept_edition *edition = store->editions; edition; edition = edition->next)
        if (edition->dirty) {
            keep_json("edition", edition->hash, json_pack("{s:s}", "text", edition->text));
            edition->dirty = false;
        }
    for (struct kept_table *table = store->tables; table; table = table->next)
        if (table->dirty && table->row.head) {
            keep_table(table);
            table->dirty = false;
        }
    if (store->person_dirty)
        keep_json("person", "me",
                  json_pack("{s:s, s:s, s:I}", "id", store->person.id, "name", store->person.name, "created",
                            (json_int_t)store->person.created));
    store->person_dirty = store->changed = false;
    return 0;
}

static int restore_table(struct store *store, const char *id, const json_t *kept)
{
    const json_int_t status = json_integer_value(json_object_get(kept, "status"));
    json_t *steps = json_object_get(kept, "steps"), *chat = json_object_get(kept, "chat");
    char *head = strdup(string_of(kept, "head"));
    struct kept_table *table = head && strlen(id) == STORE_ID - 1 ? find_or_add(store, id) : NULL;
    if (!table || !json_is_array(steps) || status < STORE_WAITING || status > STORE_ENDED) {
        free(head);
        return -1;
    }
    table->row.status = (enum store_status)status;
    table->row.listed = json_is_true(json_object_get(kept, "listed"));
    table->row.created = json_integer_value(json_object_get(kept, "created"));
    table->row.changed = json_integer_value(json_object_get(kept, "changed"));
    table->row.finished = json_integer_value(json_object_get(kept, "finished"));
    free((char *)table->row.head);
    table->row.head = head;
    json_decref(table->steps);
    table->steps = json_incref(steps);
    if (json_is_array(chat)) {
        json_decref(table->chat);
        table->chat = json_incref(chat);
    }
    return 0;
}

int solo_store_restore(struct store *store, const char *key, const char *text)
{
    json_t *kept = json_loads(text, 0, NULL);
    const char *slash = strchr(key, '/');
    struct flip_error error;
    int status = -1;
    if (slash && strncmp(key, "table/", 6) == 0)
        status = restore_table(store, slash + 1, kept);
    else if (slash && strncmp(key, "edition/", 8) == 0)
        status = store_edition_put(store, slash + 1, "", string_of(kept, "text"), &error);
    else if (strcmp(key, "person/me") == 0 && strlen(string_of(kept, "id")) == STORE_ID - 1) {
        snprintf(store->person.id, sizeof store->person.id, "%s", string_of(kept, "id"));
        snprintf(store->person.name, sizeof store->person.name, "%.96s", string_of(kept, "name"));
        store->person.created = json_integer_value(json_object_get(kept, "created"));
        status = 0;
    }
    json_decref(kept);
    for (struct kept_edition *edition = store->editions; edition; edition = edition->next)
        edition->dirty = false; /* it comes from there */
    store->changed = store->person_dirty;
    return status;
}

bool store_changed(const struct store *store) { return store->changed; }
uint64_t store_writes(const struct store *store) { return store->writes; }

/* --- the person ------------------------------------------------------------------------------------------------------- */

int store_person_get(struct store *store, const char *id, struct store_person *out, struct flip_error *error)
{
    (void)error;
    if (!store->person.id[0] || strcmp(store->person.id, id) != 0)
        return 0;
    *out = store->person;
    return 1;
}

/* --- tables ------------------------------------------------------------------------------------------------------------ */

int store_table_put(struct store *store, const struct store_table *row, struct flip_error *error)
{
    struct kept_table *table = find_or_add(store, row->id);
    char *head = table ? strdup(row->head) : NULL;
    if (!head)
        return no_memory(error);
    const int64_t finished = table->row.finished;
    free((char *)table->row.head);
    table->row = *row;
    table->row.head = head;
    table->row.finished = finished;
    note_table(store, table);
    return 0;
}

int store_table_touch(struct store *store, const char *id, int64_t changed, struct flip_error *error)
{
    (void)error;
    struct kept_table *table = find(store, id);
    if (table) {
        table->row.changed = changed;
        note_table(store, table);
    }
    return 0;
}

int store_table_finish(struct store *store, const char *id, int64_t finished, struct flip_error *error)
{
    (void)error;
    struct kept_table *table = find(store, id);
    if (table) {
        table->row.finished = finished;
        note_table(store, table);
    }
    return 0;
}

int store_table_get(struct store *store, const char *id, store_table_visit *visit, void *context,
                    struct flip_error *error)
{
    (void)error;
    const struct kept_table *table = find(store, id);
    if (!table || !table->row.head)
        return 0;
    visit(context, &table->row);
    return 1;
}

/* Running games first, then by last change. */
static int compare(const void *a, const void *b)
{
    const struct store_table *one = &(*(const struct kept_table *const *)a)->row,
                             *other = &(*(const struct kept_table *const *)b)->row;
    const bool over = one->status >= STORE_OVER, other_over = other->status >= STORE_OVER;
    if (over != other_over)
        return over ? 1 : -1;
    return one->changed < other->changed ? 1 : one->changed > other->changed ? -1 : 0;
}

int store_tables_of(struct store *store, const char *person, int limit, store_table_visit *visit, void *context,
                    struct flip_error *error)
{
    int count = 0;
    (void)person;
    for (const struct kept_table *table = store->tables; table; table = table->next)
        count += table->row.head != NULL;
    struct kept_table **list = calloc((size_t)count + 1, sizeof(struct kept_table *));
    if (!list)
        return no_memory(error);
    count = 0;
    for (struct kept_table *table = store->tables; table; table = table->next)
        if (table->row.head)
            list[count++] = table;
    qsort(list, (size_t)count, sizeof(struct kept_table *), compare);
    for (int i = 0; i < count && i < limit && visit(context, &list[i]->row) == 0; i++)
        ;
    free(list);
    return 0;
}

int store_table_erase(struct store *store, const char *id, struct flip_error *error)
{
    (void)error;
    for (struct kept_table **at = &store->tables; *at; at = &(*at)->next)
        if (strcmp((*at)->row.id, id) == 0) {
            struct kept_table *gone = *at;
            char key[KEY];
            *at = gone->next;
            snprintf(key, sizeof key, "table/%s", id);
            solo_host_keep(key, NULL, 0);
            free_table(gone);
            note(store);
            break;
        }
    return 0;
}

/* --- steps ------------------------------------------------------------------------------------------------------------- */

int store_step_put(struct store *store, const char *id, int index, const char *text, struct flip_error *error)
{
    struct kept_table *table = find_or_add(store, id);
    json_t *step = json_string(text);
    if (!table || !step)
        return no_memory(error);
    const int status = (size_t)index < json_array_size(table->steps)
                           ? json_array_set_new(table->steps, (size_t)index, step)
                           : json_array_append_new(table->steps, step);
    note_table(store, table);
    return status < 0 ? no_memory(error) : 0;
}

int store_steps_truncate(struct store *store, const char *id, int index, struct flip_error *error)
{
    (void)error;
    struct kept_table *table = find(store, id);
    if (!table)
        return 0;
    while (json_array_size(table->steps) > (size_t)index)
        json_array_remove(table->steps, json_array_size(table->steps) - 1);
    note_table(store, table);
    return 0;
}

int store_steps(struct store *store, const char *id, store_step_visit *visit, void *context, struct flip_error *error)
{
    return store_steps_from(store, id, 0, visit, context, error);
}

int store_steps_from(struct store *store, const char *id, int first, store_step_visit *visit, void *context,
                     struct flip_error *error)
{
    (void)error;
    const struct kept_table *table = find(store, id);
    for (size_t i = (size_t)first; table && i < json_array_size(table->steps); i++) {
        const char *text = json_string_value(json_array_get(table->steps, i));
        if (visit(context, (int)i, text ? text : "") != 0)
            break;
    }
    return 0;
}

/* --- chat, editions ------------------------------------------------------------------------------------------------------ */

int store_chat_put(struct store *store, const char *id, const struct store_chat *chat, struct flip_error *error)
{
    struct kept_table *table = find_or_add(store, id);
    if (!table || json_array_append_new(table->chat, json_pack("[i, s, s, s, I, s]", chat->seat, chat->person,
                                                               chat->name, chat->text, (json_int_t)chat->time,
                                                               chat->team ? chat->team : "")) < 0)
        return no_memory(error);
    note_table(store, table);
    return 0;
}

int store_chat_all(struct store *store, const char *id, store_chat_visit *visit, void *context,
                   struct flip_error *error)
{
    (void)error;
    const struct kept_table *table = find(store, id);
    for (size_t i = 0; table && i < json_array_size(table->chat); i++) {
        struct store_chat chat = {.index = (int)i};
        json_int_t time;
        if (json_unpack(json_array_get(table->chat, i), "[i, s, s, s, I, s]", &chat.seat, &chat.person, &chat.name,
                        &chat.text, &time, &chat.team) < 0)
            continue;
        chat.time = time;
        if (visit(context, &chat) != 0)
            break;
    }
    return 0;
}

int store_edition_put(struct store *store, const char *hash, const char *game, const char *text,
                      struct flip_error *error)
{
    (void)game;
    for (const struct kept_edition *known = store->editions; known; known = known->next)
        if (strcmp(known->hash, hash) == 0)
            return 0;
    struct kept_edition *edition = calloc(1, sizeof *edition);
    if (!edition || !(edition->text = strdup(text))) {
        free(edition);
        return no_memory(error);
    }
    snprintf(edition->hash, sizeof edition->hash, "%s", hash);
    edition->dirty = true;
    edition->next = store->editions;
    store->editions = edition;
    note(store);
    return 0;
}

int store_edition_get(struct store *store, const char *hash, char **out, struct flip_error *error)
{
    *out = NULL;
    for (const struct kept_edition *edition = store->editions; edition; edition = edition->next)
        if (strcmp(edition->hash, hash) == 0)
            return (*out = strdup(edition->text)) ? 1 : no_memory(error);
    return 0;
}
