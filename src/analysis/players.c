/*
 * What the numbers say about a player. Luck, skill and the others' play are differences between moments, so they add up to the
 * result whatever the moments are measured with. Level and accuracy come from the mean loss, by a yardstick that bots
 * of known levels have set for each game.
 */
#include "analysis/parts.h"
#include "table/table.h"

#include <math.h>
#include <string.h>

/* The accuracy of random play, of the five levels, and of a player who never loses anything. */
static const double accuracies[FLIP_LEVELS + 2] = {20, 50, 65, 78, 88, 95, 100};

struct flip_estimate flip_moment_value(const struct flip_analysis *analysis, int index, int seat)
{
    const struct flip_moment *moment = &analysis->moment[index];
    if (!moment->flick) /* the end is certain */
        return estimate_of(moment->sum[seat], moment->squares[seat], moment->count,
                           analysis->chances && moment->actor >= 0);
    const struct flip_decision *aimed = &analysis->decision[moment->flick - 1];
    const struct flip_estimate worth = flip_choice_value(aimed, 0);
    return (struct flip_estimate){analysis_same_team(analysis, seat, aimed->seat) ? worth.value : 1 - worth.value,
                                  worth.error};
}

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
        if (moment->flick ? !analysis->decision[moment->flick - 1].looked : moment->count == 0)
            return false;
    }
    return true;
}

static void add_stretches(const struct flip_analysis *analysis, int seat, struct flip_played_well *out)
{
    out->luck = out->skill = out->others = 0;
    out->expected = flip_moment_value(analysis, 0, seat).value;
    for (int i = 0; i + 1 < analysis->moments; i++) {
        const struct flip_moment *moment = &analysis->moment[i];
        const double gain = flip_moment_value(analysis, i + 1, seat).value - flip_moment_value(analysis, i, seat).value;
        if (moment->chance)
            out->luck += gain;
        else if (moment->actor == seat)
            out->skill += gain;
        else
            out->others += gain;
    }
}

/* The mean over a player's decisions. They differ from each other, so it is known only so well; one more may cost what it costs a random
   player, lest somebody who seems to have lost nothing be taken for perfect. */
static struct flip_estimate mean_cost(const struct flip_analysis *analysis, int seat,
                                      const struct flip_played_well *played, double random)
{
    const double mean = played->cost / played->stake;
    double squares = random * random;
    for (int i = 0; i < analysis->decisions; i++) {
        const struct flip_decision *decision = &analysis->decision[i];
        const double apart = decision->seat == seat && decision->looked
                                 ? flip_decision_cost(decision) - mean * flip_decision_stake(analysis, decision)
                                 : 0;
        squares += apart * apart;
    }
    return (struct flip_estimate){mean, sqrt(squares) / played->stake};
}

static void place_on(const struct flip_yardstick *yardstick, struct flip_estimate cost, struct flip_played_well *out)
{
    const double level = flip_level_of_loss(yardstick, cost.value);
    out->accuracy = flip_accuracy_of_level(level);
    out->level = fmin(level, FLIP_LEVELS);
    out->least_level = fmin(flip_level_of_loss(yardstick, cost.value + 1.96 * cost.error), FLIP_LEVELS);
    out->most_level = fmin(flip_level_of_loss(yardstick, fmax(0, cost.value - 1.96 * cost.error)), FLIP_LEVELS);
}

void flip_analysis_player(const struct flip_analysis *analysis, int seat, struct flip_played_well *out)
{
    const struct flip_game_bot *bot = flip_bot_of(analysis->table->game);
    const struct flip_yardstick *yardstick = analysis->seats == 1 ? bot->alone : bot->with_others;
    *out = (struct flip_played_well){.expected = NAN, .luck = NAN, .skill = NAN, .others = NAN};
    out->accuracy = out->level = out->least_level = out->most_level = NAN;
    out->result = flip_moment_value(analysis, analysis->moments - 1, seat).value;
    if (all_measured(analysis))
        add_stretches(analysis, seat, out);
    for (int i = 0; i < analysis->decisions; i++) {
        const struct flip_decision *decision = &analysis->decision[i];
        if (decision->seat != seat || !decision->looked)
            continue;
        out->decisions++;
        out->best += flip_decision_best(decision) == 0;
        out->loss += flip_decision_loss(decision);
        out->cost += flip_decision_cost(decision);
        out->stake += flip_decision_stake(analysis, decision);
        out->graded[flip_decision_grade(analysis, decision)]++;
    }
    if (yardstick && yardstick->random > 0 && out->stake > 0)
        place_on(yardstick, mean_cost(analysis, seat, out, yardstick->random), out);
}
