/*
 * Learns the weights of Royal Flip's quick player (games/royalflip/data/weights.txt) from its own solo games:
 *
 *     train-royalflip GAMES SEED OUTPUT
 *
 * The player takes what it thinks best, with weights that are blurred anew for every game: so it tries plans that it does not
 * believe in yet, and sticks to them for a whole game. The blur fades to nothing. The games of the last while are kept on a
 * shelf and gone through again and again: the worth of every map at the end of a round is drawn towards a mixture of what was
 * thought a round later and what came out in the end (temporal differences, TD(λ) on afterstates). Only the map is learnt;
 * what the track may bring is worked out by track.c. The last third of the run is averaged.
 */
#include "games/royalflip/bot/worth.h"
#include "weights.h"

#include <stdlib.h>
#include <string.h>

enum {
    TESTS = 4000, /* games to measure with */
    SHELF = 20000,
    REVISIONS = 6,                        /* games from the shelf for each new one */
    MAX_TRAITS = 2 * ROYALFLIP_TRAITS / 5 /* that a map of 30 cells has */
};
static const double lambda = 0.9, first_blur = 0.4, first_pace = 0.1, last_pace = 0.003;

/* A map at the end of a round. */
struct moment {
    uint16_t traits[MAX_TRAITS];
    uint16_t count, size; /* of the traits; size: the sum of the squares of how often each is there */
    uint16_t first_weight;
    int16_t points; /* of the map as it stands */
};

struct lesson {
    const struct royalflip_rules *rules;
    struct flip_random random;
    float weights[ROYALFLIP_WEIGHTS], blurred[ROYALFLIP_WEIGHTS];
    double sums[ROYALFLIP_WEIGHTS];
    struct moment shelf[SHELF][ROYALFLIP_ROUNDS];
};

static int map_points(const struct royalflip_rules *rules, const struct royalflip_sheet *sheet)
{
    return royalflip_roads(rules, sheet) + royalflip_areas(rules, sheet);
}

static void note(const struct lesson *lesson, const struct royalflip_state *state, struct moment *moment)
{
    const int rounds_left = lesson->rules->edition.rounds - state->round;
    const struct royalflip_sheet *sheet = &state->sheet[0];
    uint16_t traits[ROYALFLIP_TRAITS];
    const int count = rounds_left ? royalflip_traits(lesson->rules, sheet, traits) : 0;
    memset(moment, 0, sizeof *moment);
    moment->points = (int16_t)map_points(lesson->rules, sheet);
    moment->first_weight = (uint16_t)(royalflip_stage(rounds_left) * ROYALFLIP_STAGE_WEIGHTS);
    moment->count = (uint16_t)(count < MAX_TRAITS ? count : MAX_TRAITS);
    for (int i = 0; i < moment->count; i++) {
        moment->traits[i] = traits[i];
        for (int j = 0; j < moment->count; j++)
            moment->size = (uint16_t)(moment->size + (traits[i] == traits[j]));
    }
}

/* A solo game with the given weights; notes the ends of its rounds if there is room for notes. */
static struct royalflip_parts play(struct lesson *lesson, const float *weights, struct moment *notes)
{
    const struct royalflip_rules *rules = lesson->rules;
    struct royalflip_state state;
    royalflip_start(rules, &state);
    int round = 0;
    for (flip_set turn; (turn = royalflip_turn(rules, &state)) != 0;) {
        if (turn == FLIP_BIT(FLIP_DEALER)) {
            const uint32_t cards = (uint32_t)flip_set_count(state.deck);
            const int card = flip_set_nth(state.deck, (int)flip_random_below(&lesson->random, cards));
            royalflip_apply(rules, &state, FLIP_DEALER, (flip_move)card);
            continue;
        }
        royalflip_apply(rules, &state, 0, royalflip_greedy(rules, weights, &state, 0));
        if (state.round != round && notes)
            note(lesson, &state, &notes[round]);
        round = state.round;
    }
    return royalflip_seat_parts(rules, &state, 0);
}

static double worth(const struct lesson *lesson, const struct moment *moment)
{
    double sum = moment->points;
    for (int i = 0; i < moment->count; i++)
        sum += (double)lesson->weights[moment->first_weight + moment->traits[i]];
    return sum;
}

static void learn(struct lesson *lesson, const struct moment *game, double pace)
{
    const int rounds = lesson->rules->edition.rounds;
    double goal = game[rounds - 1].points, later = goal;
    for (int t = rounds - 2; t >= 0; t--) {
        const double now = worth(lesson, &game[t]);
        goal = lambda * goal + (1 - lambda) * later;
        later = now;
        for (int i = 0; i < game[t].count; i++)
            lesson->weights[game[t].first_weight + game[t].traits[i]] += (float)(pace * (goal - now) / game[t].size);
    }
}

static void test(struct lesson *lesson, long games)
{
    double sum = 0, squares = 0, roads = 0, areas = 0, diamonds = 0, points = 0;
    int jackpots = 0;
    const struct flip_random kept = lesson->random;
    flip_random_seed(&lesson->random, 20260101);
    for (int i = 0; i < TESTS; i++) {
        const struct royalflip_parts parts = play(lesson, lesson->weights, NULL);
        roads += parts.roads;
        areas += parts.areas;
        diamonds += parts.diamonds;
        points += parts.points;
        sum += parts.total;
        squares += (double)parts.total * parts.total;
        jackpots += parts.total >= lesson->rules->edition.jackpot;
    }
    lesson->random = kept;
    const double mean = sum / TESTS, spread = sqrt(squares / TESTS - mean * mean);
    printf("after %ld games: mean %.2f (s.e. %.2f), spread %.2f, %.2f %% at %d; roads %.2f, areas %.2f, diamonds %.2f, "
           "points %.2f\n",
           games, mean, spread / sqrt(TESTS), spread, 100.0 * jackpots / TESTS, lesson->rules->edition.jackpot,
           roads / TESTS, areas / TESTS, diamonds / TESTS, points / TESTS);
    fflush(stdout);
}

static void train(struct lesson *lesson, long games)
{
    struct weights_mean mean = {.sum = lesson->sums};
    for (long game = 0; game < games; game++) {
        const double part = (double)game / (double)games;
        weights_blur(lesson->weights, lesson->blurred, ROYALFLIP_WEIGHTS, first_blur * (1 - part), &lesson->random);
        play(lesson, lesson->blurred, lesson->shelf[game % SHELF]);
        const uint32_t shelf = (uint32_t)(game < SHELF ? game + 1 : SHELF);
        for (int i = 0; i < REVISIONS; i++)
            learn(lesson, lesson->shelf[flip_random_below(&lesson->random, shelf)],
                  first_pace * pow(last_pace / first_pace, part));
        weights_sample(&mean, lesson->weights, ROYALFLIP_WEIGHTS, game, games);
        if (game % (games / 5) == games / 5 - 1)
            test(lesson, game + 1);
    }
    weights_settle(&mean, lesson->weights, ROYALFLIP_WEIGHTS);
    test(lesson, games);
}

static int save(const struct lesson *lesson, const char *path, const char *games, const char *seed)
{
    FILE *file = fopen(path, "w");
    if (!file)
        return -1;
    fprintf(file,
            "# The quick player's weights, in points: for each stage of a game (few rounds left first) the "
            "neighbourhoods of written "
            "cells,\n"
            "# those of free cells, chains, \302\2611 boxes. Learnt, not written by hand; made by\n"
            "#     train-royalflip %s %s games/royalflip/data/weights.txt\n",
            games, seed);
    weights_write(file, lesson->weights, ROYALFLIP_WEIGHTS, 2);
    return fclose(file);
}

int main(int argc, char **argv)
{
    const long games = argc == 4 ? atol(argv[1]) : 0;
    if (games < 5) {
        fprintf(stderr, "usage: train-royalflip GAMES SEED OUTPUT (5 games or more)\n");
        return 2;
    }
    struct flip_options options;
    struct flip_error error = {0};
    flip_options_default(&flip_royalflip, &options);
    struct royalflip_mind *mind = calloc(1, sizeof *mind);
    struct lesson *lesson = calloc(1, sizeof *lesson);
    if (!mind || !lesson ||
        flip_royalflip.rules->prepare(mind, royalflip_files.editions[0].data, &options, 1, &error) != 0) {
        fprintf(stderr, "train-royalflip: %s\n", error.message[0] ? error.message : "out of memory");
        free(lesson);
        free(mind);
        return 1;
    }
    lesson->rules = &mind->rules;
    flip_random_seed(&lesson->random, strtoull(argv[2], NULL, 10));
    train(lesson, games);
    const int status = save(lesson, argv[3], argv[1], argv[2]);
    if (status)
        fprintf(stderr, "train-royalflip: %s cannot be written.\n", argv[3]);
    free(lesson);
    free(mind);
    return status ? 1 : 0;
}
