/* Statements, rows and transactions in SQLite: each is one of its calls. The file itself is in sqlite_file.c. */
#include "store/sqlite.h"

#include <stdlib.h>

static struct sqlite *of(struct db *db) { return (struct sqlite *)db; }

static sqlite3_stmt *statement_of(const struct query *query) { return ((const struct sqlite_query *)query)->statement; }

static const char *message(const struct db *db) { return sqlite3_errmsg(((const struct sqlite *)db)->handle); }

/* --- statements ---------------------------------------------------------------------------------------------------------- */

static struct query *prepare(struct db *db, const char *sql, bool lasting)
{
    struct sqlite_query *query = calloc(1, sizeof *query);
    const unsigned flags = lasting ? SQLITE_PREPARE_PERSISTENT : 0;
    if (!query)
        return NULL;
    query->query = (struct query){.db = db, .sql = sql};
    if (sqlite3_prepare_v3(of(db)->handle, sql, -1, flags, &query->statement, NULL) == SQLITE_OK)
        return &query->query;
    free(query);
    return NULL;
}

static void finalize(struct query *query)
{
    sqlite3_finalize(statement_of(query));
    free(query);
}

static int parameters(const struct query *query) { return sqlite3_bind_parameter_count(statement_of(query)); }

static int bind_one(sqlite3_stmt *statement, int place, const struct value *value)
{
    if (value->kind == TEXT)
        return sqlite3_bind_text(statement, place, value->text, -1, SQLITE_TRANSIENT);
    if (value->kind == BLOB)
        return sqlite3_bind_blob64(statement, place, value->text, (sqlite3_uint64)value->integer, SQLITE_TRANSIENT);
    return value->kind == INTEGER ? sqlite3_bind_int64(statement, place, value->integer)
                                  : sqlite3_bind_double(statement, place, value->real);
}

/* What could not be bound is NULL, which must neither be written nor looked for. */
static bool bind(struct query *query, const struct value *values, int count)
{
    bool bound = true;
    for (int i = 0; i < count; i++) /* a statement may use fewer values */
        bound &= bind_one(statement_of(query), i + 1, &values[i]) != SQLITE_NOMEM;
    ((struct sqlite_query *)query)->unbound = !bound;
    return bound;
}

static enum db_result step(struct query *query)
{
    const bool unbound = ((const struct sqlite_query *)query)->unbound;
    const int result = unbound ? SQLITE_NOMEM : sqlite3_step(statement_of(query));
    return result == SQLITE_ROW ? DB_ROW : result == SQLITE_DONE ? DB_DONE : DB_FAILED;
}

static void reset(struct query *query) { sqlite3_reset(statement_of(query)); }

static int changes(const struct db *db) { return sqlite3_changes(((const struct sqlite *)db)->handle); }

static uint64_t writes(const struct db *db)
{
    return (uint64_t)sqlite3_total_changes64(((const struct sqlite *)db)->handle);
}

/* --- rows ---------------------------------------------------------------------------------------------------------------- */

static int columns(const struct query *row) { return sqlite3_column_count(statement_of(row)); }

static const char *name(const struct query *row, int column) { return sqlite3_column_name(statement_of(row), column); }

static enum db_type type(const struct query *row, int column)
{
    switch (sqlite3_column_type(statement_of(row), column)) {
    case SQLITE_INTEGER:
        return DB_INTEGER;
    case SQLITE_FLOAT:
        return DB_REAL;
    case SQLITE_NULL:
        return DB_NULL;
    default:
        return DB_TEXT;
    }
}

static int64_t integer(const struct query *row, int column) { return sqlite3_column_int64(statement_of(row), column); }

static double real(const struct query *row, int column) { return sqlite3_column_double(statement_of(row), column); }

static const char *text(const struct query *row, int column)
{
    return (const char *)sqlite3_column_text(statement_of(row), column);
}

static const void *bytes(const struct query *row, int column, size_t *count)
{
    const void *found = sqlite3_column_blob(statement_of(row), column);
    *count = (size_t)sqlite3_column_bytes(statement_of(row), column);
    return found;
}

/* --- transactions -------------------------------------------------------------------------------------------------------- */

/* What comes with every turn of a server is prepared once. */
static int run_kept(struct db *db, sqlite3_stmt **kept, const char *sql)
{
    if (!*kept && sqlite3_prepare_v3(of(db)->handle, sql, -1, SQLITE_PREPARE_PERSISTENT, kept, NULL) != SQLITE_OK)
        return -1;
    sqlite3_step(*kept);
    return sqlite3_reset(*kept) == SQLITE_OK ? 0 : -1;
}

static void roll_back(struct db *db)
{
    if (!sqlite3_get_autocommit(of(db)->handle))
        run_kept(db, &of(db)->roll_back, "ROLLBACK");
}

static bool is_open(const struct db *db) { return !sqlite3_get_autocommit(((const struct sqlite *)db)->handle); }

static int begin(struct db *db)
{
    roll_back(db); /* without memory, SQLite can begin and still fail, or fail to end what it began */
    return run_kept(db, &of(db)->begin, "BEGIN IMMEDIATE");
}

static int commit(struct db *db, bool wait)
{
    (void)wait; /* it is a call of the file system, and short */
    return run_kept(db, &of(db)->commit, "COMMIT");
}

static int go_on(struct db *db)
{
    (void)db;
    return 0;
}

static bool final(const struct db *db)
{
    (void)db;
    return false;
}

static bool lost(const struct db *db)
{
    (void)db;
    return false;
}

static int socket_of(const struct db *db, bool *writing)
{
    (void)db;
    *writing = false;
    return -1;
}

static int64_t data_version(struct db *db)
{
    sqlite3_stmt *query;
    int64_t version = 0;
    if (sqlite3_prepare_v2(of(db)->handle, "PRAGMA data_version", -1, &query, NULL) == SQLITE_OK &&
        sqlite3_step(query) == SQLITE_ROW)
        version = sqlite3_column_int64(query, 0);
    sqlite3_finalize(query);
    return version;
}

const struct db_kind sqlite_kind = {
    .close = sqlite_close,
    .message = message,
    .prepare = prepare,
    .finalize = finalize,
    .parameters = parameters,
    .bind = bind,
    .step = step,
    .change = step,
    .reset = reset,
    .changes = changes,
    .writes = writes,
    .run = sqlite_run,
    .columns = columns,
    .name = name,
    .type = type,
    .integer = integer,
    .real = real,
    .text = text,
    .bytes = bytes,
    .begin = begin,
    .begin_again = begin,
    .commit = commit,
    .go_on = go_on,
    .final = final,
    .lost = lost,
    .socket = socket_of,
    .roll_back = roll_back,
    .open = is_open,
    .in_place = sqlite_in_place,
    .version = sqlite_version,
    .upgrade = sqlite_run,
    .set_version = sqlite_set_version,
    .before_upgrade = sqlite_before_upgrade,
    .after_upgrade = sqlite_after_upgrade,
    .serve = sqlite_serve,
    .check = sqlite_check,
    .copy = sqlite_copy,
    .snapshot = "BEGIN",
    .data_version = data_version,
    .log_long = sqlite_log_long,
    .empty_log = sqlite_empty_log,
    .keeps_deleted = true,
};
