/* Scenes into a table. */
#include "terminal/remote.h"

#include <math.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* A step of the log is a move with this bit: the line's place in the log. */
#define LOG_LINE ((flip_move)1 << 63)

/* All that a state of a distant table is: which of its moves was tried on it, for what that would gain. */
struct tried {
    bool any;
    flip_move move;
    uint32_t lines; /* of the log, when it is told from the beginning */
};

/* A move whose open numbers were filled in has this bit, and its place among the last few such moves. */
#define FILLED ((flip_move)1 << 62)

enum {
    SHEETS = 4,
    AIMS = 64,
    RANGE_NAME = 24,
    LOOK_MS = 5,        /* between two looks for a scene */
    PATIENCE_MS = 30000 /* for the scene that shows what was done */
};

struct aim {
    flip_move move; /* as the server lists it */
    char text[FLIP_MOVE_TEXT];
};

/* A sheet that was drawn for the table as it stands. */
struct sheet {
    int seat, width, height, viewer;
    uint32_t version;
    json_t *json;
};

struct flip_remote {
    struct flip_game game;
    struct flip_table table;
    struct tried now, before;
    struct flip_wire *wire;
    char id[64], title[64], game_id[32];
    json_t *scene;
    json_t *log;
    uint32_t version; /* counts the scenes */
    flip_move moves[FLIP_MAX_MOVES];
    int move_count; /* as many as the scene has actions, once a sheet has told them */
    uint32_t moves_of;
    struct sheet sheets[SHEETS];
    int next_sheet;
    struct aim aims[AIMS];
    unsigned next_aim;
    char range_names[FLIP_MAX_RANGES][RANGE_NAME];
    int told_from;
    bool heard;
};

static const json_t *at(const json_t *object, const char *key) { return json_object_get(object, key); }
static const json_t *table_of(const struct flip_remote *remote) { return at(remote->scene, "table"); }

static const char *string_of(const json_t *object, const char *key)
{
    const char *text = json_string_value(at(object, key));
    return text ? text : "";
}

static flip_set set_of(const json_t *list)
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
    return strcmp(flip_remote_status(remote), "running") == 0 ? set_of(at(table_of(remote), "to_act")) : 0;
}

/* The actions of the scene, in the order of the moves. */
static const json_t *actions_of(const struct flip_remote *remote) { return at(remote->scene, "actions"); }

static const json_t *action_of(const struct flip_remote *remote, flip_move move)
{
    for (int i = 0; i < remote->move_count; i++)
        if (remote->moves[i] == move)
            return json_array_get(actions_of(remote), (size_t)i);
    return NULL;
}

static int remote_moves(const void *rules, const void *state, int seat, flip_move *out, int cap)
{
    (void)state;
    struct flip_remote *remote = (struct flip_remote *)rules;
    const json_t *viewer = at(remote->scene, "seat");
    if (!json_is_integer(viewer) || json_integer_value(viewer) != seat || json_array_size(actions_of(remote)) == 0)
        return 0;
    /* The bits of the moves come with a sheet; any will do. */
    for (int tries = 0; tries < 5 && remote->moves_of != remote->version; tries++)
        sheet_for(remote, seat, seat, 80, 24, true);
    if (remote->moves_of != remote->version || remote->move_count != (int)json_array_size(actions_of(remote)))
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
    out->winners = set_of(at(result, "winners"));
    for (int seat = 0; seat < remote->table.seats; seat++) {
        const json_t *score = json_array_get(at(result, "scores"), (size_t)seat);
        if (!score)
            score = at(at(json_array_get(seats, (size_t)seat), "score"), "total");
        out->score[seat] = (int)json_integer_value(score);
    }
    const json_t *viewer = at(remote->scene, "seat");
    if (tried->any && json_is_integer(viewer) && json_integer_value(viewer) < FLIP_MAX_SEATS)
        out->score[json_integer_value(viewer)] += (int)json_integer_value(at(action_of(remote, tried->move), "gain"));
}

static const json_t *line_of(const struct flip_remote *remote, flip_move move)
{
    return move & LOG_LINE ? json_array_get(remote->log, (size_t)(move & ~LOG_LINE)) : action_of(remote, move);
}

static const struct aim *aim_of(const struct flip_remote *remote, flip_move move)
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
    json_object_foreach((json_t *)action_of(rules, move), key, pair)
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
    flip_text_add(&out, "%s", string_of(action_of(remote, move), "text"));
    for (int i = 0; i < count; i++) {
        flip_text_add(&out, " ");
        flip_range_text(&ranges[i], values[i], &out);
    }
    return FILLED | place;
}

static bool remote_legal(const void *rules, const void *state, int seat, flip_move move, struct flip_error *why)
{
    (void)state, (void)seat, (void)why;
    return aim_of(rules, move) || action_of(rules, move); /* the server has the last word */
}

static void remote_text(const void *rules, const void *state, int seat, flip_move move, struct flip_text *out)
{
    (void)state, (void)seat;
    const struct aim *aim = aim_of(rules, move);
    flip_text_add(out, "%s", aim ? aim->text : string_of(line_of(rules, move), "text"));
}

static void remote_tell(const void *rules, const void *state, int seat, flip_move move, struct flip_text *out)
{
    (void)state, (void)seat;
    const struct aim *aim = aim_of(rules, move);
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

static const struct flip_game shape = {
    .state_size = sizeof(struct tried),
    .start = remote_start,
    .turn = remote_turn,
    .moves = remote_moves,
    .chances = remote_chances,
    .apply = remote_apply,
    .result = remote_result,
    .phase = remote_phase,
    .redeal = remote_redeal,
    .text = remote_text,
    .fields = remote_fields,
    .tell = remote_tell,
    .view = remote_view,
    .breakdown = remote_breakdown,
    .draw = remote_draw,
    .legal = remote_legal,
    .ranges = remote_ranges,
    .fill = remote_fill,
};

/* --- what the server pushes ------------------------------------------------------------------------------------------------ */

static void name_seats(struct flip_remote *remote)
{
    const json_t *seats = at(table_of(remote), "seats");
    const flip_set mine = flip_remote_mine(remote);
    remote->table.seats = (int)json_array_size(seats);
    if (remote->table.seats > FLIP_MAX_SEATS)
        remote->table.seats = FLIP_MAX_SEATS;
    for (int seat = 0; seat < remote->table.seats; seat++) {
        const char *name = string_of(json_array_get(seats, (size_t)seat), "name");
        const bool you = flip_set_has(mine, seat) && flip_set_count(mine) == 1;
        snprintf(remote->table.names[seat], sizeof remote->table.names[seat], "%.39s",
                 you       ? "You"
                 : name[0] ? name
                           : "a free seat");
    }
}

/* The log as steps: for the story, which tells them with the server's words. */
static void follow_log(struct flip_remote *remote)
{
    struct flip_table *table = &remote->table;
    const int count = (int)json_array_size(remote->log);
    if (count > table->step_room) {
        struct flip_step *grown = realloc(table->steps, 2 * (size_t)count * sizeof *grown);
        if (!grown)
            return;
        table->steps = grown;
        table->step_room = 2 * count;
    }
    for (int i = 0; i < count; i++) {
        const json_t *seat = at(json_array_get(remote->log, (size_t)i), "seat");
        table->steps[i] =
            (struct flip_step){.move = LOG_LINE | (flip_move)i,
                               .seat = json_is_integer(seat) ? (int)json_integer_value(seat) : FLIP_DEALER};
    }
    table->step_count = count;
}

/* "keep the first log_from entries of the log you have, drop the rest, append log" */
static void extend_log(struct flip_remote *remote, const json_t *scene)
{
    const json_t *from = at(scene, "log_from");
    const size_t kept = json_is_integer(from) ? (size_t)json_integer_value(from) : 0;
    if ((int)kept < remote->told_from)
        remote->told_from = (int)kept;
    while (json_array_size(remote->log) > kept)
        json_array_remove(remote->log, json_array_size(remote->log) - 1);
    json_array_extend(remote->log, (json_t *)at(scene, "log"));
    follow_log(remote);
}

static void take_push(void *context, json_t *message)
{
    struct flip_remote *remote = context;
    if (strcmp(string_of(message, "push"), "scene") != 0 ||
        strcmp(string_of(at(message, "table"), "id"), remote->id) != 0)
        return;
    json_decref(remote->scene);
    remote->scene = json_incref(message);
    remote->version++;
    remote->heard = true;
    extend_log(remote, message);
    name_seats(remote);
    snprintf(remote->title, sizeof remote->title, "%s", string_of(table_of(remote), "title"));
    snprintf(remote->game_id, sizeof remote->game_id, "%s", string_of(table_of(remote), "game"));
    const char *seed = string_of(table_of(remote), "seed");
    size_t length;
    if (seed[0])
        sodium_hex2bin(remote->table.dealer.seed, sizeof remote->table.dealer.seed, seed, strlen(seed), NULL, &length,
                       NULL);
}

/* --- the outside ----------------------------------------------------------------------------------------------------------- */

struct flip_remote *flip_remote_open(struct flip_wire *wire, const char *table, struct flip_error *error)
{
    struct flip_remote *remote = calloc(1, sizeof *remote);
    if (!remote || !(remote->log = json_array())) {
        free(remote);
        flip_fail(error, "no_memory", "There is not enough memory for the table.");
        return NULL;
    }
    remote->wire = wire;
    remote->game = shape;
    remote->game.id = remote->game_id;
    remote->game.title = remote->title;
    remote->game.about = "";
    remote->game.min_seats = 1;
    remote->game.max_seats = FLIP_MAX_SEATS;
    remote->table.game = &remote->game;
    remote->table.rules = remote;
    remote->table.open = true;
    remote->table.now.state = &remote->now;
    remote->table.now.before = &remote->before;
    snprintf(remote->id, sizeof remote->id, "%s", table);
    json_t *answer = NULL;
    char path[96];
    snprintf(path, sizeof path, "/api/tables/%.63s", table);
    if (flip_wire_request(wire, path, NULL, &answer, error) < 0)
        goto err;
    json_decref(answer);
    if (flip_wire_connect(wire, take_push, remote, error) < 0)
        goto err;
    flip_wire_always(wire, json_pack("{s:s, s:s}", "do", "watch", "table", remote->id));
    if (flip_wire_ask(wire, json_pack("{s:s, s:s}", "do", "watch", "table", remote->id), NULL, error) < 0)
        goto err;
    for (int tries = 0; !remote->scene && tries < 1000; tries++) {
        flip_wire_listen(wire);
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    }
    if (remote->scene)
        return remote;
    flip_fail(error, "offline", "The server does not show the table.");
err:
    flip_remote_close(remote);
    return NULL;
}

void flip_remote_close(struct flip_remote *remote)
{
    if (!remote)
        return;
    for (int i = 0; i < SHEETS; i++)
        json_decref(remote->sheets[i].json);
    json_decref(remote->scene);
    json_decref(remote->log);
    free(remote->table.steps);
    free(remote);
}

const char *flip_remote_status(const struct flip_remote *remote) { return string_of(table_of(remote), "status"); }
flip_set flip_remote_mine(const struct flip_remote *remote) { return set_of(at(remote->scene, "mine")); }
struct flip_table *flip_remote_table(struct flip_remote *remote) { return &remote->table; }

int flip_remote_free_seat(const struct flip_remote *remote)
{
    size_t i;
    json_t *seat;
    json_array_foreach((json_t *)at(table_of(remote), "seats"), i, seat)
    {
        if (strcmp(string_of(seat, "kind"), "open") == 0)
            return (int)i;
    }
    return -1;
}

void flip_remote_missing(const struct flip_remote *remote, struct flip_text *out)
{
    int missing = 0;
    size_t i;
    json_t *seat;
    json_array_foreach((json_t *)at(table_of(remote), "seats"), i, seat)
    {
        const char *kind = string_of(seat, "kind");
        missing += strcmp(kind, "open") == 0 || strcmp(kind, "link") == 0;
    }
    flip_text_add(out, "%s waits for %d more player%s.", remote->title, missing, missing == 1 ? "" : "s");
}

uint64_t flip_remote_offer(const struct flip_remote *remote)
{
    uint64_t hash = UINT64_C(1469598103934665603);
    size_t i;
    json_t *action;
    json_array_foreach((json_t *)actions_of(remote), i, action)
    {
        for (const char *c = string_of(action, "text"); *c; c++)
            hash = (hash ^ (unsigned char)*c) * UINT64_C(1099511628211);
        hash = (hash ^ '\n') * UINT64_C(1099511628211);
    }
    return hash;
}

bool flip_remote_listen(struct flip_remote *remote)
{
    flip_wire_listen(remote->wire);
    const bool heard = remote->heard;
    remote->heard = false;
    return heard;
}

int flip_remote_told_from(struct flip_remote *remote)
{
    const int from = remote->told_from;
    remote->told_from = (int)json_array_size(remote->log);
    return from;
}

const char *flip_remote_trouble(const struct flip_remote *remote)
{
    return flip_wire_up(remote->wire) ? "" : "The connection is lost. Nothing of the game is; we keep trying.";
}

static json_int_t steps_of(const struct flip_remote *remote)
{
    return json_integer_value(at(table_of(remote), "steps"));
}

/* The scene that shows what was done comes before the answer or right behind it. A new line brings a scene of its own, which may
   be older: a step has been seen when the steps are others. */
static int tell(struct flip_remote *remote, json_t *message, bool is_step, struct flip_error *error)
{
    const uint32_t version = remote->version;
    const json_int_t steps = steps_of(remote);
    if (flip_wire_ask(remote->wire, message, NULL, error) < 0)
        return -1;
    for (int waited = 0; waited < PATIENCE_MS; waited += LOOK_MS) {
        if (remote->version != version && (!is_step || steps_of(remote) != steps))
            break;
        flip_wire_listen(remote->wire);
        nanosleep(&(struct timespec){.tv_nsec = LOOK_MS * 1000000L}, NULL);
    }
    return 0;
}

int flip_remote_sit(struct flip_remote *remote, int seat, const char *key, struct flip_error *error)
{
    return tell(remote, json_pack("{s:s, s:s, s:i, s:s}", "do", "sit", "table", remote->id, "seat", seat, "key", key),
                false, error);
}

static int say_move(struct flip_remote *remote, int seat, const char *text, struct flip_error *error)
{
    return tell(remote,
                json_pack("{s:s, s:s, s:i, s:s, s:I}", "do", "act", "table", remote->id, "seat", seat, "text", text,
                          "at", steps_of(remote)),
                true, error);
}

int flip_remote_act(struct flip_remote *remote, int seat, flip_move move, struct flip_error *error)
{
    const struct aim *aim = aim_of(remote, move);
    return say_move(remote, seat, aim ? aim->text : string_of(action_of(remote, move), "text"), error);
}

int flip_remote_undo(struct flip_remote *remote, int seat, struct flip_error *error)
{
    return tell(remote, json_pack("{s:s, s:s, s:i}", "do", "undo", "table", remote->id, "seat", seat), true, error);
}

int flip_remote_hint(struct flip_remote *remote, int seat, struct flip_thought *thought, struct flip_error *error)
{
    json_t *answer = NULL;
    if (flip_wire_ask(remote->wire, json_pack("{s:s, s:s, s:i}", "do", "hint", "table", remote->id, "seat", seat),
                      &answer, error) < 0)
        return -1;
    thought->count = 0;
    size_t i;
    json_t *choice;
    json_array_foreach((json_t *)at(answer, "choices"), i, choice)
    {
        for (int j = 0; j < remote->move_count; j++) {
            const json_t *action = json_array_get(actions_of(remote), (size_t)j);
            if (strcmp(string_of(action, "text"), string_of(choice, "text")) != 0)
                continue;
            thought->choice[thought->count++] = (struct flip_choice){
                .move = remote->moves[j],
                .value = json_number_value(at(choice, "value")),
                .visits = (uint64_t)json_integer_value(at(choice, "visits")),
            };
        }
    }
    json_decref(answer);
    return 0;
}

bool flip_remote_can_undo(const struct flip_remote *remote) { return json_is_true(at(remote->scene, "can_undo")); }

int flip_remote_record(struct flip_remote *remote, json_t **record, struct flip_error *error)
{
    char path[96];
    snprintf(path, sizeof path, "/api/tables/%.63s/record", remote->id);
    return flip_wire_request(remote->wire, path, NULL, record, error);
}
