/* What the files of this room share. */
#ifndef FLIPSIDE_ANALYSIS_PARTS_H
#define FLIPSIDE_ANALYSIS_PARTS_H

#include "analysis/analysis.h"
#include "analysis/futures.h"

/// A thread's own memory.
struct flip_analyst {
    struct flip_walk walk;
    struct flip_position known; /* as a seat knows it */
    struct flip_future future;
    struct flip_thought *thought;
    int doubt_of; /* 1 + the step for which it knows how far apart final scores are; 0: none */
    double doubt[FLIP_MAX_SEATS];
    double others[FLIP_MAX_SEATS]; /* what they expected when the seat decided */
};

/// The seed of all futures: no two games share it.
uint64_t analysis_seed(const struct flip_analysis *analysis);
/// Takes the walk to a step, from either side of it.
void analyst_go(struct flip_analyst *analyst, int step);

/// Does the game itself say what positions and aims are worth, as where hands flick?
bool analysis_judged(const struct flip_analysis *analysis);
/// What a step of a future takes, in microseconds of a core.
double analysis_step_time(const struct flip_analysis *analysis);
/// curve.c: the analysis that a curve belongs to.
const struct flip_analysis *flip_curve_of(const struct flip_curve *curve);
/// guess.c: what a look at every moment says, before anything is played: the points, or the share of every seat for each of these slopes by
/// which the look may be trusted more or less.
enum { ANALYSIS_SLOPES = 13 };
extern const double analysis_slopes[ANALYSIS_SLOPES];
/// Numbers a moment.
int analysis_guess_width(const struct flip_analysis *analysis);
int analysis_guess(struct flip_analysis *analysis, struct flip_walk *walk, struct flip_error *error);

/// shares.c: which moments are the same place, how the futures are divided among places, and which need none since what may come of them can
/// be counted out.
void analysis_find_places(struct flip_analysis *analysis);
/// How often the value of a place counts in the sum of luck: with what is before its moments, and against what is behind them.
int analysis_counts_for_luck(const struct flip_analysis *analysis, int first);
void analysis_count_out(struct flip_analysis *analysis, struct flip_walk *walk);
void analysis_share_out(struct flip_analysis *analysis);

/// Was one of a place's moments counted out? Returns it, or NULL.
const struct flip_moment *analysis_exact_in(const struct flip_analysis *analysis, int first);

/// Do both play for the same side?
bool analysis_same_team(const struct flip_analysis *analysis, int a, int b);

/* decisions.c */

/// How many futures a decision is compared on.
uint32_t decision_target(const struct flip_analysis *analysis, enum flip_precision precision);
bool decision_done(const struct flip_analysis *analysis, const struct flip_decision *decision,
                   enum flip_precision precision);
/// Does a portion of the comparison.
int decision_work(const struct flip_analysis *analysis, struct flip_decision *decision, struct flip_analyst *analyst,
                  enum flip_precision precision, struct flip_error *error);

/// Compares a legal move that was not among the choices with the one that was made, on the first futures of the decision.
int decision_try(const struct flip_analysis *analysis, const struct flip_decision *decision,
                 struct flip_analyst *analyst, flip_move move, struct flip_weighed *out, struct flip_error *error);

/// Half-way between what the choice made seems to be worth to its own futures and to the curve, in odds.
double decision_share_between(const struct flip_decision *decision, double curve);
/// The mean of `count` numbers and its standard error. `chances`: they are shares of a win, and some that were not seen may differ.
struct flip_estimate estimate_of(double sum, double squares, uint32_t count, bool chances);
/// Do the futures of a decision end with the seat's turn, where the game's estimate says what will come of it?
bool short_futures(const struct flip_game *game);

#endif
