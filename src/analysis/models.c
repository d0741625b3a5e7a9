/*
 * What every place was worth, from the futures of all places together. A position and the next one are nearly the same, so their
 * futures tell of each other: only where a card is turned or a move is made does the value jump, and how far it does so is guessed
 * (guess.c). What the guess misses changes slowly from moment to moment. So
 *
 *     value = guess + spread * (drift + own),   mean of N futures = value + spread * noise / sqrt(N)
 *
 * `spread` is how far apart single futures end; `drift` is what the guess misses and goes on missing, `own` what it misses in this moment
 * alone. The drift changes by a part of what the guess jumps, and a little besides; now and then much more, when a card or a move decides a
 * game that nobody saw coming. So a change may be as large as one of Student's distribution with few degrees of freedom: where the futures
 * before and behind it are far apart, it is given more room, and where they are not, less. Both are estimated by a Kalman filter and smoother;
 * with many futures the guess no longer matters. How large all that is, is not known either: a few models are tried, and each counts as much
 * as it makes likely what was seen.
 */
#include "analysis/parts.h"

#include <math.h>

static const double doubts[] = {0.1, 0.25, 0.5, 1}, bases[] = {0.003, 0.01, 0.03, 0.1}, owns[] = {0.01, 0.04, 0.12};
enum {
    DOUBTS = sizeof doubts / sizeof *doubts,
    BASES = sizeof bases / sizeof *bases,
    OWNS = sizeof owns / sizeof *owns,
    WINDOW = 8, /* moments on either side that tell how far apart futures end */
    ROUNDS = 6  /* of looking how much room each change needs */
};

_Static_assert(DOUBTS *BASES *OWNS == CURVE_MODELS, "every model has a weight");

/* Held against many futures, errors are a little larger than the models think: `flipside analyze --selfcheck`. */
static const double widened = 1.4;
static const double hardly = 1e-4;                           /* beside the likeliest model, and a model is left out */
static const double freedom = 4;                             /* degrees of freedom of changes */
static const double first_drift = 0.3;                       /* how far guesses at the start are off, in spreads */
static const double least_spread = 0.1, least_points = 0.25; /* however certain all seems */

static double own_of(int model) { return owns[model % OWNS]; }

/* How much the drift usually changes from the moment before to this one, and how much it may. */
static double usual_change(const struct flip_curve *curve, int model, int index)
{
    const double base = bases[model / OWNS % BASES], jump = doubts[model / (OWNS * BASES)] * curve->jumped[index];
    return curve->otherwise[index] * (base * base + jump * jump);
}

static double change_in(const struct flip_curve *curve, int model, int index)
{
    return curve->room[index] * usual_change(curve, model, index);
}

/* --- guesses, on the scale of the futures ------------------------------------------------------------------------------- */

/* Where nobody guesses points: the mean of all futures. */
static double mean_of_all(const struct flip_analysis *analysis, int seat)
{
    double sum = 0, count = 0;
    for (int i = 0; i + 1 < analysis->moments; i++) {
        sum += analysis->moment[i].sum[seat];
        count += analysis->moment[i].count;
    }
    return count > 0 ? sum / count : 0;
}

static double guess_of(const struct flip_analysis *analysis, int moment, int seat, int slope)
{
    const double *guess = analysis->guess + moment * analysis_guess_width(analysis);
    if (!analysis->guessed)
        return analysis->alone ? mean_of_all(analysis, seat) : 1.0 / (analysis->seats == 1 ? 2 : analysis->seats);
    return analysis->alone ? guess[0] : guess[slope * analysis->seats + seat];
}

/* How well the futures agree with guesses that are trusted so much. */
static double agreement(const struct flip_analysis *analysis, int slope)
{
    double sum = 0;
    for (int i = 0; i + 1 < analysis->moments; i++)
        for (int seat = 0; seat < analysis->seats; seat++) {
            const struct flip_moment *moment = &analysis->moment[i];
            const double share = fmin(fmax(guess_of(analysis, i, seat, slope), 0.01), 0.99);
            sum += moment->sum[seat] * log(share) + (moment->count - moment->sum[seat]) * log(1 - share);
        }
    return sum;
}

static int best_slope(const struct flip_analysis *analysis)
{
    int best = 0;
    double most = -HUGE_VAL;
    for (int i = 0; i < ANALYSIS_SLOPES && !analysis->alone; i++) {
        const double found = agreement(analysis, i);
        if (found > most) {
            most = found;
            best = i;
        }
    }
    return best;
}

/* Points: how far apart the futures of this moment and its neighbours ended. */
static double spread_of_points(const struct flip_analysis *analysis, int index, int seat)
{
    double squares = 0, free = 0;
    for (int i = index > WINDOW ? index - WINDOW : 0; i <= index + WINDOW && i + 1 < analysis->moments; i++) {
        const struct flip_moment *moment = &analysis->moment[i];
        if (moment->count < 2)
            continue;
        squares += fmax(0, moment->squares[seat] - moment->sum[seat] * moment->sum[seat] / moment->count);
        free += moment->count - 1.0;
    }
    return fmax(least_points, free > 0 ? sqrt(squares / free) : 6);
}

static double guess_here(const struct flip_curve *curve, int moment, int seat)
{
    return guess_of(curve->analysis, moment, seat, curve->slope);
}

/* How far the mean of a place's futures lies from the mean of its guesses. */
static void see_place(struct flip_curve *curve, int place, int first, int moments, int seat)
{
    const struct flip_analysis *analysis = curve->analysis;
    double guess = 0, spread = 0, sum = 0;
    for (int i = first; i < first + moments; i++) {
        guess += guess_here(curve, i, seat) / moments;
        spread += analysis->alone ? spread_of_points(analysis, i, seat) / moments : 0;
        sum += analysis->moment[i].exact ? (double)CURVE_COUNTED * analysis->moment[i].worth[seat]
                                         : analysis->moment[i].sum[seat];
    }
    curve->guess[place] = guess;
    curve->spread[place] = analysis->alone ? spread : fmax(least_spread, sqrt(fmax(0, guess * (1 - guess))));
    curve->seen[place] = curve->futures[place] > 0 ? (sum / curve->futures[place] - guess) / curve->spread[place] : 0;
}

static void take_seat(struct flip_curve *curve, int seat)
{
    double out = 0; /* the last guess of the place before */
    for (int i = 0, first = 0, moments = 0; i < curve->count; i++, first += moments) {
        for (moments = 1; curve->place[first + moments] == i; moments++)
            ;
        see_place(curve, i, first, moments, seat);
        if (i > 0) {
            const double jump = guess_here(curve, first, seat) - out;
            const double spread = fmax(curve->spread[i], curve->spread[i - 1]);
            curve->jumped[i] = jump / spread;
            curve->shift[i] = (curve->guess[i - 1] + jump - curve->guess[i]) / curve->spread[i];
        }
        out = guess_here(curve, first + moments - 1, seat);
    }
}

/* --- one model ------------------------------------------------------------------------------------------------------------ */

/* Forwards: what is known from the moments so far. `asked`: returns how likely they are. */
static double filter(struct flip_curve *curve, int model, bool asked)
{
    const double own = own_of(model) * own_of(model);
    double mean = 0, variance = first_drift * first_drift, likely = 0;
    for (int i = 0; i < curve->count; i++) {
        const double futures = curve->futures[i];
        if (i > 0) {
            mean += curve->shift[i];
            variance += change_in(curve, model, i);
        }
        if (futures > 0) {
            const double noise = own + 1 / futures, sum = variance + noise, missed = curve->seen[i] - mean;
            if (asked)
                likely -= 0.5 * (log(sum) + missed * missed / sum);
            mean += variance / sum * missed;
            variance *= noise / sum;
        }
        curve->mean[i] = mean;
        curve->variance[i] = variance;
    }
    return likely;
}

/* Backwards: what the later moments tell of the earlier ones. */
static void smooth(struct flip_curve *curve, int model)
{
    for (int i = curve->count - 2; i >= 0; i--) {
        const double mean = curve->mean[i], variance = curve->variance[i];
        const double next = variance + change_in(curve, model, i + 1), pass = variance / next;
        curve->pass[i] = pass;
        curve->mean[i] = mean + pass * (curve->mean[i + 1] - curve->shift[i + 1] - mean);
        curve->variance[i] = variance + pass * pass * (curve->variance[i + 1] - next);
    }
}

/* Gives each change the room that it needs, by what was smoothed so far; `asked`: returns how likely that much room is. */
static double make_room(struct flip_curve *curve, int model, bool asked)
{
    double likely = 0;
    for (int i = 1; i < curve->count; i++) {
        const double changed = curve->mean[i] - curve->shift[i] - curve->mean[i - 1];
        const double open = curve->variance[i] + curve->variance[i - 1] - 2 * curve->pass[i - 1] * curve->variance[i];
        const double times = (changed * changed + fmax(0, open)) / fmax(usual_change(curve, model, i), 1e-12);
        const double sure = (freedom + 1) / (freedom + times);
        curve->room[i] = 1 / sure;
        if (asked)
            likely += (freedom / 2 - 1) * log(sure) - freedom / 2 * (sure - 1);
    }
    return likely;
}

/* Filters until the changes have room; what is to be smoothed is ready then. `asked`: returns how likely the moments are. */
static double fit(struct flip_curve *curve, int model, bool asked)
{
    double likely = 0;
    for (int i = 0; i < curve->count; i++)
        curve->room[i] = 1;
    filter(curve, model, false);
    for (int round = 1; round <= ROUNDS; round++) {
        smooth(curve, model);
        likely = make_room(curve, model, asked && round == ROUNDS);
        likely += filter(curve, model, asked && round == ROUNDS);
    }
    return likely;
}

/* The part of what was seen beyond the drift that is this moment's own. */
static double own_part(const struct flip_curve *curve, int model, int index)
{
    const double own = own_of(model) * own_of(model), futures = curve->futures[index];
    return own * futures / (own * futures + 1);
}

static double value_in(const struct flip_curve *curve, int model, int index)
{
    const double part = own_part(curve, model, index);
    return curve->guess[index] + curve->spread[index] * ((1 - part) * curve->mean[index] + part * curve->seen[index]);
}

static double variance_in(const struct flip_curve *curve, int model, int index)
{
    const double part = own_part(curve, model, index), own = own_of(model) * own_of(model);
    const double spread = curve->spread[index];
    return spread * spread * ((1 - part) * (1 - part) * curve->variance[index] + own * (1 - part));
}

/* --- all models ------------------------------------------------------------------------------------------------------------ */

/* What one of several seats wins the others lose: so each tells a little less than if it were alone. */
static void weigh_models(struct flip_curve *curve)
{
    const int seats = curve->analysis->seats;
    double most = -HUGE_VAL, all = 0;
    for (int seat = 0; seat < seats; seat++) {
        take_seat(curve, seat);
        for (int model = 0; model < CURVE_MODELS; model++)
            curve->weight[model] += fit(curve, model, true) * (seats > 1 ? (seats - 1.0) / seats : 1);
    }
    for (int model = 0; model < CURVE_MODELS; model++)
        most = fmax(most, curve->weight[model]);
    for (int model = 0; model < CURVE_MODELS; model++) {
        const double weight = exp(curve->weight[model] - most);
        all += curve->weight[model] = weight > hardly ? weight : 0;
    }
    for (int model = 0; model < CURVE_MODELS; model++)
        curve->weight[model] /= all;
}

static bool counts(const struct flip_curve *curve, int model) { return curve->weight[model] > 0; }

/* How far the next value is from this one. Both err mostly in the same way, and that does not count; the end is certain. */
static double jump_in(const struct flip_curve *curve, int model, int index, double *variance)
{
    const int next = index + 1;
    *variance = variance_in(curve, model, index);
    if (next == curve->count)
        return -value_in(curve, model, index);
    const double both = curve->spread[index] * (1 - own_part(curve, model, index)) * curve->spread[next] *
                        (1 - own_part(curve, model, next)) * curve->pass[index] * curve->variance[next];
    *variance += variance_in(curve, model, next) - 2 * both;
    return value_in(curve, model, next) - value_in(curve, model, index);
}

static void add_up(double *mean, double *squares, double weight, double value, double variance)
{
    *mean += weight * value;
    *squares += weight * (variance + value * value);
}

static void draw_seat(struct flip_curve *curve, int seat)
{
    const int seats = curve->analysis->seats;
    take_seat(curve, seat);
    for (int model = 0; model < CURVE_MODELS; model++) {
        if (!counts(curve, model))
            continue;
        fit(curve, model, false);
        smooth(curve, model);
        for (int i = 0; i < curve->count; i++) {
            const int place = i * seats + seat;
            double variance;
            const double jump = jump_in(curve, model, i, &variance);
            add_up(&curve->jump[place], &curve->jump_error[place], curve->weight[model], jump, variance);
            add_up(&curve->value[place], &curve->error[place], curve->weight[model], value_in(curve, model, i),
                   variance_in(curve, model, i));
        }
    }
    for (int i = 0; i < curve->count; i++) {
        const int place = i * seats + seat;
        const double value = curve->value[place], jump = curve->jump[place];
        curve->error[place] = widened * sqrt(fmax(0, curve->error[place] - value * value));
        curve->jump_error[place] = widened * sqrt(fmax(0, curve->jump_error[place] - jump * jump));
    }
}

/* Shares of a win are between 0 and 1 and make up one win. */
static void share_out(struct flip_curve *curve)
{
    const int seats = curve->analysis->seats;
    for (int i = 0; i < curve->count && !curve->analysis->alone; i++) {
        double *value = &curve->value[i * seats], all = 0;
        for (int seat = 0; seat < seats; seat++)
            all += value[seat] = fmin(fmax(value[seat], 0), 1);
        for (int seat = 0; seat < seats && seats > 1 && all > 0; seat++)
            value[seat] /= all;
    }
}

void curve_fit_models(struct flip_curve *curve)
{
    curve->slope = best_slope(curve->analysis);
    weigh_models(curve);
    for (int seat = 0; seat < curve->analysis->seats; seat++)
        draw_seat(curve, seat);
    share_out(curve);
}
