/*
 * Flick 'em Up! for learners. Everything lies open, so an observation is the table. An action is a move without its numbers: its
 * kind, what it is about, and what else, in 4, 6 and 5 bits. A flick is a template among them; its angle and speed are given
 * beside it, in the order and within the limits that `ranges` tells.
 */
#include "core/numbers.h"
#include "games/flickemup/flickemup.h"

#include <flipside/learn.h>

enum {
    OTHER_BITS = 5,
    WHAT_BITS = 6,
    ACTIONS = FLICKEMUP_END << (WHAT_BITS + OTHER_BITS),
    PLACES = 5, /* numbers of a place */
    STAGES = FLICKEMUP_OVER + 1,
};

/* --- what a seat knows --------------------------------------------------------------------------------------------------- */

static const char place_meaning[] =
    "1: on the table; x and y, of its width and height; (1 + cos) / 2, (1 + sin) / 2 of where it faces";

static void figure_fields(struct flip_fields *out, const char *name)
{
    flip_field_add(out, PLACES, place_meaning, "%s: place", name);
    flip_field_add(out, 1, "hit points, of 4", "%s: hit points", name);
    flip_field_add(out, FLICKEMUP_BUILDINGS, "the building that it is in", "%s: inside", name);
    flip_field_add(out, 4, "1: on the gallows; fallen; the hat shows blue; it is the active one", "%s: signs", name);
    for (int hand = 1; hand <= FLICKEMUP_HAND; hand++)
        flip_field_add(out, FLICKEMUP_TOKENS, "the token, in the order of enum flickemup_token", "%s: hand %d", name,
                       hand);
}

static void list_fields(const void *rules, struct flip_fields *out)
{
    static const char tokens[] = "tokens of each kind, of 4, in the order of enum flickemup_token";
    (void)rules;
    flip_field_add(out, 2, "lawmen, outlaws", "own: team");
    flip_field_add(out, 2, "lawmen, outlaws", "team to act");
    flip_field_add(out, 1, "of 12", "hour");
    flip_field_add(out, STAGES, "in the order of enum flickemup_stage", "stage");
    flip_field_add(out, 1, "actions left, of 2", "actions");
    flip_field_add(out, 3, "1: may turn; a second bullet from the left, from the right", "may");
    flip_field_add(out, FLICKEMUP_TOKENS, "the token to keep or leave", "turned up");
    flip_field_add(out, 1, "1: a duel", "duel");
    flip_field_add(out, FLICKEMUP_COWBOYS, "holds the initiative", "initiative");
    for (int i = 0; i < FLICKEMUP_FIGURES; i++)
        figure_fields(out, flickemup_piece_names[i]);
    for (int i = FLICKEMUP_FIGURES; i < FLICKEMUP_PIECES; i++)
        flip_field_add(out, PLACES, place_meaning, "%s", flickemup_piece_names[i]);
    for (int i = 0; i < FLICKEMUP_GROUND; i++) {
        flip_field_add(out, 2, "x and y, of width and height", "on the ground %d: place", i + 1);
        flip_field_add(out, FLICKEMUP_TOKENS, "the token, in the order of enum flickemup_token",
                       "on the ground %d: token", i + 1);
    }
    for (int i = 0; i < FLICKEMUP_BUILDINGS; i++) {
        flip_field_add(out, FLICKEMUP_TOKENS, tokens, "%s: tokens", flickemup_building_words[i]);
        flip_field_add(out, 1, "tokens face down, of 4", "%s: face down", flickemup_building_words[i]);
    }
    for (int i = 0; i < FLICKEMUP_EXITS; i++)
        for (int team = 0; team < FLICKEMUP_TEAMS; team++)
            flip_field_add(out, FLICKEMUP_TOKENS, tokens, "exit %d: carried out by %s", i + 1,
                           flickemup_team_words[team]);
    flip_field_add(out, FLICKEMUP_TESTS, "strikes in a row that a part of a condition was true, of 4", "held");
    flip_field_add(out, FLICKEMUP_TESTS, "1: the explosion that a condition asks for has happened", "exploded");
}

/* 0 … 1, also for what lies a little outside. */
static float part_of(int32_t value, int32_t whole)
{
    const float part = (float)value / (float)whole;
    return part < 0 ? 0 : part > 1 ? 1 : part;
}

static float *place(const struct flickemup_rules *rules, bool here, const struct flip_pose *pose, float *out)
{
    if (!here)
        return flip_number_zeros(out, PLACES);
    const int32_t angle = flip_pose_facing(pose);
    *out++ = 1;
    *out++ = part_of(pose->x, rules->edition.width);
    *out++ = part_of(pose->y, rules->edition.height);
    *out++ = part_of(FLIP_ONE + (int32_t)flip_cos(angle), 2 * FLIP_ONE);
    *out++ = part_of(FLIP_ONE + (int32_t)flip_sin(angle), 2 * FLIP_ONE);
    return out;
}

static float *counts(const uint8_t count[FLICKEMUP_TOKENS], float *out)
{
    for (int token = 0; token < FLICKEMUP_TOKENS; token++)
        out = flip_number(out, count[token], 4);
    return out;
}

static float *figure_numbers(const struct flickemup_rules *rules, const struct flickemup_state *state, int i,
                             float *out)
{
    const struct flickemup_figure *figure = &state->figure[i];
    const unsigned signs = (unsigned)(figure->where == FLICKEMUP_ON_GALLOWS) | (unsigned)figure->fallen << 1 |
                           (unsigned)(figure->blue != 0) << 2 | (unsigned)(state->active == i) << 3;
    out = place(rules, figure->where == FLICKEMUP_ON_TABLE, &state->pose[i], out);
    out = flip_number(out, figure->hit_points, 4);
    out = flip_number_which(out, flickemup_building_of(figure), FLICKEMUP_BUILDINGS);
    out = flip_number_bits(out, signs, 4);
    for (int hand = 0; hand < FLICKEMUP_HAND; hand++)
        out = flip_number_which(out, figure->hand[hand], FLICKEMUP_TOKENS);
    return out;
}

static float *ground_numbers(const struct flickemup_rules *rules, const struct flickemup_state *state, float *out)
{
    for (int i = 0; i < state->grounded; i++) {
        *out++ = part_of(state->ground[i].x, rules->edition.width);
        *out++ = part_of(state->ground[i].y, rules->edition.height);
        out = flip_number_which(out, state->ground[i].token, FLICKEMUP_TOKENS);
    }
    return flip_number_zeros(out, (FLICKEMUP_GROUND - state->grounded) * (2 + FLICKEMUP_TOKENS));
}

static float *observe(const void *rules_, const void *state_, const void *before, int seat, float *out)
{
    const struct flickemup_rules *rules = rules_;
    const struct flickemup_state *state = state_;
    (void)before;
    out = flip_number_which(out, rules->side[seat], FLICKEMUP_TEAMS);
    out = flip_number_which(out, state->team, FLICKEMUP_TEAMS);
    out = flip_number(out, state->hour, FLICKEMUP_NOON);
    out = flip_number_which(out, state->stage, STAGES);
    out = flip_number(out, state->actions, 2);
    out = flip_number_bits(out, (unsigned)(state->may_face != 0) | (state->second ? 1U << state->second : 0), 3);
    out = flip_number_which(out, state->stage == FLICKEMUP_KEEPING ? state->turned_up : -1, FLICKEMUP_TOKENS);
    out = flip_number(out, state->duel.on, 1);
    out = flip_number_which(out, state->initiative, FLICKEMUP_COWBOYS);
    for (int i = 0; i < FLICKEMUP_FIGURES; i++)
        out = figure_numbers(rules, state, i, out);
    for (int i = FLICKEMUP_FIGURES; i < FLICKEMUP_PIECES; i++)
        out = place(rules, flip_set_has(state->here, i), &state->pose[i], out);
    out = ground_numbers(rules, state, out);
    for (int i = 0; i < FLICKEMUP_BUILDINGS; i++) {
        out = counts(state->up[i], out);
        out = flip_number(out, state->down[i], 4);
    }
    for (int i = 0; i < FLICKEMUP_EXITS; i++)
        for (int team = 0; team < FLICKEMUP_TEAMS; team++)
            out = counts(state->out[i][team], out);
    for (int i = 0; i < FLICKEMUP_TESTS; i++)
        out = flip_number(out, state->held[i], 4);
    return flip_number_bits(out, state->exploded, FLICKEMUP_TESTS);
}

/* --- actions ------------------------------------------------------------------------------------------------------------- */

static int actions(const void *rules)
{
    (void)rules;
    return ACTIONS;
}

static int action_of(const void *rules, const void *state, int seat, flip_move move)
{
    (void)rules, (void)state, (void)seat;
    return (flickemup_kind(move) - FLICKEMUP_PLAY) << (WHAT_BITS + OTHER_BITS) | flickemup_what(move) << OTHER_BITS |
           flickemup_other(move);
}

static flip_move move_of(const void *rules, const void *state, int seat, int action)
{
    (void)rules, (void)state, (void)seat;
    const int kind = FLICKEMUP_PLAY + (action >> (WHAT_BITS + OTHER_BITS));
    return flickemup_template(flickemup_move((enum flickemup_kind)kind, action >> OTHER_BITS & ((1 << WHAT_BITS) - 1),
                                             action & ((1 << OTHER_BITS) - 1)));
}

static void mask(const void *rules, const void *state, int seat, flip_set *out)
{
    flip_move moves[FLIP_MAX_MOVES];
    const int count = flickemup_moves(rules, state, seat, moves, FLIP_MAX_MOVES);
    for (int i = 0; i < count; i++) {
        const int action = action_of(rules, state, seat, moves[i]);
        out[action / 64] |= FLIP_BIT(action % 64);
    }
}

const struct flip_game_learn flickemup_learn = {
    .fields = list_fields,
    .observe = observe,
    .actions = actions,
    .mask = mask,
    .move = move_of,
    .action = action_of,
};
