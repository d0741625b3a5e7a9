#include "games/royalflip/worth.h"
const float royalflip_weights[ROYALFLIP_WEIGHTS] = {0};
