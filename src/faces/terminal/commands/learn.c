/* `flipside learn`: lists the lessons, or plays one, and those after it. */
#include "faces/terminal/commands/parts.h"

#include "commands.h"
#include "edition/setup.h"
#include "faces/terminal/play/play.h"

#include <stdio.h>
#include <string.h>

static const char help[] =
    "usage: flipside learn [GAME [LESSON]] [OPTION]…\n\n"
    "Teaches a game step by step, at a real table with prepared cards. Without GAME it lists all lessons; without "
    "LESSON it\n"
    "begins with the first one you have not learnt. LESSON is a number or the beginning of a title.\n\n"
    "  --again              from the beginning, though the lesson was left halfway\n"
    "  --edition FILE       with another edition: its numbers, where the lesson can be played with them\n"
    "  --pace WORD          how long each step of the others is shown: full, quick or none (also FLIPSIDE_PACE)\n"
    "  --plain              line by line, for screen readers; so it is without a terminal too\n"
    "  --ascii              no characters beyond ASCII\n"
    "  --no-color           no colours (also with NO_COLOR set)\n\n"
    "What you have learnt is kept in $XDG_DATA_HOME/flipside (or ~/.local/share/flipside).\n";

struct wish {
    struct flip_settings settings;
    const char *lesson; /* NULL: the next one */
    bool again;
};

static int read_flag(struct wish *wish, const char *word, struct flip_error *error)
{
    const struct {
        const char *name;
        bool *place;
    } flags[] = {{"--plain", &wish->settings.plain},
                 {"--ascii", &wish->settings.ascii},
                 {"--no-color", &wish->settings.no_color},
                 {"--no-colour", &wish->settings.no_color},
                 {"--help", &wish->settings.help},
                 {"-h", &wish->settings.help},
                 {"--again", &wish->again}};
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        if (strcmp(word, flags[i].name) == 0) {
            *flags[i].place = true;
            return 0;
        }
    return flip_fail(error, FLIP_ERROR_USAGE, "'%.60s' is not an option: 'flipside learn --help' lists them.", word);
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

/* --NAME TEXT or --NAME=TEXT at this place; false: it is something else. */
static bool read_text(int argc, char **argv, int *place, const char *name, const char **out)
{
    const size_t length = strlen(name);
    if (strcmp(argv[*place], name) == 0 && *place + 1 < argc)
        *out = argv[++*place];
    else if (strncmp(argv[*place], name, length) == 0 && argv[*place][length] == '=')
        *out = argv[*place] + length + 1;
    else
        return false;
    return true;
}

static int read_arguments(int argc, char **argv, struct wish *wish, struct flip_error *error)
{
    for (int i = 1; i < argc; i++)
        if (!read_text(argc, argv, &i, "--pace", &wish->settings.pace) &&
            !read_text(argc, argv, &i, "--edition", &wish->settings.edition) &&
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

/* The lessons, and then the game, if the learner wants to. */
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
        fputs(help, stdout);
    else if (!wish.settings.game)
        list_all(&wish);
    else if (teach_with(&wish, pace, &error) < 0) {
        fprintf(stderr, "flipside learn: %s\n", error.message);
        return 1;
    }
    return 0;
}
