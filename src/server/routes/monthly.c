/*
 * The daily challenge as a tournament without end: a table for every month, of one game or of all. Everything is counted anew from the tries
 * that the store has, by a worker, since a month may have many.
 */
#include "server/routes/routes.h"

#include "store/leagues.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MONTH_SIZE = 8, SHOWN = 100, COST_MS = 3, GAMES_SIZE = 512 };

struct month_work {
    struct work work;
    char month[MONTH_SIZE];
    const struct flip_game *game; /* NULL: all games */
    char least[GAMES_SIZE];       /* where the lowest value is best */
    int64_t last;                 /* the number of the last day that counts: today, or the month's last one */
    bool over;
};

/* The number of a month's last day; 0: there is no such month. */
static int64_t last_day(const char *month)
{
    int64_t last = 0;
    for (int number = 28; number <= 31; number++) {
        char day[2 * DAY_SIZE];
        snprintf(day, sizeof day, "%.7s-%d", month, number);
        last = day_end(day) ? day_number(day) : last;
    }
    return strlen(month) == MONTH_SIZE - 1 ? last : 0;
}

/* --- on the worker's thread ----------------------------------------------------------------------------------------------- */

struct run {
    int64_t last, next; /* the day that would continue it */
    int days;
    bool over;
};

static int add_day(void *context, const struct store_row *row)
{
    struct run *run = context;
    const int64_t day = day_number(row->cell[0].text);
    if (day > run->last)
        return 0;
    const bool today_may_come = run->days == 0 && !run->over && day == run->next - 1;
    if (day != run->next && !today_may_come)
        return -1;
    run->days++;
    run->next = day - 1;
    return 0;
}

/* How many days in a row somebody has played, up to the last one that counts; today may still come. */
static int streak_of(struct store *store, const struct month_work *month, const char *person, struct flip_error *error)
{
    struct run run = {.last = month->last, .next = month->last, .over = month->over};
    const char *game = month->game ? month->game->id : "";
    return store_daily_days(store, person, game, add_day, &run, error) < 0 ? -1 : run.days;
}

static int finish_row(struct store *store, const struct month_work *month, json_t *row, struct flip_error *error)
{
    const char *person = string_of(row, "person");
    const int streak = streak_of(store, month, person, error);
    json_object_set_new(row, "streak", json_integer(streak));
    json_object_set_new(row, "you", json_boolean(strcmp(person, month->work.person) == 0));
    json_object_set_new(
        row, "best",
        json_pack("{s:O, s:O}", "day", json_object_get(row, "best_day"), "points", json_object_get(row, "best")));
    json_object_del(row, "best_day");
    json_object_del(row, "players");
    return streak < 0 ? -1 : 0;
}

static json_t *first_month(struct store *store, struct flip_error *error)
{
    char *day = NULL;
    const int found = store_daily_first(store, &day, error);
    json_t *month = found < 0 ? NULL : found > 0 ? json_stringn(day, MONTH_SIZE - 1) : json_null();
    free(day);
    return month;
}

static int run_month(struct work *work, struct flip_error *error)
{
    struct month_work *month = (struct month_work *)work;
    struct store *store = reader_store(work->reader);
    const struct store_month wanted = {.month = month->month,
                                       .game = month->game ? month->game->id : "",
                                       .least = month->least,
                                       .asker = work->person,
                                       .most = SHOWN};
    json_t *rows = json_array(), *first = first_month(store, error);
    bool failed = !first || store_month_rows(store, &wanted, rows_add, rows, error) < 0;
    const json_t *players = json_object_get(json_array_get(rows, 0), "players");
    json_t *count = json_integer(json_integer_value(players));
    for (size_t i = 0; i < json_array_size(rows) && !failed; i++)
        failed = finish_row(store, month, json_array_get(rows, i), error) < 0;
    json_t *answer = NULL;
    if (!failed)
        answer = json_pack("{s:s, s:s?, s:s?, s:b, s:O, s:O, s:[s, s, s, s], s:O}", "month", month->month, "game",
                           month->game ? month->game->id : NULL, "title", month->game ? month->game->title : NULL,
                           "over", month->over, "first", first, "players", count, "tie_breaks", "points", "firsts",
                           "days", "best", "rows", rows);
    json_decref(rows);
    json_decref(first);
    json_decref(count);
    return work_answer(work, answer, error);
}

/* --- on the loop ------------------------------------------------------------------------------------------------------------ */

static void note_least(char out[GAMES_SIZE])
{
    struct flip_text text = flip_text_in(out, GAMES_SIZE);
    flip_text_add(&text, ",");
    for (int i = 0; flip_game_at(i); i++) {
        json_t *book = achievements_of(flip_game_at(i));
        if (measure_sign(book) < 0)
            flip_text_add(&text, "%s,", flip_game_at(i)->id);
        json_decref(book);
    }
}

/* MONTH or MONTH/GAME */
int get_month(struct call *call, struct flip_error *error)
{
    char month[MONTH_SIZE], today[DAY_SIZE];
    const char *id = path_part(call->rest, month, sizeof month);
    const struct flip_game *game = id ? flip_game_named(id) : NULL;
    const int64_t last = last_day(month);
    day_of(wall_ms(), today);
    if (!last || (id && !game) || strncmp(month, today, MONTH_SIZE - 1) > 0)
        return flip_fail(error, FLIP_ERROR_NOT_FOUND, "There was no challenge for that game in that month.");
    struct month_work *work = work_new(call->request, sizeof *work, COST_MS, WORK_TO_ASK, error);
    if (!work)
        return -1;
    memcpy(work->month, month, sizeof month);
    work->game = game;
    work->over = last < day_number(today);
    work->last = work->over ? last : day_number(today);
    note_least(work->least);
    work->work.run = run_month;
    return work_start_for(call->request, &work->work);
}
