/*
 * A connection to PostgreSQL in pipeline mode. Whoever needs no answer sends and goes on; whoever does sends a sync after it and takes
 * the answers up to there, those before it included. After a failure PostgreSQL skips everything up to the sync.
 */
#include "store/postgres.h"

#include "core/clock.h"

#include <poll.h>
#include <stdio.h>
#include <string.h>

enum { RECONNECT_MS = 50 };

/* --- failures ------------------------------------------------------------------------------------------------------------ */

/* One connection, without the full stop that ours has. */
static void keep_message(struct postgres_connection *connection, const char *text)
{
    snprintf(connection->message, sizeof connection->message, "%s", text && *text ? text : "the connection was lost");
    connection->message[strcspn(connection->message, "\n")] = '\0';
}

static int fail(struct postgres_connection *connection, enum postgres_failure failure, const char *text)
{
    if (connection->failure == FAILURE_NONE) {
        connection->failure = failure;
        keep_message(connection, text);
    }
    return -1;
}

static int fail_lost(struct postgres_connection *connection)
{
    return fail(connection, FAILURE_PASSING, PQerrorMessage(connection->conn));
}

/* By the class of the SQLSTATE: a connection, a transaction that may be tried again, resources, an operator's doing, the system; and a
   server that has become a standby. What never succeeds are the rest: keys that are there already, statements that are wrong. */
static enum postgres_failure failure_of(const char *state)
{
    static const char *const passing[] = {"08", "40", "53", "55", "57", "58", "25006"};
    for (size_t i = 0; state && i < sizeof passing / sizeof *passing; i++)
        if (strncmp(state, passing[i], strlen(passing[i])) == 0)
            return FAILURE_PASSING;
    return state ? FAILURE_LASTING : FAILURE_PASSING;
}

bool postgres_connected(const struct postgres_connection *connection)
{
    return connection->conn && !connection->connecting && PQstatus(connection->conn) == CONNECTION_OK;
}

void postgres_look(struct postgres_connection *connection)
{
    for (int i = 0; i < 3 && postgres_connected(connection); i++) { /* last words, then the end */
        struct pollfd socket = {.fd = PQsocket(connection->conn), .events = POLLIN};
        if (poll(&socket, 1, 0) <= 0 || PQconsumeInput(connection->conn) != 1)
            return;
    }
}

/* --- connecting ---------------------------------------------------------------------------------------------------------- */

void postgres_disconnect(struct postgres_connection *connection)
{
    PQclear(connection->last);
    PQfinish(connection->conn);
    connection->last = NULL;
    connection->conn = NULL;
    connection->connecting = false;
    connection->syncs = 0;
    connection->sent = connection->seen = connection->must_change = 0;
    connection->generation++;
}

static int start(struct postgres_connection *connection)
{
    /* what the URL says counts more: it comes last */
    const char *const names[] = {"fallback_application_name", "connect_timeout", "tcp_user_timeout",
                                 "client_encoding",           "dbname",          NULL};
    const char *const values[] = {"flipside", "5", "10000", "UTF8", connection->url, NULL};
    postgres_disconnect(connection);
    connection->failure = FAILURE_NONE;
    connection->conn = PQconnectStartParams(names, values, 1);
    if (!connection->conn)
        return fail(connection, FAILURE_PASSING, "there is not enough memory");
    connection->connecting = PQstatus(connection->conn) != CONNECTION_BAD;
    return connection->connecting ? 0 : fail_lost(connection);
}

static int settle(struct postgres_connection *connection)
{
    connection->connecting = false;
    return PQsetnonblocking(connection->conn, 1) == 0 && PQenterPipelineMode(connection->conn) == 1
               ? 0
               : fail_lost(connection);
}

/* 1: not yet. */
static int go_on_connecting(struct postgres_connection *connection, int ms)
{
    const int64_t until = flip_milliseconds() + ms;
    for (PostgresPollingStatusType next = PGRES_POLLING_WRITING; next != PGRES_POLLING_OK;
         next = PQconnectPoll(connection->conn)) {
        if (next == PGRES_POLLING_FAILED) {
            connection->connecting = false;
            return fail_lost(connection);
        }
        struct pollfd wait = {.fd = PQsocket(connection->conn),
                              .events = next == PGRES_POLLING_READING ? POLLIN : POLLOUT};
        const int64_t left = until - flip_milliseconds();
        if (left <= 0 || poll(&wait, 1, (int)left) <= 0)
            return 1;
    }
    return settle(connection);
}

int postgres_reconnect(struct postgres_connection *connection)
{
    if (!connection->connecting && start(connection) < 0)
        return -1;
    const int status = go_on_connecting(connection, RECONNECT_MS);
    if (status == 1)
        keep_message(connection, "connecting to the database");
    return status;
}

int postgres_connect(struct postgres_connection *connection)
{
    if (start(connection) < 0)
        return -1;
    const int status = go_on_connecting(connection, 10000);
    return status == 1 ? fail(connection, FAILURE_PASSING, "the database does not answer") : status;
}

/* --- sending ------------------------------------------------------------------------------------------------------------- */

static int note_sent(struct postgres_connection *connection, int sent)
{
    if (sent != 1)
        return fail_lost(connection);
    connection->sent++;
    return 0;
}

int postgres_send(struct postgres_connection *connection, const char *command)
{
    if (!postgres_connected(connection))
        return fail(connection, FAILURE_PASSING, "there is no connection to the database");
    return note_sent(connection, PQsendQueryParams(connection->conn, command, 0, NULL, NULL, NULL, NULL, 0));
}

int postgres_send_query(struct postgres_connection *connection, int which, struct postgres_query *query)
{
    if (!postgres_connected(connection))
        return fail(connection, FAILURE_PASSING, "there is no connection to the database");
    if (!query->name[0])
        return note_sent(connection, PQsendQueryParams(connection->conn, query->sql, query->count, query->types,
                                                       query->values, query->lengths, query->formats, 0));
    if (query->prepared[which] != connection->generation) {
        if (note_sent(connection,
                      PQsendPrepare(connection->conn, query->name, query->sql, query->count, query->types)) < 0)
            return -1;
        query->prepared[which] = connection->generation;
    }
    return note_sent(connection, PQsendQueryPrepared(connection->conn, query->name, query->count, query->values,
                                                     query->lengths, query->formats, 0));
}

int postgres_sync(struct postgres_connection *connection)
{
    if (!postgres_connected(connection))
        return fail(connection, FAILURE_PASSING, "there is no connection to the database");
    if (PQpipelineSync(connection->conn) != 1 || PQflush(connection->conn) < 0)
        return fail_lost(connection);
    connection->syncs++;
    return 0;
}

/* --- taking answers ------------------------------------------------------------------------------------------------------ */

static void take_result(struct postgres_connection *connection, PGresult *result)
{
    const ExecStatusType status = PQresultStatus(result);
    if (status == PGRES_PIPELINE_SYNC) {
        connection->syncs--;
        PQclear(result);
        return;
    }
    connection->seen++;
    if (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK) {
        if (connection->seen == connection->must_change && strcmp(PQcmdTuples(result), "1") != 0)
            fail(connection, FAILURE_LASTING, "another server has written to this database");
        PQclear(connection->last);
        connection->last = result;
        return;
    }
    if (status != PGRES_PIPELINE_ABORTED)
        fail(connection, failure_of(PQresultErrorField(result, PG_DIAG_SQLSTATE)), PQresultErrorMessage(result));
    PQclear(result);
}

/* Waits for the socket. 0: something may be done, 1: nothing has come, -1: too late. */
static int wait_for(struct postgres_connection *connection, bool wait, int64_t until)
{
    const int unsent = PQflush(connection->conn);
    if (unsent < 0)
        return fail_lost(connection);
    struct pollfd socket = {.fd = PQsocket(connection->conn), .events = (short)(unsent ? POLLIN | POLLOUT : POLLIN)};
    const int64_t left = until < 0 ? -1 : until - flip_milliseconds();
    const int ready = poll(&socket, 1, !wait ? 0 : until < 0 ? -1 : left > 0 ? (int)left : 0);
    if (ready == 0 && wait) {
        fail(connection, FAILURE_PASSING, "the database does not answer");
        postgres_disconnect(connection);
        return -1;
    }
    if (ready > 0 && PQconsumeInput(connection->conn) != 1)
        return fail_lost(connection);
    return ready > 0 ? 0 : 1;
}

int postgres_take(struct postgres_connection *connection, bool wait)
{
    const int64_t until = connection->patience_ms < 0 ? -1 : flip_milliseconds() + connection->patience_ms;
    while (connection->syncs > 0) {
        if (!postgres_connected(connection))
            return fail(connection, FAILURE_PASSING, PQerrorMessage(connection->conn));
        if (PQisBusy(connection->conn)) {
            const int waited = wait_for(connection, wait, until);
            if (waited != 0)
                return waited;
            continue;
        }
        PGresult *result = PQgetResult(connection->conn); /* NULL ends the answer to one command */
        if (result)
            take_result(connection, result);
    }
    return connection->failure == FAILURE_NONE ? 0 : -1;
}

PGresult *postgres_ask(struct postgres_connection *connection, const char *command)
{
    if (postgres_send(connection, command) < 0 || postgres_sync(connection) < 0 || postgres_take(connection, true) < 0)
        return NULL;
    PGresult *result = connection->last;
    connection->last = NULL;
    return result;
}

int postgres_run(struct postgres_connection *connection, const char *command)
{
    PGresult *result = postgres_ask(connection, command);
    PQclear(result);
    return result ? 0 : -1;
}

/* After a failure nobody knows which statements PostgreSQL has skipped: all are prepared again. */
void postgres_roll_back(struct postgres_connection *connection)
{
    const bool failed = connection->failure != FAILURE_NONE;
    if (postgres_connected(connection) && (connection->sent > connection->seen || connection->syncs > 0) &&
        postgres_sync(connection) == 0)
        postgres_take(connection, true);
    connection->failure = FAILURE_NONE;
    connection->must_change = 0;
    if (!postgres_connected(connection))
        return;
    if (PQtransactionStatus(connection->conn) != PQTRANS_IDLE)
        postgres_run(connection, "ROLLBACK");
    if (failed && postgres_run(connection, "DEALLOCATE ALL") == 0)
        connection->generation++;
    connection->failure = FAILURE_NONE;
}
