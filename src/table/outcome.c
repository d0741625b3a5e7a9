/*
 * Outcomes of flicks as JSON, and steps that may be outcomes. An outcome written by hand is in mm and degrees:
 *
 *     {"touched":["barrel1"],"fell":["O2"],"off":[],"final":{"barrel1":[310,340,0]}}
 *
 * In records a pose is the seven integers of struct flip_pose, a contact may name a part of a building ("bank:inner"),
 * and crossings of door lines are listed among the contacts ("bank:door", "bank:back"), all of them if "doors" is true,
 * as it is for the physics. Pieces that are not named stay where they were. docs/record.md describes every field.
 */
#include "table/table.h"

#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const part_names[] = {
    [FLIP_PART_BODY] = "", [FLIP_PART_INNER] = ":inner", [FLIP_PART_DOOR] = ":door", [FLIP_PART_BACK] = ":back"};

enum { NAME = 40 };

static const char *name_of(const struct flip_table *table, const void *state, int piece, char name[NAME])
{
    struct flip_text text = flip_text_in(name, NAME);
    table->game->flicks->piece(table->rules, state, piece, &text);
    return name;
}

/* --- writing --------------------------------------------------------------------------------------------------------- */

static void write_names(const struct flip_table *table, const void *state, const char *key, flip_set pieces,
                        struct flip_json *out)
{
    char name[NAME];
    flip_json_open(out, key, '[');
    for (; pieces; pieces = flip_set_rest(pieces))
        flip_json_string(out, NULL, name_of(table, state, flip_set_first(pieces), name));
    flip_json_close(out);
}

void flip_table_outcome_fields(const struct flip_table *table, const void *state, const struct flip_outcome *outcome,
                               struct flip_json *out)
{
    char name[NAME], whole[NAME + 8];
    flip_json_open(out, "touched", '[');
    for (int i = 0; i < outcome->contacts; i++) {
        const struct flip_contact *contact = &outcome->contact[i];
        snprintf(whole, sizeof whole, "%s%s", name_of(table, state, contact->piece, name), part_names[contact->part]);
        flip_json_string(out, NULL, whole);
    }
    flip_json_close(out);
    write_names(table, state, "fell", outcome->fell, out);
    write_names(table, state, "off", outcome->off, out);
}

void flip_pose_json(struct flip_json *out, const struct flip_pose *pose)
{
    flip_json_int(out, NULL, pose->x);
    flip_json_int(out, NULL, pose->y);
    flip_json_int(out, NULL, pose->z);
    for (int i = 0; i < 4; i++)
        flip_json_int(out, NULL, pose->q[i]);
}

void flip_table_outcome_json(const struct flip_table *table, const void *state, const struct flip_outcome *outcome,
                             const char *key, struct flip_json *out)
{
    char name[NAME];
    flip_json_open(out, key, '{');
    flip_table_outcome_fields(table, state, outcome, out);
    flip_json_open(out, "final", '{');
    for (flip_set rest = outcome->moved; rest; rest = flip_set_rest(rest)) {
        const int piece = flip_set_first(rest);
        flip_json_open(out, name_of(table, state, piece, name), '[');
        flip_pose_json(out, &outcome->pose[piece]);
        flip_json_close(out);
    }
    flip_json_close(out);
    if (outcome->frozen)
        flip_json_bool(out, "frozen", true);
    if (outcome->doors)
        flip_json_bool(out, "doors", true);
    flip_json_close(out);
}

/* --- reading --------------------------------------------------------------------------------------------------------- */

struct reading {
    const struct flip_table *table;
    struct flip_scene *scene;
    struct flip_outcome *outcome;
    struct flip_error *error;
};

static int impossible(const struct reading *at, const char *format, ...) __attribute__((format(printf, 2, 3)));

static int impossible(const struct reading *at, const char *format, ...)
{
    char reason[FLIP_ERROR_SIZE - 60];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(reason, sizeof reason, format, arguments);
    va_end(arguments);
    return flip_fail(at->error, FLIP_ERROR_IMPOSSIBLE_EVENT, "This outcome cannot be: %s.", reason);
}

static int find_piece(const struct reading *at, const char *name)
{
    const int piece = at->table->game->flicks->piece_named(at->table->rules, at->table->now.state, name);
    if (piece < 0)
        return impossible(at, "there is no piece '%.40s'", name);
    if (piece >= at->scene->count || at->scene->body[piece].shape == FLIP_BODY_NONE)
        return impossible(at, "'%.40s' is not on the table", name);
    return piece;
}

static int read_contact(const struct reading *at, const char *name)
{
    char plain[NAME];
    snprintf(plain, sizeof plain, "%s", name);
    char *colon = strchr(plain, ':');
    int part = FLIP_PART_BODY;
    if (colon) {
        part = FLIP_PART_INNER;
        while (part <= FLIP_PART_BACK && strcmp(part_names[part], colon) != 0)
            part++;
        if (part > FLIP_PART_BACK)
            return impossible(at, "'%.40s' has no part '%.20s'; there are :inner, :door and :back", name, colon);
        *colon = '\0';
    }
    const int piece = find_piece(at, plain);
    if (piece < 0)
        return -1;
    if (at->outcome->contacts == FLIP_CONTACTS)
        return impossible(at, "'touched' is too long");
    at->outcome->contact[at->outcome->contacts++] = (struct flip_contact){(uint8_t)piece, (uint8_t)part};
    return 0;
}

static int read_names(const struct reading *at, const json_t *root, const char *key, flip_set *out)
{
    const json_t *list = json_object_get(root, key);
    size_t i;
    const json_t *entry;
    if (list && !json_is_array(list))
        return impossible(at, "'%s' must be a list of names", key);
    json_array_foreach(list, i, entry) {
        const char *name = json_string_value(entry);
        if (!name)
            return impossible(at, "'%s' must be a list of names", key);
        if (!out) {
            if (read_contact(at, name) < 0)
                return -1;
            continue;
        }
        const int piece = find_piece(at, name);
        if (piece < 0)
            return -1;
        *out |= FLIP_BIT(piece);
    }
    return 0;
}

/* Three numbers are mm and degrees; seven are a pose as in records. */
static int read_pose(const struct reading *at, const char *name, const json_t *list)
{
    const int piece = find_piece(at, name);
    if (piece < 0)
        return -1;
    const size_t size = json_array_size(list);
    double number[7] = {0};
    for (size_t i = 0; i < size && i < 7; i++) {
        const json_t *value = json_array_get(list, i);
        number[i] = json_number_value(value);
        if (!json_is_number(value) || !(number[i] > -1e8 && number[i] < 1e8) || (size == 7 && !json_is_integer(value)))
            return impossible(at, "the pose of '%s' is not made of numbers that fit", name);
    }
    if (size != 3 && size != 7)
        return impossible(at, "the pose of '%s' must be [x, y, degrees] in mm, or seven integers", name);
    const struct flip_pose *from = &at->scene->body[piece].pose;
    struct flip_pose *pose = &at->outcome->pose[piece];
    at->outcome->moved |= FLIP_BIT(piece);
    if (size == 3) {
        static const struct flip_range hundredths = {"", 0, 0, 100, 0};
        const int32_t x = flip_range_value(&hundredths, number[0]), y = flip_range_value(&hundredths, number[1]);
        *pose = *from;
        if (!flip_pose_down(from)) /* a lying piece keeps its orientation */
            *pose = flip_pose_upright(x, y, from->z, flip_range_value(&hundredths, number[2]));
        pose->x = x;
        pose->y = y;
        return 0;
    }
    *pose = (struct flip_pose){.x = (int32_t)number[0], .y = (int32_t)number[1], .z = (int32_t)number[2]};
    for (int i = 0; i < 4; i++) {
        if (number[3 + i] < -FLIP_UNIT || number[3 + i] > FLIP_UNIT)
            return impossible(at, "the turn of '%s' is not a unit quaternion", name);
        pose->q[i] = (int16_t)number[3 + i];
    }
    return 0;
}

/* Where a piece left the table if the outcome does not say: the flicked one straight ahead, others over the nearest
   edge. */
static void leave_table(const struct flip_scene *scene, int piece, struct flip_pose *pose)
{
    *pose = scene->body[piece].pose;
    const int64_t x = pose->x, y = pose->y;
    if (piece != scene->flicked) {
        const int64_t right = scene->width - x, top = scene->height - y;
        const int64_t across = x < right ? x : right, along = y < top ? y : top;
        if (across < along)
            pose->x = x < right ? 0 : scene->width;
        else
            pose->y = y < top ? 0 : scene->height;
        return;
    }
    const int64_t dx = flip_cos(scene->angle), dy = flip_sin(scene->angle);
    const int64_t far = INT64_MAX / 2;
    const int64_t to_x = dx > 0 ? (scene->width - x) * FLIP_ONE / dx : dx < 0 ? -x * FLIP_ONE / dx : far;
    const int64_t to_y = dy > 0 ? (scene->height - y) * FLIP_ONE / dy : dy < 0 ? -y * FLIP_ONE / dy : far;
    const int64_t way = to_x < to_y ? to_x : to_y;
    pose->x = (int32_t)(x + way * dx / FLIP_ONE);
    pose->y = (int32_t)(y + way * dy / FLIP_ONE);
}

static int read_object(const struct reading *at, const json_t *root)
{
    static const char *const keys[] = {"touched", "fell", "off", "final", "frozen", "doors"};
    struct flip_outcome *outcome = at->outcome;
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)root, key, value) {
        size_t i = 0;
        while (i < sizeof keys / sizeof *keys && strcmp(keys[i], key) != 0)
            i++;
        if (i == sizeof keys / sizeof *keys)
            return impossible(at, "it has 'touched', 'fell', 'off', 'final', 'frozen' and 'doors', but no '%.40s'",
                              key);
    }
    if (read_names(at, root, "touched", NULL) < 0 || read_names(at, root, "fell", &outcome->fell) < 0 ||
        read_names(at, root, "off", &outcome->off) < 0)
        return -1;
    const json_t *final = json_object_get(root, "final");
    if (final && !json_is_object(final))
        return impossible(at, "'%s' must be an object of poses by piece", "final");
    json_object_foreach((json_t *) final, key, value)
        if (read_pose(at, key, value) < 0)
            return -1;
    for (flip_set rest = outcome->off & ~outcome->moved; rest; rest = flip_set_rest(rest))
        leave_table(at->scene, flip_set_first(rest), &outcome->pose[flip_set_first(rest)]);
    outcome->moved |= outcome->off;
    outcome->frozen = json_is_true(json_object_get(root, "frozen"));
    outcome->doors = json_is_true(json_object_get(root, "doors"));
    return 0;
}

int flip_table_outcome_read(const struct flip_table *table, const char *json, struct flip_outcome *out,
                            struct flip_error *error)
{
    struct flip_scene scene = {0};
    memset(out, 0, sizeof *out);
    table->game->flicks->scene(table->rules, table->now.state, &scene);
    json_t *root = json_loads(json, JSON_REJECT_DUPLICATES, NULL);
    if (!json_is_object(root)) {
        json_decref(root);
        return flip_fail(error, FLIP_ERROR_IMPOSSIBLE_EVENT,
                         "The event '%.60s' cannot happen now: the outcome of a flick is due, which is an object.",
                         json);
    }
    const struct reading at = {table, &scene, out, error};
    int status = read_object(&at, root);
    json_decref(root);
    struct flip_error why;
    if (status == 0 && flip_outcome_check(&scene, out, &why) < 0)
        status = flip_fail(error, FLIP_ERROR_IMPOSSIBLE_EVENT, "This outcome cannot be: %.300s", why.message);
    return status;
}

/* --- steps ----------------------------------------------------------------------------------------------------------- */

void flip_table_step_text(const struct flip_table *table, const void *state, const struct flip_step *step,
                          struct flip_text *out)
{
    if (step->outcome)
        flip_text_add(out, "outcome");
    else
        table->game->words->text(table->rules, state, step->seat, step->move, out);
}

/* The seat in "seat 2" (from 1), and where the words end; 0: they are something else. */
static int seat_named(const struct flip_table *table, const char *words, const char *at, char **end)
{
    if (*at != 's' || (at > words && at[-1] != ' ') || strncmp(at, "seat ", 5) != 0)
        return 0;
    const long seat = strtol(at + 5, end, 10);
    return seat >= 1 && seat <= table->seats ? (int)seat : 0;
}

/* Rules know seats only by number: "gives it to seat 2" gets the player's name here. */
static void add_named(const struct flip_table *table, const char *words, struct flip_text *out)
{
    const char *told = words, *at = words;
    for (char *end; *at;) {
        const int seat = seat_named(table, words, at, &end);
        if (seat == 0) {
            at++;
            continue;
        }
        const char *name = table->names[seat - 1];
        flip_text_put(out, told, (size_t)(at - told));
        flip_text_add(out, "%s", at > words && strcmp(name, "You") == 0 ? "you" : name);
        told = at = end;
    }
    flip_text_put(out, told, (size_t)(at - told));
}

void flip_table_move_tell(const struct flip_table *table, const void *state, int seat, flip_move move,
                          struct flip_text *out)
{
    char told[FLIP_STEP_TEXT];
    struct flip_text words = flip_text_in(told, sizeof told);
    table->game->words->tell(table->rules, state, seat, move, &words);
    add_named(table, told, out);
}

/* "shows rock. Paper beats rock: Ann wins the tie-break" */
static void tell_move(const struct flip_table *table, const void *state, const struct flip_step *step,
                      struct flip_text *out)
{
    const struct flip_game *game = table->game;
    char upshot[FLIP_STEP_TEXT] = "";
    struct flip_text more = flip_text_in(upshot, sizeof upshot);
    flip_table_move_tell(table, state, step->seat, step->move, out);
    if (game->words->upshot)
        game->words->upshot(table->rules, state, step->seat, step->move, table->names, &more);
    if (upshot[0])
        flip_text_add(out, ". %s", upshot);
}

void flip_table_step_tell(const struct flip_table *table, const void *state, const struct flip_step *step,
                          struct flip_text *out)
{
    if (step->outcome)
        table->game->flicks->ruling(table->rules, state, &table->outcomes[step->outcome - 1], out);
    else
        tell_move(table, state, step, out);
}

size_t flip_table_ruling_length(const char *told)
{
    const char *end = strstr(told, ". ");
    return end ? (size_t)(end - told) : strlen(told);
}

void flip_table_step_fields(const struct flip_table *table, const void *state, const struct flip_step *step,
                            struct flip_json *out)
{
    if (!step->outcome) {
        table->game->words->fields(table->rules, state, step->seat, step->move, out);
        return;
    }
    const struct flip_outcome *outcome = &table->outcomes[step->outcome - 1];
    char ruling[FLIP_STEP_TEXT];
    struct flip_text words = flip_text_in(ruling, sizeof ruling);
    table->game->flicks->ruling(table->rules, state, outcome, &words);
    ruling[flip_table_ruling_length(ruling)] = '\0';
    flip_json_string(out, "kind", "outcome");
    flip_json_string(out, "ruling", ruling);
    flip_table_outcome_json(table, state, outcome, "outcome", out);
}
