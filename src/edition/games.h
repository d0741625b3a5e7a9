/* The games by name, for the list in games.c and for tests that want one game and nothing else. */
#ifndef FLIPSIDE_GAMES_GAMES_H
#define FLIPSIDE_GAMES_GAMES_H

#include <flipside/game.h>

extern const struct flip_game flip_royalflip;
extern const struct flip_game flip_flipcity;
extern const struct flip_game flip_fliptown;
extern const struct flip_game flip_insertcoin;
extern const struct flip_game flip_flickemup;

#endif
