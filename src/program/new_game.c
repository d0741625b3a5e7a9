/*
 * `flipside new-game NAME [FOLDER]` copies the small complete game of examples/mygame under another name. It builds and
 * plays at once, and has tests, of which the first fails until its author has written it.
 */
#include "commands.h"
#include "core/texts.h"

#include <flipside/flipside.h>

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static const char help[] =
    "usage: flipside new-game NAME [FOLDER]\n\n"
    "Makes FOLDER/NAME (FOLDER: here) with a small game that builds, plays and has tests: game.c, data/classic.json,\n"
    "RULES.md, Makefile, tests.py. NAME has small letters and digits, 24 at most. docs/add-a-game.md explains the "
    "rest.\n";

enum { NAME = 24, PLACE = 1000, PATH = PLACE + 64 };

extern const struct flip_named_text flip_new_game_files[]; /* generated from examples/mygame */

struct new_game {
    const char *name, *place;
    char title[NAME + 1];
};

static int failed(const char *path, const char *what)
{
    fprintf(stderr, "flipside: %s %s: %s.\n", path, what, strerror(errno));
    return 1;
}

/* Writes the text with the names of the new game. */
static void put_named(const struct new_game *game, const char *text, FILE *out)
{
    const struct {
        const char *old, *new;
    } names[] = {{"mygame", game->name}, {"My Game", game->title}};
    while (*text) {
        size_t length = 0;
        for (size_t i = 0; i < sizeof names / sizeof *names && length == 0; i++)
            if (strncmp(text, names[i].old, strlen(names[i].old)) == 0) {
                length = strlen(names[i].old);
                fputs(names[i].new, out);
            }
        if (length == 0)
            putc(*text++, out);
        text += length;
    }
}

static int write_file(const struct new_game *game, const struct flip_named_text *file)
{
    char path[PATH];
    snprintf(path, sizeof path, "%s/%s/%s", game->place, game->name, file->name);
    FILE *out = fopen(path, "wx");
    if (!out)
        return failed(path, "cannot be written");
    put_named(game, file->text, out);
    return fclose(out) == 0 ? 0 : failed(path, "cannot be written");
}

static int make_folder(const struct new_game *game, const char *within)
{
    char path[PATH];
    snprintf(path, sizeof path, "%s/%s%s", game->place, game->name, within);
    return mkdir(path, 0777) == 0 ? 0 : failed(path, "cannot be made");
}

static int make(const struct new_game *game)
{
    if (make_folder(game, "") != 0 || make_folder(game, "/data") != 0)
        return 1;
    for (const struct flip_named_text *file = flip_new_game_files; file->name; file++)
        if (write_file(game, file) != 0)
            return 1;
    printf("%s/%s is ready. In there:\n"
           "  make         builds it\n"
           "  make play    plays it in the terminal\n"
           "  make serve   opens its table for browsers\n"
           "  make test    runs tests.py: the first test waits for you\n",
           game->place, game->name);
    return 0;
}

int flip_command_new_game(int argc, char **argv)
{
    struct new_game game = {.name = argc > 1 ? argv[1] : "", .place = argc > 2 ? argv[2] : "."};
    if (argc == 2 && strcmp(argv[1], "--help") == 0) {
        fputs(help, stdout);
        return 0;
    }
    if (argc < 2 || argc > 3 || argv[1][0] == '-') {
        fputs(help, stderr);
        return 2;
    }
    const size_t length = strlen(game.name);
    if (length == 0 || length > NAME || strspn(game.name, "abcdefghijklmnopqrstuvwxyz0123456789") != length ||
        isdigit((unsigned char)game.name[0])) {
        fprintf(stderr, "flipside: A game's name has small letters and digits, begins with a letter, and has 24 of "
                        "them at most.\n");
        return 2;
    }
    if (flip_game_named(game.name)) {
        fprintf(stderr, "flipside: There is a game called '%s' already.\n", game.name);
        return 1;
    }
    if (strlen(game.place) >= PLACE) {
        fprintf(stderr, "flipside: The folder's name is too long.\n");
        return 1;
    }
    snprintf(game.title, sizeof game.title, "%s", game.name);
    game.title[0] = (char)toupper((unsigned char)game.title[0]);
    return make(&game);
}
