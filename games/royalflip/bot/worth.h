/*
 * What a sheet promises: the judgement behind the quick player and the estimate. Shared by player.c and the program that
 * learns the weights (games/royalflip/bot/train.c); nothing else includes it.
 */
#ifndef FLIPSIDE_GAMES_ROYALFLIP_WORTH_H
#define FLIPSIDE_GAMES_ROYALFLIP_WORTH_H

#include "games/royalflip/royalflip.h"

enum {
    ROYALFLIP_STAGES = 6,                            /* of a game, by rounds left */
    ROYALFLIP_WRITTEN_KINDS = 2 * 5 * 3 * 3 * 3 * 3, /* neighbourhoods of a written cell */
    ROYALFLIP_FREE_KINDS = 5 * 2 * 3 * 3 * 3,        /* of a free cell */
    ROYALFLIP_CHAIN_KINDS = 8 * 6,                   /* of a chain of consecutive numbers */
    ROYALFLIP_BOX_KINDS = 6,                         /* ±1 boxes left */
    ROYALFLIP_BOX_WEIGHTS = ROYALFLIP_WRITTEN_KINDS + ROYALFLIP_FREE_KINDS + ROYALFLIP_CHAIN_KINDS,
    ROYALFLIP_STAGE_WEIGHTS = ROYALFLIP_BOX_WEIGHTS + ROYALFLIP_BOX_KINDS,
    ROYALFLIP_WEIGHTS = ROYALFLIP_STAGES * ROYALFLIP_STAGE_WEIGHTS,
    ROYALFLIP_TRAITS = 256 /* no sheet has more that count */
};

/// The rules with what the bot prepares behind them: the points to hope for from a space of the track, by rounds left and diamonds
/// filled (track.c). Rules that a bot is given are always part of one.
struct royalflip_mind {
    struct royalflip_rules rules;
    float track_hope[ROYALFLIP_ROUNDS + 1][ROYALFLIP_SPACES + 1][ROYALFLIP_DIAMONDS + 1];
};

static inline const struct royalflip_mind *royalflip_mind_of(const struct royalflip_rules *rules)
{
    return (const struct royalflip_mind *)(const void *)rules;
}

/// Fills the hopes of a mind whose rules are prepared.
void royalflip_make_up_mind(struct royalflip_mind *mind);

flip_move royalflip_quick(const void *rules, const void *state, int seat, struct flip_random *random);
double royalflip_estimate(const void *rules, const void *state, int seat);

/// Points for each trait of a sheet, by stage. data/weights.txt, made by games/royalflip/bot/train.c.
extern const float royalflip_weights[ROYALFLIP_WEIGHTS];

/// The map with a frame around it: a code for each cell, 10 a row.
enum { ROYALFLIP_GRID_ROW = 10, ROYALFLIP_GRID = 100 };
struct royalflip_map {
    uint8_t code[ROYALFLIP_GRID];
};

/// A sheet that is being judged: what has been worked out about it once, so that a number more costs little.
struct royalflip_judgement {
    const struct royalflip_rules *rules;
    const float *weights; /* of the stage */
    struct royalflip_sheet sheet;
    struct royalflip_map map;
    int roads, areas;
    float chains;
    int count[ROYALFLIP_GRID];    /* what stands around a cell */
    float weight[ROYALFLIP_GRID]; /* of its neighbourhood */
};

/// The part of a game with so many rounds left.
int royalflip_stage(int rounds_left);
/// The traits of a sheet as indices into the weights of a stage; returns how many.
int royalflip_traits(const struct royalflip_rules *rules, const struct royalflip_sheet *sheet,
                     uint16_t out[ROYALFLIP_TRAITS]);
/// The final score that a sheet promises with so many rounds to come.
float royalflip_worth(const struct royalflip_rules *rules, const float *weights, const struct royalflip_sheet *sheet,
                      int rounds_left);

/// Prepares to judge writes into a sheet after which so many rounds are left.
void royalflip_judge(struct royalflip_judgement *judgement, const struct royalflip_rules *rules, const float *weights,
                     const struct royalflip_sheet *sheet, int rounds_left);
/// By how much a number in a free cell changes the worth.
float royalflip_write_gain(struct royalflip_judgement *judgement, int cell, bool red, int number);
/// By how much ±1 boxes more or fewer change it.
float royalflip_boxes_gain(const struct royalflip_judgement *judgement, int more);
/// The free cell with the largest gain, and the gain; -1 on a full map.
int royalflip_best_cell(struct royalflip_judgement *judgement, bool red, int number, float *gain);

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

flip_move royalflip_greedy(const struct royalflip_rules *rules, const float *weights,
                           const struct royalflip_state *state, int seat);

#endif
