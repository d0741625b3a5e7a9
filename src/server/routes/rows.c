/* Rows of the store as JSON. */
#include "server/routes/rows.h"

#include <string.h>

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

static int add_row(void *context, const struct store_row *row)
{
    json_t *object = json_object();
    for (int i = 0; i < row->count && object; i++)
        json_object_set_new(object, row->cell[i].name, cell_json(&row->cell[i]));
    return json_array_append_new(context, object);
}

json_t *rows_json(struct store *store, enum store_list which, const char *a, const char *b, int64_t n,
                  struct flip_error *error)
{
    json_t *rows = json_array();
    if (!rows) {
        flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory for the list.");
        return NULL;
    }
    if (store_list(store, which, a, b, n, add_row, rows, error) >= 0)
        return rows;
    json_decref(rows);
    return NULL;
}

const char *row_text(const json_t *row, const char *key)
{
    const char *text = json_string_value(json_object_get(row, key));
    return text ? text : "";
}

json_t *row_with(const json_t *rows, const char *key, const char *text)
{
    for (size_t i = 0; i < json_array_size(rows); i++)
        if (strcmp(row_text(json_array_get(rows, i), key), text) == 0)
            return json_array_get(rows, i);
    return NULL;
}

void row_bool(json_t *row, const char *key)
{
    const json_t *value = json_object_get(row, key);
    if (json_is_integer(value))
        json_object_set_new(row, key, json_boolean(json_integer_value(value) != 0));
}
