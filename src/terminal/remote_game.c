/* The functions of a game, answered from what the server has told. */
#include "terminal/remote_parts.h"

#include <flipside/say.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

flip_set remote_seats(const json_t *list)
{
    flip_set set = 0;
    size_t i;
    json_t *seat;
    json_array_foreach((json_t *)list, i, seat)
    {
        const json_int_t number = json_is_integer(seat) ? json_integer_value(seat) : -1;
        if (number >= 0 && number < FLIP_MAX_SEATS)
            set |= FLIP_BIT(number);
    }
    return set;
}

/* --- asking for sheets ------------------------------------------------------------------------------------------------- */

static flip_move bits(const json_t *text)
{
    return strtoull(json_string_value(text) ? json_string_value(text) : "0", NULL, 16);
}

static void take_moves(struct flip_remote *remote, const json_t *sheet)
{
    const json_t *moves = at(sheet, "moves");
    remote->move_count = (int)json_array_size(moves);
    if (remote->move_count > FLIP_MAX_MOVES)
        remote->move_count = FLIP_MAX_MOVES;
    for (int i = 0; i < remote->move_count; i++)
        remote->moves[i] = bits(json_array_get(moves, (size_t)i));
    remote->moves_of = remote->version;
}

static const json_t *old_sheet(const struct flip_remote *remote, int seat, int width, int height)
{
    for (int i = 0; i < SHEETS; i++)
        if (remote->sheets[i].json && remote->sheets[i].seat == seat && remote->sheets[i].width == width &&
            remote->sheets[i].height == height)
            return remote->sheets[i].json;
    return NULL;
}

/* `patient`: waits for a line that is down. */
static const json_t *sheet_for(struct flip_remote *remote, int viewer, int seat, int width, int height, bool patient)
{
    for (int i = 0; i < SHEETS; i++) {
        const struct sheet *sheet = &remote->sheets[i];
        if (sheet->json && sheet->version == remote->version && sheet->seat == seat && sheet->viewer == viewer &&
            sheet->width == width && sheet->height == height)
            return sheet->json;
    }
    if (!patient && !flip_wire_up(remote->wire)) /* better an old sheet than a frozen screen */
        return old_sheet(remote, seat, width, height);
    struct sheet *sheet = &remote->sheets[remote->next_sheet];
    remote->next_sheet = (remote->next_sheet + 1) % SHEETS;
    json_decref(sheet->json);
    *sheet = (struct sheet){.seat = seat, .width = width, .height = height, .viewer = viewer};
    json_t *message = json_pack("{s:s, s:s, s:i, s:i, s:i}", "do", "sheet", "table", remote->id, "shown", seat, "width",
                                width, "height", height);
    if (viewer < remote->table.seats)
        json_object_set_new(message, "seat", json_integer(viewer));
    struct flip_error error;
    const uint32_t asked_for = remote->version;
    if (flip_wire_ask(remote->wire, message, &sheet->json, &error) < 0)
        return NULL;
    sheet->version = asked_for;
    if (asked_for == remote->version && viewer < remote->table.seats)
        take_moves(remote, sheet->json);
    return sheet->json;
}

/* --- the functions of a game --------------------------------------------------------------------------------------------- */

static flip_set remote_turn(const void *rules, const void *state)
{
    (void)state;
    const struct flip_remote *remote = rules;
    return strcmp(flip_remote_status(remote), "running") == 0 ? remote_seats(at(table_of(remote), "to_act")) : 0;
}

/* The actions of the scene, in the order of the moves. */
const json_t *remote_actions(const struct flip_remote *remote) { return at(remote->scene, "actions"); }

const json_t *remote_action(const struct flip_remote *remote, flip_move move)
{
    for (int i = 0; i < remote->move_count; i++)
        if (remote->moves[i] == move)
            return json_array_get(remote_actions(remote), (size_t)i);
    return NULL;
}

static int remote_moves(const void *rules, const void *state, int seat, flip_move *out, int cap)
{
    (void)state;
    struct flip_remote *remote = (struct flip_remote *)rules;
    const json_t *viewer = at(remote->scene, "seat");
    if (!json_is_integer(viewer) || json_integer_value(viewer) != seat || json_array_size(remote_actions(remote)) == 0)
        return 0;
    /* The bits of the moves come with a sheet; any will do. */
    for (int tries = 0; tries < 5 && remote->moves_of != remote->version; tries++)
        sheet_for(remote, seat, seat, 80, 24, true);
    if (remote->moves_of != remote->version || remote->move_count != (int)json_array_size(remote_actions(remote)))
        return 0;
    for (int i = 0; i < remote->move_count && i < cap; i++)
        out[i] = remote->moves[i];
    return remote->move_count;
}

static void remote_start(const void *rules, void *state)
{
    (void)rules;
    *(struct tried *)state = (struct tried){0};
}

static void remote_apply(const void *rules, void *state, int seat, flip_move move)
{
    (void)rules, (void)seat;
    struct tried *tried = state;
    *tried = (struct tried){.any = !(move & LOG_LINE), .move = move, .lines = tried->lines + 1};
}

static void remote_chances(const void *rules, const void *state, struct flip_chances *out)
{
    (void)rules, (void)state;
    memset(out, 0, sizeof *out);
}

static uint32_t remote_phase(const void *rules, const void *state)
{
    (void)rules;
    return ((const struct tried *)state)
        ->lines; /* the server has left out what is hidden: every line is known to all */
}

static void remote_redeal(const void *rules, void *state, const void *before, int seat, struct flip_random *random)
{
    (void)rules, (void)state, (void)before, (void)seat, (void)random;
}

static void remote_result(const void *rules, const void *state, struct flip_result *out)
{
    const struct flip_remote *remote = rules;
    const struct tried *tried = state;
    const json_t *result = at(table_of(remote), "result"), *seats = at(at(remote->scene, "view"), "seats");
    out->over = json_is_object(result);
    out->winners = remote_seats(at(result, "winners"));
    for (int seat = 0; seat < remote->table.seats; seat++) {
        const json_t *score = json_array_get(at(result, "scores"), (size_t)seat);
        if (!score)
            score = at(at(json_array_get(seats, (size_t)seat), "score"), "total");
        out->score[seat] = (int)json_integer_value(score);
    }
    const json_t *viewer = at(remote->scene, "seat");
    if (tried->any && json_is_integer(viewer) && json_integer_value(viewer) < FLIP_MAX_SEATS)
        out->score[json_integer_value(viewer)] +=
            (int)json_integer_value(at(remote_action(remote, tried->move), "gain"));
}

static const json_t *line_of(const struct flip_remote *remote, flip_move move)
{
    return move & LOG_LINE ? json_array_get(remote->log, (size_t)(move & ~LOG_LINE)) : remote_action(remote, move);
}

const struct aim *remote_aim(const struct flip_remote *remote, flip_move move)
{
    return (move & FILLED) && !(move & LOG_LINE) ? &remote->aims[move & (AIMS - 1)] : NULL;
}

/* The open numbers of an action are its pairs; two places behind the point are as fine as anybody can aim. */
static int remote_ranges(const void *rules, const void *state, int seat, flip_move move,
                         struct flip_range out[FLIP_MAX_RANGES])
{
    (void)state, (void)seat;
    enum { SCALE = 100, TURN = 360 };
    int count = 0;
    const char *key;
    json_t *pair;
    json_object_foreach((json_t *)remote_action(rules, move), key, pair)
    {
        const json_t *low = json_array_get(pair, 0), *high = json_array_get(pair, 1);
        if (json_array_size(pair) != 2 || !json_is_number(low) || !json_is_number(high) || count == FLIP_MAX_RANGES)
            continue;
        const double from = json_number_value(low), to = json_number_value(high);
        char *name = ((struct flip_remote *)rules)->range_names[count]; /* outlives the scene */
        snprintf(name, RANGE_NAME, "%s", key);
        out[count++] = (struct flip_range){.name = name,
                                           .min = (int32_t)lround(from * SCALE),
                                           .max = (int32_t)lround(to * SCALE),
                                           .scale = SCALE,
                                           .turn = to - from > TURN - 1 && to <= TURN ? TURN * SCALE : 0};
    }
    return count;
}

static flip_move remote_fill(const void *rules, const void *state, int seat, flip_move move, const int32_t *values)
{
    struct flip_remote *remote = (struct flip_remote *)rules;
    const unsigned place = remote->next_aim++ & (AIMS - 1);
    struct aim *aim = &remote->aims[place];
    struct flip_range ranges[FLIP_MAX_RANGES];
    const int count = remote_ranges(rules, state, seat, move, ranges);
    aim->move = move;
    struct flip_text out = flip_text_in(aim->text, sizeof aim->text);
    flip_text_add(&out, "%s", string_of(remote_action(remote, move), "text"));
    for (int i = 0; i < count; i++) {
        flip_text_add(&out, " ");
        flip_range_text(&ranges[i], values[i], &out);
    }
    return FILLED | place;
}

static bool remote_legal(const void *rules, const void *state, int seat, flip_move move, struct flip_error *why)
{
    (void)state, (void)seat, (void)why;
    return remote_aim(rules, move) || remote_action(rules, move); /* the server has the last word */
}

static void remote_text(const void *rules, const void *state, int seat, flip_move move, struct flip_text *out)
{
    (void)state, (void)seat;
    const struct aim *aim = remote_aim(rules, move);
    flip_text_add(out, "%s", aim ? aim->text : string_of(line_of(rules, move), "text"));
}

static void remote_tell(const void *rules, const void *state, int seat, flip_move move, struct flip_text *out)
{
    (void)state, (void)seat;
    const struct aim *aim = remote_aim(rules, move);
    flip_text_add(out, "%s", string_of(line_of(rules, aim ? aim->move : move), "tell"));
}

static void remote_fields(const void *rules, const void *state, int seat, flip_move move, struct flip_json *out)
{
    (void)state, (void)seat;
    flip_json_string(out, "kind", string_of(line_of(rules, move), "kind"));
}

/* Only numbers and words: what a text face says about where the game stands. */
static void write_simple(const json_t *object, struct flip_json *out)
{
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)object, key, value)
    {
        if (json_is_integer(value))
            flip_json_int(out, key, json_integer_value(value));
        else if (json_is_string(value))
            flip_json_string(out, key, json_string_value(value));
        else if (json_is_boolean(value))
            flip_json_bool(out, key, json_is_true(value));
    }
}

static void remote_view(const void *rules, const void *state, const void *before, int viewer, struct flip_json *out)
{
    (void)state, (void)before, (void)viewer;
    const struct flip_remote *remote = rules;
    const json_t *view = at(remote->scene, "view");
    write_simple(view, out);
    flip_json_open(out, "shared", '{');
    write_simple(at(view, "shared"), out);
    flip_json_close(out);
}

static void remote_breakdown(const void *rules, const void *state, int seat, struct flip_json *out)
{
    (void)state;
    const struct flip_remote *remote = rules;
    write_simple(json_array_get(at(at(table_of(remote), "result"), "breakdown"), (size_t)seat), out);
}

/* The server has said it to this seat already. One that is older tells only who won. */
static void remote_ending(const void *rules, const void *state, const struct flip_names *names,
                          struct flip_text *verdict, struct flip_text *why)
{
    const struct flip_remote *remote = rules;
    const json_t *told = at(table_of(remote), "result");
    const char *headline = string_of(told, "verdict"), *reason = string_of(told, "reason");
    const size_t length = strlen(headline);
    if (length == 0) {
        struct flip_result result = {0};
        remote_result(rules, state, &result);
        flip_say_verdict(names, &result, remote->table.seats, !remote->game.no_points, verdict);
        return;
    }
    flip_text_add(verdict, "%s", headline);
    if (strncmp(reason, headline, length) == 0 && strncmp(reason + length, ". ", 2) == 0)
        flip_text_add(why, "%s", reason + length + 2);
}

static void draw_row(struct flip_canvas *canvas, int y, const json_t *runs)
{
    size_t i;
    json_t *run;
    json_array_foreach((json_t *)runs, i, run)
    {
        const char *text = json_string_value(json_array_get(run, 2));
        const json_int_t style = json_integer_value(json_array_get(run, 1));
        flip_canvas_put(canvas, (int)json_integer_value(json_array_get(run, 0)), y,
                        style >= 0 && style < FLIP_STYLES ? (enum flip_style)style : FLIP_PLAIN, "%s",
                        text ? text : "");
    }
}

static void remote_draw(const void *rules, const void *state, const void *before, int viewer, int seat,
                        struct flip_canvas *canvas)
{
    (void)state, (void)before;
    const json_t *sheet = sheet_for((struct flip_remote *)rules, viewer, seat, canvas->width, canvas->height, false);
    size_t i;
    json_t *row, *spot;
    json_array_foreach((json_t *)at(sheet, "rows"), i, row) { draw_row(canvas, (int)i, row); }
    json_array_foreach((json_t *)at(sheet, "spots"), i, spot)
    {
        int place[4];
        for (size_t j = 0; j < 4; j++)
            place[j] = (int)json_integer_value(json_array_get(spot, j));
        flip_canvas_spot(canvas, place[0], place[1], place[2], place[3], bits(json_array_get(spot, 4)),
                         bits(json_array_get(spot, 5)));
    }
}

static const struct flip_game_rules remote_rules = {
    .start = remote_start,
    .turn = remote_turn,
    .moves = remote_moves,
    .legal = remote_legal,
    .chances = remote_chances,
    .apply = remote_apply,
    .result = remote_result,
};

static const struct flip_game_knowledge remote_knowledge = {
    .phase = remote_phase,
    .redeal = remote_redeal,
    .view = remote_view,
};

static const struct flip_game_words remote_words = {
    .text = remote_text,
    .fields = remote_fields,
    .tell = remote_tell,
    .breakdown = remote_breakdown,
    .ending = remote_ending,
    .draw = remote_draw,
};

/* A flick is aimed here and made by the server. */
static const struct flip_game_flicks remote_flicks = {
    .ranges = remote_ranges,
    .fill = remote_fill,
};

const struct flip_game remote_game = {
    .abi = FLIP_GAME_ABI,
    .state_size = sizeof(struct tried),
    .rules = &remote_rules,
    .knowledge = &remote_knowledge,
    .words = &remote_words,
    .flicks = &remote_flicks,
};
