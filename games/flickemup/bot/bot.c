/* What Flick 'em Up!'s bot can do. */
#include "games/flickemup/bot/aim.h"

const struct flip_game_bot flickemup_bot = {.think = flickemup_think, .judge = flickemup_judge};
