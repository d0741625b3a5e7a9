/*
 * A position's worth: how soon each team may expect to have won (time_to_goal.c), and how the clock would decide. A condition that is
 * h hours away is worth exp(-h / 3) of a victory, less if the clock strikes 12 before; several are worth more than
 * the best of them. To have felled all enemies is a condition in every scenario.
 */
#include "games/flickemup/bot/position_value.h"

#include <math.h>

#define PATIENCE 3.0  /* hours */
#define BOLD     1.06 /* the own plans count a little more than the enemy's, else nobody would begin */
#define LYING    0.7  /* of a chance: he cannot be hit before he stands up */

/* --- the outlook ----------------------------------------------------------------------------------------------------- */

static bool enemies(int shooter, int target)
{
    /* Outlaws want witnesses dead, lawmen do not. */
    return target >= FLICKEMUP_COWBOYS ? flickemup_team_of(shooter) == FLICKEMUP_OUT
                                       : flickemup_team_of(shooter) != flickemup_team_of(target);
}

static float chance_of(const struct outlook *outlook, int shooter, int target)
{
    const struct flickemup_state *state = outlook->state;
    const int inside = flickemup_building_of(&state->figure[shooter]);
    if (!enemies(shooter, target) || !walks(&state->figure[shooter]) ||
        state->figure[target].where != FLICKEMUP_ON_TABLE)
        return 0;
    const struct point from = inside >= 0 ? before_door(&outlook->lines, inside, -40) : point_of(&state->pose[shooter]);
    const bool guided = inside < 0 && flickemup_holds(&state->figure[shooter], FLICKEMUP_WINCHESTER);
    const double chance = line_chance(&outlook->lines, from, target, guided ? 0.002 : outlook->angle_error, shooter);
    return (float)(state->figure[target].fallen ? LYING * chance : chance);
}

static void look_from(struct outlook *outlook, int figure)
{
    for (int building = 0; building < FLICKEMUP_BUILDINGS; building++)
        outlook->enter[figure][building] = (float)actions_to_enter(outlook, figure, building);
    for (int target = 0; target < FLICKEMUP_FIGURES && figure < FLICKEMUP_COWBOYS; target++)
        outlook->chance[figure][target] = chance_of(outlook, figure, target);
}

void outlook_at(struct outlook *outlook, const struct flickemup_rules *rules, const struct flickemup_state *state,
                double angle_error)
{
    outlook->rules = rules;
    outlook->state = state;
    outlook->angle_error = angle_error;
    lines_of(rules, state, &outlook->lines);
    if (state->duel.on)
        return;
    for (int figure = 0; figure < FLICKEMUP_FIGURES; figure++)
        look_from(outlook, figure);
}

void outlook_moved(struct outlook *outlook, const struct flickemup_state *state, int figure)
{
    outlook->state = state;
    lines_moved(&outlook->lines, state, figure);
    look_from(outlook, figure);
    for (int shooter = 0; shooter < FLICKEMUP_COWBOYS; shooter++)
        if (enemies(shooter, figure)) /* from one place to another a line is as good as back */
            outlook->chance[shooter][figure] =
                figure < FLICKEMUP_COWBOYS && state->figure[shooter].where == FLICKEMUP_ON_TABLE &&
                        state->figure[figure].where == FLICKEMUP_ON_TABLE &&
                        !flickemup_holds(&state->figure[shooter], FLICKEMUP_WINCHESTER) &&
                        !flickemup_holds(&state->figure[figure], FLICKEMUP_WINCHESTER) && !state->figure[shooter].fallen
                    ? outlook->chance[figure][shooter]
                    : chance_of(outlook, shooter, figure);
}

/* --- duels ----------------------------------------------------------------------------------------------------------- */

double duel_chance(double angle_error, int own_shots, int their_shots)
{
    const double hit = chance_at(angle_error, FLICKEMUP_APART / 100.0);
    double wins = 0, still = 1;
    while (own_shots > 0 || their_shots > 0) {
        if (own_shots-- > 0) {
            wins += still * hit;
            still *= 1 - hit;
        }
        if (their_shots-- > 0)
            still *= 1 - hit;
    }
    return wins;
}

void after_duel(const struct flickemup_rules *rules, struct flickemup_state *state, int winner, int loser, int building)
{
    const struct flip_pose *door = &state->pose[FLICKEMUP_BUILDINGS_AT + building];
    int32_t x, y;
    state->duel.on = false;
    state->stage = FLICKEMUP_PLAYING;
    state->figure[winner].where = (uint8_t)(FLICKEMUP_INSIDE + building);
    flickemup_from_door(door, 0, FLICKEMUP_LIES_BEFORE, &x, &y);
    flickemup_lay(rules, state, loser, x, y, flip_pose_facing(door));
    flickemup_wound(rules, state, loser, winner);
}

static double duel_worth(const struct outlook *outlook, int team)
{
    const struct flickemup_state *state = outlook->state;
    const int shooter = flickemup_duellist(state);
    const int other = shooter == state->duel.entered ? state->duel.defends : state->duel.entered;
    const int shots = 2 * FLICKEMUP_DUEL_SHOTS - state->duel.shots;
    const double wins = duel_chance(outlook->angle_error, (shots + 1) / 2, shots / 2);
    const double never = pow(1 - chance_at(outlook->angle_error, FLICKEMUP_APART / 100.0), shots);
    struct flickemup_state won = *state, lost = *state;
    after_duel(outlook->rules, &won, shooter, other, state->duel.building);
    after_duel(outlook->rules, &lost, other, shooter, state->duel.building);
    return wins * position_value(outlook->rules, &won, team, outlook->angle_error) +
           (1 - wins - never / 2) * position_value(outlook->rules, &lost, team, outlook->angle_error);
}

/* --- the clock ------------------------------------------------------------------------------------------------------- */

static double sure(double lead) { return 1 / (1 + exp(-lead)); }

/* Cowboys inside, and a part of each who is on his way. */
static double inside_soon(const struct outlook *outlook, int team, int building)
{
    double sum = 0;
    for (int cowboy = 0; cowboy < FLICKEMUP_COWBOYS; cowboy++)
        if (flickemup_team_of(cowboy) == team && walks(&outlook->state->figure[cowboy]))
            sum += exp((double)(-outlook->enter[cowboy][building] / 2));
    return sum;
}

static double in_hand_soon(const struct outlook *outlook, int team, int token)
{
    const struct flickemup_state *state = outlook->state;
    double sum = 0, soon = 0;
    for (int cowboy = 0; cowboy < FLICKEMUP_COWBOYS; cowboy++) {
        const struct flickemup_figure *figure = &state->figure[cowboy];
        if (flickemup_team_of(cowboy) != team || !walks(figure))
            continue;
        sum += (figure->hand[0] == token) + (figure->hand[1] == token);
        for (int building = 0; building < FLICKEMUP_BUILDINGS; building++) {
            const double there = state->up[building][token] ? 1 : state->down[building] && state->pool[token] ? 0.4 : 0;
            soon = fmax(soon, 0.7 * there * exp((double)(-(1 + outlook->enter[cowboy][building]) / 3)));
        }
    }
    return sum + soon;
}

/* The chance that this is true when it strikes 12, `left` hours from now. */
static double true_at_12(const struct outlook *outlook, int team, int index, double left)
{
    const struct flickemup_test *test = &outlook->rules->edition.test[index];
    const struct flickemup_state *state = outlook->state;
    const double points = flickemup_team_hit_points(state, team) - flickemup_team_hit_points(state, !team);
    const double dead = flickemup_dead_of(state, !team) - flickemup_dead_of(state, team);
    const double doubt = 0.4 + left;
    if (test->kind == FLICKEMUP_TEST_TRUE)
        return 1;
    if (test->kind == FLICKEMUP_TEST_MORE)
        switch (test->more) {
        case FLICKEMUP_MORE_HIT_POINTS:
            return 0.9 * sure(1.5 * points / doubt);
        case FLICKEMUP_MORE_ELIMINATIONS:
            return 0.7 * sure((3 * dead + 0.5 * points) / doubt);
        case FLICKEMUP_MORE_INSIDE:
            return 0.7 * sure(3 * (inside_soon(outlook, team, test->place) - inside_soon(outlook, !team, test->place)) /
                              doubt);
        default:
            return 0.7 *
                   sure(3 * (in_hand_soon(outlook, team, test->token) - in_hand_soon(outlook, !team, test->token)) /
                        doubt);
        }
    const double hours = hours_for(outlook, team, index);
    return hours <= 0 ? 1 - 0.3 * fmin(1, left) : 0.9 * exp(-hours / 2) * sure(2 * (left - hours));
}

/* --- worth ----------------------------------------------------------------------------------------------------------- */

static double left_of_game(const struct flickemup_state *state)
{
    return FLICKEMUP_NOON - 1 - state->hour + hour_left(state);
}

static flip_set living(const struct flickemup_state *state, int team, int *count)
{
    flip_set set = 0;
    *count = 0;
    for (int cowboy = 0; cowboy < FLICKEMUP_COWBOYS; cowboy++)
        if (flickemup_team_of(cowboy) == team && flickemup_lives(&state->figure[cowboy])) {
            set |= FLIP_BIT(cowboy);
            ++*count;
        }
    return set;
}

/* A team's prospect of victory by its conditions, 0 … 1. */
static double prospect(const struct outlook *outlook, int team, double at_12)
{
    const struct flickemup_edition *edition = &outlook->rules->edition;
    const double left = left_of_game(outlook->state);
    int count;
    const flip_set rest = living(outlook->state, !team, &count);
    double missed = 1 - at_12 * exp(-left / PATIENCE);
    for (int i = -1; i < edition->wins; i++) {
        if (i >= 0 && edition->win[i].team != team)
            continue;
        const double hours =
            i < 0 ? hours_to_eliminate(outlook, team, rest, count) : hours_for(outlook, team, edition->win[i].test);
        missed *= 1 - 0.97 * exp(-hours / PATIENCE) * sure(2.5 * (left + 0.4 - hours));
    }
    return 1 - missed;
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

static bool like(const struct flickemup_rules *rules, int one, int other)
{
    const struct flickemup_test *a = &rules->edition.test[one], *b = &rules->edition.test[other];
    return a->kind == FLICKEMUP_TEST_MORE && b->kind == FLICKEMUP_TEST_MORE && a->more == b->more;
}

double value_of_position(const struct outlook *outlook, int team)
{
    const struct flickemup_rules *rules = outlook->rules;
    const struct flickemup_state *state = outlook->state;
    if (state->stage == FLICKEMUP_OVER)
        return state->winner == 3 ? 0 : state->winner == 1 + team ? POSSE_WON : -POSSE_WON;
    if (state->duel.on)
        return duel_worth(outlook, team);
    if (has_won(rules, state, team))
        return POSSE_WON;
    if (has_won(rules, state, !team))
        return -POSSE_WON;
    double at_12[FLICKEMUP_TEAMS] = {0}, open = 1, before = 0;
    for (int i = 0; i < rules->edition.at12s; i++) {
        const struct flickemup_goal *goal = &rules->edition.at12[i];
        /* After "the one has more" comes "the other has more": that is the rest, but for a tie. */
        const bool opposite = i > 0 && goal[-1].team != goal->team && like(rules, goal[-1].test, goal->test);
        const double chance = true_at_12(outlook, goal->team, goal->test, left_of_game(state));
        const double part = opposite ? chance * open / (1 - before) : chance * open;
        at_12[goal->team] += part;
        open -= part;
        before = chance;
    }
    /* Somebody will win: what one has in prospect is measured by what both have. */
    const double own = 0.01 + BOLD * prospect(outlook, team, at_12[team]);
    const double theirs = 0.01 + prospect(outlook, !team, at_12[!team]);
    return 0.97 * POSSE_WON * (own - theirs) / (own + theirs);
}

double position_value(const struct flickemup_rules *rules, const struct flickemup_state *state, int team,
                      double angle_error)
{
    struct outlook outlook;
    outlook_at(&outlook, rules, state, angle_error);
    return value_of_position(&outlook, team);
}
