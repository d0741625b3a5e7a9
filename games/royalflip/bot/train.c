/*
 * Learns the weights of Royal Flip's quick player (games/royalflip/data/weights.txt) from its own solo games:
 *
 *     train-royalflip GAMES SEED OUTPUT [THREADS]
 *
 * The player takes what it thinks best, with new noise on the weights in every game: so it tries plans that it does not
 * believe in yet, and sticks to them for a whole game. The noise fades to nothing. Finished games stay in a replay buffer
 * and are learnt from again and again. The worth of every map at the end of a round is drawn towards a mixture of what was
 * thought a round later and what came out in the end (temporal differences, TD(λ) on afterstates). What the track may bring is
 * worked out by track.c; what is learnt is the rest. It begins with the weights of version 0.1, which have no hidden units, and the
 * last third of the run is averaged.
 *
 * Games are played in batches, side by side, with the weights as they are at the beginning of the batch, and then learnt from
 * one after the other: so the number of threads changes nothing but the time.
 */
#include "games/royalflip/bot/worth.h"
#include "weights.h"

#include <stdlib.h>
#include <string.h>

enum {
    BATCH = 128,
    TESTS = 32 * BATCH, /* games to measure with */
    REPLAY_BUFFER = 20000,
    REPLAYS = 4,                      /* games from the replay buffer for each new one */
    MAX_TRAITS = ROYALFLIP_TRAITS / 2 /* that a map of 30 cells has */
};

static const double lambda = 0.8, first_noise = 0.1, first_pace = 0.0002, last_pace = 0.00001;
static const float first_square = 0.05f;

/* A map at the end of a round. */
struct moment {
    uint16_t traits[MAX_TRAITS];
    uint16_t count, first_weight;
    int rounds_left;
    float points; /* as they stand, and what the track may bring */
};

/* What is learnt: floats and nothing else. */
struct knowledge {
    float plain[ROYALFLIP_WEIGHTS];
    struct royalflip_hidden hidden;
};
enum { KNOWLEDGE = sizeof(struct knowledge) / sizeof(float) };

/* A game of a batch, or of a test. */
struct lesson_game {
    const struct lesson *lesson;
    struct flip_random random;
    double noise; /* below 0: none, and nothing is noted */
    float plain[ROYALFLIP_WEIGHTS];
    struct moment notes[ROYALFLIP_ROUNDS];
    struct royalflip_parts parts; /* how it ended */
};

struct lesson {
    const struct royalflip_rules *rules;
    struct flip_random random;
    struct knowledge known;
    struct knowledge squares; /* of the slopes, to make the steps equal */
    double sums[KNOWLEDGE];
    int threads;
    struct lesson_game batch[BATCH];
    struct moment replay_buffer[REPLAY_BUFFER][ROYALFLIP_ROUNDS];
};

static void note(const struct lesson *lesson, const struct royalflip_state *state, struct moment *moment)
{
    const int rounds_left = lesson->rules->edition.rounds - state->round;
    const struct royalflip_sheet *sheet = &state->sheet[0];
    uint16_t traits[ROYALFLIP_TRAITS];
    const int count = rounds_left ? royalflip_net_traits(lesson->rules, sheet, traits) : 0;
    memset(moment, 0, sizeof *moment);
    moment->points =
        (float)(royalflip_roads(lesson->rules, sheet) + royalflip_areas(lesson->rules, sheet) + sheet->points) +
        royalflip_track_worth(lesson->rules, sheet, rounds_left);
    moment->first_weight = (uint16_t)(royalflip_stage(rounds_left) * ROYALFLIP_NET_TRAITS);
    moment->count = (uint16_t)(count < MAX_TRAITS ? count : MAX_TRAITS);
    moment->rounds_left = rounds_left;
    memcpy(moment->traits, traits, moment->count * sizeof *traits);
}

/* A solo game; notes the ends of its rounds. */
static void play(void *batch, int which)
{
    struct lesson_game *game = (struct lesson_game *)batch + which;
    const struct lesson *lesson = game->lesson;
    const struct royalflip_rules *rules = lesson->rules;
    const bool noisy = game->noise >= 0;
    const struct royalflip_net net = {noisy ? game->plain : lesson->known.plain, ROYALFLIP_NET_TRAITS,
                                      &lesson->known.hidden};
    struct royalflip_state state;
    if (noisy)
        weights_add_noise(lesson->known.plain, game->plain, ROYALFLIP_WEIGHTS, game->noise, &game->random);
    royalflip_start(rules, &state);
    int round = 0;
    for (flip_set turn; (turn = royalflip_turn(rules, &state)) != 0;) {
        if (turn == FLIP_BIT(FLIP_DEALER)) {
            const uint32_t cards = (uint32_t)flip_set_count(state.deck);
            const int card = flip_set_nth(state.deck, (int)flip_random_below(&game->random, cards));
            royalflip_apply(rules, &state, FLIP_DEALER, (flip_move)card);
            continue;
        }
        royalflip_apply(rules, &state, 0, royalflip_greedy(rules, &net, &state, 0));
        if (state.round != round && noisy)
            note(lesson, &state, &game->notes[round]);
        round = state.round;
    }
    game->parts = royalflip_seat_parts(rules, &state, 0);
}

/* Plays a batch; game i has the seed `seed` + i. */
static void play_batch(struct lesson *lesson, uint64_t seed, double noise)
{
    struct weights_batch batch = {.play = play, .games = lesson->batch, .count = BATCH};
    for (int i = 0; i < BATCH; i++) {
        lesson->batch[i].lesson = lesson;
        lesson->batch[i].noise = noise;
        flip_random_seed(&lesson->batch[i].random, seed + (uint64_t)i);
    }
    weights_play(&batch, lesson->threads);
}

/* What a map promises; `sum` gets what the hidden units hear. */
static double worth(const struct lesson *lesson, const struct moment *moment, float *sum)
{
    const struct royalflip_hidden *hidden = &lesson->known.hidden;
    double worth = (double)moment->points;
    memcpy(sum, hidden->bias[moment->rounds_left], sizeof *hidden->bias);
    for (int i = 0; i < moment->count; i++) {
        worth += (double)lesson->known.plain[moment->first_weight + moment->traits[i]];
        for (int k = 0; k < ROYALFLIP_HIDDEN; k++)
            sum[k] += hidden->trait[moment->traits[i]][k];
    }
    for (int k = 0; k < ROYALFLIP_HIDDEN; k++)
        worth += sum[k] > 0 ? (double)(hidden->out[k] * sum[k]) : 0;
    return worth;
}

static inline void step(float *weight, float *square, float slope, float pace)
{
    *square += 0.001f * (slope * slope + 1e-12f - *square); /* never so small that a processor takes its time over it */
    *weight -= pace * slope / (sqrtf(*square) + 0.01f);
}

/* Draws what was thought of a map towards the goal. Errors count in tens of points, and so do all weights but those of hidden units. */
static void correct(struct lesson *lesson, const struct moment *moment, const float *sum, double error, float pace)
{
    struct royalflip_hidden *hidden = &lesson->known.hidden, *squares = &lesson->squares.hidden;
    float back[ROYALFLIP_HIDDEN];
    const float miss = (float)(error > 15 ? 1.5 : error < -15 ? -1.5 : error / 10);
    for (int k = 0; k < ROYALFLIP_HIDDEN; k++) {
        back[k] = sum[k] > 0 ? miss * hidden->out[k] / 10 : 0;
        if (sum[k] > 0)
            step(&hidden->out[k], &squares->out[k], miss * sum[k], 10 * pace);
        step(&hidden->bias[moment->rounds_left][k], &squares->bias[moment->rounds_left][k], back[k], pace);
    }
    for (int i = 0; i < moment->count; i++) {
        const int trait = moment->traits[i], place = moment->first_weight + trait;
        step(&lesson->known.plain[place], &lesson->squares.plain[place], miss, 10 * pace);
        float *restrict row = hidden->trait[trait], *restrict row_squares = squares->trait[trait];
        for (int k = 0; k < ROYALFLIP_HIDDEN; k++)
            step(&row[k], &row_squares[k], back[k], pace);
    }
}

static void learn(struct lesson *lesson, const struct moment *game, double pace)
{
    const int rounds = lesson->rules->edition.rounds;
    double goal = (double)game[rounds - 1].points, later = goal;
    float sum[ROYALFLIP_HIDDEN];
    for (int t = rounds - 2; t >= 0; t--) {
        const double now = worth(lesson, &game[t], sum);
        goal = lambda * goal + (1 - lambda) * later;
        later = now;
        correct(lesson, &game[t], sum, now - goal, (float)pace);
    }
}

static void test(struct lesson *lesson, long games)
{
    double sum = 0, squares = 0, roads = 0, areas = 0, diamonds = 0, points = 0;
    int jackpots = 0;
    for (int i = 0; i < TESTS; i++) {
        if (i % BATCH == 0)
            play_batch(lesson, 20260101 + (uint64_t)i, -1);
        const struct royalflip_parts parts = lesson->batch[i % BATCH].parts;
        roads += parts.roads;
        areas += parts.areas;
        diamonds += parts.diamonds;
        points += parts.points;
        sum += parts.total;
        squares += (double)parts.total * parts.total;
        jackpots += parts.total >= lesson->rules->edition.jackpot;
    }
    const double mean = sum / TESTS, spread = sqrt(squares / TESTS - mean * mean);
    printf("after %ld games: mean %.2f (s.e. %.2f), spread %.2f, %.2f %% at %d; roads %.2f, areas %.2f, diamonds %.2f, "
           "points %.2f\n",
           games, mean, spread / sqrt(TESTS), spread, 100.0 * jackpots / TESTS, lesson->rules->edition.jackpot,
           roads / TESTS, areas / TESTS, diamonds / TESTS, points / TESTS);
    fflush(stdout);
}

/* A test uses the batch: so it waits for the end of one. */
static void train(struct lesson *lesson, long games)
{
    struct weights_mean mean = {.sum = lesson->sums};
    float *known = (float *)&lesson->known;
    test(lesson, 0);
    for (long game = 0; game < games; game++) {
        const double part = (double)game / (double)games, pace = first_pace * pow(last_pace / first_pace, part);
        const struct lesson_game *played = &lesson->batch[game % BATCH];
        if (game % BATCH == 0)
            play_batch(lesson, flip_random_next(&lesson->random), first_noise * (1 - part));
        memcpy(lesson->replay_buffer[game % REPLAY_BUFFER], played->notes, sizeof played->notes);
        const uint32_t filled = (uint32_t)(game < REPLAY_BUFFER ? game + 1 : REPLAY_BUFFER);
        learn(lesson, played->notes, pace);
        for (int i = 0; i < REPLAYS; i++)
            learn(lesson, lesson->replay_buffer[flip_random_below(&lesson->random, filled)], pace);
        weights_sample(&mean, known, KNOWLEDGE, game, games);
        if (game % BATCH == BATCH - 1 && game * 5 / games != (game - BATCH) * 5 / games)
            test(lesson, game + 1);
    }
    weights_settle(&mean, known, KNOWLEDGE);
    test(lesson, games);
}

static void begin(struct lesson *lesson)
{
    struct royalflip_hidden *hidden = &lesson->known.hidden;
    float *square = (float *)&lesson->squares;
    for (int i = 0; i < KNOWLEDGE; i++)
        square[i] = first_square;
    for (int i = 0; i < ROYALFLIP_FORMER_WEIGHTS; i++)
        lesson->known.plain[i / ROYALFLIP_STAGE_WEIGHTS * ROYALFLIP_NET_TRAITS + i % ROYALFLIP_STAGE_WEIGHTS] =
            royalflip_learnt[0].former[i];
    for (int k = 0; k < ROYALFLIP_HIDDEN; k++) {
        hidden->out[k] = (float)(3 * weights_bell(&lesson->random));
        for (int i = 0; i < ROYALFLIP_NET_TRAITS; i++)
            hidden->trait[i][k] = (float)(0.003 * weights_bell(&lesson->random));
    }
}

/* What no game has shown counts for nothing. */
static void forget_unseen(struct lesson *lesson)
{
    for (int i = 0; i < ROYALFLIP_NET_TRAITS; i++)
        if (lesson->squares.hidden.trait[i][0] == first_square)
            memset(lesson->known.hidden.trait[i], 0, sizeof lesson->known.hidden.trait[i]);
}

static int save(const struct lesson *lesson, const char *path, const char *games, const char *seed)
{
    FILE *file = fopen(path, "w");
    if (!file)
        return -1;
    fprintf(
        file,
        "# The quick player's judgement: its weights in version 0.1, those of today and its hidden units, in the order "
        "of struct\n"
        "# royalflip_learnt in bot/worth.h. Weights are in points: for each stage of a game (few rounds left first) "
        "the neighbourhoods\n"
        "# of written cells, those of free cells, chains, \302\2611 boxes. Learnt, not written by hand; made by\n"
        "#     train-royalflip %s %s games/royalflip/data/weights.txt\n",
        games, seed);
    weights_write(file, royalflip_learnt[0].former, ROYALFLIP_FORMER_WEIGHTS, 2);
    weights_write(file, (const float *)&lesson->known, KNOWLEDGE, 3);
    return fclose(file);
}

int main(int argc, char **argv)
{
    const bool enough = argc == 4 || argc == 5;
    const long games = enough ? atol(argv[1]) : 0;
    const int threads = argc == 5 ? atoi(argv[4]) : 1;
    if (games < 5 || threads < 1 || threads > WEIGHTS_THREADS) {
        fprintf(stderr, "usage: train-royalflip GAMES SEED OUTPUT [THREADS] (5 games or more)\n");
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
    lesson->threads = threads;
    flip_random_seed(&lesson->random, strtoull(argv[2], NULL, 10));
    begin(lesson);
    train(lesson, games);
    forget_unseen(lesson);
    const int status = save(lesson, argv[3], argv[1], argv[2]);
    if (status)
        fprintf(stderr, "train-royalflip: %s cannot be written.\n", argv[3]);
    free(lesson);
    free(mind);
    return status ? 1 : 0;
}
