/* What the files of the SQLite store share. */
#ifndef FLIPSIDE_STORE_PARTS_H
#define FLIPSIDE_STORE_PARTS_H

#include "store/store.h"

#include <sqlite3.h>
#include <sys/types.h>

enum statement {
    META_GET,
    META_PUT,
    PERSON_PUT,
    PERSON_GET,
    TABLE_PUT,
    TABLE_TOUCH,
    TABLE_GET,
    TABLES_LISTED,
    TABLES_OF,
    TABLES_RUNNING,
    TABLES_ALL,
    SEAT_PUT,
    STEP_PUT,
    STEPS_CUT,
    STEPS,
    ANSWER_PUT,
    ANSWER_PRUNE,
    ANSWER_GET,
    ANSWER_LAST,
    ANSWERS_FORGET,
    CHAT_PUT,
    CHAT_ALL,
    MUTE_PUT,
    MUTE_CUT,
    MUTES,
    EDITION_PUT,
    EDITION_GET,
    RESULT_COUNT,
    STATEMENTS_OF_TABLES,

    /* store_people.c */
    PERSON_NAMED = STATEMENTS_OF_TABLES,
    PERSON_LOOKING,
    PERSON_SET_LOOKS,
    PERSON_SET_FOLDED,
    NAMES_INDEXED,
    NAMES_INDEXED_PUT,
    PERSON_PASSWORD,
    PERSON_CLAIM,
    PERSON_SIGN_OUT,
    PERSON_BAN,
    TABLE_FINISH,
    FINISHED_LAST,
    DEADLINE_CLEAR,
    DUE_TABLES,
    DERIVED,
    DERIVED_PUT,
    RESULT_PUT,
    RESULT_RATE,
    RATING_GET,
    RATING_PUT,
    ACHIEVEMENT_PUT,
    DAILY_TRY,
    DAILY_OUTCOME,
    DAILY_TABLE,
    BLOCK_PUT,
    BLOCK_CUT,
    BLOCK_GET,
    REPORT_PUT,
    REPORT_CUT,
    WISH_PUT,
    WISH_ANSWER,
    WISH_ANSWERED,
    WISH_CUT,
    DATA_VERSION,
    SCRUB_PUT,
    SCRUB_CUT,
    STATEMENTS_OF_PEOPLE,

    /* store_sessions.c */
    SESSION_PUT = STATEMENTS_OF_PEOPLE,
    SESSION_GET,
    SESSION_MARK_ENDED,
    SESSION_CUT,
    SESSIONS_CUT_ALL,
    SESSIONS_LIMIT,
    SESSIONS_FORGET,
    SESSIONS_SINCE,
    STATEMENTS
};

/// Which file a name stands for.
struct place {
    dev_t device;
    ino_t number;
};

struct change;

struct store {
    sqlite3 *db;
    sqlite3_stmt *statement[STATEMENTS];
    sqlite3_stmt *list[STORE_LISTS];
    char *path;
    struct place file, log; /* the data file and its log of changes (FILE-wal) when they were opened */
    int lock;               /* the lock file, or -1 */
    bool changing;          /* SQLite has a transaction open */
    bool broken;            /* a change failed half-way: nothing more is taken until it is rolled back */
    bool behind;            /* SQLite has given up the changes below: they are made again by the next commit */
    bool displaced;         /* committed, but the file was not in its place afterwards */
    bool scrub_due;         /* something deleted may still stand in the log of changes */
    int log_pages;          /* how many are in it, for a server */
    struct change *changes, **changes_last; /* since the last commit */
    const struct value *bound;              /* what store_bind has just bound, and to which statement */
    int bound_count;
    const sqlite3_stmt *bound_to;
    bool all_bound; /* else there was no memory for a value */
};

extern const char *const store_sql[STATEMENTS_OF_TABLES];
extern const char *const store_people_sql[STATEMENTS_OF_PEOPLE - STATEMENTS_OF_TABLES];
extern const char *const store_session_sql[STATEMENTS - STATEMENTS_OF_PEOPLE];
extern const char *const store_list_sql[STORE_LISTS];

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
#define BIND(store, which, ...)                                                                                        \
    store_bind((store), (store)->statement[which], (const struct value[]){__VA_ARGS__},                                \
               sizeof((const struct value[]){__VA_ARGS__}) / sizeof(struct value))

sqlite3_stmt *store_bind(struct store *store, sqlite3_stmt *statement, const struct value *values, int count);
/// Runs a statement that changes something, within the open transaction. It and what was bound to it are remembered until the
/// commit, which may have to make the change again.
int store_change(struct store *store, sqlite3_stmt *statement, struct flip_error *error);
/// A column as text, never NULL.
const char *store_column(sqlite3_stmt *row, int i);
/// The first column of the first row as a copy: 1, or 0 if there is none.
int store_get_text(struct store *store, sqlite3_stmt *query, char **out, struct flip_error *error);
/// The first column of the first row as a number; 0 if there is none.
int store_get_integer(struct store *store, sqlite3_stmt *query, int64_t *out, struct flip_error *error);

/// The rows of a query, one after the other; a walk may break off before the last.
struct rows {
    sqlite3_stmt *query;
    int count, result;
};

bool store_next(struct rows *rows);
/// How many rows were seen; -1 if a row could not be had.
int store_end(struct store *store, struct rows *rows, struct flip_error *error);

/// Notes which files the names stand for now: store_commit compares.
void store_mark_place(struct store *store);
/// The name of the VFS that every connection which writes is opened with (store_gaps.c); NULL: it cannot be had.
const char *store_vfs(void);
/// The unused bytes of a page, if it is a page of a B-tree and its numbers fit together.
bool store_find_gap(const unsigned char *page, size_t size, uint64_t number, size_t *from, size_t *to);

void store_read_person(sqlite3_stmt *row, struct store_person *out);
int store_failed(const struct store *store, struct flip_error *error);
int store_run(struct store *store, const char *command, struct flip_error *error);

#endif
