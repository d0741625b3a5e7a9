/*
 * Where a call through a pointer is dear, as in WebAssembly, which checks every one, the hottest loops are compiled once more for each
 * game of the build: there the game is a constant, so its functions are called by name and inlined. The build says which games those
 * are (src/solo/meson.build): FLIP_EACH_GAME(ONE) is ONE(first) ONE(second) …. The program does without.
 */
#ifndef FLIPSIDE_BOTS_KNOWN_H
#define FLIPSIDE_BOTS_KNOWN_H

#include <flipside/bot.h>

#ifdef FLIP_EACH_GAME
#define FLIP_DECLARE_GAME(name) extern const struct flip_game flip_##name;
FLIP_EACH_GAME(FLIP_DECLARE_GAME)
#undef FLIP_DECLARE_GAME
#else
#define FLIP_EACH_GAME(ONE)
#endif

/// What takes the game as its first argument and is to be compiled once for each.
#define FLIP_FOR_ONE_GAME __attribute__((always_inline)) static inline

#endif
