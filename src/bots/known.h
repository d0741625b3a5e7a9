/*
 * Specialises the hottest loops for each game of a build where calls through pointers are slow, as in WebAssembly,
 * which checks each: the game is a constant there, so its functions are inlined. src/solo/meson.build defines
 * FLIP_EACH_GAME(ONE) as ONE(first) ONE(second) …. The program itself does without.
 */
#pragma once

#include <flipside/bot.h>

#ifdef FLIP_EACH_GAME
#define FLIP_DECLARE_GAME(name) extern const struct flip_game flip_##name;
FLIP_EACH_GAME(FLIP_DECLARE_GAME)
#undef FLIP_DECLARE_GAME
#else
#define FLIP_EACH_GAME(ONE)
#endif

/// For a function that takes the game as its first argument and is compiled once for each.
#define FLIP_FOR_ONE_GAME __attribute__((always_inline)) static inline
