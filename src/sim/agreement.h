/* How far a quick or normal analysis can be trusted: one decision beside a deep analysis of it and beside a value that is a hundred times deeper. */
#ifndef FLIPSIDE_SIM_AGREEMENT_H
#define FLIPSIDE_SIM_AGREEMENT_H

#include "analysis/analysis.h"

/// What was seen in so many decisions; sums, to be added up.
struct flip_agreement {
    int decisions;
    int same, as_good;        /* both name the same best choice, or the deep one cannot tell the two apart */
    int covered;              /* the deepest value lies in the interval of the coarse one */
    double value, deep, loss; /* distances: coarse to deepest value, coarse to deep value, coarse to deep loss */
    double coarse_cost, deep_cost;
    int named;            /* decisions with a loss in the coarse one */
    double stated, found; /* those losses, and what deep says of the same choices */
};

/// Weighs decision number `index` three times, first coarsely with `precision`, each time on other futures. Returns 1 when it was
/// interrupted.
int flip_agreement_weigh(struct flip_analysis *analysis, struct flip_analyst *analyst, int index,
                         enum flip_precision precision, struct flip_agreement *out, struct flip_error *error);
void flip_agreement_add(struct flip_agreement *sum, const struct flip_agreement *one);

/// Weighs a decision as precisely as wanted. 1: interrupted.
int flip_agreement_work(struct flip_analysis *analysis, struct flip_analyst *analyst, int index,
                        enum flip_precision precision, struct flip_error *error);

#endif
