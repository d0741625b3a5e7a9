/* The list of games; src/table/library.c adds to it. */
#pragma once

#include <flipside/game.h>

enum { OUTSIDE_GAMES = 32 };

/// Generated from games/list; ended by NULL.
extern const struct flip_game *const built_in_games[];

/// Adds a game, which must stay where it is as long as the program runs.
int games_add(const struct flip_game *game, struct flip_error *error);
/// Removes the game that was added last, which turned out to be broken.
void games_remove_last(void);
