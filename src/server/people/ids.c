/* Ids and lists of them, rows of the store as JSON, and small helpers for reading bodies. */
#include "server/people/people.h"

#include <flipside/game.h>
#include <stdio.h>
#include <string.h>

void fresh_id(char id[STORE_ID])
{
    unsigned char bytes[16];
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2base64(id, STORE_ID, bytes, sizeof bytes, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

bool id_looks_right(const char *id)
{
    static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    return strlen(id) == STORE_ID - 1 && strspn(id, alphabet) == STORE_ID - 1;
}

int id_list_add(struct id_list *list, const char *id)
{
    if (!array_grow(&list->id, list->count, &list->room, sizeof *list->id)) {
        list->incomplete = true;
        return -1;
    }
    snprintf(list->id[list->count++], STORE_ID, "%s", id);
    return 0;
}

int id_list_complete(const struct id_list *list, struct flip_error *error)
{
    return list->incomplete ? flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory.") : 0;
}

int id_list_collect(void *list, const struct store_row *row)
{
    return id_list_add(list, row->cell[0].text ? row->cell[0].text : "");
}

static json_t *cell_json(const struct store_cell *cell)
{
    switch (cell->kind) {
    case CELL_INTEGER:
        return json_integer(cell->integer);
    case CELL_REAL:
        return json_real(cell->real);
    case CELL_TEXT:
        return json_string(cell->text);
    default:
        return json_null();
    }
}

int rows_add(void *context, const struct store_row *row)
{
    json_t *object = json_object();
    bool whole = object;
    for (int i = 0; i < row->count && whole; i++)
        whole = json_object_set_new(object, row->cell[i].name, cell_json(&row->cell[i])) == 0;
    if (whole)
        return json_array_append_new(context, object);
    json_decref(object);
    return -1;
}

json_t *rows_json(struct store *store, enum store_list which, const char *a, const char *b, int64_t n,
                  struct flip_error *error)
{
    json_t *rows = json_array();
    const int seen = rows ? store_list(store, which, a, b, n, rows_add, rows, error) : 0;
    if (rows && seen >= 0 && (size_t)seen == json_array_size(rows))
        return rows;
    if (seen >= 0) /* to the store, a visitor's -1 only means that it has seen enough */
        flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory for the list.");
    json_decref(rows);
    return NULL;
}

json_t *first_row(struct store *store, enum store_list which, const char *a, int64_t n, struct flip_error *error)
{
    json_t *rows = rows_json(store, which, a, "", n, error);
    json_t *first = rows && json_array_size(rows) == 0 ? json_null() : json_incref(json_array_get(rows, 0));
    json_decref(rows);
    return first;
}

int require_found(int found, int code, const char *sentence, struct flip_error *error)
{
    return found == 0 ? flip_fail(error, code, "%s", sentence) : found;
}

int word_index(const char *word, const char *const *words, int count)
{
    for (int i = 0; i < count; i++)
        if (strcmp(words[i], word) == 0)
            return i;
    return -1;
}

void copy_keys(const json_t *from, const char *const *keys, int count, json_t *into)
{
    for (int i = 0; i < count; i++)
        if (json_object_get(from, keys[i]))
            json_object_set(into, keys[i], json_object_get(from, keys[i]));
}

int not_found(struct flip_error *error)
{
    return flip_fail(error, FLIP_ERROR_NOT_FOUND, "There is nothing at this address.");
}

const struct flip_game *read_game(const json_t *body, struct flip_error *error)
{
    const char *id = string_of(body, "game");
    const struct flip_game *game = flip_game_named(id);
    if (!game)
        flip_fail(error, FLIP_ERROR_NO_GAME, "There is no game '%.40s' here.", id);
    return game;
}
