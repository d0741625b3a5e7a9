/* Hats, the clock and the initiative: who plays next, what a strike brings, and who dies. */
#include "games/flickemup/flickemup.h"

/* --- losing hit points ----------------------------------------------------------------------------------------------- */

static int lowest_living(const struct flickemup_state *state, int team)
{
    const int first = team == FLICKEMUP_LAW ? FLICKEMUP_LAWMEN : FLICKEMUP_OUTLAWS;
    for (int cowboy = first; cowboy < first + FLICKEMUP_TEAM; cowboy++)
        if (flickemup_lives(&state->figure[cowboy]))
            return cowboy;
    return FLICKEMUP_NOBODY;
}

/* By somebody's shot: to the shooter; otherwise to the lowest-numbered living opponent. */
void flickemup_initiative_after_death(struct flickemup_state *state, int by)
{
    const int holder = state->initiative;
    int next = by;
    if (holder == FLICKEMUP_NOBODY || state->figure[holder].where != FLICKEMUP_DEAD)
        return;
    if (by == FLICKEMUP_NOBODY || by == holder || !flickemup_lives(&state->figure[by]))
        next = lowest_living(state, !flickemup_team_of(holder));
    if (next != FLICKEMUP_NOBODY)
        state->initiative = (uint8_t)next;
}

bool flickemup_wound(const struct flickemup_rules *rules, struct flickemup_state *state, int figure, int by)
{
    struct flickemup_figure *hurt = &state->figure[figure];
    hurt->hit_points--;
    if (hurt->hit_points > 0)
        return false;
    flickemup_inherit(rules, state, figure);
    hurt->where = FLICKEMUP_DEAD;
    hurt->fallen = false;
    flickemup_initiative_after_death(state, by);
    return true;
}

/* --- a turn ---------------------------------------------------------------------------------------------------------- */

static bool available(const struct flickemup_state *state, int cowboy)
{
    return state->figure[cowboy].where != FLICKEMUP_AWAY && state->figure[cowboy].blue == (state->hour & 1);
}

static bool team_available(const struct flickemup_state *state, int team)
{
    for (int cowboy = 0; cowboy < FLICKEMUP_COWBOYS; cowboy++)
        if (flickemup_team_of(cowboy) == team && available(state, cowboy))
            return true;
    return false;
}

bool flickemup_witness_may(const struct flickemup_rules *rules, const struct flickemup_state *state, int witness)
{
    const struct flickemup_figure *figure = &state->figure[witness];
    (void)rules;
    return state->active < FLICKEMUP_OUTLAWS && state->second == 0 && !figure->walked &&
           (figure->where == FLICKEMUP_ON_TABLE || figure->where >= FLICKEMUP_INSIDE);
}

void flickemup_begin_turn(const struct flickemup_rules *rules, struct flickemup_state *state, int cowboy)
{
    struct flickemup_figure *figure = &state->figure[cowboy];
    state->fresh = 0;
    state->active = (uint8_t)cowboy;
    state->acted = state->second = state->may_face = 0;
    state->verdict = (struct flickemup_verdict){0};
    if (figure->where != FLICKEMUP_ON_TABLE && figure->where < FLICKEMUP_INSIDE) {
        state->actions = 0; /* a dead one's hat, or a prisoner's: a pass */
        flickemup_end_turn(rules, state);
        return;
    }
    state->actions = 2;
    state->stage = FLICKEMUP_PLAYING;
    if (figure->fallen) {
        const struct flip_pose *pose = &state->pose[cowboy];
        flickemup_stand(rules, state, cowboy, pose->x, pose->y, flip_pose_facing(pose));
        state->may_face = 1;
    }
}

/* --- the strike of the hour ------------------------------------------------------------------------------------------ */

static void poison(const struct flickemup_rules *rules, struct flickemup_state *state)
{
    for (int figure = 0; figure < FLICKEMUP_FIGURES; figure++) {
        const int building = flickemup_building_of(&state->figure[figure]);
        if (building >= 0 && state->up[building][FLICKEMUP_POISONED] > 0)
            flickemup_wound(rules, state, figure, FLICKEMUP_NOBODY);
    }
}

static void strike(const struct flickemup_rules *rules, struct flickemup_state *state)
{
    poison(rules, state);
    flickemup_count_holds(rules, state);
    if (flickemup_decide(rules, state, true))
        return;
    state->hour++;
    if (rules->edition.returns) {
        state->up[rules->edition.returns - 1][FLICKEMUP_DYNAMITE] =
            (uint8_t)(state->up[rules->edition.returns - 1][FLICKEMUP_DYNAMITE] + state->used);
        state->used = 0;
    }
    for (int witness = FLICKEMUP_WITNESSES; witness < FLICKEMUP_FIGURES; witness++)
        state->figure[witness].walked = false;
    if (state->hour == FLICKEMUP_NOON) {
        flickemup_decide_at_12(rules, state);
        return;
    }
    state->fresh = 1;
    state->team = (uint8_t)flickemup_team_of(state->initiative);
}

void flickemup_end_turn(const struct flickemup_rules *rules, struct flickemup_state *state)
{
    struct flickemup_figure *figure = &state->figure[state->active];
    figure->blue = !figure->blue;
    state->order[state->team]++;
    if (state->order[state->team] == FLIP_MAX_SEATS * 12) /* a multiple of every number of players up to five */
        state->order[state->team] = 0;
    state->active = FLICKEMUP_NOBODY;
    state->actions = state->acted = state->second = state->may_face = 0;
    state->stage = FLICKEMUP_CHOOSING;
    const int other = !state->team;
    if (team_available(state, other))
        state->team = (uint8_t)other;
    else if (!team_available(state, state->team))
        strike(rules, state);
}

void flickemup_go_on(const struct flickemup_rules *rules, struct flickemup_state *state)
{
    if (flickemup_decide(rules, state, false))
        return;
    state->stage = FLICKEMUP_PLAYING;
    const struct flickemup_figure *figure = &state->figure[state->active];
    const bool able = flickemup_stands(figure) || figure->where >= FLICKEMUP_INSIDE;
    if (!able) {
        flickemup_end_turn(rules, state);
        return;
    }
    if (state->actions > 0 || state->may_face || state->second)
        return;
    for (int witness = FLICKEMUP_WITNESSES; witness < FLICKEMUP_FIGURES; witness++)
        if (flickemup_witness_may(rules, state, witness))
            return;
    flickemup_end_turn(rules, state);
}
