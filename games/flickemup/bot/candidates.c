/*
 * Candidates: shots at everybody, slides towards what the team wants and in a fan of other directions, throws, and the moves
 * that are no flicks. What a straight line promises is the prior of each: the share of the hand's errors with which the line
 * ends as meant, times what that is worth, and what the cowboy's second action may add.
 */
#include "games/flickemup/bot/candidates.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define HARD       2500.0 /* mm/s that a bullet still has when it meets somebody: a touch is mostly a hit then */
#define WORTH_SHOT 0.04   /* a chance below is no candidate */
#define LAZY       0.02   /* an action that changes nothing is a little worse than none */

enum { FAN = 20, QUICK_FAN = 10, AROUND = 12, FACINGS = 12, LOOKED_AT = 10 };

struct list {
    const struct aiming *aiming;
    struct candidate *out;
    int count;
    enum plan_depth depth;     /* of what a candidate's next action is thought to be */
    double next, next_no_shot; /* what one more action may gain here; without shots */
    bool quick;                /* only who should play: fewer ways, nobody turns */
};

static int32_t hundredths(double radians) { return flip_angle(lround(radians * 18000 / M_PI)); }

static double shot_speed(double far) { return sqrt(HARD * HARD + speed_for(far) * speed_for(far)); }

static int32_t legal_speed(double speed) { return (int32_t)fmin(FLIP_SPEED_MAX, fmax(FLIP_SPEED_MIN, round(speed))); }

/* --- open moves ------------------------------------------------------------------------------------------------------ */

/* The nearest angle that the template's range allows. */
static int32_t allowed_angle(const struct aiming *aiming, flip_move template, int32_t angle)
{
    struct flip_range range[FLIP_MAX_RANGES];
    const int count = aiming->at->game->flicks->ranges(aiming->rules, aiming->state, aiming->at->seat, template, range);
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

static struct candidate *add(struct list *list, flip_move move, bool flick, double prior)
{
    if (list->count == CANDIDATES) /* the last place is written again and again: never reached by the fans above */
        list->count--;
    struct candidate *new = &list->out[list->count++];
    *new = (struct candidate){
        .move = move, .flick = flick, .target = FLICKEMUP_NOBODY, .prior = prior, .without = list->aiming->now};
    return new;
}

/* --- what came of it -------------------------------------------------------------------------------------------------- */

bool candidate_went_well(const struct candidate *candidate, const struct flickemup_state *after)
{
    const int ruling = after->verdict.ruling;
    switch (flickemup_kind(candidate->move)) {
    case FLICKEMUP_SHOOT: /* in a duel whoever was hit has lost */
        return (ruling == FLICKEMUP_RULED_HIT || ruling == FLICKEMUP_RULED_KILLED) &&
               after->verdict.figure == candidate->target;
    case FLICKEMUP_THROW:
        return ruling == FLICKEMUP_RULED_BLAST;
    default:
        return candidate->meant.end == LINE_ENTERS
                   ? ruling == FLICKEMUP_RULED_ENTERED || ruling == FLICKEMUP_RULED_CHALLENGE || after->duel.on
               : candidate->meant.end == LINE_EXITS ? ruling == FLICKEMUP_RULED_EXIT
                                                    : ruling == FLICKEMUP_RULED_MOVED || ruling == FLICKEMUP_RULED_LEFT;
    }
}

/* Wilson's interval: it holds however few the tries are and however near the share is to nothing or all. */
void tell_share(const struct aiming *aiming, int well, int tries, struct flip_text *out)
{
    const double z = 1.96, part = (double)well / tries,
                 spread = part * (1 - part) / tries + z * z / (4.0 * tries * tries);
    const double middle = part + z * z / (2.0 * tries), whole = 1 + z * z / tries;
    if (aiming->exact)
        flip_text_add(out, " (exact hand)");
    else
        flip_text_add(out, " in %.0f %% of tries (%.0f to %.0f %%, %s hand)", 100 * part,
                      100 * fmax(0, (middle - z * sqrt(spread)) / whole),
                      100 * fmin(1, (middle + z * sqrt(spread)) / whole), aiming->hand_name);
}

void candidate_tell(const struct aiming *aiming, const struct candidate *candidate, struct flip_text *out)
{
    if (!candidate->flick)
        return;
    if (candidate->settled) {
        flip_text_add(out, "has a clear path");
        return;
    }
    if (candidate->certain && !candidate->well) {
        flip_text_add(out, "comes to nothing (exact hand)");
        return;
    }
    if (flickemup_kind(candidate->move) == FLICKEMUP_THROW) {
        flip_text_add(out, "goes off");
    } else if (flickemup_kind(candidate->move) == FLICKEMUP_SHOOT) {
        flip_text_add(out, "hits ");
        if (candidate->target < FLICKEMUP_PIECES)
            flip_text_add(out, "%s", flickemup_piece_names[candidate->target]);
    } else if (candidate->meant.end == LINE_ENTERS) {
        flip_text_add(out, "enters ");
        flip_text_add(out, "%s", flickemup_piece_names[FLICKEMUP_BUILDINGS_AT + candidate->meant.what]);
    } else if (candidate->meant.end == LINE_EXITS) {
        flip_text_add(out, "leaves by ");
        flip_text_add(out, "%s", aiming->rules->edition.exit[candidate->meant.what].name);
    } else {
        flip_text_add(out, "gets there");
    }
    if (candidate->tries > 0)
        tell_share(aiming, candidate->well, candidate->tries, out);
    else
        flip_text_add(out, " (not tried)");
}

/* --- shots ----------------------------------------------------------------------------------------------------------- */

static int shooter_of(const struct flickemup_state *state)
{
    return state->duel.on ? flickemup_duellist(state) : state->active;
}

static const struct flip_pose *pose_of(const struct flickemup_state *state, int figure)
{
    return state->duel.on ? &state->duel.pose[figure == state->duel.defends] : &state->pose[figure];
}

static bool can_be_hit(const struct aiming *aiming, int figure, int shooter)
{
    const struct flickemup_state *state = aiming->state;
    if (state->duel.on)
        return figure != shooter && (figure == state->duel.entered || figure == state->duel.defends);
    return flickemup_team_of(figure) != aiming->team && flickemup_stands(&state->figure[figure]) &&
           aiming->gain[figure] > 0;
}

/* The best straight shot at a figure from a place: its chance, and the angle. A little beside the middle can be better where
   something stands in the way. */
static double straight(const struct aiming *aiming, const struct flip_pose *from, int figure, double error,
                       double *angle)
{
    const struct point at = point_of(from), to = point_of(pose_of(aiming->state, figure));
    const double middle = atan2(to.y - at.y, to.x - at.x), far = way_between(at, to);
    double best = -1;
    *angle = middle;
    for (int beside = 0; beside < 3; beside++) {
        const double aim = middle + (beside == 0 ? 0 : beside == 1 ? 8 : -8) / fmax(40, far);
        const double chance = line_hits(&aiming->outlook.lines, at.x, at.y, aim, error, figure, FLICKEMUP_NOBODY);
        if (chance > best + (beside ? 0.01 : 0)) {
            best = chance;
            *angle = aim;
        }
        if (beside == 0 && chance > 0.9)
            break;
    }
    /* Where nothing is in the way, the line's seven parts are coarser than the normal distribution itself. */
    return best * fmin(1, chance_at(error, far) / fmax(0.01, round(7 * chance_at(error, far)) / 7));
}

/* What a shot may gain, with the action after it and, with two pistols, the other bullet. */
static double shot_worth(const struct list *list, int figure, double chance)
{
    const struct aiming *aiming = list->aiming;
    const struct flickemup_state *state = aiming->state;
    double gain = chance * aiming->gain[figure];
    if (state->duel.on)
        return aiming->now + 20 * chance;
    const bool two = flickemup_rule(aiming->rules, FLICKEMUP_RULE_TWO_PISTOLS) && state->second == 0 &&
                     flickemup_holds(&state->figure[state->active], FLICKEMUP_COLT);
    const double others = shot_gain(aiming, &aiming->outlook, state->active, figure);
    double then = 0;
    if (two)
        gain += chance * others + (1 - chance) * shot_gain(aiming, &aiming->outlook, state->active, -1);
    if (state->actions > 1 && list->depth != PLAN_ONE && state->second == 0)
        then = chance * fmax(list->next_no_shot, others) + (1 - chance) * list->next;
    /* Each takes its part of what is missing to a victory; so nothing is worth more than one, and what wins comes first. */
    const double missing = fmax(1, POSSE_WON - aiming->now);
    return aiming->now + missing * (1 - (1 - fmin(1, gain / missing)) * (1 - fmin(1, then / missing)));
}

static void add_shots(struct list *list, flip_move template)
{
    const struct aiming *aiming = list->aiming;
    const struct flickemup_state *state = aiming->state;
    const int shooter = shooter_of(state);
    const bool around = guided(template);
    for (int n = 0; n < (around ? AROUND : 1); n++) {
        const int32_t side = around ? n * FLIP_TURN / AROUND : 0;
        struct flip_pose from;
        if (!flickemup_muzzle(aiming->rules, state, shooter, flickemup_what(template), side, FLICKEMUP_BULLET_RADIUS,
                              &from))
            continue;
        for (int figure = 0; figure < FLICKEMUP_FIGURES; figure++) {
            if (!can_be_hit(aiming, figure, shooter))
                continue;
            double angle;
            const double chance = straight(aiming, &from, figure, around ? 0.002 : aiming->angle_error, &angle);
            const int32_t wanted = hundredths(angle);
            if ((chance < WORTH_SHOT && !state->duel.on) || allowed_angle(aiming, template, wanted) != wanted)
                continue;
            const double far = way_between(point_of(&from), point_of(pose_of(state, figure)));
            add(list, filled(aiming, template, wanted, legal_speed(shot_speed(far)), side), true,
                shot_worth(list, figure, chance))
                ->target = (uint8_t)figure;
        }
    }
}

/* A duel allows nothing but a shot, and a second bullet may have nobody to hit: any direction does then. */
static void add_any_shot(struct list *list, flip_move template)
{
    const struct flickemup_state *state = list->aiming->state;
    const int32_t facing = flip_pose_facing(pose_of(state, shooter_of(state)));
    add(list, filled(list->aiming, template, facing, legal_speed(HARD), guided(template) ? facing : 0), true,
        list->aiming->now - LAZY);
}

/* --- ways and throws ------------------------------------------------------------------------------------------------- */

static int by_prior(const void *a, const void *b)
{
    const struct candidate *one = a, *other = b;
    if (one->prior != other->prior)
        return one->prior < other->prior ? 1 : -1;
    return one->move < other->move ? -1 : one->move > other->move;
}

static void add_ways(struct list *list, flip_move template)
{
    const struct aiming *aiming = list->aiming;
    const struct flickemup_state *state = aiming->state;
    const int figure = flickemup_what(template);
    const bool witness = figure >= FLICKEMUP_COWBOYS, last = state->actions < 2 || (witness && state->acted > 0);
    const enum plan_depth depth = last || witness ? PLAN_ONE : list->depth;
    const double failed = aiming->now + (depth == PLAN_ONE ? 0 : list->next);
    struct flip_pose from;
    struct way way[WAYS];
    flickemup_disc_start(aiming->rules, state, figure, &from);
    const int count = ways_of(&aiming->outlook, figure, &from, list->quick ? QUICK_FAN : FAN, way), first = list->count;
    for (int i = 0; i < count; i++) {
        const enum plan_depth quick = depth == PLAN_TWO ? PLAN_SHOTS : depth;
        struct meant meant;
        const double worth = way_worth(aiming, &aiming->outlook, figure, &from, way[i], failed, quick, &meant);
        if (!isfinite(worth))
            continue;
        struct candidate *slide =
            add(list, filled(aiming, template, hundredths(way[i].angle), legal_speed(speed_for(way[i].far)), 0), true,
                worth);
        slide->settled = meant.sure;
        slide->meant = meant.line;
    }
    qsort(list->out + first, (size_t)(list->count - first), sizeof *list->out, by_prior);
    /* The best of them are looked at more closely: what else could be done there? */
    for (int i = first; i < list->count && i < first + (list->quick ? LOOKED_AT / 2 : LOOKED_AT) && depth == PLAN_TWO;
         i++) {
        const struct way exact = {flickemup_angle(list->out[i].move) * M_PI / 18000,
                                  way_of(flickemup_speed(list->out[i].move))};
        const double worth = way_worth(aiming, &aiming->outlook, figure, &from, exact, failed, PLAN_TWO, NULL);
        if (isfinite(worth))
            list->out[i].prior = fmax(list->out[i].prior, worth);
    }
}

/* The chance that dynamite comes to rest within so many mm of where it should. */
static double lands(const struct aiming *aiming, double far, double within)
{
    const double aside = fmax(1, aiming->angle_error * far), along = fmax(1, 2 * aiming->speed_error * far);
    return erf(0.75 * within / (aside * M_SQRT2)) * erf(0.75 * within / (along * M_SQRT2));
}

static void add_throw(struct list *list, flip_move template, const struct flip_pose *from, struct point to, double gain,
                      double within)
{
    const struct aiming *aiming = list->aiming;
    const struct point at = point_of(from);
    const double far = way_between(at, to);
    const double chance = lands(aiming, far, within) * (line_free(&aiming->outlook.lines, at, to, -1) ? 1 : 0.4);
    add(list, filled(aiming, template, hundredths(atan2(to.y - at.y, to.x - at.x)), legal_speed(speed_for(far)), 0),
        true, aiming->now + chance * gain + (aiming->state->actions > 1 ? list->next_no_shot : 0) - 3 * (1 - chance));
}

static void add_throws(struct list *list, flip_move template)
{
    const struct aiming *aiming = list->aiming;
    const struct flickemup_state *state = aiming->state;
    const int inside = flickemup_building_of(&state->figure[state->active]);
    struct flip_pose from;
    if (!flickemup_muzzle(aiming->rules, state, state->active, inside >= 0 ? FLICKEMUP_SIDE_DOOR : FLICKEMUP_SIDE_LEFT,
                          0, FLICKEMUP_DYNAMITE_RADIUS, &from))
        flickemup_muzzle(aiming->rules, state, state->active, FLICKEMUP_SIDE_RIGHT, 0, FLICKEMUP_DYNAMITE_RADIUS,
                         &from);
    for (int test = 0; test < aiming->rules->edition.tests; test++) {
        if (aiming->rules->edition.test[test].kind != FLICKEMUP_TEST_EXPLODED || flip_set_has(state->exploded, test))
            continue;
        struct flickemup_state then = *state;
        then.exploded |= FLIP_BIT(test);
        const double gain = position_value(aiming->rules, &then, aiming->team, aiming->angle_error) - aiming->now;
        const int place = aiming->rules->edition.test[test].place;
        for (int before = 10; before <= 50 && gain > 0; before += 20)
            add_throw(list, template, &from, before_door(&aiming->outlook.lines, place, before), gain,
                      aiming->rules->edition.test[test].mm - before / 3.0);
    }
    for (int other = 0; other < FLICKEMUP_COWBOYS; other++)
        if (flickemup_team_of(other) != aiming->team && flickemup_stands(&state->figure[other]))
            add_throw(list, template, &from, point_of(&state->pose[other]), aiming->gain[other], 60);
}

/* --- turns and the rest ----------------------------------------------------------------------------------------------- */

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
            aiming->at->game->rules->apply(aiming->rules, &facing, aiming->at->seat,
                                           filled(aiming, template, angle, 0, 0));
        double best = 0;
        for (int side = FLICKEMUP_SIDE_LEFT; side <= FLICKEMUP_SIDE_RIGHT; side++) {
            struct flip_pose from;
            if (!flickemup_muzzle(aiming->rules, &facing, state->active, side, 0, FLICKEMUP_BULLET_RADIUS, &from))
                continue;
            for (int figure = 0; figure < FLICKEMUP_FIGURES; figure++) {
                double aim;
                if (can_be_hit(aiming, figure, state->active))
                    best =
                        fmax(best, aiming->gain[figure] * straight(aiming, &from, figure, aiming->angle_error, &aim));
            }
        }
        if (turn < 0)
            before = best;
        else if (best > 1.15 * before + 0.2)
            add(list, filled(aiming, template, angle, 0, 0), false,
                aiming->now + best + (state->actions > 1 ? list->next : 0))
                ->settled = true;
    }
}

static void add_exact(struct list *list, flip_move move)
{
    add(list, move, false, list->aiming->now)->extra = flickemup_kind(move) == FLICKEMUP_END ? 0 : -LAZY;
}

static bool flicks(flip_move move)
{
    const int kind = flickemup_kind(move);
    return kind == FLICKEMUP_MOVE || kind == FLICKEMUP_SHOOT || kind == FLICKEMUP_THROW;
}

static void list_flicks(struct list *list, const flip_move *moves, int count)
{
    const struct aiming *aiming = list->aiming;
    const struct flickemup_state *state = aiming->state;
    if (state->actions > 1 && list->depth != PLAN_ONE) {
        list->next_no_shot = list->depth == PLAN_TWO ? move_gain(aiming, &aiming->outlook, state->active) : 0;
        list->next = fmax(list->next_no_shot, shot_gain(aiming, &aiming->outlook, state->active, -1));
    }
    for (int i = 0; i < count; i++)
        switch (flickemup_kind(moves[i])) {
        case FLICKEMUP_MOVE:
            add_ways(list, moves[i]);
            break;
        case FLICKEMUP_SHOOT:
            add_shots(list, moves[i]);
            break;
        case FLICKEMUP_THROW:
            add_throws(list, moves[i]);
            break;
        default:
            break;
        }
}

/* A witness walks before or after a lawman's actions and costs none of them: what those gain comes on top. */
static void spare_actions(struct list *list)
{
    const struct flickemup_state *state = list->aiming->state;
    double gain = 0;
    if (state->acted > 0 || state->actions < 2)
        return;
    for (int i = 0; i < list->count; i++)
        if (flickemup_kind(list->out[i].move) != FLICKEMUP_MOVE ||
            flickemup_what(list->out[i].move) < FLICKEMUP_COWBOYS)
            gain = fmax(gain, list->out[i].prior - list->aiming->now);
    for (int i = 0; i < list->count; i++)
        if (flickemup_kind(list->out[i].move) == FLICKEMUP_MOVE &&
            flickemup_what(list->out[i].move) >= FLICKEMUP_COWBOYS) {
            list->out[i].prior += gain;
            list->out[i].extra = fmax(0, gain - list->next);
        }
}

/* --- who plays ------------------------------------------------------------------------------------------------------- */

/* What a cowboy promises who is played now: the best that straight lines show him. */
static double promise(const struct aiming *aiming, flip_move play, struct candidate *scratch)
{
    struct flickemup_state state = *aiming->state;
    const int cowboy = flickemup_what(play);
    if (!walks(&state.figure[cowboy]))
        return aiming->now; /* a pass */
    aiming->at->game->rules->apply(aiming->rules, &state, aiming->at->seat, play);
    struct aiming then = *aiming;
    then.state = &state;
    outlook_moved(&then.outlook, &state, cowboy);
    struct list list = {.aiming = &then, .out = scratch, .depth = aiming->depth, .quick = true};
    flip_move moves[FLIP_MAX_MOVES];
    const int count = aiming->at->game->rules->moves(aiming->rules, &state, aiming->at->seat, moves, FLIP_MAX_MOVES);
    list_flicks(&list, moves, count);
    spare_actions(&list);
    double best = aiming->now + LAZY; /* somebody who can act is better than a pass */
    for (int i = 0; i < list.count; i++)
        best = fmax(best, scratch[i].prior);
    for (int i = 0; i < count; i++) {
        if (flicks(moves[i]) || flickemup_kind(moves[i]) == FLICKEMUP_FACE || flickemup_kind(moves[i]) == FLICKEMUP_END)
            continue;
        struct flickemup_state after = state;
        aiming->at->game->rules->apply(aiming->rules, &after, aiming->at->seat, moves[i]);
        best = fmax(best, plan_worth(&then, &after, aiming->depth));
    }
    return best;
}

static int choose_hat(struct list *list, const flip_move *moves, int count)
{
    double value[FLICKEMUP_COWBOYS];
    for (int i = 0; i < count; i++)
        value[i] = count > 1 ? promise(list->aiming, moves[i], list->out) : list->aiming->now;
    for (int i = 0; i < count; i++)
        add(list, moves[i], false, value[i])->settled = true;
    return list->count;
}

int candidates(const struct aiming *aiming, struct candidate *out, int *flick_count)
{
    struct list list = {.aiming = aiming, .out = out, .depth = aiming->depth};
    flip_move moves[FLIP_MAX_MOVES];
    const int count =
        aiming->at->game->rules->moves(aiming->rules, aiming->state, aiming->at->seat, moves, FLIP_MAX_MOVES);
    *flick_count = 0;
    if (flickemup_kind(moves[0]) == FLICKEMUP_PLAY)
        return choose_hat(&list, moves, count);
    list_flicks(&list, moves, count);
    spare_actions(&list);
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
