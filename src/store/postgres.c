/*
 * Statements, rows and transactions in PostgreSQL.
 *
 * A server's changes are sent without waiting for their answers, and its commit is under way until they have come; the loop goes on
 * meanwhile. What is read within a turn waits for its answer, and for those of the changes before it.
 *
 * Every transaction first replaces a token, and only if that is the token of the last one: in the table `site` for one program alone, in its
 * own row of `process` for one of several servers. So nothing is ever written by two connections of one program; and if the connection is
 * lost while a commit is under way, the token tells afterwards whether it was made durable.
 */
#include "store/postgres.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OID_BOOL = 16, OID_BYTEA = 17, OID_INT8 = 20, OID_INT2 = 21, OID_INT4 = 23, OID_TEXT = 25, OID_FLOAT4 = 700 };
enum { OID_FLOAT8 = 701, OID_NUMERIC = 1700, PATIENCE_MS = 2000, MAIN = 0, SIDE = 1 };

static struct postgres *of(struct db *db) { return (struct postgres *)db; }

static struct postgres_query *query_of(struct query *query) { return (struct postgres_query *)query; }

static const struct postgres_query *row_of(const struct query *row) { return (const struct postgres_query *)row; }

static const char *message(const struct db *db) { return ((const struct postgres *)db)->main.message; }

static void close_db(struct db *db)
{
    postgres_disconnect(&of(db)->main);
    postgres_disconnect(&of(db)->side);
    postgres_disconnect(&of(db)->listener);
    free(of(db)->url);
    free(db);
}

/* --- statements ---------------------------------------------------------------------------------------------------------- */

static struct query *prepare(struct db *db, const char *sql, bool lasting)
{
    struct postgres_query *query = calloc(1, sizeof *query);
    if (!query || !(query->sql = postgres_sql(sql, &query->parameters)) || query->parameters > POSTGRES_VALUES) {
        free(query);
        return NULL;
    }
    query->query = (struct query){.db = db, .sql = sql};
    if (lasting)
        snprintf(query->name, sizeof query->name, "q%p", (void *)query);
    return &query->query;
}

static void reset(struct query *which)
{
    struct postgres_query *query = query_of(which);
    PQclear(query->result);
    PQfreemem(query->bytes);
    query->result = NULL;
    query->bytes = NULL;
    query->row = -1;
}

static void finalize(struct query *query)
{
    reset(query);
    free(query_of(query)->sql);
    free(query);
}

static int parameters(const struct query *query) { return row_of(query)->parameters; }

static void bind_one(struct postgres_query *query, int i, const struct value *value)
{
    static const Oid types[] = {[TEXT] = OID_TEXT, [INTEGER] = OID_INT8, [REAL] = OID_FLOAT8, [BLOB] = OID_BYTEA};
    query->types[i] = value->kind == TEXT && !value->text ? 0 : types[value->kind];
    query->values[i] = value->kind == TEXT || value->kind == BLOB ? value->text : query->digits[i];
    query->lengths[i] = value->kind == BLOB ? (int)value->integer : 0;
    query->formats[i] = value->kind == BLOB;
    if (value->kind == INTEGER)
        snprintf(query->digits[i], POSTGRES_DIGITS, "%lld", (long long)value->integer);
    if (value->kind == REAL)
        snprintf(query->digits[i], POSTGRES_DIGITS, "%.17g", value->real);
}

/* The texts stay the caller's, who runs the statement next. */
static bool bind(struct query *which, const struct value *values, int count)
{
    struct postgres_query *query = query_of(which);
    query->count = count < query->parameters ? count : query->parameters;
    for (int i = 0; i < query->count; i++)
        bind_one(query, i, &values[i]);
    return true;
}

static bool reads(const struct query *query) { return strncmp(query->sql, "SELECT", 6) == 0; }

/* One alone has the site's token, one of several its own. */
static void write_token(const struct postgres *postgres, char *command, size_t size)
{
    if (postgres->number)
        snprintf(command, size, "UPDATE flipside.process SET token = '%s' WHERE number = %d AND token = '%s'",
                 postgres->next_token, postgres->number, postgres->token);
    else
        snprintf(command, size, "UPDATE flipside.site SET token = '%s' WHERE token = '%s'", postgres->next_token,
                 postgres->token);
}

/* With the first change of a transaction. */
static int begin_for_certain(struct postgres *postgres)
{
    char command[256];
    if (postgres->begun)
        return 0;
    snprintf(postgres->next_token, sizeof postgres->next_token, "%s %llu", postgres->secret,
             (unsigned long long)++postgres->commits);
    write_token(postgres, command, sizeof command);
    if (postgres_send(&postgres->main, "BEGIN") < 0)
        return -1;
    postgres->begun = true;
    if (postgres->mode == DB_BESIDE) /* a request is all that is written: the server has the token */
        return postgres_send(&postgres->main, "SELECT pg_advisory_xact_lock(7310591502)");
    if (postgres_send(&postgres->main, command) < 0)
        return -1;
    postgres->main.must_change = postgres->main.sent;
    return 0;
}

/* Readers come back by themselves. */
static int mend_to_read(struct postgres *postgres, struct postgres_connection *connection)
{
    if (postgres_connected(connection) || (connection == &postgres->main && (postgres->serving || postgres->begun)))
        return 0;
    return postgres_connect(connection) < 0
               ? -1
               : postgres_prepare_connection(postgres, connection, connection == &postgres->main);
}

static enum db_result run_over(struct postgres_query *query, struct postgres_connection *connection, bool side)
{
    struct postgres *postgres = of(query->query.db);
    if (reads(&query->query) ? mend_to_read(postgres, connection) < 0 : begin_for_certain(postgres) < 0)
        return DB_FAILED;
    if (postgres_send_query(connection, side ? SIDE : MAIN, query) < 0 || postgres_sync(connection) < 0 ||
        postgres_take(connection, true) < 0) {
        if (side || !postgres->wanted)
            postgres_roll_back(connection); /* a failure alone, not one of a transaction */
        if (side)
            memcpy(postgres->main.message, connection->message, sizeof connection->message);
        return DB_FAILED;
    }
    query->result = connection->last;
    connection->last = NULL;
    query->row = -1;
    postgres->changed = atoi(PQcmdTuples(query->result));
    return DB_DONE;
}

/* That the connection beside has gone is seen only when it is used, and nothing depends on which one is used. */
static enum db_result run(struct postgres_query *query)
{
    struct postgres *postgres = of(query->query.db);
    if (!postgres->committing)
        return run_over(query, &postgres->main, false);
    const enum db_result result = run_over(query, &postgres->side, true);
    return result == DB_FAILED && !postgres_connected(&postgres->side) ? run_over(query, &postgres->side, true)
                                                                       : result;
}

static enum db_result step(struct query *which)
{
    struct postgres_query *query = query_of(which);
    struct postgres *postgres = of(which->db);
    if (!query->result) {
        if (run(query) == DB_FAILED)
            return DB_FAILED;
        postgres->writes += !reads(which);
    }
    PQfreemem(query->bytes);
    query->bytes = NULL;
    return ++query->row < PQntuples(query->result) ? DB_ROW : DB_DONE;
}

/* If the connection is lost, the commit says so, and makes everything again. */
static enum db_result change(struct query *which)
{
    struct postgres *postgres = of(which->db);
    if (!postgres->serving)
        return step(which);
    postgres->writes++;
    if (begin_for_certain(postgres) < 0 || postgres_send_query(&postgres->main, MAIN, query_of(which)) < 0)
        return postgres->main.failure == FAILURE_PASSING ? DB_DONE : DB_FAILED;
    return DB_DONE;
}

static int changes(const struct db *db) { return ((const struct postgres *)db)->changed; }

static uint64_t writes(const struct db *db) { return ((const struct postgres *)db)->writes; }

static int run_commands(struct db *db, const char *commands) { return postgres_run(&of(db)->main, commands); }

/* --- rows ---------------------------------------------------------------------------------------------------------------- */

static int columns(const struct query *row) { return PQnfields(row_of(row)->result); }

static const char *name(const struct query *row, int column) { return PQfname(row_of(row)->result, column); }

static enum db_type type(const struct query *row, int column)
{
    const PGresult *result = row_of(row)->result;
    if (PQgetisnull(result, row_of(row)->row, column))
        return DB_NULL;
    switch (PQftype(result, column)) {
    case OID_BOOL:
    case OID_INT2:
    case OID_INT4:
    case OID_INT8:
        return DB_INTEGER;
    case OID_FLOAT4:
    case OID_FLOAT8:
    case OID_NUMERIC:
        return DB_REAL;
    default:
        return DB_TEXT;
    }
}

static const char *text(const struct query *row, int column)
{
    const struct postgres_query *query = row_of(row);
    return PQgetisnull(query->result, query->row, column) ? NULL : PQgetvalue(query->result, query->row, column);
}

static int64_t integer(const struct query *row, int column)
{
    const char *digits = PQgetvalue(row_of(row)->result, row_of(row)->row, column);
    return *digits == 't' ? 1 : strtoll(digits, NULL, 10);
}

static double real(const struct query *row, int column)
{
    return strtod(PQgetvalue(row_of(row)->result, row_of(row)->row, column), NULL);
}

static const void *bytes(const struct query *row, int column, size_t *count)
{
    struct postgres_query *query = query_of((struct query *)row);
    const char *written = text(row, column);
    *count = 0;
    PQfreemem(query->bytes);
    query->bytes = written ? PQunescapeBytea((const unsigned char *)written, count) : NULL;
    return query->bytes;
}

/* --- transactions -------------------------------------------------------------------------------------------------------- */

static int reconnect(struct postgres *postgres)
{
    if (postgres_connected(&postgres->main))
        return 0;
    const int status = postgres->serving ? postgres_reconnect(&postgres->main) : postgres_connect(&postgres->main);
    if (status != 0)
        return -1;
    if (postgres_prepare_connection(postgres, &postgres->main, true) == 0)
        return 0;
    postgres_disconnect(&postgres->main);
    return -1;
}

/* What was cut while it waited for a standby is seen though no standby has it. A commit after it waits for both. */
static int wait_for_standby(struct postgres *postgres)
{
    char command[100] = "UPDATE flipside.site SET token = token";
    if (postgres->number)
        snprintf(command, sizeof command, "UPDATE flipside.process SET token = token WHERE number = %d",
                 postgres->number);
    return postgres_run(&postgres->main, command);
}

/* 1: the transaction of which nobody knew is durable. */
static int begin_after(struct postgres *postgres)
{
    char found[POSTGRES_TOKEN];
    if (postgres->serving && !postgres->wanted)
        postgres_look(&postgres->main);
    if (postgres->committing || reconnect(postgres) < 0)
        return -1;
    postgres->wanted = true;
    if (!postgres->unsure)
        return 0;
    if (postgres_read_settled_token(postgres, found) < 0) {
        postgres_roll_back(&postgres->main);
        return -1;
    }
    const bool durable = strcmp(found, postgres->next_token) == 0;
    if (!durable && strcmp(found, postgres->token) != 0) {
        snprintf(postgres->main.message, sizeof postgres->main.message, "another server has written to this database");
        return -1;
    }
    if (durable && wait_for_standby(postgres) < 0) {
        postgres_roll_back(&postgres->main);
        return -1;
    }
    memcpy(postgres->token, found, sizeof found);
    postgres->unsure = false;
    return durable;
}

static int begin(struct db *db) { return begin_after(of(db)) < 0 ? -1 : 0; }

static int begin_again(struct db *db) { return begin_after(of(db)); }

/* Whatever fails within it fails all that follows, up to the commit. */
static bool is_open(const struct db *db)
{
    (void)db;
    return true;
}

static void roll_back(struct db *db)
{
    postgres_roll_back(&of(db)->main);
    of(db)->begun = of(db)->wanted = of(db)->committing = false;
}

static int finish(struct postgres *postgres, int status)
{
    postgres->committing = postgres->begun = postgres->wanted = false;
    postgres->main.must_change = 0;
    if (status == 0 && (!postgres->main.last || strcmp(PQcmdStatus(postgres->main.last), "COMMIT") != 0))
        status = -1;
    if (status == 0)
        memcpy(postgres->token, postgres->next_token, sizeof postgres->token);
    if (status == 0 || postgres_connected(&postgres->main)) /* else nobody has said how it ended */
        postgres->unsure = false;
    return status;
}

static int commit(struct db *db, bool wait)
{
    struct postgres *postgres = of(db);
    struct postgres_connection *connection = &postgres->main;
    if (!postgres->begun && connection->failure == FAILURE_NONE) {
        postgres->wanted = false;
        return 0;
    }
    if (connection->failure != FAILURE_NONE || postgres_send(connection, "COMMIT") < 0)
        return -1;
    postgres->unsure = postgres->mode == DB_ALONE || postgres->mode == DB_SHARED;
    if (postgres_sync(connection) < 0)
        return finish(postgres, -1);
    postgres->committing = !wait;
    return wait ? finish(postgres, postgres_take(connection, true)) : 1;
}

static int go_on(struct db *db)
{
    const int status = postgres_connected(&of(db)->main) ? postgres_take(&of(db)->main, false) : -1;
    return status == 1 ? 1 : finish(of(db), status);
}

static bool final(const struct db *db) { return ((const struct postgres *)db)->main.failure == FAILURE_LASTING; }

static bool lost(const struct db *db) { return !postgres_connected(&((const struct postgres *)db)->main); }

static int socket_of(const struct db *db, bool *writing)
{
    const struct postgres *postgres = (const struct postgres *)db;
    *writing = false;
    if (!postgres->committing || !postgres_connected(&postgres->main))
        return -1;
    *writing = PQflush(postgres->main.conn) == 1;
    return PQsocket(postgres->main.conn);
}

static int in_place(const struct db *db, struct flip_error *error)
{
    (void)db;
    (void)error;
    return 0;
}

/* --- the whole ----------------------------------------------------------------------------------------------------------- */

static int before_upgrade(struct db *db, int version, struct flip_error *error)
{
    (void)db;
    (void)version;
    (void)error;
    return 0; /* all steps are one transaction; docs/server.md says how copies are made */
}

static int after_upgrade(struct db *db, struct flip_error *error)
{
    struct postgres *postgres = of(db);
    return postgres_join(postgres) < 0 || postgres_read_token(postgres, postgres->token) < 0
               ? postgres_failed(postgres, error)
               : 0;
}

static int serve(struct db *db, struct flip_error *error)
{
    struct postgres *postgres = of(db);
    if (postgres_connect(&postgres->side) < 0 || postgres_prepare_connection(postgres, &postgres->side, false) < 0)
        return flip_fail(error, FLIP_ERROR_STORE, "The store failed: %s.", postgres->side.message);
    if (postgres_release_schema(postgres) < 0)
        return postgres_failed(postgres, error);
    postgres->main.patience_ms = postgres->side.patience_ms = postgres->listener.patience_ms = PATIENCE_MS;
    postgres->serving = true;
    return postgres_limit_waits(postgres, &postgres->main) < 0 ? postgres_failed(postgres, error) : 0;
}

/* Administrators' requests are rare, so every call reports a change and they are looked for each time. */
static int64_t data_version(struct db *db) { return ++of(db)->looked; }

static bool log_long(const struct db *db)
{
    (void)db;
    return false;
}

static int empty_log(struct db *db, bool wholly)
{
    (void)db;
    (void)wholly;
    return 1;
}

const struct db_kind postgres_kind = {
    .close = close_db,
    .message = message,
    .prepare = prepare,
    .finalize = finalize,
    .parameters = parameters,
    .bind = bind,
    .step = step,
    .change = change,
    .reset = reset,
    .changes = changes,
    .writes = writes,
    .run = run_commands,
    .columns = columns,
    .name = name,
    .type = type,
    .integer = integer,
    .real = real,
    .text = text,
    .bytes = bytes,
    .begin = begin,
    .begin_again = begin_again,
    .commit = commit,
    .go_on = go_on,
    .final = final,
    .lost = lost,
    .socket = socket_of,
    .roll_back = roll_back,
    .open = is_open,
    .in_place = in_place,
    .version = postgres_version,
    .oldest = postgres_oldest,
    .may_upgrade = postgres_may_upgrade,
    .upgrade = postgres_upgrade,
    .set_version = postgres_set_version,
    .before_upgrade = before_upgrade,
    .after_upgrade = after_upgrade,
    .serve = serve,
    .check = postgres_check,
    .snapshot = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
    .data_version = data_version,
    .log_long = log_long,
    .empty_log = empty_log,
    .process = postgres_process,
    .first = postgres_first,
    .notice_socket = postgres_notice_socket,
    .take_notices = postgres_take_notices,
};
