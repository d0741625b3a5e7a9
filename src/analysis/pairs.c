/*
 * What the futures of places say by themselves, without a model. Between two cards all places meet the same cards: future number n of one place
 * goes on like number n of the next, but for the move that was made between them. So the difference of two such values is known better than
 * either. How well, is seen by dividing the futures into parts: each part has a difference of its own, and how far those are apart tells how far
 * their mean may be off.
 */
#include "analysis/parts.h"

#include <math.h>

/* Futures of a place, for its values to be told by them, and for their sums. */
enum { ENOUGH_TO_TELL = 2 * FLIP_MOMENT_PARTS, ENOUGH_TO_ADD = 8 };

/* How many of so many futures are in a part. */
static double futures_in(uint32_t count, int part)
{
    const uint32_t each = count / FLIP_MOMENT_PARTS, left = count % FLIP_MOMENT_PARTS;
    return each + ((uint32_t)part < left);
}

/* The squared differences between single futures and their mean, as the parts let one expect them. */
static double spread_of(const double *part, double mean, uint32_t count)
{
    double squares = 0;
    for (int i = 0; i < FLIP_MOMENT_PARTS; i++)
        squares += futures_in(count, i) * (part[i] - mean) * (part[i] - mean);
    return squares * (count - 1.0) / (fmin(count, FLIP_MOMENT_PARTS) - 1.0);
}

/* The sum of what places were worth to a seat, each times its factor, by their own futures alone. The places lie between two cards and are
   named by their first moments. The error is infinite where the futures are too few. */
static struct flip_estimate own_sum(const struct flip_analysis *analysis, const int *first, const double *factor,
                                    int places, int seat, uint32_t enough)
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
        if (moment->count < enough || (count && moment->count != count))
            return (struct flip_estimate){NAN, INFINITY};
        count = moment->count;
        mean += factor[i] * moment->sum[seat] / count;
        for (int j = 0; j < FLIP_MOMENT_PARTS && (uint32_t)j < count; j++)
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
    return own_sum(curve->analysis, &curve->first[place], factor, 2, seat, ENOUGH_TO_TELL);
}

/* Have all these places futures enough of their own, as many as the others? */
static bool tells_own(const struct flip_curve *curve, int first, int next)
{
    bool enough = next > first + 1;
    for (int i = first; i + 1 < next && enough; i++)
        enough = isfinite(own_jump(curve, i, 0).error);
    return enough;
}

/* What the futures of a place alone say of it. */
static double own_value(const struct flip_curve *curve, int place, int seat)
{
    const double one = 1;
    return own_sum(curve->analysis, &curve->first[place], &one, 1, seat, ENOUGH_TO_TELL).value;
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

static void tell_own(struct flip_curve *curve, int first, int next, bool middle)
{
    const int seats = curve->analysis->seats;
    for (int seat = 0; seat < seats; seat++) {
        const double moved = middle ? to_the_middle(curve, first, next, seat) : 0;
        for (int i = first; i < next; i++) {
            curve->value[i * seats + seat] = own_value(curve, i, seat) + moved;
            if (i + 1 < next)
                curve->jump_error[i * seats + seat] = own_jump(curve, i, seat).error;
        }
    }
}

/* The same sum where places have not equally many futures yet, as if each had cards of its own. */
static struct flip_estimate sum_apart(const struct flip_analysis *analysis, const int *first, const double *factor,
                                      int places, int seat)
{
    double sum = 0, variance = 0;
    for (int i = 0; i < places; i++) {
        const struct flip_moment *moment = &analysis->moment[first[i]];
        const struct flip_moment *exact = analysis_exact_in(analysis, first[i]);
        if (exact || factor[i] == 0) {
            sum += exact ? factor[i] * exact->worth[seat] : 0;
            continue;
        }
        if (moment->count < 2)
            return (struct flip_estimate){NAN, INFINITY};
        const struct flip_estimate mean =
            estimate_of(moment->sum[seat], moment->squares[seat], moment->count, analysis->chances);
        sum += factor[i] * mean.value;
        variance += factor[i] * factor[i] * mean.error * mean.error;
    }
    return (struct flip_estimate){sum, sqrt(variance)};
}

/* Models have a bias, since they take what they did not see coming for chance: it is small in a value and adds up in a sum of many. So how
   well a sum is known is told by the futures of its places alone, and by how far from those it was told. */
double curve_sum_error(const struct flip_curve *curve, int seat, const double *by_place)
{
    double variance = 0, apart = 0;
    for (int first = 0, next; first < curve->count; first = next) {
        next = end_of_cards(curve, first);
        const int *const moments = &curve->first[first];
        const int places = next - first;
        struct flip_estimate own = {NAN, INFINITY};
        if (places > 1) /* a place alone needs no parts, and a saved analysis has none for it */
            own = own_sum(curve->analysis, moments, &by_place[first], places, seat, ENOUGH_TO_ADD);
        if (!isfinite(own.error))
            own = sum_apart(curve->analysis, moments, &by_place[first], places, seat);
        for (int i = first; i < next; i++)
            apart += by_place[i] * curve->value[i * curve->analysis->seats + seat];
        apart -= own.value;
        variance += own.error * own.error;
    }
    return hypot(sqrt(variance), apart);
}

void curve_take_pairs(struct flip_curve *curve)
{
    for (int first = 0, next; first < curve->count; first = next) {
        next = end_of_cards(curve, first);
        if (tells_own(curve, first, next))
            tell_own(curve, first, next, keeps_middle(curve, first, next));
    }
}
