/* Stage and result of any game. */
#include "faces/terminal/match/story.h"

#include "edition/members.h"
#include "faces/terminal/window/window.h"
#include "table/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_PARTS = 12, WIDEST = 76 };

/* --- from a table ------------------------------------------------------------------------------------------------------- */

json_t *flip_outcome_view(const struct flip_table *table, const void *state, const void *before, int viewer)
{
    char *buffer = malloc(FLIP_VIEW_SIZE);
    if (!buffer)
        return NULL;
    struct flip_json view = flip_json_in(buffer, FLIP_VIEW_SIZE);
    flip_json_open(&view, NULL, '{');
    table->game->knowledge->view(table->rules, state, before, viewer, &view);
    flip_json_close(&view);
    json_t *root = json_loads(buffer, 0, NULL);
    free(buffer);
    return root;
}

json_t *flip_outcome_result(const struct flip_table *table)
{
    char *buffer = malloc(FLIP_VIEW_SIZE);
    if (!buffer)
        return NULL;
    struct flip_json json = flip_json_in(buffer, FLIP_VIEW_SIZE);
    flip_json_open(&json, NULL, '{');
    flip_table_result_json(table, &json);
    flip_json_close(&json);
    json_t *root = json_loads(buffer, 0, NULL);
    free(buffer);
    return root;
}

/* --- the stage --------------------------------------------------------------------------------------------------------- */

void flip_outcome_stage(const json_t *root, const char *gap, struct flip_text *out)
{
    const json_t *round = json_object_get(root, "round"), *turn = json_object_get(root, "turn");
    const json_t *rounds = json_object_get(root, "rounds");
    if (!rounds)
        rounds = json_object_get(json_object_get(root, "shared"), "rounds");
    const char *phase = json_string_value(json_object_get(root, "phase"));
    const char *when = json_string_value(json_object_get(root, "when")); /* what the game calls a round */
    const char *before_next = "";
    if (phase && strcmp(phase, "over") == 0) { /* the last round, and whose turn it was, are of no interest */
        flip_text_add(out, "over");
        return;
    }
    if (when) {
        flip_text_add(out, "%s", when);
        before_next = gap;
    } else if (json_is_integer(round) && json_integer_value(round) > 0) {
        flip_text_add(out, "round %d", (int)json_integer_value(round));
        if (json_is_integer(rounds))
            flip_text_add(out, " of %d", (int)json_integer_value(rounds));
        before_next = gap;
    }
    if (json_is_integer(turn)) {
        flip_text_add(out, "%sturn %d", before_next, (int)json_integer_value(turn));
        before_next = gap;
    }
    if (!phase || strcmp(phase, "turn") == 0) /* "turn 2" says it already */
        return;
    flip_text_add(out, "%s", before_next);
    for (; *phase; phase++)
        flip_text_put(out, *phase == '_' ? " " : phase, 1); /* "turn_up" is a word for programs */
}

/* --- the scores -------------------------------------------------------------------------------------------------------- */

struct part {
    const char *name;
    int width;
};

/* Numbers and words of a breakdown; other values do not fit a small table. Goals are for programs, as people read a
   sentence about who won and why. */
static bool cell_text(const char *name, const json_t *value, char *out, size_t size)
{
    if (strcmp(name, "goal") == 0)
        return false;
    if (json_is_integer(value))
        snprintf(out, size, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
    else if (json_is_string(value))
        snprintf(out, size, "%s", json_string_value(value));
    else if (json_is_boolean(value))
        snprintf(out, size, "%s", json_is_true(value) ? "yes" : "no");
    else
        return false;
    return true;
}

static int place_of(struct part *parts, int *count, const char *name)
{
    for (int i = 0; i < *count; i++)
        if (strcmp(parts[i].name, name) == 0)
            return i;
    if (*count == MOST_PARTS)
        return -1;
    parts[*count] = (struct part){.name = name, .width = (int)strlen(name)};
    return (*count)++;
}

/* The parts that at least one seat has: only a winner may have won by something. */
static int find_parts(const json_t *breakdown, struct part *parts)
{
    int count = 0;
    for (size_t seat = 0; seat < json_array_size(breakdown); seat++) {
        const char *name;
        json_t *row = json_array_get(breakdown, seat), *value;
        json_object_foreach(row, name, value) {
            char text[40];
            const int part = cell_text(name, value, text, sizeof text) ? place_of(parts, &count, name) : -1;
            if (part >= 0 && flip_words_width(text) > parts[part].width)
                parts[part].width = flip_words_width(text);
        }
    }
    return count;
}

/* In a long breakdown, parts that nobody has points in are left out. */
static int leave_out_empty(const json_t *counted, struct part *parts, int count)
{
    int kept = 0;
    for (int i = 0; i < count; i++) {
        bool any = false;
        for (size_t seat = 0; seat < json_array_size(counted); seat++)
            any |= json_integer_value(json_object_get(json_array_get(counted, seat), parts[i].name)) != 0;
        if (any)
            parts[kept++] = parts[i];
    }
    return kept;
}

/* `reason` is the whole, and begins with `verdict`. */
const char *flip_outcome_why(const json_t *result)
{
    const char *verdict = string_of(result, "verdict"), *reason = string_of(result, "reason");
    const size_t length = strlen(verdict);
    const bool more = length && strncmp(reason, verdict, length) == 0 && strncmp(reason + length, ". ", 2) == 0;
    return more ? reason + length + 2 : "";
}

void flip_outcome_ending(const json_t *result, struct flip_text *out)
{
    const char *verdict = string_of(result, "verdict"), *why = flip_outcome_why(result);
    if (verdict[0])
        flip_text_add(out, "%s.\n", verdict);
    if (why[0])
        flip_text_add(out, "%s\n", why);
}

static bool has_won(const json_t *result, int seat)
{
    size_t i;
    json_t *winner;
    json_array_foreach((json_t *)json_object_get(result, "winners"), i, winner)
        if (json_integer_value(winner) == seat)
            return true;
    return false;
}

/* "hit_points" becomes "hit points". */
static void heading_of(const struct part *part, char *words, size_t size)
{
    snprintf(words, size, "%s", part->name);
    for (char *at = words; (at = strchr(at, '_'));)
        *at = ' ';
}

static void add_heading(const struct part *part, struct flip_text *out)
{
    char words[64];
    heading_of(part, words, sizeof words);
    flip_text_add(out, "  %*s", part->width, words);
}

/* "lawmen", where the view says for whom a seat plays. */
static const char *team_of(const json_t *view, int seat)
{
    return string_of(json_array_get(json_object_get(view, "seats"), (size_t)seat), "team");
}

static int widest_team(const json_t *view, int seats)
{
    int width = 0;
    for (int seat = 0; seat < seats; seat++)
        if ((int)strlen(team_of(view, seat)) > width)
            width = (int)strlen(team_of(view, seat));
    return width;
}

static void add_team(const char *team, int width, struct flip_text *out)
{
    if (width)
        flip_text_add(out, "  %-*s", width, team);
}

static const char *title_of(const json_t *result, int seat)
{
    return json_string_value(json_array_get(json_object_get(result, "titles"), (size_t)seat));
}

/* After the scores: who won, and the seats' titles. With one seat that is said above. */
static void add_honours(const json_t *result, int seat, int seats, struct flip_text *out)
{
    const char *title = title_of(result, seat);
    const bool won = has_won(result, seat);
    if (seats > 1 && (won || title))
        flip_text_add(out, "  %s%s%s", won ? "★" : " ", title ? " " : "", title ? title : "");
    flip_text_add(out, "\n");
}

/* As much of a name as fits, with spaces before it, and the winner's star at it. */
static void add_name(const char *name, bool won, int width, struct flip_text *out)
{
    const char *end = name;
    int used = 0;
    for (const char *next = name; *next && used < width; end = next, used++)
        flip_next_code(&next);
    flip_text_add(out, "%*s%s", width - used, "", won ? "★ " : "  ");
    flip_text_put(out, name, (size_t)(end - name));
}

/* A long breakdown: one row per part and one column per seat. */
static void add_by_part(const json_t *result, const json_t *counted, const struct part *parts, int count,
                        const char (*names)[FLIP_NAME], int seats, struct flip_text *out)
{
    int first = 5, column = 7;
    for (int i = 0; i < count; i++)
        if (parts[i].width > first)
            first = parts[i].width;
    for (int seat = 0; seat < seats; seat++)
        if (flip_words_width(names[seat]) + 2 > column)
            column = flip_words_width(names[seat]) + 2;
    if (column > (WIDEST - first) / seats - 2)
        column = (WIDEST - first) / seats - 2;
    flip_text_add(out, "%*s", first, "");
    for (int seat = 0; seat < seats; seat++) {
        flip_text_add(out, "  ");
        add_name(names[seat], seats > 1 && has_won(result, seat), column - 2, out);
    }
    for (int i = 0; i < count; i++) {
        char words[64];
        heading_of(&parts[i], words, sizeof words);
        flip_text_add(out, "\n%-*s", first, words);
        for (int seat = 0; seat < seats; seat++)
            flip_text_add(
                out, "  %*d", column,
                (int)json_integer_value(json_object_get(json_array_get(counted, (size_t)seat), parts[i].name)));
    }
    flip_text_add(out, "\n%-*s", first, "total");
    for (int seat = 0; seat < seats; seat++)
        flip_text_add(out, "  %*d", column,
                      (int)json_integer_value(json_array_get(json_object_get(result, "scores"), (size_t)seat)));
    flip_text_add(out, "\n");
    for (int seat = 0; seat < seats && seats > 1; seat++)
        if (title_of(result, seat))
            flip_text_add(out, "%s: %s\n", names[seat], title_of(result, seat));
}

/* One line per seat: team, parts, total, title. */
static void add_by_seat(const json_t *result, const json_t *view, const struct part *parts, int count,
                        const char (*names)[FLIP_NAME], int seats, int name_width, struct flip_text *out)
{
    const json_t *breakdown = json_object_get(result, "breakdown"), *scores = json_object_get(result, "scores");
    const bool points = json_is_true(json_object_get(result, "points"));
    const int team_width = widest_team(view, seats);
    flip_text_add(out, "%-*s", name_width, "");
    add_team("team", team_width, out);
    for (int i = 0; i < count; i++)
        add_heading(&parts[i], out);
    flip_text_add(out, "%s\n", points ? "  total" : "");
    for (int seat = 0; seat < seats; seat++) {
        flip_text_add(out, "%s%*s", names[seat], name_width - flip_words_width(names[seat]), "");
        add_team(team_of(view, seat), team_width, out);
        for (int i = 0; i < count; i++) {
            const char *name = parts[i].name;
            char text[40] = "";
            cell_text(name, json_object_get(json_array_get(breakdown, (size_t)seat), name), text, sizeof text);
            flip_text_add(out, "  %*s%s", parts[i].width - flip_words_width(text), "", text);
        }
        if (points)
            flip_text_add(out, "  %5d", (int)json_integer_value(json_array_get(scores, (size_t)seat)));
        add_honours(result, seat, seats, out);
    }
}

void flip_outcome_scores(const json_t *result, const json_t *view, const char (*names)[FLIP_NAME], int seats,
                         struct flip_text *out)
{
    const json_t *counted = json_object_get(result, "counted");
    struct part parts[MOST_PARTS];
    int name_width = 6;
    for (int seat = 0; seat < seats; seat++)
        if (flip_words_width(names[seat]) > name_width)
            name_width = flip_words_width(names[seat]);
    flip_outcome_ending(result, out);
    if (json_is_true(json_object_get(result, "over")))
        flip_text_add(out, "\n");
    if (counted) {
        const int count = leave_out_empty(counted, parts, find_parts(counted, parts));
        add_by_part(result, counted, parts, count, names, seats, out);
    } else {
        const int count = find_parts(json_object_get(result, "breakdown"), parts);
        add_by_seat(result, view, parts, count, names, seats, name_width, out);
    }
}

void flip_outcome_seed(const char *commitment, const char *seed, const char *drawn, struct flip_text *out)
{
    flip_text_add(out, "Commitment, before the first card:\n%s\nSeed, after the last:\n%s\n", commitment, seed);
    if (drawn[0])
        flip_text_add(out, "%s\n", drawn);
}

void flip_outcome_record(const char *path, struct flip_text *out)
{
    if (path[0])
        flip_text_add(out, "The record is in\n%s\nand 'flipside verify' with that file checks every card.\n", path);
}

/* --- without a drawing --------------------------------------------------------------------------------------------------- */

static int draw_object(struct flip_canvas *canvas, int y, json_t *object)
{
    const char *name;
    json_t *value;
    json_object_foreach(object, name, value) {
        char *text = json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY);
        flip_canvas_put(canvas, 1, y++, FLIP_PLAIN, "%s: %s", name, text ? text : "");
        free(text);
    }
    return y;
}

void flip_outcome_draw(const struct flip_table *table, const void *state, const void *before, int viewer, int seat,
                       struct flip_canvas *canvas)
{
    if (table->game->words->draw) {
        table->game->words->draw(table->rules, state, before, viewer, seat, canvas);
        return;
    }
    json_t *root = flip_outcome_view(table, state, before, viewer);
    const int y = draw_object(canvas, 0, json_array_get(json_object_get(root, "seats"), (size_t)seat));
    draw_object(canvas, y + 1, json_object_get(root, "shared"));
    json_decref(root);
}
