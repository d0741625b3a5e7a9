/*
 * The table. It keeps two positions: the current one, and the one after the last event that all have seen, from which
 * undo replays. (A card that one seat draws while others act at the same time limits the undo of that seat alone, and
 * so does the end of a phase that shows a seat what the others did.) Two more are a backup for calls that fail. All
 * eight states lie in one block, so backing up is one memcpy.
 */
#include "table/table.h"

#include "core/clock.h"
#include "physics/physics.h"
#include "table/shared_rules.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

_Thread_local uint64_t table_steps_made;

/* --- opening and closing ------------------------------------------------------------------------------------------- */

struct flip_table_def flip_table_defaults(const struct flip_game *game)
{
    struct flip_table_def def = {.game = game, .seats = game->min_seats};
    flip_options_default(game, &def.options);
    if (game->flicks)
        def.world = flip_physics_world();
    return def;
}

static size_t padded_state_size(const struct flip_table *table) { return (table->game->state_size + 15) & ~(size_t)15; }

/* A position whose two states lie side by side in the table's block. */
static struct flip_position position_in(const struct flip_table *table, char *memory)
{
    return (struct flip_position){.game = table->game,
                                  .rules = table->rules,
                                  .seats = table->seats,
                                  .state = memory,
                                  .before = memory + padded_state_size(table)};
}

static void assign_states(struct flip_table *table, char *memory)
{
    const size_t stride = 2 * padded_state_size(table);
    table->now = position_in(table, memory);
    table->undo.from = position_in(table, memory + stride);
    table->backup.now = position_in(table, memory + 2 * stride);
    table->backup.undo.from = position_in(table, memory + 3 * stride);
}

static void copy_undo(struct table_undo *to, const struct table_undo *from)
{
    to->from.phase = from->from.phase;
    to->step = from->step;
    to->unseen = from->unseen;
    to->apart = from->apart;
}

static void back_up(struct flip_table *table)
{
    memcpy(table->backup.now.state, table->now.state, 4 * padded_state_size(table));
    table->backup.now.phase = table->now.phase;
    copy_undo(&table->backup.undo, &table->undo);
}

static void restore(struct flip_table *table)
{
    memcpy(table->now.state, table->backup.now.state, 4 * padded_state_size(table));
    table->now.phase = table->backup.now.phase;
    copy_undo(&table->undo, &table->backup.undo);
}

static int check_def(const struct flip_table_def *def, struct flip_error *error)
{
    const struct flip_game *game = def->game;
    if (def->seats < game->min_seats || def->seats > game->max_seats)
        return flip_fail(error, FLIP_ERROR_BAD_OPTION, "%s is played by %d to %d, not by %d.", game->title,
                         game->min_seats, game->max_seats, def->seats);
    if (def->edition && def->edition->game != game)
        return flip_fail(error, FLIP_ERROR_BAD_EDITION, "This edition belongs to %s, not to %s.",
                         def->edition->game->title, game->title);
    return 0;
}

/* A seed without a `draw` counts as named by a person. */
static void open_dealer(struct flip_table *table, const struct flip_table_def *def)
{
    unsigned char seed[FLIP_SEED_BYTES];
    if (def->seed) {
        table->seed_draw = def->seed_draw ? *def->seed_draw : (struct flip_seed_draw){.how = FLIP_SEED_NAMED};
        memcpy(seed, def->seed, sizeof seed);
    } else {
        table->seed_draw = flip_seed_draw_fresh();
        flip_seed_draw_seed(&table->seed_draw, def->seats, seed);
    }
    flip_dealer_open(&table->dealer, seed);
}

struct flip_table *table_open_undealt(const struct flip_table_def *def, struct flip_error *error)
{
    if (check_def(def, error) < 0)
        return NULL;
    const struct flip_game *game = def->game;
    struct flip_table *table = calloc(1, sizeof *table);
    if (!table)
        goto no_memory;
    table->game = game;
    table->seats = def->seats;
    table->options = def->options;
    table->open = def->open;
    table->world = def->world;

    open_dealer(table, def);

    for (int seat = 0; seat < def->seats; seat++) {
        char numbered[24];
        snprintf(numbered, sizeof numbered, "Player %d", seat + 1);
        snprintf(table->names[seat], sizeof table->names[seat], "%s", def->names[seat] ? def->names[seat] : numbered);
    }

    struct flip_edition *edition =
        def->edition ? flip_edition_copy(def->edition) : flip_edition_chosen(game, &table->options, error);
    if (!edition && def->edition)
        goto no_memory;
    if (!edition || !(table->shared = shared_rules_get(edition, &table->options, table->seats, error))) {
        flip_table_close(table);
        return NULL;
    }
    table->edition = table->shared->edition;
    table->rules = table->shared->rules;

    char *memory = calloc(8, padded_state_size(table));
    if (!memory)
        goto no_memory;
    assign_states(table, memory);
    if (flip_dealer_rig(&table->dealer, def->rig, def->rig_count) < 0)
        goto no_memory;
    flip_position_start(&table->now);
    flip_position_copy(&table->undo.from, &table->now);
    return table;

no_memory:
    flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory to open a table.");
    flip_table_close(table);
    return NULL;
}

struct flip_table *flip_table_open(const struct flip_table_def *def, struct flip_error *error)
{
    struct flip_table *table = table_open_undealt(def, error);
    if (table && table_deal(table, error) < 0) {
        flip_table_close(table);
        return NULL;
    }
    return table;
}

void flip_table_close(struct flip_table *table)
{
    if (!table)
        return;
    flip_dealer_close(&table->dealer);
    shared_rules_release(table->shared);
    free(table->now.state); /* the block of eight states begins there */
    free(table->steps);
    free(table->outcomes);
    free(table);
}

/* --- steps --------------------------------------------------------------------------------------------------------- */

/* Applies the step in a position, the table's own or a scratch one, and moves the start of undo; the caller keeps the
   history. `step_count` includes this step. */
static void apply(const struct flip_table *table, struct flip_position *position, struct table_undo *undo,
                  const struct flip_step *step, int step_count)
{
    const bool phase_ended = table_apply(table, position, step);
    const bool known_to_all = table->open || phase_ended;
    const bool learnt = phase_ended && (undo->unseen & ~FLIP_BIT(step->seat)) != 0;
    if (phase_ended)
        undo->unseen = 0;
    else if (step->seat != FLIP_DEALER)
        undo->unseen |= FLIP_BIT(step->seat);
    if (known_to_all || step->seat != FLIP_DEALER)
        undo->apart = !known_to_all;
    if (learnt || (step->seat == FLIP_DEALER && !undo->apart)) {
        flip_position_copy(&undo->from, position);
        undo->step = step_count;
    }
}

int table_step(struct flip_table *table, struct flip_step step, struct flip_error *error)
{
    if (table->step_count == table->step_room) {
        int room = table->step_room ? 2 * table->step_room : 64;
        struct flip_step *grown = realloc(table->steps, (size_t)room * sizeof *grown);
        if (!grown)
            return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory to go on.");
        table->steps = grown;
        table->step_room = room;
    }
    table->steps[table->step_count++] = step;
    apply(table, &table->now, &table->undo, &step, table->step_count);
    return 0;
}

int table_step_outcome(struct flip_table *table, struct flip_step step, const struct flip_outcome *outcome,
                       struct flip_error *error)
{
    if (table->outcome_count == table->outcome_room) {
        const int room = table->outcome_room ? 2 * table->outcome_room : 16;
        struct flip_outcome *grown = realloc(table->outcomes, (size_t)room * sizeof *grown);
        if (!grown)
            return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory to go on.");
        table->outcomes = grown;
        table->outcome_room = room;
    }
    table->outcomes[table->outcome_count++] = *outcome;
    step.outcome = table->outcome_count;
    return table_step(table, step, error);
}

bool table_waits_outside(const struct flip_table *table)
{
    struct flip_chances chances;
    table->game->rules->chances(table->rules, table->now.state, &chances);
    return chances.kind == FLIP_CHANCE_OUTSIDE;
}

/* Writes the texts of the first few possible events, for an error. */
static void list_events(const struct flip_table *table, const struct flip_chances *chances, struct flip_text *out)
{
    enum { SHOWN = 8 };
    int count = 0;
    const int limit = chances->kind == FLIP_CHANCE_SET ? 64 : chances->count;
    for (int i = 0; i < limit && count <= SHOWN; i++) {
        flip_move event = chances->kind == FLIP_CHANCE_SET ? chances->base + (flip_move)i : chances->list[i].event;
        if (!flip_chances_has(chances, event))
            continue;
        if (count)
            flip_text_add(out, ", ");
        if (count++ == SHOWN)
            flip_text_add(out, "…");
        else
            table->game->words->text(table->rules, table->now.state, FLIP_DEALER, event, out);
    }
}

int table_find_event(const struct flip_table *table, const char *text, flip_move *out, struct flip_error *error)
{
    struct flip_chances chances;
    table->game->rules->chances(table->rules, table->now.state, &chances);
    if (chances.kind == FLIP_CHANCE_OUTSIDE)
        return flip_fail(error, FLIP_ERROR_IMPOSSIBLE_EVENT,
                         "The event '%.60s' cannot happen now: the outcome of a flick is due, which is an object.",
                         text);
    const int limit = chances.kind == FLIP_CHANCE_SET ? 64 : chances.count;
    for (int i = 0; i < limit; i++) {
        flip_move event = chances.kind == FLIP_CHANCE_SET ? chances.base + (flip_move)i : chances.list[i].event;
        if (!flip_chances_has(&chances, event))
            continue;
        char name[FLIP_MOVE_TEXT];
        struct flip_text in = flip_text_in(name, sizeof name);
        table->game->words->text(table->rules, table->now.state, FLIP_DEALER, event, &in);
        if (strcasecmp(name, text) == 0) {
            *out = event;
            return 0;
        }
    }
    char possible[200];
    struct flip_text list = flip_text_in(possible, sizeof possible);
    list_events(table, &chances, &list);
    return flip_fail(error, FLIP_ERROR_IMPOSSIBLE_EVENT, "The event '%.60s' cannot happen now. Possible: %s.", text,
                     possible);
}

/* Adds the outcome of the flick that is due: the rigged one, or the one that the world makes of the scene. */
static int deal_outcome(struct flip_table *table, struct flip_step step, struct flip_error *error)
{
    struct flip_dealer *dealer = &table->dealer;
    struct flip_outcome outcome = {0};
    if (dealer->rig_next < dealer->rig_count) {
        step.rigged = true;
        if (flip_table_outcome_read(table, dealer->rig[dealer->rig_next++], &outcome, error) < 0)
            return -1;
        return table_step_outcome(table, step, &outcome, error);
    }
    if (!table->world.flick)
        return flip_fail(error, FLIP_ERROR_OUTSIDE, "%s waits for an outcome that this table cannot produce.",
                         table->game->title);
    struct flip_scene scene = {0};
    table->game->flicks->scene(table->rules, table->now.state, &scene);
    if (table->world.flick(table->world.context, &scene, &outcome, error) < 0 ||
        flip_outcome_check(&scene, &outcome, error) < 0)
        return -1;
    return table_step_outcome(table, step, &outcome, error);
}

static int deal_event(struct flip_table *table, struct flip_error *error)
{
    struct flip_dealer *dealer = &table->dealer;
    struct flip_step step = {.seat = FLIP_DEALER, .time = flip_milliseconds_of(CLOCK_REALTIME)};
    struct flip_chances chances;
    table->game->rules->chances(table->rules, table->now.state, &chances);
    if (chances.kind == FLIP_CHANCE_OUTSIDE)
        return deal_outcome(table, step, error);
    /* A rigged outcome waits for its flick; events before it, such as the error of the hand, are drawn. */
    if (dealer->rig_next < dealer->rig_count && (!table->game->flicks || dealer->rig[dealer->rig_next][0] != '{')) {
        step.rigged = true;
        if (table_find_event(table, dealer->rig[dealer->rig_next++], &step.move, error) < 0)
            return -1;
    } else {
        step.move = flip_chances_pick(&chances, &dealer->random);
    }
    return table_step(table, step, error);
}

int table_deal(struct flip_table *table, struct flip_error *error)
{
    while (table->game->rules->turn(table->rules, table->now.state) == FLIP_BIT(FLIP_DEALER)) {
        if (deal_event(table, error) < 0)
            return -1;
    }
    return 0;
}

/* --- what seats do ------------------------------------------------------------------------------------------------- */

const struct flip_game *flip_table_game(const struct flip_table *table) { return table->game; }

int flip_table_seats(const struct flip_table *table) { return table->seats; }

const char *flip_table_name(const struct flip_table *table, int seat) { return table->names[seat]; }

const struct flip_seed_draw *flip_table_seed_draw(const struct flip_table *table) { return &table->seed_draw; }

const struct flip_options *flip_table_options(const struct flip_table *table) { return &table->options; }

const struct flip_edition *flip_table_edition(const struct flip_table *table) { return table->edition; }

int flip_table_step_count(const struct flip_table *table) { return table->step_count; }

const struct flip_step *flip_table_step(const struct flip_table *table, int index) { return &table->steps[index]; }

struct flip_position flip_table_position(const struct flip_table *table)
{
    struct flip_position position = table->now;
    if (table->open)
        position.before = position.state;
    return position;
}

flip_set flip_table_turn(const struct flip_table *table)
{
    return table->game->rules->turn(table->rules, table->now.state) & ~FLIP_BIT(FLIP_DEALER);
}

int flip_table_moves(const struct flip_table *table, int seat, flip_move *out, int cap)
{
    if (seat < 0 || seat >= table->seats || !flip_set_has(flip_table_turn(table), seat))
        return 0;
    return table->game->rules->moves(table->rules, table->now.state, seat, out, cap);
}

static int check_turn(const struct flip_table *table, const void *state, int seat, struct flip_error *error)
{
    if (seat < 0 || seat >= table->seats)
        return flip_fail(error, FLIP_ERROR_BAD_SEAT, "There is no seat %d at this table: seats are 0 to %d.", seat,
                         table->seats - 1);
    flip_set turn = table->game->rules->turn(table->rules, state);
    if (turn == 0)
        return flip_fail(error, FLIP_ERROR_OVER, "The game is over.");
    if (!flip_set_has(turn, seat))
        return flip_fail(error, FLIP_ERROR_NOT_YOUR_TURN, "%s has nothing to decide now.", table->names[seat]);
    return 0;
}

static bool legal_in(const struct flip_table *table, const void *state, int seat, flip_move move,
                     struct flip_error *error)
{
    const struct flip_game *game = table->game;
    if (check_turn(table, state, seat, error) < 0)
        return false;
    struct flip_range open[FLIP_MAX_RANGES];
    if (flip_move_ranges(game, table->rules, state, seat, move, open) > 0) {
        flip_fail(error, FLIP_ERROR_OPEN, "This move needs its numbers: say the %s and what else it leaves open.",
                  open[0].name);
        return false;
    }
    if (game->rules->legal)
        return game->rules->legal(table->rules, state, seat, move, error);
    flip_move moves[FLIP_MAX_MOVES];
    int count = game->rules->moves(table->rules, state, seat, moves, FLIP_MAX_MOVES);
    for (int i = 0; i < count; i++)
        if (moves[i] == move)
            return true;
    flip_fail(error, FLIP_ERROR_ILLEGAL, "This move is not among the %d that %s has now.", count, table->names[seat]);
    return false;
}

bool table_legal(const struct flip_table *table, int seat, flip_move move, struct flip_error *error)
{
    return legal_in(table, table->now.state, seat, move, error);
}

int flip_table_act(struct flip_table *table, int seat, flip_move move, struct flip_error *error)
{
    if (!table_legal(table, seat, move, error))
        return -1;
    const struct flip_dealer dealer = table->dealer;
    const int step_count = table->step_count, outcome_count = table->outcome_count;
    back_up(table);

    struct flip_step step = {.move = move, .seat = seat, .time = flip_milliseconds_of(CLOCK_REALTIME)};
    if (table_step(table, step, error) == 0 && table_deal(table, error) == 0)
        return 0;

    restore(table);
    table->step_count = step_count;
    table->outcome_count = outcome_count;
    table->dealer = dealer;
    return -1;
}

void flip_table_made_by(struct flip_table *table, int by)
{
    int i = table->step_count - 1;
    while (i >= 0 && table->steps[i].seat == FLIP_DEALER)
        i--;
    if (i >= 0)
        table->steps[i].by = by;
}

/* Is this step of the history possible in a scratch state too? */
static bool can_apply(const struct flip_table *table, const void *state, const struct flip_step *step)
{
    const struct flip_game *game = table->game;
    if (step->seat != FLIP_DEALER)
        return legal_in(table, state, step->seat, step->move, NULL);
    if (game->rules->turn(table->rules, state) != FLIP_BIT(FLIP_DEALER) || step->outcome)
        return false;
    struct flip_chances chances;
    game->rules->chances(table->rules, state, &chances);
    return flip_chances_has(&chances, step->move);
}

/* Replays the undoable steps without step `left_out`, using the backup's memory for the resulting position. */
static int replay_without(const struct flip_table *table, int left_out, struct flip_position *out,
                          struct flip_error *error)
{
    *out = table->backup.now;
    struct table_undo undo = {.from = table->backup.undo.from};
    flip_position_copy(out, &table->undo.from);
    for (int i = table->undo.step; i < table->step_count; i++) {
        const struct flip_step *step = &table->steps[i];
        if (i == left_out)
            continue;
        if (!can_apply(table, out->state, step))
            return flip_fail(error, FLIP_ERROR_CANNOT_UNDO, "%s has already acted on that step.",
                             step->seat == FLIP_DEALER ? "The dealer" : table->names[step->seat]);
        apply(table, out, &undo, step, i + 1);
    }
    return 0;
}

/* The index of the step that an undo of this seat would take back, and the position after it. */
static int find_undo(const struct flip_table *table, int seat, struct flip_position *after, struct flip_error *error)
{
    if (seat < 0 || seat >= table->seats)
        return flip_fail(error, FLIP_ERROR_BAD_SEAT, "There is no seat %d at this table: seats are 0 to %d.", seat,
                         table->seats - 1);
    if (table->game->rules->turn(table->rules, table->now.state) == 0)
        return flip_fail(error, FLIP_ERROR_OVER, "The game is over: nothing can be taken back.");
    int i = table->step_count - 1;
    while (i >= table->undo.step && table->steps[i].seat != seat)
        i--;
    const bool drew = i + 1 < table->step_count && table->steps[i + 1].seat == FLIP_DEALER;
    if (i < table->undo.step || drew)
        return flip_fail(error, FLIP_ERROR_CANNOT_UNDO,
                         "There is no step to take back since the last card was revealed.");
    return replay_without(table, i, after, error) < 0 ? -1 : i;
}

bool flip_table_can_undo(const struct flip_table *table, int seat)
{
    struct flip_position after;
    return find_undo(table, seat, &after, NULL) >= 0;
}

int flip_table_undo(struct flip_table *table, int seat, struct flip_error *error)
{
    struct flip_position after;
    const int i = find_undo(table, seat, &after, error);
    if (i < 0)
        return -1;
    flip_position_copy(&table->now, &after);
    table->step_count--;
    memmove(&table->steps[i], &table->steps[i + 1], (size_t)(table->step_count - i) * sizeof *table->steps);
    return 0;
}

int flip_table_rig(struct flip_table *table, const char *const *events, int count, struct flip_error *error)
{
    if (flip_dealer_rig(&table->dealer, events, count) < 0)
        return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory for %d rigged events.", count);
    return 0;
}

/* --- views ----------------------------------------------------------------------------------------------------------- */

int flip_table_draw(const struct flip_table *table, int viewer, int seat, struct flip_canvas *canvas,
                    struct flip_error *error)
{
    if (seat < 0 || seat >= table->seats)
        return flip_fail(error, FLIP_ERROR_BAD_SEAT, "There is no seat %d at this table.", seat);
    flip_canvas_clear(canvas);
    /* Nothing is hidden when the game is over. */
    const int eyes = flip_table_turn(table) ? viewer : FLIP_ALL;
    table->game->words->draw(table->rules, table->now.state, flip_table_before(table), eyes, seat, canvas);
    return 0;
}

bool table_describe(const struct flip_table *table, int viewer, int seat, const flip_move *aim, struct flip_text *out)
{
    const struct flip_game *game = table->game;
    const int eyes = flip_table_turn(table) ? viewer : FLIP_ALL;
    if (!game->words->read || (aim && !game->flicks))
        return false;
    game->words->read(table->rules, table->now.state, flip_table_before(table), eyes, seat, aim, out);
    return true;
}

const void *flip_table_before(const struct flip_table *table)
{
    return table->open ? table->now.state : table->now.before;
}

void flip_table_redeal(const struct flip_table *table, int seat, struct flip_random *random, void *out)
{
    memcpy(out, table->now.state, table->game->state_size);
    table->game->knowledge->redeal(table->rules, out, flip_table_before(table), seat, random);
}

void table_set_state(struct flip_table *table, const void *state)
{
    memcpy(table->now.state, state, table->game->state_size);
    memcpy(table->now.before, state, table->game->state_size);
    table->now.phase = table->game->knowledge->phase(table->rules, state);
}

void flip_table_rename(struct flip_table *table, int seat, const char *name)
{
    snprintf(table->names[seat], sizeof table->names[seat], "%s", name);
}

void flip_table_result(const struct flip_table *table, struct flip_result *out)
{
    memset(out, 0, sizeof *out);
    table->game->rules->result(table->rules, table->now.state, out);
}

void flip_table_view(const struct flip_table *table, int viewer, struct flip_json *out)
{
    flip_json_open(out, NULL, '{');
    table->game->knowledge->view(table->rules, table->now.state, flip_table_before(table), viewer, out);
    flip_json_set(out, "to_act", flip_table_turn(table));
    flip_json_close(out);
}

void flip_ranges_json(const struct flip_range *ranges, int count, struct flip_json *out)
{
    for (int i = 0; i < count; i++) {
        flip_json_open(out, ranges[i].name, '[');
        flip_json_number(out, NULL, (double)ranges[i].min / ranges[i].scale);
        flip_json_number(out, NULL, (double)ranges[i].max / ranges[i].scale);
        flip_json_close(out);
    }
    if (count == 0)
        return;
    flip_json_open(out, "open", '[');
    for (int i = 0; i < count; i++)
        flip_json_string(out, NULL, ranges[i].name);
    flip_json_close(out);
}

void flip_table_action(const struct flip_table *table, int seat, flip_move move, int id, struct flip_json *out)
{
    char name[FLIP_MOVE_TEXT];
    struct flip_text in = flip_text_in(name, sizeof name);
    table->game->words->text(table->rules, table->now.state, seat, move, &in);
    flip_json_open(out, NULL, '{');
    flip_json_int(out, "id", id);
    flip_json_string(out, "text", name);
    table->game->words->fields(table->rules, table->now.state, seat, move, out);
    struct flip_range ranges[FLIP_MAX_RANGES];
    const int count = flip_move_ranges(table->game, table->rules, table->now.state, seat, move, ranges);
    flip_ranges_json(ranges, count, out);
    flip_json_close(out);
}

/* --- notation ------------------------------------------------------------------------------------------------------ */

/* To lower case, with single spaces between words. */
static void normalize(const char *text, char *out, size_t size)
{
    size_t length = 0;
    bool gap = false;
    for (; *text && length + 2 < size; text++) {
        if (isspace((unsigned char)*text)) {
            gap = length > 0;
            continue;
        }
        if (gap)
            out[length++] = ' ';
        gap = false;
        out[length++] = (char)tolower((unsigned char)*text);
    }
    out[length] = '\0';
}

static void move_text(const struct flip_table *table, int seat, flip_move move, char *out, size_t size)
{
    struct flip_text in = flip_text_in(out, size);
    table->game->words->text(table->rules, table->now.state, seat, move, &in);
}

static int no_such_move(const struct flip_table *table, int seat, const char *text, const flip_move *moves, int count,
                        struct flip_error *error)
{
    enum { SHOWN = 6 };
    char list[280], name[FLIP_MOVE_TEXT];
    struct flip_text out = flip_text_in(list, sizeof list);
    for (int i = 0; i < count && i < SHOWN; i++) {
        move_text(table, seat, moves[i], name, sizeof name);
        flip_text_add(&out, "%s'%s'", i ? ", " : "", name);
    }
    if (count == 1)
        return flip_fail(error, FLIP_ERROR_ILLEGAL, "'%.60s' is not possible now. The only move is %s.", text, list);
    return flip_fail(error, FLIP_ERROR_ILLEGAL, "'%.60s' is not possible now. There are %d moves: %s%s", text, count,
                     list, count > SHOWN ? ", …" : ".");
}

/* Reads a number as people write it: no exponents, no infinities, whatever the locale. Returns its end, or NULL if it
   is none. */
static const char *read_number(const char *text, double *out)
{
    enum { DIGITS = 9 };
    const bool minus = *text == '-';
    double number = 0, place = 1;
    int digits = 0;
    text += *text == '-' || *text == '+';
    for (; *text >= '0' && *text <= '9' && digits < DIGITS; text++, digits++)
        number = 10 * number + (*text - '0');
    if (*text == '.')
        for (text++; *text >= '0' && *text <= '9' && digits < 2 * DIGITS; text++, digits++)
            number += (*text - '0') * (place /= 10);
    *out = minus ? -number : number;
    return digits > 0 && (*text == '\0' || *text == ' ') ? text : NULL;
}

/* Reads the numbers after a template's text. Returns how many there are, `most` + 1 if more, -1 if there is anything
   else. */
static int read_numbers(const char *text, const struct flip_range *ranges, int most, int32_t *values)
{
    int count = 0;
    while (*text) {
        double number;
        const char *end = read_number(text + strspn(text, " "), &number);
        if (!end)
            return text[strspn(text, " ")] ? -1 : count;
        if (count == most)
            return most + 1;
        values[count] = flip_range_value(&ranges[count], number);
        count++;
        text = *end ? end + 1 : end;
    }
    return count;
}

/* Is `wanted` this template, with or without its numbers? 0: no; 1: yes, filled in; -1: yes, but the numbers are
   wrong. */
static int find_aimed(const struct flip_table *table, int seat, flip_move move, const char *plain, const char *wanted,
                      flip_move *out, struct flip_error *error)
{
    struct flip_range ranges[FLIP_MAX_RANGES];
    int32_t values[FLIP_MAX_RANGES];
    const int most = flip_move_ranges(table->game, table->rules, table->now.state, seat, move, ranges);
    const size_t length = strlen(plain);
    if (most == 0 || strncmp(plain, wanted, length) != 0 || (wanted[length] && wanted[length] != ' '))
        return 0;
    const int count = read_numbers(wanted[length] ? wanted + length + 1 : "", ranges, most, values);
    if (count < 0)
        return 0;
    if (count == most)
        return flip_move_fill(table->game, table->rules, table->now.state, seat, move, values, out, error) < 0 ? -1 : 1;
    char list[200];
    struct flip_text words = flip_text_in(list, sizeof list);
    for (int i = 0; i < most; i++) {
        flip_text_add(&words, "%s%s (", i ? ", " : "", ranges[i].name);
        flip_range_text(&ranges[i], ranges[i].min, &words);
        flip_text_add(&words, " to ");
        flip_range_text(&ranges[i], ranges[i].max, &words);
        flip_text_add(&words, ")");
    }
    return flip_fail(error, FLIP_ERROR_OPEN, "'%s' is followed by %d number%s: %s.", plain, most, most == 1 ? "" : "s",
                     list);
}

int flip_table_find(const struct flip_table *table, int seat, const char *text, flip_move *out,
                    struct flip_error *error)
{
    if (check_turn(table, table->now.state, seat, error) < 0)
        return -1;
    flip_move moves[FLIP_MAX_MOVES];
    const int count = flip_table_moves(table, seat, moves, FLIP_MAX_MOVES);
    char wanted[FLIP_MOVE_TEXT], name[FLIP_MOVE_TEXT], plain[FLIP_MOVE_TEXT];
    normalize(text, wanted, sizeof wanted);
    const size_t length = strlen(wanted);

    char candidates[280];
    struct flip_text list = flip_text_in(candidates, sizeof candidates);
    int found = 0;
    for (int i = 0; i < count; i++) {
        move_text(table, seat, moves[i], name, sizeof name);
        normalize(name, plain, sizeof plain);
        const int aimed = find_aimed(table, seat, moves[i], plain, wanted, out, error);
        if (aimed != 0)
            return aimed < 0 ? -1 : 0;
        if (strcmp(plain, wanted) == 0) {
            *out = moves[i];
            return 0;
        }
        /* A beginning counts only up to the end of a word: "track 1" is not short for "track 10". */
        if (length > 0 && strncmp(plain, wanted, length) == 0 && plain[length] == ' ') {
            if (found++ == 0)
                *out = moves[i];
            if (found <= 10)
                flip_text_add(&list, "%s'%s'", found > 1 ? ", " : "", name);
        }
    }
    if (found == 1)
        return 0;
    if (found > 1)
        return flip_fail(error, FLIP_ERROR_AMBIGUOUS, "'%.60s' can mean %d things: %s%s", text, found, candidates,
                         found > 10 ? ", …" : ".");
    return no_such_move(table, seat, text, moves, count, error);
}
