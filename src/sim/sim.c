/* `flipside sim`: many games with bots, and what comes out. */
#include "commands.h"
#include "sim/simulation.h"

#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
    "usage: flipside sim GAME [OPTION]...\n"
    "\n"
    "Plays many games with bots and shows scores, wins, parts of the score and a histogram.\n"
    "\n"
    "  --games N            how many games (default 1000)\n"
    "  --seats A,B,...      who plays, seat by seat (default: bot1 on as few seats as the game allows):\n"
    "                         random         any legal move, all equally likely\n"
    "                         bot1 .. bot5   a bot with its level's own budget\n"
    "                         bot5:200ms     with a time limit per decision\n"
    "                         bot5:2000i     with so many iterations per decision: repeatable\n"
    "                         exec:PROGRAM   your own program (docs/simulator.md)\n"
    "  --seed SEED          a number or words; the same seed gives the same games (default 1)\n"
    "  --threads N          default: all cores; the results do not depend on it\n"
    "  --at-least X         also show the share of games with X points or more; may be repeated\n"
    "  --csv FILE           write one row per game\n"
    "  --svg FILE           draw the histogram\n"
    "  --option NAME=VALUE  an option of the game; may be repeated\n"
    "  --edition FILE       another edition of the game\n"
    "  --help               this text\n"
    "\n"
    "Ctrl-C ends the run and shows the games played so far.\n"
    "\n"
    "  flipside sim GAME --games 100000 --seats random\n"
    "  flipside sim GAME --games 500 --seats bot3,bot2 --at-least 50 --svg scores.svg\n";

struct arguments {
    struct flip_setup_args setup;
    const char *seats, *csv, *svg;
};

enum { GAMES = 256, SEATS, SEED, THREADS, AT_LEAST, CSV, SVG, OPTION, EDITION, HELP };

static const struct option options[] = {
    {"games", required_argument, NULL, GAMES},
    {"seats", required_argument, NULL, SEATS},
    {"seed", required_argument, NULL, SEED},
    {"threads", required_argument, NULL, THREADS},
    {"at-least", required_argument, NULL, AT_LEAST},
    {"csv", required_argument, NULL, CSV},
    {"svg", required_argument, NULL, SVG},
    {"option", required_argument, NULL, OPTION},
    {"edition", required_argument, NULL, EDITION},
    {"help", no_argument, NULL, HELP},
    {NULL, 0, NULL, 0},
};

static int add_mark(struct flip_simulation *simulation, const char *text, struct flip_error *error)
{
    double value;
    if (flip_arg_number("--at-least", text, -1e6, 1e6, &value, error) != 0)
        return -1;
    if (simulation->mark_count == FLIP_SIM_MARKS)
        return flip_fail(error, FLIP_ERROR_USAGE, "--at-least can be given %d times, not more.", FLIP_SIM_MARKS);
    simulation->marks[simulation->mark_count++] = (int64_t)value;
    return 0;
}

/* Returns 0 to go on, or 1 + the exit status. */
static int read_arguments(int argc, char **argv, struct arguments *arguments, struct flip_simulation *simulation,
                          struct flip_error *error)
{
    uint64_t number;
    int found, bad = 0;
    optind = 0;
    opterr = 0;
    while (bad == 0 && (found = getopt_long(argc, argv, ":", options, NULL)) != -1) {
        switch (found) {
        case GAMES:
            bad = flip_arg_whole("--games", optarg, 1, 1000000000000u, &simulation->games, error);
            break;
        case SEATS:
            arguments->seats = optarg;
            break;
        case SEED:
            simulation->seed = flip_arg_seed(optarg);
            break;
        case THREADS:
            bad = flip_arg_whole("--threads", optarg, 1, 256, &number, error);
            simulation->threads = bad == 0 ? (int)number : 1;
            break;
        case AT_LEAST:
            bad = add_mark(simulation, optarg, error);
            break;
        case CSV:
            arguments->csv = optarg;
            break;
        case SVG:
            arguments->svg = optarg;
            break;
        case OPTION:
            if (arguments->setup.option_count == FLIP_SETUP_TEXTS)
                bad = flip_fail(error, FLIP_ERROR_USAGE, "That are too many options.");
            else
                arguments->setup.options[arguments->setup.option_count++] = optarg;
            break;
        case EDITION:
            arguments->setup.edition = optarg;
            break;
        case HELP:
            fputs(help, stdout);
            return 1;
        default:
            return 1 + flip_bad_option(argv, found);
        }
    }
    if (bad == 0 && argc - optind > 1)
        bad = flip_fail(error, FLIP_ERROR_USAGE, "One game at a time: what is '%s'?", argv[optind + 1]);
    if (bad != 0) {
        flip_tell_error(argv[0], error);
        return 1 + 2;
    }
    arguments->setup.game = optind < argc ? argv[optind] : NULL;
    return 0;
}

static int seat_players(struct flip_simulation *simulation, const char *seats, struct flip_error *error)
{
    int count = simulation->setup.game->min_seats;
    if (seats) {
        count = flip_players_parse(seats, simulation->players, FLIP_MAX_SEATS, error);
        if (count < 0)
            return -1;
    } else {
        for (int seat = 0; seat < count; seat++)
            if (flip_player_parse("bot1", &simulation->players[seat], error) != 0)
                return -1;
    }
    return flip_setup_seat(&simulation->setup, count, error);
}

int flip_command_sim(int argc, char **argv)
{
    struct flip_error error;
    struct arguments arguments = {0};
    struct flip_simulation *simulation = calloc(1, sizeof *simulation);
    if (!simulation) {
        fprintf(stderr, "flipside sim: There is not enough memory.\n");
        return 1;
    }
    flip_simulation_open(simulation);
    int status = read_arguments(argc, argv, &arguments, simulation, &error) - 1;
    if (status >= 0)
        goto out;
    status = 1;
    if (flip_setup_read(&simulation->setup, &arguments.setup, &error) != 0 ||
        seat_players(simulation, arguments.seats, &error) != 0) {
        flip_tell_error(argv[0], &error);
        status = 2;
        goto out;
    }
    if (arguments.csv && !(simulation->csv = fopen(arguments.csv, "w"))) {
        fprintf(stderr, "flipside sim: Cannot write '%s': %s.\n", arguments.csv, strerror(errno));
        goto out;
    }
    flip_interrupt_watch();
    status = 0;
    if (flip_simulation_run(simulation, &error) != 0)
        status = flip_tell_error(argv[0], &error);
    else
        flip_simulation_print(stdout, simulation);
    if (status == 0 && arguments.svg && simulation->done > 0 &&
        flip_simulation_plot(arguments.svg, simulation, &error) != 0)
        status = flip_tell_error(argv[0], &error);
    if (simulation->csv && fclose(simulation->csv) != 0 && status == 0) {
        fprintf(stderr, "flipside sim: Writing '%s' failed; is the disk full?\n", arguments.csv);
        status = 1;
    }
out:
    flip_simulation_close(simulation);
    free(simulation);
    return status;
}
