/*
 * What the store does: reading, and the tables of games. All statements are prepared; no text of a user's ever becomes SQL.
 * Transactions are in store_commit.c.
 */
#include "store/store_parts.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TABLE_COLUMNS "SELECT id, status, listed, created, changed, head, finished FROM game_table "

const char *const store_sql[STATEMENTS_OF_TABLES] = {
    [META_GET] = "SELECT value FROM meta WHERE key = ?",
    [META_PUT] = "INSERT INTO meta(key, value) VALUES(?, ?) ON CONFLICT(key) DO UPDATE SET value = excluded.value",
    [PERSON_PUT] =
        "INSERT INTO person(id, name, folded, created, seen, looks) VALUES(?, ?, ?, ?, ?, ?)"
        " ON CONFLICT(id) DO UPDATE SET name = excluded.name, folded = excluded.folded, seen = excluded.seen,"
        " looks = excluded.looks",
    [PERSON_GET] = "SELECT " STORE_PERSON_COLUMNS " FROM person WHERE id = ?",
    [TABLE_PUT] =
        "INSERT INTO game_table(id, status, listed, created, changed, head, deadline) VALUES(?, ?, ?, ?, ?, ?, ?)"
        " ON CONFLICT(id) DO UPDATE SET status = excluded.status, listed = excluded.listed,"
        " changed = excluded.changed, head = excluded.head, deadline = excluded.deadline",
    [TABLE_TOUCH] = "UPDATE game_table SET changed = ? WHERE id = ?",
    [TABLE_GET] = TABLE_COLUMNS "WHERE id = ?",
    /* a row for each person of a table; the newest tables alone, however many there are */
    [TABLES_LISTED] =
        "SELECT id, status, changed, share, person FROM"
        " (SELECT t.id AS id, t.status AS status, t.changed AS changed, seat.person AS person, row_number() OVER"
        " (PARTITION BY seat.person, t.status ORDER BY t.changed DESC, t.id) AS share"
        " FROM (SELECT id, status, changed FROM game_table WHERE listed AND status < 2 AND changed > ?1"
        " ORDER BY changed DESC LIMIT ?3) AS t JOIN seat ON seat.game_table = t.id) AS ranked"
        " WHERE share <= ?2 ORDER BY changed DESC, id, person",
    [TABLES_OF] = TABLE_COLUMNS "JOIN seat ON seat.game_table = game_table.id WHERE seat.person = ?"
                                " ORDER BY status >= 2, changed DESC LIMIT ?",
    [TABLES_RUNNING] = TABLE_COLUMNS "WHERE status = 1 AND status < 2",
    [TABLES_ALL] = TABLE_COLUMNS "ORDER BY created",
    [SEAT_PUT] = "INSERT INTO seat(person, game_table) VALUES(?, ?) ON CONFLICT DO NOTHING",
    [STEP_PUT] = "INSERT INTO step(game_table, number, json) VALUES(?, ?, ?)",
    [STEPS_CUT] = "DELETE FROM step WHERE game_table = ? AND number >= ?",
    [STEPS] = "SELECT number, json FROM step WHERE game_table = ? AND number >= ? ORDER BY number",
    [ANSWER_PUT] = "INSERT INTO answer(client, number, json, time) VALUES(?, ?, ?, ?)"
                   " ON CONFLICT(client, number) DO UPDATE SET json = excluded.json, time = excluded.time",
    [ANSWER_PRUNE] = "DELETE FROM answer WHERE client = ? AND number < ?",
    [ANSWER_GET] = "SELECT json FROM answer WHERE client = ? AND number = ?",
    [ANSWER_LAST] = "SELECT max(number) FROM answer WHERE client = ?",
    [ANSWERS_FORGET] = "DELETE FROM answer WHERE time < ?",
    [ANSWERS_BOUND] =
        "DELETE FROM answer WHERE client IN (SELECT client FROM answer WHERE client >= ?1 || '.' AND client < ?1 || '/'"
        " GROUP BY client ORDER BY max(time) DESC, client LIMIT 1000 OFFSET ?2)",
    [CHAT_PUT] = "INSERT INTO chat(game_table, number, seat, person, name, text, time, team) "
                 "VALUES(?, ?, ?, ?, ?, ?, ?, ?)",
    /* somebody who is being deleted is not heard any more */
    [CHAT_ALL] =
        "SELECT number, seat, coalesce(p.id, ''), CASE WHEN person = '' OR p.id IS NOT NULL THEN chat.name ELSE "
        "'" STORE_FORMER "' END, CASE WHEN person = '' OR p.id IS NOT NULL THEN text ELSE '' END, time, team FROM chat"
        " LEFT JOIN person p ON p.id = chat.person WHERE game_table = ? ORDER BY number",
    [MUTE_PUT] = "INSERT INTO mute(game_table, person, muted) VALUES(?, ?, ?) ON CONFLICT DO NOTHING",
    [MUTE_CUT] = "DELETE FROM mute WHERE game_table = ? AND person = ? AND muted = ?",
    [MUTES] = "SELECT muted FROM mute WHERE game_table = ? AND person = ?",
    [EDITION_PUT] = "INSERT INTO edition(hash, game, json) VALUES(?, ?, ?) ON CONFLICT DO NOTHING",
    [EDITION_GET] = "SELECT json FROM edition WHERE hash = ?",
    [RESULT_COUNT] = "SELECT count(*) FROM result",
};

/* --- reading ---------------------------------------------------------------------------------------------------------- */

const char *store_column(const struct query *row, int i)
{
    const char *text = row->db->kind->text(row, i);
    return text ? text : "";
}

int64_t store_number_in(const struct query *row, int i)
{
    char digits[24] = "";
    size_t count;
    const void *bytes = row->db->kind->bytes(row, i, &count);
    if (bytes && count < sizeof digits)
        memcpy(digits, bytes, count);
    return strtoll(digits, NULL, 10);
}

/* The first column of the first row as a copy. */
int store_get_text(struct store *store, struct query *query, char **out, struct flip_error *error)
{
    const enum db_result result = db_step(query);
    int found = 0;
    if (result == DB_ROW) {
        *out = strdup(store_column(query, 0));
        found = *out ? 1 : flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory.");
    } else if (result != DB_DONE) {
        found = store_failed(store, error);
    }
    db_reset(query);
    return found;
}

int store_get_integer(struct store *store, struct query *query, int64_t *out, struct flip_error *error)
{
    const enum db_result result = db_step(query);
    *out = result == DB_ROW ? db_int64(query, 0) : 0;
    const int found = result == DB_ROW ? 1 : result == DB_DONE ? 0 : store_failed(store, error);
    db_reset(query);
    return found;
}

bool store_next(struct rows *rows)
{
    rows->result = db_step(rows->query);
    rows->count += rows->result == DB_ROW;
    return rows->result == DB_ROW;
}

int store_end(struct store *store, struct rows *rows, struct flip_error *error)
{
    const int count = rows->result != DB_FAILED ? rows->count : store_failed(store, error);
    db_reset(rows->query);
    return count;
}

/* --- the interface, from top to bottom of store.h ------------------------------------------------------------------- */

/* 1: there is one; 0: there is none yet. One that cannot be read must not be replaced. */
static int read_secret(struct store *store, unsigned char secret[STORE_SECRET_BYTES], struct flip_error *error)
{
    struct query *query = BIND(store, META_GET, T("secret"));
    const enum db_result result = db_step(query);
    size_t count = 0;
    const void *bytes = result == DB_ROW ? query->db->kind->bytes(query, 0, &count) : NULL;
    int found = result == DB_FAILED ? store_failed(store, error) : result == DB_ROW;
    if (found == 1 && count != STORE_SECRET_BYTES)
        found = flip_fail(error, FLIP_ERROR_STORE, "The secret in the store is damaged.");
    if (found == 1)
        memcpy(secret, bytes, STORE_SECRET_BYTES);
    db_reset(query);
    return found;
}

int store_secret(struct store *store, unsigned char secret[STORE_SECRET_BYTES], struct flip_error *error)
{
    const int found = read_secret(store, secret, error);
    if (found != 0)
        return found < 0 ? -1 : 0;
    randombytes_buf(secret, STORE_SECRET_BYTES);
    if (store_change(store, BIND(store, META_PUT, T("secret"), B(secret, STORE_SECRET_BYTES)), error) < 0)
        return -1;
    return store_commit(store, error);
}

int store_person_put(struct store *store, const struct store_person *person, struct flip_error *error)
{
    return store_change(store,
                        BIND(store, PERSON_PUT, T(person->id), T(person->name), T(person->folded), I(person->created),
                             I(person->seen), T(person->looks)),
                        error);
}

void store_read_person(const struct query *row, struct store_person *out)
{
    *out = (struct store_person){.created = db_int64(row, 3),
                                 .seen = db_int64(row, 4),
                                 .claimed = db_int64(row, 5),
                                 .sessions = db_int64(row, 6),
                                 .banned = db_int64(row, 7) != 0,
                                 .presence = (enum store_audience)db_int(row, 10),
                                 .challenges = (enum store_audience)db_int(row, 11),
                                 .requests = (enum store_audience)db_int(row, 12)};
    snprintf(out->id, sizeof out->id, "%s", store_column(row, 0));
    snprintf(out->name, sizeof out->name, "%s", store_column(row, 1));
    snprintf(out->folded, sizeof out->folded, "%s", store_column(row, 2));
    snprintf(out->looks, sizeof out->looks, "%s", store_column(row, 8));
    snprintf(out->owner, sizeof out->owner, "%s", store_column(row, 9));
}

int store_person_get(struct store *store, const char *id, struct store_person *out, struct flip_error *error)
{
    struct query *query = BIND(store, PERSON_GET, T(id));
    const enum db_result result = db_step(query);
    if (result == DB_ROW) {
        store_read_person(query, out);
    }
    db_reset(query);
    return result == DB_ROW ? 1 : result == DB_DONE ? 0 : store_failed(store, error);
}

int store_table_put(struct store *store, const struct store_table *table, struct flip_error *error)
{
    return store_change(store,
                        BIND(store, TABLE_PUT, T(table->id), I(table->status), I(table->listed), I(table->created),
                             I(table->changed), T(table->head), I(table->deadline)),
                        error);
}

int store_table_touch(struct store *store, const char *table, int64_t changed, struct flip_error *error)
{
    return store_change(store, BIND(store, TABLE_TOUCH, I(changed), T(table)), error);
}

int store_table_person(struct store *store, const char *table, const char *person, struct flip_error *error)
{
    return store_change(store, BIND(store, SEAT_PUT, T(person), T(table)), error);
}

/* Returns how many rows were visited; a visitor that returns -1 ends the visit. */
static int visit_tables(struct store *store, struct query *query, store_table_visit *visit, void *context,
                        struct flip_error *error)
{
    struct rows rows = {.query = query};
    while (store_next(&rows)) {
        struct store_table table = {.status = (enum store_status)db_int(query, 1),
                                    .listed = db_int(query, 2) != 0,
                                    .created = db_int64(query, 3),
                                    .changed = db_int64(query, 4),
                                    .head = store_column(query, 5),
                                    .finished = db_int64(query, 6)};
        snprintf(table.id, sizeof table.id, "%s", store_column(query, 0));
        if (visit(context, &table) < 0)
            break;
    }
    return store_end(store, &rows, error);
}

struct whole {
    store_table_visit *visit;
    void *context;
    bool lacking;
};

static int visit_whole(void *context, const struct store_table *table)
{
    struct whole *whole = context;
    whole->lacking = whole->visit(whole->context, table) < 0;
    return whole->lacking ? -1 : 0;
}

int store_table_get(struct store *store, const char *id, store_table_visit *visit, void *context,
                    struct flip_error *error)
{
    return visit_tables(store, BIND(store, TABLE_GET, T(id)), visit, context, error);
}

int store_tables_listed(struct store *store, const struct store_listing *wanted, store_listed_visit *visit,
                        void *context, struct flip_error *error)
{
    struct query *query = BIND(store, TABLES_LISTED, I(wanted->since), I(wanted->share), I(wanted->newest));
    struct rows rows = {.query = query};
    while (store_next(&rows)) {
        struct store_listed table = {.status = (enum store_status)db_int(query, 1),
                                     .changed = db_int64(query, 2),
                                     .share = db_int(query, 3),
                                     .person = store_column(query, 4)};
        snprintf(table.id, sizeof table.id, "%s", store_column(query, 0));
        if (visit(context, &table) < 0)
            break;
    }
    return store_end(store, &rows, error);
}

int store_tables_of(struct store *store, const char *person, int limit, store_table_visit *visit, void *context,
                    struct flip_error *error)
{
    return visit_tables(store, BIND(store, TABLES_OF, T(person), I(limit)), visit, context, error);
}

int store_tables_running(struct store *store, store_table_visit *visit, void *context, struct flip_error *error)
{
    const struct value us[] = {I(store_number(store))};
    struct query *query = store->statement[TABLES_RUNNING];
    if (store_number(store) > 0) /* the others look after theirs */
        query = store_bind(store, store->shared[ROOMS_KEPT], us, 1);
    else
        db_reset(query);
    return visit_tables(store, query, visit, context, error);
}

int store_tables_all(struct store *store, store_table_visit *visit, void *context, struct flip_error *error)
{
    struct query *query = store->statement[TABLES_ALL];
    struct whole whole = {visit, context, false};
    db_reset(query);
    if (visit_tables(store, query, visit_whole, &whole, error) < 0)
        return -1;
    return whole.lacking ? flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory for all tables.") : 0;
}

int store_step_put(struct store *store, const char *table, int index, const char *json, struct flip_error *error)
{
    return store_change(store, BIND(store, STEP_PUT, T(table), I(index), T(json)), error);
}

int store_steps_cut(struct store *store, const char *table, int index, struct flip_error *error)
{
    return store_change(store, BIND(store, STEPS_CUT, T(table), I(index)), error);
}

int store_steps(struct store *store, const char *table, store_step_visit *visit, void *context,
                struct flip_error *error)
{
    return store_steps_from(store, table, 0, visit, context, error);
}

int store_steps_from(struct store *store, const char *table, int first, store_step_visit *visit, void *context,
                     struct flip_error *error)
{
    struct query *query = BIND(store, STEPS, T(table), I(first));
    struct rows rows = {.query = query};
    while (store_next(&rows))
        if (visit(context, db_int(query, 0), store_column(query, 1)) < 0)
            break;
    return store_end(store, &rows, error);
}

int store_answer_put(struct store *store, const char *client, int64_t number, const char *answer, int64_t time,
                     struct flip_error *error)
{
    return store_change(store, BIND(store, ANSWER_PUT, T(client), I(number), T(answer), I(time)), error);
}

int store_answers_prune(struct store *store, const char *client, int64_t last, struct flip_error *error)
{
    return store_change(store, BIND(store, ANSWER_PRUNE, T(client), I(last - STORE_ANSWERS_KEPT)), error);
}

int64_t store_answer_last(struct store *store, const char *client, struct flip_error *error)
{
    struct query *query = BIND(store, ANSWER_LAST, T(client));
    const int64_t last = db_step(query) == DB_ROW ? db_int64(query, 0) : store_failed(store, error);
    db_reset(query);
    return last;
}

int store_answers_forget(struct store *store, int64_t before, struct flip_error *error)
{
    return store_change(store, BIND(store, ANSWERS_FORGET, I(before)), error);
}

int store_answers_bound(struct store *store, const char *person, int clients, struct flip_error *error)
{
    return store_change(store, BIND(store, ANSWERS_BOUND, T(person), I(clients)), error);
}

int store_answer_get(struct store *store, const char *client, int64_t number, char **out, struct flip_error *error)
{
    return store_get_text(store, BIND(store, ANSWER_GET, T(client), I(number)), out, error);
}

int store_chat_put(struct store *store, const char *table, const struct store_chat *chat, struct flip_error *error)
{
    return store_change(store,
                        BIND(store, CHAT_PUT, T(table), I(chat->index), I(chat->seat), T(chat->person), T(chat->name),
                             T(chat->text), I(chat->time), T(chat->team ? chat->team : "")),
                        error);
}

int store_chat_all(struct store *store, const char *table, store_chat_visit *visit, void *context,
                   struct flip_error *error)
{
    struct query *query = BIND(store, CHAT_ALL, T(table));
    struct rows rows = {.query = query};
    while (store_next(&rows)) {
        const struct store_chat chat = {.index = db_int(query, 0),
                                        .seat = db_int(query, 1),
                                        .person = store_column(query, 2),
                                        .name = store_column(query, 3),
                                        .text = store_column(query, 4),
                                        .time = db_int64(query, 5),
                                        .team = store_column(query, 6)};
        if (visit(context, &chat) < 0)
            break;
    }
    return store_end(store, &rows, error);
}

int store_mute(struct store *store, const char *table, const char *person, const char *muted, bool on,
               struct flip_error *error)
{
    return store_change(store, BIND(store, on ? MUTE_PUT : MUTE_CUT, T(table), T(person), T(muted)), error);
}

int store_mutes(struct store *store, const char *table, const char *person, store_mute_visit *visit, void *context,
                struct flip_error *error)
{
    struct query *query = BIND(store, MUTES, T(table), T(person));
    struct rows rows = {.query = query};
    while (store_next(&rows))
        if (visit(context, store_column(query, 0)) < 0)
            break;
    return store_end(store, &rows, error);
}

int store_edition_put(struct store *store, const char *hash, const char *game, const char *json,
                      struct flip_error *error)
{
    return store_change(store, BIND(store, EDITION_PUT, T(hash), T(game), T(json)), error);
}

int store_edition_get(struct store *store, const char *hash, char **out, struct flip_error *error)
{
    return store_get_text(store, BIND(store, EDITION_GET, T(hash)), out, error);
}

int store_result_count(struct store *store, struct flip_error *error)
{
    struct query *query = store->statement[RESULT_COUNT];
    db_reset(query);
    const int count = db_step(query) == DB_ROW ? db_int(query, 0) : store_failed(store, error);
    db_reset(query);
    return count;
}
