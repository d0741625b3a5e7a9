/*
 * What the bots of Flick 'em Up! hit, and whether its scenarios are fair. Tables in Markdown, for docs/bots.md and the
 * scenarios' own files:
 *
 *     bench-flickemup hits SHOTS                         a free standing cowboy at 100 … 800 mm, every hand
 *     bench-flickemup balance GAMES PLAYER [SCENARIO]... the same player on both sides; without scenarios all ten
 *     bench-flickemup mix FLICKS                         flicks of all kinds: do they come to rest, do houses stand
 *     bench-flickemup --seed N ...                       the same with other chances (1)
 *     bench-flickemup trace SCENARIO SEED PLAYER PLAYER  one game, decision by decision
 */
#include "bots/hands.h"
#include "faces/sim/games/games.h"
#include "faces/sim/jobs/jobs.h"
#include "faces/sim/stats/stats.h"
#include "games/flickemup/bench_mix.h"
#include "games/flickemup/bot/position_value.h"
#include "games/flickemup/flickemup.h"
#include "physics/physics.h"
#include "table/table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t seed = 1;

/* --- hits ------------------------------------------------------------------------------------------------------------ */

static const double distances[] = {100, 200, 300, 400, 500, 600, 700, 800};
enum { DISTANCES = sizeof distances / sizeof *distances };

/* Shots at somebody who stands alone on a large table, aimed at his middle, with 2.5 m/s left when they meet
   him, as bots shoot. */
static int hits(struct flip_physics *physics, struct flip_hand hand, double far, int shots, struct flip_error *error)
{
    struct flip_random random;
    int count = 0;
    flip_random_seed(&random, seed);
    for (int i = 0; i < shots; i++) {
        const struct flip_pose target =
            flickemup_standing(FLICKEMUP_OUTLAWS, (int32_t)(100000 + 100 * far), 50000, 18000);
        struct flip_pose bullet = {.x = 100000, .y = 50000, .z = 400, .q = {32767}};
        struct flip_scene scene = {.width = 300000, .height = 100000, .count = 2};
        struct flip_outcome outcome;
        int32_t angle = 0, speed = (int32_t)lround(sqrt(2500 * 2500 + 2 * 0.3 * 9810 * far));
        flip_hand_err(hand, &random, &angle, &speed);
        scene.body[0] = flickemup_body(FLICKEMUP_OUTLAWS, &target);
        scene.body[1] = flickemup_flicked_body(FLICKEMUP_FLICK_SHOT, &bullet);
        scene.flicked = 1;
        scene.angle = angle;
        scene.speed = speed;
        if (flip_physics_flick(physics, &scene, &outcome, NULL, error) != 0)
            return -1;
        count += flip_set_has(outcome.fell | outcome.off, 0);
    }
    return count;
}

static int print_hits(int shots, struct flip_error *error)
{
    struct flip_physics *physics = flip_physics_open(error);
    if (!physics)
        return -1;
    printf("| hand | angle | speed |");
    for (int i = 0; i < DISTANCES; i++)
        printf(" %.0f mm |", distances[i]);
    printf("\n|---|---|---|");
    for (int i = 0; i < DISTANCES; i++)
        printf("---|");
    printf("\n");
    for (int hand = 1; flickemup_hands[hand].name; hand++) {
        const struct flip_hand own = {flickemup_hands[hand].angle / 100.0, flickemup_hands[hand].speed / 10000.0};
        printf("| %s | %g° | %g %% |", flickemup_hands[hand].name, own.angle, 100 * own.speed);
        for (int i = 0; i < DISTANCES; i++) {
            const int count = hits(physics, own, distances[i], shots, error);
            if (count < 0) {
                flip_physics_close(physics);
                return -1;
            }
            printf(" %.0f %% |", 100.0 * count / shots);
            fflush(stdout);
        }
        printf("\n");
    }
    flip_physics_close(physics);
    return 0;
}

/* --- balance --------------------------------------------------------------------------------------------------------- */

struct series {
    struct flip_setup setup; /* first: flip_playout_hire finds it there */
    const struct flip_player *player[2];
    int wins[2], draws;
    double rounds;
    uint64_t steps;
};

struct ended {
    flip_set winners;
    uint64_t steps;
    int hour;
};

static int work(void *context, void *worker, uint64_t job, void *result, struct flip_error *error)
{
    struct series *series = context;
    struct flip_playout *playout = worker;
    struct ended *ended = result;
    struct flip_played played;
    const uint64_t own = flip_game_seed(seed, job);
    const int status =
        flip_playout_players(playout, series->player, own, flip_game_seed(own, 1), flip_interrupted, &played, error);
    if (status != 0)
        return status;
    *ended = (struct ended){.winners = played.result.winners,
                            .steps = played.steps,
                            .hour = ((const struct flickemup_state *)playout->table->now.state)->hour};
    return 0;
}

static int take(void *context, uint64_t job, const void *result, struct flip_error *error)
{
    struct series *series = context;
    const struct ended *ended = result;
    (void)job, (void)error;
    if (ended->winners == 3)
        series->draws++;
    else
        series->wins[ended->winners == 2]++;
    series->steps += ended->steps;
    series->rounds += ended->hour;
    return 0;
}

static int set_up(struct series *series, const char *scenario, struct flip_error *error)
{
    char option[300];
    snprintf(option, sizeof option, "scenario=%s", scenario);
    const struct flip_setup_args args = {.game = "flickemup", .options = {option}, .option_count = 1};
    return flip_setup_read(&series->setup, &args, error) != 0 ? -1 : flip_setup_seat(&series->setup, 2, error);
}

static int balance(uint64_t games, const struct flip_player *player, const char *scenario, struct flip_error *error)
{
    struct series series = {.player = {player, player}};
    int status = set_up(&series, scenario, error);
    if (status == 0) {
        const struct flip_jobs jobs = {.count = games,
                                       .threads = flip_default_threads(),
                                       .result_size = sizeof(struct ended),
                                       .context = &series,
                                       .hire = flip_playout_hire,
                                       .dismiss = flip_playout_dismiss,
                                       .work = work,
                                       .take = take};
        status = flip_jobs_run(&jobs, error);
    }
    const double played = series.wins[0] + series.wins[1] + series.draws;
    if (status >= 0 && played > 0) {
        /* A draw is half a victory of each. */
        const double won = series.wins[0] + 0.5 * series.draws;
        const struct flip_interval interval = flip_wilson(won, played);
        const struct flickemup_rules *rules = series.setup.rules;
        printf("| %s %s | %d : %d | %d | %.0f %% | %.0f … %.0f | %.1f | %.0f |\n", scenario, rules->edition.name,
               series.wins[0], series.wins[1], series.draws, 100 * won / played, 100 * interval.low,
               100 * interval.high, series.rounds / played, (double)series.steps / played);
        fflush(stdout);
    }
    flip_setup_close(&series.setup);
    return status;
}

/* --- trace ------------------------------------------------------------------------------------------------------------ */

/* The hours that each condition is away, as the bots see it. */
static void print_hours(const struct flip_table *table)
{
    const struct flickemup_rules *rules = table->rules;
    const struct flickemup_state *state = table->now.state;
    struct outlook outlook;
    if (state->duel.on)
        return;
    outlook_at(&outlook, rules, state, flip_hand_of_level(4).angle * M_PI / 180);
    for (int i = 0; i < rules->edition.wins; i++)
        printf(" %s %.1f", rules->edition.win[i].team ? "O" : "L",
               hours_for(&outlook, rules->edition.win[i].team, rules->edition.win[i].test));
}

static int trace(const char *scenario, uint64_t number, const struct flip_player *players, struct flip_error *error)
{
    struct series series = {0};
    if (set_up(&series, scenario, error) != 0)
        return -1;
    const struct flip_setup setup = series.setup;
    unsigned char dealer[FLIP_SEED_BYTES];
    flip_table_seed(number, dealer);
    struct flip_table_def def = flip_table_defaults(setup.game);
    def.seats = 2;
    def.seed = dealer;
    def.options = setup.options;
    def.edition = setup.edition;
    struct flip_table *table = flip_table_open(&def, error);
    struct flip_thought *thought = malloc(sizeof *thought);
    struct flip_player at[2] = {players[0], players[1]};
    int status = table && thought ? 0 : -1;
    for (int seat = 0; seat < 2; seat++)
        flip_player_seed(&at[seat], flip_game_seed(number, (uint64_t)seat));
    for (flip_set turn; status == 0 && (turn = flip_table_turn(table)) != 0;) {
        const int seat = flip_set_first(turn);
        const struct flickemup_state *state = table->now.state;
        char text[FLIP_MOVE_TEXT], ruling[256];
        flip_move move;
        status = flip_player_choose(&at[seat], table, seat, thought, &move, error);
        if (status != 0)
            break;
        struct flip_text out = flip_text_in(text, sizeof text);
        table->game->words->text(table->rules, state, seat, move, &out);
        printf("%2d:00 %s %-28s %.3f", state->hour, seat ? "O" : "L", text, thought->choice[0].value);
        status = flip_table_act(table, seat, move, error);
        struct flip_text said = flip_text_in(ruling, sizeof ruling);
        flickemup_say(table->rules, &state->verdict, &said);
        print_hours(table);
        printf("  %s\n", flickemup_kind(move) == FLICKEMUP_PLAY ? "" : ruling);
    }
    if (status == 0) {
        const struct flickemup_state *state = table->now.state;
        printf("winner: %s at %d:00, hit points %d : %d\n",
               state->winner == 1   ? "lawmen"
               : state->winner == 2 ? "outlaws"
                                    : "nobody",
               state->hour, flickemup_team_hit_points(state, 0), flickemup_team_hit_points(state, 1));
    }
    flip_table_close(table);
    free(thought);
    flip_setup_close(&series.setup);
    return status;
}

static const char *const all_ten[] = {"1", "2", "3", "4", "5", "6", "7", "8", "9", "10"};

int main(int argc, char **argv)
{
    struct flip_error error = {0};
    struct flip_player players[2];
    int status = 0;
    flip_interrupt_watch();
    if (argc > 2 && strcmp(argv[1], "--seed") == 0) {
        seed = strtoull(argv[2], NULL, 10);
        argv += 2, argc -= 2;
    }
    if (argc == 3 && strcmp(argv[1], "hits") == 0) {
        status = print_hits(atoi(argv[2]), &error);
    } else if (argc == 3 && strcmp(argv[1], "mix") == 0) {
        status = print_mix(atoi(argv[2]), seed, &error);
    } else if (argc >= 4 && strcmp(argv[1], "balance") == 0) {
        const char *const *scenario = argc > 4 ? (const char *const *)argv + 4 : all_ten;
        const int count = argc > 4 ? argc - 4 : 10;
        status = flip_player_parse(argv[3], &players[0], &error);
        printf("| scenario | lawmen : outlaws | draws | lawmen win | 95 %% interval | hour at the end | decisions |\n");
        printf("|---|---|---|---|---|---|---|\n");
        for (int i = 0; i < count && status == 0; i++)
            status = balance(strtoull(argv[2], NULL, 10), &players[0], scenario[i], &error);
    } else if (argc == 6 && strcmp(argv[1], "trace") == 0) {
        status = flip_player_parse(argv[4], &players[0], &error);
        if (status == 0)
            status = flip_player_parse(argv[5], &players[1], &error);
        if (status == 0)
            status = trace(argv[2], strtoull(argv[3], NULL, 10), players, &error);
    } else {
        fprintf(stderr,
                "usage: bench-flickemup [--seed N] hits SHOTS | mix FLICKS | balance GAMES PLAYER [SCENARIO]... | "
                "trace SCENARIO SEED PLAYER PLAYER\n");
        return 2;
    }
    return status < 0 ? flip_tell_error("bench-flickemup", &error) : 0;
}
