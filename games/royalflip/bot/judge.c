/*
 * What the judge is told about a sheet besides the observation: its traits (worth.h), and one by one the space of the track that it has
 * reached, its diamonds, and the rounds to come. It corrects the quick player's estimate.
 */
#include <flipside/judge.h>

#include "games/royalflip/bot/worth.h"

enum {
    SPACE = ROYALFLIP_NET_TRAITS,
    DIAMONDS = SPACE + ROYALFLIP_SPACES + 1,
    ROUNDS = DIAMONDS + ROYALFLIP_DIAMONDS + 1,
    TRAITS = ROUNDS + ROYALFLIP_ROUNDS + 1
};

static int list(const void *rules_, const void *state_, int seat, uint16_t *out)
{
    const struct royalflip_rules *rules = rules_;
    const struct royalflip_state *state = state_;
    const struct royalflip_sheet *sheet = &state->sheet[seat];
    int count = royalflip_net_traits(rules, sheet, out);
    if (count > FLIP_MOST_TRAITS - 3)
        count = FLIP_MOST_TRAITS - 3;
    const int rounds_left = rules->edition.rounds - state->round;
    out[count++] = (uint16_t)(SPACE + royalflip_position(sheet));
    out[count++] = (uint16_t)(DIAMONDS + sheet->diamonds);
    out[count++] = (uint16_t)(ROUNDS + rounds_left - (sheet->step == ROYALFLIP_DONE && rounds_left > 0));
    return count;
}

extern const unsigned char royalflip_judge_weights[]; /* data/judge.weights */
extern const size_t royalflip_judge_weights_size;

const struct flip_game_judge royalflip_judge_data = {.weights = royalflip_judge_weights,
                                                     .size = &royalflip_judge_weights_size,
                                                     .traits = TRAITS,
                                                     .list = list,
                                                     .guess = royalflip_estimate};
