/* What is made from records, and the daily challenge. */
#include "store/parts.h"

int store_result_count(struct store *store, struct flip_error *error)
{
    return (int)store_get_number(store, QUERY(store, "SELECT count(*) FROM result"), error);
}

bool store_derived(struct store *store)
{
    return store_exists(store, QUERY(store, "SELECT 1 FROM meta WHERE key = 'derived'"), NULL) == 1;
}

int store_derived_put(struct store *store, struct flip_error *error)
{
    return store_change(
        store, QUERY(store, "INSERT INTO meta(key, value) VALUES('derived', '1') ON CONFLICT DO NOTHING"), error);
}

int store_result_put(struct store *store, const struct store_result *result, struct flip_error *error)
{
    return CHANGE(
        store, error,
        "INSERT INTO result(game_table, seat, game, person, name, level, seats, score, value, won, place, gone, "
        "helped, daily, time) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT(game_table, seat) DO "
        "UPDATE SET game = excluded.game, person = excluded.person, name = excluded.name, level = excluded.level, "
        "seats = excluded.seats, score = excluded.score, value = excluded.value, won = excluded.won, place = "
        "excluded.place, gone = excluded.gone, helped = excluded.helped, daily = excluded.daily, time = excluded.time, "
        "rating = NULL, deviation = NULL, volatility = NULL, rating_after = NULL, deviation_after = NULL",
        T(result->table), I(result->seat), T(result->game), T(result->person), T(result->name), I(result->level),
        I(result->seats), I(result->score), I(result->value), I(result->won), I(result->place), I(result->gone),
        I(result->helped), T(result->daily), I(result->time));
}

int store_label_put(struct store *store, const char *table, int seat, const char *name, const char *value,
                    struct flip_error *error)
{
    return CHANGE(store, error,
                  "INSERT INTO label(game_table, seat, name, value) VALUES(?, ?, ?, ?) ON CONFLICT DO NOTHING",
                  T(table), I(seat), T(name), T(value));
}

int store_labelled(struct store *store, const char *table, struct flip_error *error)
{
    return CHANGE(store, error, "UPDATE result SET labelled = 1 WHERE game_table = ?", T(table));
}

int store_unlabelled(struct store *store, char **table, struct flip_error *error)
{
    return store_get_text(store, QUERY(store, "SELECT game_table FROM result WHERE labelled = 0 LIMIT 1"), table,
                          error);
}

int store_result_rate(struct store *store, const char *table, int seat, const struct store_rating *before,
                      const struct store_rating *after, struct flip_error *error)
{
    return CHANGE(store, error,
                  "UPDATE result SET rating = ?3, deviation = ?4, volatility = ?5, rating_after = ?6, deviation_after "
                  "= ?7 WHERE game_table = ?1 AND seat = ?2",
                  T(table), I(seat), R(before->rating), R(before->deviation), R(before->volatility), R(after->rating),
                  R(after->deviation));
}

int store_rating_get(struct store *store, const char *game, const char *player, struct store_rating *out,
                     struct flip_error *error)
{
    struct query *query =
        BIND(store, "SELECT rating, deviation, volatility, games, time FROM rating WHERE game = ? AND player = ?",
             T(game), T(player));
    const enum db_result result = db_step(query);
    if (result == DB_ROW)
        *out = (struct store_rating){.rating = db_double(query, 0),
                                     .deviation = db_double(query, 1),
                                     .volatility = db_double(query, 2),
                                     .games = db_int(query, 3),
                                     .time = db_int64(query, 4)};
    return store_found(store, query, result, error);
}

int store_rating_put(struct store *store, const char *game, const char *player, const struct store_rating *rating,
                     struct flip_error *error)
{
    return CHANGE(store, error,
                  "INSERT INTO rating(game, player, rating, deviation, volatility, games, time) VALUES(?, ?, ?, ?, ?, "
                  "?, ?) ON CONFLICT(game, player) DO UPDATE SET rating = excluded.rating, deviation = "
                  "excluded.deviation, volatility = excluded.volatility, games = excluded.games, time = excluded.time",
                  T(game), T(player), R(rating->rating), R(rating->deviation), R(rating->volatility), I(rating->games),
                  I(rating->time));
}

int store_achievement_put(struct store *store, const char *person, const char *game, const char *id, const char *part,
                          const char *table, int64_t time, struct flip_error *error)
{
    return store_change_counted(store,
                                BIND(store,
                                     "INSERT INTO achievement(person, game, id, part, game_table, time) VALUES(?, ?, "
                                     "?, ?, ?, ?) ON CONFLICT DO NOTHING",
                                     T(person), T(game), T(id), T(part), T(table), I(time)),
                                error);
}

/* --- the daily challenge ------------------------------------------------------------------------------------------------ */

int store_daily_try(struct store *store, const struct store_try *a_try, struct flip_error *error)
{
    return store_change_counted(
        store,
        BIND(store,
             "INSERT INTO daily(day, game, person, game_table, began) VALUES(?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
             T(a_try->day), T(a_try->game), T(a_try->person), T(a_try->table), I(a_try->began)),
        error);
}

int store_daily_outcome(struct store *store, const struct store_try *a_try, struct flip_error *error)
{
    return CHANGE(store, error,
                  "UPDATE daily SET counted = ?5, why = ?6, score = ?7, value = ?8, time = ?9 WHERE day = ?1 AND game "
                  "= ?2 AND person = ?3 AND game_table = ?4",
                  T(a_try->day), T(a_try->game), T(a_try->person), T(a_try->table), I(a_try->counted),
                  T(a_try->why ? a_try->why : ""), I(a_try->score), I(a_try->value), I(a_try->time));
}

int store_daily_table(struct store *store, const char *day, const char *game, const char *person, char **out,
                      struct flip_error *error)
{
    return store_get_text(store,
                          BIND(store, "SELECT game_table FROM daily WHERE day = ? AND game = ? AND person = ?", T(day),
                               T(game), T(person)),
                          out, error);
}
