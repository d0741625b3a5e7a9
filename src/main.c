/* The program: picks the subcommand and hands over. */
#include "commands.h"

#include <flipside/flipside.h>
#include <locale.h>
#include <stdio.h>
#include <string.h>

static const struct command {
    const char *name;
    int (*run)(int argc, char **argv);
    const char *about;
} commands[] = {
    {"play", flip_command_play, "play a game in the terminal, alone, with bots or with friends at one keyboard"},
    {"serve", flip_command_serve, "run the table server with its page, for browsers"},
    {"store", flip_command_store, "look after the server's data file: check, rebuild, backup"},
    {"admin", flip_command_admin, "keep a server: list, ban, rename, delete people, reports, backup, restore"},
    {"replay", flip_command_replay, "step through a recorded game, forward and back"},
    {"engine", flip_command_engine, "speak the line protocol: JSON lines on standard input and output"},
    {"sim", flip_command_sim, "play many games with bots and show statistics"},
    {"match", flip_command_match, "compare two bot settings on the same deals"},
    {"bench", flip_command_bench, "measure speed"},
    {"verify", flip_command_verify,
     "check that every card of a record follows from its seed, and flick its flicks again"},
};

static const size_t command_count = sizeof commands / sizeof *commands;

/* Commands that play many games take `--games N`; a folder of games is named before them. */
static bool counts_games(const char *name)
{
    return strcmp(name, "sim") == 0 || strcmp(name, "match") == 0 || strcmp(name, "bench") == 0;
}

static void usage(FILE *out)
{
    fprintf(out, "usage: flipside [--games FOLDER] COMMAND [OPTION]…\n\nCommands (each has --help):\n");
    for (size_t i = 0; i < command_count; i++)
        fprintf(out, "  %-8s %s\n", commands[i].name, commands[i].about);
    fprintf(out, "\nGames:\n");
    for (int i = 0; flip_game_at(i); i++)
        fprintf(out, "  %-12s %s\n", flip_game_at(i)->id, flip_game_at(i)->about);
    fprintf(out, "\n  flipside play GAME           a game against bots\n"
                 "  flipside --games FOLDER …    with games of your own (docs/add-a-game.md)\n"
                 "  flipside --version           the version\n");
}

/* Takes `--games FOLDER` out of the arguments and loads what is there. 0: it was not given, or all is well. */
static int load_games(int *argc, char **argv)
{
    struct flip_error error;
    int last = *argc;
    for (int i = 1; i < *argc; i++)
        if (argv[i][0] != '-' && counts_games(argv[i]))
            last = i; /* from here on --games is a number */
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

int main(int argc, char **argv)
{
    setlocale(LC_ALL, "");
    setlocale(LC_NUMERIC, "C");
    const int status = load_games(&argc, argv);
    if (status != 0)
        return status;
    if (argc < 2) {
        usage(stderr);
        return 2;
    }
    if (strcmp(argv[1], "--version") == 0) {
        printf("flipside %s\n", FLIPSIDE_VERSION);
        return 0;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 || strcmp(argv[1], "help") == 0) {
        usage(stdout);
        return 0;
    }
    for (size_t i = 0; i < command_count; i++)
        if (strcmp(argv[1], commands[i].name) == 0)
            return commands[i].run(argc - 1, argv + 1);
    fprintf(stderr, "flipside: there is no command '%s'; 'flipside --help' lists them.\n", argv[1]);
    return 2;
}
