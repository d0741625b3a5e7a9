/*
 * The SQLite file: one server at a time, WAL with synchronous=FULL so that a committed step survives a power cut, and copies of it,
 * which can be made while a server runs.
 *
 * A commit counts only if the file still has its name afterwards. A file that was removed, or replaced, takes commits without a
 * word, and everything is gone when the program ends.
 */
#include "store/db.h"
#include "store/sqlite.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static const char set_gapless[] = "INSERT INTO meta(key, value) VALUES('gapless', '1')";

enum { PATH_SIZE = 4096, LOG_PAGES = 4000 /* 16 MiB */, PASSES = 3 };

static struct sqlite *of(struct db *db) { return (struct sqlite *)db; }

int sqlite_failed(const struct sqlite *sqlite, struct flip_error *error)
{
    return flip_fail(error, FLIP_ERROR_STORE, "The store failed: %s.", sqlite3_errmsg(sqlite->handle));
}

int sqlite_run(struct db *db, const char *commands)
{
    return sqlite3_exec(of(db)->handle, commands, NULL, NULL, NULL) == SQLITE_OK ? 0 : -1;
}

/* --- its place ----------------------------------------------------------------------------------------------------------- */

/* A server keeps tables in memory, so a second one on the same file would not see what the first one does. The lock is a file of
   its own: closing a second handle of the database would drop the locks that SQLite holds on it. */
int sqlite_take_lock(struct sqlite *sqlite, const char *path, struct flip_error *error)
{
    char name[PATH_SIZE];
    if (snprintf(name, sizeof name, "%s.lock", path) >= (int)sizeof name)
        return flip_fail(error, FLIP_ERROR_STORE, "The name of the data file is too long.");
    sqlite->lock = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (sqlite->lock < 0)
        return flip_fail(error, FLIP_ERROR_STORE, "%.300s: %s.", name, strerror(errno));
    if (flock(sqlite->lock, LOCK_EX | LOCK_NB) < 0)
        return flip_fail(error, FLIP_ERROR_IN_USE, "%.300s is in use by another server. Stop that one first.", path);
    return 0;
}

static struct place place_of(const char *path, const char *end)
{
    char name[PATH_SIZE];
    struct stat found;
    if (snprintf(name, sizeof name, "%s%s", path, end) >= (int)sizeof name || stat(name, &found) != 0)
        return (struct place){0};
    return (struct place){.device = found.st_dev, .number = found.st_ino};
}

static bool same_place(struct place a, struct place b) { return a.device == b.device && a.number == b.number; }

int sqlite_in_place(const struct db *db, struct flip_error *error)
{
    const struct sqlite *sqlite = (const struct sqlite *)db;
    if (sqlite->file.number == 0) /* opened beside a server: that one looks */
        return 0;
    const bool file = same_place(place_of(sqlite->path, ""), sqlite->file);
    if (file && same_place(place_of(sqlite->path, "-wal"), sqlite->log))
        return 0;
    return flip_fail(error, FLIP_ERROR_STORE, "%s was removed or replaced while it was in use.",
                     file ? "The data file's log of changes (-wal)" : "The data file");
}

/* --- closing, and serving ------------------------------------------------------------------------------------------------- */

void sqlite_close(struct db *db)
{
    struct sqlite *sqlite = of(db);
    sqlite3_finalize(sqlite->begin);
    sqlite3_finalize(sqlite->commit);
    sqlite3_finalize(sqlite->roll_back);
    sqlite3_close(sqlite->handle);
    if (sqlite->lock >= 0)
        close(sqlite->lock);
    free(sqlite->path);
    free(sqlite);
}

static int count_pages(void *sqlite, sqlite3 *handle, const char *name, int pages)
{
    (void)handle;
    (void)name;
    ((struct sqlite *)sqlite)->log_pages = pages;
    return SQLITE_OK;
}

/* Nothing waits for a lock, and a full disk is met by the commit alone: pages that were changed stay in memory until then. The log
   of changes is brought into the file when the server says so, not in the middle of a commit. */
int sqlite_serve(struct db *db, struct flip_error *error)
{
    sqlite3_busy_timeout(of(db)->handle, 0);
    sqlite3_wal_hook(of(db)->handle, count_pages, db);
    sqlite_log_gather(of(db)->handle);
    return sqlite_run(db, "PRAGMA cache_spill = OFF") < 0 ? sqlite_failed(of(db), error) : 0;
}

/* --- versions ------------------------------------------------------------------------------------------------------------ */

/* The number that a query answers; -1: the store failed. */
static int64_t ask(struct sqlite *sqlite, const char *sql, struct flip_error *error)
{
    sqlite3_stmt *query;
    if (sqlite3_prepare_v2(sqlite->handle, sql, -1, &query, NULL) != SQLITE_OK)
        return sqlite_failed(sqlite, error);
    const int64_t answer =
        sqlite3_step(query) == SQLITE_ROW ? sqlite3_column_int64(query, 0) : sqlite_failed(sqlite, error);
    sqlite3_finalize(query);
    return answer;
}

int sqlite_version(struct db *db, struct flip_error *error) { return (int)ask(of(db), "PRAGMA user_version", error); }

int sqlite_set_version(struct db *db, int from, int to)
{
    char stamp[48];
    snprintf(stamp, sizeof stamp, "PRAGMA user_version = %d", to);
    if (from == 0 && sqlite_run(db, set_gapless) < 0) /* a new file has no gaps from before */
        return -1;
    return sqlite_run(db, stamp);
}

int sqlite_before_upgrade(struct db *db, int version, struct flip_error *error)
{
    char copy[PATH_SIZE];
    if (version == 0)
        return 0;
    if (snprintf(copy, sizeof copy, "%s.backup-v%d", of(db)->path, version) >= (int)sizeof copy)
        return flip_fail(error, FLIP_ERROR_STORE, "The name of the data file is too long for a backup beside it.");
    remove(copy); /* of an attempt that did not get to its end: the file is still of that version */
    return sqlite_copy(db, copy, error);
}

/* A file from before sqlite_gaps.c has copies of moved rows in the gaps of its pages: it is written anew once. */
int sqlite_after_upgrade(struct db *db, struct flip_error *error)
{
    const int64_t gapless = ask(of(db), "SELECT count(*) FROM meta WHERE key = 'gapless'", error);
    if (gapless < 0)
        return -1;
    if (gapless == 0 && (sqlite_run(db, "VACUUM") < 0 || sqlite_run(db, "PRAGMA wal_checkpoint(TRUNCATE)") < 0 ||
                         sqlite_run(db, set_gapless) < 0))
        return sqlite_failed(of(db), error);
    of(db)->file = place_of(of(db)->path, "");
    of(db)->log = place_of(of(db)->path, "-wal");
    return 0;
}

/* --- the log of changes -------------------------------------------------------------------------------------------------- */

bool sqlite_log_long(const struct db *db) { return ((const struct sqlite *)db)->log_pages > LOG_PAGES; }

int sqlite_empty_log(struct db *db, bool wholly)
{
    const int result = sqlite3_wal_checkpoint_v2(
        of(db)->handle, "main", wholly ? SQLITE_CHECKPOINT_TRUNCATE : SQLITE_CHECKPOINT_RESTART, NULL, NULL);
    if (result == SQLITE_BUSY || result == SQLITE_LOCKED)
        return 0;
    if (result != SQLITE_OK)
        return -1;
    of(db)->log_pages = 0;
    if (wholly)
        sqlite3_db_release_memory(of(db)->handle); /* pages in memory may still have it in their gaps */
    return 1;
}

/* A connection that has read nothing yet does not know of the log, and would bring nothing in. Each pass leaves what was written
   meanwhile, which is less every time. */
static int bring_in(sqlite3 *handle)
{
    int result = sqlite3_exec(handle, "PRAGMA schema_version", NULL, NULL, NULL);
    for (int i = 0; i < PASSES && result == SQLITE_OK; i++)
        result = sqlite3_wal_checkpoint_v2(handle, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
    return result;
}

int sqlite_checkpoint(const char *path, struct flip_error *error)
{
    struct sqlite sqlite = {.lock = -1};
    int status = -1;
    if (sqlite3_open_v2(path, &sqlite.handle, SQLITE_OPEN_READWRITE, sqlite_vfs()) != SQLITE_OK ||
        bring_in(sqlite.handle) != SQLITE_OK)
        sqlite_failed(&sqlite, error);
    else
        status = 0;
    sqlite3_close(sqlite.handle);
    return status;
}

/* --- copies -------------------------------------------------------------------------------------------------------------- */

int sqlite_check(struct db *db, struct flip_error *error)
{
    sqlite3_stmt *query;
    if (sqlite3_prepare_v2(of(db)->handle, "PRAGMA integrity_check(1)", -1, &query, NULL) != SQLITE_OK)
        return sqlite_failed(of(db), error);
    int result = -1;
    if (sqlite3_step(query) != SQLITE_ROW)
        sqlite_failed(of(db), error);
    else if (strcmp((const char *)sqlite3_column_text(query, 0), "ok") == 0)
        result = 0;
    else
        flip_fail(error, FLIP_ERROR_STORE, "The file is damaged: %.300s", (const char *)sqlite3_column_text(query, 0));
    sqlite3_finalize(query);
    return result;
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

int sqlite_copy(struct db *db, const char *path, struct flip_error *error)
{
    sqlite3_stmt *vacuum;
    if (sqlite3_prepare_v2(of(db)->handle, "VACUUM INTO ?", -1, &vacuum, NULL) != SQLITE_OK)
        return sqlite_failed(of(db), error);
    sqlite3_bind_text(vacuum, 1, path, -1, SQLITE_STATIC);
    const int result = sqlite3_step(vacuum) == SQLITE_DONE ? 0 : sqlite_failed(of(db), error);
    sqlite3_finalize(vacuum);
    return result < 0 ? -1 : sync_file(path, error);
}

/* The copy as it will be: whole, alone, and of a version that we know. */
static int make_ready(const char *copy, const char *ready, struct flip_error *error)
{
    struct sqlite sqlite = {.lock = -1};
    int status = -1, version;
    remove(ready);
    if (access(copy, R_OK) != 0 || sqlite3_open_v2(copy, &sqlite.handle, SQLITE_OPEN_READONLY, NULL) != SQLITE_OK)
        flip_fail(error, FLIP_ERROR_FILE, "There is no copy %.300s that could be read.", copy);
    else if (sqlite_check(&sqlite.db, error) == 0 && (version = sqlite_version(&sqlite.db, error)) >= 0) {
        if (version == 0 || version > store_schema_version)
            flip_fail(error, FLIP_ERROR_STORE, "%.200s is no data file of this Flipside (version %d, not 1 to %d).",
                      copy, version, store_schema_version);
        else
            status = sqlite_copy(&sqlite.db, ready, error);
    }
    sqlite3_close(sqlite.handle);
    return status;
}

/* Brings what stands in FILE-wal into FILE, so that one name is all of it. */
static void gather(const char *path)
{
    struct sqlite sqlite = {.lock = -1};
    if (access(path, F_OK) != 0)
        return;
    if (sqlite3_open_v2(path, &sqlite.handle, SQLITE_OPEN_READWRITE, sqlite_vfs()) == SQLITE_OK)
        sqlite_run(&sqlite.db, "PRAGMA wal_checkpoint(TRUNCATE)"); /* a broken file is set aside as it is */
    sqlite3_close(sqlite.handle);
    char wal[PATH_SIZE];
    if (snprintf(wal, sizeof wal, "%s-wal", path) < (int)sizeof wal)
        remove(wal);
    if (snprintf(wal, sizeof wal, "%s-shm", path) < (int)sizeof wal)
        remove(wal);
}

int sqlite_restore(const char *path, const char *copy, struct flip_error *error)
{
    char ready[PATH_SIZE], before[PATH_SIZE];
    struct sqlite holder = {.lock = -1};
    if (snprintf(ready, sizeof ready, "%s.restoring", path) >= (int)sizeof ready ||
        snprintf(before, sizeof before, "%s.before-restore", path) >= (int)sizeof before)
        return flip_fail(error, FLIP_ERROR_STORE, "The name of the data file is too long.");
    int status = sqlite_take_lock(&holder, path, error);
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
