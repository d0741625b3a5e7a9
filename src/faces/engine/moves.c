/*
 * Requests about the running game: actions, act, view, undo, result. An action is found by comparing the fields of a
 * request with those that the table gives to each legal move; so no rule and no game is known here, and whatever makes
 * an action unique is enough.
 */
#include "faces/engine/parts.h"

#include "table/table.h"

#include <flipside/walk.h>
#include <stdlib.h>
#include <string.h>

int engine_actions(struct engine *engine, const json_t *request, json_t *answer, struct flip_error *error)
{
    int seat;
    if (field_seat(engine, request, &seat, error) != 0)
        return -1;
    const flip_set turn = flip_table_turn(engine->table);
    engine->digits = 15;
    json_t *actions = json_array();
    /* A waiting seat, and every seat after the end, has an empty list; otherwise it must be clear which seat is
       meant. */
    if (turn != 0 && (seat < 0 || flip_set_has(turn, seat))) {
        if (field_deciding_seat(engine, request, &seat, error) != 0) {
            json_decref(actions);
            return -1;
        }
        list_moves(engine, seat);
        for (int id = 0; id < engine->move_count; id++)
            json_array_append_new(actions, action_json(engine, seat, id));
    }
    json_object_set_new(answer, "actions", actions);
    return 0;
}

/* --- finding an action ---------------------------------------------------------------------------------------------- */

/* Equal, with list items in any order. */
static bool same_value(const json_t *wanted, const json_t *offered)
{
    if (!json_is_array(wanted) || !json_is_array(offered) || json_array_size(wanted) != json_array_size(offered))
        return json_equal(wanted, offered) == 1;
    json_t *rest = json_copy((json_t *)offered);
    for (size_t i = 0; i < json_array_size(wanted); i++)
        for (size_t j = 0; j < json_array_size(rest); j++)
            if (json_equal(json_array_get(wanted, i), json_array_get(rest, j))) {
                json_array_remove(rest, j);
                break;
            }
    const bool same = rest && json_array_size(rest) == 0;
    json_decref(rest);
    return same;
}

/* A number for an open field, which is offered as [min,max]; whether it lies between them is checked when it is filled
   in. */
static bool fits_range(const json_t *action, const char *key, const json_t *wanted)
{
    size_t i;
    const json_t *name;
    json_array_foreach(json_object_get(action, "open"), i, name)
        if (strcmp(json_string_value(name), key) == 0)
            return json_is_number(wanted);
    return false;
}

/* Keeps the candidates whose field `key` is `wanted`, all in order or, if that leaves none, lists in any order. Returns
   how many are left. */
static int narrow(json_t *const *actions, int *candidates, int count, const char *key, const json_t *wanted)
{
    for (int pass = 0; pass < 2; pass++) {
        int kept = 0;
        for (int i = 0; i < count; i++) {
            const json_t *offered = json_object_get(actions[candidates[i]], key);
            const bool equal = pass == 0 ? json_equal(wanted, offered) == 1 : same_value(wanted, offered);
            if (offered && (equal || fits_range(actions[candidates[i]], key, wanted)))
                candidates[kept++] = candidates[i];
        }
        if (kept > 0)
            return kept;
    }
    return 0;
}

static int fail_no_match(const char *key, const json_t *wanted, int count, struct flip_error *error)
{
    char *value = json_dumps(wanted, JSON_COMPACT | JSON_ENCODE_ANY);
    flip_fail(error, FLIP_ERROR_ILLEGAL,
              "None of the %d legal actions that are left has '%.40s' %.100s; 'actions' lists them all.", count, key,
              value ? value : "so");
    free(value);
    return -1;
}

static int fail_ambiguous(json_t *const *actions, const int *candidates, int count, struct flip_error *error)
{
    enum { SHOWN = 10 };
    char list[FLIP_ERROR_SIZE - 80];
    struct flip_text text = flip_text_in(list, sizeof list);
    for (int i = 0; i < count && i < SHOWN; i++)
        flip_text_add(&text, "%s'%s'", i > 0 ? ", " : "",
                      json_string_value(json_object_get(actions[candidates[i]], "text")));
    return flip_fail(error, FLIP_ERROR_AMBIGUOUS, "That can mean %d actions: %s%s", count, list,
                     count > SHOWN ? ", …" : ".");
}

/* The template with the numbers that the request gives it. */
static int fill_in(struct engine *engine, int seat, flip_move move, const json_t *fields, flip_move *out,
                   struct flip_error *error)
{
    const struct flip_table *table = engine->table;
    struct flip_range ranges[FLIP_MAX_RANGES];
    int32_t values[FLIP_MAX_RANGES] = {0};
    const int count = flip_move_ranges(table->game, table->rules, table->now.state, seat, move, ranges);
    for (int i = 0; i < count; i++) {
        const json_t *value = json_object_get(fields, ranges[i].name);
        if (!value)
            return flip_fail(error, FLIP_ERROR_OPEN, "This action leaves '%s' open: give it as a number from %g to %g.",
                             ranges[i].name, (double)ranges[i].min / ranges[i].scale,
                             (double)ranges[i].max / ranges[i].scale);
        if (!json_is_number(value))
            return flip_fail(error, FLIP_ERROR_TYPE, "'%s' must be a number; it is %s.", ranges[i].name,
                             json_type_name(value));
        values[i] = flip_range_value(&ranges[i], json_number_value(value));
    }
    return flip_move_fill(table->game, table->rules, table->now.state, seat, move, values, out, error);
}

/* The one legal move that has all fields of `wanted`. */
static int find_by_fields(struct engine *engine, int seat, const json_t *wanted, flip_move *out,
                          struct flip_error *error)
{
    int status = -1, count = engine->move_count;
    json_t **actions = calloc((size_t)count + 1, sizeof *actions);
    int *candidates = calloc((size_t)count + 1, sizeof *candidates);
    if (!actions || !candidates) {
        flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory to look for the action.");
        goto out;
    }
    for (int id = 0; id < count; id++) {
        actions[id] = action_json(engine, seat, id);
        candidates[id] = id;
    }
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)wanted, key, value) {
        const int kept = narrow(actions, candidates, count, key, value);
        if (kept == 0) {
            fail_no_match(key, value, count, error);
            goto out;
        }
        count = kept;
    }
    if (count != 1) {
        fail_ambiguous(actions, candidates, count, error);
        goto out;
    }
    status = fill_in(engine, seat, engine->moves[candidates[0]], wanted, out, error);
out:
    for (int id = 0; actions && id < engine->move_count; id++)
        json_decref(actions[id]);
    free(actions);
    free(candidates);
    return status;
}

static int find_action(struct engine *engine, const json_t *request, int seat, flip_move *out, struct flip_error *error)
{
    const json_t *fields = NULL;
    const char *text = NULL;
    json_int_t n = -1;
    list_moves(engine, seat);
    if (field_tree(request, "action", JSON_OBJECT, &fields, error) != 0 ||
        field_string(request, "text", &text, error) != 0 ||
        field_int(request, "n", 0, engine->move_count - 1, &n, error) != 0)
        return -1;
    if ((fields != NULL) + (text != NULL) + (n >= 0) != 1)
        return flip_fail(error, FLIP_ERROR_TYPE,
                         "'act' needs one of 'action' (fields), 'text' (notation) or 'n' (an id).");
    if (fields)
        return find_by_fields(engine, seat, fields, out, error);
    if (text)
        return flip_table_find(engine->table, seat, text, out, error);
    return fill_in(engine, seat, engine->moves[n], request, out, error);
}

/* --- act ------------------------------------------------------------------------------------------------------------ */

/* The events since the walk began, each described from the state before it. */
static json_t *events_since(struct engine *engine, struct flip_walk *walk)
{
    json_t *events = json_array();
    for (const struct flip_step *step; (step = flip_walk_next(walk)); flip_walk_on(walk))
        json_array_append_new(events, event_json(engine, walk->at.state, step));
    return events;
}

int engine_act(struct engine *engine, const json_t *request, json_t *answer, struct flip_error *error)
{
    struct flip_table *table = engine->table;
    int seat;
    flip_move move;
    if (field_deciding_seat(engine, request, &seat, error) != 0 ||
        find_action(engine, request, seat, &move, error) != 0)
        return -1;
    struct flip_walk walk;
    if (flip_walk_open_here(&walk, table, error) < 0)
        return -1;
    engine->digits = 15;
    const int status = flip_table_act(table, seat, move, error);
    if (status == 0) {
        json_object_set_new(answer, "events", events_since(engine, &walk));
        json_object_set_new(answer, "turn", turn_json(table));
    }
    flip_walk_close(&walk);
    return status;
}

/* --- view, undo, result --------------------------------------------------------------------------------------------- */

int engine_view(struct engine *engine, const json_t *request, json_t *answer, struct flip_error *error)
{
    const json_t *who = json_object_get(request, "seat");
    int viewer;
    if (json_is_string(who)) {
        if (strcmp(json_string_value(who), "public") != 0)
            return flip_fail(error, FLIP_ERROR_BAD_SEAT,
                             "Nobody is called '%.40s': a view is of a seat by its number or of \"public\".",
                             json_string_value(who));
        viewer = FLIP_PUBLIC;
    } else {
        if (field_seat(engine, request, &viewer, error) != 0)
            return -1;
        if (viewer < 0)
            viewer = FLIP_ALL;
    }
    engine->digits = 15;
    json_object_set_new(answer, "view", view_json(engine, viewer));
    return 0;
}

int engine_undo(struct engine *engine, const json_t *request, json_t *answer, struct flip_error *error)
{
    int seat;
    if (field_seat(engine, request, &seat, error) != 0)
        return -1;
    if (seat < 0 && engine->table->seats > 1)
        return flip_fail(error, FLIP_ERROR_BAD_SEAT, "%d seats are at the table: say whose step with 'seat'.",
                         engine->table->seats);
    if (flip_table_undo(engine->table, seat < 0 ? 0 : seat, error) != 0)
        return -1;
    json_object_set_new(answer, "turn", turn_json(engine->table));
    return 0;
}

int engine_result(struct engine *engine, const json_t *request, json_t *answer, struct flip_error *error)
{
    (void)request, (void)error;
    json_t *result = result_json(engine);
    json_object_update(answer, result);
    json_decref(result);
    return 0;
}
