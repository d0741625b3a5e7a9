/* The library as a whole: its version, and games from outside the tree. */
#ifndef FLIPSIDE_LIBRARY_H
#define FLIPSIDE_LIBRARY_H

#include <flipside/error.h>

FLIP_API_BEGIN

/// The version of the library that is running, "0.1.0".
const char *flip_version(void);

/// Loads every game in `folder`: each is a folder of its own with a game.so (docs/add-a-game.md). Call it before anything else, and
/// only with folders named by somebody you trust: a game is code. The error says which game was refused and why; those before it in
/// alphabetical order are loaded.
int flip_games_load(const char *folder, struct flip_error *error);

FLIP_API_END

#endif
