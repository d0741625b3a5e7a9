/* The bar at the top of a table: the game, its stage, the seats and how they stand. */
#ifndef FLIPSIDE_TERMINAL_BAR_H
#define FLIPSIDE_TERMINAL_BAR_H

#include "terminal/paint.h"

#include <flipside/game.h>

struct flip_bar {
    const char *title; /* of the game; goes first where there is too little room */
    const char *stage;
    const char (*names)[FLIP_NAME];
    int seats;
    const int *scores; /* by seat; NULL: only winning counts */
    flip_set turn;     /* who decides */
    int viewer;        /* is always named; FLIP_PUBLIC: nobody */
};

/// Paints the bar. Where there is too little room, the game's name goes first, then names are shortened, and before nothing is left
/// of them most become numbers.
void flip_bar_paint(const struct flip_paint *paint, const struct flip_bar *bar);

#endif
