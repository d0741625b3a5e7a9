/*
 * A position's worth. Every condition of the scenario is read as a way to go: 0 where nothing of it is done, 1 where it is met,
 * and in between how many of its parts are, and how near somebody is to the next. So a team that has to bring gold to an exit
 * walks to the gold and then to the exit, without a line of code about scenario 3, and a scenario of somebody's own is played
 * by the same words. To this come hit points, and who could shoot whom.
 */
#include "bots/posse.h"

#include <math.h>

#define HIT_POINT 2.0
#define LIFE      2.0
#define GOAL      40.0 /* the best of a team's conditions */
#define ALSO      8.0  /* each other one */
#define NOON      20.0 /* what decides at 12, when it is nearly 12 */
#define THREAT    2.5  /* for a sure shot at somebody */
#define POISON    1.5
#define BRAVE     0.6 /* to be near an enemy, for the team that looks: else nobody would begin */
#define WON       200.0
#define FAR       1000.0 /* mm */
#define RANGE     700.0  /* mm: farther shots are luck */

struct view {
    const struct flickemup_rules *rules;
    const struct flickemup_state *state;
    int team;
};

struct point {
    double x, y;
};

/* --- how near ------------------------------------------------------------------------------------------------------- */

static struct point point_of(const struct flip_pose *pose) { return (struct point){pose->x / 100.0, pose->y / 100.0}; }

static struct point before_door(const struct flickemup_state *state, int building, double before)
{
    int32_t x, y;
    flickemup_from_door(&state->pose[FLICKEMUP_BUILDINGS_AT + building], 0, (int32_t)(before * 100), &x, &y);
    return (struct point){x / 100.0, y / 100.0};
}

/* Where a figure would start from. */
static struct point place_of(const struct flickemup_state *state, int figure)
{
    const int building = flickemup_building_of(&state->figure[figure]);
    return building >= 0 ? before_door(state, building, 25) : point_of(&state->pose[figure]);
}

static bool walks(const struct flickemup_figure *figure)
{
    return figure->where == FLICKEMUP_ON_TABLE || figure->where >= FLICKEMUP_INSIDE;
}

static double nearness(double way) { return way < FAR ? 1 - way / FAR : 0; }

static double way_between(struct point a, struct point b) { return hypot(a.x - b.x, a.y - b.y); }

/* What has to be cleared away or walked around costs a way, too. */
static double near_building(const struct flickemup_rules *rules, const struct flickemup_state *state, int figure,
                            int building)
{
    const int inside = flickemup_building_of(&state->figure[figure]);
    if (inside == building)
        return 1;
    if (!walks(&state->figure[figure]) || !flip_set_has(state->here, FLICKEMUP_BUILDINGS_AT + building))
        return 0;
    const struct point at = place_of(state, figure);
    double way = way_between(at, before_door(state, building, 70)) + 70 + (inside >= 0 ? 50 : 0);
    int32_t along, before;
    flickemup_at_door(&state->pose[FLICKEMUP_BUILDINGS_AT + building], (int32_t)(at.x * 100), (int32_t)(at.y * 100),
                      &along, &before);
    if (before < 0)
        way += 120;
    if (!flickemup_enterable(rules, state, building))
        way += 200;
    for (int object = FLICKEMUP_BARRELS; object < FLICKEMUP_PIECES; object++)
        if (flip_set_has(state->here, object) &&
            way_between(point_of(&state->pose[object]), before_door(state, building, 10)) < 45 &&
            flickemup_in_the_way(state, object, -1) == building)
            way += 150;
    return 0.9 * nearness(way);
}

static double near_point(const struct flickemup_state *state, int figure, struct point to)
{
    return walks(&state->figure[figure]) ? nearness(way_between(place_of(state, figure), to) +
                                                    (state->figure[figure].where >= FLICKEMUP_INSIDE ? 50 : 0))
                                         : 0;
}

static double near_exit(const struct flickemup_rules *rules, const struct flickemup_state *state, int figure, int exit)
{
    const struct flickemup_exit *out = &rules->edition.exit[exit];
    const double from = out->from / 100.0 + 20, to = out->to / 100.0 - 20;
    const struct point at = place_of(state, figure);
    const bool across = out->edge == FLICKEMUP_LEFT || out->edge == FLICKEMUP_RIGHT;
    const double along = fmin(to, fmax(from, across ? at.y : at.x));
    const double edge = out->edge == FLICKEMUP_RIGHT ? rules->edition.width / 100.0
                        : out->edge == FLICKEMUP_TOP ? rules->edition.height / 100.0
                                                     : 0;
    return near_point(state, figure, across ? (struct point){edge, along} : (struct point){along, edge});
}

/* --- conditions as ways to go ---------------------------------------------------------------------------------------- */

/* The sum of the `count` largest. */
static double best_of(double *values, int size, int count)
{
    double sum = 0;
    for (int n = 0; n < count && n < size; n++) {
        int best = n;
        for (int i = n + 1; i < size; i++)
            if (values[i] > values[best])
                best = i;
        const double value = values[best];
        values[best] = values[n];
        values[n] = value;
        sum += value;
    }
    return sum;
}

static double eliminated(const struct view *view, const struct flickemup_test *test)
{
    double done[FLICKEMUP_FIGURES];
    int count = 0;
    for (int figure = 0; figure < FLICKEMUP_FIGURES; figure++) {
        const struct flickemup_figure *now = &view->state->figure[figure];
        const int whole = view->rules->edition.hit_points[figure];
        if (!(test->figures >> figure & 1) || whole == 0)
            continue;
        done[count++] = now->where == FLICKEMUP_DEAD   ? 1
                        : now->where == FLICKEMUP_GONE ? 0
                                                       : 0.9 * (whole - fmin(whole, now->hit_points)) / whole;
    }
    return best_of(done, count, test->min) / test->min;
}

static double near_goal(const struct view *view, int figure, const struct flickemup_test *test)
{
    return test->exit ? near_exit(view->rules, view->state, figure, test->place)
                      : near_building(view->rules, view->state, figure, test->place);
}

/* Who could fetch a token that lies somewhere: the nearest of the team with a free hand. */
static double fetch(const struct view *view, int building, struct point at, flip_set *busy)
{
    double best = 0;
    int who = -1;
    for (int cowboy = 0; cowboy < FLICKEMUP_COWBOYS; cowboy++) {
        const struct flickemup_figure *figure = &view->state->figure[cowboy];
        if (flickemup_team_of(cowboy) != view->team || flip_set_has(*busy, cowboy) || !walks(figure) ||
            flickemup_hands_free(figure) == 0)
            continue;
        const double near = building >= 0 ? near_building(view->rules, view->state, cowboy, building)
                                          : near_point(view->state, cowboy, at);
        if (near > best) {
            best = near;
            who = cowboy;
        }
    }
    if (who >= 0)
        *busy |= FLIP_BIT(who);
    return best;
}

/* Tokens of a kind on their way: lying 0 … 0.4, in a teammate's hand 0.5 … 0.95, there 1. */
static double delivered(const struct view *view, const struct flickemup_test *test)
{
    enum { MOST = 64 };
    const struct flickemup_state *state = view->state;
    double done[MOST];
    int count = 0;
    flip_set busy = 0;
    const int there =
        test->exit ? state->out[test->place][view->team][test->token] : state->up[test->place][test->token];
    for (int i = 0; i < there && count < MOST; i++)
        done[count++] = 1;
    for (int cowboy = 0; cowboy < FLICKEMUP_COWBOYS; cowboy++)
        for (int i = 0; i < FLICKEMUP_HAND && count < MOST; i++)
            if (state->figure[cowboy].hand[i] == test->token && walks(&state->figure[cowboy]))
                done[count++] =
                    flickemup_team_of(cowboy) == view->team ? 0.5 + 0.45 * near_goal(view, cowboy, test) : 0;
    for (int building = 0; building < FLICKEMUP_BUILDINGS; building++)
        for (int i = 0; i < state->up[building][test->token] && count < MOST; i++)
            if (test->exit || building != test->place)
                done[count++] = 0.4 * fetch(view, building, (struct point){0}, &busy);
    for (int i = 0; i < state->grounded && count < MOST; i++)
        if (state->ground[i].token == test->token)
            done[count++] =
                0.4 * fetch(view, -1, (struct point){state->ground[i].x / 100.0, state->ground[i].y / 100.0}, &busy);
    /* It may still lie face down: where it could be, somebody has to look. */
    for (int building = 0; building < FLICKEMUP_BUILDINGS; building++)
        for (int i = 0; state->pool[test->token] > 0 && i < state->down[building] && count < MOST; i++)
            done[count++] = 0.3 * fetch(view, building, (struct point){0}, &busy);
    return best_of(done, count, test->min) / test->min;
}

static double inside(const struct view *view, const struct flickemup_test *test)
{
    double done[FLICKEMUP_FIGURES];
    int count = 0;
    for (int figure = 0; figure < FLICKEMUP_FIGURES; figure++)
        if (test->figures >> figure & 1 && flickemup_lives(&view->state->figure[figure]))
            done[count++] = near_building(view->rules, view->state, figure, test->place);
    const int wanted = test->min ? test->min : count;
    return wanted > 0 ? best_of(done, count, wanted) / wanted : 0;
}

static double holds(const struct view *view, const struct flickemup_test *test, int index)
{
    double near[FLICKEMUP_TEAM];
    int own = 0, theirs = 0, count = 0;
    for (int cowboy = 0; cowboy < FLICKEMUP_COWBOYS; cowboy++) {
        const bool in = flickemup_building_of(&view->state->figure[cowboy]) == test->place;
        if (flickemup_team_of(cowboy) != view->team) {
            theirs += in;
            continue;
        }
        own += in;
        near[count++] = near_building(view->rules, view->state, cowboy, test->place);
    }
    const double already = fmin(1, view->state->held[index] / (double)test->min);
    double now = own > theirs ? 1 : 0.8 * best_of(near, count, theirs + 1) / (theirs + 1);
    if (test->token != FLICKEMUP_NOTHING) {
        struct flickemup_test bring = *test;
        bring.min = 1;
        bring.exit = 0;
        now = 0.3 * now + 0.7 * delivered(view, &bring);
    }
    return 0.5 * already + 0.5 * now;
}

/* Poisoned water is made of clean water, and the other way round. */
static double tokens(const struct view *view, const struct flickemup_test *test)
{
    const struct flickemup_state *state = view->state;
    const bool water = test->token == FLICKEMUP_POISONED || test->token == FLICKEMUP_CLEAN;
    const int source = test->token == FLICKEMUP_POISONED ? FLICKEMUP_CLEAN : FLICKEMUP_POISONED;
    double done[FLICKEMUP_BUILDINGS * 2];
    int count = 0, there = 0;
    flip_set busy = 0;
    for (int building = 0; building < FLICKEMUP_BUILDINGS; building++) {
        there += state->up[building][test->token];
        if (water && state->up[building][source] > 0)
            done[count++] = 0.6 * fetch(view, building, (struct point){0}, &busy);
    }
    const int missing = test->min - there;
    return missing <= 0 ? 1 : (there + best_of(done, count, missing)) / test->min;
}

static double exploded(const struct view *view, const struct flickemup_test *test, int index)
{
    const struct flickemup_state *state = view->state;
    if (flip_set_has(state->exploded, index))
        return 1;
    double best = 0;
    flip_set busy = 0;
    for (int cowboy = 0; cowboy < FLICKEMUP_COWBOYS; cowboy++) {
        const struct flickemup_figure *figure = &state->figure[cowboy];
        if (flickemup_team_of(cowboy) == view->team && walks(figure) && flickemup_holds(figure, FLICKEMUP_DYNAMITE))
            best = fmax(best, 0.4 + 0.4 * near_point(state, cowboy, before_door(state, test->place, 40)));
    }
    for (int building = 0; building < FLICKEMUP_BUILDINGS; building++)
        if (state->up[building][FLICKEMUP_DYNAMITE] > 0)
            best = fmax(best, 0.35 * fetch(view, building, (struct point){0}, &busy));
    return best;
}

static double left(const struct view *view, const struct flickemup_test *test)
{
    const struct flickemup_state *state = view->state;
    double sum = 0;
    int count = 0;
    for (int figure = 0; figure < FLICKEMUP_FIGURES; figure++) {
        if (!(test->figures >> figure & 1))
            continue;
        count++;
        if (state->figure[figure].where == FLICKEMUP_GONE && state->figure[figure].exit == test->place)
            sum += 1;
        else if (walks(&state->figure[figure]))
            sum += 0.4 + 0.5 * near_exit(view->rules, state, figure, test->place);
        else if (state->figure[figure].where == FLICKEMUP_ON_GALLOWS) {
            flip_set busy = 0;
            sum += 0.35 * fetch(view, -1, point_of(&state->pose[FLICKEMUP_GALLOWS]), &busy);
        }
    }
    return count ? sum / count : 0;
}

static double progress(const struct view *view, int index)
{
    const struct flickemup_test *test = &view->rules->edition.test[index];
    const int end = index + test->size;
    double most = 0, sum = 0;
    int count = 0;
    switch (test->kind) {
    case FLICKEMUP_TEST_ELIMINATED:
        return eliminated(view, test);
    case FLICKEMUP_TEST_DELIVERED:
        return delivered(view, test);
    case FLICKEMUP_TEST_INSIDE:
        return inside(view, test);
    case FLICKEMUP_TEST_HOLDS:
        return holds(view, test, index);
    case FLICKEMUP_TEST_TOKENS:
        return tokens(view, test);
    case FLICKEMUP_TEST_EXPLODED:
        return exploded(view, test, index);
    case FLICKEMUP_TEST_LEFT:
        return left(view, test);
    case FLICKEMUP_TEST_ALL:
    case FLICKEMUP_TEST_ANY:
        for (int part = index + 1; part < end; part += view->rules->edition.test[part].size, count++) {
            const double done = progress(view, part);
            most = fmax(most, done);
            sum += done;
        }
        return test->kind == FLICKEMUP_TEST_ANY ? most : count ? sum / count : 1;
    case FLICKEMUP_TEST_NOT:
        return 1 - progress(view, index + 1);
    default:
        return flickemup_true(view->rules, view->state, view->team, index);
    }
}

static double goals(const struct view *view)
{
    const struct flickemup_edition *edition = &view->rules->edition;
    double best = 0, sum = 0;
    for (int i = 0; i < edition->wins; i++) {
        if (edition->win[i].team != view->team)
            continue;
        const double done = progress(view, edition->win[i].test);
        best = fmax(best, done);
        sum += done;
    }
    return GOAL * best + ALSO * (sum - best);
}

/* --- shots ------------------------------------------------------------------------------------------------------------ */

/* The best shot that a cowboy has from where he is; the 36 mm to the bullet's place are not looked at. */
static double best_shot(const struct lines *lines, int cowboy, double angle_error)
{
    const struct flickemup_state *state = lines->state;
    const int inside = flickemup_building_of(&state->figure[cowboy]);
    const struct point from = inside >= 0 ? before_door(state, inside, -40) : point_of(&state->pose[cowboy]);
    double best = 0;
    for (int other = 0; other < FLICKEMUP_COWBOYS; other++) {
        if (flickemup_team_of(other) == flickemup_team_of(cowboy) || state->figure[other].where != FLICKEMUP_ON_TABLE)
            continue;
        const struct point to = point_of(&state->pose[other]);
        if (way_between(from, to) > RANGE)
            continue;
        best = fmax(best,
                    line_hits(lines, from.x, from.y, atan2(to.y - from.y, to.x - from.x), angle_error, other, cowboy));
    }
    return best;
}

static double side_worth(const struct view *view, const struct lines *lines, double angle_error)
{
    const struct flickemup_state *state = view->state;
    double worth = goals(view);
    for (int cowboy = 0; cowboy < FLICKEMUP_COWBOYS; cowboy++) {
        const struct flickemup_figure *figure = &state->figure[cowboy];
        if (flickemup_team_of(cowboy) != view->team || !flickemup_lives(figure))
            continue;
        const int building = flickemup_building_of(figure);
        worth += LIFE + HIT_POINT * figure->hit_points;
        if (building >= 0 && state->up[building][FLICKEMUP_POISONED] > 0)
            worth -= POISON;
        if (lines && walks(figure))
            worth += THREAT * best_shot(lines, cowboy, angle_error);
    }
    return worth;
}

/* How near a team's cowboys are to their nearest enemies. */
static double courage(const struct flickemup_state *state, int team)
{
    double sum = 0;
    for (int cowboy = 0; cowboy < FLICKEMUP_COWBOYS; cowboy++) {
        if (flickemup_team_of(cowboy) != team || !flickemup_stands(&state->figure[cowboy]))
            continue;
        double nearest = 0;
        for (int other = 0; other < FLICKEMUP_COWBOYS; other++)
            if (flickemup_team_of(other) != team && state->figure[other].where == FLICKEMUP_ON_TABLE)
                nearest = fmax(nearest, near_point(state, cowboy, point_of(&state->pose[other])));
        sum += nearest;
    }
    return sum;
}

/* Who would win if it struck 12 now, the more the later it is. */
static double at_noon(const struct flickemup_rules *rules, const struct flickemup_state *state, int team)
{
    const double late = (state->hour - rules->edition.hour + 1.0) / (FLICKEMUP_NOON - rules->edition.hour);
    for (int i = 0; i < rules->edition.at12s; i++) {
        const struct flickemup_goal *goal = &rules->edition.at12[i];
        if (flickemup_true(rules, state, goal->team, goal->test))
            return (goal->team == team ? NOON : -NOON) * late * late;
    }
    return 0;
}

static bool has_won(const struct flickemup_rules *rules, const struct flickemup_state *state, int team)
{
    for (int i = 0; i < rules->edition.wins; i++) {
        const struct flickemup_goal *goal = &rules->edition.win[i];
        if (goal->team == team && goal->when == FLICKEMUP_WHEN_ACTION && flickemup_true(rules, state, team, goal->test))
            return true;
    }
    return false;
}

double posse_worth(const struct flickemup_rules *rules, const struct flickemup_state *state, int team,
                   double angle_error)
{
    if (state->stage == FLICKEMUP_OVER)
        return state->winner == 3 ? 0 : state->winner == 1 + team ? WON : -WON;
    if (has_won(rules, state, team))
        return WON;
    if (has_won(rules, state, !team))
        return -WON;
    struct lines lines;
    const bool look = angle_error >= 0 && !state->duel.on;
    if (look)
        lines_of(rules, state, &lines);
    const struct view own = {rules, state, team}, theirs = {rules, state, !team};
    return side_worth(&own, look ? &lines : NULL, angle_error) -
           side_worth(&theirs, look ? &lines : NULL, angle_error) + at_noon(rules, state, team) +
           BRAVE * courage(state, team);
}
