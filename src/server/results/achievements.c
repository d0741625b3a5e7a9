/* Achievements: the facts of a finished game, and which of a game's achievements and measures they reach. */
#include "server/results/results.h"

#include "server/people/people.h"
#include "table/table.h"

#include <flipside/walk.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- result flicks ------------------------------------------------------------------------------------------------ */

enum { NAME = 40, TELL = 256 };

/* The first piece that was met, and how far its middle was from the start, in mm. Crossing a door line is not meeting it. */
static void add_first(json_t *flick, const struct flip_walk *walk, const struct flip_outcome *outcome)
{
    const struct flip_table *table = walk->table;
    struct flip_scene scene = {0};
    int i = 0;
    while (i < outcome->contacts && outcome->contact[i].part >= FLIP_PART_DOOR)
        i++;
    if (i == outcome->contacts)
        return;
    const int piece = outcome->contact[i].piece;
    table->game->flicks->scene(table->rules, walk->at.state, &scene);
    const struct flip_pose *from = &scene.body[scene.flicked].pose, *to = &scene.body[piece].pose;
    const int64_t x = to->x - from->x, y = to->y - from->y;
    char name[NAME];
    struct flip_text words = flip_text_in(name, sizeof name);
    table->game->flicks->piece(table->rules, walk->at.state, piece, &words);
    json_object_set_new(flick, "first", json_string(name));
    json_object_set_new(flick, "mm", json_integer(flip_square_root((uint64_t)(x * x + y * y)) / 100));
}

static json_t *flick_facts(const struct flip_walk *walk, int seat)
{
    const struct flip_table *table = walk->table;
    const struct flip_step *step = &table->steps[walk->step];
    char tell[FLIP_STEP_TEXT], text[TELL];
    struct flip_text words = flip_text_in(tell, sizeof tell);
    flip_table_step_tell(table, walk->at.state, step, &words);
    struct flip_json json = object_in(text, sizeof text);
    table->game->flicks->fields(table->rules, walk->at.state, &json);
    flip_json_close(&json);
    json_t *flick = flip_text_fits(&json.text) ? json_loadb(text, json.text.length, 0, NULL) : NULL;
    json_object_set_new(flick, "seat", json_integer(seat));
    json_object_set_new(flick, "ruling", json_stringn(tell, flip_table_ruling_length(tell)));
    add_first(flick, walk, &table->outcomes[step->outcome - 1]);
    return flick;
}

/* The flicks of a game, as facts; empty where nothing is flicked. */
static json_t *all_flicks(const struct flip_table *table)
{
    json_t *flicks = json_array();
    struct flip_walk walk;
    struct flip_error error;
    if (!table->game->flicks || flip_walk_open(&walk, table, &error) < 0)
        return flicks;
    int seat = 0;
    while (walk.step < table->step_count) {
        const struct flip_step *step = &table->steps[walk.step];
        if (step->seat != FLIP_DEALER)
            seat = step->seat;
        if (step->outcome)
            json_array_append_new(flicks, flick_facts(&walk, seat));
        flip_walk_on(&walk);
    }
    flip_walk_close(&walk);
    return flicks;
}

static json_t *flicks_of(const json_t *flicks, int seat)
{
    json_t *own = json_array();
    for (size_t i = 0; i < json_array_size(flicks); i++)
        if (json_integer_value(json_object_get(json_array_get(flicks, i), "seat")) == seat)
            json_array_append(own, json_array_get(flicks, i));
    return own;
}

/* --- facts -------------------------------------------------------------------------------------------------------- */

static json_t *options_facts(const struct room *room)
{
    json_t *options = json_object();
    for (int i = 0; room->game->options[i].name; i++) {
        const char *value = room->options.value[i];
        const bool truth = strcmp(value, "true") == 0 || strcmp(value, "false") == 0;
        json_object_set_new(options, room->game->options[i].name,
                            truth ? json_boolean(strcmp(value, "true") == 0) : json_string(value));
    }
    return options;
}

static json_t *bot_levels(const struct room *room)
{
    json_t *bots = json_array();
    for (int i = 0; i < room->seat_count; i++)
        if (room->seats[i].kind == SEAT_BOT)
            json_array_append_new(bots, json_integer(room->seats[i].level));
    return bots;
}

json_t *facts_shared(const struct room *room, struct flip_error *error)
{
    enum { SIZE = 4 * FLIP_VIEW_SIZE };
    char *text = malloc(SIZE);
    json_t *result = NULL, *view = NULL;
    if (text) {
        struct flip_json json = object_in(text, SIZE);
        flip_table_result_json(room->table, &json);
        flip_json_close(&json);
        result = flip_text_fits(&json.text) ? json_loadb(text, json.text.length, 0, NULL) : NULL;
        json = object_in(text, SIZE);
        room->game->knowledge->view(room->table->rules, room->table->now.state, flip_table_before(room->table),
                                    FLIP_ALL, &json);
        flip_json_close(&json);
        view = flip_text_fits(&json.text) ? json_loadb(text, json.text.length, 0, NULL) : NULL;
    }
    free(text);
    json_t *facts = json_pack("{s:s, s:i, s:i, s:o, s:o, s:o, s:b, s:o, s:o}", "game", room->game->id, "seats",
                              room->seat_count, "steps", room->table->step_count, "options", options_facts(room),
                              "bots", bot_levels(room), "result", result ? result : json_null(), "daily",
                              room->daily[0] != '\0', "view", view ? view : json_null(), "persons", json_integer(0));
    if (!facts)
        flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory to look at the game.");
    int persons = 0;
    for (int i = 0; i < room->seat_count; i++)
        persons += room->seats[i].kind == SEAT_PERSON;
    json_object_set_new(facts, "persons", json_integer(persons));
    json_object_set_new(facts, "flicks", all_flicks(room->table));
    return facts;
}

json_t *facts_of(const struct outcome *outcome, int seat)
{
    const json_t *result = json_object_get(outcome->facts, "result"), *view = json_object_get(outcome->facts, "view");
    json_t *facts = json_copy(outcome->facts);
    json_object_set_new(facts, "seat", json_integer(seat));
    json_object_set_new(facts, "score", json_integer(outcome->result.score[seat]));
    json_object_set_new(facts, "place", json_integer(outcome->place[seat]));
    json_object_set_new(facts, "won", json_boolean(flip_set_has(outcome->won, seat)));
    json_object_set(facts, "parts", json_array_get(json_object_get(result, "breakdown"), (size_t)seat));
    json_object_set_new(facts, "flicks", flicks_of(json_object_get(outcome->facts, "flicks"), seat));
    json_object_set(facts, "mine", json_array_get(json_object_get(view, "seats"), (size_t)seat));
    return facts;
}

/*
 * Achievements are data of the games (games/GAME/data/achievements.json, compiled in). Each says when it is reached: a number that the
 * game's own result lists, or conditions on the facts of a finished game; some are collected over several games. docs/achievements.md
 * describes the language.
 */

/* --- the games' data --------------------------------------------------------------------------------------------------- */

json_t *achievements_of(const struct flip_game *game)
{
    return game->files->achievements ? json_loads(game->files->achievements, JSON_REJECT_DUPLICATES, NULL) : NULL;
}

/* --- conditions --------------------------------------------------------------------------------------------------------- */

/* "result.cowbot.id", "mine.hands.0" */
const json_t *fact_at(const json_t *facts, const char *path)
{
    const json_t *at = facts;
    while (at && path && *path) {
        char part[64];
        const size_t length = strcspn(path, ".");
        snprintf(part, sizeof part, "%.*s", length < sizeof part ? (int)length : 0, path);
        at = json_is_array(at) ? json_array_get(at, strtoul(part, NULL, 10)) : json_object_get(at, part);
        path += length + (path[length] == '.');
    }
    return at;
}

/* A list and a text count by their length, true as 1. */
static double amount_of(const json_t *value)
{
    if (json_is_array(value))
        return (double)json_array_size(value);
    if (json_is_object(value))
        return (double)json_object_size(value);
    if (json_is_boolean(value))
        return json_is_true(value);
    return json_number_value(value);
}

static bool has(const json_t *list, const json_t *wanted)
{
    for (size_t i = 0; i < json_array_size(list); i++)
        if (json_equal(json_array_get(list, i), (json_t *)wanted))
            return true;
    return false;
}

static bool begins(const json_t *value, const json_t *wanted)
{
    const char *text = json_string_value(value), *beginning = json_string_value(wanted);
    return text && beginning && strncmp(text, beginning, strlen(beginning)) == 0;
}

static bool all_hold(const json_t *conditions, const json_t *facts);

/* How many entries of a list are as the conditions say. */
static int count_such(const json_t *list, const json_t *conditions)
{
    int count = 0;
    for (size_t i = 0; i < json_array_size(list); i++)
        count += all_hold(conditions, json_array_get(list, i));
    return count;
}

static bool holds(const json_t *condition, const json_t *facts)
{
    const json_t *value = fact_at(facts, json_string_value(json_object_get(condition, "at")));
    const json_t *is = json_object_get(condition, "is"), *least = json_object_get(condition, "least"),
                 *most = json_object_get(condition, "most"), *wanted = json_object_get(condition, "has"),
                 *beginning = json_object_get(condition, "begins"), *such = json_object_get(condition, "such");
    if (!value)
        return false;
    const double number = such ? count_such(value, such) : amount_of(value);
    return (!is || json_equal((json_t *)is, (json_t *)value)) && (!least || number >= json_number_value(least)) &&
           (!most || number <= json_number_value(most)) && (!wanted || has(value, wanted)) &&
           (!beginning || begins(value, beginning));
}

static bool all_hold(const json_t *conditions, const json_t *facts)
{
    for (size_t i = 0; i < json_array_size(conditions); i++)
        if (!holds(json_array_get(conditions, i), facts))
            return false;
    return json_array_size(conditions) > 0;
}

/* A game that counts its own achievements lists their numbers; `when` stands for itself. */
static bool reached_now(const json_t *achievement, const json_t *facts)
{
    const json_t *when = json_object_get(achievement, "when"), *number = json_object_get(achievement, "number");
    if (when)
        return all_hold(when, facts);
    return number && has(fact_at(facts, "result.achievements"), number);
}

int achievement_need(const json_t *achievement)
{
    const json_t *need = json_object_get(json_object_get(achievement, "over_games"), "need");
    return need ? (int)json_integer_value(need) : 1;
}

/* What this game adds: "" for an achievement of a single game, else what is collected. */
static void part_of(const json_t *achievement, const json_t *facts, const char *table, char out[64])
{
    const json_t *over = json_object_get(achievement, "over_games");
    const char *distinct = json_string_value(json_object_get(over, "distinct"));
    const json_t *value = distinct ? fact_at(facts, distinct) : NULL;
    if (!over)
        out[0] = '\0';
    else if (json_is_string(value))
        snprintf(out, 64, "%s", json_string_value(value));
    else if (value)
        snprintf(out, 64, "%g", amount_of(value));
    else
        snprintf(out, 64, "%s", table);
}

static int add_part(struct store *store, const struct outcome *outcome, const char *person, const json_t *achievement,
                    const json_t *facts, achievement_teller *tell, void *context, struct flip_error *error)
{
    const struct room *room = outcome->room;
    const char *id = json_string_value(json_object_get(achievement, "id"));
    char part[64];
    part_of(achievement, facts, room->id, part);
    if (!id)
        return 0;
    const int fresh =
        store_achievement_put(store, person, room->game->id, id, part, room->id, outcome->finished, error);
    if (fresh <= 0 || !tell)
        return fresh < 0 ? -1 : 0;
    json_t *row, *parts = rows_json(store, LIST_ACHIEVED_AT, person, room->game->id, 0, error);
    int have = 0;
    size_t i;
    if (!parts)
        return -1;
    json_array_foreach(parts, i, row)
        have += strcmp(string_of(row, "id"), id) == 0;
    json_decref(parts);
    if (have == achievement_need(achievement))
        tell(context, person, achievement);
    return 0;
}

int derive_achievements(struct store *store, const struct outcome *outcome, achievement_teller *tell, void *context,
                        struct flip_error *error)
{
    const struct room *room = outcome->room;
    const json_t *list = json_object_get(outcome->book, "achievements");
    int status = 0;
    for (int seat = 0; seat < room->seat_count && status == 0; seat++) {
        const char *person = room->seats[seat].person;
        if (room->seats[seat].kind != SEAT_PERSON || !person[0] || room->seats[seat].helped ||
            room->seats[seat].timed_out)
            continue;
        const json_t *facts = outcome->own[seat];
        for (size_t i = 0; i < json_array_size(list) && status == 0; i++)
            if (reached_now(json_array_get(list, i), facts))
                status = add_part(store, outcome, person, json_array_get(list, i), facts, tell, context, error);
    }
    return status;
}

/* --- what a game is measured by ------------------------------------------------------------------------------------------ */

int measured(const json_t *book, const json_t *facts, int score)
{
    const json_t *measure = json_object_get(book, "measure");
    const json_t *value = measure ? fact_at(facts, json_string_value(json_object_get(measure, "at"))) : NULL;
    const json_t *lost = json_object_get(measure, "lost");
    if (lost && !json_is_true(json_object_get(facts, "won")))
        value = lost;
    return value ? (int)amount_of(value) : score;
}

int measure_sign(const json_t *book)
{
    const char *best = json_string_value(json_object_get(json_object_get(book, "measure"), "best"));
    return best && strcmp(best, "least") == 0 ? -1 : 1;
}

json_t *measure_json(const json_t *book)
{
    const json_t *measure = json_object_get(book, "measure");
    const char *name = json_string_value(json_object_get(measure, "name"));
    return json_pack("{s:s, s:s, s:O?}", "name", name ? name : "score", "best",
                     measure_sign(book) < 0 ? "least" : "most", "lost", json_object_get(measure, "lost"));
}

json_t *measure_best(const json_t *book, const json_t *row)
{
    const json_t *lost = json_object_get(json_object_get(book, "measure"), "lost");
    json_t *best = json_object_get(row, measure_sign(book) > 0 ? "highest" : "lowest");
    return !best || (lost && json_equal(lost, best)) ? json_null() : json_incref(best);
}
