/* The store's part for sessions: where people are signed in. */
#include "store/store_parts.h"

#include <stdio.h>
#include <string.h>

#define AT(statement) [(statement)-STATEMENTS_OF_PEOPLE]

const char *const store_session_sql[STATEMENTS_OF_SESSIONS - STATEMENTS_OF_PEOPLE] = {
    AT(SESSION_PUT) = "INSERT INTO session(id, person, created, seen, device, old) VALUES(?, ?, ?, ?, ?, ?)"
                      " ON CONFLICT(id) DO UPDATE SET seen = excluded.seen",
    AT(SESSION_GET) = "SELECT id, person, created, seen, device, old, ended FROM session WHERE id = ?",
    AT(SESSION_MARK_ENDED) = "UPDATE session SET ended = 1, device = '' WHERE id = ? AND person = ? AND old <> 0",
    AT(SESSION_CUT) = "DELETE FROM session WHERE id = ? AND person = ? AND old = 0",
    AT(SESSIONS_CUT_ALL) = "DELETE FROM session WHERE person = ?",
    AT(SESSIONS_LIMIT) = "DELETE FROM session WHERE person = ?1 AND old = 0 AND id NOT IN"
                         " (SELECT id FROM session WHERE person = ?1 AND old = 0 ORDER BY seen DESC LIMIT ?2)",
    AT(SESSIONS_FORGET) = "DELETE FROM session WHERE seen < ?",
    AT(SESSIONS_SINCE) = "SELECT value FROM meta WHERE key = 'sessions_since'",
};

int store_session_put(struct store *store, const struct store_session *session, struct flip_error *error)
{
    return store_change(store,
                        BIND(store, SESSION_PUT, T(session->id), T(session->person), I(session->created),
                             I(session->seen), T(session->device), I(session->old)),
                        error);
}

int store_session_get(struct store *store, const char *id, struct store_session *out, struct flip_error *error)
{
    struct query *query = BIND(store, SESSION_GET, T(id));
    const enum db_result result = db_step(query);
    if (result == DB_ROW) {
        *out = (struct store_session){.created = db_int64(query, 2),
                                      .seen = db_int64(query, 3),
                                      .old = db_int(query, 5) != 0,
                                      .ended = db_int(query, 6) != 0};
        snprintf(out->id, sizeof out->id, "%s", store_column(query, 0));
        snprintf(out->person, sizeof out->person, "%s", store_column(query, 1));
        snprintf(out->device, sizeof out->device, "%s", store_column(query, 4));
    }
    db_reset(query);
    return result == DB_ROW ? 1 : result == DB_DONE ? 0 : store_failed(store, error);
}

int store_session_end(struct store *store, const char *id, const char *person, struct flip_error *error)
{
    const int marked = store_change_counted(store, BIND(store, SESSION_MARK_ENDED, T(id), T(person)), error);
    if (marked != 0)
        return marked < 0 ? -1 : 1;
    const int cut = store_change_counted(store, BIND(store, SESSION_CUT, T(id), T(person)), error);
    return cut < 0 ? -1 : cut > 0;
}

int store_sessions_end_all(struct store *store, const char *person, struct flip_error *error)
{
    return store_change(store, BIND(store, SESSIONS_CUT_ALL, T(person)), error);
}

int store_sessions_limit(struct store *store, const char *person, int most, struct flip_error *error)
{
    return store_change(store, BIND(store, SESSIONS_LIMIT, T(person), I(most)), error);
}

int store_sessions_forget(struct store *store, int64_t before, struct flip_error *error)
{
    return store_change(store, BIND(store, SESSIONS_FORGET, I(before)), error);
}

int64_t store_sessions_since(struct store *store, struct flip_error *error)
{
    struct query *query = store->statement[SESSIONS_SINCE];
    db_reset(query);
    const enum db_result result = db_step(query);
    const int64_t since = result == DB_ROW ? store_number_in(query, 0) : 0;
    db_reset(query);
    return result == DB_FAILED ? store_failed(store, error) : since;
}
