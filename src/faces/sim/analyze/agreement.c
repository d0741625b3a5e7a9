/*
 * Weighs one decision coarsely, then deeply, and the choice that was made once more on a hundred times as many futures.
 * Each has its own futures (`series`), so that agreement cannot come from the same cards. All compare the same choices.
 */
#include "faces/sim/analyze/analyze.h"

#include "faces/sim/jobs/jobs.h"
#include "faces/sim/stats/stats.h"

#include <math.h>

enum { DEEPER = 100, PORTION = 200, DEEP_SERIES = 11, DEEPEST_SERIES = 12 };

int flip_finish_unit(struct flip_analysis *analysis, struct flip_analyst *analyst, int unit,
                     enum flip_precision precision, struct flip_error *error)
{
    while (flip_unit_done(analysis, unit, precision) < 1) {
        if (flip_interrupted())
            return 1;
        if (flip_analysis_work(analysis, analyst, unit, precision, error) < 0)
            return -1;
    }
    return 0;
}

/* The same choices on new futures. If the game judges, it starts again. */
static struct flip_decision afresh(const struct flip_decision *decision, uint64_t series)
{
    struct flip_decision out = *decision;
    out.series = series;
    if (decision->judged)
        return (struct flip_decision){.step = out.step, .seat = out.seat, .series = series};
    for (int i = 0; i < out.count; i++)
        out.choice[i] = (struct flip_weighed){.move = out.choice[i].move};
    return out;
}

/* --- the deepest value ------------------------------------------------------------------------------------------------- */

static int follow_made(const struct flip_analysis *analysis, struct flip_analyst *analyst,
                       const struct flip_decision *decision, double *value)
{
    struct flip_decision deepest = afresh(decision, DEEPEST_SERIES);
    deepest.count = 1;
    while (deepest.choice[0].count < DEEPER * decision->choice[0].count) {
        if (flip_interrupted())
            return 1;
        flip_decision_follow(analysis, &deepest, analyst, PORTION);
    }
    *value = flip_choice_value(&deepest, 0).value;
    return 0;
}

/* If the game judges, many short judgements have as many tries as a long one. */
static int judge_made(struct flip_analysis *analysis, struct flip_analyst *analyst, int index, double *value,
                      struct flip_error *error)
{
    const struct flip_decision coarse = analysis->decision[index];
    double sum = 0;
    uint32_t tries = 0;
    int status = 0;
    for (uint64_t i = 0; tries < DEEPER * coarse.choice[0].count && status == 0; i++) {
        struct flip_decision *again = &analysis->decision[index];
        *again = afresh(&coarse, DEEPEST_SERIES + i);
        status = flip_finish_unit(analysis, analyst, analysis->moments + index, FLIP_QUICK, error);
        sum += again->choice[0].sum;
        tries += again->choice[0].count;
    }
    *value = tries ? sum / tries : NAN;
    analysis->decision[index] = coarse;
    return status;
}

/* --- comparing --------------------------------------------------------------------------------------------------------- */

/* The index of a move among the choices of a decision, or -1. */
static int place_of(const struct flip_decision *decision, flip_move move)
{
    for (int i = 0; i < decision->count; i++)
        if (decision->choice[i].move == move)
            return i;
    return -1;
}

static bool is_as_good(const struct flip_decision *deep, int named)
{
    const int best = flip_decision_best(deep);
    if (named < 0 || named == best)
        return named == best;
    const struct flip_estimate first = flip_choice_lead(deep, best), other = flip_choice_lead(deep, named);
    return first.value - other.value <= FLIP_Z95 * fmax(first.error, other.error);
}

/* Is the coarse best choice behind the deep one by no more than the coarse interval allows? */
static bool within(const struct flip_decision *coarse, const struct flip_decision *deep, int named)
{
    const int best = flip_decision_best(deep);
    if (named < 0 || named == best)
        return named == best;
    const double open = hypot(flip_choice_lead(coarse, named).error, flip_choice_lead(coarse, best).error);
    return flip_choice_lead(deep, best).value - flip_choice_lead(deep, named).value <= FLIP_Z95 * open;
}

static void compare(const struct flip_analysis *analysis, const struct flip_decision *coarse,
                    const struct flip_decision *deep, double deepest, struct flip_agreement *out)
{
    const struct flip_estimate value = flip_choice_value(coarse, 0);
    const int named = place_of(deep, coarse->choice[flip_decision_best(coarse)].move);
    const bool both_fine = flip_decision_loss(coarse) == 0 && flip_decision_loss(deep) == 0;
    *out = (struct flip_agreement){.decisions = 1,
                                   .same = named == flip_decision_best(deep),
                                   .as_good = deep->judged ? both_fine || named == flip_decision_best(deep)
                                                           : is_as_good(deep, named),
                                   .covered = fabs(value.value - deepest) <= FLIP_Z95 * value.error,
                                   .value = fabs(value.value - deepest),
                                   .deep = fabs(value.value - flip_choice_value(deep, 0).value),
                                   .loss = fabs(flip_decision_loss(coarse) - flip_decision_loss(deep)),
                                   .coarse_cost = flip_decision_cost(coarse),
                                   .deep_cost = flip_decision_cost(deep),
                                   .named = flip_decision_loss(coarse) > 0,
                                   .stated = flip_decision_loss(coarse)};
    out->within = within(coarse, deep, named);
    out->grave = flip_decision_grade(analysis, coarse) >= FLIP_MISTAKE;
    out->standing = out->grave && flip_decision_grade(analysis, deep) >= FLIP_SLIP;
    if (out->named)
        out->found = deep->judged || named < 0 ? flip_decision_loss(deep) : flip_choice_lead(deep, named).value;
}

static int hold_against_deep(struct flip_analysis *analysis, struct flip_analyst *analyst, int index, double deepest,
                             struct flip_agreement *out, struct flip_error *error)
{
    struct flip_decision *decision = &analysis->decision[index];
    const struct flip_decision coarse = *decision;
    *decision = afresh(&coarse, DEEP_SERIES);
    const int status = flip_finish_unit(analysis, analyst, analysis->moments + index, FLIP_DEEP, error);
    if (status == 0)
        compare(analysis, &coarse, decision, deepest, out);
    return status;
}

int flip_agreement_weigh(struct flip_analysis *analysis, struct flip_analyst *analyst, int index,
                         enum flip_precision precision, struct flip_agreement *out, struct flip_error *error)
{
    double deepest = NAN;
    int status = flip_finish_unit(analysis, analyst, analysis->moments + index, precision, error);
    if (status != 0)
        return status;
    const struct flip_decision coarse = analysis->decision[index];
    status = coarse.judged ? judge_made(analysis, analyst, index, &deepest, error)
                           : follow_made(analysis, analyst, &coarse, &deepest);
    return status != 0 ? status : hold_against_deep(analysis, analyst, index, deepest, out, error);
}

int flip_agreement_deep(struct flip_analysis *analysis, struct flip_analyst *analyst, int index,
                        enum flip_precision precision, struct flip_agreement *out, struct flip_error *error)
{
    const int status = flip_finish_unit(analysis, analyst, analysis->moments + index, precision, error);
    return status != 0 ? status : hold_against_deep(analysis, analyst, index, NAN, out, error);
}

void flip_agreement_add(struct flip_agreement *sum, const struct flip_agreement *one)
{
    sum->decisions += one->decisions;
    sum->same += one->same;
    sum->as_good += one->as_good;
    sum->within += one->within;
    sum->covered += one->covered;
    sum->value += one->value;
    sum->deep += one->deep;
    sum->loss += one->loss;
    sum->coarse_cost += one->coarse_cost;
    sum->deep_cost += one->deep_cost;
    sum->grave += one->grave;
    sum->standing += one->standing;
    sum->named += one->named;
    sum->stated += one->stated;
    sum->found += one->found;
}
