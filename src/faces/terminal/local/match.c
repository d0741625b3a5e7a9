/* A match at a table in this process. */
#include "faces/terminal/local/parts.h"

#include "table/table.h"

#include <flipside/record.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- keeping the game --------------------------------------------------------------------------------------------------- */

static void keep_running(struct local *local)
{
    struct flip_error error = {0};
    local->match.save_error[0] = '\0';
    if (flip_match_save(&local->match, local->match.running, &error) < 0)
        snprintf(local->match.save_error, sizeof local->match.save_error, "%s", error.message);
}

/* A finished game goes into a file of its own. */
static void keep_finished(struct local *local)
{
    struct flip_match *match = &local->match;
    struct flip_error error = {0};
    char path[FLIP_PATH_SIZE];
    match->finished[0] = '\0';
    if (local->fixed_place)
        memcpy(path, match->running, sizeof path);
    else if (flip_files_finished(match->game, path, &error) < 0) {
        snprintf(match->save_error, sizeof match->save_error, "%s", error.message);
        return;
    }
    flip_match_keep(match, path);
    if (match->finished[0] && !local->fixed_place)
        remove(match->running);
}

void local_keep(struct local *local)
{
    local->match.steps = local->table->step_count;
    if (flip_table_turn(local->table))
        keep_running(local);
    else
        keep_finished(local);
}

static struct local *local_of(const struct flip_match *match) { return (struct local *)match; }
static const struct flip_table *table_of(const struct flip_match *match) { return local_of(match)->table; }

static flip_set local_turn(const struct flip_match *match) { return flip_table_turn(table_of(match)); }

/* --- actions ------------------------------------------------------------------------------------------------------------- */

static struct flip_action action_of(const struct local *local, int seat, flip_move move)
{
    const struct flip_table *table = local->table;
    struct flip_action action = {.move = move};
    struct flip_text text = flip_text_in(action.text, sizeof action.text);
    table->game->words->text(table->rules, local->known, seat, move, &text);
    struct flip_text tell = flip_text_in(action.tell, sizeof action.tell);
    flip_table_move_tell(table, local->known, seat, move, &tell);
    return action;
}

/* The state as `seat` knows it, with the same cards every time, as a list shown twice must not differ. */
static void know(struct local *local, int seat)
{
    const struct flip_table *table = local->table;
    struct flip_random random = {0};
    flip_random_seed(&random, 1);
    if (seat < table->seats && flip_table_turn(table))
        flip_table_redeal(table, seat, &random, local->known);
    else
        memcpy(local->known, flip_table_turn(table) ? flip_table_before(table) : table->now.state,
               table->game->state_size);
    local->knower = seat;
}

static bool is_open(const struct local *local, int seat, flip_move move)
{
    struct flip_range open[FLIP_MAX_RANGES];
    return flip_move_ranges(local->table->game, local->table->rules, local->known, seat, move, open) > 0;
}

/* The state after a move, tried on what the seat knows. */
static void attempt(struct local *local, int seat, flip_move move)
{
    const struct flip_game *game = local->table->game;
    memcpy(local->tried, local->known, game->state_size);
    game->rules->apply(local->table->rules, local->tried, seat, move);
}

static int gain_of(struct local *local, int seat, flip_move move, int score)
{
    const struct flip_table *table = local->table;
    if (table->game->no_points || is_open(local, seat, move)) /* its gain depends on its numbers */
        return 0;
    attempt(local, seat, move);
    struct flip_result after = {0};
    table->game->rules->result(table->rules, local->tried, &after);
    return after.score[seat] - score;
}

static int moves_of(const struct flip_table *table, int seat, flip_move moves[FLIP_MAX_MOVES])
{
    return seat < table->seats ? flip_table_moves(table, seat, moves, FLIP_MAX_MOVES) : 0;
}

static void local_actions(struct flip_match *match, int seat, struct flip_actions *out)
{
    struct local *local = local_of(match);
    const struct flip_table *table = local->table;
    flip_move moves[FLIP_MAX_MOVES];
    const int count = moves_of(table, seat, moves);
    know(local, seat);
    flip_actions_clear(out, seat);
    table->game->rules->result(table->rules, local->known, &out->result);
    out->offer = flip_actions_hash(0, moves, (size_t)count * sizeof *moves);
    for (int i = 0; i < count; i++) {
        struct flip_action *action = flip_actions_add(out);
        *action = action_of(local, seat, moves[i]);
        action->gain = gain_of(local, seat, moves[i], out->result.score[seat]);
    }
}

static uint64_t local_offer(const struct flip_match *match, int seat)
{
    flip_move moves[FLIP_MAX_MOVES];
    return flip_actions_hash(0, moves, (size_t)moves_of(table_of(match), seat, moves) * sizeof *moves);
}

static int local_find(struct flip_match *match, int seat, const char *text, struct flip_action *out,
                      struct flip_error *error)
{
    flip_move move;
    if (flip_table_find(table_of(match), seat, text, &move, error) < 0)
        return -1;
    *out = action_of(local_of(match), seat, move);
    return 0;
}

static int local_ranges(struct flip_match *match, int seat, const struct flip_action *action,
                        struct flip_range out[FLIP_MAX_RANGES])
{
    const struct flip_table *table = table_of(match);
    return flip_move_ranges(table->game, table->rules, table->now.state, seat, action->move, out);
}

static int local_fill(struct flip_match *match, int seat, const struct flip_action *action, const int32_t *values,
                      struct flip_action *out, struct flip_error *error)
{
    const struct flip_table *table = table_of(match);
    flip_move move;
    if (flip_move_fill(table->game, table->rules, table->now.state, seat, action->move, values, &move, error) < 0)
        return -1;
    *out = action_of(local_of(match), seat, move);
    return 0;
}

static int take_step(struct local *local, int seat, flip_move move, struct flip_error *error)
{
    if (flip_table_act(local->table, seat, move, error) < 0)
        return -1;
    local_keep(local);
    return 0;
}

/* The tutor looks at the table as it is before the move. */
static int ask_tutor(struct local *local, int seat, flip_move move, struct flip_error *error)
{
    flip_thinking_end(&local->tutor);
    local->made = false;
    return flip_thinking_judge(&local->tutor, local->table, seat, move, error);
}

/* Is the tutor thinking about this move before it is made? */
static bool weighs(const struct local *local, int seat, flip_move move)
{
    const struct flip_thinking *tutor = &local->tutor;
    return tutor->busy && !local->made && tutor->seat == seat && tutor->judged == move;
}

/* A blunder is refused once. */
static enum flip_weighing local_weigh(struct flip_match *match, int seat, const struct flip_action *action, bool wait,
                                      struct flip_error *why)
{
    struct local *local = local_of(match);
    const struct flip_thinking *tutor = &local->tutor;
    if (local->warned && local->warned_of == action->move)
        return FLIP_WEIGHED;
    if (!weighs(local, seat, action->move) && ask_tutor(local, seat, action->move, why) < 0)
        return FLIP_WEIGHED; /* making the move reports it */
    if (!flip_thinking_done(tutor, wait))
        return FLIP_WEIGHING;
    if (tutor->failed || tutor->review.grade < FLIP_BLUNDER)
        return FLIP_WEIGHED;
    local->warned = true;
    local->warned_of = action->move;
    return flip_match_warn(tutor->words, why);
}

/* The tutor says nothing more about a move that it warned of. */
static int local_act(struct flip_match *match, int seat, const struct flip_action *action, struct flip_error *error)
{
    struct local *local = local_of(match);
    local->anyway = local->warned && local->warned_of == action->move;
    if (match->tutor && !local->anyway && !weighs(local, seat, action->move) &&
        ask_tutor(local, seat, action->move, error) < 0)
        return -1;
    if (take_step(local, seat, action->move, error) < 0)
        return -1;
    local->warned = false;
    local->made = true;
    return 0;
}

static int local_verdict(struct flip_match *match, int seat, bool wait, char *words, size_t size,
                         struct flip_error *error)
{
    struct flip_thinking *tutor = &local_of(match)->tutor;
    (void)seat;
    if (local_of(match)->anyway) {
        words[0] = '\0';
        return 1;
    }
    if (!tutor->busy)
        return flip_fail(error, FLIP_ERROR_EMPTY, "There is no move of yours to talk about.");
    if (!flip_thinking_done(tutor, wait))
        return 0;
    flip_thinking_end(tutor);
    if (tutor->failed) {
        *error = tutor->error;
        return -1;
    }
    snprintf(words, size, "%s", tutor->words);
    return 1;
}

static int local_undo(struct flip_match *match, int seat, struct flip_error *error)
{
    struct local *local = local_of(match);
    if (flip_table_undo(local->table, seat, error) < 0)
        return -1;
    flip_thinking_end(&local->bot); /* the position that a bot thinks about has changed */
    local->warned = false;
    local_keep(local);
    return 0;
}

static bool local_can_undo(const struct flip_match *match, int seat)
{
    return flip_table_can_undo(table_of(match), seat);
}

/* --- hints and bots ---------------------------------------------------------------------------------------------------- */

static int rank(struct local *local, struct flip_actions *actions)
{
    const struct flip_thought *thought = &local->hint.thought;
    for (int i = 0; i < thought->count; i++) {
        const struct flip_choice *choice = &thought->choice[i];
        struct flip_action action = action_of(local, actions->seat, choice->move);
        action.valued = choice->visits > 0;
        action.value = choice->value;
        memcpy(action.why, choice->why, sizeof action.why);
        flip_actions_hint(actions, &action);
    }
    return 1;
}

static int local_hint(struct flip_match *match, struct flip_actions *actions, bool wait, struct flip_error *error)
{
    struct local *local = local_of(match);
    struct flip_thinking *hint = &local->hint;
    if (wait) {
        struct flip_think_def def = flip_think_defaults(FLIP_LEVELS);
        def.explain = true;
        return flip_think(local->table, actions->seat, &def, &hint->thought, error) < 0 ? -1 : rank(local, actions);
    }
    if (hint->busy) {
        if (!flip_thinking_ready(hint))
            return 0;
        if (hint->seat == actions->seat && local->hint_offer == actions->offer) {
            if (!hint->failed)
                return rank(local, actions);
            *error = hint->error;
            return -1;
        } /* otherwise it was a hint for an older list */
    }
    local->hint_offer = actions->offer;
    return flip_thinking_begin(hint, local->table, actions->seat, NULL, error);
}

/* All bots, one after the other. */
static int play_bots(struct local *local, struct flip_error *error)
{
    for (int played = 0;; played = 1) {
        const flip_set bots = flip_table_turn(local->table) & ~local->match.people;
        if (!bots)
            return played;
        const int seat = flip_set_first(bots);
        flip_move move;
        if (flip_player_choose(&local->players[seat], local->table, seat, &local->bot.thought, &move, error) < 0 ||
            take_step(local, seat, move, error) < 0)
            return -1;
    }
}

/* The bot's move, or the first legal one if it could not think. */
static int take_thought(struct local *local, struct flip_error *error)
{
    const int seat = local->bot.seat;
    flip_move move = local->bot.move;
    if (local->bot.failed) {
        snprintf(local->match.said, sizeof local->match.said,
                 "%s could not think (%.400s) and plays the first move it has.", local->match.names[seat],
                 local->bot.error.message);
        if (flip_table_moves(local->table, seat, &move, 1) == 0)
            return 0;
    }
    return take_step(local, seat, move, error) < 0 ? -1 : 1;
}

static int local_listen(struct flip_match *match, bool wait, struct flip_error *error)
{
    struct local *local = local_of(match);
    match->said[0] = '\0';
    if (wait)
        return play_bots(local, error);
    const int changed = flip_thinking_ready(&local->bot) ? take_thought(local, error) : 0;
    const flip_set bots = flip_table_turn(local->table) & ~match->people;
    if (changed >= 0 && bots && !local->bot.busy) {
        const int seat = flip_set_first(bots);
        if (flip_thinking_begin(&local->bot, local->table, seat, &local->players[seat], error) < 0)
            return -1;
    }
    match->busy = local->bot.busy;
    return changed;
}

int local_hear_nobody(struct flip_match *match, bool wait, struct flip_error *error)
{
    (void)match, (void)wait, (void)error;
    return 0;
}

/* --- what is to be seen ------------------------------------------------------------------------------------------------ */

static void local_draw(struct flip_match *match, int viewer, int seat, struct flip_canvas *canvas)
{
    const struct flip_table *table = table_of(match);
    flip_outcome_draw(table, table->now.state, flip_table_before(table), viewer, seat, canvas);
}

static int local_read(struct flip_match *match, int viewer, int seat, struct flip_action *aim, struct flip_text *out,
                      struct flip_error *why)
{
    (void)why;
    return table_describe(table_of(match), viewer, seat, aim ? &aim->move : NULL, out);
}

static bool local_preview(struct flip_match *match, int seat, const struct flip_action *action,
                          struct flip_canvas *canvas)
{
    struct local *local = local_of(match);
    if (!local->table->game->words->draw || local->knower != seat || is_open(local, seat, action->move))
        return false;
    attempt(local, seat, action->move);
    flip_outcome_draw(local->table, local->tried, local->tried, seat, seat, canvas);
    return true;
}

static int local_story(struct flip_match *match, int viewer, enum flip_story_form form, struct flip_story *story,
                       struct flip_error *error)
{
    return flip_story_tell(story, table_of(match), viewer, FLIP_ALL_STEPS, form, error);
}

static json_t *local_view(const struct flip_match *match, int viewer)
{
    const struct flip_table *table = table_of(match);
    return flip_outcome_view(table, table->now.state, flip_table_before(table), viewer);
}

static json_t *local_result(const struct flip_match *match) { return flip_outcome_result(table_of(match)); }

static bool local_hides(const struct flip_match *match, int seat)
{
    char *own = malloc(FLIP_VIEW_SIZE), *all = malloc(FLIP_VIEW_SIZE);
    bool hides = true;
    if (own && all) {
        struct flip_json a = flip_json_in(own, FLIP_VIEW_SIZE), b = flip_json_in(all, FLIP_VIEW_SIZE);
        flip_table_view(table_of(match), seat, &a);
        flip_table_view(table_of(match), FLIP_ALL, &b);
        hides = strcmp(own, all) != 0;
    }
    free(own);
    free(all);
    return hides;
}

static char *local_record(const struct flip_match *match, struct flip_error *error)
{
    char *plain = flip_record_save(table_of(match), FLIP_RECORD_FULL, error);
    json_t *root = plain ? json_loads(plain, 0, NULL) : NULL;
    char *text = NULL;
    if (root && json_object_set_new(root, "players", json_string(local_of(match)->seats)) == 0)
        text = json_dumps(root, JSON_INDENT(1));
    if (plain && !text)
        flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory to write the record.");
    json_decref(root);
    free(plain);
    return text;
}

static void local_forget(struct flip_match *match)
{
    if (!match->finished[0])
        remove(match->running);
}

static void local_close(struct flip_match *match)
{
    struct local *local = local_of(match);
    flip_thinking_end(&local->bot);
    flip_thinking_end(&local->hint);
    flip_thinking_end(&local->tutor);
    if (local->table)
        for (int seat = 0; seat < local->table->seats; seat++)
            flip_player_close(&local->players[seat]);
    flip_table_close(local->table);
    free(local->known);
    free(local->tried);
    free(local);
}

const struct flip_match_calls local_calls = {
    .turn = local_turn,
    .actions = local_actions,
    .offer = local_offer,
    .find = local_find,
    .ranges = local_ranges,
    .fill = local_fill,
    .weigh = local_weigh,
    .act = local_act,
    .undo = local_undo,
    .can_undo = local_can_undo,
    .hint = local_hint,
    .verdict = local_verdict,
    .listen = local_listen,
    .draw = local_draw,
    .read = local_read,
    .preview = local_preview,
    .story = local_story,
    .view = local_view,
    .result = local_result,
    .hides = local_hides,
    .record = local_record,
    .forget = local_forget,
    .close = local_close,
};
