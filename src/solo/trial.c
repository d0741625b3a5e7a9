/* Games between bots in a worker of the page: see trial.h. The edition may come from anybody and is checked. */
#include "solo/trial.h"

#include "table/table.h"

#include <flipside/bot.h>
#include <flipside/edition.h>
#include <flipside/json.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

static struct flip_edition *read_edition(const struct flip_game *game, const json_t *trial,
                                         const struct flip_options *options, struct flip_error *error)
{
    const json_t *edition = json_object_get(trial, "edition");
    if (!edition)
        return flip_edition_chosen(game, options, error);
    char *text = json_dumps(edition, JSON_COMPACT | JSON_ENCODE_ANY);
    struct flip_edition *read = text ? flip_edition_parse(game, text, strlen(text), "Your edition", error) : NULL;
    if (!text)
        flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory to read the edition.");
    free(text);
    return read;
}

static struct flip_table *lay_table(const json_t *trial, unsigned seed, struct flip_error *error)
{
    const char *id = json_string_value(json_object_get(trial, "game")), *name;
    const struct flip_game *game = id ? flip_game_named(id) : NULL;
    unsigned char seed_bytes[FLIP_SEED_BYTES] = {0};
    json_t *value;
    if (!game) {
        flip_fail(error, FLIP_ERROR_NO_GAME, "There is no game '%.40s' here.", id ? id : "");
        return NULL;
    }
    struct flip_table_def def = flip_table_defaults(game);
    json_object_foreach(json_object_get(trial, "options"), name, value)
    {
        const char *text = json_string_value(value);
        if (flip_options_set(game, &def.options, name, text ? text : "", error) < 0)
            return NULL;
    }
    memcpy(seed_bytes, &seed, sizeof seed);
    def.seed = seed_bytes;
    def.seats = (int)json_integer_value(json_object_get(trial, "seats"));
    struct flip_edition *edition = read_edition(game, trial, &def.options, error);
    def.edition = edition;
    struct flip_table *table = edition ? flip_table_open(&def, error) : NULL;
    flip_edition_free(edition);
    return table;
}

static int play(struct flip_table *table, struct flip_think_def def, struct flip_error *error)
{
    struct flip_thought *thought = calloc(1, sizeof *thought);
    int status = thought ? 0 : flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory to think.");
    for (flip_set turn; status == 0 && (turn = flip_table_turn(table)) != 0;) {
        const int seat = flip_set_first(turn);
        def.seed++;
        if ((status = flip_think(table, seat, &def, thought, error)) == 0)
            status = flip_table_act(table, seat, thought->choice[0].move, error);
    }
    free(thought);
    return status;
}

static void tell(const struct flip_table *table)
{
    char text[512];
    struct flip_result result;
    struct flip_json json = flip_json_in(text, sizeof text);
    flip_table_result(table, &result);
    flip_json_open(&json, NULL, '{');
    flip_json_open(&json, "winners", '[');
    for (flip_set winners = result.winners; winners; winners = flip_set_rest(winners))
        flip_json_int(&json, NULL, flip_set_first(winners));
    flip_json_close(&json);
    flip_json_open(&json, "scores", '[');
    for (int seat = 0; seat < table->seats; seat++)
        flip_json_int(&json, NULL, result.score[seat]);
    flip_json_close(&json);
    flip_json_close(&json);
    solo_host_reply(0, 200, "application/json", text, strlen(text));
}

int trial_play(const char *question, size_t length, unsigned seed)
{
    struct flip_error error = {0};
    json_t *trial = json_loadb(question, length, 0, NULL);
    struct flip_think_def def = flip_think_defaults((int)json_integer_value(json_object_get(trial, "level")));
    def.iterations = (uint64_t)json_integer_value(json_object_get(trial, "iterations"));
    def.seed = (uint64_t)seed << 32;
    struct flip_table *table = lay_table(trial, seed, &error);
    const int status = table ? play(table, def, &error) : -1;
    if (status == 0)
        tell(table);
    else
        solo_host_reply(0, 400, "text/plain", error.message, strlen(error.message));
    flip_table_close(table);
    json_decref(trial);
    return status;
}
