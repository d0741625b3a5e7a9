/* Tokens: in hands, in buildings, on the ground; taking, dropping, exchanging, turning up. */
#include "games/flickemup/flickemup.h"

bool flickemup_holds(const struct flickemup_figure *figure, int token)
{
    return figure->hand[0] == token || figure->hand[1] == token;
}

static int hands_free(const struct flickemup_figure *figure)
{
    if (figure->hand[0] == FLICKEMUP_HOSTAGE) /* it fills both spaces */
        return 0;
    return (figure->hand[0] == FLICKEMUP_NOTHING) + (figure->hand[1] == FLICKEMUP_NOTHING);
}

/* The hand is kept in order, so that equal hands are equal bytes. */
static void sort_hand(struct flickemup_figure *figure)
{
    const uint8_t a = figure->hand[0], b = figure->hand[1];
    const bool swap = a == FLICKEMUP_NOTHING || (b != FLICKEMUP_NOTHING && b < a);
    figure->hand[0] = swap ? b : a;
    figure->hand[1] = swap ? a : b;
}

void flickemup_pick_up(struct flickemup_figure *figure, int token)
{
    figure->hand[figure->hand[0] == FLICKEMUP_NOTHING ? 0 : 1] = (uint8_t)token;
    sort_hand(figure);
}

void flickemup_put_down(struct flickemup_figure *figure, int token)
{
    figure->hand[figure->hand[0] == token ? 0 : 1] = FLICKEMUP_NOTHING;
    sort_hand(figure);
}

static void lay_on_ground(struct flickemup_state *state, int token, int32_t x, int32_t y)
{
    if (state->grounded == FLICKEMUP_GROUND)
        return;
    state->ground[state->grounded].token = (uint8_t)token;
    state->ground[state->grounded].x = x;
    state->ground[state->grounded++].y = y;
}

static void lift_from_ground(struct flickemup_state *state, int index)
{
    for (int i = index; i + 1 < state->grounded; i++)
        state->ground[i] = state->ground[i + 1];
    state->grounded--;
    state->ground[state->grounded].token = 0;
    state->ground[state->grounded].x = state->ground[state->grounded].y = 0;
}

/* Where the figure is: into its building, or on the ground. */
static void lay_token(struct flickemup_state *state, int figure, int token)
{
    const int building = flickemup_building_of(&state->figure[figure]);
    if (building >= 0)
        state->up[building][token]++;
    else
        lay_on_ground(state, token, state->pose[figure].x, state->pose[figure].y);
}

void flickemup_inherit(const struct flickemup_rules *rules, struct flickemup_state *state, int figure)
{
    struct flickemup_figure *dead = &state->figure[figure];
    const bool undertaker = flip_set_has(rules->edition.here, FLICKEMUP_BUILDINGS_AT + FLICKEMUP_UNDERTAKER);
    while (dead->hand[0] != FLICKEMUP_NOTHING) {
        const int token = dead->hand[0];
        flickemup_put_down(dead, token);
        if (undertaker)
            state->up[FLICKEMUP_UNDERTAKER][token]++;
        else
            lay_token(state, figure, token);
    }
}

/* The nearest token on the ground of a kind (0: any) that a figure can reach; its place in the list, or -1. */
static int reached(const struct flickemup_rules *rules, const struct flickemup_state *state, int figure, int token)
{
    const bool allowed = flickemup_rule(rules, FLICKEMUP_RULE_OUTSIDE) ||
                         !flip_set_has(rules->edition.here, FLICKEMUP_BUILDINGS_AT + FLICKEMUP_UNDERTAKER);
    if (!allowed || !flickemup_stands(&state->figure[figure]))
        return -1;
    int found = -1;
    int64_t nearest = (int64_t)FLICKEMUP_REACH * FLICKEMUP_REACH;
    for (int i = 0; i < state->grounded; i++) {
        const int64_t dx = state->ground[i].x - state->pose[figure].x, dy = state->ground[i].y - state->pose[figure].y;
        if ((token && state->ground[i].token != token) || dx * dx + dy * dy > nearest)
            continue;
        if (found < 0 || dx * dx + dy * dy < nearest) {
            nearest = dx * dx + dy * dy;
            found = i;
        }
    }
    return found;
}

/* --- moves ----------------------------------------------------------------------------------------------------------- */

static bool portable(int token) { return token != FLICKEMUP_CLEAN && token != FLICKEMUP_POISONED; }

/* Can the active cowboy take a token of this kind, which lies face up where he is? */
static bool within_reach(const struct flickemup_rules *rules, const struct flickemup_state *state, int token)
{
    const int building = flickemup_building_of(&state->figure[state->active]);
    if (!portable(token))
        return false;
    return building >= 0 ? state->up[building][token] > 0 : reached(rules, state, state->active, token) >= 0;
}

/* What must be dropped to make room for a token: each kind in hand, or all for the hostage. 0: there is room. */
static int ways_to_drop(const struct flickemup_figure *figure, int token, uint8_t drop[FLICKEMUP_HAND])
{
    const int free = hands_free(figure);
    if (token == FLICKEMUP_HOSTAGE && free < 2) {
        drop[0] = FLICKEMUP_ALL_TOKENS;
        return 1;
    }
    if (free > 0)
        return 0;
    drop[0] = figure->hand[0];
    if (figure->hand[1] == FLICKEMUP_NOTHING || figure->hand[1] == figure->hand[0])
        return 1;
    drop[1] = figure->hand[1];
    return 2;
}

static int keep_moves(const struct flickemup_state *state, flip_move *out)
{
    uint8_t drop[FLICKEMUP_HAND];
    int count = 0;
    const int ways = ways_to_drop(&state->figure[state->active], state->turned_up, drop);
    if (ways == 0)
        out[count++] = flickemup_move(FLICKEMUP_KEEP, state->turned_up, 0);
    for (int i = 0; i < ways; i++)
        out[count++] = flickemup_move(FLICKEMUP_KEEP, state->turned_up, drop[i]);
    out[count++] = flickemup_move(FLICKEMUP_LEAVE, state->turned_up, 0);
    return count;
}

int flickemup_token_moves(const struct flickemup_rules *rules, const struct flickemup_state *state, flip_move *out)
{
    if (state->stage == FLICKEMUP_KEEPING)
        return keep_moves(state, out);
    const struct flickemup_figure *figure = &state->figure[state->active];
    const int building = flickemup_building_of(figure), team = flickemup_team_of(state->active);
    int count = 0;
    for (int token = FLICKEMUP_GOLD; token < FLICKEMUP_TOKENS; token++) {
        if (!within_reach(rules, state, token))
            continue;
        uint8_t drop[FLICKEMUP_HAND];
        const int ways = ways_to_drop(figure, token, drop);
        if (ways == 0)
            out[count++] = flickemup_move(FLICKEMUP_TAKE, token, 0);
        for (int i = 0; i < ways; i++)
            out[count++] = flickemup_move(FLICKEMUP_EXCHANGE, token, drop[i]);
    }
    if (building < 0)
        return count;
    if (state->down[building] > 0)
        out[count++] = flickemup_move(FLICKEMUP_TAKE, FLICKEMUP_FACE_DOWN, 0);
    for (int i = 0; i < FLICKEMUP_HAND; i++)
        if (figure->hand[i] != FLICKEMUP_NOTHING && (i == 0 || figure->hand[1] != figure->hand[0]))
            out[count++] = flickemup_move(FLICKEMUP_DROP, figure->hand[i], 0);
    if (flickemup_rule(rules, FLICKEMUP_RULE_WATER)) {
        if (team == FLICKEMUP_OUT && state->up[building][FLICKEMUP_CLEAN])
            out[count++] = flickemup_move(FLICKEMUP_POISON, 0, 0);
        if (team == FLICKEMUP_LAW && state->up[building][FLICKEMUP_POISONED])
            out[count++] = flickemup_move(FLICKEMUP_PURIFY, 0, 0);
    }
    return count;
}

static void drop_for(struct flickemup_state *state, int drop)
{
    struct flickemup_figure *figure = &state->figure[state->active];
    if (drop != FLICKEMUP_ALL_TOKENS) {
        flickemup_put_down(figure, drop);
        lay_token(state, state->active, drop);
        return;
    }
    while (figure->hand[0] != FLICKEMUP_NOTHING) {
        const int token = figure->hand[0];
        flickemup_put_down(figure, token);
        lay_token(state, state->active, token);
    }
}

void flickemup_token_move(const struct flickemup_rules *rules, struct flickemup_state *state, flip_move move)
{
    struct flickemup_figure *figure = &state->figure[state->active];
    const int building = flickemup_building_of(figure), what = flickemup_what(move), other = flickemup_other(move);
    switch (flickemup_kind(move)) {
    case FLICKEMUP_TAKE:
    case FLICKEMUP_EXCHANGE:
        if (building >= 0)
            state->up[building][what]--;
        else
            lift_from_ground(state, reached(rules, state, state->active, what));
        if (other)
            drop_for(state, other);
        flickemup_pick_up(figure, what);
        return;
    case FLICKEMUP_DROP:
        drop_for(state, what);
        return;
    case FLICKEMUP_KEEP:
        if (other)
            drop_for(state, other);
        flickemup_pick_up(figure, what);
        return;
    case FLICKEMUP_LEAVE:
        state->up[building][what]++;
        return;
    case FLICKEMUP_POISON:
        state->up[building][FLICKEMUP_CLEAN]--;
        state->up[building][FLICKEMUP_POISONED]++;
        return;
    default:
        state->up[building][FLICKEMUP_POISONED]--;
        state->up[building][FLICKEMUP_CLEAN]++;
    }
}
