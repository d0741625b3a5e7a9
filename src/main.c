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

static void usage(FILE *out)
{
    fprintf(out, "usage: flipside COMMAND [OPTION]…\n\nCommands (each has --help):\n");
    for (size_t i = 0; i < command_count; i++)
        fprintf(out, "  %-8s %s\n", commands[i].name, commands[i].about);
    fprintf(out, "\nGames:\n");
    for (int i = 0; flip_games[i]; i++)
        fprintf(out, "  %-12s %s\n", flip_games[i]->id, flip_games[i]->about);
    fprintf(out, "\n  flipside play GAME           a game against bots\n"
                 "  flipside --version           the version\n");
}

int main(int argc, char **argv)
{
    setlocale(LC_ALL, "");
    setlocale(LC_NUMERIC, "C");
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
