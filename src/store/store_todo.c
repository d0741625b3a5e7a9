/*
 * Work that takes several commits, and so can be cut short by the end of the program: it is written down with the first of them and
 * struck out with the last. The notes stand in `meta` under "todo KIND ID".
 */
#include "store/store_parts.h"

#include <stdio.h>
#include <string.h>

enum { KEY = 80 };

static sqlite3_stmt *prepare(struct store *store, const char *sql, const char *kind, const char *id,
                             struct flip_error *error)
{
    char key[KEY];
    sqlite3_stmt *statement;
    if (sqlite3_prepare_v2(store->db, sql, -1, &statement, NULL) != SQLITE_OK) {
        store_failed(store, error);
        return NULL;
    }
    snprintf(key, sizeof key, "todo %s %s", kind, id);
    return store_bind(statement, (const struct value[]){T(key)}, 1);
}

static int change(struct store *store, const char *sql, const char *kind, const char *id, struct flip_error *error)
{
    sqlite3_stmt *statement = prepare(store, sql, kind, id, error);
    const int status = statement ? store_change(store, statement, error) : -1;
    sqlite3_finalize(statement);
    return status;
}

int store_todo_put(struct store *store, const char *kind, const char *id, struct flip_error *error)
{
    return change(store, "INSERT OR REPLACE INTO meta(key, value) VALUES(?1, '')", kind, id, error);
}

int store_todo_cut(struct store *store, const char *kind, const char *id, struct flip_error *error)
{
    return change(store, "DELETE FROM meta WHERE key = ?1", kind, id, error);
}

int store_todos(struct store *store, const char *kind, store_todo_visit *visit, void *context, struct flip_error *error)
{
    sqlite3_stmt *query = prepare(
        store, "SELECT substr(key, length(?1) + 1) FROM meta WHERE key > ?1 AND key < ?1 || '~'", kind, "", error);
    if (!query)
        return -1;
    struct rows rows = {.query = query};
    while (store_next(&rows) && visit(context, store_column(query, 0)) == 0)
        ;
    const int count = store_end(store, &rows, error);
    sqlite3_finalize(query);
    return count;
}
