/*
 * Puzzles: what there is, the next one, a try and its verdict, and the rush of three minutes. Positions are made and tries are judged
 * by a worker; what a try means for ratings and streaks is decided by the loop, when the verdict is there.
 */
#include "server/routes/routes.h"

#include <stdio.h>
#include <string.h>

enum {
    PER_HOUR = 1200, /* tries per address */
    SHOW_MS = 15,
    TRY_MS = 15,
    TRY_FLICK_MS = 300,
    RUSH_MS = 180 * 1000,
    RUSH_MISSES = 3
};

/* A puzzle that is being shown or tried. Its steps belong to the server's list, which keeps them until it ends. */
struct puzzle_work {
    struct work work;
    struct flip_puzzle puzzle;
    struct store_person person; /* without an id: a stranger */
    double rating;
    char rush[160]; /* how far the rush is, as JSON, or empty */
    bool in_rush, daily;
    int64_t rush_began;
    int rush_number;
    char move[256];
    struct flip_attempt attempt;
    const struct flip_table *table; /* while the verdict is written */
    int status;                     /* of what is written */
};

/* --- showing ---------------------------------------------------------------------------------------------------------------- */

static void write_shown(struct flip_json *json, void *context)
{
    struct puzzle_work *puzzling = context;
    flip_json_open(json, NULL, '{');
    puzzling->status = puzzle_write(json, "puzzle", &puzzling->puzzle, &puzzling->work.error);
    flip_json_int(json, "rating", (int64_t)puzzling->rating);
    flip_json_bool(json, "daily", puzzling->daily);
    if (puzzling->rush[0])
        flip_json_raw(json, "rush", puzzling->rush);
    flip_json_close(json);
}

static int run_show(struct work *work, struct flip_error *error)
{
    return work_write(work, FLIP_VIEW_SIZE, write_shown, work, error) < 0 ? -1 : ((struct puzzle_work *)work)->status;
}

static struct puzzle_work *new_work(struct request *request, const struct flip_puzzle *puzzle, double cost,
                                    struct flip_error *error)
{
    struct store_puzzle rated;
    if (puzzle_rated(request->server->loop.store, puzzle, &rated, error) < 0)
        return NULL;
    struct puzzle_work *puzzling = work_new(request, sizeof *puzzling, cost, WORK_TO_PLAY, error);
    if (puzzling) {
        puzzling->puzzle = *puzzle;
        puzzling->rating = rated.rating;
    }
    return puzzling;
}

static int show(struct request *request, const struct flip_puzzle *puzzle, bool daily, const char *rush,
                struct flip_error *error)
{
    struct puzzle_work *puzzling = new_work(request, puzzle, SHOW_MS, error);
    if (!puzzling)
        return -1;
    puzzling->work.run = run_show;
    puzzling->daily = daily;
    snprintf(puzzling->rush, sizeof puzzling->rush, "%s", rush);
    return work_start_for(request, &puzzling->work);
}

/* --- a rush ----------------------------------------------------------------------------------------------------------------- */

static bool rush_over(const struct store_solver *solver)
{
    return !solver->rush_began || solver->rush_missed >= RUSH_MISSES || wall_ms() >= solver->rush_began + RUSH_MS;
}

static void rush_json(const struct store_solver *solver, char out[160])
{
    const int64_t left = solver->rush_began + RUSH_MS - wall_ms();
    snprintf(out, 160, "{\"solved\":%d,\"missed\":%d,\"misses\":%d,\"left\":%lld,\"best\":%d,\"over\":%s}",
             solver->rush_solved, solver->rush_missed, RUSH_MISSES, (long long)(left > 0 ? left : 0), solver->rush_best,
             rush_over(solver) ? "true" : "false");
}

static int show_rush(struct request *request, const struct flip_puzzles *puzzles, const struct store_solver *solver,
                     struct flip_error *error)
{
    char rush[160];
    if (rush_over(solver))
        return flip_fail(error, FLIP_ERROR_OVER, "No rush is on: begin one.");
    rush_json(solver, rush);
    const struct flip_puzzle *puzzle =
        puzzle_of_rush(puzzles, solver->rush_began, solver->rush_solved + solver->rush_missed);
    return puzzle ? show(request, puzzle, false, rush, error)
                  : flip_fail(error, FLIP_ERROR_NOT_FOUND, "This game has no puzzles yet.");
}

int post_puzzle_rush(struct call *call, struct flip_error *error)
{
    struct store_solver solver;
    const char *person = call->person.id;
    const struct flip_game *game = read_game(call->body, error);
    if (!game || require_person(call->request, &call->person, error) < 0)
        return -1;
    const struct flip_puzzles *puzzles = puzzles_of(call->server->puzzles, game, error);
    if (!puzzles || solver_of(call->store, person, game->id, &solver, error) < 0)
        return -1;
    if (puzzles->count == 0)
        return flip_fail(error, FLIP_ERROR_NOT_FOUND, "This game has no puzzles yet.");
    solver.rush_began = wall_ms();
    solver.rush_solved = solver.rush_missed = 0;
    return store_solver_put(call->store, person, game->id, &solver, error) < 0
               ? -1
               : show_rush(call->request, puzzles, &solver, error);
}

/* --- the next one ------------------------------------------------------------------------------------------------------------ */

int get_puzzle(struct call *call, struct flip_error *error)
{
    struct store_solver solver;
    char id[64], what[64], day[DAY_SIZE];
    const char *after = path_part(call->rest, id, sizeof id);
    const char *theme = after ? path_part(after, what, sizeof what) : NULL;
    const struct flip_game *game = flip_game_named(id);
    if (!game)
        return flip_fail(error, FLIP_ERROR_NO_GAME, "There is no game '%.40s' here.", id);
    const struct flip_puzzles *puzzles = puzzles_of(call->server->puzzles, game, error);
    if (!puzzles || solver_of(call->store, call->person.id, game->id, &solver, error) < 0)
        return -1;
    if (!after)
        snprintf(what, sizeof what, "next");
    else if (!theme)
        snprintf(what, sizeof what, "%s", after);
    day_of(wall_ms(), day);
    const struct flip_puzzle *today = flip_puzzles_of_day(puzzles, day), *puzzle;
    if (strcmp(what, "rush") == 0)
        return show_rush(call->request, puzzles, &solver, error);
    if (strcmp(what, "next") == 0)
        puzzle = choose_puzzle(call->store, puzzles, call->person.id, solver.rated.rating, theme ? theme : "", error);
    else if (strcmp(what, "daily") == 0 && !today)
        return flip_fail(error, FLIP_ERROR_NOT_FOUND, "This game has no puzzles yet.");
    else
        puzzle = strcmp(what, "daily") == 0 ? today : puzzle_named(call->server->puzzles, game, what, error);
    return puzzle ? show(call->request, puzzle, puzzle == today, "", error) : -1;
}

/* --- what there is ----------------------------------------------------------------------------------------------------------- */

static void count_more(json_t *object, const char *key, json_int_t more)
{
    json_object_set_new(object, key, json_integer(json_integer_value(json_object_get(object, key)) + more));
}

static json_t *with_id(json_t *list, const char *id)
{
    json_t *one;
    size_t i;
    json_array_foreach(list, i, one)
        if (strcmp(json_string_value(json_object_get(one, "id")), id) == 0)
            return one;
    return NULL;
}

/* Several themes of puzzles may have one name. Its words are looked up once for each. */
static json_t *themes_json(const struct flip_puzzles *puzzles)
{
    json_t *themes = json_array(), *counts = json_object();
    for (int i = 0; i < puzzles->count; i++)
        count_more(counts, puzzles->list[i].theme, 1);
    for (int i = 0; i < puzzles->count; i++) {
        const struct flip_puzzle *puzzle = &puzzles->list[i];
        char slug[THEME_SLUG], title[THEME_SLUG];
        struct flip_text words = flip_text_in(title, sizeof title);
        const json_int_t count = json_integer_value(json_object_get(counts, puzzle->theme));
        if (json_object_del(counts, puzzle->theme) != 0)
            continue; /* it was counted */
        theme_slug(puzzle, slug);
        flip_puzzle_theme(puzzle->game, puzzle->theme, &words);
        if (!with_id(themes, slug))
            json_array_append_new(themes, json_pack("{s:s, s:s, s:i}", "id", slug, "title", title, "count", 0));
        count_more(with_id(themes, slug), "count", count);
    }
    json_decref(counts);
    return themes;
}

static json_t *solver_json(const struct store_solver *solver, const char *today)
{
    const bool runs = day_end(solver->day) >= day_end(today) - DAY_MS;
    return json_pack("{s:i, s:i, s:i, s:i, s:i, s:i, s:i, s:i}", "rating", (int)(solver->rated.rating + 0.5),
                     "deviation", (int)(solver->rated.deviation + 0.5), "tries", solver->rated.tries, "solved",
                     solver->rated.solved, "streak", solver->streak, "longest", solver->longest, "days",
                     runs ? solver->days : 0, "rush_best", solver->rush_best);
}

static json_t *game_json(struct server *server, const struct flip_game *game, const char *person, const char *day,
                         struct flip_error *error)
{
    struct store_solver solver;
    const struct flip_puzzles *puzzles = puzzles_of(server->puzzles, game, error);
    if (!puzzles || solver_of(server->loop.store, person, game->id, &solver, error) < 0)
        return NULL;
    const struct flip_puzzle *today = flip_puzzles_of_day(puzzles, day);
    const int tried = today ? store_puzzle_tried(server->loop.store, person, today->id, error) : 0;
    if (tried < 0)
        return NULL;
    return json_pack("{s:s, s:s, s:i, s:o, s:o, s:b, s:o}", "game", game->id, "title", game->title, "count",
                     puzzles->count, "themes", themes_json(puzzles), "daily",
                     today ? json_string(today->id) : json_null(), "daily_tried", tried, "mine",
                     solver_json(&solver, day));
}

int get_puzzles(struct call *call, struct flip_error *error)
{
    char day[DAY_SIZE];
    day_of(wall_ms(), day);
    const int consent = store_puzzle_consent(call->store, call->person.id, error);
    json_t *games = json_array();
    bool failed = consent < 0;
    for (int i = 0; flip_game_at(i) && !failed; i++)
        failed =
            json_array_append_new(games, game_json(call->server, flip_game_at(i), call->person.id, day, error)) < 0;
    if (failed) {
        json_decref(games);
        return -1;
    }
    return reply_and_free(call->request,
                          json_pack("{s:s, s:b, s:b, s:o}", "day", day, "mining", call->server->loop.config.puzzles > 0,
                                    "consent", consent, "games", games),
                          error);
}

int post_puzzle_consent(struct call *call, struct flip_error *error)
{
    const json_t *on = json_object_get(call->body, "on");
    if (!json_is_boolean(on))
        return flip_fail(error, FLIP_ERROR_BAD_MESSAGE, "'on' is true or false.");
    if (store_puzzle_consent_put(call->store, call->person.id, json_is_true(on), wall_ms(), error) < 0)
        return -1;
    return reply_and_free(call->request, json_pack("{s:b}", "consent", json_is_true(on)), error);
}

/* --- a try ------------------------------------------------------------------------------------------------------------------- */

static void write_verdict(struct flip_json *json, void *context)
{
    const struct puzzle_work *puzzling = context;
    puzzle_write_verdict(json, &puzzling->puzzle, puzzling->table, &puzzling->attempt);
}

static int run_try(struct work *work, struct flip_error *error)
{
    struct puzzle_work *puzzling = (struct puzzle_work *)work;
    struct flip_table *table = flip_puzzle_table(&puzzling->puzzle, error);
    puzzling->table = table;
    int status = table ? flip_puzzle_try(&puzzling->puzzle, table, puzzling->move, &puzzling->attempt, error) : -1;
    if (status == 0)
        status = work_write(work, 4096, write_verdict, work, error);
    flip_table_close(table);
    return status;
}

/* One more puzzle of a rush; the same one is not counted twice. */
static int count_rush(struct puzzle_work *puzzling, struct store_solver *solver, struct flip_error *error)
{
    if (solver->rush_began != puzzling->rush_began ||
        solver->rush_solved + solver->rush_missed != puzzling->rush_number)
        return flip_fail(error, FLIP_ERROR_ALREADY, "This puzzle of the rush has been answered.");
    if (rush_over(solver))
        return flip_fail(error, FLIP_ERROR_OVER, "The three minutes are over.");
    if (puzzling->attempt.solved)
        solver->rush_solved++;
    else
        solver->rush_missed++;
    if (solver->rush_solved > solver->rush_best)
        solver->rush_best = solver->rush_solved;
    return 0;
}

/* Days in a row: the daily puzzle, solved at the first try on its day. */
static void count_day(struct store_solver *solver, const char *today)
{
    const bool goes_on = solver->day[0] && day_end(solver->day) == day_end(today) - DAY_MS;
    if (strcmp(solver->day, today) == 0)
        return;
    solver->days = goes_on ? solver->days + 1 : 1;
    snprintf(solver->day, sizeof solver->day, "%s", today);
}

/* What the try means. `first`: it counts for the ratings. */
static int count_try(struct server *server, struct puzzle_work *puzzling, struct store_solver *solver, bool *first,
                     struct flip_error *error)
{
    struct store *store = server->loop.store;
    const char *person = puzzling->person.id;
    char day[DAY_SIZE];
    day_of(wall_ms(), day);
    const int tried = store_puzzle_tried(store, person, puzzling->puzzle.id, error);
    if (tried < 0 || solver_of(store, person, puzzling->puzzle.game->id, solver, error) < 0)
        return -1;
    *first = !tried && !puzzling->in_rush;
    if (puzzling->in_rush) {
        if (count_rush(puzzling, solver, error) < 0 ||
            store_puzzle_try_put(store, person, puzzling->puzzle.id, puzzling->puzzle.game->id,
                                 puzzling->attempt.solved, wall_ms(), error) < 0)
            return -1;
    } else if (*first) {
        if (puzzle_rate(store, &puzzling->puzzle, person, puzzling->attempt.solved, wall_ms(), solver, error) < 0)
            return -1;
        if (puzzling->daily && puzzling->attempt.solved)
            count_day(solver, day);
    }
    return store_solver_put(store, person, puzzling->puzzle.game->id, solver, error);
}

static int keep_try(struct request *request, struct work *work, struct flip_error *error)
{
    struct puzzle_work *puzzling = (struct puzzle_work *)work;
    struct store_solver before, after;
    char day[DAY_SIZE], rush[160];
    bool first;
    if (solver_of(request->server->loop.store, puzzling->person.id, puzzling->puzzle.game->id, &before, error) < 0 ||
        count_try(request->server, puzzling, &after, &first, error) < 0)
        return -1;
    json_t *answer = json_loadb(work->out + OUT_PRE, work->length, 0, NULL);
    if (!answer)
        return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory for the verdict.");
    day_of(wall_ms(), day);
    json_object_set_new(answer, "rated", json_boolean(first));
    json_object_set_new(answer, "change",
                        json_integer((int)(after.rated.rating + 0.5) - (int)(before.rated.rating + 0.5)));
    json_object_set_new(answer, "mine", solver_json(&after, day));
    if (puzzling->in_rush) {
        rush_json(&after, rush);
        json_object_set_new(answer, "rush", json_loads(rush, 0, NULL));
    }
    return reply_and_free(request, answer, error);
}

/* Is this the puzzle that the rush waits for? */
static int check_rush(struct server *server, const struct flip_puzzles *puzzles, struct puzzle_work *puzzling,
                      struct flip_error *error)
{
    struct store_solver solver;
    if (solver_of(server->loop.store, puzzling->person.id, puzzling->puzzle.game->id, &solver, error) < 0)
        return -1;
    if (rush_over(&solver))
        return flip_fail(error, FLIP_ERROR_OVER, solver.rush_began ? "The rush is over." : "No rush is on: begin one.");
    puzzling->in_rush = true;
    puzzling->rush_began = solver.rush_began;
    puzzling->rush_number = solver.rush_solved + solver.rush_missed;
    const struct flip_puzzle *awaited = puzzle_of_rush(puzzles, puzzling->rush_began, puzzling->rush_number);
    return awaited && strcmp(awaited->id, puzzling->puzzle.id) == 0
               ? 0
               : flip_fail(error, FLIP_ERROR_STALE, "The rush waits for another puzzle.");
}

int post_puzzle_try(struct call *call, struct flip_error *error)
{
    const char *move = json_string_value(json_object_get(call->body, "move"));
    const struct flip_game *game = read_game(call->body, error);
    char day[DAY_SIZE];
    if (!game || require_person(call->request, &call->person, error) < 0)
        return -1;
    if (!move || strlen(move) >= sizeof((struct puzzle_work *)0)->move)
        return flip_fail(error, FLIP_ERROR_BAD_MESSAGE, "'move' is the choice, as it stands in the list of choices.");
    if (check_hourly(call->request, HOURLY_PUZZLES, PER_HOUR, error) < 0)
        return -1;
    const struct flip_puzzles *puzzles = puzzles_of(call->server->puzzles, game, error);
    const struct flip_puzzle *puzzle =
        puzzles ? puzzle_named(call->server->puzzles, game, string_of(call->body, "puzzle"), error) : NULL;
    struct puzzle_work *puzzling =
        puzzle ? new_work(call->request, puzzle, game->flicks ? TRY_FLICK_MS : TRY_MS, error) : NULL;
    if (!puzzling)
        return -1;
    day_of(wall_ms(), day);
    puzzling->work.run = run_try;
    puzzling->work.then = keep_try;
    puzzling->person = call->person;
    puzzling->daily = flip_puzzles_of_day(puzzles, day) == puzzle;
    snprintf(puzzling->move, sizeof puzzling->move, "%s", move);
    if (true_in(call->body, "rush") && check_rush(call->server, puzzles, puzzling, error) < 0) {
        work_drop(&puzzling->work);
        return -1;
    }
    return work_start_for(call->request, &puzzling->work);
}
