/* The parts of `flipside analyze`: printing an analysis, and checking its numbers. */
#pragma once

#include "analysis/analysis.h"

#include <stdio.h>

/// Prints what decided the game, then the players, their losses, and the luckiest and unluckiest events.
void flip_analysis_tell(const struct flip_analysis *analysis, const json_t *json, FILE *out);
/// Prints the first part of it: what decided the game, in sentences.
void flip_analysis_decided(const struct flip_analysis *analysis, const json_t *json, FILE *out);
/// The choice that was made and the best one, in words; `better` is flip_same_aim if those are the same.
extern const char flip_same_aim[];
void flip_analysis_choices(const json_t *decision, char done[FLIP_STEP_TEXT], char better[FLIP_STEP_TEXT]);
/// Is this sum of a player's game larger than its interval? Is it known to be about even? Is it so large that it is put
/// into words?
bool flip_analysis_sure(const json_t *player, const char *sum, const char *interval);
bool flip_analysis_even(const struct flip_analysis *analysis, double sum, double interval);
bool flip_analysis_over_a_win(const struct flip_analysis *analysis, double sum);
/// A seat's number in a list of a moment: its "value", say.
double flip_analysis_of_seat(const json_t *moment, const char *key, int seat);
/// A figure to be printed with "%.1f": what lies halfway goes away from zero, as on the page.
double flip_analysis_tie(double value);

/* How far a quick or normal analysis can be trusted: it is compared with a deep analysis of the same decisions, and
   with values from a hundred times as many futures. */

/// Sums over decisions.
struct flip_agreement {
    int decisions;
    int same, as_good;        /* both name the same best choice, or the deep one cannot tell the two apart */
    int within;               /* the coarse one's best is behind deep's by no more than it leaves open */
    int covered;              /* the deepest value lies in the interval of the coarse one */
    double value, deep, loss; /* distances: coarse to deepest value, coarse to deep value, coarse to deep loss */
    double coarse_cost, deep_cost;
    int grave, standing;  /* mistakes and blunders of the coarse one, and those that are at least slips at deep */
    int named;            /* decisions with a loss in the coarse one */
    double stated, found; /* those losses, and what deep says of the same choices */
};

/// Weighs decision number `index` three times, first coarsely with `precision`, each time on other futures. Returns 1
/// if interrupted.
int flip_agreement_weigh(struct flip_analysis *analysis, struct flip_analyst *analyst, int index,
                         enum flip_precision precision, struct flip_agreement *out, struct flip_error *error);
/// The same without the deepest value, which takes the longest.
int flip_agreement_deep(struct flip_analysis *analysis, struct flip_analyst *analyst, int index,
                        enum flip_precision precision, struct flip_agreement *out, struct flip_error *error);
void flip_agreement_add(struct flip_agreement *sum, const struct flip_agreement *one);

/// Works on a unit of the analysis until it has this precision. 1: interrupted.
int flip_finish_unit(struct flip_analysis *analysis, struct flip_analyst *analyst, int unit,
                     enum flip_precision precision, struct flip_error *error);

/* What players of known strength lose: the yardstick behind "played like level 3.4". */

enum { FLIP_CALIBRATED = 1 + FLIP_LEVELS }; /* players: random and the five levels */

/// What is asked about a game. YARDSTICK: play, weigh decisions and print six lines of a yardstick file
/// (docs/analysis.md). LUCK: measure every moment of one player's games with as few futures as that takes, and print the
/// mean luck with its interval. AGREEMENT: weigh decisions of one player's games at the given precision, deeply and a
/// hundred times deeper, and print how far they agree. SELFCHECK: see flip_selfcheck.
enum flip_calibration_task { FLIP_YARDSTICK, FLIP_LUCK, FLIP_AGREEMENT, FLIP_SELFCHECK };

struct flip_calibration {
    enum flip_calibration_task task;
    const char *game, *players; /* NULL: random,bot1,…,bot5 */
    uint64_t seats, games, sample, seed, threads;
    enum flip_precision precision;
};

/// Twenty games per player, twelve decisions of each, on as few seats as the game allows.
struct flip_calibration flip_calibration_defaults(void);
int flip_calibrate(const struct flip_calibration *def, struct flip_error *error);
/// Compares quick analyses of bots' games with many more futures, in all card games or one, and prints how often they
/// were right.
int flip_selfcheck(const struct flip_calibration *def, struct flip_error *error);
