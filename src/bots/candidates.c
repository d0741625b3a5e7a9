/*
 * Candidates: shots at everybody, slides towards what the team wants and in a fan of other directions, throws, and the moves
 * that are no flicks. What a straight line promises is the prior of each: the share of the hand's errors with which the line
 * ends as meant, times what that is worth.
 */
#include "bots/candidates.h"

#include <math.h>
#include <string.h>

#define SHOT_SPEED  3600  /* mm/s: fast enough to fell somebody across the table even if the hand is weak */
#define WORTH_SHOT  0.05  /* a chance below is no candidate */
#define THROUGH     60.0  /* mm beyond a door line, so that a weak flick still enters */
#define OUT_OF_TOWN 150.0 /* mm beyond an exit */
#define LAZY        0.02  /* an action that changes nothing is a little worse than none */

enum { FAN = 20, AROUND = 12, FACINGS = 12 };

static const double ways[] = {90, 170, 270, 400};
static const double parts[] = {0, -0.4, 0.4, -0.84, 0.84, -1.5, 1.5}; /* of the hand's error, about equally likely */
enum { WAYS = sizeof ways / sizeof *ways, PARTS = sizeof parts / sizeof *parts };

struct list {
    const struct aiming *aiming;
    struct lines lines;
    struct candidate *out;
    int count;
    double hit_worth[FLICKEMUP_FIGURES]; /* what a hit on each figure gains */
    bool quick;                          /* only who should play: fewer ways, nobody looks at shots */
};

/* --- the position ---------------------------------------------------------------------------------------------------- */

void aiming_at(struct aiming *aiming, const struct flip_position *at, const void *known, struct flip_hand hand)
{
    const struct flickemup_rules *rules = at->rules;
    const struct flickemup_hand *dealt = &flickemup_hands[rules->hand[at->seat]];
    *aiming = (struct aiming){.at = at, .rules = rules, .state = known, .team = at->seat % 2, .hand = hand};
    aiming->dealt = (struct flip_hand){dealt->angle / 100.0, dealt->speed / 10000.0};
    aiming->angle_error = fmax(hand.angle, aiming->dealt.angle) * M_PI / 180;
    aiming->now = posse_worth(rules, known, aiming->team, aiming->angle_error);
}

static double worth(const struct list *list, const struct flickemup_state *state)
{
    return posse_worth(list->aiming->rules, state, list->aiming->team, list->quick ? -1 : list->aiming->angle_error);
}

static int32_t hundredths(double radians) { return flip_angle(lround(radians * 18000 / M_PI)); }

static int32_t legal_speed(double speed) { return (int32_t)fmin(FLIP_SPEED_MAX, fmax(FLIP_SPEED_MIN, round(speed))); }

/* --- open moves ------------------------------------------------------------------------------------------------------ */

/* The nearest angle that the template's range allows. */
static int32_t allowed_angle(const struct aiming *aiming, flip_move template, int32_t angle)
{
    struct flip_range range[FLIP_MAX_RANGES];
    const int count = aiming->at->game->ranges(aiming->rules, aiming->state, aiming->at->seat, template, range);
    for (int i = 0; i < count; i++) {
        if (!range[i].turn || strcmp(range[i].name, "angle") != 0)
            continue;
        const int32_t span = range[i].max - range[i].min, past = flip_angle(angle - range[i].min);
        if (past > span)
            angle = past - span < FLIP_TURN - past ? range[i].max : range[i].min;
    }
    return flip_angle(angle);
}

static flip_move filled(const struct aiming *aiming, flip_move template, int32_t angle, int32_t speed, int32_t around)
{
    return flickemup_aimed(template, allowed_angle(aiming, template, angle), speed, around);
}

static flip_move template_of(flip_move move, bool around)
{
    return flickemup_aimed(move, FLICKEMUP_OPEN, 0, around ? FLICKEMUP_OPEN : 0);
}

static bool guided(flip_move move)
{
    return flickemup_kind(move) == FLICKEMUP_SHOOT && flickemup_what(move) == FLICKEMUP_SIDE_AROUND;
}

flip_move candidate_erred(const struct aiming *aiming, const struct candidate *candidate, struct flip_hand hand,
                          struct flip_random *random)
{
    int32_t angle = flickemup_angle(candidate->move), speed = flickemup_speed(candidate->move);
    const bool around = guided(candidate->move);
    if (around) /* the barrel guide */
        hand.angle = 0;
    flip_hand_err(hand, random, &angle, &speed);
    return filled(aiming, template_of(candidate->move, around), angle, speed, flickemup_around(candidate->move));
}

/* Where a flick of this template starts: the rules say it when it is made. */
static struct flip_pose start_of(const struct list *list, flip_move template, int32_t around)
{
    const struct aiming *aiming = list->aiming;
    struct flickemup_state state = *aiming->state;
    struct flip_range range[FLIP_MAX_RANGES];
    const int count = aiming->at->game->ranges(aiming->rules, aiming->state, aiming->at->seat, template, range);
    int32_t angle = 0;
    for (int i = 0; i < count; i++)
        if (strcmp(range[i].name, "angle") == 0)
            angle = range[i].min;
    aiming->at->game->apply(aiming->rules, &state, aiming->at->seat,
                            flickemup_aimed(template, flip_angle(angle), FLIP_SPEED_MIN, around));
    return state.aim.from;
}

static void add(struct list *list, flip_move move, bool flick, double prior)
{
    if (list->count < CANDIDATES)
        list->out[list->count++] =
            (struct candidate){.move = move, .flick = flick, .prior = prior, .without = list->aiming->now};
}

/* --- shots ----------------------------------------------------------------------------------------------------------- */

/* What the team gains when this figure is hit, as far as it is known before anybody shoots. */
static void weigh_hits(struct list *list)
{
    const struct aiming *aiming = list->aiming;
    const double now = list->quick ? worth(list, aiming->state) : aiming->now;
    for (int figure = 0; figure < FLICKEMUP_FIGURES; figure++) {
        list->hit_worth[figure] = 0;
        if (flickemup_team_of(figure) == aiming->team || !flickemup_lives(&aiming->state->figure[figure]))
            continue;
        struct flickemup_state state = *aiming->state;
        if (!flickemup_wound(aiming->rules, &state, figure, FLICKEMUP_NOBODY))
            state.figure[figure].fallen = true;
        list->hit_worth[figure] = worth(list, &state) - now;
    }
}

static const struct flip_pose *pose_of(const struct flickemup_state *state, int figure)
{
    return state->duel.on ? &state->duel.pose[figure == state->duel.defends] : &state->pose[figure];
}

static bool can_be_hit(const struct list *list, int figure, int shooter)
{
    const struct flickemup_state *state = list->aiming->state;
    if (flickemup_team_of(figure) == list->aiming->team)
        return false;
    if (state->duel.on)
        return figure != shooter && (figure == state->duel.entered || figure == state->duel.defends);
    return flickemup_stands(&state->figure[figure]) && list->hit_worth[figure] > 0;
}

/* The best straight shot at a figure from a place: its chance, and the angle. A little beside the middle can be better where
   something stands in the way. */
static double straight(const struct list *list, const struct flip_pose *from, int figure, double error, int shooter,
                       double *angle)
{
    const struct flip_pose *to = pose_of(list->aiming->state, figure);
    const double x = from->x / 100.0, y = from->y / 100.0, dx = to->x / 100.0 - x, dy = to->y / 100.0 - y;
    const double middle = atan2(dy, dx), far = hypot(dx, dy);
    double best = -1;
    for (int beside = 0; beside < 3; beside++) {
        const double aim = middle + (beside == 0 ? 0 : beside == 1 ? 8 : -8) / fmax(40, far);
        const double chance = line_hits(&list->lines, x, y, aim, error, figure, shooter);
        if (chance > best) {
            best = chance;
            *angle = aim;
        }
        if (beside == 0 && (chance == 0 || chance > 0.9))
            break;
    }
    return best;
}

static void add_shots(struct list *list, flip_move template)
{
    const struct aiming *aiming = list->aiming;
    const struct flickemup_state *state = aiming->state;
    const int shooter = state->duel.on ? flickemup_duellist(state) : state->active;
    const bool around = guided(template);
    for (int n = 0; n < (around ? AROUND : 1); n++) {
        const int32_t side = around ? n * FLIP_TURN / AROUND : 0;
        const struct flip_pose from = start_of(list, template, side);
        for (int figure = 0; figure < FLICKEMUP_FIGURES; figure++) {
            if (!can_be_hit(list, figure, shooter))
                continue;
            double angle;
            const double chance =
                straight(list, &from, figure, around ? 0 : aiming->angle_error, FLICKEMUP_NOBODY, &angle);
            const int32_t wanted = hundredths(angle);
            if ((chance < WORTH_SHOT && !state->duel.on) || allowed_angle(aiming, template, wanted) != wanted)
                continue;
            add(list, filled(aiming, template, wanted, SHOT_SPEED, side), true,
                aiming->now + chance * list->hit_worth[figure]);
        }
    }
}

/* A duel allows nothing but a shot, and a second bullet may have nobody to hit: any direction does then. */
static void add_any_shot(struct list *list, flip_move template)
{
    const struct flickemup_state *state = list->aiming->state;
    const int shooter = state->duel.on ? flickemup_duellist(state) : state->active;
    const int32_t facing = flip_pose_facing(pose_of(state, shooter));
    add(list, filled(list->aiming, template, facing, SHOT_SPEED, guided(template) ? facing : 0), true,
        list->aiming->now - LAZY);
}

/* --- ways ------------------------------------------------------------------------------------------------------------- */

/* The state after a slide that ended so, without physics. */
static struct flickemup_state after(const struct list *list, int figure, const struct line *line)
{
    struct flickemup_state state = *list->aiming->state;
    struct flickemup_figure *moved = &state.figure[figure];
    switch (line->end) {
    case LINE_RESTS:
        moved->where = FLICKEMUP_ON_TABLE;
        state.pose[figure] = flickemup_standing(figure, (int32_t)(line->x * 100), (int32_t)(line->y * 100),
                                                flip_pose_facing(&state.pose[figure]));
        break;
    case LINE_ENTERS:
        moved->where = (uint8_t)(FLICKEMUP_INSIDE + line->what);
        break;
    case LINE_EXITS:
        moved->where = FLICKEMUP_GONE;
        moved->exit = (uint8_t)line->what;
        for (int i = 0; i < FLICKEMUP_HAND; i++)
            if (moved->hand[i] != FLICKEMUP_NOTHING && figure < FLICKEMUP_COWBOYS)
                state.out[line->what][flickemup_team_of(figure)][moved->hand[i]]++;
        break;
    default:
        break;
    }
    return state;
}

static bool duel_waits(const struct flickemup_rules *rules, const struct flickemup_state *state, int figure,
                       int building)
{
    if (figure >= FLICKEMUP_COWBOYS || !flickemup_rule(rules, FLICKEMUP_RULE_DUEL))
        return false;
    for (int other = 0; other < FLICKEMUP_COWBOYS; other++)
        if (flickemup_team_of(other) != flickemup_team_of(figure) &&
            flickemup_building_of(&state->figure[other]) == building)
            return true;
    return false;
}

static void add_way(struct list *list, flip_move template, const struct flip_pose *from, double angle, double way)
{
    const struct aiming *aiming = list->aiming;
    const int figure = flickemup_what(template), own = flickemup_building_of(&aiming->state->figure[figure]);
    const double x = from->x / 100.0, y = from->y / 100.0;
    const int32_t wanted = hundredths(angle);
    if (allowed_angle(aiming, template, wanted) != wanted)
        return;
    const struct line meant = line_of_disc(&list->lines, x, y, angle, way, figure, own);
    if (meant.end == LINE_TOUCHES || meant.end == LINE_OFF)
        return;
    int well = 0;
    for (int i = 0; i < PARTS; i++) {
        const struct line line =
            line_of_disc(&list->lines, x, y, angle + aiming->angle_error * parts[i], way, figure, own);
        well += line.end == meant.end && (line.end == LINE_RESTS || line.what == meant.what);
    }
    const struct flickemup_state then = after(list, figure, &meant);
    double chance = (double)well / PARTS, now = list->quick ? worth(list, aiming->state) : aiming->now;
    if (meant.end == LINE_ENTERS && duel_waits(aiming->rules, aiming->state, figure, meant.what))
        chance /= 2;
    add(list, filled(aiming, template, wanted, legal_speed(speed_for(way)), 0), true,
        aiming->now + chance * (worth(list, &then) - now));
}

static void add_way_to(struct list *list, flip_move template, const struct flip_pose *from, double x, double y,
                       double beyond)
{
    const double dx = x - from->x / 100.0, dy = y - from->y / 100.0, far = hypot(dx, dy);
    if (far + beyond > 20)
        add_way(list, template, from, atan2(dy, dx), fmin(far + beyond, way_of(FLIP_SPEED_MAX)));
}

static void add_ways(struct list *list, flip_move template)
{
    const struct aiming *aiming = list->aiming;
    const struct flickemup_state *state = aiming->state;
    const struct flip_pose from = start_of(list, template, 0);
    const int own = flickemup_building_of(&state->figure[flickemup_what(template)]);
    for (int building = 0; building < FLICKEMUP_BUILDINGS; building++) {
        if (building == own || !flickemup_enterable(aiming->rules, state, building))
            continue;
        for (int aside = -1; aside <= 1; aside++) { /* the line, and before it: from the side a door is narrow */
            int32_t x, y;
            flickemup_from_door(&state->pose[FLICKEMUP_BUILDINGS_AT + building], aside * 600, 0, &x, &y);
            add_way_to(list, template, &from, x / 100.0, y / 100.0, THROUGH);
        }
        int32_t x, y;
        flickemup_from_door(&state->pose[FLICKEMUP_BUILDINGS_AT + building], 0, 8000, &x, &y);
        add_way_to(list, template, &from, x / 100.0, y / 100.0, 0);
    }
    for (int i = 0; i < aiming->rules->edition.exits; i++) {
        const struct flickemup_exit *exit = &aiming->rules->edition.exit[i];
        const double width = list->lines.width, height = list->lines.height;
        for (int part = 1; part <= 3; part++) {
            const double along = (exit->from + (exit->to - exit->from) * part / 4.0) / 100;
            const bool across = exit->edge == FLICKEMUP_LEFT || exit->edge == FLICKEMUP_RIGHT;
            const double edge = exit->edge == FLICKEMUP_RIGHT ? width : exit->edge == FLICKEMUP_TOP ? height : 0;
            add_way_to(list, template, &from, across ? edge : along, across ? along : edge, OUT_OF_TOWN);
        }
    }
    for (int i = 0; i < state->grounded; i++)
        add_way_to(list, template, &from, state->ground[i].x / 100.0, state->ground[i].y / 100.0, -12);
    if (flip_set_has(state->here, FLICKEMUP_GALLOWS))
        add_way_to(list, template, &from, state->pose[FLICKEMUP_GALLOWS].x / 100.0,
                   state->pose[FLICKEMUP_GALLOWS].y / 100.0, -60);
    for (int i = 0; i < (list->quick ? FAN / 2 : FAN); i++)
        for (int n = list->quick ? 1 : 0; n < WAYS; n += list->quick ? 2 : 1)
            add_way(list, template, &from, 2 * M_PI * i / (list->quick ? FAN / 2 : FAN), ways[n]);
}

/* --- throws, turns and the rest --------------------------------------------------------------------------------------- */

static void add_throws(struct list *list, flip_move template)
{
    const struct aiming *aiming = list->aiming;
    const struct flickemup_state *state = aiming->state;
    const struct flip_pose from = start_of(list, template, 0);
    struct {
        double x, y, promise;
    } target[FLICKEMUP_TESTS + FLICKEMUP_COWBOYS];
    int count = 0;
    for (int test = 0; test < aiming->rules->edition.tests; test++)
        if (aiming->rules->edition.test[test].kind == FLICKEMUP_TEST_EXPLODED && aiming->team == FLICKEMUP_OUT &&
            !flip_set_has(state->exploded, test)) {
            int32_t x, y;
            flickemup_from_door(&state->pose[FLICKEMUP_BUILDINGS_AT + aiming->rules->edition.test[test].place], 0, 3000,
                                &x, &y);
            target[count].x = x / 100.0;
            target[count].y = y / 100.0;
            target[count++].promise = 5;
        }
    for (int other = 0; other < FLICKEMUP_COWBOYS; other++)
        if (flickemup_team_of(other) != aiming->team && flickemup_stands(&state->figure[other])) {
            target[count].x = state->pose[other].x / 100.0;
            target[count].y = state->pose[other].y / 100.0;
            target[count++].promise = 0.3 * list->hit_worth[other];
        }
    for (int i = 0; i < count; i++) {
        const double dx = target[i].x - from.x / 100.0, dy = target[i].y - from.y / 100.0, far = hypot(dx, dy);
        const double sure = 1 / (1 + far * aiming->angle_error / 40);
        add(list, filled(aiming, template, hundredths(atan2(dy, dx)), legal_speed(speed_for(far)), 0), true,
            aiming->now + sure * target[i].promise);
    }
}

/* To turn costs nothing and moves the bullet's place: worth it when the best shot from there is clearly better. */
static void add_turns(struct list *list, flip_move template)
{
    const struct aiming *aiming = list->aiming;
    const struct flickemup_state *state = aiming->state;
    if (state->actions == 0)
        return;
    double before = 0;
    for (int turn = -1; turn < FACINGS; turn++) {
        struct flickemup_state facing = *state;
        const int32_t angle = turn < 0 ? 0 : turn * FLIP_TURN / FACINGS;
        if (turn >= 0)
            aiming->at->game->apply(aiming->rules, &facing, aiming->at->seat, filled(aiming, template, angle, 0, 0));
        double best = 0;
        for (int side = FLICKEMUP_SIDE_LEFT; side <= FLICKEMUP_SIDE_RIGHT; side++) {
            struct flip_pose from;
            if (!flickemup_muzzle(aiming->rules, &facing, state->active, side, 0, FLICKEMUP_BULLET_RADIUS, &from))
                continue;
            for (int figure = 0; figure < FLICKEMUP_FIGURES; figure++) {
                double aim;
                if (can_be_hit(list, figure, state->active))
                    best = fmax(best, list->hit_worth[figure] *
                                          straight(list, &from, figure, aiming->angle_error, FLICKEMUP_NOBODY, &aim));
            }
        }
        if (turn < 0)
            before = best;
        else if (best > 1.2 * before + 0.3) {
            add(list, filled(aiming, template, angle, 0, 0), false, aiming->now + best);
            list->out[list->count - 1].settled = true;
        }
    }
}

static void add_exact(struct list *list, flip_move move)
{
    const int kind = flickemup_kind(move);
    add(list, move, false, list->aiming->now - (kind == FLICKEMUP_END ? 0 : LAZY));
    struct candidate *exact = &list->out[list->count - 1];
    exact->settled = kind == FLICKEMUP_END;
}

static void add_move(struct list *list, flip_move move)
{
    switch (flickemup_kind(move)) {
    case FLICKEMUP_MOVE:
        add_ways(list, move);
        break;
    case FLICKEMUP_SHOOT:
        add_shots(list, move);
        break;
    case FLICKEMUP_THROW:
        add_throws(list, move);
        break;
    default:
        break;
    }
}

static bool flicks(flip_move move)
{
    const int kind = flickemup_kind(move);
    return kind == FLICKEMUP_MOVE || kind == FLICKEMUP_SHOOT || kind == FLICKEMUP_THROW;
}

static void list_flicks(struct list *list, const flip_move *moves, int count)
{
    lines_of(list->aiming->rules, list->aiming->state, &list->lines);
    weigh_hits(list);
    for (int i = 0; i < count; i++)
        add_move(list, moves[i]);
}

/* What a cowboy promises who is played now: the best that straight lines show him. */
static double promise(const struct aiming *aiming, flip_move play, struct candidate *scratch)
{
    struct flickemup_state state = *aiming->state;
    const int cowboy = flickemup_what(play);
    const struct flickemup_figure *figure = &state.figure[cowboy];
    if (figure->where != FLICKEMUP_ON_TABLE && figure->where < FLICKEMUP_INSIDE)
        return aiming->now; /* a pass */
    aiming->at->game->apply(aiming->rules, &state, aiming->at->seat, play);
    struct aiming then = *aiming;
    then.state = &state;
    struct list list = {.aiming = &then, .out = scratch, .quick = true};
    flip_move moves[FLIP_MAX_MOVES];
    const int count = aiming->at->game->moves(aiming->rules, &state, aiming->at->seat, moves, FLIP_MAX_MOVES);
    list_flicks(&list, moves, count);
    double best = aiming->now + LAZY; /* somebody who can act is better than a pass */
    for (int i = 0; i < list.count; i++)
        best = fmax(best, scratch[i].prior);
    return best;
}

int candidates(const struct aiming *aiming, struct candidate *out, int *flick_count)
{
    struct list list = {.aiming = aiming, .out = out};
    flip_move moves[FLIP_MAX_MOVES];
    const int count = aiming->at->game->moves(aiming->rules, aiming->state, aiming->at->seat, moves, FLIP_MAX_MOVES);
    const bool choosing = flickemup_kind(moves[0]) == FLICKEMUP_PLAY;
    *flick_count = 0;
    if (choosing) {
        double value[FLICKEMUP_COWBOYS];
        for (int i = 0; i < count; i++)
            value[i] = count > 1 ? promise(aiming, moves[i], out) : aiming->now;
        for (int i = 0; i < count; i++) {
            add(&list, moves[i], false, value[i]);
            out[i].settled = true;
        }
        return list.count;
    }
    list_flicks(&list, moves, count);
    bool other = list.count > 0;
    for (int i = 0; i < count; i++)
        other |= !flicks(moves[i]);
    for (int i = 0; i < count && !other; i++)
        if (flickemup_kind(moves[i]) == FLICKEMUP_SHOOT)
            add_any_shot(&list, moves[i]);
    *flick_count = list.count;
    for (int i = 0; i < count; i++)
        if (flickemup_kind(moves[i]) == FLICKEMUP_FACE)
            add_turns(&list, moves[i]);
        else if (!flicks(moves[i]))
            add_exact(&list, moves[i]);
    return list.count;
}
