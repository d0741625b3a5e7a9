/*
 * How many of all futures a moment has. Two things are asked: what each moment was worth, and what luck came to in the whole game. Values of
 * moments between two cards cancel out of the sum of luck, which is what its cards did from each place where somebody played otherwise than
 * the players of futures to the next such place: the values at these borders are all that counts, and they have most futures. Moments that
 * are the same place have theirs together. Towards the end futures are short, so there are more of them for the same time.
 *
 * Near the end little can still happen. Where all of it can be counted out, the value is known, and futures are for others.
 */
#include "analysis/parts.h"
#include "bots/search.h"

#include <math.h>
#include <string.h>

enum {
    MOST_STEPS = 300,  /* that are taken to count out what may come of a moment */
    MISSES_ENOUGH = 3, /* moments for which that is too few, and those before them need more */
    BORDER = 48        /* how many moments' values a value is worth that the sum of luck needs */
};

/* --- counted out -------------------------------------------------------------------------------------------------------------- */

static bool count_out(const struct flip_position *at, double weight, double *value, int *steps);

static bool count_step(const struct flip_position *at, int seat, flip_move move, double weight, double *value,
                       int *steps)
{
    struct flip_position next;
    if (--*steps < 0 || flip_position_open(&next, at->game, at->rules, at->seats, NULL) < 0)
        return false;
    flip_position_copy(&next, at);
    flip_position_step(&next, seat, move);
    const bool counted = count_out(&next, weight, value, steps);
    flip_position_close(&next);
    return counted;
}

static bool count_cards(const struct flip_position *at, double weight, double *value, int *steps)
{
    struct flip_chances chances;
    double all = 0;
    at->game->rules->chances(at->rules, at->state, &chances);
    bool counted = chances.kind == FLIP_CHANCE_SET || chances.kind == FLIP_CHANCE_LIST;
    if (chances.kind == FLIP_CHANCE_SET) {
        for (flip_set left = chances.set; left && counted; left = flip_set_rest(left))
            counted = count_step(at, FLIP_DEALER, chances.base + (flip_move)flip_set_first(left),
                                 weight / flip_set_count(chances.set), value, steps);
        return counted;
    }
    for (int i = 0; i < chances.count && counted; i++)
        all += chances.list[i].weight;
    for (int i = 0; i < chances.count && counted; i++)
        counted =
            count_step(at, FLIP_DEALER, chances.list[i].event, weight * chances.list[i].weight / all, value, steps);
    return counted;
}

/* Adds what a position is worth. False: there are too many steps, or a player of futures leaves its move to chance. */
static bool count_out(const struct flip_position *at, double weight, double *value, int *steps)
{
    const flip_set turn = flip_position_turn(at);
    double ends[FLIP_MAX_SEATS];
    struct flip_random random, before;
    if (turn == FLIP_BIT(FLIP_DEALER))
        return count_cards(at, weight, value, steps);
    if (turn == 0) {
        flip_future_values(at, ends);
        for (int seat = 0; seat < at->seats; seat++)
            value[seat] += weight * ends[seat];
        return true;
    }
    flip_random_seed(&random, 1);
    before = random;
    const int seat = flip_set_first(turn);
    const flip_move move = flip_quick_move(at->game, at->rules, at->state, seat, &random);
    return memcmp(random.s, before.s, sizeof random.s) == 0 && count_step(at, seat, move, weight, value, steps);
}

void analysis_count_out(struct flip_analysis *analysis, struct flip_walk *walk)
{
    for (int i = analysis->moments - 2, misses = 0; i >= 0 && misses < MISSES_ENOUGH; i--) {
        struct flip_moment *moment = &analysis->moment[i];
        int steps = MOST_STEPS;
        flip_walk_restart(walk);
        flip_walk_to(walk, moment->step);
        memset(moment->worth, 0, sizeof moment->worth);
        moment->exact = count_out(&walk->at, 1, moment->worth, &steps);
        misses += !moment->exact;
    }
}

/* --- places --------------------------------------------------------------------------------------------------------------------- */

void analysis_find_places(struct flip_analysis *analysis)
{
    for (int i = 0; i < analysis->moments; i++) {
        struct flip_moment *moment = &analysis->moment[i], *last = moment - 1;
        const bool new_place = i == 0 || i + 1 == analysis->moments || last->otherwise > 0;
        const bool new_card = new_place && (i == 0 || last->chance);
        moment->place = new_place ? i : last->place;
        moment->since = new_card ? moment->step : last->since;
    }
}

const struct flip_moment *analysis_exact_in(const struct flip_analysis *analysis, int first)
{
    for (int i = first; analysis->moment[i].place == first; i++)
        if (analysis->moment[i].exact)
            return &analysis->moment[i];
    return NULL;
}

/* --- divided -------------------------------------------------------------------------------------------------------------------- */

int analysis_counts_for_luck(const struct flip_analysis *analysis, int first)
{
    int counts = 0;
    for (int i = first; analysis->moment[i].place == first; i++)
        counts += (i > 0 && analysis->moment[i - 1].chance) - analysis->moment[i].chance;
    return counts;
}

/* Steps to the end, which say how long a future takes. */
static double ahead_of(const struct flip_analysis *analysis, int index)
{
    return analysis->moment[analysis->moments - 1].step - analysis->moment[index].step;
}

/* An error falls with the root of the number of futures. So places between two cards, which have equally many, have them in proportion to the
   root of how much their values count, and the inverse root of what a future takes, times how far apart futures end: chances are settled
   towards the end, by about half of that. */
static double wanted_at(const struct flip_analysis *analysis, int first, int next)
{
    int places = 0, counts = 0;
    for (int i = first; i < next; i++)
        if (analysis->moment[i].place == i) {
            const int luck = analysis_counts_for_luck(analysis, i);
            places++;
            counts += luck * luck;
        }
    return sqrt((next - first + BORDER * counts) / (double)places) / sqrt(sqrt(ahead_of(analysis, first)));
}

void analysis_share_out(struct flip_analysis *analysis)
{
    const int end = analysis->moments - 1;
    double all = 0;
    for (int first = 0, next; first < end; first = next) {
        for (next = first + 1; next < end && analysis->moment[next].since == analysis->moment[first].since; next++)
            ;
        const double wanted = wanted_at(analysis, first, next);
        for (int i = first; i < next; i++)
            if (analysis->moment[i].place == i && !analysis_exact_in(analysis, i))
                all += ahead_of(analysis, i) * (analysis->moment[i].weight = wanted);
    }
    for (int i = 0; i < end && all > 0; i++)
        analysis->moment[i].weight *= (double)analysis->ahead / all;
}
