/*
 * Opening the SQLite file: one server at a time, WAL with synchronous=FULL so that a committed step survives a power cut, and the
 * way from an older version of the file to this one. Also copies of it, which can be made while a server runs.
 */
#include "store/schema.h"
#include "store/store_parts.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

/* A cache of 64 MiB holds what is being played; without a server the file is brought up to date from the log of changes every
   4000 pages. */
static const char settings[] = "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON;"
                               "PRAGMA cache_size = -65536; PRAGMA wal_autocheckpoint = 4000;"
                               "PRAGMA temp_store = MEMORY;";

static const char set_gapless[] = "INSERT INTO meta(key, value) VALUES('gapless', '1')";

enum { PATH_SIZE = 4096, BUSY_MS = 5000 };

/* A server keeps tables in memory, so a second one on the same file would not see what the first one does. The lock is a file of
   its own: closing a second handle of the database would drop the locks that SQLite holds on it. */
static int take_lock(struct store *store, const char *path, struct flip_error *error)
{
    char name[PATH_SIZE];
    if (snprintf(name, sizeof name, "%s.lock", path) >= (int)sizeof name)
        return flip_fail(error, FLIP_ERROR_STORE, "The name of the data file is too long.");
    store->lock = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (store->lock < 0)
        return flip_fail(error, FLIP_ERROR_STORE, "%.300s: %s.", name, strerror(errno));
    if (flock(store->lock, LOCK_EX | LOCK_NB) < 0)
        return flip_fail(error, FLIP_ERROR_IN_USE, "%.300s is in use by another server. Stop that one first.", path);
    return 0;
}

static int sync_file(const char *path, struct flip_error *error)
{
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    const int result =
        file >= 0 && fsync(file) == 0 ? 0 : flip_fail(error, FLIP_ERROR_STORE, "%.300s: %s.", path, strerror(errno));
    if (file >= 0)
        close(file);
    return result;
}

int store_copy(struct store *store, const char *path, struct flip_error *error)
{
    sqlite3_stmt *vacuum;
    if (sqlite3_prepare_v2(store->db, "VACUUM INTO ?", -1, &vacuum, NULL) != SQLITE_OK)
        return store_failed(store, error);
    sqlite3_bind_text(vacuum, 1, path, -1, SQLITE_STATIC);
    const int result = sqlite3_step(vacuum) == SQLITE_DONE ? 0 : store_failed(store, error);
    sqlite3_finalize(vacuum);
    return result < 0 ? -1 : sync_file(path, error);
}

/* The number that a query answers; -1: the store failed. */
static int64_t ask(struct store *store, const char *sql, struct flip_error *error)
{
    sqlite3_stmt *query;
    if (sqlite3_prepare_v2(store->db, sql, -1, &query, NULL) != SQLITE_OK)
        return store_failed(store, error);
    const int64_t answer =
        sqlite3_step(query) == SQLITE_ROW ? sqlite3_column_int64(query, 0) : store_failed(store, error);
    sqlite3_finalize(query);
    return answer;
}

/* A file from before store_gaps.c has copies of moved rows in the gaps of its pages: it is written anew once. */
static int write_anew_once(struct store *store, struct flip_error *error)
{
    const int64_t gapless = ask(store, "SELECT count(*) FROM meta WHERE key = 'gapless'", error);
    if (gapless != 0)
        return gapless < 0 ? -1 : 0;
    if (store_run(store, "VACUUM", error) < 0 || store_run(store, "PRAGMA wal_checkpoint(TRUNCATE)", error) < 0)
        return -1;
    return store_run(store, set_gapless, error);
}

static int see_scrub_due(struct store *store, struct flip_error *error)
{
    const int64_t due = ask(store, "SELECT count(*) FROM meta WHERE key = 'scrub'", error);
    store->scrub_due = due > 0;
    return due < 0 ? -1 : 0;
}

static int version_of(struct store *store, struct flip_error *error)
{
    return (int)ask(store, "PRAGMA user_version", error);
}

static int back_up(struct store *store, const char *path, int version, struct flip_error *error)
{
    char copy[PATH_SIZE];
    if (snprintf(copy, sizeof copy, "%s.backup-v%d", path, version) >= (int)sizeof copy)
        return flip_fail(error, FLIP_ERROR_STORE, "The name of the data file is too long for a backup beside it.");
    remove(copy); /* of an attempt that did not get to its end: the file is still of that version */
    return store_copy(store, copy, error);
}

static int bring_up_to_date(struct store *store, const char *path, bool may_change, struct flip_error *error)
{
    const int version = version_of(store, error);
    if (version < 0)
        return -1;
    if (version > store_schema_version)
        return flip_fail(error, FLIP_ERROR_STORE,
                         "%.200s was written by a newer Flipside (version %d of the file, this one knows %d).", path,
                         version, store_schema_version);
    if (version == store_schema_version)
        return 0;
    if (!may_change)
        return flip_fail(error, FLIP_ERROR_STORE, "%.200s is of version %d; starting the server once brings it to %d.",
                         path, version, store_schema_version);
    if (version > 0 && back_up(store, path, version, error) < 0)
        return -1;
    if (store_run(store, "BEGIN IMMEDIATE", error) < 0)
        return -1;
    for (int i = version; i < store_schema_version; i++)
        if (store_run(store, store_schema[i], error) < 0)
            goto err;
    if (version == 0 && store_run(store, set_gapless, error) < 0) /* a new file has no gaps from before */
        goto err;
    char stamp[48];
    snprintf(stamp, sizeof stamp, "PRAGMA user_version = %d", store_schema_version);
    if (store_run(store, stamp, error) == 0 && store_run(store, "COMMIT", error) == 0)
        return 0;
err:
    sqlite3_exec(store->db, "ROLLBACK", NULL, NULL, NULL);
    return -1;
}

static int prepare(struct store *store, const char *const *sql, int count, sqlite3_stmt **out, struct flip_error *error)
{
    for (int i = 0; i < count; i++)
        if (sqlite3_prepare_v3(store->db, sql[i], -1, SQLITE_PREPARE_PERSISTENT, &out[i], NULL) != SQLITE_OK)
            return store_failed(store, error);
    return 0;
}

static int prepare_all(struct store *store, struct flip_error *error)
{
    if (prepare(store, store_sql, STATEMENTS_OF_TABLES, store->statement, error) < 0 ||
        prepare(store, store_people_sql, STATEMENTS_OF_PEOPLE - STATEMENTS_OF_TABLES,
                store->statement + STATEMENTS_OF_TABLES, error) < 0 ||
        prepare(store, store_session_sql, STATEMENTS - STATEMENTS_OF_PEOPLE, store->statement + STATEMENTS_OF_PEOPLE,
                error) < 0)
        return -1;
    return prepare(store, store_list_sql, STORE_LISTS, store->list, error);
}

static struct store *open_as(const char *path, int flags, bool alone, struct flip_error *error)
{
    const bool may_change = alone;
    struct store *store = calloc(1, sizeof *store);
    if (!store) {
        flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory to open the store.");
        return NULL;
    }
    store->lock = -1;
    store->changes_last = &store->changes;
    if (!(store->path = strdup(path))) {
        flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory to open the store.");
        goto err;
    }
    if (may_change && take_lock(store, path, error) < 0)
        goto err;
    if (sqlite3_open_v2(path, &store->db, flags, store_vfs()) != SQLITE_OK) {
        flip_fail(error, FLIP_ERROR_STORE, "%.300s: %s.", path, sqlite3_errmsg(store->db));
        goto err;
    }
    sqlite3_busy_timeout(store->db, BUSY_MS);
    if (store_run(store, may_change ? settings : "PRAGMA secure_delete = ON", error) < 0)
        goto err;
    if (bring_up_to_date(store, path, may_change, error) < 0 || (may_change && write_anew_once(store, error) < 0) ||
        see_scrub_due(store, error) < 0 || prepare_all(store, error) < 0)
        goto err;
    if (may_change)
        store_mark_place(store);
    return store;
err:
    store_close(store);
    return NULL;
}

struct store *store_open(const char *path, struct flip_error *error)
{
    return open_as(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, true, error);
}

struct store *store_open_beside(const char *path, struct flip_error *error)
{
    return open_as(path, SQLITE_OPEN_READWRITE, false, error);
}

struct store *store_open_to_read(const char *path, struct flip_error *error)
{
    return open_as(path, SQLITE_OPEN_READONLY, false, error);
}

void store_close(struct store *store)
{
    if (!store)
        return;
    store_roll_back(store);
    for (int i = 0; i < STATEMENTS; i++)
        sqlite3_finalize(store->statement[i]);
    for (int i = 0; i < STORE_LISTS; i++)
        sqlite3_finalize(store->list[i]);
    sqlite3_close(store->db);
    if (store->lock >= 0)
        close(store->lock);
    free(store->path);
    free(store);
}

static int count_pages(void *store, sqlite3 *db, const char *name, int pages)
{
    (void)db;
    (void)name;
    ((struct store *)store)->log_pages = pages;
    return SQLITE_OK;
}

/* Nothing waits for a lock, and a full disk is met by the commit alone: pages that were changed stay in memory until then. The log
   of changes is brought into the file when the server says so, not in the middle of a commit. */
int store_serve(struct store *store, struct flip_error *error)
{
    sqlite3_busy_timeout(store->db, 0);
    sqlite3_wal_hook(store->db, count_pages, store);
    return store_run(store, "PRAGMA cache_spill = OFF", error);
}

int store_checkpoint(const char *path, struct flip_error *error)
{
    struct store store = {.lock = -1};
    int status = -1;
    if (sqlite3_open_v2(path, &store.db, SQLITE_OPEN_READWRITE, store_vfs()) != SQLITE_OK ||
        sqlite3_wal_checkpoint_v2(store.db, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL) != SQLITE_OK)
        store_failed(&store, error);
    else
        status = 0;
    sqlite3_close(store.db);
    return status;
}

int store_check(struct store *store, struct flip_error *error)
{
    sqlite3_stmt *query;
    if (sqlite3_prepare_v2(store->db, "PRAGMA integrity_check(1)", -1, &query, NULL) != SQLITE_OK)
        return store_failed(store, error);
    int result = -1;
    if (sqlite3_step(query) != SQLITE_ROW)
        store_failed(store, error);
    else if (strcmp((const char *)sqlite3_column_text(query, 0), "ok") == 0)
        result = 0;
    else
        flip_fail(error, FLIP_ERROR_STORE, "The file is damaged: %.300s", (const char *)sqlite3_column_text(query, 0));
    sqlite3_finalize(query);
    return result;
}

int store_back_up(const char *path, const char *copy, struct flip_error *error)
{
    struct store *store = store_open_to_read(path, error);
    const int status = store ? store_copy(store, copy, error) : -1;
    store_close(store);
    return status;
}

/* The copy as it will be: whole, alone, and of a version that we know. */
static int make_ready(const char *copy, const char *ready, struct flip_error *error)
{
    struct store store = {.lock = -1};
    int status = -1, version;
    remove(ready);
    if (access(copy, R_OK) != 0 || sqlite3_open_v2(copy, &store.db, SQLITE_OPEN_READONLY, NULL) != SQLITE_OK)
        flip_fail(error, FLIP_ERROR_FILE, "There is no copy %.300s that could be read.", copy);
    else if (store_check(&store, error) == 0 && (version = version_of(&store, error)) >= 0) {
        if (version == 0 || version > store_schema_version)
            flip_fail(error, FLIP_ERROR_STORE, "%.200s is no data file of this Flipside (version %d, not 1 to %d).",
                      copy, version, store_schema_version);
        else
            status = store_copy(&store, ready, error);
    }
    sqlite3_close(store.db);
    return status;
}

/* Brings what stands in FILE-wal into FILE, so that one name is all of it. */
static void gather(const char *path)
{
    struct store store = {.lock = -1};
    if (access(path, F_OK) != 0)
        return;
    if (sqlite3_open_v2(path, &store.db, SQLITE_OPEN_READWRITE, store_vfs()) == SQLITE_OK)
        sqlite3_exec(store.db, "PRAGMA wal_checkpoint(TRUNCATE)", NULL, NULL,
                     NULL); /* a broken file is set aside as it is */
    sqlite3_close(store.db);
    char wal[PATH_SIZE];
    if (snprintf(wal, sizeof wal, "%s-wal", path) < (int)sizeof wal)
        remove(wal);
    if (snprintf(wal, sizeof wal, "%s-shm", path) < (int)sizeof wal)
        remove(wal);
}

int store_restore(const char *path, const char *copy, struct flip_error *error)
{
    char ready[PATH_SIZE], before[PATH_SIZE];
    struct store holder = {.lock = -1};
    if (snprintf(ready, sizeof ready, "%s.restoring", path) >= (int)sizeof ready ||
        snprintf(before, sizeof before, "%s.before-restore", path) >= (int)sizeof before)
        return flip_fail(error, FLIP_ERROR_STORE, "The name of the data file is too long.");
    int status = take_lock(&holder, path, error);
    if (status == 0)
        status = make_ready(copy, ready, error);
    if (status == 0)
        gather(path);
    if (status == 0 && access(path, F_OK) == 0 && rename(path, before) != 0)
        status = flip_fail(error, FLIP_ERROR_FILE, "%.300s: %s.", before, strerror(errno));
    if (status == 0 && rename(ready, path) != 0)
        status = flip_fail(error, FLIP_ERROR_FILE, "%.300s: %s.", path, strerror(errno));
    if (holder.lock >= 0)
        close(holder.lock);
    return status;
}
