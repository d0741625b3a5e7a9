/* The judge corrects the quick player's estimate; what it sees is the observation. */
#include <flipside/judge.h>

#include "games/insertcoin/bot/worth.h"

const struct flip_game_judge insertcoin_judge_data = {.guess = insertcoin_estimate};
