/* Finding a rulebook. */
#include "edition/rulebook.h"

#include <flipside/game.h>

const char *flip_rulebook_of(const char *id)
{
    const struct flip_game *game = flip_game_named(id);
    return game && game->files->rulebook ? game->files->rulebook : "The rules of this game are not here.\n";
}
