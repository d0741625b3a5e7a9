/*
 * Work that takes several commits, and so can be cut short by the end of the program: it is written down with the first of them and
 * struck out with the last. The notes stand in `meta` under "todo KIND ID", with the number of the server that does it where there are
 * several.
 */
#include "store/store_parts.h"

#include <stdio.h>
#include <string.h>

enum { KEY = 80 };

static int change(struct store *store, const char *sql, const char *kind, const char *id, struct flip_error *error)
{
    char key[KEY], process[24];
    store_name_process(store, process);
    const struct value values[] = {T(key), B(process, (int64_t)strlen(process))};
    struct query *query = db_prepare(store->db, sql);
    if (!query)
        return store_failed(store, error);
    snprintf(key, sizeof key, "todo %s %s", kind, id);
    const int status = store_change(store, store_bind(store, query, values, store->db->kind->parameters(query)), error);
    db_finalize(query);
    return status;
}

int store_todo_put(struct store *store, const char *kind, const char *id, struct flip_error *error)
{
    return change(store, "INSERT INTO meta(key, value) VALUES(?1, ?2) ON CONFLICT(key) DO NOTHING", kind, id, error);
}

int store_todo_cut(struct store *store, const char *kind, const char *id, struct flip_error *error)
{
    return change(store, "DELETE FROM meta WHERE key = ?1", kind, id, error);
}

int store_todos(struct store *store, const char *kind, store_todo_visit *visit, void *context, struct flip_error *error)
{
    static const char all[] = "SELECT substr(key, length(?1) + 1) FROM meta WHERE key > ?1 AND key < ?1 || '~'";
    static const char own[] = "SELECT substr(key, length(?1) + 1) FROM meta WHERE key > ?1 AND key < ?1 || '~'"
                              " AND value = ?2";
    char key[KEY], process[24];
    store_name_process(store, process);
    const struct value values[] = {T(key), B(process, (int64_t)strlen(process))};
    struct query *query = db_prepare(store->db, process[0] ? own : all);
    if (!query)
        return store_failed(store, error);
    snprintf(key, sizeof key, "todo %s ", kind);
    struct rows rows = {.query = store_bind(store, query, values, process[0] ? 2 : 1)};
    while (store_next(&rows) && visit(context, store_column(query, 0)) == 0)
        ;
    const int count = store_end(store, &rows, error);
    db_finalize(query);
    return count;
}
