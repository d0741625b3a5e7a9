/*
 * The daily challenge: one seed a day for every game, made from the server's secret, so that everybody has the same cards and nobody
 * knows them before. Everybody has one counted try; whether it counts is found out from its record alone.
 */
#include "server/api.h"
#include "server/results.h"
#include "server/rows.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { DAY_MS = 86400 * 1000, SHOWN = 100 };

/* --- days and seeds --------------------------------------------------------------------------------------------------- */

void day_of(int64_t time, char day[DAY_SIZE])
{
    const time_t seconds = (time_t)(time / 1000);
    struct tm parts;
    gmtime_r(&seconds, &parts);
    strftime(day, DAY_SIZE, "%Y-%m-%d", &parts);
}

int64_t day_end(const char *day)
{
    struct tm parts = {0};
    char again[DAY_SIZE];
    const char *end = strlen(day) == DAY_SIZE - 1 ? strptime(day, "%Y-%m-%d", &parts) : NULL;
    const int64_t start = end && !*end ? (int64_t)timegm(&parts) * 1000 : -1;
    if (start < 0)
        return 0;
    day_of(start, again);
    return strcmp(again, day) == 0 ? start + DAY_MS : 0;
}

void daily_seed(const unsigned char secret[STORE_SECRET_BYTES], const char *game, const char *day,
                unsigned char seed[FLIP_SEED_BYTES])
{
    char words[96];
    const int length = snprintf(words, sizeof words, "daily challenge|%s|%s", game, day);
    crypto_auth_hmacsha256(seed, (const unsigned char *)words, (unsigned long long)length, secret);
}

bool room_daily_hidden(const struct room *room) { return room->daily[0] && wall_ms() < day_end(room->daily); }

/* --- does a try count? -------------------------------------------------------------------------------------------------- */

/* The record as it is kept, from its first card to its last: the cards follow from the seed, the moves are legal, the score is the
   one that the table says. */
static bool record_holds(struct store *store, const struct outcome *outcome, struct flip_error *error)
{
    json_t *record = room_stored_record(store, outcome->room, error);
    char *text = record ? json_dumps(record, JSON_COMPACT) : NULL;
    json_decref(record);
    struct flip_table *table = text && flip_record_verify(text, strlen(text), error) == 0
                                   ? flip_record_load(text, strlen(text), FLIP_ALL_STEPS, error)
                                   : NULL;
    free(text);
    if (!table)
        return false;
    struct flip_result again;
    flip_table_result(table, &again);
    const bool same = again.over && again.score[0] == outcome->result.score[0];
    flip_table_close(table);
    return same;
}

static const char known_here[] = "Somebody else had taken today's try on this device before.";

static const char *why_not(struct store *store, const unsigned char secret[STORE_SECRET_BYTES],
                           const struct outcome *outcome, struct flip_error *error)
{
    const struct room *room = outcome->room;
    unsigned char seed[FLIP_SEED_BYTES];
    const int64_t end = day_end(room->daily);
    daily_seed(secret, room->game->id, room->daily, seed);
    if (sodium_memcmp(seed, room->seed, sizeof seed) != 0)
        return "These are not the cards of that day.";
    if (room->created < end - DAY_MS || outcome->finished >= end)
        return "It was not played to the end before the day was over.";
    if (room->seats[0].helped || room->seats[0].kind != SEAT_PERSON)
        return "A bot has helped.";
    if (room->cards_known)
        return known_here;
    if (!record_holds(store, outcome, error))
        return "Its record does not replay to this result.";
    return NULL;
}

int derive_daily(struct store *store, const unsigned char secret[STORE_SECRET_BYTES], const struct outcome *outcome,
                 struct flip_error *error)
{
    const struct room *room = outcome->room;
    const char *person = room->seats[0].person;
    if (!room->daily[0] || !person[0])
        return 0;
    struct flip_error reason = {0};
    const char *why = why_not(store, secret, outcome, &reason);
    if (server_failure(&reason)) {
        *error = reason;
        return -1;
    }
    const struct store_try outcome_of = {.day = room->daily,
                                         .game = room->game->id,
                                         .person = person,
                                         .table = room->id,
                                         .counted = why == NULL,
                                         .why = why,
                                         .score = outcome->result.score[0],
                                         .value = outcome->value[0],
                                         .time = outcome->finished};
    return store_daily_outcome(store, &outcome_of, error);
}

/* --- what is told --------------------------------------------------------------------------------------------------------- */

static const char *const status_words[] = {"waiting", "running", "over", "ended"};

static json_t *ranked(struct server *server, const char *day, const struct flip_game *game, int sign,
                      struct flip_error *error)
{
    return rows_json(server->store, LIST_DAILY_RESULTS, day, game->id, sign, error);
}

/* A row of LIST_TRIES_OF as TRY of docs/api.md. */
static json_t *try_json(struct server *server, const json_t *row, const json_t *results, const char *person,
                        struct flip_error *error)
{
    const char *table = json_string_value(json_object_get(row, "table"));
    const struct room *room = room_find(server, table, error);
    const bool counted = json_integer_value(json_object_get(row, "counted")) != 0;
    const bool over = json_integer_value(json_object_get(row, "time")) != 0;
    const char *why = json_string_value(json_object_get(row, "why"));
    if (!over && room && room->status == STORE_ENDED)
        why = "It was given up.";
    else if (!over && room && room->cards_known)
        why = known_here;
    json_t *out = json_pack("{s:s, s:s, s:b, s:o, s:o, s:o, s:o, s:o}", "table", table, "status",
                            room ? status_words[room->status] : "ended", "counted", counted, "why",
                            why && *why ? json_string(why) : json_null(), "value",
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
    json_t *results = ranked(server, day, game, sign, error);
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

static int get_daily(struct request *request, const char *rest, struct flip_error *error)
{
    (void)rest;
    struct server *server = request->server;
    struct store_person person = {0};
    char day[DAY_SIZE], taken[TRIES_SIZE];
    day_of(wall_ms(), day);
    person_asking(server, request->wsi, &person);
    tries_asking(server, request->wsi, day, taken);
    json_t *counts = rows_json(server->store, LIST_DAILY_GAMES, day, "", 0, error);
    json_t *tries = counts ? rows_json(server->store, LIST_TRIES_OF, person.id, day, 0, error) : NULL;
    json_t *games = json_array();
    bool failed = !tries;
    for (int i = 0; flip_game_at(i) && !failed; i++)
        failed = json_array_append_new(
                     games, game_today(server, day, flip_game_at(i), counts, tries, taken, person.id, error)) < 0;
    json_decref(counts);
    json_decref(tries);
    if (failed) {
        json_decref(games);
        return -1;
    }
    return reply_and_free(
        request, json_pack("{s:s, s:I, s:o}", "day", day, "ends", (json_int_t)day_end(day), "games", games), error);
}

/* The first hundred, and the asker wherever that is. */
static json_t *shown(const json_t *results, const char *person)
{
    json_t *out = json_array();
    for (size_t i = 0; i < json_array_size(results); i++) {
        json_t *row = json_array_get(results, i);
        const bool you = person[0] && strcmp(row_text(row, "person"), person) == 0;
        json_object_set_new(row, "you", json_boolean(you));
        if (i < SHOWN || you)
            json_array_append(out, row);
    }
    return out;
}

static int get_leaderboard(struct request *request, const char *rest, struct flip_error *error)
{
    struct server *server = request->server;
    char day[DAY_SIZE];
    const char *id = path_part(rest, day, sizeof day);
    const struct flip_game *game = id ? flip_game_named(id) : NULL;
    const int64_t end = day_end(day);
    struct store_person person = {0};
    person_asking(server, request->wsi, &person);
    if (!game || !end || end - DAY_MS > wall_ms())
        return flip_fail(error, FLIP_ERROR_NOT_FOUND, "There was no challenge of that game on that day.");
    json_t *book = achievements_of(game);
    json_t *counts = rows_json(server->store, LIST_DAILY_GAMES, day, "", 0, error);
    json_t *tries = counts ? rows_json(server->store, LIST_TRIES_OF, person.id, day, 0, error) : NULL;
    json_t *results = tries ? ranked(server, day, game, measure_sign(book), error) : NULL;
    json_t *spread = results ? rows_json(server->store, LIST_DAILY_DISTRIBUTION, day, game->id, 0, error) : NULL;
    json_t *answer = NULL;
    if (spread) {
        const json_t *row = row_with(counts, "game", game->id);
        answer = json_pack("{s:s, s:s, s:s, s:I, s:b, s:o, s:o, s:o, s:o, s:O, s:o}", "day", day, "game", game->id,
                           "title", game->title, "ends", (json_int_t)end, "over", wall_ms() >= end, "measure",
                           measure_json(book), "tries", number_or(row, "tries", json_integer(0)), "finished",
                           number_or(row, "finished", json_integer(0)), "results", shown(results, person.id),
                           "distribution", spread, "mine", my_try(server, tries, game, results, person.id, error));
    }
    json_decref(book);
    json_decref(counts);
    json_decref(tries);
    json_decref(results);
    json_decref(spread);
    return spread || answer ? reply_and_free(request, answer, error) : -1;
}

/* --- today's try ------------------------------------------------------------------------------------------------------------ */

static struct room *begin_try(struct server *server, const struct store_person *person, const struct flip_game *game,
                              const char *day, bool cards_known, struct flip_error *error)
{
    unsigned char seed[FLIP_SEED_BYTES];
    daily_seed(server->secret, game->id, day, seed);
    struct room *room = room_make_daily(server, person, game, day, seed, cards_known, error);
    if (!room)
        return NULL;
    const struct store_try a_try = {
        .day = day, .game = game->id, .person = person->id, .table = room->id, .began = room->created};
    const int kept = store_daily_try(server->store, &a_try, error);
    room_remember(server, room);
    if (kept == 1)
        return room;
    server->failed = true; /* the table is half in the store: back to what is durable */
    if (kept == 0)
        flip_fail(error, FLIP_ERROR_STORE, "There is a try of today already.");
    return NULL;
}

/* The device remembers that these cards were seen on it, not by whom; so it still knows when that person is gone. */
static int remember_try(struct request *request, char tries[TRIES_SIZE], const char *game, struct flip_error *error)
{
    char value[TRIES_SIZE];
    const size_t length = strlen(tries);
    if (!tries_have(tries, game))
        snprintf(tries + length, TRIES_SIZE - length, ".%s", game);
    tries_sign(request->server->secret, tries, value);
    return put_cookie(request, "flipside_tries", value, "/api/daily", DAY_MS / 1000, error);
}

static int post_daily(struct request *request, const json_t *body, struct flip_error *error)
{
    struct server *server = request->server;
    struct store_person person;
    const char *id = json_string_value(json_object_get(body, "game"));
    const struct flip_game *game = id ? flip_game_named(id) : NULL;
    char day[DAY_SIZE], tries[TRIES_SIZE], *table = NULL;
    if (known_person(request, &person, error) < 0)
        return -1;
    if (!game)
        return flip_fail(error, FLIP_ERROR_NO_GAME, "There is no game '%.40s' here.", id ? id : "");
    day_of(wall_ms(), day);
    tries_asking(server, request->wsi, day, tries);
    const int found = store_daily_table(server->store, day, game->id, person.id, &table, error);
    struct room *room = found < 0   ? NULL
                        : found > 0 ? room_find(server, table, error)
                                    : begin_try(server, &person, game, day, tries_have(tries, game->id), error);
    free(table);
    if (!room || remember_try(request, tries, game->id, error) < 0)
        return -1;
    struct flip_json json = flip_json_in(server->buffer, BUFFER_SIZE);
    flip_json_open(&json, NULL, '{');
    write_table(&json, "table", server, room, person.id);
    flip_json_close(&json);
    reply_written(request, &json);
    return 0;
}

const struct api_get_route daily_gets[] = {{"/api/daily", get_daily}, {"/api/daily/", get_leaderboard}, {NULL, NULL}};
const struct api_post_route daily_posts[] = {{"/api/daily", post_daily}, {NULL, NULL}};
