/* The puzzles that come with the program: see puzzle.h. */
#include "core/texts.h"
#include "puzzles/puzzle.h"

#include <stdio.h>
#include <string.h>

/* Made from games/GAME/data/puzzles.txt, "GAME", and puzzles.retired.txt, "GAME retired". */
extern const struct flip_named_text flip_shipped_puzzles[];

static const char *shipped(const char *name)
{
    for (const struct flip_named_text *one = flip_shipped_puzzles; one->name; one++)
        if (strcmp(one->name, name) == 0)
            return one->text;
    return NULL;
}

const char *flip_puzzles_shipped(const struct flip_game *game) { return shipped(game->id); }

const char *flip_puzzles_retired(const struct flip_game *game)
{
    char name[80];
    snprintf(name, sizeof name, "%s retired", game->id);
    return shipped(name);
}
