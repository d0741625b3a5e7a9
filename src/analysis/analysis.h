/*
 * The analysis of a finished game. Its record is walked once and divided into *moments*: the start, every place where somebody else
 * acts, and the end. What a moment is worth is measured by playing on from it many times; the difference between two moments is
 * luck where the dealer acted between them, and skill where a seat did. So expectation, luck and skill add up to the result.
 * Besides, every *decision* is compared with its best alternatives, all on the same futures. docs/analysis.md explains both.
 *
 * Moments and decisions are *units* of work that do not depend on each other: they can be worked on in any order, by several
 * threads, stopped and continued, and a deeper analysis goes on where another stopped. The numbers depend on the record alone.
 */
#pragma once

#include "core/codes.h"

#include <flipside/bot.h>
#include <flipside/walk.h>
#include <jansson.h>

enum flip_precision { FLIP_QUICK, FLIP_NORMAL, FLIP_DEEP, FLIP_PRECISIONS };

enum { FLIP_ANALYSIS_CHOICES = 8 }; /* that are compared in one decision, the one that was made included */
enum { FLIP_MOMENT_PARTS = 32 };    /* of the futures of a moment: number n belongs to part n % 32 */

/// A place in the game, and what it was worth to each seat in the futures tried so far.
struct flip_moment {
    int step;    /* after so many steps of the history */
    int actor;   /* who acts from here to the next moment: a seat or FLIP_DEALER; at the end, nobody: -1 */
    bool chance; /* that is luck: the dealer acts, or all reveal blind choices */
    int flick;   /* 1 + the decision that led here, if an aim was chosen and the flick is still to come; else 0 */
    int place;   /* the first moment with the same value: since then only moves happened that the futures' players make
                    anyway. All futures are counted there */
    int since; /* the step of the first moment since a card. Until the next card, futures of one number have the same cards */
    uint32_t count;
    double sum[FLIP_MAX_SEATS], squares[FLIP_MAX_SEATS];
    float part[FLIP_MOMENT_PARTS][FLIP_MAX_SEATS]; /* of the sum */
    double otherwise; /* probability that the futures' players would not have gone on to the next moment as it was */
    double weight;    /* its part of all futures; 1: a moment's usual part, 0: it is not the first of its place */
    bool exact;       /* so little can still happen that all of it was counted: it is worth … */
    double worth[FLIP_MAX_SEATS];
    uint64_t series; /* 0; another number means other futures, which nobody has looked at yet */
};

/// A choice of a decision. Its value is that of the choice made plus its lead over it on the same futures.
struct flip_weighed {
    flip_move move;
    uint32_t count; /* futures, always the first ones */
    double sum, squares;
    double lead, lead_squares; /* sums of the differences to the choice made */
    bool out;                  /* it fell too far behind to be tried further */
    char why[FLIP_WHY];        /* a flick: what the tries came to */
};

struct flip_decision {
    int step, seat;
    int looked;   /* 1 + the precision with which the choices were looked for; 0: not yet */
    double doubt; /* how far apart final scores still are; 0: unused */
    double worth; /* of the choice made, as flip_curve_decision tells it; 0: as its futures have it */
    bool chances; /* as in the analysis; not where an estimate ends a future */
    int count;
    struct flip_weighed choice[FLIP_ANALYSIS_CHOICES]; /* the first is the one that was made */
    bool judged;                                       /* by the game itself, which says: */
    double loss;
    uint64_t series; /* 0; another number means other futures, which nobody has looked at yet */
};

struct flip_analysis {
    const struct flip_table *table;
    int seats;
    bool alone;    /* values are points; else shares of a win, also where only winning counts */
    bool chances;  /* shares, and each future ends in one: what was not seen counts for their errors */
    bool guessed;  /* somebody knows the game well enough to guess … */
    double *guess; /* … what each moment is worth: see src/analysis/guess.c */
    int moments, decisions;
    uint64_t ahead; /* steps from each moment to the end, all together */
    struct flip_moment *moment;
    struct flip_decision *decision;
};

/// Divides the game of `table`, which must be over and outlive the analysis, into units. NULL with the reason.
struct flip_analysis *flip_analysis_open(const struct flip_table *table, struct flip_error *error);
void flip_analysis_close(struct flip_analysis *analysis);

/// "quick", "normal", "deep"; -1: there is no such precision.
int flip_precision_named(const char *name);
const char *flip_precision_word(enum flip_precision precision);

/// What one thread needs to work on units.
struct flip_analyst;
struct flip_analyst *flip_analyst_open(const struct flip_analysis *analysis, struct flip_error *error);
void flip_analyst_close(struct flip_analyst *analyst);

int flip_analysis_units(const struct flip_analysis *analysis);
/// The part of a unit's work that is done, 0 … 1, and of the whole.
double flip_unit_done(const struct flip_analysis *analysis, int unit, enum flip_precision precision);
double flip_analysis_done(const struct flip_analysis *analysis, enum flip_precision precision);
/// Does a portion of a unit's work, at most about half a second of it. Several analysts may work on different units at once.
int flip_analysis_work(struct flip_analysis *analysis, struct flip_analyst *analyst, int unit,
                       enum flip_precision precision, struct flip_error *error);
/// How far decisions that are too close to call have been taken, 1: as deep as it goes, or there are none. And a portion of that work: the
/// moments and all other decisions stay as they are.
double flip_analysis_settled(const struct flip_analysis *analysis);
int flip_analysis_settle(struct flip_analysis *analysis, struct flip_analyst *analyst, struct flip_error *error);
/// Follows the choices of a decision that have not left through the next `futures` futures, whatever the precision, and lets none
/// leave: for those who bring choices of their own.
void flip_decision_follow(const struct flip_analysis *analysis, struct flip_decision *decision,
                          struct flip_analyst *analyst, uint32_t futures);
/// Plays the next `futures` futures of a moment, whatever the precision: for those who bring a moment of their own. Not where the game judges.
void flip_moment_follow(const struct flip_analysis *analysis, struct flip_moment *moment, struct flip_analyst *analyst,
                        uint32_t futures);
/// Measures a moment by one future: unbiased, but too coarse for one game. For means over many.
void flip_analysis_glance(struct flip_analysis *analysis, struct flip_analyst *analyst, int moment);

/* --- what came out ------------------------------------------------------------------------------------------------------ */

struct flip_estimate {
    double value, error; /* 1.96 times the standard error on both sides is a 95 % interval */
};

/// What all moments were worth, from the futures of all of them together. It belongs to what the analysis has found by then. NULL: there is
/// no memory.
struct flip_curve;
struct flip_curve *flip_curve_open(const struct flip_analysis *analysis);
void flip_curve_close(struct flip_curve *curve);
/// What a moment was worth to a seat.
struct flip_estimate flip_curve_value(const struct flip_curve *curve, int moment, int seat);
/// How much the next moment was worth more.
struct flip_estimate flip_curve_jump(const struct flip_curve *curve, int moment, int seat);
/// How well the sum of a seat's values is known, each times its factor: errors of neighbours are not independent. NAN: there is no memory.
double flip_curve_sum_error(struct flip_curve *curve, int seat, const double *factor);
/// A decision as it is told. Where an estimate ends its futures, neither that nor the curve knows enough alone: there the choice made is
/// worth what lies half-way between what both say, and differences shrink or grow with it.
struct flip_decision flip_curve_decision(const struct flip_curve *curve, int decision);
/// What choice number `choice` was worth, and by how much it is better than the choice made.
struct flip_estimate flip_choice_value(const struct flip_decision *decision, int choice);
struct flip_estimate flip_choice_lead(const struct flip_decision *decision, int choice);
/// The place of the best choice.
int flip_decision_best(const struct flip_decision *decision);
/// How much better the best choice was, as far as that is certain: nothing if the difference lies within its own 95 % interval, and the
/// less of it the nearer it comes to that. For telling of one decision.
double flip_decision_loss(const struct flip_decision *decision);
/// The same as yardsticks measure it: the whole lead, luck included, and nothing where too little was seen. The two errors cancel over many
/// decisions.
double flip_decision_cost(const struct flip_decision *decision);
/// What a decision counts in a player's mean loss: 1. Where somebody alone wins or loses, the chance to win that was left: what is lost
/// already cannot be lost again, and nobody is to seem good by having ruined the game early.
double flip_decision_stake(const struct flip_analysis *analysis, const struct flip_decision *decision);
/// By the loss alone, in every game: what is said to cost more is never graded milder. The tutor grades flicks by what they could have gained.
enum flip_grade flip_decision_grade(const struct flip_analysis *analysis, const struct flip_decision *decision);
/// Is it too close to call? Nothing costly was found, and something may be.
bool flip_decision_open(const struct flip_analysis *analysis, const struct flip_decision *decision);

/// A seat's game: expected + luck + skill + others = result. All but the result are NAN until every moment is measured.
struct flip_player_summary {
    double expected, luck, skill, others, result;
    double expected_error, luck_error, skill_error, others_error;
    double loss, cost, stake; /* of all its decisions */
    int decisions, best, graded[FLIP_GRADES];
    double accuracy;                /* 0 … 100; NAN: nobody has measured this game */
    double level;                   /* 0 (random) … 5; NAN likewise */
    double least_level, most_level; /* its 95 % interval */
    bool placed;                    /* the interval is at most one level wide, so that level and accuracy can be told */
};
void flip_analysis_player(struct flip_curve *curve, int seat, struct flip_player_summary *out);
/// The level that such a mean loss per decision stands for, and the accuracy that a level stands for.
double flip_level_of_loss(const struct flip_yardstick *yardstick, double loss);
double flip_accuracy_of_level(double level);

/* --- saved and told ------------------------------------------------------------------------------------------------------ */

/// The whole analysis as JSON, finished or not: what people want to know, and what it takes to continue.
json_t *flip_analysis_json(const struct flip_analysis *analysis, enum flip_precision precision,
                           struct flip_error *error);
/// What any legal move would have been worth in the decision at this step: a choice as in the JSON above, compared with the one that was
/// made on a few hundred of the same futures. The analysis must have looked at the decision; it stays as it is.
json_t *flip_analysis_try(const struct flip_analysis *analysis, struct flip_analyst *analyst, int step, flip_move move,
                          struct flip_error *error);
/// Takes over what an earlier analysis of the same game found. Its input is checked.
int flip_analysis_resume(struct flip_analysis *analysis, const json_t *saved, struct flip_error *error);
