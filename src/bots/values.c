/*
 * What outcomes are worth to a seat: with one seat its points, with more its share of the win and a little of the
 * margin, so that a decided game is still played well.
 */
#include "search.h"

#include <math.h>

static const double margin_weight = 0.1; /* in the value; the rest is the win */

/* The part of the value that depends only on the margin, 0 … 1. */
static double margin_value(const double *score, int seats, int seat, double spread)
{
    double best_other = -HUGE_VAL;
    for (int other = 0; other < seats; other++)
        if (other != seat && score[other] > best_other)
            best_other = score[other];
    return 0.5 + 0.5 * tanh((score[seat] - best_other) / (4 * spread + 1));
}

double flip_share_of_estimates(const double *score, int seats, int seat, double spread)
{
    double all = 0;
    for (int other = 0; other < seats; other++)
        all += exp((score[other] - score[seat]) / spread);
    return 1 / all;
}

double flip_value_of_estimates(const double *score, int seats, int seat, double spread)
{
    if (seats == 1)
        return score[seat];
    return (1 - margin_weight) * flip_share_of_estimates(score, seats, seat, spread) +
           margin_weight * margin_value(score, seats, seat, spread);
}

double flip_value_of_verdict(const struct flip_verdict *verdict, int seats, int seat, double spread)
{
    if (seats == 1)
        return verdict->points[seat];
    return (1 - margin_weight) * verdict->share[seat] +
           margin_weight * margin_value(verdict->points, seats, seat, spread);
}

void flip_values_at_end(const struct flip_result *result, int seats, double spread, double *value)
{
    double score[FLIP_MAX_SEATS];
    for (int seat = 0; seat < seats; seat++)
        score[seat] = result->score[seat];
    for (int seat = 0; seat < seats; seat++) {
        const double share = flip_set_has(result->winners, seat) ? 1.0 / flip_set_count(result->winners) : 0;
        value[seat] = seats == 1
                          ? score[seat]
                          : (1 - margin_weight) * share + margin_weight * margin_value(score, seats, seat, spread);
    }
}
