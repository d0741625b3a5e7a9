/*
 * Learns the judgement of Fliptown's quick player (games/fliptown/data/weights.txt) from its own games:
 *
 *     train-fliptown NET GAMES SEED OUTPUT [THREADS]
 *
 * NET 0 is the network for games of one's own, alone or at a table with bounties; 1 is the one against cowbots, which
 * learns the margin. The other network is kept as it is in the program. A network
 * that is all zero is begun anew (1 from 0, if that is there), one that is not goes on to learn.
 *
 * The player takes what it thinks best, but in some of its games it has a taste: some sites seem better or worse to it
 * than they are, so that it tries plans that it does not believe in yet. What it expected before each turn is drawn
 * towards a mixture of what it expected a turn later and what came out in the end (temporal differences, TD(λ)).
 * Finished games stay in a replay buffer and are learnt from again. The end of the run is averaged.
 *
 * Games are played in batches, side by side, with the weights as they are at the beginning of the batch, and then learnt from
 * one after the other: so the number of threads changes nothing but the time.
 */
#include "games/fliptown/bot/worth.h"

#include "weights.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TESTS = 512, REPLAY_BUFFER = 16384, REPLAYS = 24, MOST_KINDS = 40, BATCH = 128 };
static const double lambda = 0.8, last_pace = 0.0003;
/* Of a network that begins from nothing, and of one that goes on. */
static const double first_taste[] = {3, 1.5}, first_pace[] = {0.01, 0.0015};

/* A sheet before a turn, and where the game went from there. */
struct note {
    uint16_t trait[FLIPTOWN_ASKED];
    float points, goal; /* as they stood; what they were drawn towards */
};

/* A kind of game, and how often it is played. */
struct kind {
    struct fliptown_rules rules;
    int weight;
};

/* A game of a batch, or of a test. */
struct lesson_game {
    const struct fliptown_net *net;
    const struct fliptown_rules *rules;
    bool tasting; /* learns, with the taste of its lesson */
    struct flip_random random;
    struct fliptown_lesson lesson;
    struct fliptown_state state;
    struct note notes[FLIPTOWN_SEATS][FLIPTOWN_STAGES];
};

struct school {
    struct flip_random random;
    int which, kinds, threads;
    bool goes_on; /* from the network in the program */
    struct fliptown_net net, sums;
    struct fliptown_net fresh; /* squares of the slopes, to make the steps equal */
    struct kind kind[MOST_KINDS];
    struct fliptown_lesson lesson; /* what bonuses brought in all games of late */
    struct lesson_game batch[BATCH];
    struct note replay_buffer[REPLAY_BUFFER][FLIPTOWN_STAGES];
};

/* --- kinds of games ---------------------------------------------------------------------------------------------- */

static void add_kind(struct school *school, int weight, int seats, const char *characters, const char *cowbot,
                     const char *strength, const char *holdem)
{
    const struct flip_game *game = flip_game_named("fliptown");
    struct flip_options options;
    struct flip_error error = {0};
    struct kind *kind = &school->kind[school->kinds++];
    flip_options_default(game, &options);
    memset(kind, 0, sizeof *kind);
    kind->weight = weight;
    if (flip_options_set(game, &options, "characters", characters, &error) != 0 ||
        flip_options_set(game, &options, "cowbot", cowbot, &error) != 0 ||
        flip_options_set(game, &options, "strength", strength, &error) != 0 ||
        flip_options_set(game, &options, "holdem", holdem, &error) != 0 ||
        fliptown_prepare(&kind->rules, fliptown_files.editions[0].data, &options, seats, &error) != 0) {
        fprintf(stderr, "train-fliptown: %s\n", error.message);
        exit(1);
    }
}

static void list_kinds(struct school *school)
{
    static const char *const cowbots[] = {"bart", "earp", "jane", "kid"};
    static const char *const strengths[] = {"easy", "normal", "hard"};
    if (school->which == 0) {
        add_kind(school, 50, 1, "false", "none", "normal", "false"); /* the first is the one that is tested */
        add_kind(school, 15, 1, "true", "none", "normal", "false");
        add_kind(school, 5, 1, "false", "none", "normal", "true");
        add_kind(school, 5, 2, "false", "none", "normal", "false");
        add_kind(school, 3, 3, "false", "none", "normal", "false");
        add_kind(school, 8, 4, "false", "none", "normal", "false");
        add_kind(school, 2, 4, "true", "none", "normal", "false");
        return;
    }
    for (int strength = 1; strength < 4; strength++)
        for (int i = 0; i < 4; i++) {
            const int weight = strength % 3 == 0 ? 2 : 8;
            add_kind(school, weight, 1, "false", cowbots[i], strengths[strength % 3], "false");
            add_kind(school, 1, 1, "true", cowbots[i], strengths[strength % 3], "false");
        }
}

static const struct fliptown_rules *any_kind(struct school *school)
{
    int sum = 0;
    for (int i = 0; i < school->kinds; i++)
        sum += school->kind[i].weight;
    int ticket = (int)flip_random_below(&school->random, (uint32_t)sum), i = 0;
    while (ticket >= school->kind[i].weight)
        ticket -= school->kind[i++].weight;
    return &school->kind[i].rules;
}

/* --- games ------------------------------------------------------------------------------------------------------- */

static void note_turn(const struct fliptown_rules *rules, const struct fliptown_state *state, int seat,
                      struct note *note)
{
    struct fliptown_moment now;
    fliptown_moment_of(&now, rules, state, seat);
    fliptown_traits(&now, &state->sheet[seat], note->trait);
    note->points = (float)fliptown_points_now(&now, &state->sheet[seat]);
}

static double outcome(const struct fliptown_rules *rules, const struct fliptown_state *state, int seat)
{
    const int points = fliptown_points(rules, &state->sheet[seat]).total;
    return state->cowbot == FLIPTOWN_NONE ? points : points - fliptown_cowbot_points(rules, state).total;
}

/* Plays a game; fills a row of notes for each seat, if it is learnt from. */
static void play(void *batch, int which)
{
    struct lesson_game *game = (struct lesson_game *)batch + which;
    const struct fliptown_rules *rules = game->rules;
    struct fliptown_state *state = &game->state;
    int noted = -1;
    fliptown_start(rules, state);
    for (flip_set turn; (turn = fliptown_turn(rules, state)) != 0;) {
        if (turn != FLIP_BIT(FLIP_DEALER)) {
            const int seat = flip_set_first(turn);
            struct fliptown_lesson *lesson = game->tasting && seat == 0 ? &game->lesson : NULL;
            fliptown_apply(rules, state, seat, fliptown_greedy(rules, game->net, state, seat, lesson));
            continue;
        }
        const int stage = state->round * FLIPTOWN_HAND + state->turn;
        if (game->tasting && state->stage == FLIPTOWN_FLIP && state->lineup_count == 0 && stage != noted) {
            noted = stage;
            for (int seat = 0; seat < rules->seats; seat++)
                note_turn(rules, state, seat, &game->notes[seat][stage]);
        }
        struct flip_chances chances;
        fliptown_chances(rules, state, &chances);
        fliptown_apply(rules, state, FLIP_DEALER, flip_chances_pick(&chances, &game->random));
    }
}

static void play_batch(struct school *school, int count)
{
    struct weights_batch batch = {.play = play, .games = school->batch, .count = count};
    weights_play(&batch, school->threads);
}

/* --- learning ---------------------------------------------------------------------------------------------------- */

static double rest(const struct fliptown_net *net, const uint16_t *trait, float *sum)
{
    double plain = (double)net->base;
    memcpy(sum, net->bias, sizeof net->bias);
    for (int i = 0; i < FLIPTOWN_ASKED; i++) {
        plain += (double)net->plain[trait[i]];
        for (int k = 0; k < FLIPTOWN_HIDDEN; k++)
            sum[k] += net->hidden[trait[i]][k];
    }
    for (int k = 0; k < FLIPTOWN_HIDDEN; k++)
        plain += sum[k] > 0 ? (double)(net->out[k] * sum[k]) : 0;
    return plain;
}

/* What the notes of a game should have expected. */
static void set_goals(const struct school *school, struct note *notes, double final)
{
    double goal = final, later = final;
    float sum[FLIPTOWN_HIDDEN];
    for (int t = FLIPTOWN_STAGES - 1; t >= 0; t--) {
        goal = lambda * goal + (1 - lambda) * later;
        notes[t].goal = (float)goal;
        later = (double)notes[t].points + 10 * rest(&school->net, notes[t].trait, sum);
    }
}

static inline void step(float *weight, float *square, float slope, float pace)
{
    *square += 0.001f * (slope * slope - *square);
    *weight -= pace * slope / (sqrtf(*square) + 0.01f);
}

static void learn(struct school *school, const struct note *note, float pace)
{
    struct fliptown_net *net = &school->net, *squares = &school->fresh;
    float sum[FLIPTOWN_HIDDEN], back[FLIPTOWN_HIDDEN];
    double error = rest(net, note->trait, sum) - (double)(note->goal - note->points) / 10;
    error = error > 1.5 ? 1.5 : error < -1.5 ? -1.5 : error;
    for (int k = 0; k < FLIPTOWN_HIDDEN; k++) {
        back[k] = sum[k] > 0 ? (float)error * net->out[k] : 0;
        if (sum[k] > 0)
            step(&net->out[k], &squares->out[k], (float)error * sum[k], pace);
        step(&net->bias[k], &squares->bias[k], back[k], pace);
    }
    step(&net->base, &squares->base, (float)error, pace);
    for (int i = 0; i < FLIPTOWN_ASKED; i++) {
        const int trait = note->trait[i];
        step(&net->plain[trait], &squares->plain[trait], (float)error, pace);
        for (int k = 0; k < FLIPTOWN_HIDDEN; k++)
            step(&net->hidden[trait][k], &squares->hidden[trait][k], back[k], pace);
    }
}

/* What bonuses brought lately. */
static void learn_bonuses(struct school *school)
{
    for (int region = 0; region < FLIPTOWN_REGIONS; region++)
        for (int stage = 0; stage < FLIPTOWN_STAGES; stage++) {
            double *count = &school->lesson.bonus_count[region][stage], *sum = &school->lesson.bonus_sum[region][stage];
            if (*count < 50)
                continue;
            school->net.bonus[region][stage] += 0.3f * ((float)(*sum / *count) - school->net.bonus[region][stage]);
            *count = *sum = 0;
        }
}

static void new_taste(struct school *school, struct fliptown_lesson *lesson, double strength)
{
    const bool plain = flip_random_below(&school->random, 2) == 0;
    for (int region = 0; region < FLIPTOWN_REGIONS; region++) {
        const double for_region = plain ? 0 : 0.5 * strength * weights_bell(&school->random);
        for (int site = 0; site < FLIPTOWN_CHAMBERS; site++)
            lesson->taste[region][site] = plain ? 0 : (float)(for_region + strength * weights_bell(&school->random));
    }
}

/* --- measuring --------------------------------------------------------------------------------------------------- */

static void test(struct school *school, long games)
{
    /* Alone; or against the four cowbots on normal and on hard. */
    for (int i = 0; i < (school->which ? 16 : 1); i += 2) {
        const struct fliptown_rules *rules = &school->kind[i].rules;
        double sum = 0, squares = 0;
        int won = 0;
        for (int game = 0; game < TESTS; game++) {
            struct lesson_game *at = &school->batch[game % BATCH];
            at->net = &school->net;
            at->rules = rules;
            at->tasting = false;
            flip_random_seed(&at->random, 20260101 + (uint64_t)game);
            if (game % BATCH < BATCH - 1)
                continue;
            play_batch(school, BATCH);
            for (int k = 0; k < BATCH; k++) {
                const double points = outcome(rules, &school->batch[k].state, 0);
                sum += points;
                squares += points * points;
                won += points > 0;
            }
        }
        const double mean = sum / TESTS, spread = sqrt(squares / TESTS - mean * mean);
        if (school->which == 0)
            printf("after %ld games: mean %.2f (s.e. %.2f)\n", games, mean, spread / sqrt(TESTS));
        else
            printf("after %ld games: %s %s: margin %.2f (s.e. %.2f), %.1f %% won\n", games,
                   rules->edition.cowbot[rules->cowbot].id, fliptown_strength_words[rules->strength], mean,
                   spread / sqrt(TESTS), 100.0 * won / TESTS);
    }
    fflush(stdout);
}

/* --- the whole --------------------------------------------------------------------------------------------------- */

static bool is_blank(const struct fliptown_net *net)
{
    for (int i = 0; i < FLIPTOWN_TRAITS; i++)
        if (net->plain[i] != 0)
            return false;
    return true;
}

/* What a game of one's own teaches is a good beginning against a cowbot too. */
static void begin(struct school *school)
{
    float *square = (float *)&school->fresh;
    for (size_t i = 0; i < sizeof school->fresh / sizeof *square; i++)
        square[i] = 0.05f;
    school->net = fliptown_nets[is_blank(&fliptown_nets[school->which]) ? 0 : school->which];
    school->goes_on = !is_blank(&school->net);
    if (school->goes_on)
        return;
    for (int k = 0; k < FLIPTOWN_HIDDEN; k++) {
        school->net.out[k] = (float)(0.3 * weights_bell(&school->random));
        for (int i = 0; i < FLIPTOWN_TRAITS; i++)
            school->net.hidden[i][k] = (float)(0.05 * weights_bell(&school->random));
    }
    for (int region = 0; region < FLIPTOWN_REGIONS; region++)
        for (int stage = 0; stage < FLIPTOWN_STAGES; stage++)
            school->net.bonus[region][stage] = 3;
}

static const struct note *any_note(struct school *school, uint32_t filled)
{
    const struct note *row = school->replay_buffer[flip_random_below(&school->random, filled)];
    return &row[flip_random_below(&school->random, FLIPTOWN_STAGES)];
}

/* Sets the next games up, `part` of the way through. */
static void set_up(struct school *school, int count, double part)
{
    for (int i = 0; i < count; i++) {
        struct lesson_game *game = &school->batch[i];
        memset(&game->lesson, 0, sizeof game->lesson);
        game->net = &school->net;
        game->rules = any_kind(school);
        game->tasting = true;
        new_taste(school, &game->lesson, first_taste[school->goes_on] * (1 - part));
        flip_random_seed(&game->random, flip_random_next(&school->random));
    }
}

static void add_bonuses(struct fliptown_lesson *all, const struct fliptown_lesson *one)
{
    for (int region = 0; region < FLIPTOWN_REGIONS; region++)
        for (int stage = 0; stage < FLIPTOWN_STAGES; stage++) {
            all->bonus_sum[region][stage] += one->bonus_sum[region][stage];
            all->bonus_count[region][stage] += one->bonus_count[region][stage];
        }
}

/* From a game that was played; `stored` counts those that went into the replay buffer. */
static void learn_game(struct school *school, struct lesson_game *game, float pace, long *stored)
{
    const int seats = game->rules->seats;
    add_bonuses(&school->lesson, &game->lesson);
    for (int seat = 0; seat < seats; seat++) {
        set_goals(school, game->notes[seat], outcome(game->rules, &game->state, seat));
        memcpy(school->replay_buffer[(*stored)++ % REPLAY_BUFFER], game->notes[seat], sizeof game->notes[seat]);
    }
    for (int seat = 0; seat < seats; seat++)
        for (int t = 0; t < FLIPTOWN_STAGES; t++)
            learn(school, &game->notes[seat][t], pace);
    for (int i = 0; i < REPLAYS; i++)
        learn(school, any_note(school, (uint32_t)(*stored < REPLAY_BUFFER ? *stored : REPLAY_BUFFER)), pace);
}

static void train(struct school *school, long games)
{
    float *sums = (float *)&school->sums;
    const float *weights = (const float *)&school->net;
    const size_t size = sizeof school->net / sizeof *weights;
    long averaged = 0, stored = 0;
    int tested = 0;
    for (long game = 0; game < games; game += BATCH) {
        const double part = (double)game / (double)games, begin_pace = first_pace[school->goes_on];
        const float pace = (float)(begin_pace * pow(last_pace / begin_pace, part));
        const int count = (int)(games - game < BATCH ? games - game : BATCH);
        set_up(school, count, part);
        play_batch(school, count);
        for (int i = 0; i < count; i++)
            learn_game(school, &school->batch[i], pace, &stored);
        if (game / BATCH % 2 == 1)
            learn_bonuses(school);
        if (part >= 0.85) {
            averaged++;
            for (size_t i = 0; i < size; i++)
                sums[i] += weights[i];
        }
        if (part * 4 >= tested + 1) {
            tested++;
            test(school, game);
        }
    }
    for (size_t i = 0; i < size && averaged; i++)
        ((float *)&school->net)[i] = sums[i] / (float)averaged;
    test(school, games);
}

/* A net is floats and nothing else, in the order of its struct. */
static void write_net(FILE *file, const struct fliptown_net *net)
{
    weights_write(file, (const float *)net, sizeof *net / sizeof(float), 3);
}

static int save(const struct school *school, const char *path)
{
    FILE *file = fopen(path, "w");
    if (!file)
        return -1;
    fprintf(file, "# The judgement of the quick player: for games of one's own, and against cowbots. Learnt, not "
                  "written by hand; the "
                  "order is that of\n"
                  "# struct fliptown_net in bot/worth.h. Made by train-fliptown; docs/bots.md has the commands.\n");
    for (int i = 0; i < FLIPTOWN_NETS; i++)
        write_net(file, i == school->which ? &school->net : &fliptown_nets[i]);
    return fclose(file);
}

int main(int argc, char **argv)
{
    const bool enough = argc == 5 || argc == 6;
    const long games = enough ? atol(argv[2]) : 0;
    const int which = enough ? atoi(argv[1]) : -1, threads = argc == 6 ? atoi(argv[5]) : 1;
    if (games < 8 || which < 0 || which > FLIPTOWN_AGAINST_COWBOTS || threads < 1 || threads > WEIGHTS_THREADS) {
        fprintf(stderr, "usage: train-fliptown NET GAMES SEED OUTPUT [THREADS] (net 0 or 1, 8 games or more)\n");
        return 2;
    }
    struct school *school = calloc(1, sizeof *school);
    if (!school) {
        fprintf(stderr, "train-fliptown: out of memory\n");
        return 1;
    }
    school->which = which;
    school->threads = threads;
    flip_random_seed(&school->random, strtoull(argv[3], NULL, 10));
    list_kinds(school);
    begin(school);
    train(school, games);
    const int status = save(school, argv[4]);
    if (status)
        fprintf(stderr, "train-fliptown: %s cannot be written.\n", argv[4]);
    free(school);
    return status ? 1 : 0;
}
