/* What the files of a curve share: what every place of a game was worth, and what it took to find that. */
#ifndef FLIPSIDE_ANALYSIS_CURVE_H
#define FLIPSIDE_ANALYSIS_CURVE_H

#include "analysis/parts.h"

enum {
    CURVE_MODELS = 48,
    CURVE_COUNTED = 1000000000 /* futures, as good as what was counted out */
};

struct flip_curve {
    const struct flip_analysis *analysis;
    int count;  /* places before the end */
    int *place; /* of each moment; the end is place number `count` */
    int *first; /* moment of each place */
    int slope;  /* how far guesses of shares are trusted */
    double weight[CURVE_MODELS];
    double *memory;
    /* By place: */
    double *futures, *otherwise;
    /* Of one seat at a time, by place: */
    double *guess, *spread, *seen; /* `seen` is how far the mean lies above the guess, in spreads */
    double *jumped;                /* by how much the guess changed from the moment before, in spreads */
    double *shift;                 /* what of that happens within a place: there nothing changes */
    double *mean, *variance;       /* of the drift, filtered and then smoothed */
    double *pass;                  /* how much of what is learnt later counts for this moment */
    double *room;                  /* how many times its usual variance the change to this place has */
    /* Of all seats, place by place, over all models: */
    double *value, *error;
    double *jump, *jump_error; /* from this moment to the next */
};

/// models.c: what each place is worth and how far the next one is from it, by all futures together.
void curve_fit_models(struct flip_curve *curve);

/// pairs.c: tells how far places between two cards are apart by their own futures, where there are enough.
void curve_take_pairs(struct flip_curve *curve);
/// How well the sum of a seat's values is known as they are told then, each times its factor.
double curve_sum_error(const struct flip_curve *curve, int seat, const double *by_place);

#endif
