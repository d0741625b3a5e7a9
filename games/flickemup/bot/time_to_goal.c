/*
 * How long a team needs for what it wants. Every condition of a scenario is read as work: the actions that somebody has to take
 * until it is met (walk to a door, enter, take, carry, throw, hit so and so often), and the hours in which those who do it
 * can be through with it, two actions an hour each. So gold, hostages, water and bullets have one currency, and a scenario of
 * somebody's own is played by the same words.
 */
#include "games/flickemup/bot/position_value.h"

#include <math.h>

#define STRIDE      350.0 /* mm: what an action goes when it goes well */
#define DOOR_WIDE   12.0  /* mm beside the middle of a door: a disc still enters */
#define TAKE_AWAY   8.0   /* actions to get something that an enemy holds */
#define UNLUCKY     4.0   /* actions lost when a token that is turned up is another one */
#define FETCH_AGAIN 4.0   /* actions to fetch another stick of dynamite */
#define THROW_FAR   180.0 /* mm: from there dynamite comes to rest where it should */

/* --- actions of one figure ------------------------------------------------------------------------------------------- */

bool walks(const struct flickemup_figure *figure)
{
    return figure->where == FLICKEMUP_ON_TABLE || figure->where >= FLICKEMUP_INSIDE;
}

struct point place_of(const struct lines *lines, int figure)
{
    const int building = flickemup_building_of(&lines->state->figure[figure]);
    return building >= 0 ? before_door(lines, building, 25) : point_of(&lines->state->pose[figure]);
}

static double to_leave(const struct flickemup_state *state, int figure)
{
    return state->figure[figure].where >= FLICKEMUP_INSIDE ? 0.8 : 0;
}

static double to_walk(const struct outlook *outlook, struct point from, struct point to, int figure)
{
    const double far = way_between(from, to);
    return line_free(&outlook->lines, from, to, figure) ? fmax(fmin(1, far / 60), 0.5 + far / STRIDE)
                                                        : 1.3 + far / STRIDE;
}

/* Tries until a flick goes through an opening of that half width. */
static double tries(const struct outlook *outlook, double half, double far)
{
    const double spread = outlook->angle_error * far;
    return spread < 1 ? 1 : 1 / fmax(0.2, erf(half / (spread * M_SQRT2)));
}

static double enemies_inside(const struct flickemup_state *state, int figure, int building)
{
    for (int other = 0; other < FLICKEMUP_COWBOYS; other++)
        if (flickemup_building_of(&state->figure[other]) == building &&
            flickemup_team_of(other) == !flickemup_team_of(figure))
            return 0.5;
    return 0;
}

double actions_to_enter(const struct outlook *outlook, int figure, int building)
{
    const struct flickemup_state *state = outlook->state;
    const int door = FLICKEMUP_BUILDINGS_AT + building;
    if (flickemup_building_of(&state->figure[figure]) == building)
        return 0;
    if (!walks(&state->figure[figure]) || !flip_set_has(state->here, door) ||
        !flickemup_rule(outlook->rules, FLICKEMUP_RULE_BUILDINGS))
        return NEVER;
    const struct point from = place_of(&outlook->lines, figure), middle = before_door(&outlook->lines, building, 0),
                       front = before_door(&outlook->lines, building, 90);
    const double before =
        (from.x - middle.x) * outlook->lines.door[building].c + (from.y - middle.y) * outlook->lines.door[building].s;
    const double far = way_between(from, middle);
    double actions = to_walk(outlook, from, front, figure) + 1.1;
    if (before > 20 && line_free(&outlook->lines, from, middle, figure))
        actions = fmin(actions, tries(outlook, DOOR_WIDE * before / far, far) + fmax(0, far - 400) / STRIDE);
    if (outlook->rules->edition.closed_until[building] > state->hour)
        actions += 2 * (outlook->rules->edition.closed_until[building] - state->hour);
    return actions + to_leave(state, figure) + enemies_inside(state, figure, building);
}

static struct point nearest_of_exit(const struct flickemup_rules *rules, struct point at, int exit, double *half)
{
    const struct flickemup_exit *out = &rules->edition.exit[exit];
    const double from = out->from / 100.0 + 20, to = out->to / 100.0 - 20;
    const bool across = out->edge == FLICKEMUP_LEFT || out->edge == FLICKEMUP_RIGHT;
    const double along = fmin(to, fmax(from, across ? at.y : at.x));
    const double edge = out->edge == FLICKEMUP_RIGHT ? rules->edition.width / 100.0
                        : out->edge == FLICKEMUP_TOP ? rules->edition.height / 100.0
                                                     : 0;
    *half = 20 + fmin(along - from, to - along);
    return across ? (struct point){edge, along} : (struct point){along, edge};
}

static double to_exit_from(const struct outlook *outlook, struct point from, int exit, int figure)
{
    double half;
    const struct point out = nearest_of_exit(outlook->rules, from, exit, &half);
    const double far = way_between(from, out);
    return line_free(&outlook->lines, from, out, figure) ? tries(outlook, half, far) : 1.5 + far / STRIDE;
}

static double to_exit(const struct outlook *outlook, int figure, int exit)
{
    return to_exit_from(outlook, place_of(&outlook->lines, figure), exit, figure) + to_leave(outlook->state, figure);
}

/* --- many hands ------------------------------------------------------------------------------------------------------ */

double together(double *hours, int size, int count)
{
    double sum = 0, last = 0;
    if (size < count)
        return NEVER;
    for (int n = 0; n < count; n++) {
        int best = n;
        for (int i = n + 1; i < size; i++)
            if (hours[i] < hours[best])
                best = i;
        last = hours[best];
        hours[best] = hours[n];
        hours[n] = last;
        sum += last;
    }
    return count > 0 ? 0.35 * last + 0.65 * sum / count : 0;
}

/* Jobs that different cowboys can do, each `actions[job][cowboy]`: whoever is through with it first does the next. A second
   job costs the same man `again` more. */
static double shared_out(double (*actions)[FLICKEMUP_COWBOYS], int jobs, int wanted, double again)
{
    double load[FLICKEMUP_COWBOYS] = {0}, ends[16];
    flip_set done = 0;
    if (jobs < wanted)
        return NEVER;
    for (int n = 0; n < wanted; n++) {
        int job = -1, who = -1;
        double best = 2 * NEVER;
        for (int i = 0; i < jobs; i++)
            for (int cowboy = 0; cowboy < FLICKEMUP_COWBOYS && !flip_set_has(done, i); cowboy++)
                if (actions[i][cowboy] < NEVER && actions[i][cowboy] + load[cowboy] < best) {
                    best = actions[i][cowboy] + load[cowboy];
                    job = i;
                    who = cowboy;
                }
        if (job < 0)
            return NEVER;
        done |= FLIP_BIT(job);
        load[who] = best + again;
        ends[n] = best / 2;
    }
    return together(ends, wanted, wanted);
}

double hour_left(const struct flickemup_state *state)
{
    int hats = 0, left = 0;
    for (int cowboy = 0; cowboy < FLICKEMUP_COWBOYS; cowboy++) {
        hats += state->figure[cowboy].where != FLICKEMUP_AWAY;
        left += state->figure[cowboy].where != FLICKEMUP_AWAY && cowboy != state->active &&
                state->figure[cowboy].blue == (state->hour & 1);
    }
    return hats ? (double)left / hats : 0;
}

/* Is this a cowboy of the team who can act? */
static bool own_cowboy(const struct outlook *outlook, int team, int cowboy)
{
    return flickemup_team_of(cowboy) == team && walks(&outlook->state->figure[cowboy]);
}

/* --- tokens ---------------------------------------------------------------------------------------------------------- */

static double to_goal(const struct outlook *outlook, const struct flickemup_test *test, int figure)
{
    return test->exit ? to_exit(outlook, figure, test->place) : outlook->enter[figure][test->place];
}

/* The same for somebody who comes out of a building, or stands somewhere. */
static double to_goal_from(const struct outlook *outlook, const struct flickemup_test *test, struct point from,
                           bool inside, int figure)
{
    const double leave = inside ? 0.8 : 0;
    if (test->exit)
        return leave + to_exit_from(outlook, from, test->place, figure);
    return leave + 1.2 + way_between(from, before_door(&outlook->lines, test->place, 60)) / STRIDE;
}

/* The chance that a token that lies face down is one of these. */
static double share_of(const struct flickemup_state *state, int token)
{
    int all = 0;
    for (int other = FLICKEMUP_GOLD; other < FLICKEMUP_TOKENS; other++)
        all += state->pool[other];
    return all ? (double)state->pool[token] / all : 0;
}

struct errand {
    double actions;
    int tokens;
};

/* The best that a cowboy can do for a delivery: bring what he has, or fetch some more first. */
static struct errand errand_of(const struct outlook *outlook, const struct flickemup_test *test, int cowboy)
{
    const struct flickemup_state *state = outlook->state;
    const struct flickemup_figure *figure = &state->figure[cowboy];
    const int has = (figure->hand[0] == test->token) + (figure->hand[1] == test->token);
    const int room = test->token == FLICKEMUP_HOSTAGE ? !has : 2 - has; /* other tokens are exchanged */
    struct errand best = {has ? to_goal(outlook, test, cowboy) : NEVER, has};
    double rate = has ? best.actions / has : NEVER;
    for (int building = 0; building < FLICKEMUP_BUILDINGS && room > 0; building++) {
        const int up = state->up[building][test->token], here = up + state->down[building];
        const double luck = up ? 1 : share_of(state, test->token);
        if (here == 0 || luck == 0 || (!test->exit && building == test->place && up) ||
            outlook->enter[cowboy][building] >= NEVER)
            continue;
        const int more = room < here ? room : here;
        const double actions = (double)outlook->enter[cowboy][building] + more + UNLUCKY * (1 - luck) +
                               to_goal_from(outlook, test, before_door(&outlook->lines, building, 25), true, cowboy);
        if (actions / (has + more) < rate) {
            rate = actions / (has + more);
            best = (struct errand){actions, has + more};
        }
    }
    for (int i = 0; i < state->grounded && room > 0; i++) {
        const struct point at = {state->ground[i].x / 100.0, state->ground[i].y / 100.0};
        if (state->ground[i].token != test->token)
            continue;
        const double actions = to_walk(outlook, place_of(&outlook->lines, cowboy), at, cowboy) +
                               to_leave(state, cowboy) + 1 + to_goal_from(outlook, test, at, false, cowboy);
        if (actions / (has + 1) < rate) {
            rate = actions / (has + 1);
            best = (struct errand){actions, has + 1};
        }
    }
    return best;
}

static double to_deliver(const struct outlook *outlook, int team, const struct flickemup_test *test)
{
    const struct flickemup_state *state = outlook->state;
    struct errand errand[FLICKEMUP_TEAM];
    double hours[FLICKEMUP_TEAM];
    int count = 0, used = 0;
    int missing =
        test->min - (test->exit ? state->out[test->place][team][test->token] : state->up[test->place][test->token]);
    for (int cowboy = 0; cowboy < FLICKEMUP_COWBOYS; cowboy++)
        if (own_cowboy(outlook, team, cowboy)) {
            errand[count] = errand_of(outlook, test, cowboy);
            count += errand[count].tokens > 0;
        }
    while (missing > 0 && used < count) {
        int best = used;
        for (int i = used + 1; i < count; i++)
            if (errand[i].actions / errand[i].tokens < errand[best].actions / errand[best].tokens)
                best = i;
        const struct errand next = errand[best];
        errand[best] = errand[used];
        hours[used++] = next.actions / 2;
        missing -= next.tokens;
    }
    if (used == 0 && missing > 0) /* somebody else has it, or nobody knows where it is */
        return TAKE_AWAY;
    return fmin(NEVER, together(hours, used, used) + (missing > 0 ? missing * TAKE_AWAY / 4 : 0));
}

/* Poisoned water is made of clean water, and the other way round. */
static double to_turn_water(const struct outlook *outlook, int team, const struct flickemup_test *test)
{
    const struct flickemup_state *state = outlook->state;
    const int source = test->token == FLICKEMUP_POISONED ? FLICKEMUP_CLEAN : FLICKEMUP_POISONED;
    double actions[FLICKEMUP_BUILDINGS][FLICKEMUP_COWBOYS];
    int jobs = 0, missing = test->min;
    for (int building = 0; building < FLICKEMUP_BUILDINGS; building++) {
        missing -= state->up[building][test->token];
        if (state->up[building][source] == 0)
            continue;
        for (int cowboy = 0; cowboy < FLICKEMUP_COWBOYS; cowboy++)
            actions[jobs][cowboy] =
                own_cowboy(outlook, team, cowboy) ? outlook->enter[cowboy][building] + 1 : (double)NEVER;
        jobs++;
    }
    return missing <= 0 ? 0 : shared_out(actions, jobs, missing, 1);
}

/* Actions of somebody until dynamite goes off at a door. */
static double to_explode(const struct outlook *outlook, int cowboy, int place)
{
    const struct flickemup_state *state = outlook->state;
    const struct point from = place_of(&outlook->lines, cowboy), door = before_door(&outlook->lines, place, 20);
    double best = NEVER;
    if (flickemup_holds(&state->figure[cowboy], FLICKEMUP_DYNAMITE)) {
        const bool free = line_free(&outlook->lines, from, before_door(&outlook->lines, place, 45), cowboy);
        return to_leave(state, cowboy) + 1.3 + fmax(0, way_between(from, door) - THROW_FAR) / STRIDE + (free ? 0 : 0.7);
    }
    for (int building = 0; building < FLICKEMUP_BUILDINGS; building++) {
        const bool returns = outlook->rules->edition.returns == building + 1 && state->used > 0; /* at the strike */
        if (state->up[building][FLICKEMUP_DYNAMITE] > 0 || returns)
            best = fmin(best, outlook->enter[cowboy][building] + 1 + 0.8 + 1.3 +
                                  way_between(before_door(&outlook->lines, building, 25), door) / STRIDE +
                                  (state->up[building][FLICKEMUP_DYNAMITE] > 0 ? 0 : 1));
    }
    return best;
}

/* All explosions that are still missing among the parts from `first` to `end`: a stick is good for one of them. */
static double to_explode_all(const struct outlook *outlook, int team, int first, int end)
{
    double actions[16][FLICKEMUP_COWBOYS];
    int jobs = 0;
    for (int part = first; part < end && jobs < 16; part++) {
        const struct flickemup_test *test = &outlook->rules->edition.test[part];
        if (test->kind != FLICKEMUP_TEST_EXPLODED || flip_set_has(outlook->state->exploded, part))
            continue;
        for (int cowboy = 0; cowboy < FLICKEMUP_COWBOYS; cowboy++)
            actions[jobs][cowboy] =
                own_cowboy(outlook, team, cowboy) ? to_explode(outlook, cowboy, test->place) : (double)NEVER;
        jobs++;
    }
    return shared_out(actions, jobs, jobs, FETCH_AGAIN);
}

/* --- places ---------------------------------------------------------------------------------------------------------- */

static double to_be_inside(const struct outlook *outlook, const struct flickemup_test *test)
{
    double hours[FLICKEMUP_FIGURES];
    int count = 0;
    for (int figure = 0; figure < FLICKEMUP_FIGURES; figure++)
        if (test->figures >> figure & 1 && flickemup_lives(&outlook->state->figure[figure])) {
            /* A witness moves once an hour. */
            const bool witness = figure >= FLICKEMUP_COWBOYS;
            hours[count++] = outlook->enter[figure][test->place] / (witness ? 1 : 2);
        }
    return count ? together(hours, count, test->min ? test->min : count) : NEVER;
}

static double to_hold(const struct outlook *outlook, int team, const struct flickemup_test *test, int index)
{
    double hours[FLICKEMUP_TEAM], now = 0;
    int theirs = 0, count = 0;
    for (int cowboy = 0; cowboy < FLICKEMUP_COWBOYS; cowboy++) {
        if (own_cowboy(outlook, team, cowboy))
            hours[count++] = outlook->enter[cowboy][test->place] / 2;
        else if (flickemup_team_of(cowboy) != team)
            theirs += flickemup_building_of(&outlook->state->figure[cowboy]) == test->place;
    }
    /* One more than needed is safer. */
    now = 0.8 * together(hours, count, theirs + 1) +
          0.2 * together(hours, count, theirs + 2 < count ? theirs + 2 : count);
    if (test->token != FLICKEMUP_NOTHING) {
        struct flickemup_test bring = *test;
        bring.min = 1;
        bring.exit = 0;
        now = fmax(now, to_deliver(outlook, team, &bring));
    }
    const int strikes = test->min - outlook->state->held[index];
    const double left = hour_left(outlook->state);
    return fmax(now, left) + (now > left ? 0.5 * (now - left) : 0) + 0.15 * now + strikes - 1;
}

static double to_be_gone(const struct outlook *outlook, int team, const struct flickemup_test *test)
{
    const struct flickemup_state *state = outlook->state;
    double last = 0;
    for (int figure = 0; figure < FLICKEMUP_FIGURES; figure++) {
        if (!(test->figures >> figure & 1))
            continue;
        const struct flickemup_figure *leaver = &state->figure[figure];
        double hours = NEVER;
        if (leaver->where == FLICKEMUP_GONE && leaver->exit == test->place)
            hours = 0;
        else if (walks(leaver))
            hours = to_exit(outlook, figure, test->place) / 2;
        else if (leaver->where == FLICKEMUP_ON_GALLOWS) {
            const struct point gallows = point_of(&state->pose[FLICKEMUP_GALLOWS]);
            double rescue = NEVER;
            for (int cowboy = 0; cowboy < FLICKEMUP_COWBOYS; cowboy++)
                if (own_cowboy(outlook, team, cowboy))
                    rescue =
                        fmin(rescue, fmax(0, way_between(place_of(&outlook->lines, cowboy), gallows) - 60) / STRIDE +
                                         to_leave(state, cowboy));
            hours = (rescue + 1 + to_exit_from(outlook, gallows, test->place, FLICKEMUP_GALLOWS)) / 2 + 0.5;
        }
        last = fmax(last, hours);
    }
    return last;
}

double hours_for(const struct outlook *outlook, int team, int index)
{
    const struct flickemup_test *test = &outlook->rules->edition.test[index];
    const int end = index + test->size;
    double least = NEVER, most = 0, sum = 0;
    int count = 0;
    switch (test->kind) {
    case FLICKEMUP_TEST_ELIMINATED:
        return hours_to_eliminate(outlook, team, test->figures, test->min);
    case FLICKEMUP_TEST_DELIVERED:
        return to_deliver(outlook, team, test);
    case FLICKEMUP_TEST_INSIDE:
        return to_be_inside(outlook, test);
    case FLICKEMUP_TEST_HOLDS:
        return to_hold(outlook, team, test, index);
    case FLICKEMUP_TEST_TOKENS:
        if (test->token == FLICKEMUP_POISONED || test->token == FLICKEMUP_CLEAN)
            return to_turn_water(outlook, team, test);
        return flickemup_true(outlook->rules, outlook->state, team, index) ? 0 : NEVER;
    case FLICKEMUP_TEST_EXPLODED:
        return to_explode_all(outlook, team, index, end);
    case FLICKEMUP_TEST_LEFT:
        return to_be_gone(outlook, team, test);
    case FLICKEMUP_TEST_ALL:
        if (outlook->rules->edition.test[index + 1].kind == FLICKEMUP_TEST_EXPLODED)
            return to_explode_all(outlook, team, index + 1, end);
        /* fall through */
    case FLICKEMUP_TEST_ANY:
        for (int part = index + 1; part < end; part += outlook->rules->edition.test[part].size, count++) {
            const double hours = hours_for(outlook, team, part);
            least = fmin(least, hours);
            most = fmax(most, hours);
            sum += hours;
        }
        return test->kind == FLICKEMUP_TEST_ANY ? least : 0.5 * most + 0.5 * sum;
    default:
        return flickemup_true(outlook->rules, outlook->state, team, index) ? 0 : NEVER;
    }
}

/* --- felling somebody for good --------------------------------------------------------------------------------------- */

/* Bullets are work like everything else: so many hits at so many an hour, by those who are near and have a line. */
static double guns_of(const struct flickemup_figure *figure)
{
    return flickemup_holds(figure, FLICKEMUP_COLT) ? 1.7 : flickemup_holds(figure, FLICKEMUP_WINCHESTER) ? 1.3 : 1;
}

/* Hits a cowboy may make in an hour: more from near. Half of all actions are no shots, or are spoilt by what stands around. */
static double hits_of(const struct outlook *outlook, int cowboy, flip_set figures)
{
    const struct flickemup_state *state = outlook->state;
    const struct point from = place_of(&outlook->lines, cowboy);
    double nearest = 2000;
    for (flip_set rest = figures; rest; rest = flip_set_rest(rest)) {
        const int figure = flip_set_first(rest);
        if (walks(&state->figure[figure]))
            nearest = fmin(nearest, way_between(from, place_of(&outlook->lines, figure)) +
                                        (state->figure[figure].where >= FLICKEMUP_INSIDE ? 80 : 0));
    }
    return guns_of(&state->figure[cowboy]) * (0.3 + 0.7 * chance_at(outlook->angle_error, nearest));
}

/* How much of his aim each of a team has for one of those whom he could hit: he shoots twice, mostly less. */
static void share_aim(const struct outlook *outlook, int team, double share[FLICKEMUP_COWBOYS])
{
    for (int cowboy = 0; cowboy < FLICKEMUP_COWBOYS; cowboy++) {
        double sum = 0;
        share[cowboy] = 0;
        if (!own_cowboy(outlook, team, cowboy))
            continue;
        for (int target = 0; target < FLICKEMUP_FIGURES; target++)
            sum += outlook->chance[cowboy][target];
        share[cowboy] = fmin(1, 1.2 / fmax(1, sum));
    }
}

/* The hours until somebody with so many hit points is felled for good. Who lies cannot be hit again before he is played, so
   nobody is hit more than once an hour; and of what threatens him now, about every other shot will be fired. */
static double hours_to_fell(const struct outlook *outlook, int team, int target, double wounds,
                            const double share[FLICKEMUP_COWBOYS])
{
    const struct flickemup_state *state = outlook->state;
    const int building = flickemup_building_of(&state->figure[target]);
    const struct point at = place_of(&outlook->lines, target);
    double nearest = 2000, spared = 1, enter = NEVER;
    for (int cowboy = 0; cowboy < FLICKEMUP_COWBOYS; cowboy++) {
        const struct flickemup_figure *shooter = &state->figure[cowboy];
        if (!own_cowboy(outlook, team, cowboy))
            continue;
        /* Who is being played has no hat left after it. */
        const bool ready = shooter->blue == (state->hour & 1) && cowboy != state->active;
        const double often = ready ? 0.75 : 0.6;
        spared *= 1 - fmin(0.95, often * share[cowboy] * guns_of(shooter) * outlook->chance[cowboy][target]);
        nearest = fmin(nearest, way_between(at, place_of(&outlook->lines, cowboy)));
        if (building >= 0)
            enter = fmin(enter, outlook->enter[cowboy][building]);
    }
    double threat = 0.5 * (1 - spared);
    if (building >= 0) { /* only a duel can hit him */
        threat = flickemup_rule(outlook->rules, FLICKEMUP_RULE_DUEL) ? 0.5 * exp(-fmax(0, enter - 1) / 1.5) : 0;
        wounds += 0.2;
    }
    return fmin(NEVER, fmax(0.2, wounds - threat) / (0.48 + 0.1 * chance_at(outlook->angle_error, nearest)));
}

double hours_to_eliminate(const struct outlook *outlook, int team, flip_set figures, int count)
{
    const struct flickemup_state *state = outlook->state;
    double hours[FLICKEMUP_FIGURES], wounds[FLICKEMUP_FIGURES], share[FLICKEMUP_COWBOYS], hits = 0, sum = 0;
    int alive = 0;
    share_aim(outlook, team, share);
    for (flip_set rest = figures; rest; rest = flip_set_rest(rest)) {
        const int figure = flip_set_first(rest), building = flickemup_building_of(&state->figure[figure]);
        if (state->figure[figure].where == FLICKEMUP_DEAD)
            count--;
        else if (flickemup_lives(&state->figure[figure])) {
            const bool poisoned = building >= 0 && state->up[building][FLICKEMUP_POISONED] > 0;
            wounds[alive] = fmax(0.3, state->figure[figure].hit_points - (poisoned ? 0.7 : 0));
            hours[alive] = hours_to_fell(outlook, team, figure, wounds[alive], share);
            alive++;
        }
    }
    if (count <= 0)
        return 0;
    if (alive < count)
        return NEVER;
    for (int n = 0; n < count; n++) { /* who is through with first */
        int best = n;
        for (int i = n + 1; i < alive; i++)
            if (hours[i] < hours[best])
                best = i;
        const double soonest = hours[best], wound = wounds[best];
        hours[best] = hours[n];
        hours[n] = soonest;
        wounds[best] = wounds[n];
        sum += wound;
    }
    for (int cowboy = 0; cowboy < FLICKEMUP_COWBOYS; cowboy++)
        if (own_cowboy(outlook, team, cowboy))
            hits += hits_of(outlook, cowboy, figures);
    if (hits < 0.05)
        return NEVER;
    /* Side by side as far as there are enough shots. */
    const double shots = sum / hits, side = together(hours, alive, count);
    return fmin(NEVER, 0.85 * fmax(shots, side) + 0.15 * fmin(shots, side));
}
