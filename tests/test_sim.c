/*
 * Simulator, matches and bench: for every game there is, and the program itself from outside. Nothing here is timed; seeds
 * are fixed, so a statistical statement holds always or never.
 */
#include "faces/sim/match/match.h"
#include "faces/sim/simulate/simulation.h"
#include "table/table.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support.h"

static void open_setup(struct flip_setup *setup, const struct flip_game *game, int seats)
{
    const struct flip_setup_args args = {.game = game->id};
    *setup = (struct flip_setup){0};
    must(flip_setup_read(setup, &args, &problem));
    must(flip_setup_seat(setup, seats, &problem));
}

/* A game of flicks takes a thousand times as long as a game of cards: a few do there what many do elsewhere. */
static uint64_t enough(const struct flip_game *game, uint64_t games)
{
    if (game->flicks)
        return flicks_in_part() ? 2 : games / 300 + 2;
    return (uint64_t)games_of((int)games);
}

static int most_seats(const struct flip_game *game) { return game->max_seats < 3 ? game->max_seats : 3; }

/* --- one game ------------------------------------------------------------------------------------------------------- */

CASE(a_uniform_game_ends_and_repeats_with_its_seed)
{
    for (int g = 0; flip_game_at(g); g++) {
        struct flip_setup setup;
        open_setup(&setup, flip_game_at(g), flip_game_at(g)->min_seats);
        struct flip_playout *playout = flip_playout_open(&setup);
        assert_non_null(playout);
        bool differ = false;
        uint64_t first_steps = 0;
        int first_score = 0;
        for (uint64_t i = 0; i < enough(flip_game_at(g), 200); i++) {
            struct flip_played outcome, again;
            must(flip_playout_random(playout, flip_game_seed(1, i), &outcome, &problem));
            must(flip_playout_random(playout, flip_game_seed(1, i), &again, &problem));
            assert_true(outcome.result.over);
            assert_true(outcome.steps > 0);
            assert_int_equal(outcome.steps, again.steps);
            assert_memory_equal(outcome.result.score, again.result.score, sizeof(int) * (size_t)setup.seats);
            if (i == 0) {
                first_steps = outcome.steps;
                first_score = outcome.result.score[0];
            }
            differ = differ || outcome.steps != first_steps || outcome.result.score[0] != first_score;
        }
        assert_true(differ);
        flip_playout_close(playout);
        flip_setup_close(&setup);
    }
}

/* Two ways to the same distribution: the bare rules with the fast generator, and a table with the cryptographic one. */
CASE(uniform_seats_score_the_same_below_and_at_a_table)
{
    struct flip_player random;
    must(flip_player_parse("random", &random, &problem));
    for (int g = 0; flip_game_at(g); g++) {
        struct flip_setup setup;
        open_setup(&setup, flip_game_at(g), flip_game_at(g)->min_seats);
        struct flip_playout *playout = flip_playout_open(&setup);
        const struct flip_player *players[FLIP_MAX_SEATS];
        for (int seat = 0; seat < setup.seats; seat++)
            players[seat] = &random;
        struct flip_moments bare = {0}, table = {0};
        for (uint64_t i = 0; i < enough(flip_game_at(g), 1500); i++) {
            struct flip_played outcome;
            must(flip_playout_random(playout, flip_game_seed(7, i), &outcome, &problem));
            flip_moments_add(&bare, outcome.result.score[0]);
            must(flip_playout_players(playout, players, flip_game_seed(8, i), i, NULL, &outcome, &problem));
            flip_moments_add(&table, outcome.result.score[0]);
        }
        const double error = hypot(flip_moments_error(&bare), flip_moments_error(&table));
        if (fabs(bare.mean - table.mean) > 4 * error)
            fail_msg("%s: %.3f on the bare rules, %.3f at a table, error %.3f", flip_game_at(g)->id, bare.mean,
                     table.mean, error);
        flip_playout_close(playout);
        flip_setup_close(&setup);
    }
}

CASE(neighbouring_seeds_have_nothing_in_common)
{
    int distance = 0;
    for (uint64_t i = 0; i < 1000; i++)
        distance += flip_set_count(flip_game_seed(1, i) ^ flip_game_seed(1, i + 1));
    assert_in_range(distance, 31000, 33000);
    assert_true(flip_game_seed(1, 1) != flip_game_seed(2, 0));
}

/* --- simulations ---------------------------------------------------------------------------------------------------- */

static struct flip_simulation *simulate(const struct flip_game *game, const char *player, int seats, uint64_t games,
                                        int threads, char **csv)
{
    struct flip_simulation *simulation = calloc(1, sizeof *simulation);
    size_t size;
    flip_simulation_open(simulation);
    open_setup(&simulation->setup, game, seats);
    for (int seat = 0; seat < seats; seat++)
        must(flip_player_parse(player, &simulation->players[seat], &problem));
    simulation->games = games;
    simulation->threads = threads;
    if (csv)
        simulation->csv = open_memstream(csv, &size);
    must(flip_simulation_run(simulation, &problem));
    if (csv)
        fclose(simulation->csv);
    return simulation;
}

static void end(struct flip_simulation *simulation)
{
    flip_simulation_close(simulation);
    free(simulation);
}

CASE(results_are_the_same_with_any_number_of_threads)
{
    static const struct {
        const char *player;
        uint64_t games;
    } cases[] = {{"random", 1000}, {"bot1", 4}};
    for (int g = 0; flip_game_at(g); g++) {
        for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
            if (flip_game_at(g)->flicks && !in_full() && strcmp(cases[c].player, "random") != 0)
                continue;
            char *one = NULL, *three = NULL;
            const int seats = most_seats(flip_game_at(g));
            const uint64_t games = enough(flip_game_at(g), cases[c].games);
            end(simulate(flip_game_at(g), cases[c].player, seats, games, 1, &one));
            end(simulate(flip_game_at(g), cases[c].player, seats, games, 3, &three));
            assert_string_equal(one, three);
            free(one);
            free(three);
        }
    }
}

CASE(csv_has_a_header_and_a_row_for_each_game)
{
    for (int g = 0; flip_game_at(g); g++) {
        char *csv = NULL;
        const uint64_t games = enough(flip_game_at(g), 130);
        end(simulate(flip_game_at(g), "random", flip_game_at(g)->min_seats, games, 2, &csv));
        assert_memory_equal(csv, "game,seed,steps,winners,seat1_player,seat1_score,", 49);
        int rows = 0, commas = 0, header_commas = 0;
        for (const char *at = csv; *at; at++) {
            commas += *at == ',';
            if (*at == '\n') {
                if (rows == 0)
                    header_commas = commas;
                assert_int_equal(commas, header_commas);
                commas = 0;
                rows++;
            }
        }
        assert_int_equal(rows, games + 1);
        free(csv);
    }
}

CASE(csv_says_who_sat_where)
{
    char *csv = NULL;
    end(simulate(flip_game_named("royalflip"), "quick", 2, 3, 1, &csv));
    assert_non_null(strstr(csv, ",seat1_player,seat1_score,"));
    assert_non_null(strstr(csv, ",seat2_player,seat2_score,"));
    int named = 0;
    for (const char *at = csv; (at = strstr(at, ",quick,")); at++)
        named++;
    assert_int_equal(named, 6);
    free(csv);
}

/* Seats of one game see the same cards, so their scores are alike, and a game counts as one value: with seats taken for independent, 95 %
   intervals would cover the mean in about 86 of 100 runs. */
CASE(the_interval_of_a_mean_covers_it_as_often_as_it_says)
{
    enum { RUNS = 200, GAMES = 30 };
    const struct flip_game *game = flip_game_named("royalflip");
    struct flip_simulation *all = simulate(game, "random", 4, RUNS * GAMES, 1, NULL);
    const double truth = all->game_mean.mean;
    int covered = 0, covered_by_seats = 0;
    end(all);
    for (int run = 0; run < RUNS; run++) {
        struct flip_simulation *one = calloc(1, sizeof *one);
        struct flip_tally tally = {0};
        flip_simulation_open(one);
        open_setup(&one->setup, game, 4);
        for (int seat = 0; seat < 4; seat++)
            must(flip_player_parse("random", &one->players[seat], &problem));
        one->games = GAMES;
        one->seed = (uint64_t)run + 100;
        must(flip_simulation_run(one, &problem));
        const struct flip_interval interval = flip_moments_interval(&one->game_mean);
        covered += interval.low <= truth && truth <= interval.high;
        for (int seat = 0; seat < 4; seat++)
            flip_tally_merge(&tally, &one->tally[seat]);
        const struct flip_moments seats = flip_tally_moments(&tally);
        assert_true(fabs(seats.mean - one->game_mean.mean) < 1e-9);
        const struct flip_interval narrow = flip_moments_interval(&seats);
        covered_by_seats += narrow.low <= truth && truth <= narrow.high;
        flip_tally_free(&tally);
        end(one);
    }
    assert_in_range(covered, RUNS * 92 / 100, RUNS * 98 / 100);
    assert_true(covered_by_seats < covered);
}

CASE(win_shares_add_up_to_all_games)
{
    for (int g = 0; flip_game_at(g); g++) {
        const int seats = most_seats(flip_game_at(g));
        const uint64_t games = enough(flip_game_at(g), 500);
        struct flip_simulation *simulation = simulate(flip_game_at(g), "random", seats, games, 2, NULL);
        uint64_t wins = 0;
        for (int seat = 0; seat < seats; seat++)
            wins += simulation->wins[seat];
        if (seats > 1)
            assert_int_equal(wins, (games - simulation->unwon) * FLIP_WIN);
        assert_int_equal(simulation->done, games);
        assert_true(simulation->column_count > 0);
        end(simulation);
    }
}

CASE(the_simulator_plays_what_the_bench_counts)
{
    for (int g = 0; flip_game_at(g); g++) {
        const uint64_t games = enough(flip_game_at(g), 300);
        struct flip_simulation *simulation =
            simulate(flip_game_at(g), "random", flip_game_at(g)->min_seats, games, 2, NULL);
        struct flip_playout *playout = flip_playout_open(&simulation->setup);
        struct flip_tally tally = {0};
        uint64_t steps = 0;
        for (uint64_t i = 0; i < games; i++) {
            struct flip_played outcome;
            must(flip_playout_random(playout, flip_game_seed(simulation->seed, i), &outcome, &problem));
            must(flip_tally_add(&tally, outcome.result.score[0]));
            steps += outcome.steps;
        }
        assert_int_equal(steps, simulation->steps);
        for (int64_t score = tally.min; score <= tally.max; score++)
            assert_int_equal(flip_tally_at(&tally, score), flip_tally_at(&simulation->tally[0], score));
        flip_tally_free(&tally);
        flip_playout_close(playout);
        end(simulation);
    }
}

/* --- matches -------------------------------------------------------------------------------------------------------- */

static void run_match(struct flip_bot_match *match, const struct flip_game *game, const char *a, const char *b,
                      int seats, uint64_t pairs, int threads)
{
    const struct flip_sprt sprt = match->sprt;
    const bool sequential = match->sequential;
    FILE *csv = match->csv;
    *match = (struct flip_bot_match){
        .seed = 3, .pairs = pairs, .threads = threads, .sprt = sprt, .sequential = sequential, .csv = csv};
    open_setup(&match->setup, game, seats);
    must(flip_player_parse(a, &match->a, &problem));
    must(flip_player_parse(b, &match->b, &problem));
    must(flip_bot_match_run(match, &problem));
}

static int duel_seats(const struct flip_game *game)
{
    return game->max_seats < 2 ? 1 : game->min_seats > 2 ? game->min_seats : 2;
}

CASE(every_seat_is_once_of_a_and_once_of_b)
{
    for (int g = 0; flip_game_at(g); g++) {
        struct flip_bot_match match = {.setup.game = flip_game_at(g)};
        flip_options_default(flip_game_at(g), &match.setup.options);
        for (int seat = 0; seat < FLIP_MAX_SEATS; seat++) {
            assert_int_equal(flip_bot_match_seat_of_a(&match, 0, seat), seat % 2 == 0);
            assert_int_equal(flip_bot_match_seat_of_a(&match, 1, seat), seat % 2 == 1);
        }
    }
}

CASE(the_seats_of_a_team_are_all_of_a_or_all_of_b)
{
    static const bool of_a[] = {true, false, false, true, true};
    struct flip_bot_match match = {.setup.game = flip_game_named("flickemup")};
    flip_options_default(match.setup.game, &match.setup.options);
    must(flip_options_set(match.setup.game, &match.setup.options, "teams", "outlaws,lawmen,lawmen,outlaws,outlaws",
                          &problem));
    for (int seat = 0; seat < 5; seat++) {
        assert_int_equal(flip_bot_match_seat_of_a(&match, 0, seat), of_a[seat]);
        assert_int_equal(flip_bot_match_seat_of_a(&match, 1, seat), !of_a[seat]);
    }
}

/* The games are the same every time: a hundred pairs of Royal Flip happen to lie four standard errors off, two thousand lie on the spot. */
CASE(equal_players_are_equally_strong)
{
    for (int g = 0; flip_game_at(g); g++) {
        struct flip_bot_match match = {0};
        const uint64_t games = enough(flip_game_at(g), 300);
        if (games < 3) /* two that end alike have no spread */
            continue;
        run_match(&match, flip_game_at(g), "random", "random", duel_seats(flip_game_at(g)), games, 2);
        assert_true(fabs(match.share.mean - 0.5) <= 5 * flip_moments_error(&match.share));
        assert_true(fabs(match.points.mean) <= 4 * flip_moments_error(&match.points));
        assert_int_equal(match.done, games);
        flip_bot_match_close(&match);
    }
}

CASE(swapping_a_and_b_turns_the_result_round)
{
    const struct flip_game *game = flip_game_at(0);
    struct flip_bot_match forth = {0}, back = {0};
    run_match(&forth, game, "random", "bot1", duel_seats(game), 20, 2);
    run_match(&back, game, "bot1", "random", duel_seats(game), 20, 2);
    struct flip_interval interval;
    assert_true(flip_bot_match_elo(&forth, &interval) < 0);
    assert_true(interval.high < 0);
    assert_true(flip_bot_match_elo(&back, &interval) > 0);
    assert_true(back.points.mean > 0 && forth.points.mean < 0);
    flip_bot_match_close(&forth);
    flip_bot_match_close(&back);
}

CASE(a_sequential_test_stops_at_the_same_pair_with_any_number_of_threads)
{
    const struct flip_game *game = flip_game_at(0);
    uint64_t done = 0;
    for (int threads = 1; threads <= 3; threads++) {
        struct flip_bot_match match = {.sequential = true};
        match.sprt = flip_sprt_make(flip_share_of_elo(0), flip_share_of_elo(100), 0.05, 0.05);
        run_match(&match, game, "bot1", "random", 2, 500, threads);
        assert_int_equal(match.verdict, 1);
        assert_true(match.done < 500);
        if (threads == 1)
            done = match.done;
        assert_int_equal(match.done, done);
        flip_bot_match_close(&match);
    }
}

CASE(the_games_of_a_pair_begin_with_the_same_events)
{
    struct flip_player random;
    must(flip_player_parse("random", &random, &problem));
    for (int g = 0; flip_game_at(g); g++) {
        struct flip_setup setup;
        open_setup(&setup, flip_game_at(g), flip_game_at(g)->min_seats);
        struct flip_playout *first = flip_playout_open(&setup), *second = flip_playout_open(&setup);
        const struct flip_player *players[FLIP_MAX_SEATS];
        for (int seat = 0; seat < setup.seats; seat++)
            players[seat] = &random;
        struct flip_played outcome;
        must(flip_playout_players(first, players, 5, 1, NULL, &outcome, &problem));
        must(flip_playout_players(second, players, 5, 2, NULL, &outcome, &problem));
        assert_memory_equal(first->table->dealer.seed, second->table->dealer.seed, FLIP_SEED_BYTES);
        for (int i = 0; first->table->steps[i].seat == FLIP_DEALER; i++)
            assert_true(first->table->steps[i].move == second->table->steps[i].move);
        flip_playout_close(first);
        flip_playout_close(second);
        flip_setup_close(&setup);
    }
}

CASE(alone_the_difference_of_scores_decides)
{
    for (int g = 0; flip_game_at(g); g++) {
        if (flip_game_at(g)->min_seats > 1)
            continue;
        char *csv = NULL;
        size_t size;
        struct flip_bot_match match = {.csv = open_memstream(&csv, &size)};
        run_match(&match, flip_game_at(g), "bot1", "random", 1, 20, 2);
        fclose(match.csv);
        assert_int_equal(match.won + match.drawn + match.lost, 20);
        assert_true(fabs(match.points.mean - (match.a_score.mean - match.b_score.mean)) < 1e-9);
        assert_memory_equal(csv, "pair,game,seed,steps,share_a,seat1_player,seat1_score\n", 54);
        assert_non_null(strstr(csv, "\n20,2,"));
        free(csv);
        flip_bot_match_close(&match);
    }
}

CASE(one_pair_does_not_show_how_sure_its_difference_is)
{
    for (int pairs = 1; pairs <= 2; pairs++) {
        char *said = NULL;
        size_t size;
        FILE *out = open_memstream(&said, &size);
        struct flip_bot_match match = {0};
        run_match(&match, flip_game_named("royalflip"), "quick", "random", 2, (uint64_t)pairs, 1);
        flip_bot_match_print(out, &match);
        fclose(out);
        assert_non_null(strstr(said, "Difference    +"));
        assert_int_equal(strstr(strstr(said, "Difference"), "95 % interval") != NULL, pairs == 2);
        free(said);
        flip_bot_match_close(&match);
    }
}

/* However clear the first pairs are, they do not show yet how far points lie apart. */
CASE(alone_a_sequential_test_waits_until_the_spread_of_points_is_seen)
{
    struct flip_bot_match match = {.sequential = true, .sprt = flip_sprt_make(0, 1, 0.05, 0.05)};
    run_match(&match, flip_game_named("royalflip"), "quick", "random", 1, 100, 1);
    assert_int_equal(match.verdict, 1);
    assert_int_equal(match.done, FLIP_POINTS_PAIRS);
    flip_bot_match_close(&match);
}

/* --- the program ---------------------------------------------------------------------------------------------------- */

enum { OUTPUT = 1 << 16 };

/* Runs the program by the shell, both outputs together. Returns the exit status. The search for leaks takes seconds for
   each process on some machines, so it is left to the tests above, which run the same code in this process. */
static int run(const char *arguments, char output[OUTPUT])
{
    const char *program = getenv("FLIPSIDE_PROGRAM");
    if (!program)
        skip();
    char command[1024];
    snprintf(command, sizeof command, "ASAN_OPTIONS=detect_leaks=0 '%s' %s 2>&1", program, arguments);
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    const size_t length = fread(output, 1, OUTPUT - 1, pipe);
    output[length] = '\0';
    const int status = pclose(pipe);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

CASE(wrong_usage_is_answered_with_a_sentence)
{
    static const struct {
        const char *arguments, *answer;
        int status;
    } cases[] = {
        {"sim", "Name a game", 2},
        {"sim nosuchgame", "There is no game 'nosuchgame'", 2},
        {"report nosuchgame", "There is no game 'nosuchgame'", 2},
        {"report royalflip --what-if rounds", "--what-if takes PATH=VALUE", 2},
        {"report royalflip --what-if nosuch.thing=1", "The edition has no 'nosuch' there", 2},
        {"report royalflip --what-if map=1", "is no single value", 2},
        {"report royalflip --what-if rounds=-1", "rounds", 2},
        {"report royalflip --players you", "Nobody can sit and play", 1},
        {"sim royalflip --nosuch", "There is no option '--nosuch'", 2},
        {"sim royalflip --games", "--games needs a value", 2},
        {"sim royalflip --games 0", "--games takes a whole number from 1", 2},
        {"sim royalflip --games 12x", "not '12x'", 2},
        {"sim royalflip --threads -1", "--threads takes a whole number", 2},
        {"sim royalflip royalflip", "One game at a time", 2},
        {"sim royalflip --seats you", "take bots, not 'you'", 1},
        {"sim royalflip --seats random,random,random,random,random,random,random", "has 1 to 6 seats, not 7", 2},
        {"sim royalflip --option pvp", "NAME=VALUE", 2},
        {"sim royalflip --option nosuch=1", "nosuch", 2},
        {"sim royalflip --edition /nosuch.json", "/nosuch.json", 2},
        {"sim royalflip --games 3 --seats random --csv /nosuch/file", "Cannot write '/nosuch/file'", 1},
        {"sim royalflip --games 3 --seats random --svg /nosuch/file", "Cannot write '/nosuch/file'", 1},
        {"sim royalflip --games 3 --seats random,exec:/no/such", "'exec:/no/such' cannot play: the shell could not", 1},
        {"report royalflip --games 3 --players exec:/no/such", "'exec:/no/such' cannot play", 1},
        {"match random exec:/no/such royalflip", "'exec:/no/such' cannot play", 1},
        {"match random exec:/no/such royalflip --seats 1", "'exec:/no/such' cannot play", 1},
        {"match bot1 royalflip", "two players and a game", 2},
        {"match bot1 bot9 royalflip", "bot9", 2},
        {"match random random royalflip --elo0 5 --elo1 5", "first bound must be below", 2},
        {"match random random royalflip --seats 1 --elo1 5", "--points0", 2},
        {"match random random royalflip --points1 5", "--seats 1", 2},
        {"match random random royalflip --alpha nan", "--alpha takes a number", 2},
        {"bench nosuchgame", "There is no game", 1},
        {"bench --seconds 0", "--seconds takes a number", 2},
        {"bench --seats 2", "name it", 2},
    };
    char output[OUTPUT];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const int status = run(cases[i].arguments, output);
        if (status != cases[i].status || !strstr(output, cases[i].answer))
            fail_msg("'%s' gave %d: %s", cases[i].arguments, status, output);
    }
}

CASE(every_command_has_help)
{
    static const char *const commands[] = {"sim --help", "match --help", "bench --help"};
    char output[OUTPUT];
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        assert_int_equal(run(commands[i], output), 0);
        assert_memory_equal(output, "usage: flipside ", 16);
    }
}

/* The value of a figure in the bench's output. */
static double figure(const char *output, const char *name)
{
    const char *at = strstr(output, name);
    if (!at) {
        fail_msg("there is no figure '%s' in: %s", name, output);
        return 0;
    }
    return strtod(at + strlen(name), NULL);
}

CASE(bench_prints_one_figure_a_line_for_every_game)
{
    if (flicks_in_part())
        skip();
    static const char *const metrics[] = {
        "steps_per_second",   "games_per_second",        "mean_score",       "search_iterations_per_second",
        "replays_per_second", "record_loads_per_second", "clones_per_second"};
    enum { METRICS = sizeof metrics / sizeof *metrics };
    char output[OUTPUT], name[80];
    assert_int_equal(run("bench --seconds 0.01", output), 0);
    int games = 0, lines = 0, packed = 0;
    for (; flip_game_at(games); games++) {
        packed += !flip_game_at(games)->flicks;
        if (!flip_game_at(games)->flicks) {
            snprintf(name, sizeof name, "%s packed_steps_per_second ", flip_game_at(games)->id);
            assert_true(figure(output, name) > 0);
        }
        const char *of_its_own = flip_game_at(games)->flicks ? "flicks_per_second" : "observed_steps_per_second";
        snprintf(name, sizeof name, "%s %s ", flip_game_at(games)->id, of_its_own);
        assert_true(figure(output, name) > 0);
        for (int i = 0; i < METRICS; i++) {
            snprintf(name, sizeof name, "%s %s ", flip_game_at(games)->id, metrics[i]);
            const double value = figure(output, name);
            assert_true(i == 2 || value > 0);
        }
    }
    for (const char *at = output; *at; at++)
        lines += *at == '\n';
    assert_int_equal(lines, games * (METRICS + 1) + packed);
}

CASE(bench_and_simulator_tell_the_same_mean)
{
    char output[OUTPUT], arguments[160], name[80], mean[32];
    for (int g = 0; flip_game_at(g); g++) {
        /* A mean of so many whole numbers has three digits and no more. */
        const int games = flip_game_at(g)->flicks ? (int)enough(flip_game_at(g), 1000) : flicks_in_part() ? 250 : 1000;
        snprintf(arguments, sizeof arguments, "bench %s --games %d", flip_game_at(g)->id, games);
        assert_int_equal(run(arguments, output), 0);
        snprintf(name, sizeof name, "%s mean_score ", flip_game_at(g)->id);
        snprintf(mean, sizeof mean, " %.3f ", figure(output, name));
        struct flip_text text = flip_text_in(arguments, sizeof arguments);
        flip_text_add(&text, "sim %s --games %d --seats random", flip_game_at(g)->id, games);
        if (flip_game_at(g)->min_seats > 1)
            continue; /* the simulator tells a mean for each seat */
        assert_int_equal(run(arguments, output), 0);
        if (!strstr(output, mean))
            fail_msg("the bench's mean is %s, the simulator says: %s", mean, output);
    }
}

/* Waits for the file to grow, so that the run has begun; how long that takes does not matter. */
static void wait_for_rows(const char *path)
{
    struct stat status;
    while (stat(path, &status) != 0 || status.st_size == 0)
        usleep(10000);
}

CASE(a_report_is_one_page_that_depends_on_the_seed_alone)
{
    static char page[2][OUTPUT], output[OUTPUT];
    char path[] = "/tmp/flipside-test-XXXXXX", arguments[256];
    const int file = mkstemp(path);
    assert_true(file >= 0);
    close(file);
    for (int i = 0; i < 2; i++) {
        snprintf(arguments, sizeof arguments,
                 "report royalflip --games 20 --players random --what-if rounds=6 --threads %d --out %s", i + 1, path);
        assert_int_equal(run(arguments, output), 0);
        FILE *in = fopen(path, "r");
        assert_non_null(in);
        page[i][fread(page[i], 1, OUTPUT - 1, in)] = '\0';
        fclose(in);
    }
    unlink(path);
    assert_string_equal(page[0], page[1]);
    assert_non_null(strstr(page[0], "</svg>"));
    assert_non_null(strstr(page[0], "What if <code>rounds=6</code>"));
    assert_non_null(strstr(page[0], "</html>"));
    assert_null(strstr(page[0], "src="));
}

static void read_report(const char *words, char page[OUTPUT])
{
    static char output[OUTPUT];
    char path[] = "/tmp/flipside-test-XXXXXX", arguments[512];
    const int file = mkstemp(path);
    assert_true(file >= 0);
    close(file);
    snprintf(arguments, sizeof arguments, "report %s --out %s", words, path);
    if (run(arguments, output) != 0)
        fail_msg("%s", output);
    FILE *in = fopen(path, "r");
    assert_non_null(in);
    page[fread(page, 1, OUTPUT - 1, in)] = '\0';
    fclose(in);
    unlink(path);
}

/* The first change changes nothing, so no game differs; and none of them is dropped. */
CASE(changes_are_compared_game_by_game_and_side_by_side)
{
    static char page[OUTPUT];
    read_report("royalflip --games 30 --players quick --what-if rounds=12 --what-if rounds=5", page);
    const char *first = strstr(page, "<h2>What if <code>rounds=12</code>"),
               *second = strstr(page, "<h2>What if <code>rounds=5</code>");
    assert_true(first && second && first < second);
    const char *same = strstr(first, "<tr><td>mean score<td>"), *other = strstr(second, "<tr><td>mean score<td>");
    assert_true(same && same < second && other);
    assert_true(strstr(same, "<td>+0.000<td>+0.000 … +0.000</tr>") &&
                strstr(same, "<td>+0.000<td>+0.000 … +0.000</tr>") < second);
    assert_non_null(strstr(other, "<td>-"));
    assert_non_null(strstr(second, "<th>as it is<th><code>rounds=12</code><th><code>rounds=5</code></tr>"));
    assert_non_null(strstr(page, "share of seats"));
    const char *told = strstr(page, ", standard deviation"); /* of the mean no more is told: "mean 20.15", … */
    assert_non_null(told);
    assert_memory_equal(told - (told[-6] == ' ' ? 10 : 9), "mean", 4);
    const char *seats = strstr(told, " seats, "), *games = strstr(told, " games, ");
    assert_true(seats && (!games || seats < games)); /* … and its bars count seats */
}

CASE(where_only_winning_counts_nothing_is_told_of_points)
{
    static char page[OUTPUT];
    read_report("flipcity --games 6 --players bot1 --what-if win_points=6", page);
    assert_non_null(strstr(page, "<h2>Games by level</h2>"));
    assert_null(strstr(page, "Scores"));
    assert_null(strstr(page, "mean score"));
    assert_int_equal(run("match bot1 random flipcity --games 4", page), 0);
    assert_non_null(strstr(page, "Elo "));
    assert_null(strstr(page, "points"));
}

CASE(a_report_tells_which_rules_fire_what_wins_and_what_options_do)
{
    static char page[OUTPUT], output[OUTPUT];
    char path[] = "/tmp/flipside-test-XXXXXX", arguments[256];
    const int file = mkstemp(path);
    assert_true(file >= 0);
    close(file);
    snprintf(arguments, sizeof arguments, "report flipcity --games 40 --players bot1 --vary office --out %s", path);
    assert_int_equal(run(arguments, output), 0);
    FILE *in = fopen(path, "r");
    assert_non_null(in);
    page[fread(page, 1, OUTPUT - 1, in)] = '\0';
    fclose(in);
    unlink(path);
    assert_non_null(strstr(page, "<h2>How long games last</h2>"));
    assert_non_null(strstr(page, "<tr><td>buy<td>"));
    assert_non_null(strstr(page, "<h2>What wins</h2>"));
    assert_non_null(strstr(page, "office=false<td>"));
    assert_non_null(strstr(page, "office=true<td>"));
    assert_non_null(strstr(page, "</html>"));
    assert_int_equal(run("report flipcity --vary cards", output), 2);
}

/* --- what checks the analysis --------------------------------------------------------------------------------------------------- */

CASE(luck_and_yardsticks_are_measured_alike_with_any_number_of_threads)
{
    static char one[OUTPUT], two[OUTPUT];
    assert_int_equal(run("analyze --luck flipcity --seats 1 --games 6 --threads 1", one), 0);
    assert_int_equal(run("analyze --luck flipcity --seats 1 --games 6 --threads 2", two), 0);
    assert_string_equal(one, two);
    assert_non_null(strstr(one, "Flip City, 1 seat, bot2: mean luck "));
    assert_non_null(strstr(one, " in 6 games (sd "));
    assert_int_equal(run("analyze --calibrate flipcity --seats 1 --games 2 --sample 3 --threads 1", one), 0);
    assert_int_equal(run("analyze --calibrate flipcity --seats 1 --games 2 --sample 3 --threads 2", two), 0);
    assert_string_equal(one, two);
    static const char *const players[] = {"random", "bot1", "bot2", "bot3", "bot4", "bot5"};
    for (size_t i = 0; i < sizeof players / sizeof *players; i++) {
        char line[80];
        snprintf(line, sizeof line, " # %s: 2 games, 6 decisions, 95 %% interval ", players[i]);
        assert_non_null(strstr(one, line));
    }
}

/* One decision has 500 futures at normal, and 50,000 are followed beside them. */
CASE(an_analysis_can_be_compared_with_deeper_ones)
{
    static char output[OUTPUT];
    if (flicks_in_part())
        skip();
    assert_int_equal(run("analyze --agreement flipcity --seats 1 --games 1 --sample 1 --threads 1", output), 0);
    assert_non_null(strstr(output, "Flip City, 1 seat, bot2: 1 decisions of 1 games"));
    const char *error = strstr(output, "against one 100 times deeper: ");
    assert_non_null(error);
    const double apart = strtod(strchr(error, ':') + 1, NULL);
    assert_true(apart >= 0 && apart < 0.15); /* the standard error of a share in 500 futures is at most 0.022 */
    assert_non_null(strstr(output, "\n  normal names the best choice of deep in "));
    assert_int_equal(run("analyze --agreement flipcity --games 1 --sample 1 --precision quick --threads 1", output), 0);
    assert_non_null(strstr(output, "\n  quick names the best choice of deep in "));
    assert_non_null(strstr(output, "\n  mean loss: quick 0."));
}

/* Until a signal ends it no more, but is noticed. */
static void wait_until_it_listens(pid_t child)
{
    char path[64], line[256];
    unsigned long long caught = 0;
    snprintf(path, sizeof path, "/proc/%d/status", (int)child);
    while (!(caught >> (SIGINT - 1) & 1)) {
        FILE *in = fopen(path, "r");
        assert_non_null(in);
        while (fgets(line, sizeof line, in))
            if (sscanf(line, "SigCgt: %llx", &caught) == 1)
                break;
        fclose(in);
    }
}

/* What has checked nothing does not end as if all were well. */
CASE(a_selfcheck_without_a_finished_game_says_so_and_fails)
{
    static char output[OUTPUT];
    assert_int_not_equal(run("analyze --selfcheck nosuchgame", output), 0);
    assert_non_null(strstr(output, "Nothing was checked"));
    assert_int_not_equal(run("analyze --selfcheck flipcity --seats 9", output), 0);
    assert_non_null(strstr(output, "Nothing was checked"));
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        setenv("ASAN_OPTIONS", "detect_leaks=0", 1);
        execl(getenv("FLIPSIDE_PROGRAM"), "flipside", "analyze", "--selfcheck", "fliptown", "--seats", "4", "--games",
              "1000", (char *)NULL);
        _exit(127);
    }
    int status;
    wait_until_it_listens(child);
    kill(child, SIGINT);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) != 0);
}

CASE(an_analysis_sums_up_where_it_was_lost)
{
    static char output[OUTPUT];
    char arguments[1024];
    snprintf(arguments, sizeof arguments,
             "analyze %s/games/flipcity/tests/golden/three.json --precision quick --decisions",
             getenv("FLIPSIDE_SOURCE_ROOT"));
    assert_int_equal(run(arguments, output), 0);
    const char *where = strstr(output, "Where it was lost"), *most = strstr(output, "What cost most of it");
    assert_true(where && most && where < most);
    const char *building = strstr(where, "building");
    assert_true(building && building < most);
}

/* What a seat had is counted for the seat that had it: the winner of a game is the only one with its winning hand. */
CASE(items_are_counted_for_the_seats_that_had_them)
{
    struct flip_simulation *simulation = calloc(1, sizeof *simulation);
    flip_simulation_open(simulation);
    open_setup(&simulation->setup, flip_game_named("flipcity"), 2);
    for (int seat = 0; seat < 2; seat++)
        must(flip_player_parse("bot1", &simulation->players[seat], &problem));
    simulation->games = 30;
    simulation->items = true;
    must(flip_simulation_run(simulation, &problem));
    uint64_t decisions = 0, wins = 0;
    for (int word = 0; word < simulation->item_words->count; word++) {
        const struct flip_item_sum *sum = &simulation->item_sum[word];
        assert_true(sum->seats <= 60 && sum->times >= sum->seats);
        if (strncmp(simulation->item_words->word[word], "move: ", 6) == 0 && sum->seats > 0)
            decisions += sum->times;
        if (strcmp(simulation->item_words->word[word], "move: play") == 0)
            wins = sum->wins;
    }
    assert_int_equal(decisions, simulation->steps);              /* every decision has a kind */
    assert_int_equal(wins, (30 - simulation->unwon) * FLIP_WIN); /* everybody plays cards */
    for (int word = 0; word < simulation->item_words->count; word++) {
        const struct flip_item_sum *sum = &simulation->item_sum[word];
        const double won = 30 - (double)simulation->unwon;
        if (strcmp(simulation->item_words->word[word], "move: play") != 0)
            continue;
        /* sums over games: both seats of each had it */
        assert_true(fabs(sum->nn - 120) < 1e-9 && fabs(sum->nw - 2 * won) < 1e-9 && fabs(sum->ww - won) < 1e-9);
        assert_true(fabs(sum->ny - 2 * simulation->game_sum) < 1e-9 && fabs(sum->yy - simulation->game_squares) < 1e-9);
        assert_true(fabs(sum->n_all - sum->ny) < 1e-9 && fabs(sum->y_all - sum->yy) < 1e-9);
    }
    end(simulation);
}

CASE(an_interrupted_simulation_shows_what_it_has)
{
    const char *program = getenv("FLIPSIDE_PROGRAM");
    if (!program) {
        skip();
        return;
    }
    char csv[] = "/tmp/flipside-test-XXXXXX";
    const int file = mkstemp(csv);
    assert_true(file >= 0);
    close(file);
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        dup2(ends[1], STDOUT_FILENO);
        close(ends[0]);
        close(ends[1]);
        setenv("ASAN_OPTIONS", "detect_leaks=0", 1);
        execl(program, program, "sim", "royalflip", "--games", "1000000000", "--seats", "random", "--csv", csv,
              (char *)NULL);
        _exit(127);
    }
    close(ends[1]);
    wait_for_rows(csv);
    kill(child, SIGINT);
    kill(child, SIGTERM); /* as timeout(1) does, which signals a process and its group */
    char output[OUTPUT];
    size_t length = 0;
    ssize_t got;
    while (length < OUTPUT - 1 && (got = read(ends[0], output + length, OUTPUT - 1 - length)) > 0)
        length += (size_t)got;
    output[length] = '\0';
    close(ends[0]);
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    unlink(csv);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    assert_non_null(strstr(output, "Interrupted: these are the first"));
    assert_non_null(strstr(output, "Scores of random"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_uniform_game_ends_and_repeats_with_its_seed),
        cmocka_unit_test(uniform_seats_score_the_same_below_and_at_a_table),
        cmocka_unit_test(neighbouring_seeds_have_nothing_in_common),
        cmocka_unit_test(results_are_the_same_with_any_number_of_threads),
        cmocka_unit_test(csv_has_a_header_and_a_row_for_each_game),
        cmocka_unit_test(csv_says_who_sat_where),
        cmocka_unit_test(the_interval_of_a_mean_covers_it_as_often_as_it_says),
        cmocka_unit_test(win_shares_add_up_to_all_games),
        cmocka_unit_test(the_simulator_plays_what_the_bench_counts),
        cmocka_unit_test(every_seat_is_once_of_a_and_once_of_b),
        cmocka_unit_test(the_seats_of_a_team_are_all_of_a_or_all_of_b),
        cmocka_unit_test(equal_players_are_equally_strong),
        cmocka_unit_test(swapping_a_and_b_turns_the_result_round),
        cmocka_unit_test(a_sequential_test_stops_at_the_same_pair_with_any_number_of_threads),
        cmocka_unit_test(the_games_of_a_pair_begin_with_the_same_events),
        cmocka_unit_test(alone_the_difference_of_scores_decides),
        cmocka_unit_test(one_pair_does_not_show_how_sure_its_difference_is),
        cmocka_unit_test(alone_a_sequential_test_waits_until_the_spread_of_points_is_seen),
        cmocka_unit_test(wrong_usage_is_answered_with_a_sentence),
        cmocka_unit_test(every_command_has_help),
        cmocka_unit_test(bench_prints_one_figure_a_line_for_every_game),
        cmocka_unit_test(bench_and_simulator_tell_the_same_mean),
        cmocka_unit_test(a_report_is_one_page_that_depends_on_the_seed_alone),
        cmocka_unit_test(changes_are_compared_game_by_game_and_side_by_side),
        cmocka_unit_test(where_only_winning_counts_nothing_is_told_of_points),
        cmocka_unit_test(a_report_tells_which_rules_fire_what_wins_and_what_options_do),
        cmocka_unit_test(luck_and_yardsticks_are_measured_alike_with_any_number_of_threads),
        cmocka_unit_test(an_analysis_can_be_compared_with_deeper_ones),
        cmocka_unit_test(a_selfcheck_without_a_finished_game_says_so_and_fails),
        cmocka_unit_test(an_analysis_sums_up_where_it_was_lost),
        cmocka_unit_test(items_are_counted_for_the_seats_that_had_them),
        cmocka_unit_test(an_interrupted_simulation_shows_what_it_has),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
