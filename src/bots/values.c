/*
 * What outcomes are worth to a seat. Alone: its points. Among others: its share of the win, with a little of the margin, so
 * that a game that is won or lost already is still played well.
 */
#include "search.h"

#include <math.h>

static const double margin_part = 0.1; /* of the value; the rest is the win */

/* The part of the value that only looks at the margin, 0 … 1. */
static double margin_value(const double *score, int seats, int seat, double doubt)
{
    double best_other = -HUGE_VAL;
    for (int other = 0; other < seats; other++)
        if (other != seat && score[other] > best_other)
            best_other = score[other];
    return 0.5 + 0.5 * tanh((score[seat] - best_other) / (4 * doubt + 1));
}

double flip_share_of_estimates(const double *score, int seats, int seat, double doubt)
{
    double all = 0;
    for (int other = 0; other < seats; other++)
        all += exp((score[other] - score[seat]) / doubt);
    return 1 / all;
}

double flip_value_of_estimates(const double *score, int seats, int seat, double doubt)
{
    if (seats == 1)
        return score[seat];
    return (1 - margin_part) * flip_share_of_estimates(score, seats, seat, doubt) +
           margin_part * margin_value(score, seats, seat, doubt);
}

double flip_value_of_verdict(const struct flip_verdict *verdict, int seats, int seat, double doubt)
{
    if (seats == 1)
        return verdict->points[seat];
    return (1 - margin_part) * verdict->share[seat] + margin_part * margin_value(verdict->points, seats, seat, doubt);
}

void flip_values_at_end(const struct flip_result *result, int seats, double doubt, double *value)
{
    double score[FLIP_MAX_SEATS];
    for (int seat = 0; seat < seats; seat++)
        score[seat] = result->score[seat];
    for (int seat = 0; seat < seats; seat++) {
        const double share = flip_set_has(result->winners, seat) ? 1.0 / flip_set_count(result->winners) : 0;
        value[seat] = seats == 1 ? score[seat]
                                 : (1 - margin_part) * share + margin_part * margin_value(score, seats, seat, doubt);
    }
}
