/* The library as a whole: its version, and games from outside the tree. */
#ifndef FLIPSIDE_LIBRARY_H
#define FLIPSIDE_LIBRARY_H

#include <flipside/error.h>

FLIP_API_BEGIN

/// The version of the library that is running, "0.1.0".
const char *flip_version(void);

/// Loads every game in `folder`: each is a folder of its own with a game.so (docs/add-a-game.md). To be called before anything
/// else, and only with folders that somebody you trust has named: a game is code. The error says which game is not accepted, and why;
/// those before it in the alphabet are loaded.
int flip_games_load(const char *folder, struct flip_error *error);

FLIP_API_END

#endif
