/*
 * Learns the weights of Insert Coin's quick player (games/insertcoin/data/weights.txt) from its own games:
 *
 *     train-insertcoin GAMES SEED OUTPUT
 *
 * Games of one to four seats. Every seat makes the move that it thinks best, with a little new noise on the weights in every
 * game, and often keeps any three cards, so that every shape is learnt; both fade to nothing. The pads after each decision
 * stay in a replay buffer and are learnt from again and again: the worth of a pad is drawn towards a mixture of what was
 * thought a decision later and what came out in the end (temporal differences, TD(lambda) on afterstates). A weight moves by
 * its error divided by the usual size of its errors, so that rare traits learn as fast as common ones. The last third of the
 * run is averaged.
 */
#include "games/insertcoin/bot/worth.h"
#include "weights.h"

#include <stdlib.h>

enum {
    TESTS = 300,          /* games to measure with */
    REPLAY_BUFFER = 3000, /* seats' games */
    REPLAYS = 8,          /* from the replay buffer for each new one */
    MOMENTS = 56,         /* decisions of a seat in a game: 30 flips, three abilities of up to three squares, cards */
    TRAITS = 180,         /* that a pad has */
    TABLES = 4,           /* rules for 1 … 4 seats */
};
static const double lambda = 0.8, first_noise = 0.3, first_pace = 0.004, last_pace = 0.0001, memory = 0.999;

/* A pad after a decision. */
struct moment {
    uint16_t traits[TRAITS]; /* those of its stage, as weights */
    uint16_t count;
    int16_t points;
};

struct story {
    struct moment moment[MOMENTS];
    int count, result;
};

struct lesson {
    struct insertcoin_rules *rules[TABLES];
    struct flip_random random;
    float weights[INSERTCOIN_WEIGHTS], noisy[INSERTCOIN_WEIGHTS];
    double usual[INSERTCOIN_WEIGHTS]; /* the square of an error, on average */
    double sums[INSERTCOIN_WEIGHTS];
    struct story replay_buffer[REPLAY_BUFFER];
    struct story fresh[TABLES];
    long stories;
};

static void note(const struct insertcoin_rules *rules, const struct insertcoin_state *state, int seat,
                 struct story *story)
{
    const struct insertcoin_pad *pad = &state->pad[seat];
    if (story->count == MOMENTS || pad->shape[0] == 0)
        return;
    struct moment *moment = &story->moment[story->count++];
    uint16_t traits[INSERTCOIN_MOST_TRAITS];
    const struct insertcoin_outlook outlook = insertcoin_look_out(rules, state, seat);
    int count = insertcoin_pad_traits(&outlook, pad, traits);
    for (int level = 0; level < INSERTCOIN_LEVELS; level++)
        count += insertcoin_level_traits(&outlook, insertcoin_level_shape(rules, pad, level), pad->free[level],
                                         traits + count);
    if (count > TRAITS)
        count = TRAITS;
    for (int i = 0; i < count; i++)
        moment->traits[i] = (uint16_t)(outlook.stage * INSERTCOIN_STAGE_TRAITS + traits[i]);
    moment->count = (uint16_t)count;
    moment->points = (int16_t)insertcoin_seat_parts(rules, pad).total;
}

static flip_move choose(struct lesson *lesson, const struct insertcoin_rules *rules, const float *weights,
                        const struct insertcoin_state *state, int seat, double whim)
{
    if (state->pad[seat].step == INSERTCOIN_CHOOSE && flip_random_unit(&lesson->random) < whim)
        return insertcoin_any(rules, state, seat, &lesson->random);
    return insertcoin_greedy(rules, weights, state, seat, &lesson->random);
}

/* A game with the given weights; notes what its seats had if there is room for notes. */
static void play(struct lesson *lesson, int seats, const float *weights, double whim, struct story *notes,
                 struct insertcoin_state *state)
{
    const struct insertcoin_rules *rules = lesson->rules[seats - 1];
    struct flip_chances chances;
    insertcoin_start(rules, state);
    for (int seat = 0; seat < seats && notes; seat++)
        notes[seat].count = 0;
    for (flip_set turn; (turn = insertcoin_turn(rules, state)) != 0;) {
        if (turn == FLIP_BIT(FLIP_DEALER)) {
            insertcoin_chances(rules, state, &chances);
            insertcoin_apply(rules, state, FLIP_DEALER, flip_chances_pick(&chances, &lesson->random));
            continue;
        }
        const int seat = flip_set_first(turn);
        insertcoin_apply(rules, state, seat, choose(lesson, rules, weights, state, seat, whim));
        if (notes)
            note(rules, state, seat, &notes[seat]);
    }
    for (int seat = 0; seat < seats && notes; seat++)
        notes[seat].result = insertcoin_seat_parts(rules, &state->pad[seat]).total;
}

static double worth(const struct lesson *lesson, const struct moment *moment)
{
    double sum = moment->points;
    for (int i = 0; i < moment->count; i++)
        sum += (double)lesson->weights[moment->traits[i]];
    return sum;
}

static void learn(struct lesson *lesson, const struct story *story, double pace)
{
    double goal = story->result, later = goal;
    for (int t = story->count - 1; t >= 0; t--) {
        const struct moment *moment = &story->moment[t];
        const double now = worth(lesson, moment);
        goal = lambda * goal + (1 - lambda) * later;
        later = now;
        const double error = goal - now;
        for (int i = 0; i < moment->count; i++) {
            const int which = moment->traits[i];
            lesson->usual[which] = memory * lesson->usual[which] + (1 - memory) * error * error;
            lesson->weights[which] += (float)(pace * error / (sqrt(lesson->usual[which]) + 1));
        }
    }
}

static void test(struct lesson *lesson, long games)
{
    const struct flip_random kept = lesson->random;
    flip_random_seed(&lesson->random, 20260101);
    printf("after %ld games:", games);
    for (int seats = 1; seats <= 2; seats++) {
        double sum = 0, squares = 0, levels = 0, flips = 0;
        for (int i = 0; i < TESTS; i++) {
            struct insertcoin_state state;
            play(lesson, seats, lesson->weights, 0, NULL, &state);
            const double points = insertcoin_seat_parts(lesson->rules[seats - 1], &state.pad[0]).total;
            sum += points;
            squares += points * points;
            levels += flip_set_count(state.pad[0].done);
            flips += state.flips;
        }
        const double mean = sum / TESTS, spread = sqrt(squares / TESTS - mean * mean);
        printf(" %s mean %.2f (s.e. %.2f), levels %.2f, flips %.1f;", seats == 1 ? "alone" : "two seats", mean,
               spread / sqrt(TESTS), levels / TESTS, flips / TESTS);
    }
    printf("\n");
    fflush(stdout);
    lesson->random = kept;
}

static void train(struct lesson *lesson, long games)
{
    static const int tables[] = {1, 2, 2, 2, 3, 4};
    struct weights_mean mean = {.sum = lesson->sums};
    for (long game = 0; game < games; game++) {
        const double part = (double)game / (double)games, pace = first_pace * pow(last_pace / first_pace, part);
        const int seats = tables[game % 6];
        struct insertcoin_state state;
        weights_add_noise(lesson->weights, lesson->noisy, INSERTCOIN_WEIGHTS, first_noise * (1 - part),
                          &lesson->random);
        play(lesson, seats, lesson->noisy, 0.5 * (1 - part) + 0.1, lesson->fresh, &state);
        for (int seat = 0; seat < seats; seat++) {
            lesson->replay_buffer[lesson->stories++ % REPLAY_BUFFER] = lesson->fresh[seat];
            const uint32_t filled = (uint32_t)(lesson->stories < REPLAY_BUFFER ? lesson->stories : REPLAY_BUFFER);
            for (int i = 0; i < REPLAYS; i++)
                learn(lesson, &lesson->replay_buffer[flip_random_below(&lesson->random, filled)], pace);
        }
        weights_sample(&mean, lesson->weights, INSERTCOIN_WEIGHTS, game, games);
        if (game % (games / 5) == games / 5 - 1)
            test(lesson, game + 1);
    }
    weights_settle(&mean, lesson->weights, INSERTCOIN_WEIGHTS);
    test(lesson, games);
}

/* Numbers that never came up are judged like the nearest ones that did: another card set may have them. */
static void fill_gaps(struct lesson *lesson)
{
    static const struct {
        int first, count;
    } scales[] = {{INSERTCOIN_TRAIT_FREE, INSERTCOIN_FREE},
                  {INSERTCOIN_TRAIT_GAP, INSERTCOIN_GAPS},
                  {INSERTCOIN_TRAIT_TOTAL, INSERTCOIN_TOTALS},
                  {INSERTCOIN_TRAIT_SUPPLY, INSERTCOIN_SUPPLIES}};
    for (int stage = 0; stage < INSERTCOIN_STAGES; stage++)
        for (size_t k = 0; k < sizeof scales / sizeof *scales; k++) {
            const int first = stage * INSERTCOIN_STAGE_TRAITS + scales[k].first, count = scales[k].count;
            for (int i = 0; i < count; i++) {
                if (lesson->usual[first + i] > 0)
                    continue;
                int near = -1;
                for (int other = 0; other < count; other++)
                    if (lesson->usual[first + other] > 0 && (near < 0 || abs(other - i) < abs(near - i)))
                        near = other;
                if (near >= 0)
                    lesson->weights[first + i] = lesson->weights[first + near];
            }
        }
}

static int save(const struct lesson *lesson, const char *path, const char *games, const char *seed)
{
    FILE *file = fopen(path, "w");
    if (!file)
        return -1;
    fprintf(file,
            "# The quick player's weights, in points: for each stage of a game (few flips left first) the traits in "
            "the order of "
            "bot/worth.h.\n"
            "# Learnt, not written by hand; made by\n"
            "#     train-insertcoin %s %s games/insertcoin/data/weights.txt\n",
            games, seed);
    weights_write(file, lesson->weights, INSERTCOIN_WEIGHTS, 2);
    return fclose(file);
}

int main(int argc, char **argv)
{
    const long games = argc == 4 ? atol(argv[1]) : 0;
    if (games < 5) {
        fprintf(stderr, "usage: train-insertcoin GAMES SEED OUTPUT (5 games or more)\n");
        return 2;
    }
    const struct flip_options options = {.value = {"false"}};
    struct flip_error error = {0};
    struct lesson *lesson = calloc(1, sizeof *lesson);
    int status = lesson ? 0 : 1;
    for (int seats = 1; seats <= TABLES && status == 0; seats++) {
        lesson->rules[seats - 1] = calloc(1, sizeof *lesson->rules[0]);
        status =
            !lesson->rules[seats - 1] || insertcoin_prepare(lesson->rules[seats - 1], insertcoin_files.editions[0].data,
                                                            &options, seats, &error) != 0;
    }
    if (status == 0) {
        flip_random_seed(&lesson->random, strtoull(argv[2], NULL, 10));
        train(lesson, games);
        fill_gaps(lesson);
        status = save(lesson, argv[3], argv[1], argv[2]) != 0;
    }
    if (status)
        fprintf(stderr, "train-insertcoin: %s\n", error.message[0] ? error.message : "out of memory, or no such file");
    for (int seats = 1; seats <= TABLES && lesson; seats++)
        free(lesson->rules[seats - 1]);
    free(lesson);
    return status;
}
