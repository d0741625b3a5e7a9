/*
 * What a pad is worth: the points it has, and for what may become of it the sum of learnt weights, one for each trait.
 * Shared by the files of bot/ and the trainer. worth.c tells what the traits are.
 */
#pragma once

#include "games/insertcoin/insertcoin.h"

enum {
    INSERTCOIN_STAGES = 9,        /* by the flips that are still to come */
    INSERTCOIN_GAPS = 48,         /* points of a level as it stands, from -16 on */
    INSERTCOIN_FREE = 48,         /* free squares of a level, and no more */
    INSERTCOIN_NEARNESS = 3,      /* few, some, many free squares */
    INSERTCOIN_CORNERS = 51,      /* a free square and its eight neighbours, turned and mirrored alike */
    INSERTCOIN_HOPES = 6,         /* how often the symbol that a hole needs may still come */
    INSERTCOIN_HOLES = 32,        /* kinds of holes: one square, symbols by size and hope, no symbol, larger ones */
    INSERTCOIN_TOTALS = 33,       /* free squares of all levels, by four */
    INSERTCOIN_SUPPLIES = 16,     /* Lives with those behind the Coins */
    INSERTCOIN_OVERS = 3 * 4,     /* GAME OVER cards that have come, and complete levels */
    INSERTCOIN_FLAGS = 4 + 3 + 1, /* shield, key, star, skip; abilities that are asked; always */
    /* the traits of one stage, in this order */
    INSERTCOIN_TRAIT_FREE = 0,
    INSERTCOIN_TRAIT_GAP = INSERTCOIN_TRAIT_FREE + INSERTCOIN_FREE,
    INSERTCOIN_TRAIT_ABILITY = INSERTCOIN_TRAIT_GAP + INSERTCOIN_GAPS,
    INSERTCOIN_TRAIT_CORNER = INSERTCOIN_TRAIT_ABILITY + INSERTCOIN_ABILITIES * INSERTCOIN_NEARNESS,
    INSERTCOIN_TRAIT_HOLE = INSERTCOIN_TRAIT_CORNER + INSERTCOIN_CORNERS * INSERTCOIN_NEARNESS,
    INSERTCOIN_TRAIT_TOTAL = INSERTCOIN_TRAIT_HOLE + INSERTCOIN_HOLES,
    INSERTCOIN_TRAIT_SUPPLY = INSERTCOIN_TRAIT_TOTAL + INSERTCOIN_TOTALS,
    INSERTCOIN_TRAIT_OVER = INSERTCOIN_TRAIT_SUPPLY + INSERTCOIN_SUPPLIES,
    INSERTCOIN_TRAIT_FLAG = INSERTCOIN_TRAIT_OVER + INSERTCOIN_OVERS,
    INSERTCOIN_STAGE_TRAITS = INSERTCOIN_TRAIT_FLAG + INSERTCOIN_FLAGS,
    INSERTCOIN_WEIGHTS = INSERTCOIN_STAGES * INSERTCOIN_STAGE_TRAITS,
    INSERTCOIN_MOST_TRAITS = INSERTCOIN_LEVELS * (3 + 2 * INSERTCOIN_SQUARES) + 16, /* that one pad has */
};

/* made from data/weights.txt */
extern const float insertcoin_weights[INSERTCOIN_WEIGHTS];

/// What a pad's worth depends on besides the pad itself.
struct insertcoin_outlook {
    const struct insertcoin_rules *rules;
    int stage;                        /* 0 … INSERTCOIN_STAGES - 1: few flips left first */
    int game_overs;                   /* that have come */
    uint8_t hope[INSERTCOIN_SYMBOLS]; /* how often each symbol may still come: 0 … INSERTCOIN_HOPES - 1 */
};

struct insertcoin_outlook insertcoin_look_out(const struct insertcoin_rules *rules,
                                              const struct insertcoin_state *state, int seat);
/// The traits of one level with these free squares; of the pad besides its levels. They return how many they wrote, as
/// numbers below INSERTCOIN_STAGE_TRAITS.
int insertcoin_level_traits(const struct insertcoin_outlook *outlook, const struct insertcoin_shape *shape,
                            flip_set free, uint16_t *out);
int insertcoin_pad_traits(const struct insertcoin_outlook *outlook, const struct insertcoin_pad *pad, uint16_t *out);
/// Points and promises of one level; of the pad besides its levels.
float insertcoin_level_worth(const struct insertcoin_outlook *outlook, const float *weights,
                             const struct insertcoin_shape *shape, flip_set free);
float insertcoin_pad_worth(const struct insertcoin_outlook *outlook, const float *weights,
                           const struct insertcoin_pad *pad);

/// The free squares with one free neighbour or none.
flip_set insertcoin_narrow(flip_set free);

/// A level that is judged again and again with other squares filled.
struct insertcoin_canvas {
    const struct insertcoin_outlook *outlook;
    const float *stage; /* the weights */
    flip_set free;
    int left; /* how many */
    /* With so many squares filled: the worth without corners and holes, and the weights of the corners. */
    float plain[INSERTCOIN_SYMBOL_SQUARES + 1];
    const float *weight[INSERTCOIN_SYMBOL_SQUARES + 1];
    uint8_t near[INSERTCOIN_SQUARES]; /* the free ones of a free square's neighbours, from the upper left on */
    float corner[INSERTCOIN_SQUARES]; /* the weight of each free square's corners */
    float corners;                    /* their sum */
    int hole_count;                   /* squares that hang together */
    flip_set hole[INSERTCOIN_SQUARES / 2];
    float hole_worth[INSERTCOIN_SQUARES / 2];
    float holes;     /* their sum */
    float best_hole; /* what a hole can be worth at most, or 0 */
    float worth;     /* as it is */
};
void insertcoin_stretch(struct insertcoin_canvas *canvas, const struct insertcoin_outlook *outlook,
                        const float *weights, const struct insertcoin_shape *shape, flip_set free);
/// What the level would be worth with some squares filled, but not all, the first of them here. If that is less than
/// `enough`, any number that is less will do.
float insertcoin_worth_without(const struct insertcoin_canvas *canvas, const struct insertcoin_outline *outline,
                               int first, float enough);

/* player.c */
/// The move after which the pad is worth most with these weights.
flip_move insertcoin_greedy(const struct insertcoin_rules *rules, const float *weights,
                            const struct insertcoin_state *state, int seat, struct flip_random *random);
