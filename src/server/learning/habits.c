/* Habits: see habits.h. */
#include "server/learning/habits.h"

#include <string.h>

static const char *const parts[] = {"opening", "middle", "end"}; /* thirds of a game's steps */
static const char beginning_of[] = "{\"habits\":";

static double number(const json_t *object, const char *key) { return json_number_value(json_object_get(object, key)); }

/* `sum` is [decisions, loss]. */
static void add(json_t *sums, const char *name, json_int_t decisions, double loss)
{
    json_t *sum = json_object_get(sums, name);
    if (!sum) {
        sum = json_pack("[i, f]", 0, 0.0);
        json_object_set_new(sums, name, sum);
    }
    json_array_set_new(sum, 0, json_integer(json_integer_value(json_array_get(sum, 0)) + decisions));
    json_array_set_new(sum, 1, json_real(json_number_value(json_array_get(sum, 1)) + loss));
}

json_t *habits_of(const json_t *analysis)
{
    const json_t *decisions = json_object_get(analysis, "decisions");
    const double steps = number(analysis, "steps");
    json_t *seats = json_array();
    for (size_t i = 0; i < json_array_size(json_object_get(analysis, "players")); i++)
        json_array_append_new(seats, json_pack("{s:{}, s:{}}", "themes", "parts"));
    for (size_t i = 0; i < json_array_size(decisions); i++) {
        const json_t *decision = json_array_get(decisions, i);
        json_t *seat = json_array_get(seats, (size_t)number(decision, "seat"));
        const char *theme = json_string_value(json_object_get(decision, "theme"));
        const size_t part = steps > 0 ? (size_t)(3 * number(decision, "step") / steps) : 0;
        if (!json_object_get(decision, "loss"))
            continue;
        add(json_object_get(seat, "themes"), theme ? theme : "decisions", 1, number(decision, "loss"));
        add(json_object_get(seat, "parts"), parts[part < 3 ? part : 2], 1, number(decision, "loss"));
    }
    return seats;
}

json_t *habits_read(const char *beginning, int seat)
{
    const size_t length = strlen(beginning_of);
    if (strncmp(beginning, beginning_of, length) != 0)
        return NULL;
    json_t *seats = json_loads(beginning + length, JSON_DISABLE_EOF_CHECK, NULL);
    json_t *own = json_incref(json_array_get(seats, (size_t)seat));
    json_decref(seats);
    return own;
}

static void add_all(json_t *sums, const char *group, const json_t *game)
{
    const char *name;
    json_t *sum, *into = json_object_get(sums, group);
    if (!into) {
        into = json_object();
        json_object_set_new(sums, group, into);
    }
    json_object_foreach(json_object_get(game, group), name, sum)
    {
        add(into, name, json_integer_value(json_array_get(sum, 0)), json_number_value(json_array_get(sum, 1)));
    }
}

void habits_add(json_t *sums, const json_t *game)
{
    add_all(sums, "themes", game);
    add_all(sums, "parts", game);
}
