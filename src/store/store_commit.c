/*
 * Changes and how they become durable. A transaction is opened by the first change (or before it, by store_begin) and closed by
 * store_commit; the server commits once for all that came in together.
 *
 * Every change is remembered until it is durable: the statement, and a copy of what was bound to it. When SQLite gives a
 * transaction up because the disk is full or failing, the next store_commit makes the same changes again in the same order. Only
 * one program writes the file, so they meet what they met the first time and come to the same. Whoever called them need not know:
 * what is in memory stays right, and is told when the commit has succeeded.
 *
 * A commit counts only if the file still has its name afterwards. A file that was removed, or replaced, takes commits without a
 * word, and everything is gone when the program ends.
 */
#include "store/store_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct change {
    struct change *next;
    char *sql;
    int count;
    struct value values[]; /* their texts, and the SQL, lie behind them */
};

/* --- remembering --------------------------------------------------------------------------------------------------------- */

static size_t size_of(const struct value *value)
{
    return !value->text          ? 0
           : value->kind == TEXT ? strlen(value->text) + 1
           : value->kind == BLOB ? (size_t)value->integer
                                 : 0;
}

static int remember(struct store *store, sqlite3_stmt *statement, struct flip_error *error)
{
    const int count = store->bound_to == statement ? store->bound_count : 0;
    const size_t sql_size = strlen(sqlite3_sql(statement)) + 1;
    size_t size = sizeof(struct change) + (size_t)count * sizeof(struct value) + sql_size;
    for (int i = 0; i < count; i++)
        size += size_of(&store->bound[i]);
    struct change *change = malloc(size);
    if (!change)
        return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory for the change.");
    char *at = (char *)(change->values + count);
    change->next = NULL;
    change->count = count;
    for (int i = 0; i < count; i++) {
        const size_t length = size_of(&store->bound[i]);
        change->values[i] = store->bound[i];
        if (length == 0)
            continue;
        memcpy(at, store->bound[i].text, length);
        change->values[i].text = at;
        at += length;
    }
    memcpy(at, sqlite3_sql(statement), sql_size);
    change->sql = at;
    *store->changes_last = change;
    store->changes_last = &change->next;
    return 0;
}

static void forget_changes(struct store *store)
{
    for (struct change *next; store->changes; store->changes = next) {
        next = store->changes->next;
        free(store->changes);
    }
    store->changes_last = &store->changes;
}

static int bind_one(sqlite3_stmt *statement, int place, const struct value *value)
{
    if (value->kind == TEXT)
        return sqlite3_bind_text(statement, place, value->text, -1, SQLITE_TRANSIENT);
    if (value->kind == BLOB)
        return sqlite3_bind_blob64(statement, place, value->text, (sqlite3_uint64)value->integer, SQLITE_TRANSIENT);
    return value->kind == INTEGER ? sqlite3_bind_int64(statement, place, value->integer)
                                  : sqlite3_bind_double(statement, place, value->real);
}

/* False: there is no memory. What could not be bound is NULL, which must not be written. */
static bool bind(sqlite3_stmt *statement, const struct value *values, int count)
{
    bool bound = true;
    for (int i = 0; i < count; i++)
        bound &= bind_one(statement, i + 1, &values[i]) != SQLITE_NOMEM; /* a statement may use fewer values */
    return bound;
}

static int no_memory(struct flip_error *error)
{
    return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory to save that.");
}

static int make_again(struct store *store, const struct change *change, struct flip_error *error)
{
    sqlite3_stmt *statement;
    if (sqlite3_prepare_v2(store->db, change->sql, -1, &statement, NULL) != SQLITE_OK)
        return store_failed(store, error);
    const int result = !bind(statement, change->values, change->count) ? no_memory(error)
                       : sqlite3_step(statement) == SQLITE_DONE        ? 0
                                                                       : store_failed(store, error);
    sqlite3_finalize(statement);
    return result;
}

/* --- changing ------------------------------------------------------------------------------------------------------------ */

sqlite3_stmt *store_bind(struct store *store, sqlite3_stmt *statement, const struct value *values, int count)
{
    sqlite3_reset(statement);
    store->all_bound = bind(statement, values, count);
    store->bound = values;
    store->bound_count = count;
    store->bound_to = statement;
    return statement;
}

/* SQLite's own transaction ends without anything; what is remembered stays. */
static void give_up(struct store *store)
{
    if (store->db && !sqlite3_get_autocommit(store->db))
        sqlite3_exec(store->db, "ROLLBACK", NULL, NULL, NULL);
    store->changing = false;
}

int store_begin(struct store *store, struct flip_error *error)
{
    if (store->broken || store->behind || store->displaced)
        return flip_fail(error, FLIP_ERROR_STORE, "The store failed a moment ago: try again.");
    if (store->changing)
        return 0;
    give_up(store); /* without memory, SQLite can begin and still fail, or fail to end what it began */
    if (store_run(store, "BEGIN IMMEDIATE", error) < 0)
        return -1;
    store->changing = true;
    return 0;
}

int store_change(struct store *store, sqlite3_stmt *statement, struct flip_error *error)
{
    if (store_begin(store, error) < 0)
        return -1;
    int result = store->bound_to == statement && !store->all_bound ? no_memory(error)
                 : sqlite3_step(statement) == SQLITE_DONE          ? 0
                                                                   : store_failed(store, error);
    if (result == 0)
        result = remember(store, statement, error);
    sqlite3_reset(statement);
    store->bound_to = NULL;
    store->broken = result < 0;
    return result;
}

bool store_changed(const struct store *store) { return store->changes != NULL; }

uint64_t store_writes(const struct store *store) { return (uint64_t)sqlite3_total_changes64(store->db); }

bool store_broken(const struct store *store) { return store->broken; }

void store_roll_back(struct store *store)
{
    give_up(store);
    forget_changes(store);
    store->broken = store->behind = store->displaced = false;
}

/* --- where the file is --------------------------------------------------------------------------------------------------- */

static struct place place_of(const char *path, const char *end)
{
    char name[4096];
    struct stat found;
    if (snprintf(name, sizeof name, "%s%s", path, end) >= (int)sizeof name || stat(name, &found) != 0)
        return (struct place){0};
    return (struct place){.device = found.st_dev, .number = found.st_ino};
}

static bool same_place(struct place a, struct place b) { return a.device == b.device && a.number == b.number; }

void store_mark_place(struct store *store)
{
    store->file = place_of(store->path, "");
    store->log = place_of(store->path, "-wal");
}

static int check_place(const struct store *store, struct flip_error *error)
{
    if (store->file.number == 0) /* opened beside a server: that one looks */
        return 0;
    const bool file = same_place(place_of(store->path, ""), store->file);
    if (file && same_place(place_of(store->path, "-wal"), store->log))
        return 0;
    return flip_fail(error, FLIP_ERROR_STORE, "%s was removed or replaced while it was in use.",
                     file ? "The data file's log of changes (-wal)" : "The data file");
}

/* --- making durable ------------------------------------------------------------------------------------------------------ */

static int make_all_again(struct store *store, struct flip_error *error)
{
    if (store_run(store, "BEGIN IMMEDIATE", error) < 0)
        return -1;
    store->changing = true;
    for (const struct change *change = store->changes; change; change = change->next)
        if (make_again(store, change, error) < 0)
            return -1;
    return 0;
}

static int commit(struct store *store, struct flip_error *error)
{
    if (check_place(store, error) < 0 || (store->behind && make_all_again(store, error) < 0))
        return -1;
    return store->changing ? store_run(store, "COMMIT", error) : 0;
}

int store_commit(struct store *store, struct flip_error *error)
{
    if (store->broken)
        return flip_fail(error, FLIP_ERROR_STORE, "A change failed before: the others with it are not made.");
    if (!store->changes) { /* begun, perhaps, and nothing changed */
        if (store->changing)
            give_up(store);
        return 0;
    }
    if (!store->displaced && commit(store, error) < 0) {
        give_up(store);
        store->behind = true;
        return -1;
    }
    store->changing = store->behind = false;
    store->displaced = check_place(store, error) < 0;
    if (store->displaced)
        return -1;
    forget_changes(store);
    return 0;
}

/* --- the log of changes ------------------------------------------------------------------------------------------------- */

enum { LOG_PAGES = 4000 }; /* 16 MiB */

bool store_scrub_due(const struct store *store) { return store->scrub_due; }

bool store_log_long(const struct store *store) { return store->log_pages > LOG_PAGES; }

int store_empty_log(struct store *store, struct flip_error *error)
{
    if (store->changing || store->behind)
        return 0;
    const int result = sqlite3_wal_checkpoint_v2(
        store->db, "main", store->scrub_due ? SQLITE_CHECKPOINT_TRUNCATE : SQLITE_CHECKPOINT_RESTART, NULL, NULL);
    if (result == SQLITE_BUSY || result == SQLITE_LOCKED)
        return 0;
    if (result != SQLITE_OK)
        return store_failed(store, error);
    store->log_pages = 0;
    if (!store->scrub_due)
        return 1;
    sqlite3_db_release_memory(store->db); /* pages in memory may still have it in their gaps */
    sqlite3_reset(store->statement[SCRUB_CUT]);
    if (store_change(store, store->statement[SCRUB_CUT], error) < 0)
        return -1;
    store->scrub_due = false;
    return 1;
}

int store_probe(struct store *store, int64_t time, struct flip_error *error)
{
    return store_change(store, BIND(store, META_PUT, T("probe"), I(time)), error);
}
