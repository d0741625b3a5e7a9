/*
 * `flipside bench`: how fast a game is, on one core. One line per figure, `GAME METRIC VALUE`, for every game. Time is
 * the thread's own processor time, so that other work on the machine matters little. Games come from the same loop,
 * with the same seeds, as those of `flipside sim --seats random`.
 */
#include "faces/sim/bench/observed.h"

#include "commands.h"
#include "core/hash.h"
#include "faces/sim/stats/stats.h"
#include "physics/physics.h"
#include "table/table.h"

#include <flipside/record.h>
#include <flipside/walk.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LOOK_AT_THE_CLOCK = 64, SEARCH_ITERATIONS = 256, CLONES = 4096 };

struct bench {
    struct flip_setup_args args;
    double seconds;
    bool quick, gpu;
    flip_set quick_seats;        /* all, or none: they play at random */
    uint64_t games, seats, seed; /* games and seats 0: not given */
    struct flip_setup setup;     /* of the game at hand */
    struct flip_playout *playout;
};

static void figure(const struct bench *bench, const char *metric, const char *format, double value)
{
    printf("%s %s ", bench->setup.game->id, metric);
    printf(format, value);
    putchar('\n');
    fflush(stdout);
}

/* Over what a game came to. */
static uint64_t add_to_checksum(uint64_t sum, const struct flip_played *outcome, int seats)
{
    sum = flip_hash_number(flip_hash_number(sum, outcome->steps), outcome->result.winners);
    for (int seat = 0; seat < seats; seat++)
        sum = flip_hash_number(sum, (uint64_t)outcome->result.score[seat]);
    return sum;
}

/* A summary of random games, on the processor or on the card. */
struct sums {
    uint64_t games, steps, checksum;
    int64_t points;
    double seconds;
};

static void add_game(const struct bench *bench, const struct flip_played *outcome, struct sums *sums)
{
    sums->games++;
    sums->steps += outcome->steps;
    if (bench->games > 0)
        sums->checksum = add_to_checksum(sums->checksum, outcome, bench->setup.seats);
    for (int seat = 0; seat < bench->setup.seats; seat++)
        sums->points += outcome->result.score[seat];
}

static bool enough(const struct bench *bench, const struct sums *sums)
{
    return bench->games > 0 ? sums->games >= bench->games : sums->games > 0 && sums->seconds >= bench->seconds;
}

static int play_here(const struct bench *bench, struct sums *sums, struct flip_error *error)
{
    const double start = flip_processor_seconds();
    const uint64_t look = bench->setup.game->flicks ? 1 : LOOK_AT_THE_CLOCK; /* a game of flicks takes long */
    while (!enough(bench, sums)) {
        struct flip_played outcome;
        const uint64_t seed = flip_game_seed(bench->seed, sums->games);
        if ((bench->quick_seats ? flip_playout_quick(bench->playout, bench->quick_seats, seed, flip_game_seed(seed, 0),
                                                     &outcome, error)
                                : flip_playout_random(bench->playout, seed, &outcome, error)) != 0)
            return -1;
        add_game(bench, &outcome, sums);
        if (sums->games % look == 0)
            sums->seconds = flip_processor_seconds() - start;
    }
    sums->seconds = flip_processor_seconds() - start;
    return 0;
}

static int play_on_card(const struct bench *bench, struct sums *sums, struct flip_error *error)
{
    struct flip_gpu_batch batch;
    if (flip_gpu_batch_open(&batch, &bench->setup, bench->seed, bench->games > 0 ? bench->games : UINT64_MAX, error) !=
        0)
        return -1;
    batch.task.players = bench->quick_seats ? GPU_QUICK : GPU_RANDOM;
    batch.task.quick[0] = (uint32_t)bench->quick_seats;
    int status = 0;
    while (status == 0 && !enough(bench, sums)) {
        const uint64_t left = bench->games > 0 ? bench->games - sums->games : UINT64_MAX;
        status = flip_gpu_batch_play(&batch, sums->games, left, &sums->seconds, error);
        for (uint32_t i = 0; status == 0 && i < batch.task.count; i++) {
            struct flip_played outcome;
            flip_gpu_batch_played(&batch, i, &outcome);
            add_game(bench, &outcome, sums);
        }
    }
    flip_gpu_batch_close(&batch);
    return status;
}

static int bench_games(const struct bench *bench, struct flip_error *error)
{
    struct sums sums = {.checksum = FLIP_HASH_START};
    if ((bench->gpu ? play_on_card(bench, &sums, error) : play_here(bench, &sums, error)) != 0)
        return -1;
    figure(bench, "steps_per_second", "%.0f", (double)sums.steps / sums.seconds);
    figure(bench, "games_per_second", "%.0f", (double)sums.games / sums.seconds);
    figure(bench, "mean_score", "%.4f", (double)sums.points / (double)sums.games / bench->setup.seats);
    if (bench->games > 0)
        printf("%s checksum %016" PRIx64 "\n", bench->setup.game->id, sums.checksum);
    return 0;
}

/* With observations as floats, or packed. */
static int bench_kind(const struct bench *bench, bool packed, struct flip_error *error)
{
    double speed;
    uint64_t checksum;
    if (bench->games > 0) {
        if (flip_observed_checksum(&bench->setup, bench->gpu, packed, bench->seed, &checksum, error) < 0)
            return -1;
        printf("%s %s %016" PRIx64 "\n", bench->setup.game->id, packed ? "packed_checksum" : "observed_checksum",
               checksum);
        return 0;
    }
    if (flip_observed_speed(&bench->setup, bench->gpu, packed, bench->seed, bench->seconds, &speed, error) < 0)
        return -1;
    figure(bench, packed ? "packed_steps_per_second" : "observed_steps_per_second", "%.0f", speed);
    return 0;
}

/* Flicks have their own figure; games from outside have no packed observations. */
static int bench_observed(const struct bench *bench, struct flip_error *error)
{
    if (!bench->setup.game->learn || bench->setup.game->flicks || bench->quick_seats)
        return 0;
    if (bench_kind(bench, false, error) < 0)
        return -1;
    return flip_observed_packs(&bench->setup) ? bench_kind(bench, true, error) : 0;
}

/* A uniformly random game at a real table: it has the steps and the record that a game of people has. */
static int play_at_table(struct bench *bench, struct flip_error *error)
{
    struct flip_player random;
    struct flip_played outcome;
    const struct flip_player *players[FLIP_MAX_SEATS];
    if (flip_player_parse("random", &random, error) != 0)
        return -1;
    for (int seat = 0; seat < bench->setup.seats; seat++)
        players[seat] = &random;
    return flip_playout_players(bench->playout, players, bench->seed, bench->seed, NULL, &outcome, error);
}

/* The rules alone, without what a position keeps. */
static void apply_step(const struct flip_table *table, void *state, const struct flip_step *step)
{
    if (step->outcome)
        table->game->flicks->settle(table->rules, state, &table->outcomes[step->outcome - 1]);
    else
        table->game->rules->apply(table->rules, state, step->seat, step->move);
}

static int bench_replays(const struct bench *bench, double seconds, struct flip_error *error)
{
    const struct flip_table *table = bench->playout->table;
    struct flip_position at;
    if (flip_position_open(&at, table->game, table->rules, table->seats, error) < 0)
        return -1;
    const double start = flip_processor_seconds();
    double elapsed = 0;
    uint64_t replays = 0;
    while (replays == 0 || elapsed < seconds) {
        at.game->rules->start(at.rules, at.state);
        for (int i = 0; i < table->step_count; i++)
            apply_step(table, at.state, &table->steps[i]);
        if (++replays % LOOK_AT_THE_CLOCK == 0)
            elapsed = flip_processor_seconds() - start;
    }
    figure(bench, "replays_per_second", "%.0f", (double)replays / (flip_processor_seconds() - start));
    flip_position_close(&at);
    return 0;
}

static int bench_loads(const struct bench *bench, double seconds, struct flip_error *error)
{
    char *record = flip_record_save(bench->playout->table, FLIP_RECORD_FULL, error);
    if (!record)
        return -1;
    const size_t length = strlen(record);
    const double start = flip_processor_seconds();
    uint64_t loads = 0;
    int status = 0;
    while (status == 0 && (loads == 0 || flip_processor_seconds() - start < seconds)) {
        struct flip_table *table = flip_record_load(record, length, FLIP_ALL_STEPS, error);
        if (!table)
            status = -1;
        flip_table_close(table);
        loads++;
    }
    if (status == 0)
        figure(bench, "record_loads_per_second", "%.0f", (double)loads / (flip_processor_seconds() - start));
    free(record);
    return status;
}

static int bench_clones(const struct bench *bench, double seconds, struct flip_error *error)
{
    const size_t size = bench->setup.game->state_size;
    unsigned char *copies = malloc(2 * size);
    if (!copies)
        return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory for two states.");
    memcpy(copies, bench->playout->table->now.state, size);
    const double start = flip_processor_seconds();
    uint64_t clones = 0;
    while (flip_processor_seconds() - start < seconds) {
        for (int i = 0; i < CLONES; i++) {
            memcpy(copies + size * (size_t)((i + 1) % 2), copies + size * (size_t)(i % 2), size);
            /* Keeps the compiler from dropping the copy. */
            __asm__ volatile("" : : "r"(copies) : "memory");
        }
        clones += CLONES;
    }
    figure(bench, "clones_per_second", "%.0f", (double)clones / (flip_processor_seconds() - start));
    free(copies);
    return 0;
}

/* Only steps that are the same in every build: flicks depend on rounding. */
static int common_steps(const struct flip_table *table)
{
    int steps = 0;
    while (steps < table->step_count && !table->steps[steps].outcome)
        steps++;
    return steps;
}

/* A decision of the game; neighbouring numbers are far apart in it (golden section). */
static const struct flip_step *decision(struct flip_walk *walk, uint32_t number, int steps)
{
    const struct flip_step *step;
    const uint64_t part = (uint32_t)(number * UINT32_C(2654435769));
    flip_walk_restart(walk);
    flip_walk_to(walk, (int)(part * (uint64_t)steps >> 32));
    while ((step = flip_walk_next(walk)) && step->seat == FLIP_DEALER)
        flip_walk_on(walk);
    return step;
}

/* Thinks at decisions spread over the recorded game, so that the figure stands for a whole game whenever time is up. */
static int bench_search(const struct bench *bench, double seconds, struct flip_error *error)
{
    struct flip_walk walk;
    if (flip_walk_open(&walk, bench->playout->table, error) < 0)
        return -1;
    struct flip_think_def def = flip_think_defaults(FLIP_LEVELS);
    const int steps = common_steps(bench->playout->table);
    def.iterations = SEARCH_ITERATIONS;
    def.ms = 0;
    uint64_t iterations = 0;
    const double start = flip_processor_seconds();
    double elapsed = 0;
    int status = 0;
    for (def.seed = 0; status == 0 && (def.seed == 0 || elapsed < seconds); def.seed++) {
        const struct flip_step *step = decision(&walk, (uint32_t)def.seed, steps);
        if (!step)
            continue;
        status = flip_think_position(&walk.at, step->seat, &def, bench->playout->thought, error);
        iterations += bench->playout->thought->iterations;
        elapsed = flip_processor_seconds() - start;
    }
    flip_walk_close(&walk);
    if (status < 0)
        return -1;
    figure(bench, "search_iterations_per_second", "%.0f", (double)iterations / (flip_processor_seconds() - start));
    return 0;
}

/* A flick in a random direction at a random speed, as the first player to flick can make it. */
static void opening_flick(const struct bench *bench, struct flip_random *random, struct flip_scene *scene)
{
    const struct flip_game *game = bench->setup.game;
    const void *rules = bench->playout->table->rules;
    void *state = bench->playout->state;
    struct flip_range open[FLIP_MAX_RANGES];
    struct flip_chances chances = {0};
    game->rules->start(rules, state);
    for (;;) {
        const flip_set turn = game->rules->turn(rules, state);
        if (flip_set_has(turn, FLIP_DEALER)) {
            game->rules->chances(rules, state, &chances);
            if (chances.kind == FLIP_CHANCE_OUTSIDE)
                break;
            game->rules->apply(rules, state, FLIP_DEALER, flip_chances_pick(&chances, random));
            continue;
        }
        const int seat = flip_set_first(turn);
        flip_move *moves = bench->playout->moves;
        const int count = game->rules->moves(rules, state, seat, moves, FLIP_MAX_MOVES);
        int flicks = 0; /* those that leave something open come first now */
        for (int i = 0; i < count; i++)
            if (flip_move_ranges(game, rules, state, seat, moves[i], open) > 1)
                moves[flicks++] = moves[i];
        const flip_move move = moves[flip_random_below(random, (uint32_t)(flicks > 0 ? flicks : count))];
        game->rules->apply(rules, state, seat, flip_move_random(game, rules, state, seat, move, random));
    }
    game->flicks->scene(rules, state, scene);
}

static int bench_flicks(const struct bench *bench, double seconds, struct flip_error *error)
{
    struct flip_physics *physics = flip_physics_open(error);
    struct flip_random random;
    struct flip_scene scene;
    struct flip_outcome outcome;
    uint64_t flicks = 0;
    double elapsed = 0;
    int status = physics ? 0 : -1;
    const double start = flip_processor_seconds();
    flip_random_seed(&random, bench->seed);
    while (status == 0 && (flicks == 0 || elapsed < seconds)) {
        opening_flick(bench, &random, &scene);
        status = flip_physics_flick(physics, &scene, &outcome, NULL, error);
        flicks++;
        elapsed = flip_processor_seconds() - start;
    }
    if (status == 0)
        figure(bench, "flicks_per_second", "%.0f", (double)flicks / (flip_processor_seconds() - start));
    flip_physics_close(physics);
    return status;
}

static int bench_game(struct bench *bench, struct flip_error *error)
{
    const double part = bench->seconds / 4;
    const bool only_games = bench->gpu || bench->quick_seats;
    int status = -1;
    bench->setup = (struct flip_setup){0};
    bench->playout = NULL;
    if (flip_setup_read(&bench->setup, &bench->args, error) != 0 ||
        flip_setup_seat(&bench->setup, (int)bench->seats, error) != 0)
        goto out;
    bench->playout = flip_playout_open(&bench->setup);
    if (!bench->playout) {
        flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory to play.");
        goto out;
    }
    status = bench_games(bench, error);
    if (status == 0)
        status = bench_observed(bench, error);
    if (status == 0 && bench->games == 0 && !bench->quick && !only_games &&
        (play_at_table(bench, error) != 0 || bench_search(bench, part, error) != 0 ||
         bench_replays(bench, part, error) != 0 || bench_loads(bench, part, error) != 0 ||
         bench_clones(bench, part, error) != 0 || (bench->setup.game->flicks && bench_flicks(bench, part, error) != 0)))
        status = -1;
out:
    flip_playout_close(bench->playout);
    flip_setup_close(&bench->setup);
    return status;
}

static int read_player(const char *text, void *out, struct flip_error *error)
{
    struct bench *bench = out;
    bench->quick_seats = strcmp(text, "quick") == 0 ? FLIP_BIT(FLIP_MAX_SEATS) - 1 : 0;
    if (!bench->quick_seats && strcmp(text, "random") != 0)
        return flip_fail(error, FLIP_ERROR_USAGE, "--player is random or quick, not '%.80s'.", text);
    return 0;
}

/* Returns 0 to go on, or 1 + the exit status. */
static int read_arguments(int argc, char **argv, struct bench *bench)
{
    const struct flip_argument table[] = {
        {"seconds", .number = &bench->seconds, .low = 0.001, .high = 86400},
        {"games", .whole = &bench->games, .low = 1, .high = 1e12},
        {"quick", .flag = &bench->quick},
        {"player", .own = read_player, .context = bench},
        {"seats", .whole = &bench->seats, .low = 1, .high = FLIP_MAX_SEATS},
        {"device", .gpu = &bench->gpu},
        {"seed", .seed = &bench->seed},
        {"option", .option = &bench->args},
        {"edition", .text = &bench->args.edition},
        {0},
    };
    struct flip_error error;
    const int status = flip_arguments_read_game(argc, argv, flip_help("bench"), table, &bench->args.game);
    if (status != 0)
        return status;
    if (bench->args.game || (bench->seats == 0 && !bench->args.edition && bench->args.option_count == 0))
        return 0;
    flip_fail(&error, FLIP_ERROR_USAGE, "Seats, options and editions belong to one game: name it.");
    return flip_arguments_wrong(argv, &error);
}

int flip_command_bench(int argc, char **argv)
{
    struct flip_error error;
    struct bench bench = {.seconds = 2, .seed = 1};
    int status = read_arguments(argc, argv, &bench) - 1;
    if (status >= 0)
        return status;
    status = 0;
    if (bench.args.game)
        return bench_game(&bench, &error) == 0 ? 0 : flip_tell_error(argv[0], &error);
    /* A game that cannot be measured does not stop the others. */
    for (int i = 0; flip_game_at(i); i++) {
        if ((bench.quick || bench.gpu || bench.quick_seats) &&
            flip_game_at(i)->flicks) /* one random game of flicks takes minutes */
            continue;
        bench.args.game = flip_game_at(i)->id;
        if (bench_game(&bench, &error) != 0)
            status = flip_tell_error(argv[0], &error);
    }
    return status;
}
