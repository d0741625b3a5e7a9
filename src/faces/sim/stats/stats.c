/*
 * The formulas, and why these.
 *
 * Scores are whole numbers, so they are counted in a table: quantiles are exact, and sums of whole numbers do not depend on
 * the order in which threads finish. Mean and spread of everything else come from Welford's recurrence, which does not lose
 * digits as the sum of squares would.
 *
 * Shares get Wilson's interval: it stays inside 0 … 1 and is honest for rare events, where the usual p ± 2 s is not.
 *
 * Strength is measured in *pairs* of games with the same seed and the seats swapped. The two games of a pair resemble each
 * other, so the pair is the unit: its value is the mean share of the win in both games (0, ¼, ½, ¾ or 1 for two seats: five
 * outcomes), and variances are taken over pairs. Treating the games as independent would give wrong intervals.
 */
#include "faces/sim/stats/stats.h"

#include <math.h>
#include <stdlib.h>

void flip_moments_add(struct flip_moments *moments, double value)
{
    moments->count++;
    const double away = value - moments->mean;
    moments->mean += away / (double)moments->count;
    moments->squares += away * (value - moments->mean);
}

double flip_moments_variance(const struct flip_moments *moments)
{
    return moments->count < 2 ? 0 : moments->squares / (double)(moments->count - 1);
}

double flip_moments_sd(const struct flip_moments *moments) { return sqrt(flip_moments_variance(moments)); }

double flip_moments_error(const struct flip_moments *moments)
{
    return moments->count < 2 ? 0 : sqrt(flip_moments_variance(moments) / (double)moments->count);
}

/* The first few from a table; then Cornish and Fisher's expansion around the normal quantile, good to four digits from ten on. */
double flip_t95(uint64_t freedom)
{
    static const double few[] = {12.70620, 12.70620, 4.30265, 3.18245, 2.77645,
                                 2.57058,  2.44691,  2.36462, 2.30600, 2.26216};
    if (freedom < sizeof few / sizeof *few)
        return few[freedom];
    const double z = FLIP_Z95, z2 = z * z, v = (double)freedom;
    return z + z * (z2 + 1) / (4 * v) + z * ((5 * z2 + 16) * z2 + 3) / (96 * v * v) +
           z * (((3 * z2 + 19) * z2 + 17) * z2 - 15) / (384 * v * v * v);
}

struct flip_interval flip_moments_interval(const struct flip_moments *moments)
{
    const double half = moments->count < 2 ? 0 : flip_t95(moments->count - 1) * flip_moments_error(moments);
    return (struct flip_interval){moments->mean - half, moments->mean + half};
}

double flip_to_print(double value, int digits)
{
    double half = 0.5;
    for (int i = 0; i < digits; i++)
        half /= 10;
    return fabs(value) < half ? 0 : value;
}

enum { TALLY_SPAN = 1 << 24 };

/* Makes room so that `low` … `high` fit, with as much again to spare, so that growing stays rare. */
static int tally_reach(struct flip_tally *tally, int64_t low, int64_t high)
{
    if (high - low >= TALLY_SPAN)
        return -1;
    const size_t room = (size_t)(high - low + 1) * 2 + 64;
    uint64_t *counts = calloc(room, sizeof *counts);
    if (!counts)
        return -1;
    const int64_t new_low = low - (int64_t)(room - (size_t)(high - low + 1)) / 2;
    for (int64_t score = tally->min; tally->count > 0 && score <= tally->max; score++)
        counts[score - new_low] = tally->counts[score - tally->low];
    free(tally->counts);
    tally->counts = counts;
    tally->low = new_low;
    tally->room = room;
    return 0;
}

static int tally_add_many(struct flip_tally *tally, int64_t score, uint64_t times)
{
    if (!tally->counts || score < tally->low || score >= tally->low + (int64_t)tally->room) {
        const int64_t low = tally->count > 0 && tally->min < score ? tally->min : score;
        const int64_t high = tally->count > 0 && tally->max > score ? tally->max : score;
        if (tally_reach(tally, low, high) != 0)
            return -1;
    }
    if (tally->count == 0 || score < tally->min)
        tally->min = score;
    if (tally->count == 0 || score > tally->max)
        tally->max = score;
    tally->counts[score - tally->low] += times;
    tally->count += times;
    return 0;
}

int flip_tally_add(struct flip_tally *tally, int64_t score) { return tally_add_many(tally, score, 1); }

int flip_tally_merge(struct flip_tally *tally, const struct flip_tally *other)
{
    for (int64_t score = other->min; other->count > 0 && score <= other->max; score++) {
        const uint64_t times = flip_tally_at(other, score);
        if (times > 0 && tally_add_many(tally, score, times) != 0)
            return -1;
    }
    return 0;
}

void flip_tally_free(struct flip_tally *tally)
{
    free(tally->counts);
    *tally = (struct flip_tally){0};
}

uint64_t flip_tally_at(const struct flip_tally *tally, int64_t score)
{
    if (tally->count == 0 || score < tally->min || score > tally->max)
        return 0;
    return tally->counts[score - tally->low];
}

uint64_t flip_tally_at_least(const struct flip_tally *tally, int64_t score)
{
    uint64_t sum = 0;
    if (tally->count == 0)
        return 0;
    for (int64_t i = score > tally->min ? score : tally->min; i <= tally->max; i++)
        sum += tally->counts[i - tally->low];
    return sum;
}

int64_t flip_tally_quantile(const struct flip_tally *tally, double q)
{
    uint64_t sum = 0;
    for (int64_t score = tally->min; tally->count > 0 && score < tally->max; score++) {
        sum += tally->counts[score - tally->low];
        if (sum > 0 && (double)sum >= q * (double)tally->count)
            return score;
    }
    return tally->max;
}

struct flip_moments flip_tally_moments(const struct flip_tally *tally)
{
    struct flip_moments moments = {.count = tally->count};
    if (tally->count == 0)
        return moments;
    int64_t sum = 0;
    for (int64_t score = tally->min; score <= tally->max; score++)
        sum += score * (int64_t)flip_tally_at(tally, score);
    moments.mean = (double)sum / (double)tally->count;
    for (int64_t score = tally->min; score <= tally->max; score++) {
        const double away = (double)score - moments.mean;
        moments.squares += away * away * (double)flip_tally_at(tally, score);
    }
    return moments;
}

/* Wilson: all shares p for which `hits` lies within z standard errors of p, sqrt(p (1 - p) / n), solved for p. */
static struct flip_interval wilson(double hits, double count, double z)
{
    if (count <= 0)
        return (struct flip_interval){0, 1};
    const double z2 = z * z;
    const double p = hits / count;
    const double centre = (p + z2 / (2 * count)) / (1 + z2 / count);
    const double half = z / (1 + z2 / count) * sqrt(p * (1 - p) / count + z2 / (4 * count * count));
    return (struct flip_interval){fmax(0, centre - half), fmin(1, centre + half)};
}

struct flip_interval flip_wilson(double hits, double count) { return wilson(hits, count, FLIP_Z95); }

/* The logistic curve of chess: 400 points are odds of ten to one. */
double flip_elo_of_share(double share)
{
    if (share <= 0)
        return -INFINITY;
    if (share >= 1)
        return INFINITY;
    return 400 * log10(share / (1 - share));
}

double flip_share_of_elo(double elo) { return 1 / (1 + pow(10, -elo / 400)); }

/*
 * Wald's sequential test: after each pair the log-likelihood ratio of the two hypotheses is compared with two bounds,
 *     lower = ln(beta / (1 - alpha)),  upper = ln((1 - beta) / alpha),
 * and the match ends when it leaves them.
 */
struct flip_sprt flip_sprt_make(double mean0, double mean1, double alpha, double beta)
{
    return (struct flip_sprt){
        .mean0 = mean0, .mean1 = mean1, .lower = log(beta / (1 - alpha)), .upper = log((1 - beta) / alpha)};
}

/*
 * The pair's distribution is not known, only its mean matters. By the central limit theorem the mean m of n pairs with
 * variance v is normal, so the log-likelihood ratio of mean1 against mean0 is
 *     n ((m - mean0)² - (m - mean1)²) / (2 v)  =  n (mean1 - mean0) (2 m - mean0 - mean1) / (2 v)
 * with v estimated from the pairs themselves (the generalised test: five outcomes need no model of draws).
 */
double flip_sprt_ratio(const struct flip_sprt *sprt, const struct flip_moments *pairs, double prior)
{
    if (pairs->count == 0)
        return 0;
    const double gap = sprt->mean1 - sprt->mean0;
    return (double)pairs->count * gap * (2 * pairs->mean - sprt->mean0 - sprt->mean1) /
           (2 * flip_pair_variance(pairs, prior));
}

int flip_sprt_verdict(const struct flip_sprt *sprt, double ratio)
{
    return ratio >= sprt->upper ? 1 : ratio <= sprt->lower ? -1 : 0;
}

/*
 * After a few pairs with the same outcome the sample variance is 0, and the test would be sure of anything. So we start as
 * if one pair with variance `prior` had been seen: (prior + sum of squares) / n.
 */
double flip_pair_variance(const struct flip_moments *pairs, double prior)
{
    return (prior + pairs->squares) / (double)(pairs->count > 0 ? pairs->count : 1);
}

/*
 * Wilson's interval for as many independent games as would spread like these pairs: their number is p (1 - p) / (variance of the mean). Where
 * all pairs were won, or lost, the spread says nothing, and each pair counts once.
 */
struct flip_interval flip_pairs_interval(const struct flip_moments *pairs, double prior)
{
    const double p = pairs->mean, count = (double)pairs->count;
    const double error2 = count > 0 ? flip_pair_variance(pairs, prior) / count : 0;
    const double games = p > 0 && p < 1 && error2 > 0 ? p * (1 - p) / error2 : count;
    return wilson(p * games, games, flip_t95(pairs->count));
}
