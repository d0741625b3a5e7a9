/*
 * What the futures of places say by themselves, without a model. Between two cards all places meet the same cards: future number n of one place
 * goes on like number n of the next, but for the move that was made between them. So the difference of two such values is known better than
 * either. How well, is seen by dividing the futures into parts: each part has a difference of its own, and how far those are apart tells how far
 * their mean may be off.
 */
#include "analysis/curve.h"

#include <math.h>
#include <stdlib.h>

enum { ENOUGH = 2 * FLIP_MOMENT_PARTS }; /* futures of a place */

/* How many of so many futures are in a part. */
static double futures_in(uint32_t count, int part)
{
    return count / FLIP_MOMENT_PARTS + ((uint32_t)part < count % FLIP_MOMENT_PARTS);
}

/* The squared differences between single futures and their mean, as the parts let one expect them. */
static double spread_of(const double *part, double mean, uint32_t count)
{
    double squares = 0;
    for (int i = 0; i < FLIP_MOMENT_PARTS; i++)
        squares += futures_in(count, i) * (part[i] - mean) * (part[i] - mean);
    return squares * (count - 1.0) / (FLIP_MOMENT_PARTS - 1.0);
}

/* The sum of what places were worth to a seat, each times its factor, by their own futures alone. The places lie between two cards and are
   named by their first moments. The error is infinite where the futures are too few. */
static struct flip_estimate own_sum(const struct flip_analysis *analysis, const int *first, const double *factor,
                                    int places, int seat)
{
    double known = 0, mean = 0, part[FLIP_MOMENT_PARTS] = {0};
    uint32_t count = 0;
    for (int i = 0; i < places; i++) {
        const struct flip_moment *moment = &analysis->moment[first[i]];
        const struct flip_moment *exact = analysis_exact_in(analysis, first[i]);
        if (exact || factor[i] == 0) {
            known += exact ? factor[i] * exact->worth[seat] : 0;
            continue;
        }
        if (moment->count < ENOUGH || (count && moment->count != count))
            return (struct flip_estimate){NAN, INFINITY};
        count = moment->count;
        mean += factor[i] * moment->sum[seat] / count;
        for (int j = 0; j < FLIP_MOMENT_PARTS; j++)
            part[j] += factor[i] * moment->part[j][seat] / futures_in(count, j);
    }
    const double spread = count ? spread_of(part, mean, count) : 0;
    return (struct flip_estimate){known + mean, count ? estimate_of(0, spread, count, analysis->chances).error : 0};
}

/* --- between two cards ----------------------------------------------------------------------------------------------------- */

/* The place after the last one that has the same cards. */
static int end_of_cards(const struct flip_curve *curve, int place)
{
    const struct flip_moment *moment = curve->analysis->moment;
    const int since = moment[curve->first[place]].since;
    while (place < curve->count && moment[curve->first[place]].since == since)
        place++;
    return place;
}

/* How far a place is from the next one, by their own futures. */
static struct flip_estimate own_jump(const struct flip_curve *curve, int place, int seat)
{
    const double factor[2] = {-1, 1};
    return own_sum(curve->analysis, &curve->first[place], factor, 2, seat);
}

/* Do the futures of these places say better than the model how far they are apart? */
static bool own_is_better(const struct flip_curve *curve, int first, int next)
{
    double own = 0, modelled = 0;
    for (int i = first; i + 1 < next; i++)
        for (int seat = 0; seat < curve->analysis->seats; seat++) {
            const double error = own_jump(curve, i, seat).error,
                         other = curve->jump_error[i * curve->analysis->seats + seat];
            own += error * error;
            modelled += other * other;
        }
    return own < modelled;
}

/* What the futures of a place alone say of it. */
static double own_value(const struct flip_curve *curve, int place, int seat)
{
    const double one = 1;
    return own_sum(curve->analysis, &curve->first[place], &one, 1, seat).value;
}

static bool any_exact(const struct flip_curve *curve, int first, int next)
{
    while (first < next && !analysis_exact_in(curve->analysis, curve->first[first]))
        first++;
    return first < next;
}

/* How far the middle of the own values lies below the one that the models have. */
static double to_the_middle(const struct flip_curve *curve, int first, int next, int seat)
{
    double apart = 0;
    for (int i = first; i < next; i++)
        apart += (curve->value[i * curve->analysis->seats + seat] - own_value(curve, i, seat)) / (next - first);
    return apart;
}

/* Can the own values be moved to that middle? Not where one of them is certain, or would be no share any more. */
static bool keeps_middle(const struct flip_curve *curve, int first, int next)
{
    bool fits = !any_exact(curve, first, next);
    for (int seat = 0; seat < curve->analysis->seats && fits && !curve->analysis->alone; seat++) {
        const double apart = to_the_middle(curve, first, next, seat);
        for (int i = first; i < next && fits; i++)
            fits = own_value(curve, i, seat) + apart >= 0 && own_value(curve, i, seat) + apart <= 1;
    }
    return fits;
}

static void tell_own(struct flip_curve *curve, int first, int next)
{
    const int seats = curve->analysis->seats;
    for (int seat = 0; seat < seats; seat++) {
        const double moved = curve->middle[first] ? to_the_middle(curve, first, next, seat) : 0;
        for (int i = first; i < next; i++) {
            curve->value[i * seats + seat] = own_value(curve, i, seat) + moved;
            if (i + 1 < next)
                curve->jump_error[i * seats + seat] = own_jump(curve, i, seat).error;
        }
    }
}

/* How well a sum of values between two cards is known by their own futures. What it takes from the middle of the model stays in `factor`. */
static double own_variance(const struct flip_curve *curve, int first, int next, int seat, double *factor)
{
    double middle = 0;
    for (int i = first; i < next && curve->middle[first]; i++)
        middle += factor[i] / (next - first);
    for (int i = first; i < next; i++)
        factor[i] -= middle;
    const double error = own_sum(curve->analysis, &curve->first[first], &factor[first], next - first, seat).error;
    for (int i = first; i < next; i++)
        factor[i] = middle;
    return error * error;
}

double curve_sum_error(struct flip_curve *curve, int seat, double *by_place)
{
    double variance = 0;
    for (int first = 0, next; first < curve->count; first = next) {
        next = end_of_cards(curve, first);
        variance += curve->own[first] ? own_variance(curve, first, next, seat, by_place) : 0;
    }
    return hypot(sqrt(variance), curve_modelled_error(curve, seat, by_place));
}

/* How well the luck of a whole game is known, over all seats. */
static double luck_variance(struct flip_curve *curve, double *by_place)
{
    double sum = 0;
    for (int seat = 0; seat < curve->analysis->seats; seat++) {
        for (int i = 0; i < curve->count; i++)
            by_place[i] = analysis_counts_for_luck(curve->analysis, curve->first[i]);
        const double error = curve_sum_error(curve, seat, by_place);
        sum += error * error;
    }
    return sum;
}

void curve_take_pairs(struct flip_curve *curve)
{
    double *const by_place = calloc((size_t)curve->count + 1, sizeof *by_place);
    if (!by_place)
        return;
    const double modelled = luck_variance(curve, by_place);
    for (int first = 0, next; first < curve->count; first = next) {
        next = end_of_cards(curve, first);
        curve->own[first] = next > first + 1 && own_is_better(curve, first, next);
        curve->middle[first] = curve->own[first] && keeps_middle(curve, first, next);
    }
    const bool better = luck_variance(curve, by_place) < modelled;
    for (int first = 0, next; first < curve->count; first = next) {
        next = end_of_cards(curve, first);
        curve->own[first] = curve->own[first] && better;
        if (curve->own[first])
            tell_own(curve, first, next);
    }
    free(by_place);
}
