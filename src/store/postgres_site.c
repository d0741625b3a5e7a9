/*
 * A site in a PostgreSQL database: it has a schema of its own, `flipside`, whose table `site` holds the version and the token of the last
 * transaction, where one program has the site for itself; several servers have a token each (postgres_shared.c). A commit is answered when it is durable: this is
 * looked at, and set right where the connection may.
 */
#include "store/db.h"
#include "store/postgres.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int postgres_failed(const struct postgres *postgres, struct flip_error *error)
{
    return flip_fail(error, FLIP_ERROR_STORE, "The store failed: %.400s.", postgres->main.message);
}

static int complain(struct postgres_connection *connection, const char *message)
{
    snprintf(connection->message, sizeof connection->message, "%s", message);
    return -1;
}

/* --- a new connection ---------------------------------------------------------------------------------------------------- */

/* off would answer before anything is durable; local, remote_write, on and remote_apply are the administrator's choice. */
static int make_durable(struct postgres_connection *connection)
{
    PGresult *settings =
        postgres_ask(connection, "SELECT current_setting('synchronous_commit'), current_setting('fsync')");
    if (!settings)
        return -1;
    const bool late = strcmp(PQgetvalue(settings, 0, 0), "off") == 0;
    const bool never = strcmp(PQgetvalue(settings, 0, 1), "off") == 0;
    PQclear(settings);
    if (never)
        return complain(connection, "the database runs with fsync=off, so it could lose what it has answered");
    return late ? postgres_run(connection, "SET synchronous_commit = on") : 0;
}

/* A server's loop stands still while it waits for what it reads, and that for the changes before it: so none of them waits long for a row
   that another server holds. What several servers want at once is asked for without waiting anyway (cluster.c). */
int postgres_limit_waits(const struct postgres *postgres, struct postgres_connection *connection)
{
    return postgres_run(connection, postgres->serving && postgres->number ? "SET lock_timeout = '80ms'"
                                                                          : "SET lock_timeout = '5s'");
}

int postgres_prepare_connection(struct postgres *postgres, struct postgres_connection *connection, bool main)
{
    if (postgres_run(connection, "SET search_path TO flipside") < 0 ||
        postgres_run(connection, "SET client_min_messages = warning") < 0 ||
        postgres_limit_waits(postgres, connection) < 0)
        return -1;
    if (!main || postgres->mode == DB_READ)
        return postgres_run(connection, "SET default_transaction_read_only = on");
    const bool locks = postgres->mode == DB_ALONE || postgres->mode == DB_SHARED;
    return make_durable(connection) < 0 || (locks && postgres_lock(postgres, connection) < 0) ? -1 : 0;
}

/* --- versions ------------------------------------------------------------------------------------------------------------ */

static int ask_number(struct postgres *postgres, const char *command, struct flip_error *error)
{
    PGresult *row = postgres_ask(&postgres->main, command);
    if (!row)
        return postgres_failed(postgres, error);
    const int number = PQntuples(row) == 1 ? atoi(PQgetvalue(row, 0, 0)) : 0;
    PQclear(row);
    return number;
}

int postgres_version(struct db *db, struct flip_error *error)
{
    struct postgres *postgres = (struct postgres *)db;
    PGresult *there = postgres_come_alone(postgres) == 0
                          ? postgres_ask(&postgres->main, "SELECT to_regclass('flipside.site')")
                          : NULL;
    if (!there)
        return postgres_failed(postgres, error);
    const bool empty = PQgetisnull(there, 0, 0) != 0;
    PQclear(there);
    if (empty && postgres->mode != DB_ALONE && !postgres->first)
        return flip_fail(error, FLIP_ERROR_STORE, "There is no Flipside in this database.");
    if (empty)
        return 0;
    return ask_number(postgres, "SELECT version FROM flipside.site", error);
}

/* Sites that no release since has changed do not say it. */
int postgres_oldest(struct db *db, struct flip_error *error)
{
    return ask_number((struct postgres *)db,
                      "SELECT coalesce(CAST(to_jsonb(site) ->> 'oldest' AS bigint), 0) FROM flipside.site", error);
}

/* Each transaction of another server begins with its row in `process`: while nobody can touch that, no table is in use for long. */
static int begin_upgrade(const struct postgres *postgres, struct postgres_connection *connection)
{
    if (postgres->begun)
        return 0;
    const bool alone = postgres->first || postgres->mode == DB_ALONE;
    return postgres_run(connection, "BEGIN") < 0 ||
                   (!alone && postgres_run(connection, "LOCK TABLE flipside.process IN ACCESS EXCLUSIVE MODE") < 0)
               ? -1
               : 0;
}

/* The steps have no text with a semicolon in it. */
int postgres_upgrade(struct db *db, const char *step)
{
    struct postgres *postgres = (struct postgres *)db;
    int parameters;
    char *sql = postgres_sql(step, &parameters), *rest = sql;
    int status = sql ? begin_upgrade(postgres, &postgres->main) : -1;
    postgres->begun = status == 0;
    for (char *statement; status == 0 && (statement = strtok_r(rest, ";", &rest));)
        status = postgres_run(&postgres->main, statement);
    free(sql);
    return status;
}

int postgres_set_version(struct db *db, int from, int to)
{
    struct postgres *postgres = (struct postgres *)db;
    char command[120];
    if ((from == 0 &&
         postgres_run(&postgres->main, "CREATE TABLE site(version bigint NOT NULL, token text NOT NULL)") < 0) ||
        postgres_run(&postgres->main, "ALTER TABLE site ADD COLUMN IF NOT EXISTS oldest bigint NOT NULL DEFAULT 0") < 0)
        return -1;
    snprintf(command, sizeof command,
             from == 0 ? "INSERT INTO site(version, oldest, token) VALUES(%d, %d, 'new')"
                       : "UPDATE site SET version = %d, oldest = %d",
             to, store_schema_oldest);
    return postgres_run(&postgres->main, command);
}

static int read_token(struct postgres *postgres, const char *how, char token[POSTGRES_TOKEN])
{
    char command[100];
    if (postgres->number)
        snprintf(command, sizeof command, "SELECT token FROM flipside.process WHERE number = %d%s", postgres->number,
                 how);
    else
        snprintf(command, sizeof command, "SELECT token FROM flipside.site%s", how);
    PGresult *row = postgres_ask(&postgres->main, command);
    if (!row)
        return -1;
    snprintf(token, POSTGRES_TOKEN, "%s", PQntuples(row) == 1 ? PQgetvalue(row, 0, 0) : "");
    PQclear(row);
    return 0;
}

int postgres_read_token(struct postgres *postgres, char token[POSTGRES_TOKEN])
{
    return read_token(postgres, "", token);
}

/* A connection that was cut may still be at work on the other side. */
int postgres_read_settled_token(struct postgres *postgres, char token[POSTGRES_TOKEN])
{
    return read_token(postgres, " FOR UPDATE NOWAIT", token);
}

/* --- is it in order? ----------------------------------------------------------------------------------------------------- */

/* Every row is read; PostgreSQL says if a page is damaged. */
int postgres_check(struct db *db, struct flip_error *error)
{
    struct postgres *postgres = (struct postgres *)db;
    PGresult *tables = postgres_ask(
        &postgres->main, "SELECT format('SELECT count(t::text) FROM flipside.%I t', tablename) FROM pg_tables"
                         " WHERE schemaname = 'flipside'");
    if (!tables)
        return postgres_failed(postgres, error);
    int status = 0;
    for (int i = 0; status == 0 && i < PQntuples(tables); i++)
        status = postgres_run(&postgres->main, PQgetvalue(tables, i, 0));
    PQclear(tables);
    return status < 0 ? postgres_failed(postgres, error) : 0;
}
