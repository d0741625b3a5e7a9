/*
 * Lines to and from a program that plays a seat. `view` and `actions` come first, and the greeting is a field of the
 * first question, not a line of its own, so that a program works if it answers every line and knows only these two
 * fields.
 */
#include "bots/question.h"
#include "table/table.h"

#include <stdlib.h>

static void greet(struct flip_json *out)
{
    flip_json_open(out, "hello", '{');
    flip_json_string(out, "name", "flipside");
    flip_json_string(out, "version", FLIPSIDE_VERSION);
    flip_json_int(out, "protocol", FLIP_PROTOCOL);
    flip_json_close(out);
}

static void write_question(const struct flip_program_question *question, struct flip_json *out)
{
    const struct flip_table *table = question->table;
    flip_json_open(out, NULL, '{');
    flip_text_add(&out->text, "\"view\":"); /* flip_table_view writes no key */
    flip_table_view(table, question->seat, out);
    flip_json_open(out, "actions", '[');
    for (int i = 0; i < question->count; i++)
        flip_table_action(table, question->seat, question->moves[i], i, out);
    flip_json_close(out);
    flip_json_int(out, "seat", question->seat);
    flip_json_string(out, "game", table->game->id);
    table_write_options(table, out);
    flip_json_open(out, "names", '[');
    for (int seat = 0; seat < table->seats; seat++)
        flip_json_string(out, NULL, table->names[seat]);
    flip_json_close(out);
    flip_json_int(out, "ms", question->limit_ms);
    if (question->first)
        greet(out);
    flip_json_close(out);
}

char *flip_program_line(const struct flip_program_question *question)
{
    char *line = NULL;
    for (size_t size = FLIP_VIEW_SIZE;;) {
        char *larger = realloc(line, size);
        if (!larger) {
            free(line);
            return NULL;
        }
        line = larger;
        struct flip_json json = flip_json_in(line, size);
        write_question(question, &json);
        if (flip_text_fits(&json.text))
            return line;
        size = json.text.length + 1;
    }
}

json_t *flip_program_read(const char *answer, int count, struct flip_error *error)
{
    json_error_t where;
    json_t *object = json_loads(answer, 0, &where), *said = NULL;
    json_t *n = json_object_get(object, "n"), *const text = json_object_get(object, "text");
    if (json_is_string(text) && (json_is_null(n) || json_integer_value(n) < 0))
        n = NULL; /* a program's word for none */
    if (!object)
        flip_fail(error, FLIP_ERROR_SYNTAX, "The answer '%.60s' is not JSON: %s.", answer, where.text);
    else if (json_is_integer(n) && (json_integer_value(n) < 0 || json_integer_value(n) >= count))
        flip_fail(error, FLIP_ERROR_ILLEGAL, "The answer's n is %lld, and the actions are 0 … %d.",
                  (long long)json_integer_value(n), count - 1);
    else if (json_is_integer(n) || (!n && json_is_string(text)))
        said = json_incref(n ? n : text);
    else
        flip_fail(error, FLIP_ERROR_TYPE, "The answer '%.60s' is neither {\"n\":3} nor {\"text\":\"…\"}.", answer);
    json_decref(object);
    return said;
}

int flip_program_answered(const struct flip_program_question *question, const char *answer, flip_move *out,
                          struct flip_error *error)
{
    const struct flip_table *table = question->table;
    json_t *said = flip_program_read(answer, question->count, error);
    struct flip_range open[FLIP_MAX_RANGES];
    int status = said ? 0 : -1;
    if (json_is_integer(said))
        *out = question->moves[json_integer_value(said)];
    else if (said)
        status = flip_table_find(table, question->seat, json_string_value(said), out, error);
    if (status == 0 && flip_move_ranges(table->game, table->rules, table->now.state, question->seat, *out, open) > 0)
        status = flip_fail(error, FLIP_ERROR_OPEN,
                           "the action leaves its %s open: answer with a text that has the numbers.", open[0].name);
    json_decref(said);
    return status;
}

char *flip_program_error(const char *sentence)
{
    json_t *object = json_pack("{s:s}", "error", sentence);
    char *line = object ? json_dumps(object, JSON_COMPACT) : NULL;
    json_decref(object);
    return line;
}
