/*
 * Puzzles: how hard each turned out to be, those that this server has mined itself, and how people do at them. A puzzle that comes with
 * the program has a row once somebody has tried it.
 */
#include "store/store_parts.h"

#include <stdio.h>

/* Runs a statement that changes something. */
static int change(struct store *store, const char *sql, const struct value *values, int count, struct flip_error *error)
{
    struct query *statement = db_prepare(store->db, sql);
    if (!statement)
        return store_failed(store, error);
    const int status = store_change(store, store_bind(store, statement, values, count), error);
    db_finalize(statement);
    return status;
}

/* The first row of a query, read by `read`. 1: there is one. */
static int get(struct store *store, const char *sql, const struct value *values, int count,
               void (*read)(const struct query *row, void *out), void *out, struct flip_error *error)
{
    struct query *query = db_prepare(store->db, sql);
    if (!query)
        return store_failed(store, error);
    struct rows rows = {.query = store_bind(store, query, values, count)};
    if (store_next(&rows))
        read(query, out);
    const int found = store_end(store, &rows, error);
    db_finalize(query);
    return found;
}

static void read_puzzle(const struct query *row, void *out)
{
    *(struct store_puzzle *)out = (struct store_puzzle){.rating = db_double(row, 0),
                                                        .deviation = db_double(row, 1),
                                                        .volatility = db_double(row, 2),
                                                        .tries = db_int(row, 3),
                                                        .solved = db_int(row, 4)};
}

int store_puzzle_get(struct store *store, const char *id, struct store_puzzle *out, struct flip_error *error)
{
    const struct value values[] = {T(id)};
    return get(store, "SELECT rating, deviation, volatility, tries, solved FROM puzzle WHERE id = ?1", values, 1,
               read_puzzle, out, error);
}

int store_puzzle_put(struct store *store, const char *id, const char *game, const struct store_puzzle *puzzle,
                     struct flip_error *error)
{
    const struct value values[] = {T(id),
                                   T(game),
                                   R(puzzle->rating),
                                   R(puzzle->deviation),
                                   R(puzzle->volatility),
                                   I(puzzle->tries),
                                   I(puzzle->solved)};
    return change(store,
                  "INSERT INTO puzzle(id, game, rating, deviation, volatility, tries, solved, line)"
                  " VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, '') ON CONFLICT(id) DO UPDATE SET rating = excluded.rating,"
                  " deviation = excluded.deviation, volatility = excluded.volatility, tries = excluded.tries,"
                  " solved = excluded.solved",
                  values, 7, error);
}

int store_puzzle_keep(struct store *store, const char *id, const char *game, const struct store_puzzle *puzzle,
                      const char *line, struct flip_error *error)
{
    const struct value values[] = {T(id),  T(game), R(puzzle->rating), R(puzzle->deviation), R(puzzle->volatility),
                                   T(line)};
    return change(store,
                  "INSERT INTO puzzle(id, game, rating, deviation, volatility, tries, solved, line)"
                  " VALUES(?1, ?2, ?3, ?4, ?5, 0, 0, ?6) ON CONFLICT(id) DO NOTHING",
                  values, 6, error);
}

int store_puzzle_try_put(struct store *store, const char *person, const char *puzzle, const char *game, bool solved,
                         int64_t time, struct flip_error *error)
{
    const struct value values[] = {T(person), T(puzzle), T(game), I(solved), I(time)};
    return change(store,
                  "INSERT INTO puzzle_try(person, puzzle, game, solved, time) VALUES(?1, ?2, ?3, ?4, ?5)"
                  " ON CONFLICT(person, puzzle) DO NOTHING",
                  values, 5, error);
}

static void read_nothing(const struct query *row, void *out) { (void)row, (void)out; }

int store_puzzle_tried(struct store *store, const char *person, const char *puzzle, struct flip_error *error)
{
    const struct value values[] = {T(person), T(puzzle)};
    return get(store, "SELECT 1 FROM puzzle_try WHERE person = ?1 AND puzzle = ?2", values, 2, read_nothing, NULL,
               error);
}

static void read_solver(const struct query *row, void *out)
{
    struct store_solver *solver = out;
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
    const struct value values[] = {T(person), T(game)};
    return get(
        store,
        "SELECT rating, deviation, volatility, tries, solved, streak, longest, days, day, rush_began, rush_solved,"
        " rush_missed, rush_best, time FROM puzzle_solver WHERE person = ?1 AND game = ?2",
        values, 2, read_solver, out, error);
}

int store_solver_put(struct store *store, const char *person, const char *game, const struct store_solver *solver,
                     struct flip_error *error)
{
    const struct value values[] = {T(person),
                                   T(game),
                                   R(solver->rated.rating),
                                   R(solver->rated.deviation),
                                   R(solver->rated.volatility),
                                   I(solver->rated.tries),
                                   I(solver->rated.solved),
                                   I(solver->streak),
                                   I(solver->longest),
                                   I(solver->days),
                                   T(solver->day),
                                   I(solver->rush_began),
                                   I(solver->rush_solved),
                                   I(solver->rush_missed),
                                   I(solver->rush_best),
                                   I(solver->time)};
    return change(
        store,
        "INSERT INTO puzzle_solver(person, game, rating, deviation, volatility, tries, solved, streak, longest,"
        " days, day, rush_began, rush_solved, rush_missed, rush_best, time)"
        " VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16)"
        " ON CONFLICT(person, game) DO UPDATE SET rating = excluded.rating, deviation = excluded.deviation,"
        " volatility = excluded.volatility, tries = excluded.tries, solved = excluded.solved,"
        " streak = excluded.streak, longest = excluded.longest, days = excluded.days, day = excluded.day,"
        " rush_began = excluded.rush_began, rush_solved = excluded.rush_solved,"
        " rush_missed = excluded.rush_missed, rush_best = excluded.rush_best, time = excluded.time",
        values, 16, error);
}

/* --- consent ------------------------------------------------------------------------------------------------------------------ */

int store_puzzle_consent_put(struct store *store, const char *person, bool on, int64_t time, struct flip_error *error)
{
    const struct value values[] = {T(person), I(time)};
    return on ? change(store, "INSERT INTO puzzle_consent(person, time) VALUES(?1, ?2) ON CONFLICT(person) DO NOTHING",
                       values, 2, error)
              : change(store, "DELETE FROM puzzle_consent WHERE person = ?1", values, 1, error);
}

int store_puzzle_consent(struct store *store, const char *person, struct flip_error *error)
{
    const struct value values[] = {T(person)};
    return get(store, "SELECT 1 FROM puzzle_consent WHERE person = ?1", values, 1, read_nothing, NULL, error);
}

/* Somebody whose account was deleted can no longer agree: then the result has neither a person nor a bot's level. */
int store_puzzle_source(struct store *store, char **table, struct flip_error *error)
{
    const struct value values[] = {I(STORE_OVER)};
    struct query *query =
        db_prepare(store->db, "SELECT s.game_table FROM puzzle_consent c JOIN seat s ON s.person = c.person"
                              " JOIN game_table t ON t.id = s.game_table WHERE t.status = ?1"
                              " AND NOT EXISTS (SELECT 1 FROM puzzle_mined m WHERE m.game_table = s.game_table)"
                              " AND NOT EXISTS (SELECT 1 FROM seat o WHERE o.game_table = s.game_table"
                              " AND NOT EXISTS (SELECT 1 FROM puzzle_consent a WHERE a.person = o.person))"
                              " AND NOT EXISTS (SELECT 1 FROM result r WHERE r.game_table = s.game_table"
                              " AND r.person IS NULL AND r.level = 0) LIMIT 1");
    if (!query)
        return store_failed(store, error);
    const int found = store_get_text(store, store_bind(store, query, values, 1), table, error);
    db_finalize(query);
    return found;
}

int store_puzzle_mined_put(struct store *store, const char *table, struct flip_error *error)
{
    const struct value values[] = {T(table)};
    return change(store, "INSERT INTO puzzle_mined(game_table) VALUES(?1) ON CONFLICT(game_table) DO NOTHING", values,
                  1, error);
}
