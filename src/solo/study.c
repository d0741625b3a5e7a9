/* Games between bots, for comparing editions. Requests are checked completely. */
#include "solo/study.h"

#include "bots/search.h"
#include "edition/read.h"
#include "table/table.h"

#include <flipside/bot.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_STEPS = 20000 };

struct study {
    const struct flip_game *game;
    struct flip_edition *edition; /* NULL: the game's own */
    struct flip_thought *thought;
    struct flip_options options;
    int seats, level, iterations;
};

static int choose(const struct study *study, const struct flip_table *table, int seat, struct flip_random *random,
                  flip_move *out, struct flip_error *error)
{
    if (study->level == 0) {
        *out = flip_quick_move(study->game, table->rules, table->now.state, seat, random);
        return 0;
    }
    struct flip_think_def def = flip_think_defaults(study->level);
    def.seed = flip_random_next(random);
    if (study->iterations > 0)
        def.iterations = (uint64_t)study->iterations;
    if (flip_think(table, seat, &def, study->thought, error) < 0)
        return -1;
    *out = study->thought->choice[0].move;
    return 0;
}

static json_t *result_json(const struct flip_table *table, int steps)
{
    struct flip_result result = {0};
    flip_table_result(table, &result);
    json_t *scores = json_array(), *wins = json_array();
    const int winners = flip_set_count(result.winners);
    for (int seat = 0; seat < table->seats; seat++) {
        json_array_append_new(scores, json_integer(result.score[seat]));
        json_array_append_new(wins, json_real(flip_set_has(result.winners, seat) ? 1.0 / winners : 0));
    }
    return json_pack("{s:o, s:o, s:i}", "scores", scores, "wins", wins, "steps", steps);
}

static json_t *play(const struct study *study, json_int_t number, struct flip_error *error)
{
    struct flip_table_def def = flip_table_defaults(study->game);
    unsigned char seed[FLIP_SEED_BYTES];
    struct flip_random random;
    char words[40];
    snprintf(words, sizeof words, "study %lld", (long long)number);
    flip_seed_from_words(words, seed);
    flip_random_seed(&random, (uint64_t)number);
    def.options = study->options;
    def.seats = study->seats;
    def.edition = study->edition;
    def.seed = seed;
    struct flip_table *table = flip_table_open(&def, error);
    int steps = 0, status = table ? 0 : -1;
    for (flip_set turn; status == 0 && (turn = flip_table_turn(table)) && steps < MOST_STEPS; steps++) {
        const int seat = flip_set_first(turn);
        flip_move move;
        status = choose(study, table, seat, &random, &move, error);
        if (status == 0)
            status = flip_table_act(table, seat, move, error);
    }
    json_t *result = status == 0 ? result_json(table, steps) : NULL;
    flip_table_close(table);
    return result;
}

static int read_options(const json_t *options, struct study *study, struct flip_error *error)
{
    study->options = flip_table_defaults(study->game).options;
    const char *name;
    json_t *value;
    json_object_foreach((json_t *)options, name, value) {
        const char *text = json_string_value(value);
        if (flip_options_set(study->game, &study->options, name, text ? text : "", error) < 0)
            return -1;
    }
    return 0;
}

static int read_request(const json_t *request, struct study *study, struct flip_error *error)
{
    const char *id = json_string_value(json_object_get(request, "game"));
    const json_t *edition = json_object_get(request, "edition");
    study->game = id ? flip_game_named(id) : NULL;
    if (!study->game)
        return flip_fail(error, FLIP_ERROR_NO_GAME, "There is no such game here.");
    study->seats = (int)json_integer_value(json_object_get(request, "seats"));
    study->level = (int)json_integer_value(json_object_get(request, "level"));
    if (study->seats < study->game->min_seats || study->seats > study->game->max_seats)
        return flip_fail(error, FLIP_ERROR_SEATS, "%s is not for %d players.", study->game->title, study->seats);
    if (study->level < 0 || study->level > FLIP_LEVELS)
        return flip_fail(error, FLIP_ERROR_LEVEL, "A bot has a level from 1 to %d.", FLIP_LEVELS);
    study->iterations = (int)json_integer_value(json_object_get(request, "iterations"));
    if (read_options(json_object_get(request, "options"), study, error) < 0)
        return -1;
    study->thought = malloc(sizeof *study->thought);
    if (!study->thought)
        return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory for the study.");
    if (!json_is_object(edition))
        return 0;
    study->edition = edition_from(study->game, edition, "Your edition", error);
    return study->edition ? 0 : -1;
}

static json_t *play_all(const struct study *study, const json_t *numbers, struct flip_error *error)
{
    json_t *games = json_array(), *number;
    size_t index;
    json_array_foreach(numbers, index, number) {
        json_t *game = play(study, json_integer_value(number), error);
        if (!game) {
            json_decref(games);
            return NULL;
        }
        json_array_append_new(games, game);
    }
    return games;
}

int study_play(const char *text, size_t length)
{
    struct flip_error error = {0};
    struct study study = {0};
    json_t *request = json_loadb(text, length, 0, NULL), *games = NULL;
    if (read_request(request, &study, &error) == 0)
        games = play_all(&study, json_object_get(request, "numbers"), &error);
    json_t *answer = games ? json_pack("{s:o}", "games", games) : NULL;
    char *told = answer ? json_dumps(answer, JSON_COMPACT) : NULL;
    if (told)
        solo_host_reply(0, 200, "application/json", told, strlen(told));
    else
        solo_host_reply(0, 400, "text/plain", error.message, strlen(error.message));
    const int status = told ? 0 : -1;
    free(told);
    json_decref(answer);
    json_decref(request);
    flip_edition_free(study.edition);
    free(study.thought);
    return status;
}
