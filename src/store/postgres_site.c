/*
 * A site in a PostgreSQL database: it has a schema of its own, `flipside`, whose table `site` holds the version and the token of the last
 * transaction. One server at a time, by an advisory lock that ends with its connection. A commit is answered when it is durable: this is
 * looked at, and set right where the connection may.
 */
#include "store/postgres.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { LOCK_ATTEMPTS = 20, LOCK_PAUSE_MS = 50 };

int postgres_failed(const struct postgres *postgres, struct flip_error *error)
{
    return flip_fail(error, FLIP_ERROR_STORE, "The store failed: %.400s.", postgres->line.message);
}

static int complain(struct line *line, const char *message)
{
    snprintf(line->message, sizeof line->message, "%s", message);
    return -1;
}

/* --- a new connection ---------------------------------------------------------------------------------------------------- */

/* off would answer before anything is durable; local, remote_write, on and remote_apply are the administrator's choice. */
static int make_durable(struct line *line)
{
    PGresult *settings = line_ask(line, "SELECT current_setting('synchronous_commit'), current_setting('fsync')");
    if (!settings)
        return -1;
    const bool late = strcmp(PQgetvalue(settings, 0, 0), "off") == 0;
    const bool never = strcmp(PQgetvalue(settings, 0, 1), "off") == 0;
    PQclear(settings);
    if (never)
        return complain(line, "the database runs with fsync=off, so it could lose what it has answered");
    return late ? line_run(line, "SET synchronous_commit = on") : 0;
}

/* The connection from before may still be there, on a machine that has not heard of its end. It is our own. */
static int end_predecessor(struct postgres *postgres, struct line *line)
{
    char command[160];
    if (!postgres->backend)
        return 0;
    snprintf(command, sizeof command,
             "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid = %d AND pid <> pg_backend_pid()"
             " AND application_name = '%s'",
             postgres->backend, postgres->secret);
    return line_run(line, command);
}

/* PostgreSQL may need a moment to see that a server was killed. */
static int take_lock(struct postgres *postgres, struct line *line)
{
    for (int attempt = 0; attempt < (postgres->serving ? 1 : LOCK_ATTEMPTS); attempt++) {
        if (attempt > 0)
            nanosleep(&(struct timespec){.tv_nsec = LOCK_PAUSE_MS * 1000000L}, NULL);
        PGresult *locked = line_ask(line, "SELECT pg_try_advisory_lock(7310591501)");
        if (!locked)
            return -1;
        postgres->taken = strcmp(PQgetvalue(locked, 0, 0), "t") != 0;
        PQclear(locked);
        if (!postgres->taken)
            return 0;
    }
    return 0;
}

static int lock(struct postgres *postgres, struct line *line)
{
    char command[80];
    snprintf(command, sizeof command, "SET application_name = '%s'", postgres->secret);
    if (end_predecessor(postgres, line) < 0 || line_run(line, command) < 0 || take_lock(postgres, line) < 0)
        return -1;
    postgres->backend = PQbackendPID(line->conn);
    return postgres->taken ? complain(line, "another server uses this database") : 0;
}

int postgres_prepare_line(struct postgres *postgres, struct line *line, bool main)
{
    if (line_run(line, "SET search_path TO flipside") < 0 || line_run(line, "SET client_min_messages = warning") < 0 ||
        line_run(line, "SET lock_timeout = '5s'") < 0)
        return -1;
    if (!main || postgres->mode == DB_READ)
        return line_run(line, "SET default_transaction_read_only = on");
    return make_durable(line) < 0 || (postgres->mode == DB_ALONE && lock(postgres, line) < 0) ? -1 : 0;
}

/* --- versions ------------------------------------------------------------------------------------------------------------ */

int postgres_version(struct db *db, struct flip_error *error)
{
    struct postgres *postgres = (struct postgres *)db;
    PGresult *there = line_ask(&postgres->line, "SELECT to_regclass('flipside.site')");
    if (!there)
        return postgres_failed(postgres, error);
    const bool empty = PQgetisnull(there, 0, 0) != 0;
    PQclear(there);
    if (empty && postgres->mode != DB_ALONE)
        return flip_fail(error, FLIP_ERROR_STORE, "There is no Flipside in this database.");
    if (empty)
        return 0;
    PGresult *row = line_ask(&postgres->line, "SELECT version FROM flipside.site");
    if (!row)
        return postgres_failed(postgres, error);
    const int version = PQntuples(row) == 1 ? atoi(PQgetvalue(row, 0, 0)) : 0;
    PQclear(row);
    return version;
}

/* The steps have no text with a semicolon in it. */
int postgres_upgrade(struct db *db, const char *step)
{
    struct postgres *postgres = (struct postgres *)db;
    int parameters;
    char *sql = postgres_sql(step, &parameters), *rest = sql;
    int status = sql && (postgres->begun || line_run(&postgres->line, "BEGIN") == 0) ? 0 : -1;
    postgres->begun = status == 0;
    for (char *statement; status == 0 && (statement = strtok_r(rest, ";", &rest));)
        status = line_run(&postgres->line, statement);
    free(sql);
    return status;
}

int postgres_set_version(struct db *db, int from, int to)
{
    struct postgres *postgres = (struct postgres *)db;
    char command[120];
    if (from == 0 && line_run(&postgres->line, "CREATE TABLE site(version bigint NOT NULL, token text NOT NULL)") < 0)
        return -1;
    snprintf(command, sizeof command,
             from == 0 ? "INSERT INTO site(version, token) VALUES(%d, 'new')" : "UPDATE site SET version = %d", to);
    return line_run(&postgres->line, command);
}

static int read_token(struct postgres *postgres, const char *query, char token[POSTGRES_TOKEN])
{
    PGresult *row = line_ask(&postgres->line, query);
    if (!row)
        return -1;
    snprintf(token, POSTGRES_TOKEN, "%s", PQntuples(row) == 1 ? PQgetvalue(row, 0, 0) : "");
    PQclear(row);
    return 0;
}

int postgres_read_token(struct postgres *postgres, char token[POSTGRES_TOKEN])
{
    return read_token(postgres, "SELECT token FROM flipside.site", token);
}

/* A connection that was cut may still be at work on the other side. */
int postgres_read_settled_token(struct postgres *postgres, char token[POSTGRES_TOKEN])
{
    return read_token(postgres, "SELECT token FROM flipside.site FOR UPDATE NOWAIT", token);
}

/* --- is it in order? ----------------------------------------------------------------------------------------------------- */

/* Every row is read; PostgreSQL says if a page is damaged. */
int postgres_check(struct db *db, struct flip_error *error)
{
    struct postgres *postgres = (struct postgres *)db;
    PGresult *tables =
        line_ask(&postgres->line, "SELECT format('SELECT count(t::text) FROM flipside.%I t', tablename) FROM pg_tables"
                                  " WHERE schemaname = 'flipside'");
    if (!tables)
        return postgres_failed(postgres, error);
    int status = 0;
    for (int i = 0; status == 0 && i < PQntuples(tables); i++)
        status = line_run(&postgres->line, PQgetvalue(tables, i, 0));
    PQclear(tables);
    return status < 0 ? postgres_failed(postgres, error) : 0;
}
