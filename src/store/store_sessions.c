/* The store's part for sessions: where people are signed in. */
#include "store/store_parts.h"

#include <stdio.h>
#include <string.h>

#define AT(statement) [statement - STATEMENTS_OF_PEOPLE]

const char *const store_session_sql[STATEMENTS - STATEMENTS_OF_PEOPLE] = {
    AT(SESSION_PUT) = "INSERT INTO session(id, person, created, seen, device, old) VALUES(?, ?, ?, ?, ?, ?)"
                      " ON CONFLICT(id) DO UPDATE SET seen = excluded.seen",
    AT(SESSION_GET) = "SELECT id, person, created, seen, device, old, ended FROM session WHERE id = ?",
    AT(SESSION_MARK_ENDED) = "UPDATE session SET ended = 1, device = '' WHERE id = ? AND person = ? AND old",
    AT(SESSION_CUT) = "DELETE FROM session WHERE id = ? AND person = ? AND NOT old",
    AT(SESSIONS_CUT_ALL) = "DELETE FROM session WHERE person = ?",
    AT(SESSIONS_LIMIT) = "DELETE FROM session WHERE person = ?1 AND NOT old AND id NOT IN"
                         " (SELECT id FROM session WHERE person = ?1 AND NOT old ORDER BY seen DESC LIMIT ?2)",
    AT(SESSIONS_FORGET) = "DELETE FROM session WHERE seen < ?",
    AT(SESSIONS_SINCE) = "SELECT CAST(value AS INTEGER) FROM meta WHERE key = 'sessions_since'",
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
    sqlite3_stmt *query = BIND(store, SESSION_GET, T(id));
    const int result = sqlite3_step(query);
    if (result == SQLITE_ROW) {
        *out = (struct store_session){.created = sqlite3_column_int64(query, 2),
                                      .seen = sqlite3_column_int64(query, 3),
                                      .old = sqlite3_column_int(query, 5) != 0,
                                      .ended = sqlite3_column_int(query, 6) != 0};
        snprintf(out->id, sizeof out->id, "%s", store_column(query, 0));
        snprintf(out->person, sizeof out->person, "%s", store_column(query, 1));
        snprintf(out->device, sizeof out->device, "%s", store_column(query, 4));
    }
    sqlite3_reset(query);
    return result == SQLITE_ROW ? 1 : result == SQLITE_DONE ? 0 : store_failed(store, error);
}

int store_session_end(struct store *store, const char *id, const char *person, struct flip_error *error)
{
    if (store_change(store, BIND(store, SESSION_MARK_ENDED, T(id), T(person)), error) < 0)
        return -1;
    if (sqlite3_changes(store->db) > 0)
        return 1;
    return store_change(store, BIND(store, SESSION_CUT, T(id), T(person)), error) < 0 ? -1
                                                                                      : sqlite3_changes(store->db) > 0;
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
    int64_t since;
    sqlite3_reset(store->statement[SESSIONS_SINCE]);
    return store_get_integer(store, store->statement[SESSIONS_SINCE], &since, error) < 0 ? -1 : since;
}
