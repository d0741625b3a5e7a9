/* `flipside learn`: lists lessons, or plays one and those after it. */
#include "faces/terminal/commands/parts.h"

#include "commands.h"

#include <stdio.h>
#include <string.h>

struct arguments {
    struct flip_settings settings;
    const char *lesson; /* NULL: the next one */
    bool again;
};

static int read_flag(struct arguments *arguments, const char *word, struct flip_error *error)
{
    if (strcmp(word, "--again") == 0)
        arguments->again = true;
    else if (!flip_play_flag(&arguments->settings, word))
        return flip_fail(error, FLIP_ERROR_USAGE, "'%.60s' is not an option: 'flipside learn --help' lists them.",
                         word);
    return 0;
}

static int read_word(struct arguments *arguments, const char *word, struct flip_error *error)
{
    if (arguments->lesson)
        return flip_fail(error, FLIP_ERROR_USAGE, "One lesson at a time: what is '%.60s'?", word);
    if (arguments->settings.game) {
        arguments->lesson = word;
        return 0;
    }
    arguments->settings.game = flip_game_named(word);
    return arguments->settings.game
               ? 0
               : flip_fail(error, FLIP_ERROR_NO_GAME, "There is no game '%.60s': 'flipside learn' lists what there is.",
                           word);
}

static int read_arguments(int argc, char **argv, struct arguments *arguments, struct flip_error *error)
{
    for (int i = 1; i < argc; i++)
        if (!flip_play_text(argc, argv, &i, "--pace", &arguments->settings.pace) &&
            !flip_play_text(argc, argv, &i, "--edition", &arguments->settings.edition) &&
            (argv[i][0] == '-' ? read_flag : read_word)(arguments, argv[i], error) < 0)
            return -1;
    return 0;
}

/* Which lesson; -1: an error. */
static int lesson_number(const struct arguments *arguments, struct flip_error *error)
{
    const struct flip_game *game = arguments->settings.game;
    if (flip_lessons_count(game) == 0)
        return flip_fail(error, FLIP_ERROR_NOT_FOUND, "%s has no lessons yet; its rules are short.", game->title);
    return arguments->lesson ? flip_lessons_find(game, arguments->lesson, error) : flip_lessons_next(game);
}

/* Plays lessons, and then the game if the learner wants to. */
static int teach(struct arguments *arguments, const struct flip_edition *edition, int pace, struct flip_error *error)
{
    struct flip_paint window;
    struct flip_settings *settings = &arguments->settings;
    const bool plain = flip_play_plainly(settings), ascii = flip_play_ascii(settings);
    struct flip_lessons lessons = {
        .ascii = ascii, .pace = pace, .game = settings->game, .edition = edition, .again = arguments->again};
    if ((lessons.number = lesson_number(arguments, error)) < 0)
        return -1;
    if (!plain && flip_paint_open(&window, ascii, settings->no_color, error) < 0)
        return -1;
    lessons.paint = plain ? NULL : &window;
    const int end = flip_lessons_play(&lessons, error);
    if (!plain)
        flip_paint_close(&window);
    if (!plain && end == FLIP_MATCH_QUIT)
        flip_plain_say(ascii, "'flipside learn %s' goes on from here.\n", settings->game->id);
    return end == FLIP_MATCH_PLAY ? flip_play(settings, pace, error) : end;
}

static int teach_with(struct arguments *arguments, int pace, struct flip_error *error)
{
    const char *path = arguments->settings.edition;
    struct flip_edition *edition = path ? flip_edition_load(arguments->settings.game, path, error) : NULL;
    const int status = path && !edition ? -1 : teach(arguments, edition, pace, error);
    flip_edition_free(edition);
    return status;
}

static void list_all(const struct arguments *arguments)
{
    const bool ascii = flip_play_ascii(&arguments->settings);
    flip_plain_say(ascii,
                   "Lessons, played step by step at a real table. 'flipside learn GAME' begins with the first one that "
                   "you have not learnt.\n");
    flip_lessons_list(ascii);
}

int flip_command_learn(int argc, char **argv)
{
    struct arguments arguments = {0};
    struct flip_error error = {0};
    int pace = 0;
    if (read_arguments(argc, argv, &arguments, &error) < 0 ||
        (pace = flip_play_pace(&arguments.settings, &error)) < 0) {
        fprintf(stderr, "flipside learn: %s\n", error.message);
        return 2;
    }
    if (arguments.settings.help)
        fputs(flip_help("learn"), stdout);
    else if (!arguments.settings.game)
        list_all(&arguments);
    else if (teach_with(&arguments, pace, &error) < 0) {
        fprintf(stderr, "flipside learn: %s\n", error.message);
        return 1;
    }
    return 0;
}
