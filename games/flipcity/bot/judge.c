/* The judge sees the observation, and nothing else. */
#include <flipside/judge.h>

#include "games/flipcity/flipcity.h"

extern const unsigned char flipcity_judge_weights[]; /* data/judge.weights */
extern const size_t flipcity_judge_weights_size;

const struct flip_game_judge flipcity_judge_data = {.weights = flipcity_judge_weights,
                                                    .size = &flipcity_judge_weights_size};
