/* The daily challenge: today's games, the leaderboard of a day, and one's own try. */
#include "server/routes/routes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SHOWN = 100 };

/* A row of LIST_TRIES_OF as TRY of docs/api.md. */
static json_t *try_json(struct server *server, const json_t *row, const json_t *results, const char *person,
                        struct flip_error *error)
{
    const char *table = string_of(row, "table"), *why = string_of(row, "why");
    const struct room *room = room_find(server->rooms, table, error);
    const bool counted = int_in(row, "counted") != 0, over = int_in(row, "time") != 0;
    if (!over && room && room->status == STORE_ENDED)
        why = "It was given up.";
    else if (!over && room && room->cards_known)
        why = daily_known_here;
    json_t *out = json_pack("{s:s, s:s, s:b, s:o, s:o, s:o, s:o, s:o}", "table", table, "status",
                            room ? room_status_words[room->status] : "ended", "counted", counted, "why",
                            *why ? json_string(why) : json_null(), "value",
                            over ? json_copy(json_object_get(row, "value")) : json_null(), "score",
                            over ? json_copy(json_object_get(row, "score")) : json_null(), "time",
                            over ? json_copy(json_object_get(row, "time")) : json_null(), "rank", json_null());
    const json_t *mine = counted ? row_with(results, "person", person) : NULL;
    if (mine)
        json_object_set(out, "rank", json_object_get(mine, "rank"));
    return out;
}

static json_t *my_try(struct server *server, const json_t *tries, const struct flip_game *game, const json_t *results,
                      const char *person, struct flip_error *error)
{
    const json_t *row = row_with(tries, "game", game->id);
    return row ? try_json(server, row, results, person, error) : json_null();
}

static json_t *number_or(const json_t *row, const char *key, json_t *fallback)
{
    json_t *value = json_object_get(row, key);
    if (!value)
        return fallback;
    json_decref(fallback);
    return json_incref(value);
}

static json_t *game_today(struct server *server, const char *day, const struct flip_game *game, const json_t *counts,
                          const json_t *tries, const char *taken, const char *person, struct flip_error *error)
{
    json_t *book = achievements_of(game);
    const int sign = measure_sign(book);
    json_t *results = rows_json(server->loop.store, LIST_DAILY_RESULTS, day, game->id, sign, error);
    const json_t *row = row_with(counts, "game", game->id);
    json_t *out = results ? json_pack("{s:s, s:s, s:b, s:o, s:o, s:o, s:o, s:o}", "game", game->id, "title",
                                      game->title, "taken_here", tries_have(taken, game->id), "measure",
                                      measure_json(book), "tries", number_or(row, "tries", json_integer(0)), "finished",
                                      number_or(row, "finished", json_integer(0)), "best",
                                      number_or(row, sign > 0 ? "highest" : "lowest", json_null()), "mine",
                                      my_try(server, tries, game, results, person, error))
                          : NULL;
    json_decref(results);
    json_decref(book);
    return out;
}

/* --- how many days in a row ------------------------------------------------------------------------------------------------ */

/* A day counts when a try of it does, in whatever game; today may still come. */
static json_t *streak_json(const json_t *tries, const char *today)
{
    int run = 0, longest = 0;
    int64_t last = 0;
    for (size_t i = 0; i < json_array_size(tries); i++) {
        const json_t *row = json_array_get(tries, i);
        const int64_t day = day_number(string_of(row, "day"));
        if (!int_in(row, "counted") || day == last)
            continue;
        run = day == last + 1 ? run + 1 : 1;
        longest = run > longest ? run : longest;
        last = day;
    }
    const int64_t now = day_number(today);
    return json_pack("{s:i, s:i, s:b}", "days", last >= now - 1 ? run : 0, "longest", longest, "today", last == now);
}

int get_daily(struct call *call, struct flip_error *error)
{
    char day[DAY_SIZE], taken[TRIES_SIZE];
    day_of(wall_ms(), day);
    tries_asking(call->server->people, call->request->wsi, day, taken);
    json_t *counts = rows_json(call->store, LIST_DAILY_GAMES, day, "", 0, error);
    json_t *tries = rows_json(call->store, LIST_TRIES_OF, call->person.id, day, 0, error);
    json_t *all = rows_json(call->store, LIST_TRIES_OF, call->person.id, "", 0, error);
    json_t *games = counts && tries && all ? json_array() : NULL, *answer = NULL;
    bool failed = !games;
    for (int i = 0; flip_game_at(i) && !failed; i++)
        failed = json_array_append_new(games, game_today(call->server, day, flip_game_at(i), counts, tries, taken,
                                                         call->person.id, error)) < 0;
    if (!failed)
        answer = json_pack("{s:s, s:I, s:o, s:O}", "day", day, "ends", (json_int_t)day_end(day), "streak",
                           streak_json(all, day), "games", games);
    json_decref(counts);
    json_decref(tries);
    json_decref(all);
    json_decref(games);
    return reply_and_free(call->request, answer, error);
}

/* The first hundred, and the asker wherever that is. */
static json_t *shown(const json_t *results, const char *person)
{
    json_t *out = json_array();
    for (size_t i = 0; i < json_array_size(results); i++) {
        json_t *row = json_array_get(results, i);
        const bool you = person[0] && strcmp(string_of(row, "person"), person) == 0;
        json_object_set_new(row, "you", json_boolean(you));
        if (i < SHOWN || you)
            json_array_append(out, row);
    }
    return out;
}

/* How they played can be looked at when the day is over. */
static void hide_tables(json_t *bots, bool over)
{
    for (size_t i = 0; i < json_array_size(bots) && !over; i++)
        json_object_set_new(json_array_get(bots, i), "table", json_null());
}

int get_leaderboard(struct call *call, struct flip_error *error)
{
    char day[DAY_SIZE];
    const char *id = path_part(call->rest, day, sizeof day);
    const struct flip_game *game = id ? flip_game_named(id) : NULL;
    const int64_t end = day_end(day);
    if (!game || !end || end - DAY_MS > wall_ms())
        return flip_fail(error, FLIP_ERROR_NOT_FOUND, "There was no challenge for that game on that day.");
    json_t *book = achievements_of(game);
    json_t *counts = rows_json(call->store, LIST_DAILY_GAMES, day, "", 0, error);
    json_t *tries = counts ? rows_json(call->store, LIST_TRIES_OF, call->person.id, day, 0, error) : NULL;
    json_t *results =
        tries ? rows_json(call->store, LIST_DAILY_RESULTS, day, game->id, measure_sign(book), error) : NULL;
    json_t *spread = results ? rows_json(call->store, LIST_DAILY_DISTRIBUTION, day, game->id, 0, error) : NULL;
    json_t *bots = spread ? rows_json(call->store, LIST_DAILY_BOTS, day, game->id, 0, error) : NULL;
    json_t *answer = NULL;
    hide_tables(bots, wall_ms() >= end);
    if (bots) {
        const json_t *row = row_with(counts, "game", game->id);
        answer = json_pack("{s:s, s:s, s:s, s:I, s:b, s:o, s:o, s:o, s:o, s:O, s:O, s:o}", "day", day, "game", game->id,
                           "title", game->title, "ends", (json_int_t)end, "over", wall_ms() >= end, "measure",
                           measure_json(book), "tries", number_or(row, "tries", json_integer(0)), "finished",
                           number_or(row, "finished", json_integer(0)), "results", shown(results, call->person.id),
                           "distribution", spread, "bots", bots, "mine",
                           my_try(call->server, tries, game, results, call->person.id, error));
    }
    json_decref(book);
    json_decref(counts);
    json_decref(tries);
    json_decref(results);
    json_decref(spread);
    json_decref(bots);
    return reply_and_free(call->request, answer, error);
}

/* --- today's try ------------------------------------------------------------------------------------------------------------ */

static struct room *begin_try(struct server *server, const struct daily_player *player, const struct flip_game *game,
                              const char *day, struct flip_error *error)
{
    unsigned char seed[FLIP_SEED_BYTES];
    char bot[DAILY_BOT];
    daily_seed(server->loop.secret, game->id, day, seed);
    daily_bot_name(player->level, bot);
    struct room *room = room_make_daily(server->rooms, player, game, day, seed, error);
    if (!room)
        return NULL;
    const struct store_try a_try = {.day = day,
                                    .game = game->id,
                                    .person = player->person ? player->person->id : bot,
                                    .table = room->id,
                                    .began = room->created};
    const int kept = store_daily_try(server->loop.store, &a_try, error);
    room_insert(server->rooms, room);
    if (kept == 1)
        return room;
    server->loop.failed = true; /* the table is half in the store: back to what is durable */
    if (kept == 0)
        flip_fail(error, FLIP_ERROR_STORE, "You have already started today's try.");
    return NULL;
}

/* Bots take the challenge for comparison once somebody does; small ones, since the server pays. */
static int begin_bots(struct server *server, const struct flip_game *game, const char *day, struct flip_error *error)
{
    for (int level = 1; level <= STAND_IN_LEVEL; level++) {
        char bot[DAILY_BOT], *table = NULL;
        daily_bot_name(level, bot);
        const int found = store_daily_table(server->loop.store, day, game->id, bot, &table, error);
        free(table);
        const struct daily_player player = {.level = level};
        if (found < 0 || (found == 0 && !begin_try(server, &player, game, day, error)))
            return -1;
    }
    return 0;
}

/* The cards of a day that is over, as often as one likes. */
static struct room *play_archive(struct server *server, const struct store_person *person, const struct flip_game *game,
                                 const char *day, struct flip_error *error)
{
    unsigned char seed[FLIP_SEED_BYTES];
    const int64_t end = day_end(day);
    if (!end || end > wall_ms() || strlen(day) != DAY_SIZE - 1)
        return null_after(flip_fail(error, FLIP_ERROR_DAILY, "The archive has the days that are over."));
    daily_seed(server->loop.secret, game->id, day, seed);
    const struct daily_player player = {.person = person, .archive = true};
    struct room *room = room_make_daily(server->rooms, &player, game, day, seed, error);
    if (room)
        room_insert(server->rooms, room);
    return room;
}

/* The device remembers that these cards were seen on it, not by whom: also when that person is gone. */
static int remember_try(struct request *request, char tries[TRIES_SIZE], const char *game, struct flip_error *error)
{
    char value[TRIES_SIZE];
    const size_t length = strlen(tries);
    if (!tries_have(tries, game))
        snprintf(tries + length, TRIES_SIZE - length, ".%s", game);
    tries_sign(request->server->loop.secret, tries, value);
    return put_cookie(request, "flipside_tries", value, "/api/daily", DAY_MS / 1000, error);
}

int post_daily(struct call *call, struct flip_error *error)
{
    const struct flip_game *game = read_game(call->body, error);
    char day[DAY_SIZE], tries[TRIES_SIZE], *table = NULL;
    if (!game)
        return -1;
    const char *past = json_string_value(json_object_get(call->body, "day"));
    day_of(wall_ms(), day);
    if (past && strcmp(past, day) != 0) {
        const struct room *archived = play_archive(call->server, &call->person, game, past, error);
        return archived ? reply_table(call->request, archived, call->person.id) : -1;
    }
    tries_asking(call->server->people, call->request->wsi, day, tries);
    const struct daily_player player = {.person = &call->person, .cards_known = tries_have(tries, game->id)};
    const int found = store_daily_table(call->store, day, game->id, call->person.id, &table, error);
    struct room *room = found < 0   ? NULL
                        : found > 0 ? room_find(call->server->rooms, table, error)
                                    : begin_try(call->server, &player, game, day, error);
    free(table);
    if (!room || begin_bots(call->server, game, day, error) < 0 ||
        remember_try(call->request, tries, game->id, error) < 0)
        return -1;
    return reply_table(call->request, room, call->person.id);
}
