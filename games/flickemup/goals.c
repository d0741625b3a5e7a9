/* The conditions of a scenario: what they ask, and when they are asked. */
#include "games/flickemup/flickemup.h"

int flickemup_team_hit_points(const struct flickemup_state *state, int team)
{
    int points = 0;
    for (int cowboy = 0; cowboy < FLICKEMUP_COWBOYS; cowboy++)
        if (flickemup_team_of(cowboy) == team && flickemup_lives(&state->figure[cowboy]))
            points += state->figure[cowboy].hit_points;
    return points;
}

int flickemup_dead_of(const struct flickemup_state *state, int team)
{
    int dead = 0;
    for (int cowboy = 0; cowboy < FLICKEMUP_COWBOYS; cowboy++)
        dead += flickemup_team_of(cowboy) == team && state->figure[cowboy].where == FLICKEMUP_DEAD;
    return dead;
}

static int inside_of(const struct flickemup_state *state, int team, int building)
{
    int count = 0;
    for (int cowboy = 0; cowboy < FLICKEMUP_COWBOYS; cowboy++)
        count += flickemup_team_of(cowboy) == team && flickemup_building_of(&state->figure[cowboy]) == building;
    return count;
}

/* Tokens of a kind in the hands of a team; in one building, or anywhere (-1). */
static int in_hands(const struct flickemup_state *state, int team, int token, int building)
{
    int count = 0;
    for (int cowboy = 0; cowboy < FLICKEMUP_COWBOYS; cowboy++) {
        const struct flickemup_figure *figure = &state->figure[cowboy];
        if (flickemup_team_of(cowboy) != team || !flickemup_lives(figure) ||
            (building >= 0 && flickemup_building_of(figure) != building))
            continue;
        count += (figure->hand[0] == token) + (figure->hand[1] == token);
    }
    return count;
}

/* --- the tests ------------------------------------------------------------------------------------------------------- */

static int eliminated(const struct flickemup_state *state, const struct flickemup_test *test)
{
    int count = 0;
    for (int figure = 0; figure < FLICKEMUP_FIGURES; figure++)
        count += test->figures >> figure & 1 && state->figure[figure].where == FLICKEMUP_DEAD;
    return count;
}

static int delivered(const struct flickemup_state *state, const struct flickemup_test *test, int team)
{
    if (test->exit)
        return state->out[test->place][team][test->token];
    return state->up[test->place][test->token] + in_hands(state, team, test->token, test->place);
}

/* Without a number all that live are meant: if nobody lives, `of` is 0, and it cannot come true. */
static struct flickemup_count inside(const struct flickemup_state *state, const struct flickemup_test *test)
{
    int living = 0, there = 0;
    for (int figure = 0; figure < FLICKEMUP_FIGURES; figure++) {
        if (!(test->figures >> figure & 1) || !flickemup_lives(&state->figure[figure]))
            continue;
        living++;
        there += flickemup_building_of(&state->figure[figure]) == test->place;
    }
    return (struct flickemup_count){there, test->min ? test->min : living};
}

static bool holds_now(const struct flickemup_state *state, const struct flickemup_test *test, int team)
{
    if (inside_of(state, team, test->place) <= inside_of(state, !team, test->place))
        return false;
    return test->token == FLICKEMUP_NOTHING ||
           (in_hands(state, !team, test->token, test->place) == 0 &&
            state->up[test->place][test->token] + in_hands(state, team, test->token, test->place) > 0);
}

static int tokens(const struct flickemup_state *state, const struct flickemup_test *test)
{
    int count = test->down ? state->pool[test->token] : 0;
    for (int building = 0; !test->down && building < FLICKEMUP_BUILDINGS; building++)
        count += state->up[building][test->token];
    for (int i = 0; !test->down && i < state->grounded; i++)
        count += state->ground[i].token == test->token;
    for (int team = 0; !test->down && team < FLICKEMUP_TEAMS; team++)
        count += in_hands(state, team, test->token, -1);
    return count;
}

static int left(const struct flickemup_state *state, const struct flickemup_test *test)
{
    int count = 0;
    for (int figure = 0; figure < FLICKEMUP_FIGURES; figure++)
        count += test->figures >> figure & 1 && state->figure[figure].where == FLICKEMUP_GONE &&
                 state->figure[figure].exit == test->place;
    return count;
}

int flickemup_has(const struct flickemup_state *state, const struct flickemup_test *test, int team)
{
    switch (test->more) {
    case FLICKEMUP_MORE_HIT_POINTS:
        return flickemup_team_hit_points(state, team);
    case FLICKEMUP_MORE_ELIMINATIONS:
        return flickemup_dead_of(state, !team);
    case FLICKEMUP_MORE_INSIDE:
        return inside_of(state, team, test->place);
    default:
        return in_hands(state, team, test->token, -1);
    }
}

struct flickemup_count flickemup_count(const struct flickemup_rules *rules, const struct flickemup_state *state,
                                       int team, int index)
{
    const struct flickemup_test *test = &rules->edition.test[index];
    const int end = index + test->size;
    struct flickemup_count parts = {0, 0};
    switch (test->kind) {
    case FLICKEMUP_TEST_ELIMINATED:
        return (struct flickemup_count){eliminated(state, test), test->min};
    case FLICKEMUP_TEST_DELIVERED:
        return (struct flickemup_count){delivered(state, test, team), test->min};
    case FLICKEMUP_TEST_INSIDE:
        return inside(state, test);
    case FLICKEMUP_TEST_HOLDS:
        return (struct flickemup_count){state->held[index], test->min};
    case FLICKEMUP_TEST_TOKENS:
        return (struct flickemup_count){tokens(state, test), test->min};
    case FLICKEMUP_TEST_EXPLODED:
        return (struct flickemup_count){flip_set_has(state->exploded, index), 1};
    case FLICKEMUP_TEST_LEFT:
        return (struct flickemup_count){left(state, test), flip_set_count(test->figures)};
    case FLICKEMUP_TEST_MORE:
        return (struct flickemup_count){flickemup_has(state, test, team) > flickemup_has(state, test, !team), 1};
    case FLICKEMUP_TEST_ALL:
    case FLICKEMUP_TEST_ANY:
        for (int part = index + 1; part < end; part += rules->edition.test[part].size) {
            parts.done += flickemup_true(rules, state, team, part);
            parts.of++;
        }
        if (test->kind == FLICKEMUP_TEST_ANY)
            parts.of = 1;
        return parts;
    case FLICKEMUP_TEST_NOT:
        return (struct flickemup_count){!flickemup_true(rules, state, team, index + 1), 1};
    default:
        return (struct flickemup_count){1, 1};
    }
}

bool flickemup_true(const struct flickemup_rules *rules, const struct flickemup_state *state, int team, int index)
{
    const struct flickemup_count count = flickemup_count(rules, state, team, index);
    return count.of > 0 && count.done >= count.of;
}

/* --- when they are asked --------------------------------------------------------------------------------------------- */

static void count_goal(const struct flickemup_rules *rules, struct flickemup_state *state,
                       const struct flickemup_goal *goal)
{
    const int end = goal->test + rules->edition.test[goal->test].size;
    for (int part = goal->test; part < end; part++) {
        const struct flickemup_test *test = &rules->edition.test[part];
        if (test->kind != FLICKEMUP_TEST_HOLDS)
            continue;
        const bool now = holds_now(state, test, goal->team);
        state->held[part] = now ? (uint8_t)(state->held[part] + 1) : 0;
    }
}

void flickemup_count_holds(const struct flickemup_rules *rules, struct flickemup_state *state)
{
    for (int i = 0; i < rules->edition.wins; i++)
        count_goal(rules, state, &rules->edition.win[i]);
    for (int i = 0; i < rules->edition.at12s; i++)
        count_goal(rules, state, &rules->edition.at12[i]);
}

static void finish(struct flickemup_state *state, int winner)
{
    state->winner = (uint8_t)winner;
    state->stage = FLICKEMUP_OVER;
}

static bool team_wins(const struct flickemup_rules *rules, const struct flickemup_state *state, int team, bool strike)
{
    for (int i = 0; i < rules->edition.wins; i++) {
        const struct flickemup_goal *goal = &rules->edition.win[i];
        if (goal->team == team && (strike || goal->when == FLICKEMUP_WHEN_ACTION) &&
            flickemup_true(rules, state, team, goal->test))
            return true;
    }
    return false;
}

static bool anybody_left(const struct flickemup_state *state, int team)
{
    for (int cowboy = 0; cowboy < FLICKEMUP_COWBOYS; cowboy++)
        if (flickemup_team_of(cowboy) == team && flickemup_lives(&state->figure[cowboy]))
            return true;
    return false;
}

bool flickemup_decide(const struct flickemup_rules *rules, struct flickemup_state *state, bool strike)
{
    const int acting = state->team;
    if (team_wins(rules, state, acting, strike))
        finish(state, 1 + acting);
    else if (team_wins(rules, state, !acting, strike))
        finish(state, 1 + !acting);
    else if (!anybody_left(state, acting) || !anybody_left(state, !acting))
        finish(state, anybody_left(state, acting) ? 1 + acting : anybody_left(state, !acting) ? 1 + !acting : 3);
    return state->stage == FLICKEMUP_OVER;
}

void flickemup_decide_at_12(const struct flickemup_rules *rules, struct flickemup_state *state)
{
    for (int i = 0; i < rules->edition.at12s; i++) {
        const struct flickemup_goal *goal = &rules->edition.at12[i];
        if (flickemup_true(rules, state, goal->team, goal->test)) {
            finish(state, 1 + goal->team);
            return;
        }
    }
    finish(state, 3);
}
