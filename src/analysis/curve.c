/*
 * What every moment was worth. Moments between which nothing happens that the players of futures would not do anyway are worth exactly the
 * same: they are one *place*. Models say from the futures of all places what each is worth (models.c). Places between two cards meet the same
 * cards in their futures: where there are enough of these, they say how far the places are apart (pairs.c).
 */
#include "analysis/parts.h"
#include "table/table.h"

#include <math.h>
#include <stdlib.h>

enum { OF_ONE = 11 };

/* --- places ---------------------------------------------------------------------------------------------------------------- */

static void find_places(struct flip_curve *curve)
{
    const struct flip_analysis *analysis = curve->analysis;
    const int end = analysis->moments - 1;
    for (int i = 0; i < end; i++) {
        const struct flip_moment *moment = &analysis->moment[i];
        if (moment->place == i) {
            curve->otherwise[curve->count] = i > 0 ? moment[-1].otherwise : 0;
            curve->first[curve->count++] = i;
        }
        curve->place[i] = curve->count - 1;
        curve->futures[curve->count - 1] += moment->exact ? CURVE_COUNTED : moment->count;
    }
    curve->place[end] = curve->count;
    curve->first[curve->count] = end;
}

static struct flip_curve *no_curve(struct flip_curve *curve)
{
    flip_curve_close(curve);
    return NULL;
}

struct flip_curve *flip_curve_open(const struct flip_analysis *analysis)
{
    const size_t count = (size_t)analysis->moments, seats = (size_t)analysis->seats;
    struct flip_curve *curve = calloc(1, sizeof *curve);
    if (!curve)
        return NULL;
    curve->analysis = analysis;
    curve->memory = calloc(count * (OF_ONE + 4 * seats), sizeof *curve->memory);
    curve->place = calloc(2 * count, sizeof *curve->place);
    if (!curve->memory || !curve->place)
        return no_curve(curve);
    curve->first = curve->place + count;
    double **const of_one[OF_ONE] = {&curve->futures,  &curve->otherwise, &curve->guess,  &curve->spread,
                                     &curve->seen,     &curve->shift,     &curve->jumped, &curve->mean,
                                     &curve->variance, &curve->pass,      &curve->room};
    for (size_t i = 0; i < OF_ONE; i++)
        *of_one[i] = curve->memory + i * count;
    curve->value = curve->memory + OF_ONE * count;
    curve->error = curve->value + seats * count;
    curve->jump = curve->error + seats * count;
    curve->jump_error = curve->jump + seats * count;
    if (analysis_judged(analysis))
        return curve;
    find_places(curve);
    curve_fit_models(curve);
    curve_take_pairs(curve);
    return curve;
}

void flip_curve_close(struct flip_curve *curve)
{
    if (!curve)
        return;
    free(curve->memory);
    free(curve->place);
    free(curve);
}

const struct flip_analysis *flip_curve_of(const struct flip_curve *curve) { return curve->analysis; }

/* --- what came out --------------------------------------------------------------------------------------------------------- */

/* Where the game judges, it says what a moment is worth, and an aim what its tries came to. */
static struct flip_estimate said_by_game(const struct flip_analysis *analysis, int index, int seat)
{
    const struct flip_moment *moment = &analysis->moment[index];
    if (!moment->flick)
        return (struct flip_estimate){moment->count ? moment->sum[seat] / moment->count : 0, 0};
    const struct flip_decision *aimed = &analysis->decision[moment->flick - 1];
    const struct flip_estimate worth = flip_choice_value(aimed, 0);
    const double value = analysis_same_team(analysis, seat, aimed->seat) ? worth.value : 1 - worth.value;
    const double too_well = moment->count ? moment->sum[seat] / moment->count : 0;
    return (struct flip_estimate){fmin(fmax(value - too_well, 0), 1), worth.error};
}

struct flip_estimate flip_curve_value(const struct flip_curve *curve, int index, int seat)
{
    const struct flip_analysis *analysis = curve->analysis;
    if (index + 1 == analysis->moments) /* the end is certain */
        return (struct flip_estimate){analysis->moment[index].sum[seat], 0};
    if (analysis_judged(analysis))
        return said_by_game(analysis, index, seat);
    const int at = curve->place[index] * analysis->seats + seat;
    return (struct flip_estimate){curve->value[at], curve->error[at]};
}

struct flip_estimate flip_curve_jump(const struct flip_curve *curve, int index, int seat)
{
    const struct flip_estimate here = flip_curve_value(curve, index, seat),
                               next = flip_curve_value(curve, index + 1, seat);
    const bool judged = analysis_judged(curve->analysis), same = curve->place[index] == curve->place[index + 1];
    const double error = judged ? hypot(here.error, next.error)
                         : same ? 0
                                : curve->jump_error[curve->place[index] * curve->analysis->seats + seat];
    return (struct flip_estimate){next.value - here.value, error};
}

/* Does a future of the decision that led to this moment end in an estimate? Not if it was the seat's last turn. */
static bool acts_later(const struct flip_analysis *analysis, int moment, int seat)
{
    while (moment < analysis->moments && analysis->moment[moment].actor != seat)
        moment++;
    return moment < analysis->moments;
}

struct flip_decision flip_curve_decision(const struct flip_curve *curve, int decision)
{
    const struct flip_analysis *analysis = curve->analysis;
    struct flip_decision out = analysis->decision[decision];
    int next = 0;
    while (analysis->moment[next].step <= out.step)
        next++;
    if (analysis->seats > 1 && short_futures(analysis->table->game) && acts_later(analysis, next, out.seat))
        out.worth = decision_share_between(&out, flip_curve_value(curve, next, out.seat).value);
    return out;
}

/* Where the game judges, every aim has tries of its own, and nothing else is left to chance. */
static double sum_error_of_game(const struct flip_curve *curve, int seat, const double *factor)
{
    double squares = 0;
    for (int i = 0; i < curve->analysis->moments; i++) {
        const double error = factor[i] * flip_curve_value(curve, i, seat).error;
        squares += error * error;
    }
    return sqrt(squares);
}

double flip_curve_sum_error(struct flip_curve *curve, int seat, const double *factor)
{
    if (analysis_judged(curve->analysis))
        return sum_error_of_game(curve, seat, factor);
    double *const by_place = calloc((size_t)curve->count + 1, sizeof *by_place);
    if (!by_place)
        return NAN;
    for (int i = 0; i < curve->analysis->moments; i++)
        by_place[curve->place[i]] += factor[i];
    const double error = curve_sum_error(curve, seat, by_place);
    free(by_place);
    return error;
}
