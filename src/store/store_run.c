/* A command to SQLite, and its failure as an error. */
#include "store/store_parts.h"

int store_failed(const struct store *store, struct flip_error *error)
{
    return flip_fail(error, FLIP_ERROR_STORE, "The store failed: %s.", sqlite3_errmsg(store->db));
}

int store_run(struct store *store, const char *command, struct flip_error *error)
{
    return sqlite3_exec(store->db, command, NULL, NULL, NULL) == SQLITE_OK ? 0 : store_failed(store, error);
}
