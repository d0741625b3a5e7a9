/*
 * games/GAME/VIEWS.md lists what programs read: the fields of a view with their types, and the kinds of actions with their fields. Random
 * games are played with all options, and what they show must be what the page says. The meanings are written by people and kept; the rest of
 * the page is made here:
 *
 *     FLIPSIDE_WRITE_GOLDEN=1 meson test -C BUILD --suite views
 *
 * A meaning that ends with "Rare." belongs to what random games seldom come to: its type, or its fields, are what the page says.
 *
 * An object whose keys are not always the same, such as cells or names, is an "object of" something: write that into the type once, and its
 * keys are listed as `*` from then on.
 *
 *     test_views GAME
 */
#include "random_games.h"
#include "table/table.h"

#include "core/file.h"

#include <jansson.h>

enum { PATH = 1024, LINE = 4096, TYPE = 256, PAGE = 1 << 18 };

/* --- what was seen ------------------------------------------------------------------------------------------------------- */

/* A node of what is seen or described: `types` that were seen, `said` and `meaning` from the page, `parts` by name ("[]" in a list). */
static json_t *view_tree, *kinds;

static json_t *part_of(json_t *node, const char *name)
{
    json_t *parts = json_object_get(node, "parts");
    if (!parts)
        json_object_set_new(node, "parts", parts = json_object());
    json_t *part = json_object_get(parts, name);
    if (!part)
        json_object_set_new(parts, name, part = json_object());
    return part;
}

static const json_t *found_part(const json_t *node, const char *name)
{
    return json_object_get(json_object_get(node, "parts"), name);
}

static const char *text_in(const json_t *node, const char *key)
{
    const char *text = json_string_value(json_object_get(node, key));
    return text ? text : "";
}

enum { NUMBERS = 1, TEXTS = 2, TRUTHS = 4, LISTS = 8, OBJECTS = 16, NULLS = 32 };

static int type_of(const json_t *value)
{
    return json_is_number(value)    ? NUMBERS
           : json_is_string(value)  ? TEXTS
           : json_is_boolean(value) ? TRUTHS
           : json_is_array(value)   ? LISTS
           : json_is_object(value)  ? OBJECTS
                                    : NULLS;
}

static void note(json_t *node, json_t *value)
{
    const json_int_t before = json_integer_value(json_object_get(node, "types"));
    json_object_set_new(node, "types", json_integer(before | type_of(value)));
    const bool any_key = found_part(node, "*") != NULL;
    const char *key;
    json_t *one;
    size_t i;
    json_array_foreach(value, i, one)
        note(part_of(node, "[]"), one);
    if (json_is_object(value))
        json_object_foreach(value, key, one)
            note(part_of(node, any_key ? "*" : key), one);
}

static void note_view(const struct flip_table *table, int viewer)
{
    json_t *view = json_loads(view_of(table, viewer), 0, NULL);
    assert_non_null(view);
    note(view_tree, view);
    json_decref(view);
}

static void note_action(json_t *action)
{
    json_t *kind = part_of(kinds, text_in(action, "kind"));
    const char *key;
    json_t *value;
    json_object_foreach(action, key, value) {
        json_t *field = part_of(kind, key);
        json_object_set_new(field, "times", json_integer(json_integer_value(json_object_get(field, "times")) + 1));
        note(field, value);
    }
    size_t i;
    json_array_foreach(json_object_get(action, "open"), i, value)
        json_object_set_new(part_of(kind, json_string_value(value)), "open", json_true());
}

static void look(struct flip_table *table, int seat, struct flip_random *random)
{
    static char line[FLIP_VIEW_SIZE];
    flip_move moves[FLIP_MAX_MOVES];
    note_view(table, seat);
    note_view(table, below(random, table->seats));
    note_view(table, FLIP_PUBLIC);
    const int count = flip_table_moves(table, seat, moves, FLIP_MAX_MOVES);
    for (int i = 0; i < count; i++) {
        struct flip_json json = flip_json_in(line, sizeof line);
        flip_table_action(table, seat, moves[i], i, &json);
        json_t *action = json_loads(line, 0, NULL);
        assert_non_null(action);
        note_action(action);
        json_decref(action);
    }
}

static void look_at_the_end(struct flip_table *table, struct flip_random *random)
{
    (void)random;
    note_view(table, 0);
}

/* --- in words ------------------------------------------------------------------------------------------------------------ */

static void say_types(const json_t *node, bool many, struct flip_text *out)
{
    static const char *const words[][2] = {
        {"number", "numbers"}, {"text", "texts"},     {"true or false", "true or false"},
        {"list", "lists"},     {"object", "objects"}, {"null", "null"},
    };
    const json_int_t types = json_integer_value(json_object_get(node, "types"));
    bool first = true;
    for (int i = 0; i < 6; i++) {
        if (!(types & (1 << i)))
            continue;
        flip_text_add(out, "%s%s", first ? "" : " or ", words[i][many]);
        first = false;
        const json_t *inside = (1 << i) == LISTS     ? found_part(node, "[]")
                               : (1 << i) == OBJECTS ? found_part(node, "*")
                                                     : NULL;
        if (!json_object_get(inside, "types"))
            continue;
        flip_text_add(out, " of ");
        say_types(inside, true, out);
    }
}

static const char *meaning_of(const json_t *node)
{
    return text_in(node, "meaning")[0] ? text_in(node, "meaning") : "?";
}

static bool is_rare(const json_t *node)
{
    const char *meaning = text_in(node, "meaning");
    const size_t length = strlen(meaning);
    return length >= 5 && strcmp(meaning + length - 5, "Rare.") == 0;
}

/* A row for every field; elements of lists and of objects with any keys belong to the row of what they are in. */
static void say_view(const json_t *node, const char *path, struct flip_text *out)
{
    const char *name;
    json_t *part;
    json_object_foreach(json_object_get(node, "parts"), name, part) {
        char place[PATH], types[TYPE] = "";
        const bool list = strcmp(name, "[]") == 0, row = !list && strcmp(name, "*") != 0;
        snprintf(place, sizeof place, "%s%s%s", path, list || !path[0] ? "" : ".", name);
        struct flip_text text = flip_text_in(types, sizeof types);
        say_types(part, false, &text);
        if (row && (json_object_get(part, "types") || is_rare(part)))
            flip_text_add(out, "| `%s` | %s | %s |\n", place, is_rare(part) ? text_in(part, "said") : types,
                          meaning_of(part));
        say_view(part, place, out);
    }
}

static void say_kind(const char *name, const json_t *kind, struct flip_text *out)
{
    const json_int_t times = json_integer_value(json_object_get(found_part(kind, "kind"), "times"));
    const char *key;
    json_t *field;
    bool first = true;
    flip_text_add(out, "| `%s` | ", name);
    json_object_foreach(json_object_get(kind, "parts"), key, field) {
        char types[TYPE] = "";
        struct flip_text text = flip_text_in(types, sizeof types);
        if (strcmp(key, "id") == 0 || strcmp(key, "text") == 0 || strcmp(key, "kind") == 0 || strcmp(key, "open") == 0)
            continue;
        say_types(field, false, &text);
        flip_text_add(out, "%s`%s` %s%s", first ? "" : ", ", key, json_object_get(field, "open") ? "open" : types,
                      json_integer_value(json_object_get(field, "times")) < times ? " (not always)" : "");
        first = false;
    }
    flip_text_add(out, " | %s |\n", meaning_of(kind));
}

static void say_page(struct flip_text *out)
{
    const char *name;
    json_t *kind;
    flip_text_add(
        out,
        "# %s: views and actions\n\n"
        "For programs: what `view` and `actions` contain, in the [line protocol](../../docs/protocol.md), in a "
        "question to an\n"
        "`exec:` program and in a server's scene. A test plays random games with all options and compares "
        "them with this page;\n"
        "the meanings are written by hand.\n\n"
        "## View\n\n"
        "`to_act` lists the seats that have to decide, as in every game. `seats[]` stands for each seat "
        "in turn, `*` for "
        "any key.\n\n"
        "| field | type | meaning |\n|---|---|---|\n",
        only_game->title);
    say_view(view_tree, "", out);
    flip_text_add(out, "\n## Actions\n\n"
                       "Each also has `id`, `text` (its notation) and `kind`. An *open* number is given as "
                       "`[min,max]`, and `open` lists "
                       "them.\n\n"
                       "| kind | fields | meaning |\n|---|---|---|\n");
    json_object_foreach(json_object_get(kinds, "parts"), name, kind)
        if (is_rare(kind))
            flip_text_add(out, "| `%s` | %s | %s |\n", name, text_in(kind, "said"), text_in(kind, "meaning"));
        else if (found_part(kind, "kind"))
            say_kind(name, kind, out);
}

/* --- the page ------------------------------------------------------------------------------------------------------------ */

/* The node of a path such as seats[].map.*.colour. */
static json_t *node_at(json_t *tree, const char *path)
{
    while (*path) {
        char name[PATH];
        const size_t length = strncmp(path, "[]", 2) == 0 ? 2 : strcspn(path, ".[");
        snprintf(name, sizeof name, "%.*s", (int)length, path);
        tree = part_of(tree, name);
        path += length;
        path += *path == '.';
    }
    return tree;
}

/* "list of objects of numbers": its elements have any keys. */
static void read_type(json_t *node, const char *type)
{
    for (;;) {
        if (strncmp(type, "list", 4) == 0)
            node = part_of(node, "[]");
        else if (strncmp(type, "object", 6) == 0 && strstr(type, " of ") == type + strcspn(type, " "))
            node = part_of(node, "*");
        else
            return;
        const char *of = strstr(type, " of ");
        if (!of)
            return;
        type = of + 4;
    }
}

static void read_row(char *row, bool action)
{
    char *path = strchr(row, '`') + 1, *end = strchr(path, '`'), *middle = strchr(end, '|') + 2;
    char *meaning = strstr(middle, " | ");
    if (!meaning || strlen(meaning) < 5)
        return;
    *end = *meaning = '\0';
    meaning += 3;
    meaning[strlen(meaning) - 2] = '\0';
    json_t *node = action ? part_of(kinds, path) : node_at(view_tree, path);
    if (strcmp(meaning, "?") != 0)
        json_object_set_new(node, "meaning", json_string(meaning));
    json_object_set_new(node, "said", json_string(middle));
    if (!action)
        read_type(node, middle);
}

static char *read_page(const char *path)
{
    size_t length;
    char *page = flip_file_read(path, &length, &problem), *copy = page ? strdup(page) : NULL, *rest = copy;
    bool actions = false;
    for (char *line; (line = strsep(&rest, "\n"));) {
        actions = actions || strcmp(line, "## Actions") == 0;
        if (strncmp(line, "| `", 3) == 0)
            read_row(line, actions);
    }
    free(copy);
    return page;
}

/* A sanitized build plays too little to see everything: there, each line that is made must stand in the page but for its types. */
static void compare_in_part(const char *page, char *made)
{
    for (char *line; (line = strsep(&made, "\n"));) {
        char *end = strncmp(line, "| `", 3) == 0 ? strchr(line + 3, '`') : NULL;
        if (!end)
            continue;
        end[1] = '\0';
        if (!strstr(page, line))
            fail_msg("%s/VIEWS.md does not tell of %s", only_game->id, line);
    }
}

CASE(the_page_says_what_programs_read)
{
    static char made[PAGE];
    char path[PATH];
    snprintf(path, sizeof path, "%s/games/%s/VIEWS.md", getenv("FLIPSIDE_SOURCE_ROOT"), only_game->id);
    view_tree = json_object();
    kinds = json_object();
    char *page = read_page(path);
    holds(3, (struct property){.look = look, .end = look_at_the_end, .one_in = flicks_in_part() ? 40 : 5});
    struct flip_text out = flip_text_in(made, sizeof made);
    say_page(&out);
    assert_true(flip_text_fits(&out));
    if (getenv("FLIPSIDE_WRITE_GOLDEN")) {
        FILE *file = fopen(path, "w");
        assert_non_null(file);
        fputs(made, file);
        assert_int_equal(fclose(file), 0);
        free(page);
        page = strdup(made);
    }
    assert_non_null(page);
    if (strstr(made, "| ? |"))
        fail_msg("%s has fields or kinds without a meaning:\n%.1500s", path, strstr(made, "| ? |") - 80);
    if (flicks_in_part())
        compare_in_part(page, made);
    else if (strcmp(page, made) != 0)
        fail_msg("%s is not what games show today. FLIPSIDE_WRITE_GOLDEN=1 meson test --suite views writes it anew.",
                 path);
    free(page);
    json_decref(view_tree);
    json_decref(kinds);
}

int main(int count, char **arguments)
{
    choose_game(count, arguments);
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_page_says_what_programs_read)};
    return only_game ? cmocka_run_group_tests(tests, NULL, NULL) : 2;
}
