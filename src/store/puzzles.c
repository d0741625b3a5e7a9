/*
 * Puzzles: how hard each turned out to be, those that this server has mined itself, and how people do at them. A puzzle that comes with
 * the program has a row once somebody has tried it.
 */
#include "store/parts.h"

#include <stdio.h>

static void read_puzzle(const struct query *row, struct store_puzzle *out)
{
    *out = (struct store_puzzle){.rating = db_double(row, 0),
                                 .deviation = db_double(row, 1),
                                 .volatility = db_double(row, 2),
                                 .tries = db_int(row, 3),
                                 .solved = db_int(row, 4)};
}

int store_puzzle_get(struct store *store, const char *id, struct store_puzzle *out, struct flip_error *error)
{
    struct rows rows = {
        .query = BIND(store, "SELECT rating, deviation, volatility, tries, solved FROM puzzle WHERE id = ?1", T(id))};
    if (store_next(&rows))
        read_puzzle(rows.query, out);
    return store_end(store, &rows, error);
}

int store_puzzle_put(struct store *store, const char *id, const char *game, const struct store_puzzle *puzzle,
                     struct flip_error *error)
{
    return CHANGE(
        store, error,
        "INSERT INTO puzzle(id, game, rating, deviation, volatility, tries, solved, line) VALUES(?1, ?2, ?3, ?4, ?5, "
        "?6, ?7, '') ON CONFLICT(id) DO UPDATE SET rating = excluded.rating, deviation = excluded.deviation, "
        "volatility = excluded.volatility, tries = excluded.tries, solved = excluded.solved",
        T(id), T(game), R(puzzle->rating), R(puzzle->deviation), R(puzzle->volatility), I(puzzle->tries),
        I(puzzle->solved));
}

int store_puzzle_keep(struct store *store, const char *id, const char *game, const struct store_puzzle *puzzle,
                      const char *line, struct flip_error *error)
{
    return CHANGE(store, error,
                  "INSERT INTO puzzle(id, game, rating, deviation, volatility, tries, solved, line) VALUES(?1, ?2, ?3, "
                  "?4, ?5, 0, 0, ?6) ON CONFLICT(id) DO NOTHING",
                  T(id), T(game), R(puzzle->rating), R(puzzle->deviation), R(puzzle->volatility), T(line));
}

int store_puzzle_try_put(struct store *store, const char *person, const char *puzzle, const char *game, bool solved,
                         int64_t time, struct flip_error *error)
{
    return CHANGE(store, error,
                  "INSERT INTO puzzle_try(person, puzzle, game, solved, time) VALUES(?1, ?2, ?3, ?4, ?5) ON "
                  "CONFLICT(person, puzzle) DO NOTHING",
                  T(person), T(puzzle), T(game), I(solved), I(time));
}

int store_puzzle_tried(struct store *store, const char *person, const char *puzzle, struct flip_error *error)
{
    return store_exists(
        store, BIND(store, "SELECT 1 FROM puzzle_try WHERE person = ?1 AND puzzle = ?2", T(person), T(puzzle)), error);
}

static void read_solver(const struct query *row, struct store_solver *solver)
{
    read_puzzle(row, &solver->rated);
    solver->streak = db_int(row, 5);
    solver->longest = db_int(row, 6);
    solver->days = db_int(row, 7);
    snprintf(solver->day, sizeof solver->day, "%s", store_column(row, 8));
    solver->rush_began = db_int64(row, 9);
    solver->rush_solved = db_int(row, 10);
    solver->rush_missed = db_int(row, 11);
    solver->rush_best = db_int(row, 12);
    solver->time = db_int64(row, 13);
}

int store_solver_get(struct store *store, const char *person, const char *game, struct store_solver *out,
                     struct flip_error *error)
{
    struct rows rows = {
        .query = BIND(store,
                      "SELECT rating, deviation, volatility, tries, solved, streak, longest, days, day, rush_began, "
                      "rush_solved, rush_missed, rush_best, time FROM puzzle_solver WHERE person = ?1 AND game = ?2",
                      T(person), T(game))};
    if (store_next(&rows))
        read_solver(rows.query, out);
    return store_end(store, &rows, error);
}

int store_solver_put(struct store *store, const char *person, const char *game, const struct store_solver *solver,
                     struct flip_error *error)
{
    return CHANGE(
        store, error,
        "INSERT INTO puzzle_solver(person, game, rating, deviation, volatility, tries, solved, streak, longest, days, "
        "day, rush_began, rush_solved, rush_missed, rush_best, time) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, "
        "?11, ?12, ?13, ?14, ?15, ?16) ON CONFLICT(person, game) DO UPDATE SET rating = excluded.rating, deviation = "
        "excluded.deviation, volatility = excluded.volatility, tries = excluded.tries, solved = excluded.solved, "
        "streak = excluded.streak, longest = excluded.longest, days = excluded.days, day = excluded.day, rush_began = "
        "excluded.rush_began, rush_solved = excluded.rush_solved, rush_missed = excluded.rush_missed, rush_best = "
        "excluded.rush_best, time = excluded.time",
        T(person), T(game), R(solver->rated.rating), R(solver->rated.deviation), R(solver->rated.volatility),
        I(solver->rated.tries), I(solver->rated.solved), I(solver->streak), I(solver->longest), I(solver->days),
        T(solver->day), I(solver->rush_began), I(solver->rush_solved), I(solver->rush_missed), I(solver->rush_best),
        I(solver->time));
}

/* --- consent ------------------------------------------------------------------------------------------------------------------ */

int store_puzzle_consent_put(struct store *store, const char *person, bool on, int64_t time, struct flip_error *error)
{
    return on ? CHANGE(store, error,
                       "INSERT INTO puzzle_consent(person, time) VALUES(?1, ?2) ON CONFLICT(person) DO NOTHING",
                       T(person), I(time))
              : CHANGE(store, error, "DELETE FROM puzzle_consent WHERE person = ?1", T(person));
}

int store_puzzle_consent(struct store *store, const char *person, struct flip_error *error)
{
    return store_exists(store, BIND(store, "SELECT 1 FROM puzzle_consent WHERE person = ?1", T(person)), error);
}

/* Somebody whose account was deleted can no longer agree: then the result has neither a person nor a bot's level. */
int store_puzzle_source(struct store *store, char **table, struct flip_error *error)
{
    return store_get_text(
        store,
        BIND(store,
             "SELECT s.game_table FROM puzzle_consent c JOIN seat s ON s.person = c.person JOIN game_table t ON t.id = "
             "s.game_table WHERE t.status = ?1 AND NOT EXISTS (SELECT 1 FROM puzzle_mined m WHERE m.game_table = "
             "s.game_table) AND NOT EXISTS (SELECT 1 FROM seat o WHERE o.game_table = s.game_table AND NOT EXISTS "
             "(SELECT 1 FROM puzzle_consent a WHERE a.person = o.person)) AND NOT EXISTS (SELECT 1 FROM result r WHERE "
             "r.game_table = s.game_table AND r.person IS NULL AND r.level = 0) LIMIT 1",
             I(STORE_OVER)),
        table, error);
}

int store_puzzle_mined_put(struct store *store, const char *table, struct flip_error *error)
{
    return CHANGE(store, error, "INSERT INTO puzzle_mined(game_table) VALUES(?1) ON CONFLICT(game_table) DO NOTHING",
                  T(table));
}

/* --- analyses of finished games: they take minutes to make, so they are kept, and go when their table goes ---------------- */

int store_analysis_put(struct store *store, const char *table, const char *json, struct flip_error *error)
{
    return CHANGE(store, error,
                  "INSERT INTO analysis(game_table, json) SELECT ?1, ?2 WHERE EXISTS (SELECT 1 FROM game_table WHERE "
                  "id = ?1) ON CONFLICT(game_table) DO UPDATE SET json = excluded.json",
                  T(table), T(json));
}

int store_analysis_get(struct store *store, const char *table, char **out, struct flip_error *error)
{
    return store_get_text(store, BIND(store, "SELECT json FROM analysis WHERE game_table = ?1", T(table)), out, error);
}

int store_analysis_wanted(struct store *store, const char *after, char **out, struct flip_error *error)
{
    return store_get_text(store,
                          BIND(store,
                               "SELECT game_table FROM analysis WHERE game_table > ?1 AND json LIKE '{\"wanted\":%' "
                               "ORDER BY game_table LIMIT 1",
                               T(after)),
                          out, error);
}
