/*
 * A database as the store sees it: statements, rows, transactions. Two kinds stand behind it, SQLite (sqlite*.c) and PostgreSQL
 * (postgres*.c); everything above is written once, in SQL that both understand (docs/scaling.md says which that is).
 */
#pragma once

#include "core/codes.h"

#include <flipside/error.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A value for a statement's next '?'.
struct value {
    enum { TEXT, INTEGER, REAL, BLOB } kind;
    const char *text; /* NULL: the SQL NULL */
    int64_t integer;  /* BLOB: the number of bytes */
    double real;
};

#define T(t)    ((struct value){.kind = TEXT, .text = (t)})
#define I(i)    ((struct value){.kind = INTEGER, .integer = (i)})
#define R(r)    ((struct value){.kind = REAL, .real = (r)})
#define B(b, n) ((struct value){.kind = BLOB, .text = (const char *)(b), .integer = (n)})

enum db_result { DB_ROW, DB_DONE, DB_FAILED };
enum db_type { DB_NULL, DB_INTEGER, DB_REAL, DB_TEXT };

/// How it is opened: by the one program that changes it, by a server that may be one of several, beside a running server for a request to
/// it, or only to be read.
enum db_mode { DB_ALONE, DB_SHARED, DB_BESIDE, DB_READ };

struct db {
    const struct db_kind *kind;
};

/// A prepared statement. The text of the SQL is a constant of the program.
struct query {
    struct db *db;
    const char *sql;
};

struct db_kind {
    void (*close)(struct db *db);
    /// What the last call that failed has to say.
    const char *(*message)(const struct db *db);

    /* --- statements --- */
    /// `lasting`: it is used again and again. NULL: it cannot be.
    struct query *(*prepare)(struct db *db, const char *sql, bool lasting);
    void (*finalize)(struct query *query);
    int (*parameters)(const struct query *query);
    /// False: there is no memory, and the statement must not be run.
    bool (*bind)(struct query *query, const struct value *values, int count);
    enum db_result (*step)(struct query *query);
    /// A change whose rows and number nobody asks for: for a server it need not be done yet, and the commit says if it failed.
    enum db_result (*change)(struct query *query);
    void (*reset)(struct query *query);
    /// How many rows the last step has changed.
    int (*changes)(const struct db *db);
    /// All rows ever changed over this connection.
    uint64_t (*writes)(const struct db *db);
    /// Commands without values or rows.
    int (*run)(struct db *db, const char *commands);

    /* --- the row at which a query stands --- */
    int (*columns)(const struct query *row);
    const char *(*name)(const struct query *row, int column);
    enum db_type (*type)(const struct query *row, int column);
    int64_t (*integer)(const struct query *row, int column);
    double (*real)(const struct query *row, int column);
    const char *(*text)(const struct query *row, int column);
    const void *(*bytes)(const struct query *row, int column, size_t *count);

    /* --- transactions --- */
    int (*begin)(struct db *db);
    /// The same to make again what may not have become durable. 1: it has.
    int (*begin_again)(struct db *db);
    /// 0: it is durable, 1: it is under way (only if nobody waits), -1: it failed.
    int (*commit)(struct db *db, bool wait);
    /// The same for one that is under way.
    int (*go_on)(struct db *db);
    /// Has it failed in a way that no second attempt could mend?
    bool (*final)(const struct db *db);
    /// Is there no connection to it any more?
    bool (*lost)(const struct db *db);
    /// What to watch while a commit is under way; -1: nothing.
    int (*socket)(const struct db *db, bool *writing);
    void (*roll_back)(struct db *db);
    /// Is what was begun still open? A database may end it by itself, as SQLite does when a read gets no memory or the disk fails.
    bool (*open)(const struct db *db);
    /// Is what was opened still where it was? Asked before and after a commit.
    int (*in_place)(const struct db *db, struct flip_error *error);

    /* --- the whole --- */
    /// The version of the schema; 0: nothing is there yet. -1: it cannot be told.
    int (*version)(struct db *db, struct flip_error *error);
    /// The oldest version whose programs can use the site; 0: nobody has said so. NULL: only programs of its own version can.
    int (*oldest)(struct db *db, struct flip_error *error);
    /// Can every server that runs use the site after the steps to this program's version? NULL: none can run.
    bool (*may_upgrade)(struct db *db, int version);
    /// One step of the schema, within a transaction.
    int (*upgrade)(struct db *db, const char *step);
    /// Within the same transaction: the steps from `from` to `to` are done.
    int (*set_version)(struct db *db, int from, int to);
    /// Before the first step.
    int (*before_upgrade)(struct db *db, int version, struct flip_error *error);
    /// After the last, or when there was none to do.
    int (*after_upgrade)(struct db *db, struct flip_error *error);
    /// From now on no call waits for others.
    int (*serve)(struct db *db, struct flip_error *error);
    int (*check)(struct db *db, struct flip_error *error);
    /// NULL: the store copies the site into a file.
    int (*copy)(struct db *db, const char *path, struct flip_error *error);
    /// The command after which everything is read as it is at that moment.
    const char *snapshot;
    int64_t (*data_version)(struct db *db);
    bool (*log_long)(const struct db *db);
    /// 1: the log of changes is empty, 0: somebody reads or writes, -1: it failed.
    int (*empty_log)(struct db *db, bool wholly);
    /// Does something that was deleted stay in a log until that is emptied?
    bool keeps_deleted;

    /* --- several servers; all NULL where there can be one alone --- */
    /// The number of this server among those that share the site; 0: nobody else can.
    int (*process)(const struct db *db);
    /// Was nobody else there when it was opened?
    bool (*first)(const struct db *db);
    /// What to watch for notices of the others; -1: nothing.
    int (*notice_socket)(const struct db *db);
    /// Takes the notices that have come. NULL as a notice: some may have been missed.
    void (*take_notices)(struct db *db, void (*take)(void *context, const char *notice), void *context);
};

/// The steps of the schema (schema.c): store_schema[n - 1] leads from version n - 1 to n.
extern const char *const store_schema[];
extern const int store_schema_version;
/// Programs that know this version, or a later one, can use a site of `store_schema_version`.
extern const int store_schema_oldest;

/// Opens the site in a database. The schema is made if there is none and the mode is DB_ALONE.
struct db *postgres_open(const char *url, enum db_mode mode, struct flip_error *error);

/// Makes room for a copy: the site that is there moves into the schema flipside_before_restore.
int postgres_set_aside(const char *url, struct flip_error *error);

/// Opens a file; made if there is none and the mode is DB_ALONE.
struct db *sqlite_open(const char *path, enum db_mode mode, struct flip_error *error);

int sqlite_restore(const char *path, const char *copy, struct flip_error *error);
int sqlite_checkpoint(const char *path, struct flip_error *error);

static inline struct query *db_prepare(struct db *db, const char *sql) { return db->kind->prepare(db, sql, false); }

static inline void db_finalize(struct query *query)
{
    if (query)
        query->db->kind->finalize(query);
}

/// So many rows this thread has read.
extern _Thread_local uint64_t db_rows_read;

static inline enum db_result db_step(struct query *query)
{
    const enum db_result result = query ? query->db->kind->step(query) : DB_FAILED;
    db_rows_read += result == DB_ROW;
    return result;
}

static inline void db_reset(struct query *query)
{
    if (query)
        query->db->kind->reset(query);
}

static inline int64_t db_int64(const struct query *row, int column) { return row->db->kind->integer(row, column); }

static inline int db_int(const struct query *row, int column) { return (int)row->db->kind->integer(row, column); }

static inline double db_double(const struct query *row, int column) { return row->db->kind->real(row, column); }
