/* The program: its subcommands. */
#include "commands.h"
#include "program/start.h"

#include <string.h>

/* Puzzles are solved in the terminal; everything else about them works on files. */
static int puzzles(int argc, char **argv)
{
    bool help = false;
    for (int i = 2; i < argc; i++)
        help |= strcmp(argv[i], "--help") == 0;
    return argc > 1 && strcmp(argv[1], "play") == 0 && !help ? flip_command_solve(argc, argv)
                                                             : flip_command_puzzles(argc, argv);
}

static const struct flip_command commands[] = {
    {"play", flip_command_play, "play a game in the terminal, alone, with bots or with friends at one keyboard"},
    {"learn", flip_command_learn, "learn a game step by step, in lessons at a real table"},
    {"bot", flip_command_bot, "let a program of your own play on a server"},
    {"serve", flip_command_serve, "run the table server with its page, for browsers"},
    {"store", flip_command_store, "look after the server's data file: check, rebuild, backup"},
    {"admin", flip_command_admin, "keep a server: list, ban, rename, delete people, reports, backup, restore"},
    {"replay", flip_command_replay, "step through a recorded game, forward and back"},
    {"analyze", flip_command_analyze, "say how well a recorded game was played: losses, luck and skill"},
    {"puzzles", puzzles, "solve positions with one clearly best choice, or mine more of them"},
    {"print", flip_command_print, "print sheets, cards and plans of a game as PDF"},
    {"enter", flip_command_enter, "enter a game that was played on paper, for replay and analysis"},
    {"engine", flip_command_engine, "speak the line protocol: JSON lines on standard input and output"},
    {"sim", flip_command_sim, "play many games with bots and show statistics"},
    {"match", flip_command_match, "compare two bot settings on the same deals"},
    {"report", flip_command_report, "write a balance study of a game as one page of HTML"},
    {"bench", flip_command_bench, "measure speed"},
    {"new-game", flip_command_new_game, "make a folder with a small game of your own, to change"},
    {"verify", flip_command_verify,
     "check that every card of a record follows from its seed, and flick its flicks again"},
};

int main(int argc, char **argv) { return flip_start(argc, argv, commands, sizeof commands / sizeof *commands, true); }
