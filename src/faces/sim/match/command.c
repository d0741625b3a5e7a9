/* `flipside match`: which of two settings plays better, and how certain that is. */
#include "faces/sim/match/match.h"

#include "commands.h"

struct own {
    const char *a, *b;
    uint64_t games, seats; /* seats 0: not given */
    double elo0, elo1, points0, points1, alpha, beta;
    int by_elo, by_points;
};

/* Returns 0 to go on, or 1 + the exit status. */
static int read_arguments(int argc, char **argv, struct own *own, struct flip_arguments *arguments)
{
    const struct flip_argument table[] = {
        {"games", .whole = &own->games, .low = 2, .high = 1e9},
        {"seats", .whole = &own->seats, .low = 1, .high = FLIP_MAX_SEATS},
        {"elo0", .number = &own->elo0, .low = -2000, .high = 2000, .noted = &own->by_elo, .note = true},
        {"elo1", .number = &own->elo1, .low = -2000, .high = 2000, .noted = &own->by_elo, .note = true},
        {"points0", .number = &own->points0, .low = -1e6, .high = 1e6, .noted = &own->by_points, .note = true},
        {"points1", .number = &own->points1, .low = -1e6, .high = 1e6, .noted = &own->by_points, .note = true},
        {"alpha", .number = &own->alpha, .low = 0.0001, .high = 0.4999},
        {"beta", .number = &own->beta, .low = 0.0001, .high = 0.4999},
        FLIP_RUN_ARGUMENTS(arguments),
        FLIP_SETUP_ARGUMENTS(arguments),
        FLIP_GAMES_ARGUMENTS(arguments),
        {0},
    };
    struct flip_error error;
    const int status = flip_arguments_read(argc, argv, flip_help("match"), table);
    if (status != 0)
        return status;
    if (argc - optind != 3) {
        flip_fail(&error, FLIP_ERROR_USAGE, "A match needs two players and a game: flipside match bot3 bot2 GAME.");
        return flip_arguments_wrong(argv, &error);
    }
    own->a = argv[optind];
    own->b = argv[optind + 1];
    arguments->setup.game = argv[optind + 2];
    return 0;
}

static int prepare_test(const struct own *arguments, struct flip_bot_match *match, struct flip_error *error)
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

static int prepare_match(const struct own *own, const struct flip_arguments *arguments, struct flip_bot_match *match,
                         struct flip_error *error)
{
    if (flip_player_parse(own->a, &match->a, error) != 0 || flip_player_parse(own->b, &match->b, error) != 0 ||
        flip_setup_read(&match->setup, &arguments->setup, error) != 0)
        return -1;
    const int seats = own->seats ? (int)own->seats : flip_setup_pair(match->setup.game);
    if (flip_setup_seat(&match->setup, seats, error) != 0)
        return -1;
    match->pairs = own->games / 2;
    match->seed = arguments->seed;
    match->threads = arguments->threads;
    match->gpu = arguments->gpu;
    match->keep = arguments->resume;
    return prepare_test(own, match, error);
}

static int play_match(int argc, char **argv)
{
    struct flip_error error;
    struct flip_bot_match match = {0};
    struct flip_arguments arguments = flip_arguments_defaults();
    struct own own = {.games = 200, .elo1 = 50, .points1 = 1, .alpha = 0.05, .beta = 0.05};
    int status = read_arguments(argc, argv, &own, &arguments) - 1;
    if (status >= 0)
        return status;
    if (prepare_match(&own, &arguments, &match, &error) != 0) {
        status = flip_arguments_wrong(argv, &error) - 1;
        goto out;
    }
    if (flip_arguments_csv(&arguments, &match.csv, &error) != 0) {
        status = flip_tell_error(argv[0], &error);
        goto out;
    }
    flip_interrupt_watch();
    status = 0;
    if (flip_bot_match_run(&match, &error) != 0) {
        status = flip_tell_error(argv[0], &error);
    } else {
        if (match.verdict == 0)
            flip_arguments_tell_stop("match", "pairs", match.done, match.pairs, match.keep);
        flip_bot_match_print(stdout, &match);
    }
    status = flip_arguments_close_csv(argv[0], &arguments, match.csv, status);
out:
    flip_bot_match_close(&match);
    return status;
}

int flip_command_match(int argc, char **argv) { return flip_ranks_command(play_match, argc, argv); }
