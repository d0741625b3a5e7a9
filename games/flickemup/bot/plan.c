/*
 * Planning over the two actions of a cowboy. After a first action, tried or thought of, the second one is weighed by geometry:
 * the best shot from there, the best slide to what the team wants, and everything that needs no flick at all (take, poison,
 * free). No physics here: a free slide is a straight line, and whether a line is free is plain to see.
 */
#include "games/flickemup/bot/plan.h"

#include <math.h>
#include <string.h>

#define THROUGH     70.0  /* mm beyond a door line, so that a weak flick still enters */
#define OUT_OF_TOWN 250.0 /* mm beyond an exit */
#define SHORTEST    25.0  /* mm */

static const double fan_ways[] = {90, 170, 270, 400};
static const double parts[] = {0,     -0.366, 0.366, -0.792,
                               0.792, -1.465, 1.465}; /* of the hand's error, equally likely */
enum { FAN_WAYS = sizeof fan_ways / sizeof *fan_ways, PARTS = sizeof parts / sizeof *parts };

/* --- the position ---------------------------------------------------------------------------------------------------- */

/* What a hit on somebody changes. He lies then, and is an obstacle; but lines are looked at as if he stood. */
static void weigh_hits(struct aiming *aiming)
{
    for (int figure = 0; figure < FLICKEMUP_FIGURES; figure++) {
        aiming->gain[figure] = 0;
        if (!flickemup_lives(&aiming->state->figure[figure]))
            continue;
        struct flickemup_state state = *aiming->state;
        struct outlook outlook = aiming->outlook;
        if (flickemup_wound(aiming->rules, &state, figure, FLICKEMUP_NOBODY))
            outlook_moved(&outlook, &state, figure);
        else
            state.figure[figure].fallen = true;
        outlook.state = &state;
        for (int shooter = 0; shooter < FLICKEMUP_COWBOYS && state.figure[figure].fallen; shooter++)
            outlook.chance[shooter][figure] *= 0.7F;
        aiming->gain[figure] = value_of_position(&outlook, aiming->team) - aiming->now;
    }
}

void aiming_at(struct aiming *aiming, const struct flip_question *at, const void *known, struct flip_hand hand,
               enum plan_depth depth)
{
    const struct flickemup_rules *rules = at->rules;
    const struct flickemup_hand *dealt = &flickemup_hands[rules->hand[at->seat]];
    memset(aiming, 0, sizeof *aiming);
    aiming->at = at;
    aiming->rules = rules;
    aiming->state = known;
    aiming->team = rules->side[at->seat];
    aiming->depth = depth;
    aiming->hand = hand;
    aiming->dealt = (struct flip_hand){dealt->angle / 100.0, dealt->speed / 10000.0};
    aiming->angle_error = fmax(hand.angle, aiming->dealt.angle) * M_PI / 180;
    aiming->speed_error = fmax(hand.speed, aiming->dealt.speed);
    outlook_at(&aiming->outlook, rules, known, aiming->angle_error);
    aiming->now = value_of_position(&aiming->outlook, aiming->team);
    if (!aiming->state->duel.on)
        weigh_hits(aiming);
}

/* --- ways ------------------------------------------------------------------------------------------------------------ */

struct fan {
    const struct outlook *outlook;
    struct point from;
    int own; /* the building that is left, or -1 */
    double axis;
    struct way *out;
    int count;
};

static void add(struct fan *fan, double angle, double far)
{
    if (far < SHORTEST || fan->count == WAYS || (fan->own >= 0 && fabs(remainder(angle - fan->axis, 2 * M_PI)) > 0.78))
        return;
    fan->out[fan->count++] = (struct way){angle, fmin(far, way_of(FLIP_SPEED_MAX))};
}

static void add_to(struct fan *fan, struct point to, double beyond)
{
    add(fan, atan2(to.y - fan->from.y, to.x - fan->from.x), way_between(fan->from, to) + beyond);
}

static void add_doors(struct fan *fan)
{
    const struct flickemup_state *state = fan->outlook->state;
    for (int building = 0; building < FLICKEMUP_BUILDINGS; building++) {
        if (building == fan->own || !flickemup_enterable(fan->outlook->rules, state, building))
            continue;
        const double c = fan->outlook->lines.door[building].c, s = fan->outlook->lines.door[building].s;
        for (int aside = -6; aside <= 6; aside += 6) {
            const struct point door = before_door(&fan->outlook->lines, building, 0);
            add_to(fan, (struct point){door.x - aside * s, door.y + aside * c}, THROUGH);
        }
        add_to(fan, before_door(&fan->outlook->lines, building, 90), 0);
        add_to(fan, before_door(&fan->outlook->lines, building, 160), 0);
    }
}

static void add_exits(struct fan *fan)
{
    const struct lines *lines = &fan->outlook->lines;
    for (int i = 0; i < fan->outlook->rules->edition.exits; i++) {
        const struct flickemup_exit *exit = &fan->outlook->rules->edition.exit[i];
        const bool across = exit->edge == FLICKEMUP_LEFT || exit->edge == FLICKEMUP_RIGHT;
        const double edge = exit->edge == FLICKEMUP_RIGHT ? lines->width
                            : exit->edge == FLICKEMUP_TOP ? lines->height
                                                          : 0;
        const double inward = exit->edge == FLICKEMUP_RIGHT || exit->edge == FLICKEMUP_TOP ? edge - 60 : 60;
        for (int part = 1; part <= 5; part++) {
            const double along = (exit->from + (exit->to - exit->from) * part / 6.0) / 100;
            add_to(fan, across ? (struct point){edge, along} : (struct point){along, edge}, OUT_OF_TOWN);
            if (part == 3)
                add_to(fan, across ? (struct point){inward, along} : (struct point){along, inward}, 0);
        }
    }
}

int ways_of(const struct outlook *outlook, int figure, const struct flip_pose *from, int directions,
            struct way out[WAYS])
{
    const struct flickemup_state *state = outlook->state;
    struct fan fan = {.outlook = outlook, .from = point_of(from), .out = out};
    fan.own = flickemup_building_of(&state->figure[figure]);
    if (fan.own >= 0)
        fan.axis = flip_pose_facing(&state->pose[FLICKEMUP_BUILDINGS_AT + fan.own]) * M_PI / 18000;
    add_doors(&fan);
    add_exits(&fan);
    for (int i = 0; i < state->grounded; i++)
        add_to(&fan, (struct point){state->ground[i].x / 100.0, state->ground[i].y / 100.0}, -12);
    if (flip_set_has(state->here, FLICKEMUP_GALLOWS))
        add_to(&fan, point_of(&state->pose[FLICKEMUP_GALLOWS]), -55);
    for (int i = 0; i < directions; i++)
        for (int n = directions < 16; n < FAN_WAYS; n += directions < 16 ? 2 : 1)
            add(&fan, fan.axis + 2 * M_PI * i / directions, fan_ways[n]);
    return fan.count;
}

/* The state after a slide that ended so. */
static void arrive(const struct flickemup_state *state, int figure, const struct line *line,
                   struct flickemup_state *out)
{
    *out = *state;
    struct flickemup_figure *moved = &out->figure[figure];
    switch (line->end) {
    case LINE_RESTS:
        moved->where = FLICKEMUP_ON_TABLE;
        out->pose[figure] = flickemup_standing(figure, (int32_t)(line->x * 100), (int32_t)(line->y * 100),
                                               flip_pose_facing(&state->pose[figure]));
        break;
    case LINE_ENTERS:
        moved->where = (uint8_t)(FLICKEMUP_INSIDE + line->what);
        break;
    default: /* LINE_EXITS */
        moved->where = FLICKEMUP_GONE;
        moved->exit = (uint8_t)line->what;
        for (int i = 0; i < FLICKEMUP_HAND && figure < FLICKEMUP_COWBOYS; i++)
            if (moved->hand[i] != FLICKEMUP_NOTHING)
                out->out[line->what][flickemup_team_of(figure)][moved->hand[i]]++;
    }
}

/* Whom he would meet in that building: the weakest; -1: nobody. */
static int duels_with(const struct outlook *outlook, int figure, int building)
{
    const struct flickemup_state *state = outlook->state;
    int enemy = -1;
    if (!flickemup_rule(outlook->rules, FLICKEMUP_RULE_DUEL) || figure >= FLICKEMUP_COWBOYS)
        return -1;
    for (int other = 0; other < FLICKEMUP_COWBOYS; other++)
        if (flickemup_team_of(other) != flickemup_team_of(figure) &&
            flickemup_building_of(&state->figure[other]) == building &&
            (enemy < 0 || state->figure[other].hit_points < state->figure[enemy].hit_points))
            enemy = other;
    return enemy;
}

static double next_gain(const struct aiming *aiming, const struct outlook *outlook, int cowboy, enum plan_depth depth);

static double worth_there(const struct aiming *aiming, const struct outlook *outlook,
                          const struct flickemup_state *state, int figure, enum plan_depth depth)
{
    struct outlook there = *outlook;
    outlook_moved(&there, state, figure);
    const double worth = value_of_position(&there, aiming->team);
    return worth + (depth == PLAN_ONE || !walks(&state->figure[figure]) ? 0 : next_gain(aiming, &there, figure, depth));
}

double way_worth(const struct aiming *aiming, const struct outlook *outlook, int figure, const struct flip_pose *from,
                 struct way way, double failed, enum plan_depth depth, struct meant *ending)
{
    const struct point at = point_of(from);
    const int own = flickemup_building_of(&outlook->state->figure[figure]);
    const struct line meant = line_of_disc(&outlook->lines, at.x, at.y, way.angle, way.far, figure, own);
    if (meant.end == LINE_TOUCHES || meant.end == LINE_OFF)
        return -INFINITY;
    int well = 0;
    for (int i = 0; i < PARTS; i++) {
        /* A weak one and a strong one at both sides: the table's edge and what stands behind the goal count. */
        const double far = way.far * (1 + 2 * aiming->speed_error * parts[PARTS - 1 - i]);
        const struct line line =
            line_of_disc(&outlook->lines, at.x, at.y, way.angle + aiming->angle_error * parts[i], far, figure, own);
        well += line.end == meant.end && (line.end == LINE_RESTS || line.what == meant.what);
    }
    if (well == 0)
        return -INFINITY;
    const double chance = (double)well / PARTS;
    if (ending)
        *ending = (struct meant){.line = meant, .sure = well == PARTS && meant.end == LINE_RESTS};
    struct flickemup_state then;
    const int enemy = meant.end == LINE_ENTERS ? duels_with(outlook, figure, meant.what) : -1;
    double worth;
    if (enemy < 0) {
        arrive(outlook->state, figure, &meant, &then);
        worth = worth_there(aiming, outlook, &then, figure, depth);
    } else {
        const double wins = duel_chance(aiming->angle_error, FLICKEMUP_DUEL_SHOTS, FLICKEMUP_DUEL_SHOTS);
        then = *outlook->state;
        after_duel(aiming->rules, &then, figure, enemy, meant.what);
        worth = wins * position_value(aiming->rules, &then, aiming->team, aiming->angle_error);
        then = *outlook->state;
        after_duel(aiming->rules, &then, enemy, figure, meant.what);
        worth += (1 - wins) * position_value(aiming->rules, &then, aiming->team, aiming->angle_error);
    }
    return chance * worth + (1 - chance) * failed;
}

/* --- one more action ------------------------------------------------------------------------------------------------- */

double shot_gain(const struct aiming *aiming, const struct outlook *outlook, int cowboy, int except)
{
    double best = 0;
    for (int figure = 0; figure < FLICKEMUP_FIGURES; figure++)
        if (figure != except && flickemup_stands(&outlook->state->figure[figure]))
            best = fmax(best, outlook->chance[cowboy][figure] * aiming->gain[figure]);
    return best;
}

/* Taking, poisoning, freeing: what needs no flick. */
static double exact_gain(const struct aiming *aiming, const struct outlook *outlook, int cowboy, double now)
{
    struct flickemup_state state = *outlook->state;
    flip_move moves[FLIP_MAX_MOVES];
    double best = 0;
    state.active = (uint8_t)cowboy;
    state.actions = 1;
    state.acted = 1;
    state.second = state.may_face = 0;
    state.stage = FLICKEMUP_PLAYING;
    state.team = (uint8_t)flickemup_team_of(cowboy);
    const int count = aiming->at->game->rules->moves(aiming->rules, &state, flickemup_decides(aiming->rules, &state),
                                                     moves, FLIP_MAX_MOVES);
    for (int i = 0; i < count; i++) {
        const int kind = flickemup_kind(moves[i]);
        if (kind != FLICKEMUP_TAKE && kind != FLICKEMUP_EXCHANGE && kind != FLICKEMUP_DROP &&
            kind != FLICKEMUP_POISON && kind != FLICKEMUP_PURIFY && kind != FLICKEMUP_FREE)
            continue;
        struct flickemup_state then = state;
        aiming->at->game->rules->apply(aiming->rules, &then, aiming->at->seat, moves[i]);
        best = fmax(best, plan_worth(aiming, &then, PLAN_ONE) - now);
    }
    return best;
}

double move_gain(const struct aiming *aiming, const struct outlook *outlook, int cowboy)
{
    const double now = value_of_position(outlook, aiming->team);
    struct flip_pose from;
    struct way way[WAYS];
    flickemup_disc_start(aiming->rules, outlook->state, cowboy, &from);
    const int count = ways_of(outlook, cowboy, &from, 6, way);
    double best = 0;
    for (int i = 0; i < count; i++)
        best = fmax(best, way_worth(aiming, outlook, cowboy, &from, way[i], now, PLAN_ONE, NULL) - now);
    return fmax(best, exact_gain(aiming, outlook, cowboy, now));
}

/* The better of shot_gain and move_gain. */
static double next_gain(const struct aiming *aiming, const struct outlook *outlook, int cowboy, enum plan_depth depth)
{
    if (cowboy >= FLICKEMUP_COWBOYS || depth == PLAN_ONE)
        return 0;
    const double shot = shot_gain(aiming, outlook, cowboy, -1);
    return depth == PLAN_SHOTS ? shot : fmax(shot, move_gain(aiming, outlook, cowboy));
}

/* --- states of all kinds --------------------------------------------------------------------------------------------- */

/* Nobody knows which token it will be: the mean of all. */
static double turned_up(const struct aiming *aiming, const struct flickemup_state *state, enum plan_depth depth)
{
    struct flip_chances chances;
    double sum = 0, all = 0;
    aiming->at->game->rules->chances(aiming->rules, state, &chances);
    for (int i = 0; i < chances.count; i++) {
        struct flickemup_state then = *state;
        aiming->at->game->rules->apply(aiming->rules, &then, FLIP_DEALER, chances.list[i].event);
        sum += chances.list[i].weight * plan_worth(aiming, &then, depth);
        all += chances.list[i].weight;
    }
    return all > 0 ? sum / all : 0;
}

static double best_choice(const struct aiming *aiming, const struct flickemup_state *state, enum plan_depth depth)
{
    flip_move moves[FLIP_MAX_MOVES];
    const int seat = flickemup_decides(aiming->rules, state);
    const int count = aiming->at->game->rules->moves(aiming->rules, state, seat, moves, FLIP_MAX_MOVES);
    double best = -INFINITY;
    for (int i = 0; i < count; i++) {
        struct flickemup_state then = *state;
        aiming->at->game->rules->apply(aiming->rules, &then, seat, moves[i]);
        best = fmax(best, plan_worth(aiming, &then, depth));
    }
    return best;
}

double plan_worth(const struct aiming *aiming, const struct flickemup_state *state, enum plan_depth depth)
{
    if (state->stage == FLICKEMUP_TURNING_UP)
        return turned_up(aiming, state, depth);
    if (state->stage == FLICKEMUP_KEEPING || state->stage == FLICKEMUP_CHALLENGE)
        return best_choice(aiming, state, depth);
    struct outlook outlook;
    outlook_at(&outlook, aiming->rules, state, aiming->angle_error);
    const double worth = value_of_position(&outlook, aiming->team);
    if (depth == PLAN_ONE || state->stage != FLICKEMUP_PLAYING || state->actions == 0 || state->duel.on ||
        flickemup_team_of(state->active) != aiming->team)
        return worth;
    return worth + next_gain(aiming, &outlook, state->active, depth);
}
