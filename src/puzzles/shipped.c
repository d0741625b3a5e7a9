/* The puzzles that come with the program: see puzzle.h. */
#include "core/texts.h"
#include "puzzles/puzzle.h"

#include <string.h>

extern const struct flip_named_text flip_shipped_puzzles[]; /* made from games/GAME/data/puzzles.txt */

const char *flip_puzzles_shipped(const struct flip_game *game)
{
    for (const struct flip_named_text *one = flip_shipped_puzzles; one->name; one++)
        if (strcmp(one->name, game->id) == 0)
            return one->text;
    return NULL;
}
