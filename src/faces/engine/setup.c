/*
 * Requests about whole games: hello, games, new, rig, save, load. A game's options are text, so this file converts JSON
 * values to text, and defaults back.
 */
#include "faces/engine/parts.h"

#include "bots/question.h"
#include "edition/read.h"
#include "table/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- hello, games --------------------------------------------------------------------------------------------------- */

int engine_hello(struct engine *engine, const json_t *request, json_t *answer, struct flip_error *error)
{
    (void)engine, (void)request, (void)error;
    json_object_set_new(answer, "name", json_string("flipside"));
    json_object_set_new(answer, "version", json_string(FLIPSIDE_VERSION));
    json_object_set_new(answer, "protocol", json_integer(FLIP_PROTOCOL));
    return 0;
}

/* The words of `text`, which `separator` parts. */
static json_t *words_json(const char *text, char separator)
{
    json_t *words = json_array();
    while (*text) {
        const char *end = strchrnul(text, separator);
        if (end > text)
            json_array_append_new(words, json_stringn(text, (size_t)(end - text)));
        text = *end ? end + 1 : end;
    }
    return words;
}

static bool is_truth(const char *text) { return strcmp(text, "true") == 0 || strcmp(text, "false") == 0; }

static json_t *option_json(const struct flip_option *option)
{
    static const char *const kinds[] = {[FLIP_OPTION_BOOL] = "bool",
                                        [FLIP_OPTION_INT] = "int",
                                        [FLIP_OPTION_CHOICE] = "choice",
                                        [FLIP_OPTION_LIST] = "list"};
    const char *choices = option->choices ? option->choices : "";
    json_t *json = json_pack("{s:s,s:s}", "name", option->name, "kind", kinds[option->kind]);
    json_t *fallback = NULL;
    switch (option->kind) {
    case FLIP_OPTION_BOOL:
        fallback = json_boolean(strcmp(option->fallback, "true") == 0);
        break;
    case FLIP_OPTION_INT: {
        long low = 0, high = 0;
        fallback = json_integer(strtol(option->fallback, NULL, 10));
        if (sscanf(choices, "%ld %ld", &low, &high) == 2)
            json_object_set_new(json, "range", json_pack("[i,i]", (int)low, (int)high));
        break;
    }
    case FLIP_OPTION_CHOICE:
        fallback = json_string(option->fallback);
        json_object_set_new(json, "choices", words_json(choices, ' '));
        break;
    case FLIP_OPTION_LIST:
        fallback = is_truth(option->fallback) ? json_boolean(strcmp(option->fallback, "true") == 0)
                                              : words_json(option->fallback, ',');
        json_object_set_new(json, "choices", words_json(choices, ' '));
        break;
    }
    json_object_set_new(json, "default", fallback);
    json_object_set_new(json, "meaning", json_string(option->meaning));
    return json;
}

int engine_games(struct engine *engine, const json_t *request, json_t *answer, struct flip_error *error)
{
    (void)engine, (void)request, (void)error;
    json_t *games = json_array();
    for (int i = 0; flip_game_at(i); i++) {
        const struct flip_game *game = flip_game_at(i);
        json_t *options = json_array();
        for (const struct flip_option *option = game->options; option->name; option++)
            json_array_append_new(options, option_json(option));
        json_array_append_new(
            options,
            json_pack("{s:s,s:s,s:s,s:s}", "name", "edition", "kind", "edition", "default", "classic", "meaning",
                      "The data that the game is played with: the path of a file, or an edition as an object."));
        json_array_append_new(games, json_pack("{s:s,s:s,s:s,s:[i,i],s:b,s:o}", "id", game->id, "title", game->title,
                                               "about", game->about, "seats", game->min_seats, game->max_seats,
                                               "points", !game->no_points, "options", options));
    }
    json_object_set_new(answer, "games", games);
    return 0;
}

/* --- options -------------------------------------------------------------------------------------------------------- */

/* One value, alone or in a list, as text. */
static int value_text(const char *name, const json_t *value, struct flip_text *out, struct flip_error *error)
{
    if (json_is_string(value))
        flip_text_add(out, "%s", json_string_value(value));
    else if (json_is_integer(value))
        flip_text_add(out, "%lld", (long long)json_integer_value(value));
    else if (json_is_boolean(value))
        flip_text_add(out, "%s", json_is_true(value) ? "true" : "false");
    else
        return flip_fail(error, FLIP_ERROR_BAD_OPTION, "The option '%.40s' cannot be %s.", name, json_type_name(value));
    return 0;
}

static int set_option(struct flip_table_def *def, const char *name, const json_t *value, struct flip_error *error)
{
    char buffer[sizeof def->options.value[0]];
    struct flip_text text = flip_text_in(buffer, sizeof buffer);
    if (json_is_array(value)) {
        size_t i;
        const json_t *element;
        json_array_foreach(value, i, element) {
            if (json_is_string(element) && strchr(json_string_value(element), ','))
                return flip_fail(error, FLIP_ERROR_BAD_OPTION, "In the list of the option '%.40s' a word has a comma.",
                                 name);
            if (i > 0)
                flip_text_add(&text, ",");
            if (value_text(name, element, &text, error) != 0)
                return -1;
        }
    } else if (value_text(name, value, &text, error) != 0) {
        return -1;
    }
    if (!flip_text_fits(&text))
        return flip_fail(error, FLIP_ERROR_BAD_OPTION, "The value of the option '%.40s' is too long.", name);
    if (flip_options_set(def->game, &def->options, name, buffer, error) == 0)
        return 0;
    error->code = FLIP_ERROR_BAD_OPTION;
    return -1;
}

/* Reads the edition in a path or an object; *out stays NULL for the classic one. */
static int read_edition(const struct engine *engine, const struct flip_game *game, const json_t *value,
                        struct flip_edition **out, struct flip_error *error)
{
    if (json_is_string(value)) {
        const char *path = json_string_value(value);
        if (*out)
            return flip_fail(error, FLIP_ERROR_BAD_EDITION, "Two editions are named; one is played.");
        if (strcmp(path, "classic") == 0)
            return 0;
        if (!engine->limits.files)
            return flip_fail(error, FLIP_ERROR_BAD_EDITION,
                             "This engine reads no files: give the edition as an object.");
        *out = flip_edition_load(game, path, error);
    } else if (json_is_object(value)) {
        *out = edition_from(game, value, "edition", error);
    } else {
        return flip_fail(error, FLIP_ERROR_BAD_EDITION, "An edition is the path of a file or an object; this is %s.",
                         json_type_name(value));
    }
    if (*out)
        return 0;
    error->code = FLIP_ERROR_BAD_EDITION;
    return -1;
}

static int read_options(const struct engine *engine, const json_t *request, struct flip_table_def *def,
                        struct flip_edition **edition, struct flip_error *error)
{
    const json_t *options = NULL;
    if (field_tree(request, "options", JSON_OBJECT, &options, error) != 0)
        return -1;
    const char *name;
    json_t *value;
    json_object_foreach((json_t *)options, name, value) {
        const char *word = json_string_value(value);
        const bool file = strcmp(name, "edition") == 0 || (word && flip_edition_option(def->game, name, word));
        const int status =
            file ? read_edition(engine, def->game, value, edition, error) : set_option(def, name, value, error);
        if (status != 0)
            return -1;
    }
    return 0;
}

/* --- rigged events -------------------------------------------------------------------------------------------------- */

static void free_texts(char **texts, int count)
{
    for (int i = 0; i < count; i++)
        free(texts[i]);
    free(texts);
}

/* An event in notation; a bare number stands for its digits, an object (an outcome) for its text. */
static char *event_text(const json_t *entry)
{
    if (json_is_string(entry))
        return strdup(json_string_value(entry));
    return json_dumps(entry, JSON_COMPACT | JSON_ENCODE_ANY);
}

static int read_rig(const json_t *request, const char *key, char ***out, int *count, struct flip_error *error)
{
    const json_t *list = NULL;
    *out = NULL;
    *count = 0;
    if (field_tree(request, key, JSON_ARRAY, &list, error) != 0)
        return -1;
    const size_t size = json_array_size(list);
    if (size == 0)
        return 0;
    char **texts = calloc(size, sizeof *texts);
    if (!texts)
        return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory for %zu rigged events.", size);
    for (size_t i = 0; i < size; i++) {
        const json_t *entry = json_array_get(list, i);
        if (!json_is_string(entry) && !json_is_integer(entry) && !json_is_object(entry)) {
            free_texts(texts, (int)i);
            return flip_fail(error, FLIP_ERROR_TYPE,
                             "Entry %zu of '%s' must be an event in notation like \"4H\"; it is %s.", i, key,
                             json_type_name(entry));
        }
        texts[i] = event_text(entry);
        if (!texts[i]) {
            free_texts(texts, (int)i);
            return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory for %zu rigged events.", size);
        }
    }
    *out = texts;
    *count = (int)size;
    return 0;
}

int engine_rig(struct engine *engine, const json_t *request, json_t *answer, struct flip_error *error)
{
    (void)answer;
    if (!json_object_get(request, "cards"))
        return flip_fail(error, FLIP_ERROR_TYPE, "'rig' needs 'cards', the list of the next events.");
    char **texts;
    int count;
    if (read_rig(request, "cards", &texts, &count, error) != 0)
        return -1;
    const int status = flip_table_rig(engine->table, (const char *const *)texts, count, error);
    free_texts(texts, count);
    return status;
}

/* --- new ------------------------------------------------------------------------------------------------------------ */

static int read_names(const json_t *request, struct flip_table_def *def, struct flip_error *error)
{
    const json_t *names = NULL;
    if (field_tree(request, "names", JSON_ARRAY, &names, error) != 0)
        return -1;
    if (json_array_size(names) > (size_t)def->seats)
        return flip_fail(error, FLIP_ERROR_TYPE, "'names' has %zu names for %d seats.", json_array_size(names),
                         def->seats);
    for (size_t i = 0; i < json_array_size(names); i++) {
        const char *name = json_string_value(json_array_get(names, i));
        const size_t most = sizeof((struct flip_table *)NULL)->names[0] - 1;
        if (!name || !*name || strlen(name) > most)
            return flip_fail(error, FLIP_ERROR_TYPE, "'names' must be texts of 1 to %zu bytes; number %zu is not.",
                             most, i);
        def->names[i] = name;
    }
    return 0;
}

static int read_game(const json_t *request, struct flip_table_def *def, struct flip_error *error)
{
    const char *id = NULL;
    if (field_string(request, "game", &id, error) != 0)
        return -1;
    if (!id)
        return flip_fail(error, FLIP_ERROR_TYPE, "'new' needs a 'game'; 'games' lists them.");
    const struct flip_game *game = flip_game_named(id);
    if (!game)
        return flip_fail(error, FLIP_ERROR_UNKNOWN_GAME, "There is no game '%.40s'; 'games' lists them.", id);
    *def = flip_table_defaults(game);
    json_int_t seats = def->seats;
    if (field_int(request, "seats", game->min_seats, game->max_seats, &seats, error) != 0)
        return -1;
    def->seats = (int)seats;
    return field_bool(request, "open", &def->open, error);
}

/* The new table takes the place of the old one. */
static void seat_down(struct engine *engine, struct flip_table *table, json_t *answer)
{
    flip_table_close(engine->table);
    engine->table = table;
    json_object_set_new(answer, "turn", turn_json(table));
}

int engine_new(struct engine *engine, const json_t *request, json_t *answer, struct flip_error *error)
{
    struct flip_table_def def;
    struct flip_edition *edition = NULL;
    unsigned char seed[FLIP_SEED_BYTES];
    bool seeded;
    char **rig = NULL;
    struct flip_table *table = NULL;
    if (read_game(request, &def, error) == 0 && read_names(request, &def, error) == 0 &&
        read_options(engine, request, &def, &edition, error) == 0 && field_seed(request, seed, &seeded, error) == 0 &&
        read_rig(request, "rig", &rig, &def.rig_count, error) == 0) {
        def.edition = edition;
        def.seed = seeded ? seed : NULL;
        def.rig = (const char *const *)rig;
        table = flip_table_open(&def, error);
    }
    free_texts(rig, rig ? def.rig_count : 0);
    flip_edition_free(edition);
    if (!table)
        return -1;
    seat_down(engine, table, answer);
    return 0;
}

/* --- save, load ----------------------------------------------------------------------------------------------------- */

int engine_save(struct engine *engine, const json_t *request, json_t *answer, struct flip_error *error)
{
    (void)request;
    char *text = flip_record_save(engine->table, FLIP_RECORD_FULL, error);
    if (!text)
        return -1;
    json_t *record = json_loads(text, 0, NULL);
    free(text);
    if (!record)
        return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory for the record.");
    json_object_set_new(answer, "record", record);
    return 0;
}

int engine_load(struct engine *engine, const json_t *request, json_t *answer, struct flip_error *error)
{
    const json_t *record = NULL;
    if (field_tree(request, "record", JSON_OBJECT, &record, error) != 0)
        return -1;
    if (!record)
        return flip_fail(error, FLIP_ERROR_TYPE, "'load' needs a 'record', as 'save' gives it.");
    char *text = json_dumps(record, JSON_COMPACT);
    if (!text)
        return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory for the record.");
    struct flip_table *table = flip_record_load(text, strlen(text), FLIP_ALL_STEPS, error);
    free(text);
    if (!table) {
        error->code = FLIP_ERROR_BAD_RECORD;
        return -1;
    }
    seat_down(engine, table, answer);
    return 0;
}
