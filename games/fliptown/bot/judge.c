/*
 * What the judge is told about a map besides the observation: the answers to the questions of worth.h. It corrects the quick player's
 * estimate.
 */
#include <flipside/judge.h>

#include "games/fliptown/bot/worth.h"

static int list(const void *rules, const void *state_, int seat, uint16_t *out)
{
    const struct fliptown_state *state = state_;
    struct fliptown_moment now;
    fliptown_moment_of(&now, rules, state, seat);
    if (now.turn >= FLIPTOWN_HAND)
        now.turn = FLIPTOWN_HAND - 1;
    if (now.round >= FLIPTOWN_ROUNDS)
        now.round = FLIPTOWN_ROUNDS - 1;
    fliptown_traits(&now, &state->sheet[seat], out);
    return FLIPTOWN_ASKED;
}

extern const unsigned char fliptown_judge_weights[]; /* data/judge.weights */
extern const size_t fliptown_judge_weights_size;

const struct flip_game_judge fliptown_judge_data = {.weights = fliptown_judge_weights,
                                                    .size = &fliptown_judge_weights_size,
                                                    .traits = FLIPTOWN_TRAITS,
                                                    .list = list,
                                                    .guess = fliptown_estimate};
