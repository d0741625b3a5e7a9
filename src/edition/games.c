/*
 * All games: first those of games/list, then those loaded from outside the tree. The list grows only while a program
 * starts, before there are threads; after that it is read-only.
 */
#include "edition/games.h"

#include <string.h>

static struct {
    const struct flip_game *game[OUTSIDE_GAMES];
    int count;
} outside;

static int built_in_count(void)
{
    int count = 0;
    while (built_in_games[count])
        count++;
    return count;
}

const struct flip_game *flip_game_at(int index)
{
    const int built_in = built_in_count();
    if (index < built_in)
        return built_in_games[index];
    return index - built_in < outside.count ? outside.game[index - built_in] : NULL;
}

const struct flip_game *flip_game_named(const char *id)
{
    for (int i = 0; flip_game_at(i); i++)
        if (strcmp(flip_game_at(i)->id, id) == 0)
            return flip_game_at(i);
    return NULL;
}

int games_add(const struct flip_game *game, struct flip_error *error)
{
    if (outside.count == OUTSIDE_GAMES)
        return flip_fail(error, FLIP_ERROR_TOO_MANY, "At most %d games can be loaded.", OUTSIDE_GAMES);
    outside.game[outside.count++] = game;
    return 0;
}

void games_remove_last(void) { outside.count--; }
