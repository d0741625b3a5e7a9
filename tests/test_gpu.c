/*
 * Games on a graphics card, with a driver that has none (tests/fake_cuda.c): the kernels' source, compiled for the processor, must play
 * the games of the simulator, and whatever is wrong with a card must be told in a sentence.
 */
#include "bots/search.h"
#include "gpu/kernels.h"
#include "sim/card.h"
#include "sim/match.h"
#include "sim/simulation.h"

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
static void compare(const char *game, int seats, flip_set quick, uint64_t games)
{
    struct flip_setup setup;
    struct flip_card card;
    double seconds = 0;
    open_setup(&setup, game, seats);
    struct flip_playout *playout = flip_playout_open(&setup);
    must(flip_card_open(&card, &setup, 7, games, &problem));
    card.task.players = quick ? GPU_QUICK : GPU_RANDOM;
    card.task.quick[0] = (uint32_t)quick;
    must(flip_card_play(&card, 5, games, &seconds, &problem));
    assert_int_equal(card.task.count, games);
    for (uint32_t i = 0; i < games; i++) {
        const uint64_t seed = flip_game_seed(7, 5 + i);
        struct flip_played here, there;
        flip_card_played(&card, i, &there);
        must(quick ? flip_playout_quick(playout, quick, seed, flip_game_seed(seed, 0), &here, &problem)
                   : flip_playout_random(playout, seed, &here, &problem));
        assert_int_equal(here.steps, there.steps);
        assert_true(here.result.winners == there.result.winners);
        assert_memory_equal(here.result.score, there.result.score, sizeof(int) * (size_t)seats);
    }
    flip_card_close(&card);
    flip_playout_close(playout);
    flip_setup_close(&setup);
}

CASE(a_card_plays_the_random_games_of_the_processor)
{
    for (const struct gpu_kernels *kernels = gpu_kernels; kernels->game; kernels++)
        for (int seats = flip_game_named(kernels->game)->min_seats; seats <= 3; seats++)
            compare(kernels->game, seats, 0, (uint64_t)games_of(CARD_GAMES));
}

CASE(a_card_plays_the_quick_games_of_the_processor)
{
    for (const struct gpu_kernels *kernels = gpu_kernels; kernels->game; kernels++)
        for (flip_set quick = 1; quick < 4; quick++)
            compare(kernels->game, 2, quick, (uint64_t)games_of(CARD_QUICK_GAMES));
}

static void run_match(const char *game, int seats, bool gpu, struct flip_match *match)
{
    *match = (struct flip_match){.pairs = 6, .seed = 3, .threads = 1, .gpu = gpu};
    open_setup(&match->setup, game, seats);
    must(flip_player_parse("quick", &match->a, &problem));
    must(flip_player_parse("random", &match->b, &problem));
    must(flip_match_run(match, &problem));
}

CASE(a_match_on_a_card_is_the_match_on_the_processor)
{
    for (const struct gpu_kernels *kernels = gpu_kernels; kernels->game; kernels++)
        for (int seats = 1; seats <= 2; seats++) {
            struct flip_match here, there;
            run_match(kernels->game, seats, false, &here);
            run_match(kernels->game, seats, true, &there);
            assert_int_equal(there.done, 6);
            assert_memory_equal(&here.points, &there.points, sizeof here.points);
            assert_memory_equal(&here.share, &there.share, sizeof here.share);
            assert_memory_equal(here.outcome, there.outcome, sizeof here.outcome);
            flip_match_close(&here);
            flip_match_close(&there);
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
    for (size_t i = 0; gpu_kernels->game && i < sizeof cases / sizeof *cases; i++) {
        setenv("FAKE_CUDA", cases[i].fault, 1);
        expect_refusal(gpu_kernels->game, "random", cases[i].sentence);
    }
    unsetenv("FAKE_CUDA");
    if (!gpu_kernels->game)
        expect_refusal(flip_game_at(0)->id, "random", "This program was built without clang 19");
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
    if (gpu_kernels->game) {
        must(simulate(gpu_kernels->game, "random", simulation));
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_card_plays_the_random_games_of_the_processor),
        cmocka_unit_test(a_card_plays_the_quick_games_of_the_processor),
        cmocka_unit_test(a_match_on_a_card_is_the_match_on_the_processor),
        cmocka_unit_test(whatever_is_wrong_with_a_card_is_told_in_a_sentence),
        cmocka_unit_test(flicks_and_thinking_players_stay_on_the_processor),
        cmocka_unit_test(a_simulation_on_a_card_counts_every_game),
        cmocka_unit_test(a_quick_move_does_not_depend_on_what_is_hidden),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
