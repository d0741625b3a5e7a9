/* What Flick 'em Up!'s bot can do. */
#include "games/flickemup/bot/aim.h"

extern const struct flip_yardstick flickemup_yardsticks[2]; /* alone and with others, from data/yardstick.txt */

const struct flip_game_bot flickemup_bot = {
    .think = flickemup_think,
    .review = flickemup_review,
    .worth = flickemup_worth,
    .alone = &flickemup_yardsticks[0],
    .with_others = &flickemup_yardsticks[1],
    .reasons = &flickemup_reasons,
};
