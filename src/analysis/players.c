/*
 * What the numbers say about a player. Luck, skill and the others' play are differences between moments, so they add up to the
 * result whatever the moments are measured with. Level and accuracy come from the mean loss, by a yardstick that bots
 * of known levels have set for each game.
 */
#include "analysis/parts.h"
#include "table/table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LEAST_DECISIONS = 10 }; /* that tell a level */

/* The accuracy of random play, of the five levels, and of a player who never loses anything. */
static const double accuracies[FLIP_LEVELS + 2] = {20, 50, 65, 78, 88, 95, 100};

double flip_level_of_loss(const struct flip_yardstick *yardstick, double loss)
{
    double mark[FLIP_LEVELS + 2] = {yardstick->random};
    for (int level = 1; level <= FLIP_LEVELS; level++)
        mark[level] = fmin(yardstick->level[level - 1], mark[level - 1]);
    if (loss >= mark[0])
        return 0;
    int level = 0;
    while (level < FLIP_LEVELS && loss < mark[level + 1])
        level++;
    if (level == FLIP_LEVELS)
        return FLIP_LEVELS + (mark[level] > 0 ? 1 - loss / mark[level] : 0);
    return level + (mark[level] - loss) / fmax(mark[level] - mark[level + 1], 1e-12);
}

double flip_accuracy_of_level(double level)
{
    const int below = level >= FLIP_LEVELS + 1 ? FLIP_LEVELS : (int)fmax(0, level);
    return accuracies[below] + (level - below) * (accuracies[below + 1] - accuracies[below]);
}

static bool all_measured(const struct flip_analysis *analysis)
{
    for (int i = 0; i < analysis->moments; i++) {
        const struct flip_moment *moment = &analysis->moment[i];
        if (moment->flick ? !analysis->decision[moment->flick - 1].looked : moment->place == i && moment->count == 0)
            return false;
    }
    return true;
}

enum { LUCK, SKILL, OTHERS, KINDS };

static int kind_of(const struct flip_moment *moment, int seat)
{
    return moment->chance ? LUCK : moment->actor == seat ? SKILL : OTHERS;
}

/* How well the sum of one kind of stretches is known: what is before each counts against what is behind it. */
static double error_of(struct flip_curve *curve, const struct flip_analysis *analysis, int seat, int kind,
                       double *factor)
{
    memset(factor, 0, (size_t)analysis->moments * sizeof *factor);
    for (int i = 0; i + 1 < analysis->moments; i++)
        if (kind_of(&analysis->moment[i], seat) == kind) {
            factor[i] -= 1;
            factor[i + 1] += 1;
        }
    return flip_curve_sum_error(curve, seat, factor);
}

static void add_stretches(struct flip_curve *curve, const struct flip_analysis *analysis, int seat,
                          struct flip_player_summary *out)
{
    double sum[KINDS] = {0}, *const factor = malloc((size_t)analysis->moments * sizeof *factor);
    const struct flip_estimate start = flip_curve_value(curve, 0, seat);
    for (int i = 0; i + 1 < analysis->moments; i++)
        sum[kind_of(&analysis->moment[i], seat)] +=
            flip_curve_value(curve, i + 1, seat).value - flip_curve_value(curve, i, seat).value;
    out->expected = start.value;
    out->expected_error = start.error;
    out->luck = sum[LUCK];
    out->skill = sum[SKILL];
    out->others = sum[OTHERS];
    if (factor) {
        out->luck_error = error_of(curve, analysis, seat, LUCK, factor);
        out->skill_error = error_of(curve, analysis, seat, SKILL, factor);
        out->others_error = error_of(curve, analysis, seat, OTHERS, factor);
    }
    free(factor);
}

/* How far what a decision cost may be off: as much as the nearest rival of the choice made. */
static double open_cost(const struct flip_decision *decision)
{
    int rival = 0;
    for (int i = 1; i < decision->count && !decision->judged; i++)
        if (!decision->choice[i].out &&
            (rival == 0 || flip_choice_lead(decision, i).value > flip_choice_lead(decision, rival).value))
            rival = i;
    return rival ? flip_choice_lead(decision, rival).error : 0;
}

/* The mean over a player's decisions. They differ from each other, and each is known only so well; one more may cost what it costs a random
   player, lest somebody who seems to have lost nothing be taken for perfect. */
static struct flip_estimate mean_cost(const struct flip_analysis *analysis, int seat,
                                      const struct flip_player_summary *played, double random)
{
    const double mean = played->cost / played->stake;
    double squares = random * random;
    for (int i = 0; i < analysis->decisions; i++) {
        const struct flip_decision *decision = &analysis->decision[i];
        if (decision->seat != seat || !decision->looked)
            continue;
        const double apart = flip_decision_cost(decision) - mean * flip_decision_stake(analysis, decision);
        const double open = open_cost(decision);
        squares += apart * apart + open * open;
    }
    return (struct flip_estimate){mean, sqrt(squares) / played->stake};
}

static void place_on(const struct flip_yardstick *yardstick, struct flip_estimate cost, struct flip_player_summary *out)
{
    const double level = flip_level_of_loss(yardstick, cost.value);
    out->accuracy = flip_accuracy_of_level(level);
    out->level = fmin(level, FLIP_LEVELS);
    out->least_level = fmin(flip_level_of_loss(yardstick, cost.value + 1.96 * cost.error), FLIP_LEVELS);
    out->most_level = fmin(flip_level_of_loss(yardstick, fmax(0, cost.value - 1.96 * cost.error)), FLIP_LEVELS);
    out->placed = out->decisions >= LEAST_DECISIONS && out->most_level - out->least_level <= 1;
}

/* The yardsticks for several seats were measured with two. */
void flip_analysis_player(struct flip_curve *curve, int seat, struct flip_player_summary *out)
{
    const struct flip_analysis *analysis = flip_curve_of(curve);
    const struct flip_game_bot *bot = flip_bot_of(analysis->table->game);
    const struct flip_yardstick *yardstick = analysis->seats == 1   ? bot->alone
                                             : analysis->seats == 2 ? bot->with_others
                                                                    : NULL;
    *out = (struct flip_player_summary){.expected = NAN, .luck = NAN, .skill = NAN, .others = NAN};
    out->accuracy = out->level = out->least_level = out->most_level = NAN;
    out->expected_error = out->luck_error = out->skill_error = out->others_error = NAN;
    out->result = flip_curve_value(curve, analysis->moments - 1, seat).value;
    if (all_measured(analysis))
        add_stretches(curve, analysis, seat, out);
    for (int i = 0; i < analysis->decisions; i++) {
        const struct flip_decision *decision = &analysis->decision[i];
        if (decision->seat != seat || !decision->looked)
            continue;
        const struct flip_decision told = flip_curve_decision(curve, i);
        out->decisions++;
        out->best += flip_decision_best(decision) == 0;
        out->loss += flip_decision_loss(&told);
        out->cost += flip_decision_cost(decision);
        out->stake += flip_decision_stake(analysis, decision);
        out->graded[flip_decision_grade(analysis, &told)]++;
    }
    if (yardstick && yardstick->random > 0 && out->stake > 0)
        place_on(yardstick, mean_cost(analysis, seat, out, yardstick->random), out);
}
