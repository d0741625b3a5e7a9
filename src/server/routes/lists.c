/* What routes do with rows of the store, and the best players of a game. */
#include "server/routes/routes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int work_answer(struct work *work, json_t *answer, struct flip_error *error)
{
    char *text = answer ? json_dumps(answer, JSON_COMPACT) : NULL;
    json_decref(answer);
    work->length = text ? strlen(text) : 0;
    work->out = text ? malloc(OUT_PRE + work->length) : NULL;
    if (work->out)
        memcpy(work->out + OUT_PRE, text, work->length);
    free(text);
    if (!work->out && !error->code)
        flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory to answer.");
    return work->out ? 0 : -1;
}

int reply_rows(const struct call *call, const char *key, enum store_list which, const char *a, int64_t n,
               struct flip_error *error)
{
    return reply_and_free(call->request, json_pack("{s:o}", key, rows_json(call->store, which, a, "", n, error)),
                          error);
}

int check_most(int64_t count, int most, const char *sentence, struct flip_error *error)
{
    return count < 0 ? -1 : count < most ? 0 : flip_fail(error, FLIP_ERROR_LIMIT, sentence, most);
}

const char *title_of(const char *id)
{
    const struct flip_game *game = flip_game_named(id);
    return game ? game->title : "";
}

json_t *row_with(const json_t *rows, const char *key, const char *text)
{
    for (size_t i = 0; i < json_array_size(rows); i++)
        if (strcmp(string_of(json_array_get(rows, i), key), text) == 0)
            return json_array_get(rows, i);
    return NULL;
}

void row_bool(json_t *row, const char *key)
{
    const json_t *value = json_object_get(row, key);
    if (json_is_integer(value))
        json_object_set_new(row, key, json_boolean(json_integer_value(value) != 0));
}

void row_title(json_t *row) { json_object_set_new(row, "title", json_string(title_of(string_of(row, "game")))); }

/* --- the best players of a game ----------------------------------------------------------------------------------- */

enum { PLAYER_SIZE = 32 };

/* It is where the interval says with nineteen chances of twenty. */
json_t *rating_of(const json_t *row)
{
    const double rating = json_number_value(json_object_get(row, "rating"));
    const double deviation = json_number_value(json_object_get(row, "deviation"));
    const json_int_t games = int_in(row, "games");
    return json_pack("{s:f, s:f, s:[f, f], s:I, s:b}", "rating", rating, "deviation", deviation, "interval",
                     rating - 2 * deviation, rating + 2 * deviation, "games", games, "provisional",
                     deviation > STORE_PROVISIONAL || games < STORE_FIRST_GAMES);
}

/* {rank, player, rating, deviation, games, name, person} as the interface has it. */
static void finish_row(json_t *row, const char *asker)
{
    const char *player = string_of(row, "player");
    json_t *rating = rating_of(row);
    json_object_set_new(row, "you", json_boolean(strcmp(player, asker) == 0));
    json_object_set_new(row, "level", json_null());
    if (strncmp(player, "bot ", 4) == 0) {
        char name[PLAYER_SIZE];
        snprintf(name, sizeof name, "Bot %s", player + 4);
        json_object_set_new(row, "name", json_string(name));
        json_object_set_new(row, "level", json_integer(player[4] - '0'));
    }
    json_object_set_new(row, "rating", rating);
    json_object_del(row, "deviation");
    json_object_del(row, "player");
}

int get_ratings(struct call *call, struct flip_error *error)
{
    char id[40];
    const char *list = path_part(call->rest, id, sizeof id);
    const bool programs = list && strcmp(list, "programs") == 0;
    const struct flip_game *game = !list || programs ? flip_game_named(id) : NULL;
    if (!game)
        return flip_fail(error, FLIP_ERROR_NOT_FOUND, "There is no game '%.40s' here.", call->rest);
    json_t *players = rows_json(call->store, LIST_RATINGS, game->id, "", programs, error);
    json_t *own = players ? rows_json(call->store, LIST_RATING_OF, game->id, call->person.id, programs, error) : NULL;
    if (!own) {
        json_decref(players);
        return -1;
    }
    bool listed = json_array_size(own) == 0;
    for (size_t i = 0; i < json_array_size(players); i++) {
        json_t *row = json_array_get(players, i);
        finish_row(row, call->person.id);
        listed |= true_in(row, "you");
    }
    if (!listed) {
        finish_row(json_array_get(own, 0), call->person.id);
        json_array_append(players, json_array_get(own, 0));
    }
    json_decref(own);
    return reply_and_free(
        call->request, json_pack("{s:s, s:s, s:o}", "game", game->id, "title", game->title, "players", players), error);
}
