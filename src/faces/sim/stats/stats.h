/* Statistics for simulations and matches: what was seen, and how sure we may be. Nothing here knows a game. */
#pragma once

#include <flipside/error.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/// Half the width of a 95 % interval, in standard errors.
#define FLIP_Z95 1.959963984540054

/// The same where the spread was estimated from few values: Student's distribution with so many degrees of freedom.
double flip_t95(uint64_t freedom);

struct flip_interval {
    double low, high;
};

/* --- running mean and spread (Welford) ------------------------------------------------------------------------------ */

struct flip_moments {
    uint64_t count;
    double mean;
    double squares; /* sum of squared distances from the mean */
};

void flip_moments_add(struct flip_moments *moments, double value);
/// Sample variance (n - 1 below); 0 with fewer than two values.
double flip_moments_variance(const struct flip_moments *moments);
double flip_moments_sd(const struct flip_moments *moments);
/// Standard error of the mean.
double flip_moments_error(const struct flip_moments *moments);
/// The 95 % interval of the mean, by Student's distribution.
struct flip_interval flip_moments_interval(const struct flip_moments *moments);

/// A value that is going to be printed with so many digits behind the point: 0 where that would read "-0.000".
double flip_to_print(double value, int digits);

/* --- whole numbers, counted one by one ------------------------------------------------------------------------------ */

/// How often each score was seen. Zero it before the first use; flip_tally_free ends it.
struct flip_tally {
    uint64_t *counts; /* counts[i] belongs to the score low + i */
    int64_t low;
    size_t room;
    uint64_t count;
    int64_t min, max; /* of what was seen; count > 0 */
};

/// Returns -1 when memory is out or scores lie further apart than any table could hold.
int flip_tally_add(struct flip_tally *tally, int64_t score);
int flip_tally_merge(struct flip_tally *tally, const struct flip_tally *other);
void flip_tally_free(struct flip_tally *tally);
uint64_t flip_tally_at(const struct flip_tally *tally, int64_t score);
uint64_t flip_tally_at_least(const struct flip_tally *tally, int64_t score);
/// The smallest score with at least the share `q` (0 … 1) of all games at or below it.
int64_t flip_tally_quantile(const struct flip_tally *tally, double q);
/// Mean and spread, exact for any order of arrival.
struct flip_moments flip_tally_moments(const struct flip_tally *tally);

/* --- shares --------------------------------------------------------------------------------------------------------- */

/// Wilson's 95 % interval of a share: `hits` of `count`. Hits may be fractions, as when a win is shared.
struct flip_interval flip_wilson(double hits, double count);

/* --- strength ------------------------------------------------------------------------------------------------------- */

/// Elo points that stand for an expected share of the win, and back. A share of 1 is infinitely strong.
double flip_elo_of_share(double share);
double flip_share_of_elo(double elo);

/// A test between two values of a mean, one pair of games after the other.
struct flip_sprt {
    double mean0, mean1; /* the two hypotheses; mean0 < mean1 */
    double lower, upper; /* of the log-likelihood ratio: at `lower` mean0 is accepted, at `upper` mean1 */
};

/// alpha: the risk to accept mean1 though mean0 holds; beta: the risk the other way round.
struct flip_sprt flip_sprt_make(double mean0, double mean1, double alpha, double beta);
/// The log-likelihood ratio of mean1 against mean0; `prior` is the spread taken for granted, see stats.c.
double flip_sprt_ratio(const struct flip_sprt *sprt, const struct flip_moments *pairs, double prior);
/// -1: mean0 is accepted, 1: mean1, 0: go on.
int flip_sprt_verdict(const struct flip_sprt *sprt, double ratio);

/// The 95 % interval of a share that is the mean of pairs, each from 0 to 1: inside 0 … 1, and without its ends where pairs differ.
struct flip_interval flip_pairs_interval(const struct flip_moments *pairs, double prior);

/// Variance of a pair, with one pair of variance `prior` added: never 0, and soon forgotten.
double flip_pair_variance(const struct flip_moments *pairs, double prior);

/* Histograms: scores into bins, and bins into bars of text. */

enum { FLIP_BINS = 80 };

/// Bin i holds the scores first + i * width … first + (i + 1) * width - 1.
struct flip_bins {
    int64_t first, width;
    int count;
    uint64_t total, most; /* games in all, and in the fullest bin */
    uint64_t games[FLIP_BINS];
};

/// Bins for scores from `low` to `high` with a round width (1, 2, 5, 10, …), at most `cap` (2 … FLIP_BINS) of them.
void flip_bins_range(struct flip_bins *bins, int64_t low, int64_t high, int cap);
/// Counts a tally into bins that span it.
void flip_bins_fill(struct flip_bins *bins, const struct flip_tally *tally);

/// A bar of `eighths` / 8 characters: blocks, or '#' where the terminal has no Unicode.
void flip_bar(FILE *out, int eighths, bool unicode);
/// One line a bin, `columns` wide.
void flip_bins_print(FILE *out, const struct flip_bins *bins, int columns, bool unicode);

/// Can text be written as UTF-8?
bool flip_unicode(void);
/// The width of the terminal behind `out`, else 80.
int flip_columns(FILE *out);

/* A histogram as an SVG picture, one panel below the other. */

struct flip_plot_panel {
    const char *title;
    const struct flip_tally *tally;
};

struct flip_plot {
    const char *title;
    const char *caption; /* the line below the title */
    const char *axis;    /* what the scores are */
    const char *of;      /* what is counted: "games", or "seats" where each seat's score is */
    const struct flip_plot_panel *panels;
    int panel_count;
    const int64_t *marks; /* thresholds, drawn as dashed lines */
    int mark_count;
};

/// Text in XML or HTML, also inside quotes.
void flip_put_escaped(FILE *out, const char *text);
/// All panels share the same bins, so that they can be compared by eye.
void flip_plot_write(FILE *out, const struct flip_plot *plot);
int flip_plot_save(const char *path, const struct flip_plot *plot, struct flip_error *error);
