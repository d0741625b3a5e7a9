/* The puzzles that come with the program: see puzzle.h. */
#include "core/file.h"
#include "core/texts.h"
#include "puzzles/puzzle.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Made from games/GAME/data/puzzles.txt, "GAME", puzzles.retired.txt, "GAME retired", and tasks.json, "GAME tasks". */
extern const struct flip_named_text flip_shipped_puzzles[];

static const char *shipped(const char *name)
{
    for (const struct flip_named_text *one = flip_shipped_puzzles; one->name; one++)
        if (strcmp(one->name, name) == 0)
            return one->text;
    return NULL;
}

const char *flip_puzzles_shipped(const struct flip_game *game) { return shipped(game->id); }

static const char *shipped_with(const struct flip_game *game, const char *what)
{
    char name[80];
    snprintf(name, sizeof name, "%s %s", game->id, what);
    return shipped(name);
}

const char *flip_puzzles_retired(const struct flip_game *game) { return shipped_with(game, "retired"); }

const char *flip_puzzle_tasks(const struct flip_game *game) { return shipped_with(game, "tasks"); }

/* Adds the one of this name if it is no longer chosen. */
static int recall(const struct flip_game *game, const char *wanted, struct flip_puzzles *out, struct flip_error *error)
{
    const char *text = flip_puzzles_retired(game);
    struct flip_puzzles retired = {0};
    int status = 0;
    bool added;
    if (flip_puzzles_find(out, wanted) || !text)
        return 0;
    if (flip_puzzles_read(game, text, &retired, error) < 0)
        return -1;
    for (int i = 0; i < retired.count; i++)
        if (strcmp(retired.list[i].id, wanted) == 0) {
            status = flip_puzzles_add(out, &retired.list[i], &added, error);
            retired.list[i] = (struct flip_puzzle){0}; /* it has been taken over */
            break;
        }
    flip_puzzles_free(&retired);
    return status;
}

int flip_puzzles_open(const struct flip_game *game, const char *file, const char *wanted, struct flip_puzzles *out,
                      struct flip_error *error)
{
    size_t length;
    char *text = file ? flip_file_read(file, &length, error) : NULL;
    const char *coming = file ? text : flip_puzzles_shipped(game);
    if (!coming)
        return file ? -1 : flip_fail(error, FLIP_ERROR_EMPTY, "No puzzles of %s come with the program.", game->title);
    int status = flip_puzzles_read(game, coming, out, error);
    free(text);
    if (status == 0 && wanted && !file && recall(game, wanted, out, error) < 0) {
        flip_puzzles_free(out);
        status = -1;
    }
    return status;
}
