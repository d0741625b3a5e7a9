/* Tables: heads, steps, answers, chat, notices, editions, and work that takes several commits. */
#include "store/parts.h"

#include <stdio.h>
#include <string.h>

#define TABLE_COLUMNS "SELECT id, status, listed, created, changed, head, finished FROM game_table "

int store_table_put(struct store *store, const struct store_table *table, struct flip_error *error)
{
    return CHANGE(
        store, error,
        "INSERT INTO game_table(id, status, listed, created, changed, head, deadline, league) VALUES(?, ?, ?, "
        "?, ?, ?, ?, ?) ON CONFLICT(id) DO UPDATE SET status = excluded.status, listed = excluded.listed, changed = "
        "excluded.changed, head = excluded.head, deadline = excluded.deadline",
        T(table->id), I(table->status), I(table->listed), I(table->created), I(table->changed), T(table->head),
        I(table->deadline), T(table->league));
}

int store_table_touch(struct store *store, const char *table, int64_t changed, struct flip_error *error)
{
    return CHANGE(store, error, "UPDATE game_table SET changed = ? WHERE id = ?", I(changed), T(table));
}

int store_table_person(struct store *store, const char *table, const char *person, struct flip_error *error)
{
    return CHANGE(store, error, "INSERT INTO seat(person, game_table) VALUES(?, ?) ON CONFLICT DO NOTHING", T(person),
                  T(table));
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
    return visit_tables(store, BIND(store, TABLE_COLUMNS "WHERE id = ?", T(id)), visit, context, error);
}

int store_tables_listed(struct store *store, const struct store_listing *wanted, store_listed_visit *visit,
                        void *context, struct flip_error *error)
{
    struct query *query =
        BIND(store,
             "SELECT id, status, changed, share, person FROM (SELECT t.id AS id, t.status AS status, t.changed AS "
             "changed, seat.person AS person, row_number() OVER (PARTITION BY seat.person, t.status ORDER BY t.changed "
             "DESC, t.id) AS share FROM (SELECT id, status, changed FROM game_table WHERE listed AND status < 2 AND "
             "changed > ?1 ORDER BY changed DESC LIMIT ?3) AS t JOIN seat ON seat.game_table = t.id) AS ranked WHERE "
             "share <= ?2 ORDER BY changed DESC, id, person",
             I(wanted->since), I(wanted->share), I(wanted->newest));
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
    return visit_tables(store,
                        BIND(store,
                             TABLE_COLUMNS "JOIN seat ON seat.game_table = game_table.id WHERE seat.person = ? ORDER "
                                           "BY status >= 2, changed DESC LIMIT ?",
                             T(person), I(limit)),
                        visit, context, error);
}

int store_tables_running(struct store *store, store_table_visit *visit, void *context, struct flip_error *error)
{
    struct query *query = store_number(store) > 0 /* the others have the lease on theirs */
                              ? BIND(store,
                                     "SELECT game_table.id, status, listed, created, changed, head, finished FROM room"
                                     " JOIN game_table ON game_table.id = room.id WHERE keeper = ?1 AND status = 1",
                                     I(store_number(store)))
                              : QUERY(store, TABLE_COLUMNS "WHERE status = 1 AND status < 2");
    return visit_tables(store, query, visit, context, error);
}

int store_tables_all(struct store *store, store_table_visit *visit, void *context, struct flip_error *error)
{
    struct query *query = QUERY(store, TABLE_COLUMNS "ORDER BY created");
    struct whole whole = {visit, context, false};
    if (visit_tables(store, query, visit_whole, &whole, error) < 0)
        return -1;
    return whole.lacking ? flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory for all tables.") : 0;
}

int store_step_put(struct store *store, const char *table, int index, const char *json, struct flip_error *error)
{
    return CHANGE(store, error, "INSERT INTO step(game_table, number, json) VALUES(?, ?, ?)", T(table), I(index),
                  T(json));
}

int store_steps_truncate(struct store *store, const char *table, int index, struct flip_error *error)
{
    return CHANGE(store, error, "DELETE FROM step WHERE game_table = ? AND number >= ?", T(table), I(index));
}

int store_steps(struct store *store, const char *table, store_step_visit *visit, void *context,
                struct flip_error *error)
{
    return store_steps_from(store, table, 0, visit, context, error);
}

int store_steps_from(struct store *store, const char *table, int first, store_step_visit *visit, void *context,
                     struct flip_error *error)
{
    struct query *query =
        BIND(store, "SELECT number, json FROM step WHERE game_table = ? AND number >= ? ORDER BY number", T(table),
             I(first));
    struct rows rows = {.query = query};
    while (store_next(&rows))
        if (visit(context, db_int(query, 0), store_column(query, 1)) < 0)
            break;
    return store_end(store, &rows, error);
}

/* --- answers ---------------------------------------------------------------------------------------------------------------- */

/*
 * Nearly all answers say no more than that it was done. A row for each of them would be a page for each that a commit writes; so a client has one row
 * for all of these, under the number 0, and dozens of clients share a page. `last` is the highest number, and `before` has a bit for each
 * of the STORE_ANSWERS_KEPT numbers before it, the lowest for the nearest. In PostgreSQL, where several servers may use the site, each answer has a
 * row, which releases from before read too.
 */
enum { DONE_TEXT = 48 };

static void say_done(int64_t number, char out[DONE_TEXT])
{
    snprintf(out, DONE_TEXT, "{\"re\":%lld,\"ok\":true}", (long long)number);
}

static int put_done(struct store *store, const char *client, int64_t number, int64_t time, struct flip_error *error)
{
    _Static_assert(STORE_ANSWERS_KEPT == 64, "as many as an integer has bits");
    return CHANGE(store, error,
                  "INSERT INTO answer(client, number, json, time, last, before) VALUES(?1, 0, '', ?2, ?3, 0) ON "
                  "CONFLICT(client, number) DO UPDATE SET time = excluded.time, before = CASE"
                  " WHEN excluded.last > answer.last + 64 THEN 0"
                  " WHEN excluded.last > answer.last THEN (answer.before << (excluded.last - answer.last)) |"
                  " (1 << (excluded.last - answer.last - 1))"
                  " WHEN excluded.last < answer.last AND excluded.last >= answer.last - 64 THEN answer.before |"
                  " (1 << (answer.last - excluded.last - 1))"
                  " ELSE answer.before END,"
                  " last = CASE WHEN excluded.last > answer.last THEN excluded.last ELSE answer.last END",
                  T(client), I(time), I(number));
}

int store_answer_put(struct store *store, const char *client, int64_t number, const char *answer, int64_t time,
                     struct flip_error *error)
{
    char done[DONE_TEXT];
    say_done(number, done);
    if (strcmp(answer, done) == 0 && !store->db->kind->process)
        return put_done(store, client, number, time, error);
    return CHANGE(store, error,
                  "INSERT INTO answer(client, number, json, time) VALUES(?, ?, ?, ?) ON CONFLICT(client, number) DO "
                  "UPDATE SET json = excluded.json, time = excluded.time",
                  T(client), I(number), T(answer), I(time));
}

int store_answers_prune(struct store *store, const char *client, int64_t last, struct flip_error *error)
{
    return CHANGE(store, error, "DELETE FROM answer WHERE client = ? AND number < ? AND number > 0", T(client),
                  I(last - STORE_ANSWERS_KEPT));
}

int64_t store_answer_last(struct store *store, const char *client, struct flip_error *error)
{
    struct query *query = BIND(
        store, "SELECT max(CASE WHEN number > last THEN number ELSE last END) FROM answer WHERE client = ?", T(client));
    return store_get_number(store, query, error);
}

int store_answers_forget(struct store *store, int64_t before, struct flip_error *error)
{
    return CHANGE(store, error, "DELETE FROM answer WHERE time < ?", I(before));
}

int store_answers_bound(struct store *store, const char *person, int clients, struct flip_error *error)
{
    return CHANGE(store, error,
                  "DELETE FROM answer WHERE client IN (SELECT client FROM answer WHERE client >= ?1 || '.' AND client "
                  "< ?1 || '/' GROUP BY client ORDER BY max(time) DESC, client LIMIT 1000 OFFSET ?2)",
                  T(person), I(clients));
}

/* 1: the client's row of what was done says so of this number. */
static int was_done(struct store *store, const char *client, int64_t number, struct flip_error *error)
{
    struct query *query = BIND(store, "SELECT last, before FROM answer WHERE client = ? AND number = 0", T(client));
    const enum db_result result = db_step(query);
    const int64_t ago = result == DB_ROW ? db_int64(query, 0) - number : -1;
    const uint64_t before = result == DB_ROW ? (uint64_t)db_int64(query, 1) : 0;
    const int status = store_found(store, query, result, error);
    return status <= 0 ? status : ago == 0 || (ago > 0 && ago <= STORE_ANSWERS_KEPT && before >> (ago - 1) & 1);
}

int store_answer_get(struct store *store, const char *client, int64_t number, char **out, struct flip_error *error)
{
    char done[DONE_TEXT];
    const int found = store_get_text(
        store, BIND(store, "SELECT json FROM answer WHERE client = ? AND number = ?", T(client), I(number)), out,
        error);
    const int status = found == 0 ? was_done(store, client, number, error) : found;
    if (found != 0 || status <= 0)
        return status;
    say_done(number, done);
    *out = strdup(done);
    return *out ? 1 : flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory.");
}

/* --- chat, notices, work -------------------------------------------------------------------------------------------------- */

int store_chat_put(struct store *store, const char *table, const struct store_chat *chat, struct flip_error *error)
{
    return CHANGE(
        store, error,
        "INSERT INTO chat(game_table, number, seat, person, name, text, time, team) VALUES(?, ?, ?, ?, ?, ?, ?, ?)",
        T(table), I(chat->index), I(chat->seat), T(chat->person), T(chat->name), T(chat->text), I(chat->time),
        T(chat->team ? chat->team : ""));
}

int store_chat_all(struct store *store, const char *table, store_chat_visit *visit, void *context,
                   struct flip_error *error)
{
    struct query *query =
        BIND(store,
             "SELECT number, seat, coalesce(p.id, ''), CASE WHEN person = '' OR p.id IS NOT NULL THEN chat.name ELSE "
             "'" STORE_FORMER "' END, CASE WHEN person = '' OR p.id IS NOT NULL THEN text ELSE '' END, time, team FROM "
             "chat LEFT JOIN person p ON p.id = chat.person WHERE game_table = ? ORDER BY number",
             T(table));
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
    return CHANGE(store, error,
                  on ? "INSERT INTO mute(game_table, person, muted) VALUES(?, ?, ?) ON CONFLICT DO NOTHING"
                     : "DELETE FROM mute WHERE game_table = ? AND person = ? AND muted = ?",
                  T(table), T(person), T(muted));
}

int store_mutes(struct store *store, const char *table, const char *person, store_mute_visit *visit, void *context,
                struct flip_error *error)
{
    struct query *query =
        BIND(store, "SELECT muted FROM mute WHERE game_table = ? AND person = ?", T(table), T(person));
    struct rows rows = {.query = query};
    while (store_next(&rows))
        if (visit(context, store_column(query, 0)) < 0)
            break;
    return store_end(store, &rows, error);
}

int store_edition_put(struct store *store, const char *hash, const char *game, const char *json,
                      struct flip_error *error)
{
    return CHANGE(store, error, "INSERT INTO edition(hash, game, json) VALUES(?, ?, ?) ON CONFLICT DO NOTHING", T(hash),
                  T(game), T(json));
}

int store_edition_get(struct store *store, const char *hash, char **out, struct flip_error *error)
{
    return store_get_text(store, BIND(store, "SELECT json FROM edition WHERE hash = ?", T(hash)), out, error);
}

/* --- tables: deadlines, the order of their ends ------------------------------------------------------------------------ */

int store_table_finish(struct store *store, const char *table, int64_t finished, struct flip_error *error)
{
    return CHANGE(store, error, "UPDATE game_table SET finished = ?2 WHERE id = ?1", T(table), I(finished));
}

int64_t store_finished_last(struct store *store, struct flip_error *error)
{
    return store_get_number(store, QUERY(store, "SELECT max(finished) FROM game_table WHERE finished > 0"), error);
}

int store_deadline_clear(struct store *store, const char *table, struct flip_error *error)
{
    return CHANGE(store, error, "UPDATE game_table SET deadline = 0 WHERE id = ?", T(table));
}

int store_tables_due(struct store *store, int limit, store_due_visit *visit, void *context, struct flip_error *error)
{
    struct query *query =
        BIND(store, "SELECT id, deadline FROM game_table WHERE deadline > 0 ORDER BY deadline LIMIT ?", I(limit));
    struct rows rows = {.query = query};
    while (store_next(&rows))
        if (visit(context, store_column(query, 0), db_int64(query, 1)) < 0)
            break;
    return store_end(store, &rows, error);
}

int store_notice_put(struct store *store, const char *table, const struct store_notice *notice,
                     struct flip_error *error)
{
    return CHANGE(store, error,
                  "INSERT INTO notice(game_table, number, kind, what, seat, person, name, level, moves, time) "
                  "VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                  T(table), I(notice->index), T(notice->kind), T(notice->what), I(notice->seat), T(notice->person),
                  T(notice->name), I(notice->level), I(notice->moves), I(notice->time));
}

int store_notice_set_moves(struct store *store, const char *table, int index, int moves, struct flip_error *error)
{
    return CHANGE(store, error, "UPDATE notice SET moves = ?3 WHERE game_table = ?1 AND number = ?2", T(table),
                  I(index), I(moves));
}

int store_notices(struct store *store, const char *table, store_notice_visit *visit, void *context,
                  struct flip_error *error)
{
    struct query *query =
        BIND(store,
             "SELECT number, kind, what, seat, notice.person, CASE WHEN notice.person = '' OR p.id IS NOT NULL THEN "
             "notice.name ELSE '" STORE_FORMER "' END, level, moves, time FROM notice LEFT JOIN person p ON p.id = "
             "notice.person WHERE game_table = ? ORDER BY number",
             T(table));
    struct rows rows = {.query = query};
    while (store_next(&rows)) {
        const struct store_notice notice = {.index = db_int(query, 0),
                                            .kind = store_column(query, 1),
                                            .what = store_column(query, 2),
                                            .seat = db_int(query, 3),
                                            .person = store_column(query, 4),
                                            .name = store_column(query, 5),
                                            .level = db_int(query, 6),
                                            .moves = db_int(query, 7),
                                            .time = db_int64(query, 8)};
        if (visit(context, &notice) < 0) {
            store_end(store, &rows, error);
            return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory for the table.");
        }
    }
    return store_end(store, &rows, error);
}

enum { KEY = 80 };

int store_todo_put(struct store *store, const char *kind, const char *id, struct flip_error *error)
{
    char key[KEY], process[24];
    store_name_process(store, process);
    snprintf(key, sizeof key, "todo %s %s", kind, id);
    return CHANGE(store, error, "INSERT INTO meta(key, value) VALUES(?1, ?2) ON CONFLICT(key) DO NOTHING", T(key),
                  B(process, (int64_t)strlen(process)));
}

int store_todo_delete(struct store *store, const char *kind, const char *id, struct flip_error *error)
{
    char key[KEY];
    snprintf(key, sizeof key, "todo %s %s", kind, id);
    return CHANGE(store, error, "DELETE FROM meta WHERE key = ?1", T(key));
}

#define TODOS "SELECT substr(key, length(?1) + 1) FROM meta WHERE key > ?1 AND key < ?1 || '~'"

int store_todos(struct store *store, const char *kind, store_todo_visit *visit, void *context, struct flip_error *error)
{
    char key[KEY], process[24];
    store_name_process(store, process);
    snprintf(key, sizeof key, "todo %s ", kind);
    struct rows rows = {
        .query = process[0] ? BIND(store, TODOS " AND value = ?2", T(key), B(process, (int64_t)strlen(process)))
                            : BIND(store, TODOS, T(key))};
    while (store_next(&rows) && visit(context, store_column(rows.query, 0)) == 0)
        ;
    return store_end(store, &rows, error);
}
