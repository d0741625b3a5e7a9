/* `flipside puzzles`: mines puzzles, lists them and shows one. They are solved at the terminal's table. */
#include "faces/sim/puzzles/puzzles.h"

#include "commands.h"
#include "faces/sim/games/games.h"

#include <stdio.h>
#include <string.h>

struct arguments {
    struct flip_mine_args mine;
    struct flip_grade_args grade;
    const char *file;
    bool solution;
};

static int use(const char *verb, const struct flip_puzzles *puzzles, const char *id, bool solution,
               struct flip_error *error)
{
    if (strcmp(verb, "list") == 0) {
        flip_puzzles_list(puzzles);
        return 0;
    }
    if (strcmp(verb, "check") == 0)
        return flip_puzzles_check(puzzles, error);
    const struct flip_puzzle *puzzle = flip_puzzles_find(puzzles, id);
    return puzzle ? flip_puzzle_show(puzzle, solution, error)
                  : flip_fail(error, FLIP_ERROR_NOT_FOUND,
                              "There is no puzzle '%.40s'; 'flipside puzzles list GAME' has them.", id);
}

/* What is wrong with the words after "puzzles", or NULL. */
static const char *wrong_words(char **word, int words)
{
    static const char *const verbs[] = {"mine", "list", "play", "check", "show", "grade"};
    bool known = false;
    for (size_t i = 0; words > 0 && i < sizeof verbs / sizeof *verbs; i++)
        known |= strcmp(word[0], verbs[i]) == 0;
    if (!known)
        return "Say what to do: mine, list, play, check, show or grade, and then a game: flipside puzzles play GAME.";
    if (words < 2)
        return "Name a game: 'flipside --help' lists them.";
    const bool show = strcmp(word[0], "show") == 0;
    if (show && words < 3)
        return "Name a puzzle by its id: 'flipside puzzles list GAME' has them.";
    return words > 2 + show ? "There is a word too many: 'flipside puzzles --help' explains." : NULL;
}

static int run(char **word, const struct arguments *arguments, struct flip_error *error)
{
    const struct flip_game *game = flip_game_named(word[1]);
    if (!game)
        return flip_fail(error, FLIP_ERROR_UNKNOWN_GAME, "There is no game '%.40s'; 'flipside --help' lists them.",
                         word[1]);
    if (strcmp(word[0], "mine") == 0)
        return flip_puzzles_mine(game, &arguments->mine, error);
    struct flip_puzzles puzzles;
    if (!flip_ranks_first())
        return 0; /* one process is enough for all else */
    if (flip_puzzles_open(game, arguments->file, word[2], &puzzles, error) < 0)
        return -1;
    const int status = strcmp(word[0], "grade") == 0 ? flip_puzzles_grade(game, &puzzles, &arguments->grade, error)
                                                     : use(word[0], &puzzles, word[2], arguments->solution, error);
    flip_puzzles_free(&puzzles);
    return status;
}

static int tell_wrong(const char *what)
{
    if (flip_ranks_first())
        fprintf(stderr, "flipside puzzles: %s\n", what);
    return 2;
}

static int puzzles(int argc, char **argv)
{
    struct arguments arguments = {.mine = {.games = 100}, .grade = {.tries = 60}};
    struct flip_arguments common = flip_arguments_defaults();
    const struct flip_argument table[] = {
        {"games", .whole = &arguments.mine.games, .low = 1, .high = 1e9},
        {"until", .whole = &arguments.mine.until, .low = 1, .high = 1e5},
        {"records", .text = &arguments.mine.records},
        {"out", .text = &arguments.mine.out},
        {"file", .text = &arguments.file},
        {"solution", .flag = &arguments.solution},
        {"tries", .whole = &arguments.grade.tries, .low = 0, .high = 1e5},
        {"retired", .text = &arguments.grade.retired},
        FLIP_RUN_ARGUMENTS(&common),
        {0},
    };
    struct flip_error error;
    const int status = flip_arguments_read(argc, argv, flip_help("puzzles"), table) - 1;
    if (status >= 0)
        return status;
    arguments.mine.seed = common.seed;
    arguments.grade.out = arguments.mine.out;
    arguments.mine.threads = arguments.grade.threads = common.threads;
    const char *wrong = wrong_words(argv + optind, argc - optind);
    if (wrong)
        return tell_wrong(wrong);
    return run(argv + optind, &arguments, &error) < 0 ? flip_tell_error("puzzles", &error) : 0;
}

int flip_command_puzzles(int argc, char **argv) { return flip_ranks_command(puzzles, argc, argv); }
