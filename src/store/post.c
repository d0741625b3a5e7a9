/* What is told when the page is closed: see post.h. */

#include "store/parts.h"

#include <stdio.h>

/* --- what people want to be told ------------------------------------------------------------------------------------------ */

int store_notification_get(struct store *store, const char *person, struct store_notification *out,
                           struct flip_error *error)
{
    struct query *query = BIND(store,
                               "SELECT push_kinds, mail_kinds, quiet_from, quiet_to, zone, mail, confirmed, code,"
                               " code_until FROM notification WHERE person = ?",
                               T(person));
    const enum db_result result = db_step(query);
    if (result == DB_ROW) {
        *out = (struct store_notification){.push_kinds = db_int64(query, 0),
                                           .mail_kinds = db_int64(query, 1),
                                           .quiet_from = db_int(query, 2),
                                           .quiet_to = db_int(query, 3),
                                           .zone = db_int(query, 4),
                                           .confirmed = db_int64(query, 6),
                                           .code_until = db_int64(query, 8)};
        snprintf(out->mail, sizeof out->mail, "%s", store_column(query, 5));
        snprintf(out->code, sizeof out->code, "%s", store_column(query, 7));
    }
    return store_found(store, query, result, error);
}

int store_notification_put(struct store *store, const char *person, const struct store_notification *n,
                           struct flip_error *error)
{
    return CHANGE(
        store, error,
        "INSERT INTO notification(person, push_kinds, mail_kinds, quiet_from, quiet_to, zone, mail, confirmed,"
        " code, code_until) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT(person) DO UPDATE SET push_kinds"
        " = excluded.push_kinds, mail_kinds = excluded.mail_kinds, quiet_from = excluded.quiet_from, quiet_to"
        " = excluded.quiet_to, zone = excluded.zone, mail = excluded.mail, confirmed = excluded.confirmed,"
        " code = excluded.code, code_until = excluded.code_until",
        T(person), I(n->push_kinds), I(n->mail_kinds), I(n->quiet_from), I(n->quiet_to), I(n->zone), T(n->mail),
        I(n->confirmed), T(n->code), I(n->code_until));
}

/* --- browsers ------------------------------------------------------------------------------------------------------------- */

int store_push_put(struct store *store, const struct store_push *push, struct flip_error *error)
{
    return CHANGE(store, error,
                  "INSERT INTO push_address(endpoint, id, person, session, public, auth, device, created)"
                  " VALUES(?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT(endpoint) DO UPDATE SET person = excluded.person,"
                  " session = excluded.session, public = excluded.public, auth = excluded.auth, device ="
                  " excluded.device",
                  T(push->endpoint), T(push->id), T(push->person), T(push->session), T(push->public), T(push->auth),
                  T(push->device), I(push->created));
}

int store_push_delete(struct store *store, const char *which, const char *person, struct flip_error *error)
{
    if (CHANGE(store, error,
               "DELETE FROM outbox WHERE channel = 'push' AND address IN (SELECT endpoint FROM push_address WHERE"
               " (endpoint = ?1 OR id = ?1) AND (person = ?2 OR ?2 = ''))",
               T(which), T(person)) < 0)
        return -1;
    const int gone = store_change_counted(
        store,
        BIND(store, "DELETE FROM push_address WHERE (endpoint = ?1 OR id = ?1) AND (person = ?2 OR ?2 = '')", T(which),
             T(person)),
        error);
    return gone < 0 ? -1 : gone > 0;
}

int64_t store_push_count(struct store *store, const char *person, struct flip_error *error)
{
    return store_get_number(store, BIND(store, "SELECT count(*) FROM push_address WHERE person = ?", T(person)), error);
}

int store_pushes(struct store *store, const char *person, store_push_visit *visit, void *context,
                 struct flip_error *error)
{
    struct rows rows = {
        .query = BIND(store,
                      "SELECT a.endpoint, a.id, a.person, a.session, a.public, a.auth, a.device, a.created FROM"
                      " push_address a JOIN session s ON s.id = a.session AND s.person = a.person AND s.ended = 0"
                      " JOIN person p ON p.id = a.person AND p.banned = 0 WHERE a.person = ? ORDER BY a.created, a.id",
                      T(person))};
    while (store_next(&rows)) {
        struct store_push push = {.created = db_int64(rows.query, 7)};
        snprintf(push.endpoint, sizeof push.endpoint, "%s", store_column(rows.query, 0));
        snprintf(push.id, sizeof push.id, "%s", store_column(rows.query, 1));
        snprintf(push.person, sizeof push.person, "%s", store_column(rows.query, 2));
        snprintf(push.session, sizeof push.session, "%s", store_column(rows.query, 3));
        snprintf(push.public, sizeof push.public, "%s", store_column(rows.query, 4));
        snprintf(push.auth, sizeof push.auth, "%s", store_column(rows.query, 5));
        snprintf(push.device, sizeof push.device, "%s", store_column(rows.query, 6));
        if (visit(context, &push) < 0)
            break;
    }
    return store_end(store, &rows, error);
}

/* --- what is to be sent --------------------------------------------------------------------------------------------------- */

int store_letter_put(struct store *store, const struct store_letter *letter, struct flip_error *error)
{
    return CHANGE(store, error,
                  "INSERT INTO outbox(id, channel, person, address, body, created, due, tries)"
                  " VALUES(?, ?, ?, ?, ?, ?, ?, 0)",
                  T(letter->id), T(letter->channel), T(letter->person), T(letter->address), T(letter->body),
                  I(letter->created), I(letter->due));
}

int store_letter_claim(struct store *store, const struct store_letter *letter, int64_t due_again,
                       struct flip_error *error)
{
    return store_change_claimed(
        store,
        BIND(store, "UPDATE outbox SET due = ?3, tries = tries + 1 WHERE id = ?1 AND due = ?2 AND tries = ?4",
             T(letter->id), I(letter->due), I(due_again), I(letter->tries)),
        error);
}

int store_letter_retry_at(struct store *store, const char *id, int64_t due, struct flip_error *error)
{
    return CHANGE(store, error, "UPDATE outbox SET due = ?2 WHERE id = ?1", T(id), I(due));
}

int store_letter_delete(struct store *store, const char *id, struct flip_error *error)
{
    return CHANGE(store, error, "DELETE FROM outbox WHERE id = ?", T(id));
}

int store_letters_delete(struct store *store, const char *person, const char *channel, struct flip_error *error)
{
    return CHANGE(store, error, "DELETE FROM outbox WHERE person = ? AND channel = ?", T(person), T(channel));
}

int store_letter_waits(struct store *store, const char *person, const char *channel, struct flip_error *error)
{
    return store_exists(
        store, BIND(store, "SELECT 1 FROM outbox WHERE person = ? AND channel = ? LIMIT 1", T(person), T(channel)),
        error);
}

int store_letters_due(struct store *store, int64_t time, int limit, store_letter_visit *visit, void *context,
                      struct flip_error *error)
{
    struct rows rows = {.query = BIND(store,
                                      "SELECT o.id, o.channel, o.person, o.address, o.body, o.created, o.due, o.tries,"
                                      " a.public, a.auth FROM outbox o LEFT JOIN push_address a ON a.endpoint ="
                                      " o.address AND o.channel = 'push' WHERE o.due <= ? ORDER BY o.due, o.id LIMIT ?",
                                      I(time), I(limit))};
    while (store_next(&rows)) {
        struct store_letter letter = {.channel = store_column(rows.query, 1),
                                      .address = store_column(rows.query, 3),
                                      .body = store_column(rows.query, 4),
                                      .created = db_int64(rows.query, 5),
                                      .due = db_int64(rows.query, 6),
                                      .tries = db_int(rows.query, 7),
                                      .public = store_column(rows.query, 8),
                                      .auth = store_column(rows.query, 9)};
        snprintf(letter.id, sizeof letter.id, "%s", store_column(rows.query, 0));
        snprintf(letter.person, sizeof letter.person, "%s", store_column(rows.query, 2));
        if (visit(context, &letter) < 0)
            break;
    }
    return store_end(store, &rows, error);
}

int64_t store_letter_next(struct store *store, struct flip_error *error)
{
    return store_get_number(store, QUERY(store, "SELECT due FROM outbox ORDER BY due LIMIT 1"), error);
}
