/*
 * What the judge is told about a pad besides the observation: its traits (worth.h), and how many flips are to come. It corrects the quick
 * player's estimate.
 */
#include <flipside/judge.h>

#include "games/insertcoin/bot/worth.h"

enum { STAGE = INSERTCOIN_STAGE_TRAITS, TRAITS = STAGE + INSERTCOIN_STAGES };

/* Before the shapes are chosen a pad has no traits but the stage. */
static int list(const void *rules_, const void *state_, int seat, uint16_t *out)
{
    const struct insertcoin_rules *rules = rules_;
    const struct insertcoin_state *state = state_;
    const struct insertcoin_pad *pad = &state->pad[seat];
    const struct insertcoin_outlook outlook = insertcoin_look_out(rules, state, seat);
    uint16_t traits[INSERTCOIN_MOST_TRAITS];
    int count = 0, listed = 0;
    if (pad->shape[0]) {
        count = insertcoin_pad_traits(&outlook, pad, traits);
        for (int level = 0; level < INSERTCOIN_LEVELS; level++)
            count += insertcoin_level_traits(&outlook, insertcoin_level_shape(rules, pad, level), pad->free[level],
                                             traits + count);
    }
    out[listed++] = (uint16_t)(STAGE + outlook.stage);
    for (int i = 0; i < count && listed < FLIP_MOST_TRAITS; i++)
        out[listed++] = traits[i];
    return listed;
}

extern const unsigned char insertcoin_judge_weights[]; /* data/judge.weights */
extern const size_t insertcoin_judge_weights_size;

const struct flip_game_judge insertcoin_judge_data = {.weights = insertcoin_judge_weights,
                                                      .size = &insertcoin_judge_weights_size,
                                                      .traits = TRAITS,
                                                      .list = list,
                                                      .guess = insertcoin_estimate};
