/* What a level is made of. The table stands in levels.c. */
#ifndef FLIPSIDE_BOTS_LEVELS_H
#define FLIPSIDE_BOTS_LEVELS_H

#include "search.h"

enum flip_manner {
    FLIP_MANNER_SENSIBLE, /* a few random moves, the best of them */
    FLIP_MANNER_QUICK,    /* the game's quick move */
    FLIP_MANNER_SEARCH
};

struct flip_level {
    enum flip_manner manner;
    uint64_t iterations; /* at a table of one seat; more seats share them */
    int ms;              /* and never longer than this, on a slow machine or in a slow game; 0: no limit */
    double explore, widen, trust;
    int horizon;
};

/// `level` is 1 … FLIP_LEVELS.
const struct flip_level *flip_level(int level);

#endif
