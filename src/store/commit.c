/*
 * Changes and how they become durable. A transaction is opened by the first change (or before it, by store_begin) and closed by
 * store_commit; the server commits once for all that came in together.
 *
 * Every change is remembered until it is durable: the statement, and a copy of what was bound to it. When the database gives a
 * transaction up because the disk is full or failing, or the connection is lost, the next store_commit makes the same changes again
 * in the same order. Where only one program writes they meet what they met the first time and come to the same; where several do, each
 * change of a table stands behind a claim on it (cluster.c), which fails if somebody else was there. Whoever called them need not
 * know: what is in memory stays right, and is told when the commit has succeeded.
 */
#include "store/parts.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct change {
    struct change *next;
    const char *sql;
    bool claims; /* it has to change a row */
    int count;
    struct value values[]; /* their texts lie behind them */
};

/* --- remembering --------------------------------------------------------------------------------------------------------- */

static size_t size_of(const struct value *value)
{
    return !value->text          ? 0
           : value->kind == TEXT ? strlen(value->text) + 1
           : value->kind == BLOB ? (size_t)value->integer
                                 : 0;
}

static int remember(struct store *store, const struct query *query, struct flip_error *error)
{
    const int count = store->bound_to == query ? store->bound_count : 0;
    size_t size = sizeof(struct change) + (size_t)count * sizeof(struct value);
    for (int i = 0; i < count; i++)
        size += size_of(&store->bound[i]);
    struct change *change = malloc(size);
    if (!change)
        return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory for the change.");
    char *at = (char *)(change->values + count);
    change->next = NULL;
    change->claims = false;
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
    change->sql = query->sql;
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

static int no_memory(struct flip_error *error)
{
    return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory to save that.");
}

static int make_again(struct store *store, const struct change *change, struct flip_error *error)
{
    const struct db_kind *kind = store->db->kind;
    struct query *query = db_prepare(store->db, change->sql);
    if (!query)
        return store_failed(store, error);
    int result = !kind->bind(query, change->values, change->count)                         ? no_memory(error)
                 : (change->claims ? kind->step(query) : kind->change(query)) != DB_FAILED ? 0
                                                                                           : store_failed(store, error);
    if (result == 0 && change->claims && kind->changes(store->db) == 0) {
        store->broken = true;
        result = flip_fail(error, FLIP_ERROR_STORE, "Another server has changed the same table meanwhile.");
    }
    db_finalize(query);
    return result;
}

/* --- changing ------------------------------------------------------------------------------------------------------------ */

/* Statements are prepared when they are first needed and stay so; the text is a constant of the program, so that its address says which. */
static struct query *prepared(struct store *store, const char *sql)
{
    size_t at = ((uintptr_t)sql >> 3) % STORE_STATEMENTS;
    while (store->statement[at].sql && store->statement[at].sql != sql)
        at = (at + 1) % STORE_STATEMENTS;
    struct statement *statement = &store->statement[at];
    if (!statement->sql && (statement->query = store->db->kind->prepare(store->db, sql, true))) {
        assert(store->statement_count < STORE_STATEMENTS * 3 / 4);
        store->statement_count++;
        statement->sql = sql;
    }
    return statement->query;
}

struct query *store_bind(struct store *store, const char *sql, const struct value *values, int count)
{
    struct query *query = prepared(store, sql);
    if (query) {
        const int parameters = store->db->kind->parameters(query);
        db_reset(query);
        store->bound_count = count < parameters ? count : parameters;
        store->all_bound = store->db->kind->bind(query, values, store->bound_count);
        store->bound = values;
        store->bound_to = query;
    }
    return query;
}

/* The database's own transaction ends without anything; what is remembered stays. */
static void give_up(struct store *store)
{
    store->db->kind->roll_back(store->db);
    store->changing = false;
}

/* The transaction has ended by itself: what is changed now would be durable without what was changed before. */
static bool left_alone(const struct store *store)
{
    return store->changing && store->changes && !store->db->kind->open(store->db);
}

int store_begin(struct store *store, struct flip_error *error)
{
    store->broken |= left_alone(store);
    if (store->broken || store->behind || store->displaced)
        return flip_fail(error, FLIP_ERROR_STORE, "The store failed a moment ago: try again.");
    if (store->changing && store->db->kind->open(store->db))
        return 0;
    if (store->db->kind->begin(store->db) < 0)
        return store_failed(store, error);
    store->changing = true;
    return 0;
}

/* The query still stands at its row, if it returns one. */
static enum db_result run_change(struct store *store, struct query *query, bool wait, struct flip_error *error)
{
    if (store_begin(store, error) < 0)
        return DB_FAILED;
    const struct db_kind *kind = store->db->kind;
    enum db_result result = DB_FAILED;
    if (!query)
        store_failed(store, error);
    else if (store->bound_to == query && !store->all_bound)
        no_memory(error);
    else if ((result = wait ? kind->step(query) : kind->change(query)) == DB_FAILED)
        store_failed(store, error);
    else if (remember(store, query, error) < 0)
        result = DB_FAILED;
    store->bound_to = NULL;
    store->broken = result == DB_FAILED;
    return result;
}

int store_change(struct store *store, struct query *query, struct flip_error *error)
{
    const int result = run_change(store, query, false, error) == DB_FAILED ? -1 : 0;
    db_reset(query);
    return result;
}

int store_change_counted(struct store *store, struct query *query, struct flip_error *error)
{
    const int result = run_change(store, query, true, error) == DB_FAILED ? -1 : store->db->kind->changes(store->db);
    db_reset(query);
    return result;
}

int64_t store_change_numbered(struct store *store, struct query *query, struct flip_error *error)
{
    const enum db_result result = run_change(store, query, true, error);
    const int64_t number = result == DB_ROW ? db_int64(query, 0) : -1;
    db_reset(query);
    return number;
}

static void forget_last(struct store *store, struct change **last)
{
    free(*last);
    *last = NULL;
    store->changes_last = last;
}

int store_change_claimed(struct store *store, struct query *query, struct flip_error *error)
{
    struct change **place = store->changes_last;
    const int changed = store_change_counted(store, query, error);
    if (changed > 0)
        (*place)->claims = true;
    else if (changed == 0)
        forget_last(store, place);
    return changed < 0 ? -1 : changed > 0;
}

bool store_changed(const struct store *store) { return store->changes != NULL; }

bool store_begun(const struct store *store) { return store->changing; }

uint64_t store_writes(const struct store *store) { return store->db->kind->writes(store->db); }

bool store_broken(const struct store *store) { return store->broken; }

bool store_lost(const struct store *store) { return store->db->kind->lost(store->db); }

void store_roll_back(struct store *store)
{
    give_up(store);
    forget_changes(store);
    store->broken = store->behind = store->displaced = false;
}

/* --- making durable ------------------------------------------------------------------------------------------------------ */

static int make_all_again(struct store *store, struct flip_error *error)
{
    const int begun = store->db->kind->begin_again(store->db);
    if (begun != 0)
        return begun < 0 ? store_failed(store, error) : 0; /* it is durable already */
    store->changing = true;
    for (const struct change *change = store->changes; change; change = change->next)
        if (make_again(store, change, error) < 0)
            return -1;
    return 0;
}

static int commit(struct store *store, bool wait, struct flip_error *error)
{
    const struct db_kind *kind = store->db->kind;
    if (kind->in_place(store->db, error) < 0 || (store->behind && make_all_again(store, error) < 0))
        return -1;
    const int status = store->changing ? kind->commit(store->db, wait) : 0;
    return status < 0 ? store_failed(store, error) : status;
}

/* What the database has said of a commit. */
static int finish(struct store *store, int status, struct flip_error *error)
{
    if (status == 1)
        return 1;
    if (status < 0) {
        store->broken |= store->db->kind->final(store->db);
        give_up(store);
        store->behind = !store->broken;
        return -1;
    }
    store->changing = store->behind = false;
    store->displaced = store->db->kind->in_place(store->db, error) < 0;
    if (store->displaced)
        return -1;
    forget_changes(store);
    return 0;
}

static int commit_all(struct store *store, bool wait, struct flip_error *error)
{
    if (store->broken)
        return flip_fail(error, FLIP_ERROR_STORE, "A change failed before: the others with it are not made.");
    if (!store->changes) { /* begun, perhaps, and nothing changed */
        if (store->changing)
            give_up(store);
        return 0;
    }
    return finish(store, store->displaced ? 0 : commit(store, wait, error), error);
}

int store_commit(struct store *store, struct flip_error *error) { return commit_all(store, true, error); }

int store_commit_begin(struct store *store, struct flip_error *error) { return commit_all(store, false, error); }

int store_commit_go_on(struct store *store, struct flip_error *error)
{
    const int status = store->db->kind->go_on(store->db);
    if (status < 0)
        store_failed(store, error);
    return finish(store, status, error);
}

int store_socket(const struct store *store, bool *writing) { return store->db->kind->socket(store->db, writing); }

/* --- the log of changes ------------------------------------------------------------------------------------------------- */

bool store_scrub_due(const struct store *store) { return store->scrub_due; }

bool store_log_long(const struct store *store) { return store->db->kind->log_long(store->db); }

int store_empty_log(struct store *store, struct flip_error *error)
{
    if (store->changing || store->behind)
        return 0;
    const int done = store->db->kind->empty_log(store->db, store->scrub_due);
    if (done < 0)
        return store_failed(store, error);
    if (done == 0 || !store->scrub_due)
        return done;
    if (store_change(store, QUERY(store, "DELETE FROM meta WHERE key = 'scrub'"), error) < 0)
        return -1;
    store->scrub_due = false;
    return 1;
}

int store_probe(struct store *store, int64_t time, struct flip_error *error)
{
    char text[24];
    const int length = snprintf(text, sizeof text, "%lld", (long long)time);
    return CHANGE(store, error,
                  "INSERT INTO meta(key, value) VALUES(?, ?) ON CONFLICT(key) DO UPDATE SET value = excluded.value",
                  T("probe"), B(text, length));
}
