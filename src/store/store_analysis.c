/* Analyses of finished games, one per table: they take minutes to make, so they are kept, and go when their table goes. */
#include "store/store_parts.h"

static struct query *prepared(struct store *store, const char *sql, const struct value *values, int count)
{
    struct query *query = db_prepare(store->db, sql);
    return query ? store_bind(store, query, values, count) : NULL;
}

int store_analysis_put(struct store *store, const char *table, const char *json, struct flip_error *error)
{
    const struct value values[] = {T(table), T(json)};
    struct query *statement = prepared(store,
                                       "INSERT INTO analysis(game_table, json) SELECT ?1, ?2"
                                       " WHERE EXISTS (SELECT 1 FROM game_table WHERE id = ?1)"
                                       " ON CONFLICT(game_table) DO UPDATE SET json = excluded.json",
                                       values, 2);
    if (!statement)
        return store_failed(store, error);
    const int status = store_change(store, statement, error);
    db_finalize(statement);
    return status;
}

int store_analysis_get(struct store *store, const char *table, char **out, struct flip_error *error)
{
    const struct value values[] = {T(table)};
    struct query *query = prepared(store, "SELECT json FROM analysis WHERE game_table = ?1", values, 1);
    if (!query)
        return store_failed(store, error);
    const int found = store_get_text(store, query, out, error);
    db_finalize(query);
    return found;
}

int store_analysis_wanted(struct store *store, const char *after, char **out, struct flip_error *error)
{
    const struct value values[] = {T(after)};
    struct query *query = prepared(store,
                                   "SELECT game_table FROM analysis WHERE game_table > ?1 AND json LIKE '{\"wanted\":%'"
                                   " ORDER BY game_table LIMIT 1",
                                   values, 1);
    if (!query)
        return store_failed(store, error);
    const int found = store_get_text(store, query, out, error);
    db_finalize(query);
    return found;
}
