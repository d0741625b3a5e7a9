/* Starts the program: loads games from outside and runs the subcommand. */
#include "program/start.h"
#include "faces/sim/jobs/jobs.h"

#include <flipside/flipside.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* For commands that play many games, `--games N` is a number; a folder of games comes before them. */
static bool counts_games(const char *name)
{
    static const char *const counting[] = {"sim", "match", "report", "bench", "analyze", "puzzles"};
    for (size_t i = 0; i < sizeof counting / sizeof *counting; i++)
        if (strcmp(name, counting[i]) == 0)
            return true;
    return false;
}

static void usage(FILE *out, const struct flip_command *commands, size_t count)
{
    fprintf(out, "usage: flipside [--games FOLDER] COMMAND [OPTION]…\n\nCommands (each has --help):\n");
    for (size_t i = 0; i < count; i++)
        fprintf(out, "  %-8s %s\n", commands[i].name, commands[i].about);
    fprintf(out, "\nGames:\n");
    for (int i = 0; flip_game_at(i); i++)
        fprintf(out, "  %-12s %s\n", flip_game_at(i)->id, flip_game_at(i)->about);
    fprintf(out, "\n  flipside play GAME           a game against bots\n"
                 "  flipside learn GAME          its lessons, step by step\n"
                 "  flipside --games FOLDER …    with games of your own (docs/add-a-game.md)\n"
                 "  flipside --version           the version\n");
}

/* Checks the compiled-in games, removes every `--games FOLDER` from the arguments and loads what is there. Returns an
   exit status. */
static int load_games(int *argc, char **argv)
{
    struct flip_error error;
    int last = *argc;
    if (flip_games_check(&error) < 0) {
        fprintf(stderr, "flipside: %s\n", error.message);
        return 1;
    }
    for (int i = 1; i < *argc; i++)
        if (argv[i][0] != '-' && counts_games(argv[i]))
            last = i; /* after it --games is a number */
    for (int i = 1; i < last; i++) {
        if (strcmp(argv[i], "--games") != 0)
            continue;
        if (i + 1 >= *argc) {
            fprintf(stderr, "flipside: --games needs a folder.\n");
            return 2;
        }
        if (flip_games_load(argv[i + 1], &error) < 0) {
            fprintf(stderr, "flipside: %s\n", error.message);
            return 1;
        }
        memmove(&argv[i], &argv[i + 2], (size_t)(*argc - i - 1) * sizeof *argv);
        *argc -= 2;
        last -= 2;
        i--;
    }
    return 0;
}

/* Under mpirun, hands commands that can be spread over processes to the program that knows MPI. */
static int hand_over_to_mpi(char **argv, const char *command)
{
    const bool spreads = counts_games(command) && strcmp(command, "bench") != 0;
    return spreads && flip_ranks_started() > 1 ? flip_ranks_take_over(argv, command) : 0;
}

static int run(int argc, char **argv, char **given, const struct flip_command *commands, size_t count, bool alone)
{
    if (strcmp(argv[1], "--version") == 0) {
        printf("flipside %s\n", FLIPSIDE_VERSION);
        return 0;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 || strcmp(argv[1], "help") == 0) {
        usage(stdout, commands, count);
        return 0;
    }
    if (alone && hand_over_to_mpi(given, argv[1]) != 0)
        return 1;
    for (size_t i = 0; i < count; i++)
        if (strcmp(argv[1], commands[i].name) == 0)
            return commands[i].run(argc - 1, argv + 1);
    fprintf(stderr, "flipside: There is no command '%s'; 'flipside --help' lists them.\n", argv[1]);
    return 2;
}

int flip_start(int argc, char **argv, const struct flip_command *commands, size_t count, bool alone)
{
    char **given = calloc((size_t)argc + 1, sizeof *given);
    setlocale(LC_ALL, "");
    setlocale(LC_NUMERIC, "C");
    if (!given) {
        fprintf(stderr, "flipside: There is not enough memory.\n");
        return 1;
    }
    memcpy(given, argv, (size_t)argc * sizeof *given);
    int status = load_games(&argc, argv);
    if (status == 0 && argc < 2) {
        usage(stderr, commands, count);
        status = 2;
    } else if (status == 0) {
        status = run(argc, argv, given, commands, count, alone);
    }
    free(given);
    return status;
}
