/* What the files of this room share. */
#pragma once

#include "analysis/analysis.h"

/* --- futures.c: a game played on from a position, with the game's quick player on all seats --- */

/// A running future. Cards and players have streams of their own, so that two futures of one number see the same cards
/// however their players choose.
struct flip_future {
    struct flip_position at;
    struct flip_random cards, players;
};

/// Starts future `number` of a unit from `from`; `future->at` has memory of its own.
void flip_future_start(struct flip_future *future, const struct flip_position *from, uint64_t unit, uint32_t number);
/// Plays to the end.
void flip_future_finish(struct flip_future *future);
/// Plays until `seat` decides again after the next moment between two turns, or to the end. The others play anything.
void flip_future_next_turn(struct flip_future *future, int seat);
/// What a finished game is worth to each seat: points alone; else its share of the win, which teams have together.
void flip_future_values(const struct flip_position *at, double *value);

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

/* --- a curve: what every place of a game was worth, and what it took to find that --- */

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
