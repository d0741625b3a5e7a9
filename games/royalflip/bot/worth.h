/*
 * What a sheet promises: the valuation behind the quick player and the estimate. Shared by the files of bot/, game.c and
 * the trainer.
 */
#pragma once

#include "games/royalflip/royalflip.h"

enum {
    ROYALFLIP_STAGES = 6,                            /* of a game, by rounds left */
    ROYALFLIP_WRITTEN_KINDS = 2 * 5 * 3 * 3 * 3 * 3, /* neighbourhoods of a written cell */
    ROYALFLIP_FREE_KINDS = 5 * 2 * 3 * 3 * 3,        /* of a free cell */
    ROYALFLIP_CHAIN_KINDS = 8 * 6,                   /* of a chain of consecutive numbers */
    ROYALFLIP_BOX_KINDS = 6,                         /* ±1 boxes left */
    ROYALFLIP_BOX_WEIGHTS = ROYALFLIP_WRITTEN_KINDS + ROYALFLIP_FREE_KINDS + ROYALFLIP_CHAIN_KINDS,
    ROYALFLIP_STAGE_WEIGHTS = ROYALFLIP_BOX_WEIGHTS + ROYALFLIP_BOX_KINDS,
    ROYALFLIP_FORMER_WEIGHTS = ROYALFLIP_STAGES * ROYALFLIP_STAGE_WEIGHTS,
    ROYALFLIP_END_KINDS = 8 * 6, /* of the ends of a chain, which version 0.1 did not look at */
    ROYALFLIP_BONUS_KINDS = 8,   /* number bonuses ahead on the track; nor at these */
    ROYALFLIP_AHEAD_KINDS = 32,  /* spaces ahead; nor at these */
    ROYALFLIP_BONUS_WEIGHTS = ROYALFLIP_STAGE_WEIGHTS + ROYALFLIP_END_KINDS,
    ROYALFLIP_AHEAD_WEIGHTS = ROYALFLIP_BONUS_WEIGHTS + ROYALFLIP_BONUS_KINDS,
    ROYALFLIP_NET_TRAITS = ROYALFLIP_AHEAD_WEIGHTS + ROYALFLIP_AHEAD_KINDS,
    ROYALFLIP_WEIGHTS = ROYALFLIP_STAGES * ROYALFLIP_NET_TRAITS,
    ROYALFLIP_TRAITS = 256, /* no sheet has more that count */
    ROYALFLIP_HIDDEN = 32,
    ROYALFLIP_NEAR_END = 3 /* from there on it does not count how far a number is from the end of its scale */
};

/// What hidden units make of the traits: it adds to their weights.
struct royalflip_hidden {
    float out[ROYALFLIP_HIDDEN];                        /* in points */
    float bias[ROYALFLIP_ROUNDS + 1][ROYALFLIP_HIDDEN]; /* by rounds left */
    float trait[ROYALFLIP_NET_TRAITS][ROYALFLIP_HIDDEN];
};

/// What was learnt: data/weights.txt, made by games/royalflip/bot/train.c.
struct royalflip_learnt {
    float former[ROYALFLIP_FORMER_WEIGHTS]; /* points for each trait of a sheet, by stage, as in version 0.1 */
    float plain[ROYALFLIP_WEIGHTS];         /* the same today, where hidden units add to it */
    struct royalflip_hidden hidden;
};
extern const struct royalflip_learnt royalflip_learnt[1];

/// One of the two.
struct royalflip_net {
    const float *plain;
    int traits;                            /* of a stage */
    const struct royalflip_hidden *hidden; /* or NULL */
};
extern const struct royalflip_net royalflip_net, royalflip_former_net;

/// The rules with what the bot prepares behind them: the points to hope for from a space of the track, by rounds left and diamonds
/// filled (track.c). Rules that a bot is given are always part of one.
struct royalflip_mind {
    struct royalflip_rules rules;
    uint8_t numbers_ahead[ROYALFLIP_SPACES + 1]; /* bonuses of numbers behind a space */
    uint16_t lone_chain[ROYALFLIP_CELLS];        /* the trait of a chain that is this cell alone */
    float track_hope[ROYALFLIP_ROUNDS + 1][ROYALFLIP_SPACES + 1][ROYALFLIP_DIAMONDS + 1];
};

static inline const struct royalflip_mind *royalflip_mind_of(const struct royalflip_rules *rules)
{
    return (const struct royalflip_mind *)(const void *)rules;
}

/// Fills the hopes of a mind whose rules are prepared.
void royalflip_make_up_mind(struct royalflip_mind *mind);
/// What of it concerns the track.
void royalflip_look_along_track(struct royalflip_mind *mind);

flip_move royalflip_quick(const void *rules, const void *state, int seat, struct flip_random *random);
double royalflip_estimate(const void *rules, const void *state, int seat);
double royalflip_former_estimate(const void *rules, const void *state, int seat); /* as it was in version 0.1 */

/// The map with a frame around it: a code for each cell, 10 a row.
enum { ROYALFLIP_GRID_ROW = 10, ROYALFLIP_GRID = 100 };
struct royalflip_map {
    uint8_t code[ROYALFLIP_GRID];
};

/// Consecutive numbers of one colour: the places of the first and the last one, and its traits.
struct royalflip_chain {
    uint8_t low, high, length;
    uint16_t kind, ends;
};

/// A sheet that is being valued: what has been worked out about it once, so that a number more costs little.
struct royalflip_valuation {
    const struct royalflip_rules *rules;
    const float *weights;                  /* of the stage */
    const struct royalflip_hidden *hidden; /* or NULL */
    struct royalflip_sheet sheet;
    struct royalflip_map map;
    int roads, areas, chains;
    struct royalflip_chain chain[ROYALFLIP_CELLS];
    float chain_weight;                                       /* of all of them */
    int count[ROYALFLIP_GRID];                                /* what stands around a cell */
    uint32_t numbers[ROYALFLIP_GRID];                         /* the numbers of it, a byte each */
    uint16_t kind[ROYALFLIP_GRID];                            /* the trait of its neighbourhood */
    float weight[ROYALFLIP_GRID];                             /* and its weight */
    float sum[ROYALFLIP_HIDDEN], chain_sum[ROYALFLIP_HIDDEN]; /* of the hidden units, and the chains' part of it */
    float activity;                                           /* what they make of it */
    uint32_t joinable[ROYALFLIP_GRID];    /* the codes that would join something in or beside this cell */
    uint8_t plain_known[ROYALFLIP_CELLS]; /* bit n: the next is known for n */
    float plain_gain[ROYALFLIP_CELLS]
                    [ROYALFLIP_NEAR_END]; /* the gain of any other, by how near it is to the end of its scale */
};

/// The part of a game with so many rounds left.
int royalflip_stage(int rounds_left);
/// The traits of a sheet as indices into the weights of a stage; returns how many.
int royalflip_traits(const struct royalflip_rules *rules, const struct royalflip_sheet *sheet,
                     uint16_t out[ROYALFLIP_TRAITS]);
/// The same with the ends of its chains, and what lies ahead on the track.
int royalflip_net_traits(const struct royalflip_rules *rules, const struct royalflip_sheet *sheet,
                         uint16_t out[ROYALFLIP_TRAITS]);
/// The final score that a sheet promises with so many rounds to come.
float royalflip_worth(const struct royalflip_rules *rules, const struct royalflip_net *net,
                      const struct royalflip_sheet *sheet, int rounds_left);

/// What the hidden units make of traits, in points.
float royalflip_activity(const struct royalflip_hidden *hidden, const uint16_t *traits, int count, int rounds_left);

/// Prepares to value writes into a sheet after which so many rounds are left.
void royalflip_value_sheet(struct royalflip_valuation *valuation, const struct royalflip_rules *rules,
                           const struct royalflip_net *net, const struct royalflip_sheet *sheet, int rounds_left);
/// By how much a number in a free cell changes the worth.
float royalflip_write_gain(struct royalflip_valuation *valuation, int cell, bool red, int number);
/// By how much ±1 boxes more or fewer change it.
float royalflip_boxes_gain(const struct royalflip_valuation *valuation, int more);
/// By how much going to a space changes it, besides what track.c knows.
float royalflip_forward_gain(const struct royalflip_valuation *valuation, int space);
/// The free cell with the largest gain, and the gain; -1 on a full map.
int royalflip_best_cell(struct royalflip_valuation *valuation, bool red, int number, float *gain);

/* --- the track ------------------------------------------------------------------------------------------------------- */

/// What so many diamonds are worth by themselves.
float royalflip_diamonds_worth(const struct royalflip_rules *rules, int diamonds);
/// Points of the diamonds, and what the rest of the track may bring.
float royalflip_track_worth(const struct royalflip_rules *rules, const struct royalflip_sheet *sheet, int rounds_left);
/// What a number more, or a ±1 box more, is usually worth.
float royalflip_number_guess(int rounds_left);
float royalflip_box_guess(int rounds_left);
/// What going to a space changes, its bonus included: a number bonus at its usual worth.
float royalflip_space_gain(const struct royalflip_rules *rules, const struct royalflip_sheet *sheet, int space,
                           int rounds_left);

/* --- the player, with any weights --------------------------------------------------------------------------------------- */

flip_move royalflip_greedy(const struct royalflip_rules *rules, const struct royalflip_net *net,
                           const struct royalflip_state *state, int seat);
