/* The library as a whole: its version, and games from outside the tree. */
#ifndef FLIPSIDE_LIBRARY_H
#define FLIPSIDE_LIBRARY_H

#include <flipside/error.h>
#include <flipside/game.h>

FLIP_API_BEGIN

/// The version of the library that is running, "1.0.0".
const char *flip_version(void);

/// Loads every game in `folder`: each is a folder of its own with a game.so (docs/add-a-game.md). Call it before anything else, and
/// only with folders named by somebody you trust: a game is code. The error says which game was refused and why; those before it in
/// alphabetical order are loaded.
int flip_games_load(const char *folder, struct flip_error *error);

/// What is wrong with a game, as the end of a sentence; NULL: nothing that can be seen without playing it.
const char *flip_game_fault(const struct flip_game *game);

/// Are the games of the tree whole? The program asks when it starts, so that one that is being written is refused with a sentence.
int flip_games_check(struct flip_error *error);

FLIP_API_END

#endif
