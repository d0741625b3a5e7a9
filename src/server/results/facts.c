/* The facts of a finished game, as the conditions of achievements name them. */
#include "server/results/facts.h"

#include "server/results/result_flicks.h"
#include "server/rooms/room.h"
#include "table/table.h"

#include <stdlib.h>
#include <string.h>

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
        struct flip_json json = flip_json_in(text, SIZE);
        flip_json_open(&json, NULL, '{');
        flip_table_result_json(room->table, &json);
        flip_json_close(&json);
        result = flip_text_fits(&json.text) ? json_loadb(text, json.text.length, 0, NULL) : NULL;
        json = flip_json_in(text, SIZE);
        flip_json_open(&json, NULL, '{');
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
