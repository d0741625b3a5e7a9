/* The list of games: the one place that knows them all. A new game is one line here. */
#include "edition/games.h"

#include <flipside/game.h>
#include <stddef.h>
#include <string.h>

const struct flip_game *const flip_games[] = {
    &flip_royalflip, &flip_flipcity, &flip_fliptown, &flip_insertcoin, &flip_flickemup, NULL,
};

const struct flip_game *flip_game_named(const char *id)
{
    for (const struct flip_game *const *game = flip_games; *game; game++)
        if (strcmp((*game)->id, id) == 0)
            return *game;
    return NULL;
}
