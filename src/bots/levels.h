/* What a level is made of. The table stands in levels.c. */
#ifndef FLIPSIDE_BOTS_LEVELS_H
#define FLIPSIDE_BOTS_LEVELS_H

#include "search.h"

enum flip_manner {
    FLIP_MANNER_SENSIBLE, /* mostly the game's quick move, else any */
    FLIP_MANNER_QUICK,    /* the game's quick move */
    FLIP_MANNER_SEARCH
};

struct flip_level {
    enum flip_manner manner;
    /* Where the game can estimate a move before it is tried, and where the search is blind: then an iteration is a whole
       game and says less, so there are more of them. More than two seats share the iterations. */
    struct {
        uint64_t iterations;
        double explore;
    } seeing, blind;
    /* Where whole turns race (turn_search.c). The estimate alone plays well there, so the lower levels do not race, but misjudge
       every choice by so many points. */
    struct {
        double blur;
        uint64_t iterations; /* 0: no race */
        int chains;
        double lead, trust;
    } race;
    uint64_t
        playouts; /* where a game's own expert gets a second opinion (playouts.c): games that are played for it; 0: none */
    int ms;       /* and never longer than this, on a slow machine or in a slow game; 0: no limit */
    double widen, trust;
    int horizon;
};

/// `level` is 1 … FLIP_LEVELS. `former`: as it was in version 0.1.
const struct flip_level *flip_level(int level, bool former);

#endif
