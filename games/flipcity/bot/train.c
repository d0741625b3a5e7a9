/*
 * What can be learnt about Flip City by playing it:
 *
 *     train-flipcity learn ROUNDS SEED         better weights for the quick player, against itself
 *     train-flipcity solo ROUNDS SEED          the same for the game for one
 *     train-flipcity cards ROUNDS SEED         weights for a player that wins by eighteen cards only, against the free one
 *     train-flipcity plans GAMES SEED          how level-5 players with a single plan do against a free one, as a table
 *
 * Learning is the plainest kind that works on a noisy game: a rival is the champion with noise on a few weights, both play the
 * same deals against the same opponent, and the rival is the next champion if it won clearly more. Weights are printed as
 * games/flipcity/data/weights.txt has them, also when the run is interrupted.
 */
#include "games/flipcity/bot/taste.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEALS = 400, PROVING_DEALS = 1600 };

/* Found by `train-flipcity cards`: buys early and plays on and on. */
static const double eighteen_cards[FLIPCITY_WEIGHTS] = {
    0.176,  0.641,  1.273,  1.663, -0.754, 3.715,  -0.077, -0.118, 0.089,  -0.449, -0.083, -0.720, -0.012, 0.386,
    -1.774, -0.266, -5.786, 3.954, -0.387, -0.803, -0.399, -0.246, 0.593,  0.258,  1.665,  2.249,  3.543,  8.457,
    9.231,  10.672, 48.591, 1.195, 1.482,  0.086,  0.006,  0.107,  -0.017, 6.996,  0.043,  3.067};

static volatile sig_atomic_t interrupted;

static void interrupt(int signal)
{
    (void)signal;
    interrupted = 1;
}

/* One game; each seat has rules of its own, equal but for the taste. Returns the share of the win of seat 0, in solo games
   1 for a win. */
static double play(const struct flipcity_mind *const rules[2], uint64_t seed, int level)
{
    struct flip_random dealer, chooser;
    flip_random_seed(&dealer, seed);
    flip_random_seed(&chooser, ~seed);
    struct flipcity_state state;
    flipcity_start(rules[0], &state);
    for (flip_set turn; (turn = flipcity_turn(rules[0], &state)) != 0;) {
        if (turn == FLIP_BIT(FLIP_DEALER)) {
            struct flip_chances chances;
            flipcity_chances(rules[0], &state, &chances);
            flipcity_apply(rules[0], &state, FLIP_DEALER, flip_chances_pick(&chances, &dealer));
            continue;
        }
        const int seat = flip_set_first(turn);
        const flip_move move = level ? flipcity_expert(rules[seat], &state, seat, level, &chooser)
                                     : flipcity_quick(rules[seat], &state, seat, &chooser);
        flipcity_apply(rules[0], &state, seat, move);
    }
    struct flip_result result;
    flipcity_result(rules[0], &state, &result);
    return flip_set_has(result.winners, 0) ? 1.0 / flip_set_count(result.winners) : 0;
}

/* The share of the wins of `own` against `other`: every deal twice, seats swapped. */
static double share(const struct flipcity_mind *own, const struct flipcity_mind *other, uint64_t seed, int deals,
                    int level)
{
    double sum = 0;
    for (int i = 0; i < deals && !interrupted; i++) {
        const uint64_t deal = (seed + (uint64_t)i) * 0x9e3779b97f4a7c15u;
        sum += play((const struct flipcity_mind *[]){own, other}, deal, level);
        sum += own->rules.seats == 1 ? play((const struct flipcity_mind *[]){own, other}, deal + 1, level)
                                     : 1 - play((const struct flipcity_mind *[]){other, own}, deal, level);
    }
    return sum / (2 * deals);
}

static void prepare(struct flipcity_mind *mind, int seats, const double *weights, flipcity_faces shuns)
{
    struct flip_options options;
    struct flip_error error;
    flip_options_default(&flip_flipcity, &options);
    memset(mind, 0, sizeof *mind);
    if (flipcity_prepare(&mind->rules, flipcity_files.editions[0].data, &options, seats, &error) != 0) {
        fprintf(stderr, "%s\n", error.message);
        exit(1);
    }
    flipcity_make_up_mind(mind);
    flipcity_acquire_taste(&mind->rules, &mind->taste, weights);
    mind->taste.shuns = shuns;
}

static double normal(struct flip_random *random)
{
    const double radius = sqrt(-2 * log(1 - flip_random_unit(random)));
    return radius * cos(2 * 3.14159265358979 * flip_random_unit(random));
}

/* A few weights, each by a part of its size or by a small step. */
static void add_noise(double *weights, struct flip_random *random)
{
    const uint32_t changes = 1 + flip_random_below(random, 5);
    for (uint32_t i = 0; i < changes; i++) {
        double *weight = &weights[flip_random_below(random, FLIPCITY_WEIGHTS)];
        *weight += normal(random) * (0.25 * fabs(*weight) + 0.15);
    }
}

static void print_weights(const double *weights)
{
    for (int i = 0; i < FLIPCITY_WEIGHTS; i++)
        printf("%.3f%s", weights[i], i % 14 == 13 || i == FLIPCITY_WEIGHTS - 1 ? "\n" : " ");
}

/* `fixed`: the opponent stays the free player; else it is the champion of the moment. */
static void learn(int seats, const double *start, flipcity_faces shuns, bool fixed, long rounds, uint64_t seed)
{
    struct flipcity_mind champion, rival, opponent;
    struct flip_random random;
    double best[FLIPCITY_WEIGHTS];
    memcpy(best, start, sizeof best);
    flip_random_seed(&random, seed);
    prepare(&opponent, seats, flipcity_weights[seats == 1], 0);
    for (long round = 0; round < rounds && !interrupted; round++) {
        double weights[FLIPCITY_WEIGHTS];
        memcpy(weights, best, sizeof weights);
        add_noise(weights, &random);
        prepare(&champion, seats, best, shuns);
        prepare(&rival, seats, weights, shuns);
        const struct flipcity_mind *against = fixed ? &opponent : &champion;
        const uint64_t deals = flip_random_next(&random);
        /* A short look first; only who does well in it is proven on more deals. */
        if (share(&rival, against, deals, DEALS, 0) <= share(&champion, against, deals, DEALS, 0))
            continue;
        const uint64_t more = flip_random_next(&random);
        const double now = share(&champion, against, more, PROVING_DEALS, 0);
        const double then = share(&rival, against, more, PROVING_DEALS, 0);
        if (interrupted || then <= now + 0.002)
            continue;
        memcpy(best, weights, sizeof best);
        fprintf(stderr, "round %ld: %.1f %% instead of %.1f %%\n", round, 100 * then, 100 * now);
    }
    print_weights(best);
}

/* --- single plans ------------------------------------------------------------------------------------------------------ */

struct plan {
    const char *words;
    const char *builds[9]; /* only these, or */
    const char *shuns[3];  /* everything but these */
    const double *weights; /* NULL: those of level 5 */
};

static const struct plan plans[] = {
    {"only Stores and Malls", {"convenience_store", "shopping_mall"}, {NULL}, NULL},
    {"only Factories and Power Plants", {"factory", "power_plant"}, {NULL}, NULL},
    {"only Offices and Trade Centers", {"office", "trade_center"}, {NULL}, NULL},
    {"only Parks and Stations", {"central_park", "station"}, {NULL}, NULL},
    {"only Hospitals and Churches", {"hospital", "church"}, {NULL}, NULL},
    {"Stores, Malls, Hospitals, Churches", {"convenience_store", "shopping_mall", "hospital", "church"}, {NULL}, NULL},
    {"everything but Stores and Malls", {NULL}, {"convenience_store", "shopping_mall"}, NULL},
    {"everything but Hospitals and Churches", {NULL}, {"hospital", "church"}, NULL},
    {"everything but Factories and Power Plants", {NULL}, {"factory", "power_plant"}, NULL},
    {"everything but Parks and Stations", {NULL}, {"central_park", "station"}, NULL},
    {"everything but Offices and Trade Centers", {NULL}, {"office", "trade_center"}, NULL},
    {"eighteen cards, nothing with points on it",
     {"convenience_store", "hospital", "church", "factory", "office"},
     {NULL},
     eighteen_cards},
};

static bool named(const char *name, const char *const *names, int count)
{
    for (int i = 0; i < count && names[i]; i++)
        if (strcmp(names[i], name) == 0)
            return true;
    return false;
}

/* Residential Areas may always be turned over: Apartments are never shunned. */
static flipcity_faces shunned_by(const struct plan *plan, const struct flipcity_mind *rules)
{
    flipcity_faces shuns = 0;
    for (int face = 0; face < rules->rules.faces; face++) {
        const char *name = rules->rules.edition.face[face].id;
        if (strcmp(name, "apartment") == 0)
            continue;
        if (plan->builds[0] ? !named(name, plan->builds, 9) : named(name, plan->shuns, 3))
            shuns |= (flipcity_faces)(1u << face);
    }
    return shuns;
}

static void try_plans(long games, uint64_t seed)
{
    struct flipcity_mind free_player, planner;
    prepare(&free_player, 2, flipcity_weights[0], 0);
    printf("| plan | wins of %ld games | 95 %% interval |\n|---|---|---|\n", games / 2 * 2);
    for (size_t i = 0; i < sizeof plans / sizeof *plans && !interrupted; i++) {
        const struct plan *plan = &plans[i];
        prepare(&planner, 2, plan->weights ? plan->weights : flipcity_weights[0], shunned_by(plan, &free_player));
        const double wins = share(&planner, &free_player, seed, (int)(games / 2), 5);
        const double margin = 1.96 * sqrt(wins * (1 - wins) / (double)games);
        printf("| %s | %.1f %% | ± %.1f |\n", plan->words, 100 * wins, 100 * margin);
        fflush(stdout);
    }
}

int main(int argc, char **argv)
{
    const long amount = argc == 4 ? strtol(argv[2], NULL, 10) : 0;
    const uint64_t seed = argc == 4 ? strtoull(argv[3], NULL, 10) : 0;
    signal(SIGINT, interrupt);
    signal(SIGTERM, interrupt);
    if (amount > 0 && strcmp(argv[1], "learn") == 0) {
        learn(2, flipcity_weights[0], 0, false, amount, seed);
    } else if (amount > 0 && strcmp(argv[1], "solo") == 0) {
        learn(1, flipcity_weights[1], 0, true, amount, seed);
    } else if (amount > 0 && strcmp(argv[1], "cards") == 0) {
        struct flipcity_mind rules;
        prepare(&rules, 2, flipcity_weights[0], 0);
        const struct plan *plan = &plans[sizeof plans / sizeof *plans - 1];
        learn(2, plan->weights, shunned_by(plan, &rules), true, amount, seed);
    } else if (amount > 0 && strcmp(argv[1], "plans") == 0) {
        try_plans(amount, seed);
    } else {
        fprintf(stderr, "usage: train-flipcity learn|solo|cards ROUNDS SEED\n       train-flipcity plans GAMES SEED\n");
        return 2;
    }
    return 0;
}
