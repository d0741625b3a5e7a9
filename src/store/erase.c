/*
 * Deleting. What belongs to a table or a person may be thousands of rows, and whoever deletes them must not keep others waiting: so it
 * is also done in pieces, a bounded number of rows at a time.
 */
#include "store/parts.h"

/* ?1 is the person or the table, ?2 what somebody is called who is no more. Lines of the chat are emptied, not removed: they
   are counted. */
static const char *const erase_person[] = {
    "UPDATE chat SET person = '', name = ?2, text = '' WHERE person = ?1",
    "UPDATE notice SET person = '', name = ?2 WHERE person = ?1",
    "UPDATE result SET person = NULL, name = ?2, daily = '' WHERE person = ?1",
    "DELETE FROM seat WHERE person = ?1",
    "DELETE FROM answer WHERE client >= ?1 || '.' AND client < ?1 || '/'",
    "DELETE FROM mute WHERE person = ?1 OR muted = ?1",
    "DELETE FROM block WHERE person = ?1 OR blocked = ?1",
    "DELETE FROM report WHERE person = ?1 OR about = ?1",
    "DELETE FROM friend WHERE person = ?1 OR friend = ?1",
    "DELETE FROM challenge WHERE person = ?1 OR other = ?1",
    "DELETE FROM token WHERE person = ?1",
    "DELETE FROM rating WHERE player = ?1",
    "DELETE FROM achievement WHERE person = ?1",
    "DELETE FROM daily WHERE person = ?1",
    "DELETE FROM puzzle_try WHERE person = ?1",
    "DELETE FROM puzzle_solver WHERE person = ?1",
    "DELETE FROM puzzle_consent WHERE person = ?1",
    "DELETE FROM star WHERE person = ?1 OR work IN (SELECT id FROM workshop WHERE person = ?1)",
    "DELETE FROM workshop WHERE person = ?1",
    "UPDATE entrant SET person = '', name = ?2 WHERE person = ?1",
    "UPDATE tournament SET owner = '' WHERE owner = ?1",
    "DELETE FROM league_member WHERE person = ?1",
    /* who has belonged to it longest looks after it from now on */
    ("UPDATE league SET owner = coalesce((SELECT m.person FROM league_member m WHERE m.league = league.id AND"
     " m.state = 0 ORDER BY m.joined, m.person LIMIT 1), '') WHERE owner = ?1"),
    "UPDATE admin_log SET person = '', text = '' WHERE person = ?1",
    "DELETE FROM outbox WHERE person = ?1",
    "DELETE FROM push_address WHERE person = ?1",
    "DELETE FROM notification WHERE person = ?1",
    "DELETE FROM session WHERE person = ?1",
    "DELETE FROM person WHERE id = ?1",
};
static const char *const erase_table[] = {
    "DELETE FROM step WHERE game_table = ?1",         "DELETE FROM chat WHERE game_table = ?1",
    "DELETE FROM mute WHERE game_table = ?1",         "DELETE FROM seat WHERE game_table = ?1",
    "DELETE FROM result WHERE game_table = ?1",       "DELETE FROM achievement WHERE game_table = ?1",
    "DELETE FROM daily WHERE game_table = ?1",        "DELETE FROM challenge WHERE game_table = ?1",
    "DELETE FROM notice WHERE game_table = ?1",       "DELETE FROM analysis WHERE game_table = ?1",
    "DELETE FROM puzzle_mined WHERE game_table = ?1", "DELETE FROM label WHERE game_table = ?1",
    "DELETE FROM game_table WHERE id = ?1",
};
static const char *const clear_derived[] = {
    "DELETE FROM result",
    "DELETE FROM label",
    "DELETE FROM rating",
    "DELETE FROM achievement",
    "UPDATE daily SET counted = 0, why = '', score = 0, value = 0, time = 0",
};

static int run_all(struct store *store, const char *const *sql, size_t count, const char *a, const char *b,
                   struct flip_error *error)
{
    const struct value values[] = {T(a), T(b)};
    for (size_t i = 0; i < count; i++)
        if (store_change(store, store_bind(store, sql[i], values, a ? 2 : 0), error) < 0)
            return -1;
    return 0;
}

int store_person_erase(struct store *store, const char *id, const char *former, struct flip_error *error)
{
    if (store->db->kind->keeps_deleted) {
        store->scrub_due = true;
        if (store_change(store,
                         QUERY(store, "INSERT INTO meta(key, value) VALUES('scrub', '1') ON CONFLICT DO NOTHING"),
                         error) < 0)
            return -1;
    }
    return run_all(store, erase_person, sizeof erase_person / sizeof *erase_person, id, former, error);
}

int store_table_erase(struct store *store, const char *table, struct flip_error *error)
{
    return run_all(store, erase_table, sizeof erase_table / sizeof *erase_table, table, "", error);
}

int store_derived_clear(struct store *store, struct flip_error *error)
{
    return run_all(store, clear_derived, sizeof clear_derived / sizeof *clear_derived, NULL, NULL, error);
}

int store_person_vanish(struct store *store, const char *id, struct flip_error *error)
{
    return CHANGE(store, error, "DELETE FROM rating WHERE player = ?1", T(id)) < 0
               ? -1
               : CHANGE(store, error, "DELETE FROM person WHERE id = ?1", T(id));
}

int store_table_erase_some(struct store *store, const char *table, int rows, struct flip_error *error)
{
    if (CHANGE(store, error, "DELETE FROM game_table WHERE id = ?1", T(table)) < 0)
        return -1;
    const int steps = store_change_counted(store,
                                           BIND(store,
                                                "DELETE FROM step WHERE game_table = ?1 AND number >"
                                                " (SELECT max(number) FROM step WHERE game_table = ?1) - ?2",
                                                T(table), I(rows)),
                                           error);
    return steps < 0 ? -1 : steps > 0 ? 1 : store_table_erase(store, table, error);
}

int store_seat_erase(struct store *store, const char *table, const char *person, const char *former,
                     struct flip_error *error)
{
    return CHANGE(store, error,
                  "UPDATE result SET person = NULL, name = ?3, daily = '' WHERE game_table = ?1 AND person = ?2",
                  T(table), T(person), T(former)) < 0
               ? -1
               : CHANGE(store, error, "DELETE FROM seat WHERE person = ?2 AND game_table = ?1", T(table), T(person));
}

int store_person_erase_some(struct store *store, const char *id, const char *former, int rows, struct flip_error *error)
{
    const int lines = store_change_counted(store,
                                           BIND(store,
                                                "UPDATE chat SET person = '', name = ?3, text = '' WHERE (game_table,"
                                                " number) IN (SELECT game_table, number FROM chat WHERE person = ?1"
                                                " LIMIT ?2)",
                                                T(id), I(rows), T(former)),
                                           error);
    if (lines != 0)
        return lines < 0 ? -1 : 1;
    const int answers =
        store_change_counted(store,
                             BIND(store,
                                  "DELETE FROM answer WHERE (client, number) IN (SELECT client, number FROM answer"
                                  " WHERE client >= ?1 || '.' AND client < ?1 || '/' LIMIT ?2)",
                                  T(id), I(rows)),
                             error);
    return answers < 0 ? -1 : answers > 0 ? 1 : store_person_erase(store, id, former, error);
}
