/*
 * Themes. What a decision is about follows from the best choice: its kind and the fields of its kind, as games describe their moves. A
 * game's set-up (data/setup.json, `puzzles`) says which of them are a theme and what it is called: first "visit mine" is looked for,
 * kind and a field, then "visit" alone. Several kinds may have one name, so that a theme does not give the answer away.
 */
#include "edition/setup.h"
#include "puzzles/puzzle.h"

#include <stdio.h>
#include <string.h>

static const json_t *themes_of(const json_t *setup)
{
    return json_object_get(json_object_get(setup, "puzzles"), "themes");
}

json_t *flip_puzzle_fields(const struct flip_position *at, int seat, flip_move move)
{
    char text[4096];
    struct flip_json out = flip_json_in(text, sizeof text);
    flip_json_open(&out, NULL, '{');
    at->game->words->fields(at->rules, at->state, seat, move, &out);
    flip_json_close(&out);
    return flip_text_fits(&out.text) ? json_loads(text, 0, NULL) : NULL;
}

static void find(const json_t *themes, const json_t *fields, char theme[FLIP_PUZZLE_THEME])
{
    const char *kind = json_string_value(json_object_get(fields, "kind")), *name;
    json_t *value;
    snprintf(theme, FLIP_PUZZLE_THEME, "%s", kind ? kind : "");
    json_object_foreach((json_t *)fields, name, value) {
        char both[FLIP_PUZZLE_THEME];
        const char *word = json_string_value(value);
        if (!kind || !word || value == json_object_get(fields, "kind"))
            continue;
        const int length = snprintf(both, sizeof both, "%s %s", kind, word);
        if (length < (int)sizeof both && json_object_get(themes, both)) {
            memcpy(theme, both, sizeof both);
            return;
        }
    }
}

void flip_puzzle_find_theme(const struct flip_position *at, int seat, flip_move best, char theme[FLIP_PUZZLE_THEME])
{
    json_t *setup = flip_setup_of(at->game), *fields = flip_puzzle_fields(at, seat, best);
    find(themes_of(setup), fields, theme);
    json_decref(fields);
    json_decref(setup);
}

void flip_puzzle_theme(const struct flip_game *game, const char *theme, struct flip_text *out)
{
    json_t *setup = flip_setup_of(game);
    const char *words = json_string_value(json_object_get(themes_of(setup), theme));
    flip_text_add(out, "%s", words ? words : theme);
    json_decref(setup);
}
