/* `flipside puzzles play`: reads the command line, lets people solve puzzles, and continues the game from one. */
#include "faces/terminal/commands/parts.h"

#include "commands.h"

#include <stdio.h>

struct arguments {
    struct flip_settings settings;
    const char *file, *which;
};

static int read_word(struct arguments *arguments, const char *word, struct flip_error *error)
{
    if (arguments->which)
        return flip_fail(error, FLIP_ERROR_USAGE, "There is a word too many: 'flipside puzzles --help' explains.");
    if (arguments->settings.game) {
        arguments->which = word;
        return 0;
    }
    arguments->settings.game = flip_game_named(word);
    return arguments->settings.game ? 0
                                    : flip_fail(error, FLIP_ERROR_UNKNOWN_GAME,
                                                "There is no game '%.40s'; 'flipside --help' lists them.", word);
}

/* Arguments after "puzzles play". */
static int read_arguments(int argc, char **argv, struct arguments *arguments, struct flip_error *error)
{
    for (int i = 2; i < argc; i++) {
        if (flip_play_flag(&arguments->settings, argv[i]) || flip_play_text(argc, argv, &i, "--file", &arguments->file))
            continue;
        if (argv[i][0] == '-')
            return flip_fail(error, FLIP_ERROR_USAGE, "'%.60s' is not an option: 'flipside puzzles --help' lists them.",
                             argv[i]);
        if (read_word(arguments, argv[i], error) < 0)
            return -1;
    }
    return 0;
}

static int solve(struct arguments *arguments, struct flip_error *error)
{
    struct flip_paint window;
    struct flip_settings *settings = &arguments->settings;
    const bool plain = flip_play_plainly(settings);
    struct flip_solving solving = {
        .ascii = flip_play_ascii(settings), .file = arguments->file, .which = arguments->which};
    if (!plain && flip_paint_open(&window, solving.ascii, settings->no_color, error) < 0)
        return -1;
    solving.paint = plain ? NULL : &window;
    solving.game = settings->game;
    if (!solving.game)
        solving.game = flip_home_ask(solving.paint, solving.ascii, "Puzzles of which game?", NULL);
    else if (!solving.which)
        solving.which = "next";
    const int end = solving.game ? flip_solving_play(&solving, error) : FLIP_MATCH_QUIT;
    if (!plain)
        flip_paint_close(&window);
    if (end != FLIP_MATCH_PLAY)
        return end;
    const int pace = flip_play_pace(settings, error);
    settings->load = solving.played_on;
    const int status = pace < 0 ? -1 : flip_play(settings, pace, error);
    settings->load = NULL;
    return status;
}

int flip_command_solve(int argc, char **argv)
{
    struct arguments arguments = {0};
    struct flip_error error = {0};
    const bool understood = read_arguments(argc, argv, &arguments, &error) == 0;
    if (understood && solve(&arguments, &error) >= 0)
        return 0;
    fprintf(stderr, "flipside puzzles: %s\n", error.message);
    return understood ? 1 : 2;
}
