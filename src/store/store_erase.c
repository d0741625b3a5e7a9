/*
 * Deleting in pieces: what belongs to a table or a person may be thousands of rows, and whoever deletes them must not keep others waiting.
 * Each call takes a bounded number of rows and says whether there are more.
 */
#include "store/store_parts.h"

/* 1: rows were changed, 0: there was nothing left to change, -1: the store failed. */
static int change_some(struct store *store, const char *sql, const struct value *values, int count,
                       struct flip_error *error)
{
    struct query *query = db_prepare(store->db, sql);
    if (!query)
        return store_failed(store, error);
    const int changed = store_change_counted(store, store_bind(store, query, values, count), error);
    db_finalize(query);
    return changed < 0 ? -1 : changed > 0;
}

int store_person_vanish(struct store *store, const char *id, struct flip_error *error)
{
    const struct value person[] = {T(id)};
    return change_some(store, "DELETE FROM rating WHERE player = ?1", person, 1, error) < 0 ||
                   change_some(store, "DELETE FROM person WHERE id = ?1", person, 1, error) < 0
               ? -1
               : 0;
}

int store_table_erase_some(struct store *store, const char *table, int rows, struct flip_error *error)
{
    const struct value values[] = {T(table), I(rows)};
    if (change_some(store, "DELETE FROM game_table WHERE id = ?1", values, 1, error) < 0)
        return -1;
    const int more = change_some(store,
                                 "DELETE FROM step WHERE game_table = ?1 AND number >"
                                 " (SELECT max(number) FROM step WHERE game_table = ?1) - ?2",
                                 values, 2, error);
    return more != 0 ? more : store_table_erase(store, table, error);
}

int store_seat_erase(struct store *store, const char *table, const char *person, const char *former,
                     struct flip_error *error)
{
    const struct value values[] = {T(table), T(person), T(former)};
    if (change_some(store,
                    "UPDATE result SET person = NULL, name = ?3, daily = '' WHERE game_table = ?1 AND person = ?2",
                    values, 3, error) < 0 ||
        change_some(store, "DELETE FROM seat WHERE person = ?2 AND game_table = ?1", values, 2, error) < 0)
        return -1;
    return 0;
}

int store_person_erase_some(struct store *store, const char *id, const char *former, int rows, struct flip_error *error)
{
    const struct value values[] = {T(id), I(rows), T(former)};
    const int chat = change_some(store,
                                 "UPDATE chat SET person = '', name = ?3, text = '' WHERE (game_table, number) IN"
                                 " (SELECT game_table, number FROM chat WHERE person = ?1 LIMIT ?2)",
                                 values, 3, error);
    if (chat != 0)
        return chat;
    const int answers = change_some(store,
                                    "DELETE FROM answer WHERE (client, number) IN (SELECT client, number FROM answer"
                                    " WHERE client >= ?1 || '.' AND client < ?1 || '/' LIMIT ?2)",
                                    values, 2, error);
    return answers != 0 ? answers : store_person_erase(store, id, former, error);
}
