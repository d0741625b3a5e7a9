/* Profiles: games played, achievements, ratings; and blocked people. */
#include "server/routes/routes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GAMES_SHOWN = 50, LABELLED = 1000 /* games, with those that were left */ };

static int find_person(struct server *server, const char *id, struct store_person *out, struct flip_error *error)
{
    const int found = id_looks_right(id) ? store_person_get(server->loop.store, id, out, error) : 0;
    if (found == 0)
        flip_fail(error, FLIP_ERROR_NOT_FOUND, "This person is no longer here.");
    return found == 1 ? 0 : -1;
}

/* --- the profile itself -------------------------------------------------------------------------------------------------- */

static bool is_part_of(const json_t *row, const char *game, const json_t *achievement)
{
    return strcmp(string_of(row, "game"), game) == 0 && strcmp(string_of(row, "id"), string_of(achievement, "id")) == 0;
}

/* The row of an achievement that somebody has started. */
static const json_t *part_of(const json_t *achieved, const char *game, const json_t *achievement)
{
    for (size_t i = 0; i < json_array_size(achieved); i++) {
        const json_t *row = json_array_get(achieved, i);
        if (is_part_of(row, game, achievement))
            return row;
    }
    return NULL;
}

/* The number of a game's achievements that somebody has completed. */
static int count_whole(const json_t *list, const json_t *achieved, const char *game)
{
    int count = 0;
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *achievement = json_array_get(list, i), *row = part_of(achieved, game, achievement);
        count += row && int_in(row, "have") >= achievement_need(achievement);
    }
    return count;
}

static json_t *solo_json(const json_t *row, const json_t *book)
{
    const json_int_t played = int_in(row, "solo");
    if (played == 0)
        return json_null();
    return json_pack("{s:I, s:o, s:O}", "played", played, "best", measure_best(book, row), "mean",
                     json_object_get(row, "mean"));
}

static json_t *game_json(const json_t *row, const struct flip_game *game, const json_t *ratings, const json_t *achieved)
{
    json_t *book = achievements_of(game);
    const json_t *list = json_object_get(book, "achievements"), *rating = row_with(ratings, "game", game->id);
    json_t *out = json_pack("{s:s, s:s, s:O, s:O, s:o, s:o, s:i, s:i}", "game", game->id, "title", game->title,
                            "played", json_object_get(row, "played"), "won", json_object_get(row, "won"), "solo",
                            solo_json(row, book), "rating", rating ? rating_of(rating) : json_null(), "achieved",
                            count_whole(list, achieved, game->id), "achievements", (int)json_array_size(list));
    json_decref(book);
    return out;
}

static json_t *games_json(struct store *store, const char *person, struct flip_error *error)
{
    json_t *rows = rows_json(store, LIST_GAMES_OF, person, "", 0, error);
    json_t *ratings = rows ? rows_json(store, LIST_RATINGS_OF, person, "", 0, error) : NULL;
    json_t *achieved = ratings ? rows_json(store, LIST_ACHIEVEMENTS_OF, person, "", 0, error) : NULL;
    json_t *games = achieved ? json_array() : NULL;
    for (int i = 0; games && flip_game_at(i); i++) {
        const json_t *row = row_with(rows, "game", flip_game_at(i)->id);
        if (row)
            json_array_append_new(games, game_json(row, flip_game_at(i), ratings, achieved));
    }
    json_decref(rows);
    json_decref(ratings);
    json_decref(achieved);
    return games;
}

static int get_profile(const struct call *call, const struct store_person *person, struct flip_error *error)
{
    static const char *const states[] = {"none", "asked", "asks", "friend"};
    const char *asker = call->person.id;
    json_t *games = games_json(call->store, person->id, error);
    const int blocked = games && asker[0] ? store_blocks(call->store, asker, person->id, error) : 0;
    const int is = blocked >= 0 ? store_friendship(call->store, asker, person->id, error) : -1;
    const int online = is >= 0 ? friends_see_present(call->server->people, person, asker, error) : -1;
    if (!games || online < 0) {
        json_decref(games);
        return -1;
    }
    return reply_and_free(call->request,
                          json_pack("{s:{s:s, s:s, s:b, s:b, s:I, s:b}, s:b, s:b, s:s, s:o}", "person", "id",
                                    person->id, "name", person->name, "claimed", person->claimed > 0, "program",
                                    person->owner[0] != '\0', "created", (json_int_t)person->created, "online", online,
                                    "you", strcmp(person->id, asker) == 0, "blocked", blocked == 1, "friend",
                                    states[is], "games", games),
                          error);
}

/* --- played games ---------------------------------------------------------------------------------------------------------- */

static int finish_played(struct store *store, json_t *row, bool own, struct flip_error *error)
{
    json_t *seats = rows_json(store, LIST_SEATS, string_of(row, "table"), "", 0, error);
    if (!seats)
        return -1;
    for (size_t i = 0; i < json_array_size(seats); i++)
        row_bool(json_array_get(seats, i), "won");
    json_object_set_new(row, "seats", seats);
    row_title(row);
    row_bool(row, "won");
    row_bool(row, "gone");
    row_bool(row, "rated");
    if (!own && !int_in(row, "listed"))
        json_object_set_new(row, "table", json_null());
    json_object_del(row, "listed");
    return 0;
}

static int get_played(const struct call *call, const struct store_person *person, const char *before,
                      struct flip_error *error)
{
    char *end = NULL;
    const int64_t time = before ? strtoll(before, &end, 10) : INT64_MAX;
    if (before && (!*before || *end || time <= 0))
        return not_found(error);
    json_t *rows = rows_json(call->store, LIST_RESULTS_OF, person->id, "", time, error), *next = json_null();
    if (!rows)
        return -1;
    if (json_array_size(rows) > GAMES_SHOWN) {
        char text[24];
        json_array_remove(rows, GAMES_SHOWN);
        snprintf(text, sizeof text, "%lld", (long long)int_in(json_array_get(rows, GAMES_SHOWN - 1), "time"));
        next = json_string(text);
    }
    for (size_t i = 0; i < json_array_size(rows); i++)
        if (finish_played(call->store, json_array_get(rows, i), strcmp(person->id, call->person.id) == 0, error) < 0) {
            json_decref(rows);
            json_decref(next);
            return -1;
        }
    return reply_and_free(call->request, json_pack("{s:o, s:o}", "games", rows, "next", next), error);
}

/* --- statistics ------------------------------------------------------------------------------------------------------------ */

/* The bar of a game: its value and the number of seats. */
static json_t *bar_of(const json_t *bars, const json_t *game)
{
    for (size_t i = 0; i < json_array_size(bars); i++) {
        json_t *bar = json_array_get(bars, i);
        if (json_equal(json_object_get(bar, "value"), json_object_get(game, "value")) &&
            json_equal(json_object_get(bar, "seats"), json_object_get(game, "seats")))
            return bar;
    }
    return NULL;
}

static json_t *distribution(const json_t *games)
{
    json_t *bars = json_array();
    for (size_t i = 0; i < json_array_size(games); i++) {
        const json_t *game = json_array_get(games, i);
        json_t *bar = bar_of(bars, game);
        if (bar)
            json_object_set_new(bar, "count", json_integer(int_in(bar, "count") + 1));
        else
            json_array_append_new(bars, json_pack("{s:O, s:O, s:i}", "value", json_object_get(game, "value"), "seats",
                                                  json_object_get(game, "seats"), "count", 1));
    }
    return bars;
}

/* Under the table and seat of a row. */
static void key_of(const json_t *row, char out[STORE_ID + 16])
{
    snprintf(out, STORE_ID + 16, "%s %d", string_of(row, "table"), (int)int_in(row, "seat"));
}

/* The labels of each game and seat; `rows` is given up. */
static json_t *labels_by_seat(json_t *rows)
{
    json_t *all = json_object();
    for (size_t i = 0; i < json_array_size(rows); i++) {
        char key[STORE_ID + 16];
        json_t *row = json_array_get(rows, i), *list;
        key_of(row, key);
        json_object_del(row, "table");
        json_object_del(row, "seat");
        if (!(list = json_object_get(all, key)))
            json_object_set_new(all, key, list = json_array());
        json_array_append(list, row);
    }
    json_decref(rows);
    return all;
}

static json_t *oldest_first(const json_t *rows, const json_t *labels)
{
    json_t *out = json_array();
    for (size_t i = json_array_size(rows); i > 0; i--) {
        char key[STORE_ID + 16];
        json_t *row = json_array_get(rows, i - 1);
        row_bool(row, "won");
        key_of(row, key);
        json_t *own = json_object_get(labels, key);
        json_object_set_new(row, "labels", own ? json_incref(own) : json_array());
        json_object_del(row, "table"); /* whoever has it can watch */
        json_array_append(out, row);
    }
    return out;
}

/* Where the mean lies with nineteen chances of twenty, by Student's t, which is near enough from three games on (Cornish and Fisher). */
static json_t *interval_json(double mean, double squares, double games)
{
    const double freedom = games - 1, spread = squares - mean * mean; /* rounding may put it a little below 0 */
    if (games < 3)
        return json_null();
    const double t = 1.96 + 2.37 / freedom + 2.82 / (freedom * freedom), half = t * sqrt(fmax(spread, 0) / freedom);
    return json_pack("[f, f]", mean - half, mean + half);
}

static json_t *label_json(const json_t *row, bool points)
{
    json_t *mean = json_object_get(row, "mean");
    const double games = json_number_value(json_object_get(row, "played"));
    const bool alone = int_in(row, "alone") != 0;
    json_t *interval =
        interval_json(json_number_value(mean), json_number_value(json_object_get(row, "squares")), games);
    json_t *out =
        json_pack("{s:O, s:b, s:O, s:O, s:O?, s:o}", "value", json_object_get(row, "value"), "alone", alone, "played",
                  json_object_get(row, "played"), "won", json_object_get(row, "won"), "mean",
                  points || alone ? mean : NULL, "interval", points || alone ? json_incref(interval) : json_null());
    json_decref(interval);
    return out;
}

/* In the order of the game's own list; `rows` is given up. */
static json_t *labels_json(const struct flip_game *game, const json_t *book, json_t *rows)
{
    json_t *out = json_array();
    const json_t *labels = json_object_get(book, "labels");
    for (size_t i = 0; i < json_array_size(labels); i++) {
        const char *name = string_of(json_array_get(labels, i), "name");
        json_t *values = json_array();
        for (size_t k = 0; k < json_array_size(rows); k++)
            if (strcmp(string_of(json_array_get(rows, k), "name"), name) == 0)
                json_array_append_new(values, label_json(json_array_get(rows, k), !game->no_points));
        if (json_array_size(values) > 0)
            json_array_append_new(out, json_pack("{s:s, s:O}", "name", name, "values", values));
        json_decref(values);
    }
    json_decref(rows);
    return out;
}

static int get_statistics(const struct call *call, const struct store_person *person, const char *id,
                          struct flip_error *error)
{
    struct store *store = call->store;
    const struct flip_game *game = id ? flip_game_named(id) : NULL;
    if (!game)
        return flip_fail(error, FLIP_ERROR_NOT_FOUND, "There is no such game here.");
    json_t *summaries = rows_json(store, LIST_GAMES_OF, person->id, "", 0, error);
    json_t *scores = summaries ? rows_json(store, LIST_SCORES, person->id, game->id, 0, error) : NULL;
    json_t *ratings = scores ? rows_json(store, LIST_RATING_HISTORY, person->id, game->id, 0, error) : NULL;
    json_t *answer = NULL;
    if (ratings) {
        json_t *labels = labels_by_seat(rows_json(store, LIST_LABELS_AT, person->id, game->id, LABELLED, error));
        json_t *book = achievements_of(game), *games = oldest_first(scores, labels);
        const json_t *row = row_with(summaries, "game", game->id);
        json_t *none = json_integer(0), *null = json_null();
        json_t *mean = json_object_get(row, "mean");
        json_t *opponents = rows_json(store, LIST_OPPONENTS, person->id, game->id, 0, error);
        json_t *order = rows_json(store, LIST_SEAT_ORDER, person->id, game->id, 0, error);
        answer =
            json_pack("{s:s, s:s, s:o, s:O, s:O, s:o, s:O, s:o, s:o, s:O, s:o, s:o, s:o}", "game", game->id, "title",
                      game->title, "measure", measure_json(book), "played", row ? json_object_get(row, "played") : none,
                      "won", row ? json_object_get(row, "won") : none, "best", measure_best(book, row), "mean",
                      mean ? mean : null, "distribution", distribution(games), "games", games, "ratings", ratings,
                      "opponents", opponents, "seat_order", order, "labels",
                      labels_json(game, book, rows_json(store, LIST_LABELS, person->id, game->id, 0, error)));
        json_decref(labels);
        json_decref(none);
        json_decref(book);
    }
    json_decref(summaries);
    json_decref(scores);
    json_decref(ratings);
    return reply_and_free(call->request, answer, error);
}

/* --- achievements ------------------------------------------------------------------------------------------------------------ */

/* Of an achievement over many games the first parts count: whoever has played for years has no longer a list. */
static int most_needed(void)
{
    int most = 1;
    for (int i = 0; flip_game_at(i); i++) {
        json_t *book = achievements_of(flip_game_at(i));
        const json_t *all = json_object_get(book, "achievements");
        for (size_t k = 0; k < json_array_size(all); k++) {
            const int need = achievement_need(json_array_get(all, k));
            most = need > most ? need : most;
        }
        json_decref(book);
    }
    return most;
}

/* The part that made an achievement whole, or NULL; `parts` of each are in the order of their time, and more may have come later. */
static const json_t *last_part(const json_t *parts, const char *game, const json_t *achievement, int *have)
{
    const int need = achievement_need(achievement);
    *have = 0;
    for (size_t i = 0; i < json_array_size(parts); i++)
        if (is_part_of(json_array_get(parts, i), game, achievement) && ++*have == need)
            return json_array_get(parts, i);
    return NULL;
}

static json_t *known_or_null(const json_t *row, const char *name)
{
    json_t *value = json_object_get(row, name);
    return value ? json_incref(value) : json_null();
}

/* Only the person gets the table's id, since it lets anybody watch. */
static json_t *achievement_json(const json_t *achievement, const json_t *parts, const char *game, bool own)
{
    int have;
    const json_t *whole = last_part(parts, game, achievement, &have);
    return json_pack("{s:O, s:O, s:O, s:o, s:o, s:i, s:i}", "id", json_object_get(achievement, "id"), "title",
                     json_object_get(achievement, "title"), "text", json_object_get(achievement, "text"), "reached",
                     known_or_null(whole, "time"), "table", known_or_null(own ? whole : NULL, "table"), "have", have,
                     "need", achievement_need(achievement));
}

static json_t *achievements_json(const struct flip_game *game, const json_t *parts, bool own)
{
    json_t *book = achievements_of(game), *list = json_array();
    const json_t *all = json_object_get(book, "achievements");
    for (size_t i = 0; i < json_array_size(all); i++)
        json_array_append_new(list, achievement_json(json_array_get(all, i), parts, game->id, own));
    json_decref(book);
    return list;
}

static int get_achievements(const struct call *call, const struct store_person *person, struct flip_error *error)
{
    const bool own = strcmp(call->person.id, person->id) == 0;
    json_t *parts = rows_json(call->store, LIST_ACHIEVED_FIRST, person->id, "", most_needed(), error);
    json_t *games = parts ? json_array() : NULL;
    for (int i = 0; games && flip_game_at(i); i++) {
        const struct flip_game *game = flip_game_at(i);
        json_t *list = achievements_json(game, parts, own);
        if (json_array_size(list) > 0)
            json_array_append_new(
                games, json_pack("{s:s, s:s, s:O}", "game", game->id, "title", game->title, "achievements", list));
        json_decref(list);
    }
    json_decref(parts);
    return reply_and_free(call->request, json_pack("{s:o}", "games", games), error);
}

int get_people(struct call *call, struct flip_error *error)
{
    char id[STORE_ID], what[16] = "";
    struct store_person person;
    const char *next = path_part(call->rest, id, sizeof id), *more = next ? path_part(next, what, sizeof what) : NULL;
    if (find_person(call->server, id, &person, error) < 0)
        return -1;
    if (!next)
        return get_profile(call, &person, error);
    if (strcmp(what, "games") == 0)
        return get_played(call, &person, more, error);
    if (strcmp(what, "statistics") == 0)
        return get_statistics(call, &person, more, error);
    if (strcmp(what, "achievements") == 0 && !more)
        return get_achievements(call, &person, error);
    if (strcmp(what, "habits") == 0)
        return reply_habits(call, &person, more, error);
    if (strcmp(what, "against") == 0 && !more)
        return reply_against(call, &person, error);
    return not_found(error);
}

/* --- blocking ------------------------------------------------------------------------------------------------ */

int get_blocked(struct call *call, struct flip_error *error)
{
    return reply_rows(call, "people", LIST_BLOCKED, call->person.id, 0, error);
}
