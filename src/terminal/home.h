/* The first question of all: which game, or first the lessons? */
#ifndef FLIPSIDE_TERMINAL_HOME_H
#define FLIPSIDE_TERMINAL_HOME_H

#include "terminal/paint.h"

#include <flipside/game.h>

/// Asks on the screen, or in the dialogue (`paint` is NULL). NULL: nothing was chosen; or, with `lessons`, the lessons were.
const struct flip_game *flip_home_ask(const struct flip_paint *paint, bool ascii, const char *question, bool *lessons);

#endif
