/*
 * A whole site from one store into another, whichever databases they are in: every table of the schema, row by row, in one transaction
 * and from one moment of the source; then both are read again side by side and compared value by value. Which tables there are, and
 * their keys, is read from the steps of the schema, so none can be forgotten.
 */
#include "store/db.h"
#include "store/parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { NAME = 32, KEY = 80, TABLES = 64, COLUMNS = 24, KEY_COLUMNS = 4, SQL = 1200, AT_A_TIME = 500 };

struct table {
    char name[NAME], key[KEY];
    int key_columns;
    char columns[600];
    int column_count;
    char page[2 * SQL]; /* selects the rows after a key */
};

/* --- the tables of the schema -------------------------------------------------------------------------------------------- */

/* The key: PRIMARY KEY(a, b) at the end, or the one column that says so. */
static void read_key(const char *statement, const char *end, char key[KEY])
{
    static const char word[] = "PRIMARY KEY";
    const char *at = strstr(statement, word);
    key[0] = '\0';
    if (!at || at > end)
        return;
    if (at[sizeof word - 1] == '(') {
        const char *from = at + sizeof word;
        snprintf(key, KEY, "%.*s", (int)strcspn(from, ")"), from);
        return;
    }
    while (at > statement && at[-1] != '(' && at[-1] != ',')
        at--;
    at += strspn(at, " ");
    snprintf(key, KEY, "%.*s", (int)strcspn(at, " "), at);
}

static struct table *table_named(struct table *tables, int *count, const char *name, size_t length)
{
    for (int i = 0; i < *count; i++)
        if (strlen(tables[i].name) == length && strncmp(tables[i].name, name, length) == 0)
            return &tables[i];
    struct table *table = &tables[(*count)++];
    snprintf(table->name, NAME, "%.*s", (int)length, name);
    return table;
}

static int read_schema(struct table tables[TABLES])
{
    static const char word[] = "CREATE TABLE ";
    int count = 0;
    for (int i = 0; i < store_schema_version; i++)
        for (const char *at = store_schema[i]; count < TABLES && (at = strstr(at, word));) {
            at += sizeof word - 1;
            const char *end = at + strcspn(at, ";");
            struct table *table = table_named(tables, &count, at, strcspn(at, "("));
            read_key(at, end, table->key);
            table->key_columns = 1;
            for (const char *comma = table->key; (comma = strchr(comma, ',')); comma++)
                table->key_columns++;
        }
    return count;
}

/* --- rows ---------------------------------------------------------------------------------------------------------------- */

/* Values of `meta` are bytes; SQLite lets them be anything. */
static bool holds_bytes(const struct table *table, int column)
{
    return column == 1 && strcmp(table->name, "meta") == 0;
}

static struct value value_at(const struct table *table, const struct query *row, int column)
{
    const struct db_kind *kind = row->db->kind;
    if (holds_bytes(table, column)) {
        size_t count;
        const void *bytes = kind->bytes(row, column, &count);
        return B(bytes ? bytes : "", (int64_t)count);
    }
    switch (kind->type(row, column)) {
    case DB_INTEGER:
        return I(kind->integer(row, column));
    case DB_REAL:
        return R(kind->real(row, column));
    case DB_NULL:
        return T(NULL);
    default:
        return T(kind->text(row, column));
    }
}

static int failed(const struct db *db, const struct table *table, struct flip_error *error)
{
    return flip_fail(error, FLIP_ERROR_STORE, "The table %s could not be copied: %.300s.", table->name,
                     db->kind->message(db));
}

/* ?1,?2,… */
static void write_marks(int count, char out[SQL])
{
    size_t length = 0;
    out[0] = '\0';
    for (int i = 0; i < count && length < SQL; i++)
        length += (size_t)snprintf(out + length, SQL - length, "%s?%d", i ? "," : "", i + 1);
}

/* Names of the columns, in the order of the source, the key in front. */
static int read_columns(struct db *db, struct table *table, struct flip_error *error)
{
    char sql[2 * SQL + 700], marks[SQL];
    snprintf(sql, sizeof sql, "SELECT * FROM %s LIMIT 1", table->name);
    struct query *query = db_prepare(db, sql);
    const enum db_result result = query ? db_step(query) : DB_FAILED;
    size_t length = 0;
    table->column_count = result == DB_ROW ? db->kind->columns(query) : 0;
    for (int i = 0; i < table->column_count; i++)
        length += (size_t)snprintf(table->columns + length, sizeof table->columns - length, "%s%s", i ? ", " : "",
                                   db->kind->name(query, i));
    db_finalize(query);
    if (result == DB_FAILED)
        return failed(db, table, error);
    if (length >= sizeof table->columns || table->column_count > COLUMNS || table->key_columns > KEY_COLUMNS)
        return flip_fail(error, FLIP_ERROR_STORE, "The table %s has too many columns.", table->name);
    write_marks(table->key_columns, marks);
    snprintf(table->page, sizeof table->page, "SELECT %s, %s FROM %s WHERE (%s) > (%s) ORDER BY %s LIMIT %d",
             table->columns, table->key, table->name, table->key, marks, table->key, AT_A_TIME);
    return 0;
}

/* The rows of a table in the order of its key, some at a time. The key of the last row lies behind the other columns. */
struct walk {
    struct db *db;
    const struct table *table;
    struct query *query;
    int rows; /* of this page; -1: none has been read */
    struct value after[KEY_COLUMNS];
    char *text[KEY_COLUMNS];
};

static void end_walk(struct walk *walk)
{
    db_finalize(walk->query);
    for (int i = 0; i < KEY_COLUMNS; i++)
        free(walk->text[i]);
    *walk = (struct walk){0};
}

static bool keep_key(struct walk *walk)
{
    for (int i = 0; i < walk->table->key_columns; i++) {
        walk->after[i] = value_at(walk->table, walk->query, walk->table->column_count + i);
        if (walk->after[i].kind != TEXT)
            continue;
        free(walk->text[i]);
        walk->text[i] = walk->after[i].text ? strdup(walk->after[i].text) : NULL;
        if (!walk->text[i])
            return false;
        walk->after[i].text = walk->text[i];
    }
    return true;
}

static void start_walk(struct walk *walk, struct db *db, const struct table *table)
{
    *walk = (struct walk){.db = db, .table = table, .rows = -1};
}

/* Nothing comes before it. */
static int first_page(struct walk *walk)
{
    static const char without[] = " WHERE (";
    char sql[2 * SQL];
    const char *where = strstr(walk->table->page, without), *order = strstr(walk->table->page, " ORDER BY ");
    snprintf(sql, sizeof sql, "%.*s%s", (int)(where - walk->table->page), walk->table->page, order);
    walk->query = db_prepare(walk->db, sql);
    walk->rows = 0;
    return walk->query ? 0 : -1;
}

static int next_page(struct walk *walk)
{
    if (walk->rows < 0)
        return first_page(walk);
    db_finalize(walk->query);
    walk->query = db_prepare(walk->db, walk->table->page);
    walk->rows = 0;
    return walk->query && walk->db->kind->bind(walk->query, walk->after, walk->table->key_columns) ? 0 : -1;
}

static enum db_result next_row(struct walk *walk)
{
    if (walk->rows < 0 && next_page(walk) < 0)
        return DB_FAILED;
    enum db_result result = db_step(walk->query);
    if (result == DB_DONE && walk->rows == AT_A_TIME)
        result = next_page(walk) < 0 ? DB_FAILED : db_step(walk->query);
    walk->rows += result == DB_ROW;
    return result == DB_ROW && !keep_key(walk) ? DB_FAILED : result;
}

/* --- copying ------------------------------------------------------------------------------------------------------------- */

static int put_row(const struct table *table, const struct query *row, struct query *insert, struct flip_error *error)
{
    struct value values[COLUMNS];
    for (int i = 0; i < table->column_count; i++)
        values[i] = value_at(table, row, i);
    db_reset(insert);
    if (!insert->db->kind->bind(insert, values, table->column_count) || db_step(insert) != DB_DONE)
        return failed(insert->db, table, error);
    return 0;
}

static int copy_table(struct db *from, struct db *to, const struct table *table, struct flip_error *error)
{
    char sql[2 * SQL + 700], marks[SQL];
    write_marks(table->column_count, marks);
    snprintf(sql, sizeof sql, "INSERT INTO %s(%s) VALUES(%s)", table->name, table->columns, marks);
    struct query *insert = db_prepare(to, sql);
    struct walk walk;
    enum db_result result = insert ? DB_ROW : DB_FAILED;
    int status = insert ? 0 : failed(to, table, error);
    start_walk(&walk, from, table);
    while (status == 0 && (result = next_row(&walk)) == DB_ROW)
        status = put_row(table, walk.query, insert, error);
    if (status == 0 && result == DB_FAILED)
        status = failed(from, table, error);
    end_walk(&walk);
    db_finalize(insert);
    return status;
}

/* --- comparing ----------------------------------------------------------------------------------------------------------- */

static bool same_value(const struct value *a, const struct value *b)
{
    if (a->kind != b->kind)
        return false;
    if (a->kind == INTEGER)
        return a->integer == b->integer;
    if (a->kind == REAL)
        return memcmp(&a->real, &b->real, sizeof a->real) == 0;
    if (a->kind == BLOB)
        return a->integer == b->integer && memcmp(a->text, b->text, (size_t)a->integer) == 0;
    return a->text && b->text ? strcmp(a->text, b->text) == 0 : !a->text && !b->text;
}

static bool same_row(const struct table *table, const struct query *a, const struct query *b)
{
    for (int i = 0; i < table->column_count; i++) {
        const struct value in_a = value_at(table, a, i), in_b = value_at(table, b, i);
        if (!same_value(&in_a, &in_b))
            return false;
    }
    return true;
}

static int compare_table(struct db *from, struct db *to, const struct table *table, int64_t *rows,
                         struct flip_error *error)
{
    struct walk a, b;
    int status = 0;
    start_walk(&a, from, table);
    start_walk(&b, to, table);
    for (enum db_result in_a = DB_ROW; status == 0 && in_a == DB_ROW;) {
        in_a = next_row(&a);
        const enum db_result in_b = next_row(&b);
        if (in_a == DB_FAILED || in_b == DB_FAILED)
            status = failed(in_a == DB_FAILED ? from : to, table, error);
        else if (in_a != in_b || (in_a == DB_ROW && !same_row(table, a.query, b.query)))
            status =
                flip_fail(error, FLIP_ERROR_STORE, "A row of the table %s is not the same in the copy.", table->name);
        *rows += in_a == DB_ROW;
    }
    end_walk(&a);
    end_walk(&b);
    return status;
}

/* --- the whole ----------------------------------------------------------------------------------------------------------- */

static int expect_empty(struct store *to, struct flip_error *error)
{
    static const char *const sql[] = {"SELECT 1 FROM person LIMIT 1", "SELECT 1 FROM game_table LIMIT 1"};
    for (size_t i = 0; i < sizeof sql / sizeof *sql; i++) {
        struct query *query = db_prepare(to->db, sql[i]);
        const enum db_result result = query ? db_step(query) : DB_FAILED;
        db_finalize(query);
        if (result == DB_FAILED)
            return store_failed(to, error);
        if (result == DB_ROW)
            return flip_fail(error, FLIP_ERROR_REFUSED, "There is a site already: a copy needs an empty place.");
    }
    return 0;
}

/* What a new store has made for itself gives way to the source's. */
static int clear_meta(struct store *to, struct flip_error *error)
{
    struct query *query = db_prepare(to->db, "DELETE FROM meta");
    const int status = query && db_step(query) == DB_DONE ? 0 : store_failed(to, error);
    db_finalize(query);
    return status;
}

static int transfer(struct store *from, struct store *to, struct store_transfer *report, struct flip_error *error)
{
    struct table *tables = calloc(TABLES, sizeof *tables);
    const int count = tables ? read_schema(tables) : 0;
    int status = tables ? 0 : flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory for a copy.");
    if (status == 0 && from->db->kind->run(from->db, from->db->kind->snapshot) < 0)
        status = store_failed(from, error);
    if (status == 0 && to->db->kind->begin(to->db) < 0)
        status = store_failed(to, error);
    if (status == 0)
        status = clear_meta(to, error);
    for (int i = 0; status == 0 && i < count; i++)
        if ((status = read_columns(from->db, &tables[i], error)) == 0 && tables[i].column_count > 0)
            status = copy_table(from->db, to->db, &tables[i], error);
    if (status == 0 && to->db->kind->commit(to->db, true) < 0)
        status = store_failed(to, error);
    to->db->kind->roll_back(to->db);
    for (int i = 0; status == 0 && i < count; i++)
        if (tables[i].column_count > 0)
            status = compare_table(from->db, to->db, &tables[i], &report->rows, error);
    report->tables = count;
    from->db->kind->roll_back(from->db);
    free(tables);
    return status;
}

static int transfer_into(struct store *from, const char *to, struct store_transfer *report, struct flip_error *error)
{
    struct store *target = store_open(to, error);
    int status = target ? expect_empty(target, error) : -1;
    if (status == 0)
        status = transfer(from, target, report, error);
    store_close(target);
    return status;
}

int store_transfer(const char *from, const char *to, struct store_transfer *report, struct flip_error *error)
{
    *report = (struct store_transfer){0};
    struct store *source = store_open_to_read(from, error);
    const int status = source ? transfer_into(source, to, report, error) : -1;
    store_close(source);
    return status;
}

/* What stands for a copy of a database that is no file: a site in a new file. */
static int copy_into_file(struct store *store, const char *path, struct flip_error *error)
{
    char lock[4096];
    struct store_transfer report = {0};
    if (access(path, F_OK) == 0)
        return flip_fail(error, FLIP_ERROR_FILE, "%.300s is there already.", path);
    const int status = transfer_into(store, path, &report, error);
    if (snprintf(lock, sizeof lock, "%s.lock", path) < (int)sizeof lock)
        remove(lock);
    if (status < 0)
        remove(path);
    return status;
}

/* --- copies of a whole site, and a site from a copy ------------------------------------------------------------ */

int store_copy(struct store *store, const char *path, struct flip_error *error)
{
    return store->db->kind->copy ? store->db->kind->copy(store->db, path, error) : copy_into_file(store, path, error);
}

int store_back_up(const char *path, const char *copy, struct flip_error *error)
{
    struct store *store = store_open_to_read(path, error);
    const int status = store ? store_copy(store, copy, error) : -1;
    store_close(store);
    return status;
}

int store_restore(const char *path, const char *copy, struct flip_error *error)
{
    struct store_transfer report;
    if (!store_is_url(path))
        return sqlite_restore(path, copy, error);
    if (access(copy, R_OK) != 0)
        return flip_fail(error, FLIP_ERROR_FILE, "There is no copy %.300s that could be read.", copy);
    return postgres_set_aside(path, error) < 0 ? -1 : store_transfer(copy, path, &report, error);
}
