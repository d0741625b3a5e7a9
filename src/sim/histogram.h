/* Histograms: scores into bins, and bins into bars of text. */
#ifndef FLIPSIDE_SIM_HISTOGRAM_H
#define FLIPSIDE_SIM_HISTOGRAM_H

#include "sim/stats.h"

#include <stdio.h>

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

#endif
