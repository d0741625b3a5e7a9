/*
 * A connection to PostgreSQL in pipeline mode. Whoever needs no answer sends and goes on; whoever does sends a sync after it and takes
 * the answers up to there, those before it included. After a failure PostgreSQL skips everything up to the sync.
 */
#include "store/postgres.h"

#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { RECONNECT_MS = 50 };

static int64_t now_ms(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

/* --- failures ------------------------------------------------------------------------------------------------------------ */

/* One line, without the full stop that ours has. */
static void keep_message(struct line *line, const char *text)
{
    snprintf(line->message, sizeof line->message, "%s", text && *text ? text : "the connection was lost");
    line->message[strcspn(line->message, "\n")] = '\0';
}

static int fail(struct line *line, enum postgres_failure failure, const char *text)
{
    if (line->failure == FAILURE_NONE) {
        line->failure = failure;
        keep_message(line, text);
    }
    return -1;
}

static int fail_lost(struct line *line) { return fail(line, FAILURE_PASSING, PQerrorMessage(line->conn)); }

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

bool line_good(const struct line *line)
{
    return line->conn && !line->connecting && PQstatus(line->conn) == CONNECTION_OK;
}

void line_look(struct line *line)
{
    for (int i = 0; i < 3 && line_good(line); i++) { /* last words, then the end */
        struct pollfd socket = {.fd = PQsocket(line->conn), .events = POLLIN};
        if (poll(&socket, 1, 0) <= 0 || PQconsumeInput(line->conn) != 1)
            return;
    }
}

/* --- connecting ---------------------------------------------------------------------------------------------------------- */

void line_close(struct line *line)
{
    PQclear(line->last);
    PQfinish(line->conn);
    line->last = NULL;
    line->conn = NULL;
    line->connecting = false;
    line->syncs = 0;
    line->sent = line->seen = line->must_change = 0;
    line->generation++;
}

static int start(struct line *line)
{
    /* what the URL says counts more: it comes last */
    const char *const names[] = {"fallback_application_name", "connect_timeout", "tcp_user_timeout",
                                 "client_encoding",           "dbname",          NULL};
    const char *const values[] = {"flipside", "5", "10000", "UTF8", line->url, NULL};
    line_close(line);
    line->failure = FAILURE_NONE;
    line->conn = PQconnectStartParams(names, values, 1);
    if (!line->conn)
        return fail(line, FAILURE_PASSING, "there is not enough memory");
    line->connecting = PQstatus(line->conn) != CONNECTION_BAD;
    return line->connecting ? 0 : fail_lost(line);
}

static int settle(struct line *line)
{
    line->connecting = false;
    return PQsetnonblocking(line->conn, 1) == 0 && PQenterPipelineMode(line->conn) == 1 ? 0 : fail_lost(line);
}

/* 1: not yet. */
static int go_on_connecting(struct line *line, int ms)
{
    const int64_t until = now_ms() + ms;
    for (PostgresPollingStatusType next = PGRES_POLLING_WRITING; next != PGRES_POLLING_OK;
         next = PQconnectPoll(line->conn)) {
        if (next == PGRES_POLLING_FAILED) {
            line->connecting = false;
            return fail_lost(line);
        }
        struct pollfd wait = {.fd = PQsocket(line->conn), .events = next == PGRES_POLLING_READING ? POLLIN : POLLOUT};
        const int64_t left = until - now_ms();
        if (left <= 0 || poll(&wait, 1, (int)left) <= 0)
            return 1;
    }
    return settle(line);
}

int line_reopen(struct line *line)
{
    if (!line->connecting && start(line) < 0)
        return -1;
    const int status = go_on_connecting(line, RECONNECT_MS);
    if (status == 1)
        keep_message(line, "connecting to the database");
    return status;
}

int line_open(struct line *line)
{
    if (start(line) < 0)
        return -1;
    const int status = go_on_connecting(line, 10000);
    return status == 1 ? fail(line, FAILURE_PASSING, "the database does not answer") : status;
}

/* --- sending ------------------------------------------------------------------------------------------------------------- */

static int note_sent(struct line *line, int sent)
{
    if (sent != 1)
        return fail_lost(line);
    line->sent++;
    return 0;
}

int line_send(struct line *line, const char *command)
{
    if (!line_good(line))
        return fail(line, FAILURE_PASSING, "there is no connection to the database");
    return note_sent(line, PQsendQueryParams(line->conn, command, 0, NULL, NULL, NULL, NULL, 0));
}

int line_send_query(struct line *line, int which, struct postgres_query *query)
{
    if (!line_good(line))
        return fail(line, FAILURE_PASSING, "there is no connection to the database");
    if (!query->name[0])
        return note_sent(line, PQsendQueryParams(line->conn, query->sql, query->count, query->types, query->values,
                                                 query->lengths, query->formats, 0));
    if (query->prepared[which] != line->generation) {
        if (note_sent(line, PQsendPrepare(line->conn, query->name, query->sql, query->count, query->types)) < 0)
            return -1;
        query->prepared[which] = line->generation;
    }
    return note_sent(line, PQsendQueryPrepared(line->conn, query->name, query->count, query->values, query->lengths,
                                               query->formats, 0));
}

int line_sync(struct line *line)
{
    if (!line_good(line))
        return fail(line, FAILURE_PASSING, "there is no connection to the database");
    if (PQpipelineSync(line->conn) != 1 || PQflush(line->conn) < 0)
        return fail_lost(line);
    line->syncs++;
    return 0;
}

/* --- taking answers ------------------------------------------------------------------------------------------------------ */

static void take_result(struct line *line, PGresult *result)
{
    const ExecStatusType status = PQresultStatus(result);
    if (status == PGRES_PIPELINE_SYNC) {
        line->syncs--;
        PQclear(result);
        return;
    }
    line->seen++;
    if (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK) {
        if (line->seen == line->must_change && strcmp(PQcmdTuples(result), "1") != 0)
            fail(line, FAILURE_LASTING, "another server has written to this database");
        PQclear(line->last);
        line->last = result;
        return;
    }
    if (status != PGRES_PIPELINE_ABORTED)
        fail(line, failure_of(PQresultErrorField(result, PG_DIAG_SQLSTATE)), PQresultErrorMessage(result));
    PQclear(result);
}

/* Waits for the socket. 0: something may be done, 1: nothing has come, -1: too late. */
static int wait_for(struct line *line, bool wait, int64_t until)
{
    const int unsent = PQflush(line->conn);
    if (unsent < 0)
        return fail_lost(line);
    struct pollfd socket = {.fd = PQsocket(line->conn), .events = (short)(unsent ? POLLIN | POLLOUT : POLLIN)};
    const int64_t left = until < 0 ? -1 : until - now_ms();
    const int ready = poll(&socket, 1, !wait ? 0 : until < 0 ? -1 : left > 0 ? (int)left : 0);
    if (ready == 0 && wait) {
        fail(line, FAILURE_PASSING, "the database does not answer");
        line_close(line);
        return -1;
    }
    if (ready > 0 && PQconsumeInput(line->conn) != 1)
        return fail_lost(line);
    return ready > 0 ? 0 : 1;
}

int line_take(struct line *line, bool wait)
{
    const int64_t until = line->patience_ms < 0 ? -1 : now_ms() + line->patience_ms;
    while (line->syncs > 0) {
        if (!line_good(line))
            return fail(line, FAILURE_PASSING, PQerrorMessage(line->conn));
        if (PQisBusy(line->conn)) {
            const int waited = wait_for(line, wait, until);
            if (waited != 0)
                return waited;
            continue;
        }
        PGresult *result = PQgetResult(line->conn); /* NULL ends the answer to one command */
        if (result)
            take_result(line, result);
    }
    return line->failure == FAILURE_NONE ? 0 : -1;
}

PGresult *line_ask(struct line *line, const char *command)
{
    if (line_send(line, command) < 0 || line_sync(line) < 0 || line_take(line, true) < 0)
        return NULL;
    PGresult *result = line->last;
    line->last = NULL;
    return result;
}

int line_run(struct line *line, const char *command)
{
    PGresult *result = line_ask(line, command);
    PQclear(result);
    return result ? 0 : -1;
}

/* After a failure nobody knows which statements PostgreSQL has skipped: all are prepared again. */
void line_roll_back(struct line *line)
{
    const bool failed = line->failure != FAILURE_NONE;
    if (line_good(line) && (line->sent > line->seen || line->syncs > 0) && line_sync(line) == 0)
        line_take(line, true);
    line->failure = FAILURE_NONE;
    line->must_change = 0;
    if (!line_good(line))
        return;
    if (PQtransactionStatus(line->conn) != PQTRANS_IDLE)
        line_run(line, "ROLLBACK");
    if (failed && line_run(line, "DEALLOCATE ALL") == 0)
        line->generation++;
    line->failure = FAILURE_NONE;
}
