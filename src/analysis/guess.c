/*
 * What a look at a position says before anything is played: the game's judge where this build has one (flipside/judge.h), else the
 * game's own estimate of final points. Before a card it is the mean over all that may be turned, so that a card's luck is what it
 * brought beside the others, and nobody seems lucky on average. A guess may be wrong: curve.c sees from the futures how far it can be trusted. What is certain is which
 * steps change nothing.
 */
#include "analysis/parts.h"
#include "bots/search.h"
#include "table/table.h"

#include <math.h>

const double analysis_slopes[ANALYSIS_SLOPES] = {0.25, 0.35, 0.5, 0.65, 0.8, 0.9, 1, 1.15, 1.35, 1.6, 2, 2.5, 3.2};

enum {
    ASKED = 6,   /* how often players of futures are asked what they would have done */
    LONGEST = 64 /* cards before somebody decides */
};

static const double least_share = 1e-3;

struct looker {
    struct flip_analysis *analysis;
    struct flip_judge *judge;    /* NULL: there is none */
    bool guesses;                /* there is one, or an estimate */
    double left;                 /* of the game, 0 … 1 */
    struct flip_position beside; /* to turn cards that might have come */
    struct flip_random random;
};

/* How likely a win is to each seat, as a logarithm. An estimate says the more the nearer the end is. */
static void look_at_shares(const struct looker *looker, const void *state, double *out)
{
    const struct flip_position *at = &looker->beside;
    struct flip_verdict verdict;
    if (looker->judge)
        flip_judge_states(looker->judge, state, 1, &verdict);
    for (int seat = 0; seat < at->seats; seat++) {
        const double share = looker->judge ? fmin(fmax(verdict.share[seat], least_share), 1 - least_share) : 0;
        if (!looker->judge)
            out[seat] = flip_bot_of(at->game)->estimate(at->rules, state, seat) / (1 + 6 * sqrt(looker->left));
        else
            out[seat] = at->seats > 1 ? log(share) : log(share / (1 - share));
    }
}

static double share_of(const double *likely, int seats, int seat, double slope)
{
    double all = seats == 1 ? 1 + exp(-slope * likely[0]) : 0;
    for (int other = 0; other < seats && seats > 1; other++)
        all += exp(slope * (likely[other] - likely[seat]));
    return 1 / all;
}

/* Adds what a state seems worth: points, or a share for every slope by which the look may be trusted more or less. */
static void look(const struct looker *looker, const void *state, double weight, double *sum)
{
    const struct flip_position *at = &looker->beside;
    double likely[FLIP_MAX_SEATS];
    if (looker->analysis->alone) {
        struct flip_verdict verdict;
        if (looker->judge)
            flip_judge_states(looker->judge, state, 1, &verdict);
        sum[0] += weight * (looker->judge ? verdict.points[0] : flip_bot_of(at->game)->estimate(at->rules, state, 0));
        return;
    }
    look_at_shares(looker, state, likely);
    for (int slope = 0; slope < ANALYSIS_SLOPES; slope++)
        for (int seat = 0; seat < at->seats; seat++)
            sum[slope * at->seats + seat] += weight * share_of(likely, at->seats, seat, analysis_slopes[slope]);
}

/* Turns this card and then any others, until somebody decides: only those positions does a look judge well. */
static void look_behind(struct looker *looker, const struct flip_position *at, flip_move event, double weight,
                        double *sum)
{
    struct flip_position *beside = &looker->beside;
    flip_position_copy(beside, at);
    flip_position_step(beside, FLIP_DEALER, event);
    for (int i = 0; i < LONGEST && flip_position_turn(beside) == FLIP_BIT(FLIP_DEALER); i++) {
        struct flip_chances chances;
        at->game->rules->chances(at->rules, beside->state, &chances);
        flip_position_step(beside, FLIP_DEALER, flip_chances_pick(&chances, &looker->random));
    }
    look(looker, beside->state, weight, sum);
}

/* The mean over what the dealer may do. */
static void look_over_cards(struct looker *looker, const struct flip_position *at, double *sum)
{
    struct flip_chances chances;
    double weights = 0;
    at->game->rules->chances(at->rules, at->state, &chances);
    for (int i = 0; i < chances.count && chances.kind == FLIP_CHANCE_LIST; i++)
        weights += chances.list[i].weight;
    if (chances.kind == FLIP_CHANCE_SET)
        for (flip_set left = chances.set; left; left = flip_set_rest(left))
            look_behind(looker, at, chances.base + (flip_move)flip_set_first(left), 1.0 / flip_set_count(chances.set),
                        sum);
    else
        for (int i = 0; i < chances.count; i++)
            look_behind(looker, at, chances.list[i].event, chances.list[i].weight / weights, sum);
}

/* --- what changes nothing --------------------------------------------------------------------------------------------------- */

/* How likely the players of the futures would have done something else than this step: then the value before it is that of the same step
   and of others. A card that had to come, and a move that they make, too, change nothing. */
static double otherwise(const struct flip_position *at, const struct flip_step *step)
{
    int other = 0;
    if (step->seat == FLIP_DEALER) {
        struct flip_chances chances;
        at->game->rules->chances(at->rules, at->state, &chances);
        return chances.kind == FLIP_CHANCE_SET    ? flip_set_rest(chances.set) != 0
               : chances.kind == FLIP_CHANCE_LIST ? chances.count > 1
                                                  : 1;
    }
    for (uint64_t i = 0; i < ASKED; i++) {
        struct flip_random random;
        flip_random_seed(&random, i + 1);
        other += flip_quick_move(at->game, at->rules, at->state, step->seat, &random) != step->move;
    }
    return (double)other / ASKED;
}

static double otherwise_until(struct flip_walk *walk, int end)
{
    double same = 1;
    for (const struct flip_step *step; walk->step < end && (step = flip_walk_next(walk)); flip_walk_on(walk))
        same *= 1 - otherwise(&walk->at, step);
    return 1 - same;
}

/* --- all moments ------------------------------------------------------------------------------------------------------------- */

static bool opens(struct looker *looker, struct flip_error *error)
{
    const struct flip_analysis *analysis = looker->analysis;
    const struct flip_table *table = analysis->table;
    const bool points = flip_bot_of(table->game)->estimate && (analysis->seats > 1 || analysis->alone);
    looker->judge = flip_judge_open(table->game, table->rules, table->seats, NULL);
    looker->guesses = looker->judge || points;
    return flip_position_open(&looker->beside, table->game, table->rules, table->seats, error) == 0;
}

static void look_at_moment(struct looker *looker, int index, const struct flip_position *at)
{
    const struct flip_analysis *analysis = looker->analysis;
    const int step = analysis->moment[index].step, wide = analysis_guess_width(analysis);
    looker->left = 1 - (double)step / analysis->table->step_count;
    flip_random_seed(&looker->random, (uint64_t)step + 1);
    if (flip_position_turn(at) == FLIP_BIT(FLIP_DEALER))
        look_over_cards(looker, at, analysis->guess + index * wide);
    else
        look(looker, at->state, 1, analysis->guess + index * wide);
}

int analysis_guess_width(const struct flip_analysis *analysis)
{
    return analysis->alone ? 1 : ANALYSIS_SLOPES * analysis->seats;
}

int analysis_guess(struct flip_analysis *analysis, struct flip_walk *walk, struct flip_error *error)
{
    struct looker looker = {.analysis = analysis};
    const size_t numbers = (size_t)(analysis->moments * analysis_guess_width(analysis));
    analysis->guess = calloc(numbers, sizeof *analysis->guess);
    if (!analysis->guess)
        return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory for an analysis.");
    const bool open = opens(&looker, error);
    for (int i = 0; i + 1 < analysis->moments && open; i++) {
        flip_walk_to(walk, analysis->moment[i].step);
        if (looker.guesses)
            look_at_moment(&looker, i, &walk->at);
        analysis->moment[i].otherwise = otherwise_until(walk, analysis->moment[i + 1].step);
    }
    analysis->guessed = looker.guesses;
    flip_position_close(&looker.beside);
    flip_judge_close(looker.judge);
    return open ? 0 : -1;
}
