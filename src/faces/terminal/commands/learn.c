/* `flipside learn`: lists lessons, or plays one and those after it. */
#include "faces/terminal/commands/parts.h"

#include "commands.h"

#include <stdio.h>
#include <string.h>

struct wish {
    struct flip_settings settings;
    const char *lesson; /* NULL: the next one */
    bool again;
};

static int read_flag(struct wish *wish, const char *word, struct flip_error *error)
{
    if (strcmp(word, "--again") == 0)
        wish->again = true;
    else if (!flip_play_flag(&wish->settings, word))
        return flip_fail(error, FLIP_ERROR_USAGE, "'%.60s' is not an option: 'flipside learn --help' lists them.",
                         word);
    return 0;
}

static int read_word(struct wish *wish, const char *word, struct flip_error *error)
{
    if (wish->lesson)
        return flip_fail(error, FLIP_ERROR_USAGE, "One lesson at a time: what is '%.60s'?", word);
    if (wish->settings.game) {
        wish->lesson = word;
        return 0;
    }
    wish->settings.game = flip_game_named(word);
    return wish->settings.game ? 0
                               : flip_fail(error, FLIP_ERROR_NO_GAME,
                                           "There is no game '%.60s': 'flipside learn' lists what there is.", word);
}

static int read_arguments(int argc, char **argv, struct wish *wish, struct flip_error *error)
{
    for (int i = 1; i < argc; i++)
        if (!flip_play_text(argc, argv, &i, "--pace", &wish->settings.pace) &&
            !flip_play_text(argc, argv, &i, "--edition", &wish->settings.edition) &&
            (argv[i][0] == '-' ? read_flag : read_word)(wish, argv[i], error) < 0)
            return -1;
    return 0;
}

/* Which lesson; -1: an error. */
static int lesson_number(const struct wish *wish, struct flip_error *error)
{
    const struct flip_game *game = wish->settings.game;
    if (flip_lessons_count(game) == 0)
        return flip_fail(error, FLIP_ERROR_NOT_FOUND, "%s has no lessons yet; its rules are short.", game->title);
    return wish->lesson ? flip_lessons_find(game, wish->lesson, error) : flip_lessons_next(game);
}

/* Plays lessons, and then the game if the learner wants to. */
static int teach(struct wish *wish, const struct flip_edition *edition, int pace, struct flip_error *error)
{
    struct flip_paint window;
    struct flip_settings *settings = &wish->settings;
    const bool plain = flip_play_plainly(settings), ascii = flip_play_ascii(settings);
    struct flip_lessons lessons = {
        .ascii = ascii, .pace = pace, .game = settings->game, .edition = edition, .again = wish->again};
    if ((lessons.number = lesson_number(wish, error)) < 0)
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

static int teach_with(struct wish *wish, int pace, struct flip_error *error)
{
    const char *path = wish->settings.edition;
    struct flip_edition *edition = path ? flip_edition_load(wish->settings.game, path, error) : NULL;
    const int status = path && !edition ? -1 : teach(wish, edition, pace, error);
    flip_edition_free(edition);
    return status;
}

static void list_all(const struct wish *wish)
{
    const bool ascii = flip_play_ascii(&wish->settings);
    flip_plain_say(ascii,
                   "Lessons, played step by step at a real table. 'flipside learn GAME' begins with the first one that "
                   "you have not learnt.\n");
    flip_lessons_list(ascii);
}

int flip_command_learn(int argc, char **argv)
{
    struct wish wish = {0};
    struct flip_error error = {0};
    int pace = 0;
    if (read_arguments(argc, argv, &wish, &error) < 0 || (pace = flip_play_pace(&wish.settings, &error)) < 0) {
        fprintf(stderr, "flipside learn: %s\n", error.message);
        return 2;
    }
    if (wish.settings.help)
        fputs(flip_help("learn"), stdout);
    else if (!wish.settings.game)
        list_all(&wish);
    else if (teach_with(&wish, pace, &error) < 0) {
        fprintf(stderr, "flipside learn: %s\n", error.message);
        return 1;
    }
    return 0;
}
