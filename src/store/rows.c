/* Rows of a query, and a failure of the database as an error. */
#include "store/parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Thread_local uint64_t db_rows_read;

uint64_t store_rows_read(void) { return db_rows_read; }

int store_failed(const struct store *store, struct flip_error *error)
{
    return flip_fail(error, FLIP_ERROR_STORE, "The store failed: %.400s.", store->db->kind->message(store->db));
}

const char *store_column(const struct query *row, int i)
{
    const char *text = row->db->kind->text(row, i);
    return text ? text : "";
}

int64_t store_number_in(const struct query *row, int i)
{
    char digits[24] = "";
    size_t count;
    const void *bytes = row->db->kind->bytes(row, i, &count);
    if (bytes && count < sizeof digits)
        memcpy(digits, bytes, count);
    return strtoll(digits, NULL, 10);
}

int store_get_text(struct store *store, struct query *query, char **out, struct flip_error *error)
{
    const enum db_result result = db_step(query);
    int found = 0;
    if (result == DB_ROW) {
        *out = strdup(store_column(query, 0));
        found = *out ? 1 : flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory.");
    } else if (result != DB_DONE) {
        found = store_failed(store, error);
    }
    db_reset(query);
    return found;
}

int64_t store_get_number(struct store *store, struct query *query, struct flip_error *error)
{
    const enum db_result result = db_step(query);
    const int64_t number = result == DB_ROW ? db_int64(query, 0) : 0;
    return store_found(store, query, result, error) < 0 ? -1 : number;
}

int store_exists(struct store *store, struct query *query, struct flip_error *error)
{
    return store_found(store, query, db_step(query), error);
}

int store_found(struct store *store, struct query *query, enum db_result result, struct flip_error *error)
{
    db_reset(query);
    return result == DB_ROW ? 1 : result == DB_DONE ? 0 : store_failed(store, error);
}

bool store_next(struct rows *rows)
{
    rows->result = db_step(rows->query);
    rows->count += rows->result == DB_ROW;
    return rows->result == DB_ROW;
}

int store_end(struct store *store, struct rows *rows, struct flip_error *error)
{
    const int count = rows->result != DB_FAILED ? rows->count : store_failed(store, error);
    db_reset(rows->query);
    return count;
}

void store_read_person(const struct query *row, struct store_person *out)
{
    *out = (struct store_person){.created = db_int64(row, 3),
                                 .seen = db_int64(row, 4),
                                 .claimed = db_int64(row, 5),
                                 .sessions = db_int64(row, 6),
                                 .banned = db_int64(row, 7) != 0,
                                 .presence = (enum store_audience)db_int(row, 10),
                                 .challenges = (enum store_audience)db_int(row, 11),
                                 .requests = (enum store_audience)db_int(row, 12)};
    snprintf(out->id, sizeof out->id, "%s", store_column(row, 0));
    snprintf(out->name, sizeof out->name, "%s", store_column(row, 1));
    snprintf(out->folded, sizeof out->folded, "%s", store_column(row, 2));
    snprintf(out->looks, sizeof out->looks, "%s", store_column(row, 8));
    snprintf(out->owner, sizeof out->owner, "%s", store_column(row, 9));
}
