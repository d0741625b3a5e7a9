/* What a position of Flick 'em Up! is worth to a team, read from the scenario's own conditions. */
#ifndef FLIPSIDE_BOTS_POSSE_H
#define FLIPSIDE_BOTS_POSSE_H

#include "bots/lines.h"

/// In points: a hit point is 2, a condition that is met 40, the game 200. `angle_error` (radians) is what shots are off by;
/// below 0 nobody looks at who could shoot whom, which is most of the work.
double posse_worth(const struct flickemup_rules *rules, const struct flickemup_state *state, int team,
                   double angle_error);

#endif
