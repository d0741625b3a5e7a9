/* Facts for achievements in games of flicks: what every seat flicked at, from how far, and what the rules made of it. */
#include "server/results/result_flicks.h"

#include "table/table.h"

#include <flipside/walk.h>

#include <stdlib.h>
#include <string.h>

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
    struct flip_json json = flip_json_in(text, sizeof text);
    flip_json_open(&json, NULL, '{');
    table->game->flicks->fields(table->rules, walk->at.state, &json);
    flip_json_close(&json);
    json_t *flick = flip_text_fits(&json.text) ? json_loadb(text, json.text.length, 0, NULL) : NULL;
    json_object_set_new(flick, "seat", json_integer(seat));
    json_object_set_new(flick, "ruling", json_stringn(tell, flip_table_ruling_length(tell)));
    add_first(flick, walk, &table->outcomes[step->outcome - 1]);
    return flick;
}

json_t *all_flicks(const struct flip_table *table)
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

json_t *flicks_of(const json_t *flicks, int seat)
{
    json_t *own = json_array();
    for (size_t i = 0; i < json_array_size(flicks); i++)
        if (json_integer_value(json_object_get(json_array_get(flicks, i), "seat")) == seat)
            json_array_append(own, json_array_get(flicks, i));
    return own;
}
