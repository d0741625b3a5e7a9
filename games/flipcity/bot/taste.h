/*
 * What the quick player likes: weights, and what follows from them for an edition. The rules know nothing of it; what is prepared for a
 * table is the rules with the tastes behind them.
 */
#pragma once

#include "games/flipcity/flipcity.h"

/* The weights of the quick player (player.c): a block for early cities, one for late ones, then those of a turn. */
enum {
    FLIPCITY_W_CARD,
    FLIPCITY_W_CASH,
    FLIPCITY_W_HOSPITAL,
    FLIPCITY_W_POINTS,
    FLIPCITY_W_UNHAPPY,
    FLIPCITY_W_LIMIT,
    FLIPCITY_W_ACTIONS,
    FLIPCITY_W_FORCED,
    FLIPCITY_W_NEXT,
    FLIPCITY_W_BOTTOM,
    FLIPCITY_W_WINS,
    FLIPCITY_W_RECYCLE,
    FLIPCITY_W_COUNT,

    FLIPCITY_EARLY = 0,
    FLIPCITY_LATE = FLIPCITY_W_COUNT,
    FLIPCITY_KNOTS = 2 * FLIPCITY_W_COUNT, /* what 2, 4 … 12 cash are worth */
    FLIPCITY_WIN = FLIPCITY_KNOTS + 6,
    FLIPCITY_NEAR_WIN,
    FLIPCITY_NEAR_CARDS,
    FLIPCITY_MORE_ACTIONS,
    FLIPCITY_ROOM,
    FLIPCITY_SHUFFLE,
    FLIPCITY_SHUFFLE_SOLO,
    FLIPCITY_CHURCH,
    FLIPCITY_CROWD,
    FLIPCITY_GIFT,
    FLIPCITY_WEIGHTS
};

struct flipcity_taste {
    double weight[FLIPCITY_WEIGHTS];
    double early[FLIPCITY_FACES], late[FLIPCITY_FACES]; /* what a face is worth in a city */
    double cash[FLIPCITY_CASH], points[256];            /* what they are worth at the end of a turn */
    flipcity_faces shuns;                               /* never builds these: for trying what a single plan can do */
};

struct flipcity_mind {
    struct flipcity_rules rules;
    struct flipcity_taste taste, plain_taste; /* of the quick player, and of levels 1 to 4 in version 0.1 */
};

/// Found by playing, for two players or more and for one; and what a person would guess. From data/weights.txt.
extern const double flipcity_weights[3][FLIPCITY_WEIGHTS];
enum { FLIPCITY_PLAIN = 2 };

/// Fills `taste` from its weights, FLIPCITY_WEIGHTS of them.
void flipcity_acquire_taste(const struct flipcity_rules *rules, struct flipcity_taste *taste, const double *weights);
/// Fills the tastes of a mind whose rules are prepared.
void flipcity_make_up_mind(struct flipcity_mind *mind);

flip_move flipcity_quick(const void *rules, const void *state, int seat, struct flip_random *random);
flip_move flipcity_expert(const void *rules, const void *state, int seat, int level, struct flip_random *random);
