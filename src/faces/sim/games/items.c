/* Reads moves and views, which are JSON, and counts the names in them. */
#include "faces/sim/games/games.h"

#include "table/table.h"

#include <flipside/walk.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VIEW_ROOM = 256 * 1024, FIELDS_ROOM = 4096 };

/* --- words ------------------------------------------------------------------------------------------------------------------- */

struct flip_item_words *flip_item_words_open(void)
{
    struct flip_item_words *words = calloc(1, sizeof *words);
    if (words)
        pthread_mutex_init(&words->lock, NULL);
    return words;
}

void flip_item_words_close(struct flip_item_words *words)
{
    if (words)
        pthread_mutex_destroy(&words->lock);
    free(words);
}

/* The number of a word, added if it is new; -1 without room. */
static int word_number(struct flip_item_words *words, const char *word)
{
    char cut[FLIP_ITEM_WORD];
    snprintf(cut, sizeof cut, "%s", word);
    const uint64_t hash = flip_arg_seed(cut);
    int found = 0;
    pthread_mutex_lock(&words->lock);
    while (found < words->count && (words->hash[found] != hash || strcmp(words->word[found], cut) != 0))
        found++;
    if (found == FLIP_ITEM_WORDS) {
        found = -1;
    } else if (found == words->count) {
        memcpy(words->word[found], cut, sizeof cut);
        words->hash[found] = hash;
        words->count++;
    }
    pthread_mutex_unlock(&words->lock);
    return found;
}

static void add_item(struct flip_item_words *words, struct flip_items *items, const char *group, const char *value,
                     int times)
{
    char word[2 * FLIP_ITEM_WORD];
    snprintf(word, sizeof word, "%s: %s", group, value);
    const int number = word_number(words, word);
    int i = 0;
    while (i < items->count && items->item[i].word != number)
        i++;
    if (number < 0 || i == FLIP_ITEMS)
        return;
    if (i == items->count) {
        items->item[i].word = (uint16_t)number;
        items->item[i].times = 0;
        items->count++;
    }
    items->item[i].times = (uint16_t)(items->item[i].times + (times < 1000 ? times : 1000));
}

/* --- moves -------------------------------------------------------------------------------------------------------------------- */

static json_t *fields_of(const struct flip_table *table, const struct flip_walk *walk, const struct flip_step *step)
{
    char buffer[FIELDS_ROOM];
    struct flip_json json = flip_json_in(buffer, sizeof buffer);
    flip_json_open(&json, NULL, '{');
    flip_table_step_fields(table, walk->at.state, step, &json);
    flip_json_close(&json);
    return json_loads(buffer, 0, NULL);
}

/* A name, and not a sentence. */
static const char *name_in(const json_t *value)
{
    const char *name = json_string_value(value);
    return name && *name && strlen(name) <= FLIP_ITEM_VALUE ? name : NULL;
}

/* Every name in a move, and pairs of names: a site and its region. */
static void count_move(struct flip_item_words *words, json_t *fields, struct flip_items *items)
{
    const char *kind = json_string_value(json_object_get(fields, "kind")), *key, *names[2] = {NULL, NULL};
    json_t *value;
    int count = 0;
    if (!kind)
        return;
    add_item(words, items, "move", kind, 1);
    json_object_foreach(fields, key, value) {
        char group[FLIP_ITEM_WORD];
        const char *name = name_in(value);
        if (!name || strcmp(key, "kind") == 0 || strcmp(key, "text") == 0)
            continue;
        if (count < 2)
            names[count] = name;
        count++;
        snprintf(group, sizeof group, "%.20s %.20s", kind, key);
        add_item(words, items, group, name, 1);
    }
    if (count == 2) {
        char both[2 * FLIP_ITEM_VALUE + 2];
        snprintf(both, sizeof both, "%s %s", names[0], names[1]);
        add_item(words, items, kind, both, 1);
    }
}

static int count_moves(struct flip_item_words *words, const struct flip_table *table, struct flip_items *out,
                       struct flip_error *error)
{
    struct flip_walk walk;
    if (flip_walk_open(&walk, table, error) < 0)
        return -1;
    for (const struct flip_step *step; (step = flip_walk_next(&walk)); flip_walk_on(&walk)) {
        json_t *fields = fields_of(table, &walk, step);
        count_move(words, fields, &out[step->seat == FLIP_DEALER ? flip_table_seats(table) : step->seat]);
        json_decref(fields);
    }
    flip_walk_close(&walk);
    return 0;
}

/* --- the final view ------------------------------------------------------------------------------------------------------------ */

static void count_value(struct flip_item_words *words, const char *group, const char *key, json_t *value,
                        struct flip_items *items);

/* In an object whose members are all numbers or all objects, the members' names are what counts:
   {"station":2,"church":1}. */
static void count_object(struct flip_item_words *words, const char *group, json_t *object, struct flip_items *items)
{
    const char *key;
    json_t *value;
    bool numbers = true, objects = json_object_size(object) > 1;
    json_object_foreach(object, key, value) {
        numbers = numbers && json_is_integer(value);
        objects = objects && json_is_object(value);
    }
    json_object_foreach(object, key, value) {
        if (objects)
            add_item(words, items, group, key, 1);
        if (!numbers)
            count_value(words, group, objects ? "" : key, value, items);
        else if (json_integer_value(value) > 0)
            add_item(words, items, group, key, (int)json_integer_value(value));
    }
}

/* Lines of the same length are a drawing. */
static bool is_drawing(const json_t *list)
{
    const char *first = json_string_value(json_array_get(list, 0));
    const size_t lines = json_array_size(list);
    if (!first || lines < 4 || strlen(first) < 4)
        return false;
    for (size_t i = 1; i < lines; i++) {
        const char *line = json_string_value(json_array_get(list, i));
        if (!line || strlen(line) != strlen(first))
            return false;
    }
    return true;
}

static void count_value(struct flip_item_words *words, const char *group, const char *key, json_t *value,
                        struct flip_items *items)
{
    char name[FLIP_ITEM_WORD];
    size_t i;
    json_t *member;
    snprintf(name, sizeof name, "%.26s%s%.26s", group, *group && *key ? " " : "", key);
    if (name_in(value))
        add_item(words, items, name, name_in(value), 1);
    else if (json_is_object(value))
        count_object(words, name, value, items);
    else if (!is_drawing(value)) {
        json_array_foreach(value, i, member)
            count_value(words, name, "", member, items);
    }
}

/* Shared items that belong to some seats: {"text":"…","seats":[0,2]}. */
static void count_shared(struct flip_item_words *words, json_t *shared, int seats, struct flip_items *out)
{
    const char *key;
    json_t *list, *member, *owner;
    size_t i, k;
    json_object_foreach(shared, key, list) {
        json_array_foreach(list, i, member) {
            const char *name = json_string_value(json_object_get(member, "name"));
            const char *text = json_string_value(json_object_get(member, "text"));
            char value[FLIP_ITEM_VALUE + 4];
            if (!name && !text)
                continue;
            snprintf(value, sizeof value, "%.*s%s", FLIP_ITEM_VALUE, name ? name : text,
                     strlen(name ? name : text) > FLIP_ITEM_VALUE ? "…" : "");
            json_array_foreach(json_object_get(member, "seats"), k, owner) {
                const json_int_t seat = json_integer_value(owner);
                if (json_is_integer(owner) && seat >= 0 && seat < seats)
                    add_item(words, &out[seat], key, value, 1);
            }
        }
    }
}

static int count_view(struct flip_item_words *words, const struct flip_table *table, struct flip_items *out,
                      struct flip_error *error)
{
    char *buffer = malloc(VIEW_ROOM);
    if (!buffer)
        return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory for a view.");
    struct flip_json json = flip_json_in(buffer, VIEW_ROOM);
    flip_table_view(table, FLIP_ALL, &json);
    json_t *view = json_loads(buffer, 0, NULL);
    for (int seat = 0; seat < flip_table_seats(table); seat++)
        count_value(words, "", "", json_array_get(json_object_get(view, "seats"), (size_t)seat), &out[seat]);
    count_shared(words, json_object_get(view, "shared"), flip_table_seats(table), out);
    json_decref(view);
    free(buffer);
    return 0;
}

int flip_items_read(struct flip_item_words *words, const struct flip_playout *playout, struct flip_items *out,
                    struct flip_error *error)
{
    const struct flip_table *table = playout->table;
    for (int i = 0; i <= flip_table_seats(table); i++)
        out[i].count = 0;
    return count_moves(words, table, out, error) < 0 ? -1 : count_view(words, table, out, error);
}

/* --- for other processes --------------------------------------------------------------------------------------------------------- */

void flip_items_pack(struct flip_bytes *bytes, const struct flip_item_words *words, const struct flip_items *items)
{
    flip_bytes_put(bytes, items->count);
    for (int i = 0; i < items->count; i++) {
        flip_bytes_put_text(bytes, words->word[items->item[i].word]);
        flip_bytes_put(bytes, items->item[i].times);
    }
}

void flip_items_unpack(struct flip_bytes *bytes, struct flip_item_words *words, struct flip_items *items)
{
    const int count = (int)flip_bytes_get_within(bytes, 0, FLIP_ITEMS);
    items->count = 0;
    for (int i = 0; i < count; i++) {
        char word[FLIP_ITEM_WORD];
        flip_bytes_get_text(bytes, word, sizeof word);
        const int number = word_number(words, word);
        const int64_t times = flip_bytes_get_within(bytes, 0, UINT16_MAX);
        if (number < 0)
            continue;
        items->item[items->count].word = (uint16_t)number;
        items->item[items->count++].times = (uint16_t)times;
    }
}
