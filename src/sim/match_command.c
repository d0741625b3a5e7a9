/* `flipside match`: which of two settings plays better, and how sure we are. */
#include "commands.h"
#include "sim/match.h"

#include <errno.h>
#include <getopt.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
    "usage: flipside match A B GAME [OPTION]...\n"
    "\n"
    "Two players on the same deals: every pair of games has the same dealer's seed, and the seats are swapped\n"
    "in between. Shows Elo with its interval and the paired difference of scores.\n"
    "A and B are as in 'flipside sim --help': random, bot3, bot5:200ms, bot5:2000i, exec:PROGRAM.\n"
    "\n"
    "  --games N            at most so many games, two a pair (default 200)\n"
    "  --seats N            seats at the table (default 2; A and B alternate); 1: both play alone and the\n"
    "                       difference of their scores counts\n"
    "  --elo0 E --elo1 E    stop as soon as a sequential test can tell Elo E0 from E1 (default with one of them\n"
    "                       given: 0 and 50)\n"
    "  --points0 D --points1 D\n"
    "                       the same with one seat: D0 or D1 points of difference (default 0 and 1)\n"
    "  --alpha P --beta P   the risks of a wrong yes and a wrong no (default 0.05)\n"
    "  --seed SEED          a number or words; the same seed gives the same games (default 1)\n"
    "  --threads N          default: all cores; the results do not depend on it\n"
    "  --csv FILE           write one row per game\n"
    "  --option NAME=VALUE  an option of the game; may be repeated\n"
    "  --edition FILE       another edition of the game\n"
    "  --help               this text\n"
    "\n"
    "Ctrl-C ends the match and shows the pairs played so far.\n"
    "\n"
    "  flipside match bot3 bot2 GAME --games 400\n"
    "  flipside match bot5:500i bot4 GAME --elo0 0 --elo1 30\n"
    "  flipside match bot5:500i bot5:100i GAME --seats 1 --games 100\n";

enum { GAMES = 256, SEATS, ELO0, ELO1, POINTS0, POINTS1, ALPHA, BETA, SEED, THREADS, CSV, OPTION, EDITION, HELP };

static const struct option options[] = {
    {"games", required_argument, NULL, GAMES},
    {"seats", required_argument, NULL, SEATS},
    {"elo0", required_argument, NULL, ELO0},
    {"elo1", required_argument, NULL, ELO1},
    {"points0", required_argument, NULL, POINTS0},
    {"points1", required_argument, NULL, POINTS1},
    {"alpha", required_argument, NULL, ALPHA},
    {"beta", required_argument, NULL, BETA},
    {"seed", required_argument, NULL, SEED},
    {"threads", required_argument, NULL, THREADS},
    {"csv", required_argument, NULL, CSV},
    {"option", required_argument, NULL, OPTION},
    {"edition", required_argument, NULL, EDITION},
    {"help", no_argument, NULL, HELP},
    {NULL, 0, NULL, 0},
};

struct arguments {
    struct flip_setup_args setup;
    const char *a, *b, *csv;
    uint64_t games, seats; /* seats 0: not given */
    double elo0, elo1, points0, points1, alpha, beta;
    bool by_elo, by_points;
};

static int read_option(int found, struct arguments *arguments, struct flip_match *match, struct flip_error *error)
{
    uint64_t number;
    switch (found) {
    case GAMES:
        return flip_arg_whole("--games", optarg, 2, 1000000000u, &arguments->games, error);
    case SEATS:
        return flip_arg_whole("--seats", optarg, 1, FLIP_MAX_SEATS, &arguments->seats, error);
    case ELO0:
        arguments->by_elo = true;
        return flip_arg_number("--elo0", optarg, -2000, 2000, &arguments->elo0, error);
    case ELO1:
        arguments->by_elo = true;
        return flip_arg_number("--elo1", optarg, -2000, 2000, &arguments->elo1, error);
    case POINTS0:
        arguments->by_points = true;
        return flip_arg_number("--points0", optarg, -1e6, 1e6, &arguments->points0, error);
    case POINTS1:
        arguments->by_points = true;
        return flip_arg_number("--points1", optarg, -1e6, 1e6, &arguments->points1, error);
    case ALPHA:
        return flip_arg_number("--alpha", optarg, 0.0001, 0.4999, &arguments->alpha, error);
    case BETA:
        return flip_arg_number("--beta", optarg, 0.0001, 0.4999, &arguments->beta, error);
    case SEED:
        match->seed = flip_arg_seed(optarg);
        return 0;
    case THREADS:
        if (flip_arg_whole("--threads", optarg, 1, 256, &number, error) != 0)
            return -1;
        match->threads = (int)number;
        return 0;
    case CSV:
        arguments->csv = optarg;
        return 0;
    case OPTION:
        if (arguments->setup.option_count == FLIP_SETUP_TEXTS)
            return flip_fail(error, FLIP_ERROR_USAGE, "That are too many options.");
        arguments->setup.options[arguments->setup.option_count++] = optarg;
        return 0;
    default:
        arguments->setup.edition = optarg;
        return 0;
    }
}

/* Returns 0 to go on, or 1 + the exit status. */
static int read_arguments(int argc, char **argv, struct arguments *arguments, struct flip_match *match,
                          struct flip_error *error)
{
    int found, bad = 0;
    optind = 0;
    opterr = 0;
    while (bad == 0 && (found = getopt_long(argc, argv, ":", options, NULL)) != -1) {
        if (found == HELP) {
            fputs(help, stdout);
            return 1;
        }
        if (found == '?' || found == ':')
            return 1 + flip_bad_option(argv, found);
        bad = read_option(found, arguments, match, error);
    }
    if (bad == 0 && argc - optind != 3)
        bad =
            flip_fail(error, FLIP_ERROR_USAGE, "A match needs two players and a game: flipside match bot3 bot2 GAME.");
    if (bad != 0) {
        flip_tell_error(argv[0], error);
        return 1 + 2;
    }
    arguments->a = argv[optind];
    arguments->b = argv[optind + 1];
    arguments->setup.game = argv[optind + 2];
    return 0;
}

static int prepare_test(const struct arguments *arguments, struct flip_match *match, struct flip_error *error)
{
    const bool solo = match->setup.seats == 1;
    if (solo && arguments->by_elo)
        return flip_fail(error, FLIP_ERROR_USAGE,
                         "With one seat nobody wins: give --points0 and --points1 instead of Elo.");
    if (!solo && arguments->by_points)
        return flip_fail(error, FLIP_ERROR_USAGE,
                         "--points0 and --points1 are for --seats 1; else give --elo0 and --elo1.");
    if (!arguments->by_elo && !arguments->by_points)
        return 0;
    const double low = solo ? arguments->points0 : flip_share_of_elo(arguments->elo0);
    const double high = solo ? arguments->points1 : flip_share_of_elo(arguments->elo1);
    if (low >= high)
        return flip_fail(error, FLIP_ERROR_USAGE, "The first bound must be below the second.");
    match->sprt = flip_sprt_make(low, high, arguments->alpha, arguments->beta);
    match->sequential = true;
    return 0;
}

static int prepare_match(const struct arguments *arguments, struct flip_match *match, struct flip_error *error)
{
    if (flip_player_parse(arguments->a, &match->a, error) != 0 ||
        flip_player_parse(arguments->b, &match->b, error) != 0 ||
        flip_setup_read(&match->setup, &arguments->setup, error) != 0)
        return -1;
    const struct flip_game *game = match->setup.game;
    int seats = (int)arguments->seats;
    if (seats == 0)
        seats = game->max_seats < 2 ? game->max_seats : game->min_seats > 2 ? game->min_seats : 2;
    if (flip_setup_seat(&match->setup, seats, error) != 0)
        return -1;
    match->pairs = arguments->games / 2;
    return prepare_test(arguments, match, error);
}

int flip_command_match(int argc, char **argv)
{
    struct flip_error error;
    struct flip_match match = {.seed = 1, .threads = flip_default_threads()};
    struct arguments arguments = {.games = 200, .elo1 = 50, .points1 = 1, .alpha = 0.05, .beta = 0.05};
    int status = read_arguments(argc, argv, &arguments, &match, &error) - 1;
    if (status >= 0)
        return status;
    if (prepare_match(&arguments, &match, &error) != 0) {
        flip_tell_error(argv[0], &error);
        status = 2;
        goto out;
    }
    if (arguments.csv && !(match.csv = fopen(arguments.csv, "w"))) {
        fprintf(stderr, "flipside match: Cannot write '%s': %s.\n", arguments.csv, strerror(errno));
        status = 1;
        goto out;
    }
    flip_interrupt_watch();
    status = 0;
    if (flip_match_run(&match, &error) != 0)
        status = flip_tell_error(argv[0], &error);
    else
        flip_match_print(stdout, &match);
    if (match.csv && fclose(match.csv) != 0 && status == 0) {
        fprintf(stderr, "flipside match: Writing '%s' failed; is the disk full?\n", arguments.csv);
        status = 1;
    }
out:
    flip_match_close(&match);
    return status;
}
