/* The library as a whole: its version, and games from outside the tree. */
#ifndef FLIPSIDE_LIBRARY_H
#define FLIPSIDE_LIBRARY_H

#include <flipside/error.h>
#include <flipside/game.h>

FLIP_API_BEGIN

/// The version of the running library, such as "1.0.0".
const char *flip_version(void);

/// Loads every game in `folder`; each has a folder of its own with a game.so (docs/add-a-game.md). Call it before
/// anything else, and only with folders that you trust: a game is code. The error says which game was refused and why;
/// the games before it in alphabetical order stay loaded.
int flip_games_load(const char *folder, struct flip_error *error);

/// What is wrong with a game, as the end of a sentence; NULL if nothing can be found without playing it.
const char *flip_game_fault(const struct flip_game *game);

/// Checks the compiled-in games. The program calls it at start, so that an unfinished game is refused with a reason.
int flip_games_check(struct flip_error *error);

FLIP_API_END

#endif
