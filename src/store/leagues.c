/* What is counted over a long time: the daily challenge month by month, and leagues of friends. */
#include "store/leagues.h"

#include "store/parts.h"

#include <stdio.h>

/* --- the month of the daily challenge ------------------------------------------------------------------------------------ */

/* A place is that of the leaderboard of its day: bots and those who are banned have none. */
#define PLACES                                                                                                         \
    "SELECT d.person AS person, d.day AS day, rank() OVER (PARTITION BY d.day, d.game ORDER BY d.value *"              \
    " CASE WHEN replace(?3, ',' || d.game || ',', '') <> ?3 THEN -1 ELSE 1 END DESC) AS place FROM daily d"            \
    " JOIN person p ON p.id = d.person WHERE d.day >= ?1 || '-01' AND d.day <= ?1 || '-31'"                            \
    " AND (?2 = '' OR d.game = ?2) AND d.counted <> 0 AND p.banned = 0"
#define DAYS                                                                                                           \
    "SELECT person, day, CAST(sum(CASE WHEN place < " TEXT_OF(STORE_DAILY_POINTS) " THEN " TEXT_OF(                    \
        STORE_DAILY_POINTS) " + 1 - place ELSE 1 END) AS INTEGER) AS points,"                                          \
                            " count(CASE WHEN place = 1 THEN 1 END) AS firsts FROM (" PLACES                           \
                            ") AS places GROUP BY person, day"
#define TOTALS                                                                                                         \
    "SELECT person, CAST(sum(points) AS INTEGER) AS points, CAST(sum(firsts) AS INTEGER) AS firsts, count(*) AS days," \
    " max(points) AS best, min(CASE WHEN number = 1 THEN day END) AS best_day FROM (SELECT person, day, points,"       \
    " firsts, row_number() OVER (PARTITION BY person ORDER BY points DESC, day) AS number FROM (" DAYS                 \
    ") AS days) AS numbered GROUP BY person"

int store_month_rows(struct store *store, const struct store_month *month, store_row_visit *visit, void *context,
                     struct flip_error *error)
{
    struct query *query = BIND(
        store,
        "SELECT rank, players, ranked.person AS person, name, points, firsts, days, best, best_day FROM (SELECT"
        " rank() OVER (ORDER BY points DESC, firsts DESC, days DESC, best DESC) AS rank,"
        " row_number() OVER (ORDER BY points DESC, firsts DESC, days DESC, best DESC, person) AS number,"
        " count(*) OVER () AS players, t.* FROM (" TOTALS ") AS t) AS ranked JOIN person ON person.id = ranked.person"
        " WHERE number <= ?5 OR ranked.person = ?4 ORDER BY number",
        T(month->month), T(month->game), T(month->least), T(month->asker), I(month->most));
    return store_visit_rows(store, query, visit, context, error);
}

int store_daily_days(struct store *store, const char *person, const char *game, store_row_visit *visit, void *context,
                     struct flip_error *error)
{
    struct query *query = BIND(store,
                               "SELECT DISTINCT day FROM daily WHERE person = ?1 AND (?2 = '' OR game = ?2)"
                               " AND counted <> 0 ORDER BY day DESC",
                               T(person), T(game));
    return store_visit_rows(store, query, visit, context, error);
}

int store_daily_first(struct store *store, char **out, struct flip_error *error)
{
    return store_get_text(store, QUERY(store, "SELECT day FROM daily ORDER BY day LIMIT 1"), out, error);
}

/* --- leagues of friends -------------------------------------------------------------------------------------------------- */

int store_league_put(struct store *store, const struct store_league *league, struct flip_error *error)
{
    return CHANGE(store, error,
                  "INSERT INTO league(id, owner, name, created, closed) VALUES(?, ?, ?, ?, ?) ON CONFLICT(id) DO UPDATE"
                  " SET owner = excluded.owner, name = excluded.name, closed = excluded.closed",
                  T(league->id), T(league->owner), T(league->name), I(league->created), I(league->closed));
}

int store_league_get(struct store *store, const char *id, struct store_league *out, struct flip_error *error)
{
    struct query *query = BIND(store, "SELECT id, owner, name, created, closed FROM league WHERE id = ?", T(id));
    const enum db_result result = db_step(query);
    if (result == DB_ROW) {
        *out = (struct store_league){.created = db_int64(query, 3), .closed = db_int64(query, 4)};
        snprintf(out->id, sizeof out->id, "%s", store_column(query, 0));
        snprintf(out->owner, sizeof out->owner, "%s", store_column(query, 1));
        snprintf(out->name, sizeof out->name, "%s", store_column(query, 2));
    }
    return store_found(store, query, result, error);
}

int store_league_member(struct store *store, const char *league, const char *person, enum store_membership *out,
                        struct flip_error *error)
{
    struct query *query =
        BIND(store, "SELECT state FROM league_member WHERE league = ? AND person = ?", T(league), T(person));
    const enum db_result result = db_step(query);
    if (result == DB_ROW)
        *out = (enum store_membership)db_int(query, 0);
    return store_found(store, query, result, error);
}

int store_league_join(struct store *store, const char *league, const char *person, enum store_membership state,
                      int64_t time, struct flip_error *error)
{
    return CHANGE(store, error,
                  "INSERT INTO league_member(league, person, joined, state) VALUES(?, ?, ?, ?)"
                  " ON CONFLICT(league, person) DO UPDATE SET state = excluded.state",
                  T(league), T(person), I(time), I(state));
}

int64_t store_league_size(struct store *store, const char *league, struct flip_error *error)
{
    return store_get_number(store, BIND(store, "SELECT count(*) FROM league_member WHERE league = ?", T(league)),
                            error);
}

int64_t store_league_count(struct store *store, const char *person, struct flip_error *error)
{
    return store_get_number(store,
                            BIND(store,
                                 "SELECT count(*) FROM league_member m JOIN league l ON l.id = m.league"
                                 " WHERE m.person = ? AND m.state = 0 AND l.closed = 0",
                                 T(person)),
                            error);
}

int store_league_members(struct store *store, const char *league, store_row_visit *visit, void *context,
                         struct flip_error *error)
{
    return store_visit_rows(store,
                            BIND(store,
                                 "SELECT p.id AS person, p.name AS name, m.joined AS joined, m.state AS state"
                                 " FROM league_member m JOIN person p ON p.id = m.person WHERE m.league = ?"
                                 " ORDER BY m.joined, p.id",
                                 T(league)),
                            visit, context, error);
}

int store_league_seats(struct store *store, const char *league, store_row_visit *visit, void *context,
                       struct flip_error *error)
{
    return store_visit_rows(
        store,
        BIND(store,
             "SELECT r.game_table AS \"table\", r.game AS game, r.time AS time, coalesce(p.id, '') AS person,"
             " CASE WHEN r.person IS NULL OR p.id IS NOT NULL THEN r.name ELSE '" STORE_FORMER "' END AS name,"
             " r.level AS level, r.place AS place, r.won AS won FROM game_table g"
             " JOIN result r ON r.game_table = g.id LEFT JOIN person p ON p.id = r.person"
             " WHERE g.league = ? AND g.league <> '' ORDER BY r.time DESC, r.game_table, r.seat",
             T(league)),
        visit, context, error);
}

int store_league_tables(struct store *store, const char *league, int most, store_row_visit *visit, void *context,
                        struct flip_error *error)
{
    return store_visit_rows(store,
                            BIND(store,
                                 "SELECT id AS \"table\", status, head FROM game_table WHERE league = ?1"
                                 " AND league <> '' AND status < 2 ORDER BY created DESC, id LIMIT ?2",
                                 T(league), I(most)),
                            visit, context, error);
}
