/*
 * Reads fields of requests, with errors that name the field and what it should be; and makes the parts of answers. A
 * table writes JSON as text without allocation; here it is written again into a larger buffer if it did not fit, and
 * parsed, so that an answer is always well-formed.
 */
#include "faces/engine/parts.h"

#include "table/table.h"

#include <stdio.h>
#include <stdlib.h>

/* --- fields of requests --------------------------------------------------------------------------------------------- */

const char *json_type_name(const json_t *value)
{
    switch (json_typeof(value)) {
    case JSON_OBJECT:
        return "an object";
    case JSON_ARRAY:
        return "a list";
    case JSON_STRING:
        return "a text";
    case JSON_INTEGER:
        return "a whole number";
    case JSON_REAL:
        return "a number with a fraction or an exponent";
    case JSON_TRUE:
    case JSON_FALSE:
        return "true or false";
    case JSON_NULL:
    default:
        return "null";
    }
}

static int wrong_type(struct flip_error *error, const char *key, const char *wanted, const json_t *value)
{
    return flip_fail(error, FLIP_ERROR_TYPE, "'%s' must be %s; it is %s.", key, wanted, json_type_name(value));
}

int field_int(const json_t *request, const char *key, json_int_t low, json_int_t high, json_int_t *value,
              struct flip_error *error)
{
    const json_t *field = json_object_get(request, key);
    if (!field)
        return 0;
    if (!json_is_integer(field))
        return wrong_type(error, key, "a whole number", field);
    const json_int_t number = json_integer_value(field);
    if (number < low || number > high)
        return flip_fail(error, FLIP_ERROR_TYPE, "'%s' must be %lld … %lld; it is %lld.", key, (long long)low,
                         (long long)high, (long long)number);
    *value = number;
    return 0;
}

int field_bool(const json_t *request, const char *key, bool *value, struct flip_error *error)
{
    const json_t *field = json_object_get(request, key);
    if (!field)
        return 0;
    if (!json_is_boolean(field))
        return wrong_type(error, key, "true or false", field);
    *value = json_is_true(field);
    return 0;
}

int field_string(const json_t *request, const char *key, const char **value, struct flip_error *error)
{
    const json_t *field = json_object_get(request, key);
    if (!field)
        return 0;
    if (!json_is_string(field))
        return wrong_type(error, key, "a text", field);
    *value = json_string_value(field);
    return 0;
}

int field_tree(const json_t *request, const char *key, json_type type, const json_t **value, struct flip_error *error)
{
    const json_t *field = json_object_get(request, key);
    if (!field)
        return 0;
    if (json_typeof(field) != type)
        return wrong_type(error, key, type == JSON_ARRAY ? "a list" : "an object", field);
    *value = field;
    return 0;
}

int field_seed(const json_t *request, unsigned char seed[FLIP_SEED_BYTES], bool *given, struct flip_error *error)
{
    const json_t *field = json_object_get(request, "seed");
    *given = field != NULL;
    if (!field)
        return 0;
    char number[24];
    const char *words = json_string_value(field);
    if (json_is_integer(field)) {
        snprintf(number, sizeof number, "%lld", (long long)json_integer_value(field));
        words = number;
    }
    if (!words)
        return wrong_type(error, "seed", "a text or a whole number", field);
    flip_seed_from_words(words, seed);
    return 0;
}

int field_seat(const struct engine *engine, const json_t *request, int *seat, struct flip_error *error)
{
    const json_t *field = json_object_get(request, "seat");
    *seat = -1;
    if (!field)
        return 0;
    if (!json_is_integer(field))
        return wrong_type(error, "seat", "the number of a seat", field);
    const json_int_t number = json_integer_value(field);
    if (number < 0 || number >= engine->table->seats)
        return flip_fail(error, FLIP_ERROR_BAD_SEAT, "There is no seat %lld at this table: seats are 0 to %d.",
                         (long long)number, engine->table->seats - 1);
    *seat = (int)number;
    return 0;
}

int field_deciding_seat(const struct engine *engine, const json_t *request, int *seat, struct flip_error *error)
{
    if (field_seat(engine, request, seat, error) != 0)
        return -1;
    const flip_set turn = flip_table_turn(engine->table);
    if (turn == 0)
        return flip_fail(error, FLIP_ERROR_OVER, "The game is over: nobody has anything to decide.");
    if (*seat < 0) {
        if (flip_set_count(turn) > 1)
            return flip_fail(error, FLIP_ERROR_BAD_SEAT, "%d seats have to decide: say which one with 'seat'.",
                             flip_set_count(turn));
        *seat = flip_set_first(turn);
    }
    if (!flip_set_has(turn, *seat))
        return flip_fail(error, FLIP_ERROR_NOT_YOUR_TURN, "Seat %d has nothing to decide now; seat %d has.", *seat,
                         flip_set_first(turn));
    return 0;
}

/* --- parts of answers ----------------------------------------------------------------------------------------------- */

json_t *turn_json(const struct flip_table *table)
{
    const flip_set turn = flip_table_turn(table);
    json_t *seats = json_array();
    for (flip_set rest = turn; rest; rest = flip_set_rest(rest))
        json_array_append_new(seats, json_integer(flip_set_first(rest)));
    return json_pack("{s:o,s:b}", "seats", seats, "over", turn == 0);
}

/* Parses what the table has written; NULL with *again if the buffer was too small and has been enlarged. */
static json_t *take(struct engine *engine, const struct flip_json *json, bool *again)
{
    *again = false;
    if (flip_text_fits(&json->text))
        return json_loadb(engine->buffer, json->text.length, 0, NULL);
    char *larger = realloc(engine->buffer, json->text.length + 1);
    if (larger) {
        engine->buffer = larger;
        engine->buffer_size = json->text.length + 1;
        *again = true;
    }
    return NULL;
}

json_t *view_json(struct engine *engine, int viewer)
{
    json_t *view;
    bool again;
    do {
        struct flip_json json = flip_json_in(engine->buffer, engine->buffer_size);
        flip_table_view(engine->table, viewer, &json);
        view = take(engine, &json, &again);
    } while (again);
    return view;
}

json_t *result_json(struct engine *engine)
{
    json_t *result;
    bool again;
    do {
        struct flip_json json = flip_json_in(engine->buffer, engine->buffer_size);
        flip_json_open(&json, NULL, '{');
        flip_table_result_json(engine->table, &json);
        flip_json_close(&json);
        result = take(engine, &json, &again);
    } while (again);
    return result;
}

json_t *action_json(struct engine *engine, int seat, int id) { return move_json(engine, seat, engine->moves[id], id); }

json_t *move_json(struct engine *engine, int seat, flip_move move, int id)
{
    json_t *action;
    bool again;
    do {
        struct flip_json json = flip_json_in(engine->buffer, engine->buffer_size);
        flip_table_action(engine->table, seat, move, id, &json);
        action = take(engine, &json, &again);
    } while (again);
    return action;
}

json_t *event_json(struct engine *engine, const void *state, const struct flip_step *step)
{
    const struct flip_table *table = engine->table;
    char name[FLIP_MOVE_TEXT];
    struct flip_text text = flip_text_in(name, sizeof name);
    flip_table_step_text(table, state, step, &text);
    json_t *event;
    bool again;
    do {
        struct flip_json json = flip_json_in(engine->buffer, engine->buffer_size);
        flip_json_open(&json, NULL, '{');
        if (step->seat == FLIP_DEALER)
            flip_json_string(&json, "seat", "dealer");
        else
            flip_json_int(&json, "seat", step->seat);
        flip_json_string(&json, "text", name);
        flip_table_step_fields(table, state, step, &json);
        flip_json_close(&json);
        event = take(engine, &json, &again);
    } while (again);
    return event;
}

void list_moves(struct engine *engine, int seat)
{
    const int count = flip_table_moves(engine->table, seat, engine->moves, FLIP_MAX_MOVES);
    engine->move_count = count < FLIP_MAX_MOVES ? count : FLIP_MAX_MOVES;
}
