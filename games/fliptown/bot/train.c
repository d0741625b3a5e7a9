/*
 * Learns the judgement of Fliptown's quick player (games/fliptown/data/weights.txt) from its own games:
 *
 *     train-fliptown NET GAMES SEED OUTPUT
 *
 * NET 0 is the network for games of one's own, alone or at a table with bounties; 1 is the one against cowbots, which
 * learns the margin. The other network is kept as it is in the program. A network
 * that is all zero is begun anew (1 from 0, if that is there), one that is not goes on to learn.
 *
 * The player takes what it thinks best, but in some of its games it has a taste: some sites seem better or worse to it
 * than they are, so that it tries plans that it does not believe in yet. What it expected before each turn is drawn
 * towards a mixture of what it expected a turn later and what came out in the end (temporal differences, TD(λ)). The
 * games of the last while are kept on a shelf and gone through again. The end of the run is averaged.
 */
#include "games/fliptown/bot/worth.h"

#include "weights.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TESTS = 200, SHELF = 16384, REVISIONS = 24, MOST_KINDS = 40 };
static const double lambda = 0.8, last_pace = 0.0003;
/* Of a network that begins from nothing, and of one that goes on. */
static const double first_taste[] = {3, 1.5}, first_pace[] = {0.01, 0.0015};

/* A sheet before a turn, and where the game went from there. */
struct note {
    uint16_t trait[FLIPTOWN_ASKED_ROOM];
    float points, goal; /* as they stood; what they were drawn towards */
};

/* A kind of game, and how often it is played. */
struct kind {
    struct fliptown_rules rules;
    int weight;
};

struct school {
    struct flip_random random;
    int which, kinds;
    bool goes_on; /* from the network in the program */
    struct fliptown_net net, sums;
    struct fliptown_net fresh; /* squares of the slopes, to make the steps equal */
    struct kind kind[MOST_KINDS];
    struct fliptown_lesson lesson;
    struct note shelf[SHELF][FLIPTOWN_STAGES];
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
    fliptown_traits(&now, &state->sheet[seat], NULL, note->trait);
    note->points = (float)fliptown_points_now(&now, &state->sheet[seat]);
}

static double outcome(const struct fliptown_rules *rules, const struct fliptown_state *state, int seat)
{
    const int points = fliptown_points(rules, &state->sheet[seat]).total;
    return state->cowbot == FLIPTOWN_NONE ? points : points - fliptown_cowbot_points(rules, state).total;
}

/* Plays a game; fills a row of notes for each seat, if there are any. */
static void play(struct school *school, const struct fliptown_rules *rules, struct fliptown_lesson *lesson,
                 struct fliptown_state *state, struct note (*notes)[FLIPTOWN_STAGES])
{
    int noted = -1;
    fliptown_start(rules, state);
    for (flip_set turn; (turn = fliptown_turn(rules, state)) != 0;) {
        if (turn != FLIP_BIT(FLIP_DEALER)) {
            const int seat = flip_set_first(turn);
            fliptown_apply(rules, state, seat,
                           fliptown_greedy(rules, &school->net, state, seat, seat == 0 ? lesson : NULL));
            continue;
        }
        const int stage = state->round * FLIPTOWN_HAND + state->turn;
        if (notes && state->stage == FLIPTOWN_FLIP && state->lineup_count == 0 && stage != noted) {
            noted = stage;
            for (int seat = 0; seat < rules->seats; seat++)
                note_turn(rules, state, seat, &notes[seat][stage]);
        }
        struct flip_chances chances;
        fliptown_chances(rules, state, &chances);
        fliptown_apply(rules, state, FLIP_DEALER, flip_chances_pick(&chances, &school->random));
    }
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

static double bell(struct school *school)
{
    double sum = -6;
    for (int i = 0; i < 12; i++)
        sum += flip_random_unit(&school->random);
    return sum;
}

static void new_taste(struct school *school, double strength)
{
    const bool plain = flip_random_below(&school->random, 2) == 0;
    for (int region = 0; region < FLIPTOWN_REGIONS; region++) {
        const double for_region = plain ? 0 : 0.5 * strength * bell(school);
        for (int site = 0; site < FLIPTOWN_CHAMBERS; site++)
            school->lesson.taste[region][site] = plain ? 0 : (float)(for_region + strength * bell(school));
    }
}

/* --- measuring --------------------------------------------------------------------------------------------------- */

static void test(struct school *school, long games)
{
    const struct flip_random kept = school->random;
    /* Alone; or against the four cowbots on normal and on hard. */
    for (int i = 0; i < (school->which ? 16 : 1); i += 2) {
        const struct fliptown_rules *rules = &school->kind[i].rules;
        double sum = 0, squares = 0;
        int won = 0;
        flip_random_seed(&school->random, 20260101);
        for (int game = 0; game < TESTS; game++) {
            struct fliptown_state state;
            play(school, rules, NULL, &state, NULL);
            const double points = outcome(rules, &state, 0);
            sum += points;
            squares += points * points;
            won += points > 0;
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
    school->random = kept;
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
        school->net.out[k] = (float)(0.3 * bell(school));
        for (int i = 0; i < FLIPTOWN_TRAITS; i++)
            school->net.hidden[i][k] = (float)(0.05 * bell(school));
    }
    for (int region = 0; region < FLIPTOWN_REGIONS; region++)
        for (int stage = 0; stage < FLIPTOWN_STAGES; stage++)
            school->net.bonus[region][stage] = 3;
}

static const struct note *any_note(struct school *school, uint32_t shelf)
{
    const struct note *row = school->shelf[flip_random_below(&school->random, shelf)];
    return &row[flip_random_below(&school->random, FLIPTOWN_STAGES)];
}

static void train(struct school *school, long games)
{
    float *sums = (float *)&school->sums;
    const float *weights = (const float *)&school->net;
    const size_t size = sizeof school->net / sizeof *weights;
    long averaged = 0, shelved = 0;
    for (long game = 0; game < games; game++) {
        const double part = (double)game / (double)games;
        struct note notes[FLIPTOWN_SEATS][FLIPTOWN_STAGES];
        struct fliptown_state state;
        const struct fliptown_rules *rules = any_kind(school);
        new_taste(school, first_taste[school->goes_on] * (1 - part));
        play(school, rules, &school->lesson, &state, notes);
        for (int seat = 0; seat < rules->seats; seat++) {
            set_goals(school, notes[seat], outcome(rules, &state, seat));
            memcpy(school->shelf[shelved++ % SHELF], notes[seat], sizeof notes[seat]);
        }
        const uint32_t shelf = (uint32_t)(shelved < SHELF ? shelved : SHELF);
        const double begin_pace = first_pace[school->goes_on];
        const float pace = (float)(begin_pace * pow(last_pace / begin_pace, part));
        for (int seat = 0; seat < rules->seats; seat++)
            for (int t = 0; t < FLIPTOWN_STAGES; t++)
                learn(school, &notes[seat][t], pace);
        for (int i = 0; i < REVISIONS; i++)
            learn(school, any_note(school, shelf), pace);
        if (game % 256 == 255)
            learn_bonuses(school);
        if (part >= 0.85 && game % 64 == 0) {
            averaged++;
            for (size_t i = 0; i < size; i++)
                sums[i] += weights[i];
        }
        if (game % (games / 4) == games / 4 - 1)
            test(school, game + 1);
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
    const long games = argc == 5 ? atol(argv[2]) : 0;
    const int which = argc == 5 ? atoi(argv[1]) : -1;
    if (games < 8 || which < 0 || which >= FLIPTOWN_NETS) {
        fprintf(stderr, "usage: train-fliptown NET GAMES SEED OUTPUT (net 0 or 1, 8 games or more)\n");
        return 2;
    }
    struct school *school = calloc(1, sizeof *school);
    if (!school) {
        fprintf(stderr, "train-fliptown: out of memory\n");
        return 1;
    }
    school->which = which;
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
