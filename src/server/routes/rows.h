/* Rows of the store as JSON: the columns have the names that the API uses. */
#ifndef FLIPSIDE_SERVER_ROUTES_ROWS_H
#define FLIPSIDE_SERVER_ROUTES_ROWS_H

#include "store/store.h"

#include <jansson.h>

/// A list from the store as an array of objects; NULL: the store failed, or out of memory.
json_t *rows_json(struct store *store, enum store_list which, const char *a, const char *b, int64_t n,
                  struct flip_error *error);
/// A text of a row; "" if it has none.
const char *row_text(const json_t *row, const char *key);
/// The first row that has this text under the key; NULL: there is none.
json_t *row_with(const json_t *rows, const char *key, const char *text);
/// 1 and 0 become true and false.
void row_bool(json_t *row, const char *key);

#endif
