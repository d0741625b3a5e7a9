/* What the files of the store share, whichever database is behind it. */
#pragma once

#include "store/cluster.h"
#include "store/db.h"
#include "store/lists.h"
#include "store/people.h"
#include "store/post.h"
#include "store/puzzles.h"
#include "store/results.h"
#include "store/tables.h"
#include "store/tournaments.h"

enum { STORE_STATEMENTS = 512 };

/// A statement that has been used once.
struct statement {
    const char *sql; /* its address is the key */
    struct query *query;
};

struct change;

struct store {
    struct db *db;
    struct statement statement[STORE_STATEMENTS]; /* a hash table of those in use */
    int statement_count;
    bool changing;  /* a transaction is open */
    bool broken;    /* a change failed half-way: nothing more is taken until it is rolled back */
    bool behind;    /* the database has given up the changes below: the next commit makes them again */
    bool busy;      /* another server had what was asked for: store_was_busy */
    bool displaced; /* committed, but the file was not in its place afterwards */
    bool scrub_due; /* something deleted may still stand in the log of changes */
    struct change *changes, **changes_last; /* since the last commit */
    const struct value *bound;              /* what store_bind has just bound, and to which statement */
    int bound_count;
    const struct query *bound_to;
    bool all_bound; /* else there was no memory for a value */
};

/// A query with its values: BIND(store, "SELECT … WHERE id = ?", T(id)). NULL: it cannot be prepared; whoever runs it says so. The SQL has
/// to be a constant.
#define BIND(store, sql, ...)                                                                                          \
    store_bind((store), sql, (const struct value[]){__VA_ARGS__},                                                      \
               sizeof((const struct value[]){__VA_ARGS__}) / sizeof(struct value))
#define QUERY(store, sql) store_bind((store), sql, NULL, 0)
/// The same for one that changes something.
#define CHANGE(store, error, sql, ...) store_change((store), BIND(store, sql, __VA_ARGS__), (error))

/// A constant as text, within SQL.
#define TEXT_OF_(number) #number
#define TEXT_OF(number)  TEXT_OF_(number)

struct query *store_bind(struct store *store, const char *sql, const struct value *values, int count);
/// Runs a statement that changes something, within the open transaction. It and what was bound to it are remembered until the
/// commit, which may have to make the change again.
int store_change(struct store *store, struct query *statement, struct flip_error *error);
/// The same for who asks how many rows were changed, or for the number that a new row has got (RETURNING).
int store_change_counted(struct store *store, struct query *query, struct flip_error *error);
int64_t store_change_numbered(struct store *store, struct query *query, struct flip_error *error);
/// The same for one that other servers make impossible: 1: it has changed a row, 0: it has not. If it has to be made again and changes
/// nothing then, all changes with it are given up.
int store_change_claimed(struct store *store, struct query *query, struct flip_error *error);
/// The number of this server among several; 0: nobody shares the store.
static inline int store_number(const struct store *store)
{
    return store->db->kind->process ? store->db->kind->process(store->db) : 0;
}
/// The number of this server as a text, or "" where nobody shares the store: whose work a note is about.
void store_name_process(const struct store *store, char out[24]);
/// A column as text, never NULL.
const char *store_column(const struct query *row, int i);
/// The digits in a column of bytes as a number.
int64_t store_number_in(const struct query *row, int i);
/// The first column of the first row as a copy: 1, or 0 if there is none.
int store_get_text(struct store *store, struct query *query, char **out, struct flip_error *error);
/// The first column of the first row as a number; 0 if there is none, -1 if the store failed.
int64_t store_get_number(struct store *store, struct query *query, struct flip_error *error);
/// Is there a row? 1, 0, or -1: the store failed.
int store_exists(struct store *store, struct query *query, struct flip_error *error);

/// Ends a query for one row, which said this: 1: there was one, 0: there was none, -1: the store failed.
int store_found(struct store *store, struct query *query, enum db_result result, struct flip_error *error);

/// The rows of a query, one after the other; a walk may break off before the last.
struct rows {
    struct query *query;
    int count;
    enum db_result result;
};

bool store_next(struct rows *rows);
/// How many rows were seen; -1 if a row could not be had.
int store_end(struct store *store, struct rows *rows, struct flip_error *error);
/// The same for a list: its rows with the names of their columns.
int store_visit_rows(struct store *store, struct query *query, store_row_visit *visit, void *context,
                     struct flip_error *error);

/// The columns that store_read_person reads, from the first on.
#define STORE_PERSON_COLUMNS                                                                                           \
    "id, name, folded, created, seen, claimed, sessions, banned, looks, owner, presence, challenges, requests"
enum { STORE_PERSON_COLUMN_COUNT = 13 };
void store_read_person(const struct query *row, struct store_person *out);
int store_failed(const struct store *store, struct flip_error *error);
