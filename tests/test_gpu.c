/*
 * Games on a graphics card, with a driver that has none (tests/fake_cuda.c): the kernels' source, compiled for the processor, must play
 * the games of the simulator, and whatever is wrong with a card must be told in a sentence.
 */
#include "bots/search.h"
#include "faces/sim/games/games.h"
#include "faces/sim/match/match.h"
#include "faces/sim/report/report.h"
#include "faces/sim/simulate/simulation.h"
#include "gpu/kernels.h"

#include <dlfcn.h>
#include <flipside/env.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

enum { CARD_GAMES = 300, CARD_QUICK_GAMES = 12 };

static void open_setup(struct flip_setup *setup, const char *game, int seats)
{
    const struct flip_setup_args args = {.game = game};
    *setup = (struct flip_setup){0};
    must(flip_setup_read(setup, &args, &problem));
    must(flip_setup_seat(setup, seats, &problem));
}

/* Both ways, game by game; `quick` are the seats that play quickly. */
static void compare(const char *game, int seats, flip_set quick, uint64_t games, const char *change)
{
    struct flip_setup setup;
    struct flip_gpu_batch batch;
    double seconds = 0;
    open_setup(&setup, game, seats);
    if (change) { /* an edition of somebody's own */
        struct flip_edition *own = flip_edition_what_if(&setup, change, &problem);
        assert_non_null(own);
        flip_edition_free(setup.edition);
        setup.edition = own;
        must(flip_setup_seat(&setup, seats, &problem));
    }
    struct flip_playout *playout = flip_playout_open(&setup);
    must(flip_gpu_batch_open(&batch, &setup, 7, games, &problem));
    batch.task.players = quick ? GPU_QUICK : GPU_RANDOM;
    batch.task.quick[0] = (uint32_t)quick;
    must(flip_gpu_batch_play(&batch, 5, games, &seconds, &problem));
    assert_int_equal(batch.task.count, games);
    for (uint32_t i = 0; i < games; i++) {
        const uint64_t seed = flip_game_seed(7, 5 + i);
        struct flip_played here, there;
        flip_gpu_batch_played(&batch, i, &there);
        must(quick ? flip_playout_quick(playout, quick, seed, flip_game_seed(seed, 0), &here, &problem)
                   : flip_playout_random(playout, seed, &here, &problem));
        assert_int_equal(here.steps, there.steps);
        assert_true(here.result.winners == there.result.winners);
        assert_memory_equal(here.result.score, there.result.score, sizeof(int) * (size_t)seats);
    }
    flip_gpu_batch_close(&batch);
    flip_playout_close(playout);
    flip_setup_close(&setup);
}

CASE(a_card_plays_the_random_games_of_the_processor)
{
    for (const struct gpu_kernels *kernels = gpu_kernels(); kernels->game; kernels++)
        for (int seats = flip_game_named(kernels->game)->min_seats; seats <= 3; seats++)
            compare(kernels->game, seats, 0, (uint64_t)games_of(CARD_GAMES), NULL);
}

CASE(a_card_plays_the_quick_games_of_the_processor)
{
    for (const struct gpu_kernels *kernels = gpu_kernels(); kernels->game; kernels++)
        for (flip_set quick = 1; quick < 4; quick++)
            compare(kernels->game, 2, quick, (uint64_t)games_of(CARD_QUICK_GAMES), NULL);
}

CASE(a_card_plays_an_edition_of_ones_own)
{
    static const char *const changes[][2] = {{"royalflip", "rounds=9"},
                                             {"flipcity", "limit=3"},
                                             {"fliptown", "course.start.cash=9"},
                                             {"insertcoin", "points.coin=5"}};
    for (const struct gpu_kernels *kernels = gpu_kernels(); kernels->game; kernels++)
        for (size_t i = 0; i < sizeof changes / sizeof *changes; i++)
            if (strcmp(changes[i][0], kernels->game) == 0)
                compare(kernels->game, 2, 3, (uint64_t)games_of(CARD_QUICK_GAMES), changes[i][1]);
}

static void run_match(const char *game, int seats, bool gpu, struct flip_bot_match *match)
{
    *match = (struct flip_bot_match){.pairs = 6, .seed = 3, .threads = 1, .gpu = gpu};
    open_setup(&match->setup, game, seats);
    must(flip_player_parse("quick", &match->a, &problem));
    must(flip_player_parse("random", &match->b, &problem));
    must(flip_bot_match_run(match, &problem));
}

CASE(a_match_on_a_card_is_the_match_on_the_processor)
{
    for (const struct gpu_kernels *kernels = gpu_kernels(); kernels->game; kernels++)
        for (int seats = 1; seats <= 2; seats++) {
            struct flip_bot_match here, there;
            run_match(kernels->game, seats, false, &here);
            run_match(kernels->game, seats, true, &there);
            assert_int_equal(there.done, 6);
            assert_memory_equal(&here.points, &there.points, sizeof here.points);
            assert_memory_equal(&here.share, &there.share, sizeof here.share);
            assert_memory_equal(here.outcome, there.outcome, sizeof here.outcome);
            flip_bot_match_close(&here);
            flip_bot_match_close(&there);
        }
}

static int simulate(const char *game, const char *player, struct flip_simulation *simulation)
{
    flip_simulation_open(simulation);
    open_setup(&simulation->setup, game, flip_game_named(game)->min_seats);
    for (int seat = 0; seat < simulation->setup.seats; seat++)
        must(flip_player_parse(player, &simulation->players[seat], &problem));
    simulation->games = 50;
    simulation->gpu = true;
    return flip_simulation_run(simulation, &problem);
}

static void expect_refusal(const char *game, const char *player, const char *sentence)
{
    struct flip_simulation *simulation = calloc(1, sizeof *simulation);
    assert_int_equal(simulate(game, player, simulation), -1);
    if (!strstr(problem.message, sentence))
        fail_msg("'%s' does not say '%s'", problem.message, sentence);
    flip_simulation_close(simulation);
    free(simulation);
}

CASE(whatever_is_wrong_with_a_card_is_told_in_a_sentence)
{
    static const struct {
        const char *fault, *sentence;
    } cases[] = {
        {"old", "The GPU cannot be used: no (100)."},
        {"empty", "There is no GPU to play on: the NVIDIA driver finds no card."},
        {"small", "The GPU (Imaginary card) has not enough memory"},
        {"refusing", "The GPU's driver refuses the rules: ptxas fatal: Parsing error near line 7"},
        {"failing", "The GPU failed while it played: unspecified launch failure (719)."},
    };
    for (size_t i = 0; gpu_kernels()->game && i < sizeof cases / sizeof *cases; i++) {
        setenv("FAKE_CUDA", cases[i].fault, 1);
        expect_refusal(gpu_kernels()->game, "random", cases[i].sentence);
    }
    unsetenv("FAKE_CUDA");
    if (!gpu_kernels()->game)
        expect_refusal(flip_game_at(0)->id, "random", "The kernels for graphics cards are not there.");
}

/* A program opens its kernels once, so each file is another run of it. */
static void expect_refusal_of_file(const char *file, const char *sentence)
{
    char command[4096], said[4096];
    snprintf(command, sizeof command, "FLIPSIDE_KERNELS='%s' '%s' sim %s --seats random --games 10 --device gpu 2>&1",
             file, getenv("FLIPSIDE_PROGRAM"), flip_game_at(0)->id);
    FILE *run = popen(command, "r");
    assert_non_null(run);
    said[fread(said, 1, sizeof said - 1, run)] = '\0';
    assert_int_not_equal(pclose(run), 0);
    if (!strstr(said, sentence))
        fail_msg("'%s' does not say '%s'", said, sentence);
}

CASE(a_file_that_has_no_kernels_is_refused_in_a_sentence)
{
    expect_refusal_of_file("/nonexistent/kernels.so",
                           "/nonexistent/kernels.so cannot be opened as the kernels for graphics cards.");
    expect_refusal_of_file(getenv("FLIPSIDE_OLD_KERNELS"), "was built from other rules than this program.");
}

CASE(flicks_and_thinking_players_stay_on_the_processor)
{
    for (int i = 0; flip_game_at(i); i++)
        if (flip_game_at(i)->flicks)
            expect_refusal(flip_game_at(i)->id, "random", "its flicks need the processor");
    expect_refusal(flip_game_at(0)->id, "bot1", "every seat must be 'random' or 'quick'");
}

CASE(a_simulation_on_a_card_counts_every_game)
{
    struct flip_simulation *simulation = calloc(1, sizeof *simulation);
    if (gpu_kernels()->game) {
        must(simulate(gpu_kernels()->game, "random", simulation));
        assert_int_equal(simulation->done, 50);
        assert_true(simulation->steps > 50);
        flip_simulation_close(simulation);
    }
    free(simulation);
}

/* On the bare rules a quick player is given the state as it is, so it must not look at what its seat cannot know. */
CASE(a_quick_move_does_not_depend_on_what_is_hidden)
{
    for (int g = 0; flip_game_at(g); g++) {
        const struct flip_game *game = flip_game_at(g);
        struct flip_setup setup;
        struct flip_position at;
        struct flip_random random, again, redealing;
        if (!game->bot || !game->bot->quick || game->flicks)
            continue;
        open_setup(&setup, game->id, 2);
        must(flip_position_open(&at, game, setup.rules, 2, &problem));
        void *known = malloc(game->state_size);
        flip_random_seed(&random, 11);
        flip_random_seed(&redealing, 12);
        for (flip_set turn; (turn = game->rules->turn(setup.rules, at.state)) != 0;) {
            const int seat = flip_set_first(turn);
            flip_move move;
            if (seat == FLIP_DEALER) {
                move = game->rules->deal(setup.rules, at.state, &random);
            } else {
                memcpy(known, at.state, game->state_size);
                game->knowledge->redeal(setup.rules, known, at.before ? at.before : at.state, seat, &redealing);
                again = random;
                move = flip_quick_move(game, setup.rules, at.state, seat, &random);
                assert_true(flip_quick_move(game, setup.rules, known, seat, &again) == move);
            }
            flip_position_step(&at, seat, move);
        }
        free(known);
        flip_position_close(&at);
        flip_setup_close(&setup);
    }
}

/* --- environments -------------------------------------------------------------------------------------------------------- */

enum { LAB_GAMES = 9, LAB_OUTS = 11, LAB_PACKED = 10 };

/* An environment with all its buffers, which may lie on the card. */
struct lab {
    struct flip_env_def def;
    struct flip_env_shape shape;
    size_t size[LAB_OUTS];
    void *out[LAB_OUTS], *memory;
    struct flip_env *env;
};

/* The imaginary card's memory can be looked at as it is. */
static void *card_memory(size_t size)
{
    uint64_t memory = 0;
    int (*take)(uint64_t *, size_t);
    void *function = dlsym(dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL), "cuMemAlloc_v2");
    assert_non_null(function);
    memcpy(&take, &function, sizeof take);
    assert_int_equal(take(&memory, size), 0);
    return (void *)(uintptr_t)memory;
}

static void lab_make(struct lab *lab, const char *game, int seats, enum flip_env_device device)
{
    *lab = (struct lab){.def = flip_env_defaults(flip_game_named(game))};
    lab->def.seats = seats;
    lab->def.games = LAB_GAMES;
    lab->def.seed = 7;
    lab->def.reward = seats == 3 ? FLIP_REWARD_GAIN : lab->def.reward;
    lab->def.device = device;
    must(flip_env_measure(&lab->def, &lab->shape, &problem));
    const struct flip_env_shape *shape = &lab->shape;
    const int row[LAB_OUTS] = {
        4 * shape->numbers,         8 * shape->sets,         4 * shape->listed, 4, 4 * seats, 4 * seats, 1, 1, 8,
        4 * seats * shape->numbers, 4 * (shape->numbers + 1)};
    for (int i = 0; i < LAB_OUTS; i++)
        lab->size[i] = (size_t)row[i] * LAB_GAMES;
    lab->memory = aligned_alloc(FLIP_ENV_ALIGNMENT, lab->shape.memory);
    assert_non_null(lab->memory);
}

static void lab_open(struct lab *lab, const char *game, int seats, enum flip_env_device device, bool on_card)
{
    lab_make(lab, game, seats, device);
    for (int i = 0; i < LAB_OUTS; i++)
        lab->out[i] = on_card ? card_memory(lab->size[i]) : malloc(lab->size[i]);
    for (int i = 0; i < LAB_OUTS; i++)
        memset(lab->out[i], 0, lab->size[i]);
    const struct flip_env_buffers out = {lab->out[0], lab->out[1], lab->out[2], lab->out[3], lab->out[4],
                                         lab->out[5], lab->out[6], lab->out[7], lab->out[8], lab->out[9]};
    lab->env = flip_env_open(&lab->def, lab->memory, lab->shape.memory, &out, &problem);
    must(lab->env ? 0 : -1);
    must(flip_env_pack(lab->env, lab->out[LAB_PACKED], &problem));
}

static void lab_close(struct lab *lab, bool on_card)
{
    flip_env_close(lab->env);
    for (int i = 0; i < LAB_OUTS && !on_card; i++)
        free(lab->out[i]);
    free(lab->memory);
}

/* All but what stands behind the end of a list. */
static void same_results(const struct lab *here, const struct lab *there)
{
    const int32_t *count = here->out[3];
    for (int i = 0; i < LAB_OUTS; i++)
        if (i != 2)
            assert_memory_equal(here->out[i], there->out[i], here->size[i]);
    for (int game = 0; game < LAB_GAMES; game++) {
        const size_t row = sizeof(int32_t) * (size_t)here->shape.listed * (size_t)game;
        assert_memory_equal((char *)here->out[2] + row, (char *)there->out[2] + row,
                            sizeof(int32_t) * (size_t)count[game]);
    }
}

/* First one game alone, then all. */
static void step_both(struct lab *here, struct lab *there, int32_t *actions, int steps)
{
    same_results(here, there);
    for (int i = 0; i < LAB_GAMES; i++)
        actions[i] = i == 4 ? ((int32_t *)here->out[2])[4 * here->shape.listed] : FLIP_ENV_WAIT;
    must(flip_env_step(here->env, actions, NULL, &problem));
    must(flip_env_step(there->env, actions, NULL, &problem));
    same_results(here, there);
    for (int i = 0; i < steps; i++) {
        must(flip_env_step_random(here->env, actions, &problem));
        must(flip_env_step(there->env, actions, NULL, &problem));
        same_results(here, there);
    }
}

static void random_moves_are_the_same(struct lab *here, struct lab *there, int32_t *actions)
{
    int32_t chosen[LAB_GAMES];
    must(flip_env_restart(here->env, 11, &problem));
    must(flip_env_restart(there->env, 11, &problem));
    same_results(here, there);
    for (int i = 0; i < 20; i++) {
        must(flip_env_step_random(here->env, chosen, &problem));
        must(flip_env_step_random(there->env, actions, &problem));
        assert_memory_equal(chosen, actions, sizeof chosen);
    }
    same_results(here, there);
}

static void compare_environments(const char *game, int seats, bool on_card)
{
    struct lab here, there;
    int32_t own[LAB_GAMES], *actions = on_card ? card_memory(sizeof own) : own;
    lab_open(&here, game, seats, FLIP_DEVICE_CPU, false);
    lab_open(&there, game, seats, FLIP_DEVICE_GPU, on_card);
    step_both(&here, &there, actions, games_of(400));
    random_moves_are_the_same(&here, &there, actions);
    lab_close(&here, false);
    lab_close(&there, on_card);
}

/* Nothing but packed rows, of more games than one warp shows. */
static void compare_packed(const char *game, int seats)
{
    enum { GAMES = 75 };
    struct flip_env *env[2];
    void *memory[2];
    uint32_t *packed[2];
    int32_t actions[GAMES];
    size_t size = 0;
    for (int i = 0; i < 2; i++) {
        struct flip_env_shape shape;
        struct flip_env_def def = flip_env_defaults(flip_game_named(game));
        def.seats = seats;
        def.games = GAMES;
        def.device = i ? FLIP_DEVICE_GPU : FLIP_DEVICE_CPU;
        must(flip_env_measure(&def, &shape, &problem));
        memory[i] = aligned_alloc(FLIP_ENV_ALIGNMENT, shape.memory);
        env[i] = flip_env_open(&def, memory[i], shape.memory, NULL, &problem);
        must(env[i] ? 0 : -1);
        size = sizeof(uint32_t) * GAMES * (size_t)flip_env_packing(env[i], NULL, &problem);
        packed[i] = calloc(1, size);
        must(flip_env_step_random(env[i], NULL, &problem));
        must(flip_env_pack(env[i], packed[i], &problem));
    }
    for (int step = 0; step < games_of(200); step++) {
        assert_memory_equal(packed[0], packed[1], size);
        must(flip_env_step_random(env[0], actions, &problem));
        must(flip_env_step(env[1], actions, NULL, &problem));
    }
    must(flip_env_pack(env[1], NULL, &problem));
    memcpy(packed[0], packed[1], size);
    must(flip_env_step_random(env[1], NULL, &problem));
    assert_memory_equal(packed[0], packed[1], size);
    for (int i = 0; i < 2; i++) {
        flip_env_close(env[i]);
        free(memory[i]);
        free(packed[i]);
    }
}

CASE(a_card_packs_the_observations_of_the_processor)
{
    for (const struct gpu_kernels *kernels = gpu_kernels(); kernels->game; kernels++)
        for (int seats = flip_game_named(kernels->game)->min_seats; seats <= 3; seats++)
            compare_packed(kernels->game, seats);
}

CASE(a_card_steps_the_environments_of_the_processor)
{
    for (const struct gpu_kernels *kernels = gpu_kernels(); kernels->game; kernels++)
        for (int seats = 1; seats <= 3; seats++)
            compare_environments(kernels->game, seats, seats == 2);
}

static int32_t first_action(const struct lab *lab, int game)
{
    return ((const int32_t *)lab->out[2])[game * lab->shape.listed];
}

CASE(one_game_on_a_card_can_be_looked_at_and_played)
{
    for (const struct gpu_kernels *kernels = gpu_kernels(); kernels->game; kernels++) {
        struct lab lab[2];
        for (int i = 0; i < 2; i++) {
            char text[FLIP_MOVE_TEXT];
            struct flip_text out = flip_text_in(text, sizeof text);
            struct flip_position at;
            flip_move move;
            int32_t action = -1;
            lab_open(&lab[i], kernels->game, 2, i ? FLIP_DEVICE_GPU : FLIP_DEVICE_CPU, false);
            must(flip_env_begin(lab[i].env, 3, 99, &problem));
            must(flip_env_text(lab[i].env, 3, first_action(&lab[i], 3), &out, &problem));
            must(flip_env_named(lab[i].env, 3, text, &action, &problem));
            assert_int_equal(action, first_action(&lab[i], 3));
            must(flip_env_move(lab[i].env, 3, action, NULL, &move, &problem));
            must(flip_env_position(lab[i].env, 3, &at, &problem));
            assert_true(flip_set_has(at.game->rules->turn(at.rules, at.state), ((uint8_t *)lab[i].out[7])[3]));
            must(flip_env_act(lab[i].env, 3, move, &problem));
        }
        same_results(&lab[0], &lab[1]);
        lab_close(&lab[0], false);
        lab_close(&lab[1], false);
    }
}

CASE(a_card_looks_ahead_as_the_processor_does)
{
    static const int32_t games[] = {4, 0, 4};
    for (const struct gpu_kernels *kernels = gpu_kernels(); kernels->game; kernels++) {
        struct lab from[2], to[2];
        for (int i = 0; i < 2; i++) {
            int32_t actions[3];
            lab_open(&from[i], kernels->game, 2, i ? FLIP_DEVICE_GPU : FLIP_DEVICE_CPU, false);
            lab_open(&to[i], kernels->game, 2, i ? FLIP_DEVICE_GPU : FLIP_DEVICE_CPU, false);
            for (int k = 0; k < 3; k++)
                actions[k] = first_action(&from[i], games[k]);
            must(flip_env_branch(to[i].env, from[i].env, 3, games, actions, 5, &problem));
            actions[1] = from[i].shape.actions;
            assert_int_equal(flip_env_branch(to[i].env, from[i].env, 3, games, actions, 5, &problem), -1);
            assert_non_null(strstr(problem.message, "Game 0: there are the actions 0 to "));
        }
        same_results(&to[0], &to[1]);
        assert_int_equal(flip_env_branch(to[0].env, from[1].env, 3, games, games, 5, &problem), -1);
        assert_string_equal(problem.message, "Branches need an environment on the same device.");
        for (int i = 0; i < 2; i++) {
            lab_close(&from[i], false);
            lab_close(&to[i], false);
        }
    }
}

/* The first action of each game, and one that is not legal in game 6. */
static void bad_actions(const struct lab *lab, int32_t *out)
{
    const flip_set *mask = (const flip_set *)lab->out[1] + (size_t)6 * (size_t)lab->shape.sets;
    for (int game = 0; game < LAB_GAMES; game++)
        out[game] = first_action(lab, game);
    for (out[6] = 0; flip_set_has(mask[out[6] / 64], out[6] % 64);)
        out[6]++;
}

CASE(a_bad_action_on_a_card_moves_no_game)
{
    for (const struct gpu_kernels *kernels = gpu_kernels(); kernels->game; kernels++) {
        struct lab here, there;
        int32_t actions[LAB_GAMES];
        char said[sizeof problem.message];
        lab_open(&here, kernels->game, 1, FLIP_DEVICE_CPU, false);
        lab_open(&there, kernels->game, 1, FLIP_DEVICE_GPU, false);
        bad_actions(&here, actions);
        assert_int_equal(flip_env_step(here.env, actions, NULL, &problem), -1);
        memcpy(said, problem.message, sizeof said);
        assert_int_equal(flip_env_step(there.env, actions, NULL, &problem), -1);
        assert_string_equal(problem.message, said);
        same_results(&here, &there);
        step_both(&here, &there, actions, 3);
        lab_close(&here, false);
        lab_close(&there, false);
    }
}

CASE(whatever_is_wrong_with_a_card_is_told_to_environments_too)
{
    static const struct {
        const char *fault, *sentence;
    } cases[] = {
        {"empty", "There is no GPU to play on: the NVIDIA driver finds no card."},
        {"small", "The GPU (Imaginary card) has not enough memory"},
        {"refusing", "The GPU's driver refuses the rules: ptxas fatal: Parsing error near line 7"},
        {"failing", "The GPU failed while it played: unspecified launch failure (719)."},
    };
    for (size_t i = 0; gpu_kernels()->game && i < sizeof cases / sizeof *cases; i++) {
        struct lab lab;
        lab_make(&lab, gpu_kernels()->game, 1, FLIP_DEVICE_GPU);
        setenv("FAKE_CUDA", cases[i].fault, 1);
        assert_null(flip_env_open(&lab.def, lab.memory, lab.shape.memory, NULL, &problem));
        if (!strstr(problem.message, cases[i].sentence))
            fail_msg("'%s' does not say '%s'", problem.message, cases[i].sentence);
        free(lab.memory);
    }
    unsetenv("FAKE_CUDA");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_card_plays_the_random_games_of_the_processor),
        cmocka_unit_test(a_card_plays_the_quick_games_of_the_processor),
        cmocka_unit_test(a_card_plays_an_edition_of_ones_own),
        cmocka_unit_test(a_match_on_a_card_is_the_match_on_the_processor),
        cmocka_unit_test(whatever_is_wrong_with_a_card_is_told_in_a_sentence),
        cmocka_unit_test(a_file_that_has_no_kernels_is_refused_in_a_sentence),
        cmocka_unit_test(flicks_and_thinking_players_stay_on_the_processor),
        cmocka_unit_test(a_simulation_on_a_card_counts_every_game),
        cmocka_unit_test(a_card_packs_the_observations_of_the_processor),
        cmocka_unit_test(a_card_steps_the_environments_of_the_processor),
        cmocka_unit_test(one_game_on_a_card_can_be_looked_at_and_played),
        cmocka_unit_test(a_card_looks_ahead_as_the_processor_does),
        cmocka_unit_test(a_bad_action_on_a_card_moves_no_game),
        cmocka_unit_test(whatever_is_wrong_with_a_card_is_told_to_environments_too),
        cmocka_unit_test(a_quick_move_does_not_depend_on_what_is_hidden),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
