/*
 * Who has a site in PostgreSQL: one program alone, or several servers. The lock is an advisory one that ends with its connection; one
 * alone has it exclusively, servers share it. Who finds nobody there keeps it exclusively until the site is up to date.
 *
 * Each of several servers has a number, a row in `process` with the token of its last transaction (postgres.c), and an advisory lock by
 * which the others see that it lives. Table `room` has the version of every table that is played at, and which server holds its
 * lease (`keeper`). They tell each other what has changed by notices, for which each has one more connection.
 */
#include "core/clock.h"
#include "store/db.h"
#include "store/postgres.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LOCK_ATTEMPTS = 20, SHARED_ATTEMPTS = 200, LOCK_PAUSE_MS = 50, LISTEN_EVERY_MS = 200 };

static int complain(struct postgres_connection *connection, const char *message)
{
    snprintf(connection->message, sizeof connection->message, "%s", message);
    return -1;
}

/* --- the lock ------------------------------------------------------------------------------------------------------------ */

/* The connection from before may still be there, on a machine that has not heard of its end. It is our own. */
static int end_predecessor(struct postgres *postgres, struct postgres_connection *connection)
{
    char command[160];
    if (!postgres->backend)
        return 0;
    snprintf(command, sizeof command,
             "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid = %d AND pid <> pg_backend_pid()"
             " AND application_name = '%s'",
             postgres->backend, postgres->secret);
    return postgres_run(connection, command);
}

/* 1: it is true, 0: it is not, -1: nobody knows. */
static int ask_truth(struct postgres_connection *connection, const char *command)
{
    PGresult *answer = postgres_ask(connection, command);
    if (!answer)
        return -1;
    const bool truth = PQntuples(answer) == 1 && strcmp(PQgetvalue(answer, 0, 0), "t") == 0;
    PQclear(answer);
    return truth;
}

static int try_lock(struct postgres *postgres, struct postgres_connection *connection)
{
    const bool comes = !postgres->serving;
    int got =
        comes || postgres->mode == DB_ALONE ? ask_truth(connection, "SELECT pg_try_advisory_lock(7310591501)") : 0;
    postgres->first = postgres->first || (comes && got == 1 && postgres->mode == DB_SHARED);
    if (got == 0 && postgres->mode == DB_SHARED)
        got = ask_truth(connection, "SELECT pg_try_advisory_lock_shared(7310591501)");
    return got;
}

/* PostgreSQL may need a moment to see that a server was killed, and another one to come. */
static int take_lock(struct postgres *postgres, struct postgres_connection *connection)
{
    const int attempts = postgres->serving ? 1 : postgres->mode == DB_SHARED ? SHARED_ATTEMPTS : LOCK_ATTEMPTS;
    for (int attempt = 0; attempt < attempts; attempt++) {
        if (attempt > 0)
            nanosleep(&(struct timespec){.tv_nsec = LOCK_PAUSE_MS * 1000000L}, NULL);
        const int got = try_lock(postgres, connection);
        if (got < 0)
            return -1;
        postgres->taken = got == 0;
        if (got == 1)
            return 0;
    }
    return 0;
}

/* The others see that it lives again, and leave it what it does. */
static int show_life(const struct postgres *postgres, struct postgres_connection *connection)
{
    char command[160];
    if (!postgres->number)
        return 0;
    snprintf(command, sizeof command, "SELECT pg_try_advisory_lock(%d, %d)", POSTGRES_LIVING, postgres->number);
    const int lives = ask_truth(connection, command);
    if (lives != 1)
        return lives < 0 ? -1 : complain(connection, "the connection from before has not ended yet");
    snprintf(command, sizeof command, "UPDATE flipside.process SET adopted = 0 WHERE number = %d", postgres->number);
    return postgres_run(connection, command);
}

int postgres_lock(struct postgres *postgres, struct postgres_connection *connection)
{
    char command[80];
    snprintf(command, sizeof command, "SET application_name = '%s'", postgres->secret);
    if (end_predecessor(postgres, connection) < 0 || postgres_run(connection, command) < 0 ||
        take_lock(postgres, connection) < 0)
        return -1;
    postgres->backend = PQbackendPID(connection->conn);
    if (postgres->taken)
        return complain(connection, "another server uses this database");
    /* who stands still in the middle of a transaction must not keep the others from a table for long */
    if (postgres->mode == DB_SHARED && postgres_run(connection, "SET idle_in_transaction_session_timeout = '10s'") < 0)
        return -1;
    return show_life(postgres, connection);
}

/* --- one of several ------------------------------------------------------------------------------------------------------ */

static int run_all(struct postgres *postgres, const char *const *commands, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (postgres_run(&postgres->main, commands[i]) < 0)
            return -1;
    return 0;
}

/* What several servers need. It may come while servers of an older release run, which do without the newest of it. */
static int make_room(struct postgres *postgres)
{
    static const char *const commands[] = {
        "BEGIN",
        "CREATE TABLE IF NOT EXISTS flipside.process(number bigint PRIMARY KEY, token text NOT NULL,"
        " adopted bigint NOT NULL DEFAULT 0)",
        /* Each transaction of a server begins with its row in `process`: who has this waits for nobody below. */
        "ALTER TABLE flipside.process ADD COLUMN IF NOT EXISTS schema bigint NOT NULL DEFAULT 11",
        "CREATE SEQUENCE IF NOT EXISTS flipside.process_number",
        "CREATE TABLE IF NOT EXISTS flipside.room(id text COLLATE \"C\" PRIMARY KEY, version bigint NOT NULL,"
        " keeper bigint NOT NULL)",
        "CREATE TABLE IF NOT EXISTS flipside.here(person text COLLATE \"C\" NOT NULL, process bigint NOT NULL,"
        " online bigint NOT NULL, PRIMARY KEY(person, process))",
        "CREATE INDEX IF NOT EXISTS room_keeper ON flipside.room(keeper)",
        "CREATE TABLE IF NOT EXISTS flipside.seek(id text COLLATE \"C\" PRIMARY KEY, process bigint NOT NULL,"
        " person text COLLATE \"C\" NOT NULL, game text NOT NULL, pace text NOT NULL, rating double precision NOT NULL,"
        " since bigint NOT NULL, game_table text COLLATE \"C\" NOT NULL DEFAULT '')",
        "ALTER TABLE flipside.seek ADD COLUMN IF NOT EXISTS ticket text NOT NULL DEFAULT '',"
        " ADD COLUMN IF NOT EXISTS bytes text NOT NULL DEFAULT ''",
        "COMMIT",
    };
    const int whole = ask_truth(&postgres->main, "SELECT EXISTS(SELECT 1 FROM pg_attribute WHERE attname = 'bytes'"
                                                 " AND attrelid = to_regclass('flipside.seek'))");
    return whole ? (whole < 0 ? -1 : 0) : run_all(postgres, commands, sizeof commands / sizeof *commands);
}

/* Tables that were played at before several servers could are nobody's. What is left of servers and tables that are no more goes. */
static int clear_leftovers(struct postgres *postgres)
{
    static const char *const commands[] = {
        "DELETE FROM flipside.process",
        "DELETE FROM flipside.here",
        "DELETE FROM flipside.seek",
        "DELETE FROM flipside.room r WHERE NOT EXISTS"
        " (SELECT 1 FROM flipside.game_table g WHERE g.id = r.id AND g.status < 2)",
        "UPDATE flipside.room SET keeper = 0 WHERE keeper <> 0",
        "INSERT INTO flipside.room(id, version, keeper) SELECT id, 1, 0 FROM flipside.game_table WHERE status < 2"
        " ON CONFLICT DO NOTHING",
        "INSERT INTO flipside.room(id, version, keeper) VALUES('order', 1, 0)",
    };
    return run_all(postgres, commands, sizeof commands / sizeof *commands);
}

static int take_number(struct postgres *postgres)
{
    char command[160];
    snprintf(command, sizeof command,
             "INSERT INTO flipside.process(number, token, schema)"
             " VALUES(nextval('flipside.process_number'), 'new', %d) RETURNING number",
             store_schema_version);
    PGresult *row = postgres_ask(&postgres->main, command);
    if (!row)
        return -1;
    postgres->number = atoi(PQgetvalue(row, 0, 0));
    PQclear(row);
    return show_life(postgres, &postgres->main);
}

/* What others have begun, and nobody does any more. */
static int take_notes(struct postgres *postgres)
{
    char command[160];
    snprintf(command, sizeof command,
             "UPDATE flipside.meta SET value = convert_to('%d', 'UTF8') WHERE key > 'todo ' AND key < 'todo~'",
             postgres->number);
    return postgres_run(&postgres->main, command);
}

int postgres_join(struct postgres *postgres)
{
    if (postgres->mode != DB_SHARED)
        return 0;
    if (make_room(postgres) < 0 || (postgres->first && clear_leftovers(postgres) < 0) || take_number(postgres) < 0)
        return -1;
    if (postgres->first && take_notes(postgres) < 0)
        return -1;
    return postgres_run(&postgres->main, "SELECT pg_advisory_unlock(7310591506)");
}

/* --- releases beside each other ------------------------------------------------------------------------------------------ */

int postgres_come_alone(struct postgres *postgres)
{
    if (postgres->mode != DB_SHARED || postgres->number)
        return 0;
    return postgres_run(&postgres->main, "SET lock_timeout = '1min'") < 0 ||
                   postgres_run(&postgres->main, "SELECT pg_advisory_lock(7310591506)") < 0 ||
                   postgres_run(&postgres->main, "SET lock_timeout = '5s'") < 0
               ? -1
               : 0;
}

/* Those from before servers said which version they know, know the 11th. */
bool postgres_may_upgrade(struct db *db, int version)
{
    struct postgres *postgres = (struct postgres *)db;
    char command[420];
    snprintf(command, sizeof command,
             "SELECT NOT EXISTS (SELECT 1 FROM flipside.process p JOIN pg_locks l ON l.locktype = 'advisory'"
             " AND l.classid = %d AND l.objsubid = 2 AND l.granted AND CAST(l.objid AS bigint) = p.number"
             " AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())"
             " WHERE coalesce(CAST(to_jsonb(p) ->> 'schema' AS bigint), 11) < %d)",
             POSTGRES_LIVING, store_schema_oldest);
    return version >= store_schema_oldest && ask_truth(&postgres->main, command) == 1;
}

static int start_listening(struct postgres *postgres)
{
    struct postgres_connection *listener = &postgres->listener;
    if (postgres_run(listener, "LISTEN flipside") == 0)
        return 0;
    postgres_disconnect(listener);
    return -1;
}

int postgres_release_schema(struct postgres *postgres)
{
    if (postgres->mode != DB_SHARED)
        return 0;
    if (postgres->first && (postgres_run(&postgres->main, "SELECT pg_advisory_lock_shared(7310591501)") < 0 ||
                            postgres_run(&postgres->main, "SELECT pg_advisory_unlock(7310591501)") < 0))
        return -1;
    return postgres_connect(&postgres->listener) < 0 ? -1 : start_listening(postgres);
}

int postgres_process(const struct db *db) { return ((const struct postgres *)db)->number; }

bool postgres_first(const struct db *db)
{
    return ((const struct postgres *)db)->first || ((const struct postgres *)db)->mode == DB_ALONE;
}

/* --- notices ------------------------------------------------------------------------------------------------------------- */

int postgres_notice_socket(const struct db *db)
{
    const struct postgres *postgres = (const struct postgres *)db;
    return postgres->number && postgres_connected(&postgres->listener) ? PQsocket(postgres->listener.conn) : -1;
}

/* True: it hears again, and may have missed something. */
static bool listen_again(struct postgres *postgres)
{
    if (flip_milliseconds() - postgres->listen_tried < LISTEN_EVERY_MS)
        return false;
    postgres->listen_tried = flip_milliseconds();
    return postgres_reconnect(&postgres->listener) == 0 && start_listening(postgres) == 0;
}

void postgres_take_notices(struct db *db, void (*take)(void *context, const char *notice), void *context)
{
    struct postgres *postgres = (struct postgres *)db;
    if (!postgres->number)
        return;
    if (!postgres_connected(&postgres->listener)) {
        if (listen_again(postgres))
            take(context, NULL);
        return;
    }
    postgres_look(&postgres->listener);
    for (PGnotify *notice; (notice = PQnotifies(postgres->listener.conn)); PQfreemem(notice)) {
        char *rest;
        if (strtol(notice->extra, &rest, 10) != postgres->number && *rest == ' ')
            take(context, rest + 1);
    }
}
