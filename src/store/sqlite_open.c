/* Opening a SQLite file. */
#include "store/sqlite.h"

#include <stdlib.h>
#include <string.h>

/* A cache of 64 MiB holds what is being played; without a server the file is brought up to date from the log of changes every
   4000 pages. */
static const char settings[] = "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON;"
                               "PRAGMA cache_size = -65536; PRAGMA wal_autocheckpoint = 4000;"
                               "PRAGMA temp_store = MEMORY;";

enum { BUSY_MS = 5000 };

static int no_memory(struct flip_error *error)
{
    return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory to open the store.");
}

struct db *sqlite_open(const char *path, enum db_mode mode, struct flip_error *error)
{
    static const int flags[] = {[DB_ALONE] = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX,
                                [DB_BESIDE] = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX,
                                [DB_READ] = SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX}; /* one thread at a time */
    struct sqlite *sqlite = calloc(1, sizeof *sqlite);
    if (!sqlite) {
        no_memory(error);
        return NULL;
    }
    sqlite->db.kind = &sqlite_kind;
    sqlite->lock = -1;
    if (!(sqlite->path = strdup(path))) {
        no_memory(error);
        goto err;
    }
    if (mode == DB_ALONE && sqlite_take_lock(sqlite, path, error) < 0)
        goto err;
    if (sqlite3_open_v2(path, &sqlite->handle, flags[mode], sqlite_vfs()) != SQLITE_OK) {
        flip_fail(error, FLIP_ERROR_STORE, "%.300s: %s.", path, sqlite3_errmsg(sqlite->handle));
        goto err;
    }
    sqlite3_busy_timeout(sqlite->handle, BUSY_MS);
    if (sqlite_run(&sqlite->db, mode == DB_ALONE ? settings : "PRAGMA secure_delete = ON") == 0)
        return &sqlite->db;
    sqlite_failed(sqlite, error);
err:
    sqlite_close(&sqlite->db);
    return NULL;
}
