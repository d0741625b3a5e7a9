/* What defines a level. */
#pragma once

#include "search.h"

enum flip_policy {
    FLIP_POLICY_SENSIBLE, /* mostly the game's quick move, sometimes any */
    FLIP_POLICY_QUICK,    /* the game's quick move */
    FLIP_POLICY_SEARCH
};

struct flip_level {
    enum flip_policy policy;
    /* For games with an estimate, and for those without: there an iteration is a whole game and says less, so it takes
       more. More than two seats share the iterations. */
    struct {
        uint64_t iterations;
        double explore;
    } with_estimate, without_estimate;
    /* For games in which whole turns race (turn_search.c). The estimate alone plays well there, so the lower levels do
       not race, but add noise, in points, to the estimate of every choice. */
    struct {
        double noise;
        uint64_t iterations; /* 0: no race */
        int chains;
        double lead, trust;
    } race;
    uint64_t playouts; /* games played as a second opinion on a game's own expert (playouts.c); 0: none */
    int ms;            /* a limit for slow machines and slow games; 0: none */
    double widen, trust;
    int horizon;
};

/// `level` is 1 … FLIP_LEVELS. `former`: as it was in version 0.1.
const struct flip_level *flip_level(int level, bool former);
