/* Thinking where a hand flicks. Nothing outside src/bots includes this. */
#ifndef FLIPSIDE_BOTS_AIM_H
#define FLIPSIDE_BOTS_AIM_H

#include "bots/search.h"

/// Does this game flick, in a way that we can aim in?
bool flip_aim_knows(const struct flip_game *game);

/// What `where->seat` does in `known`, a state in which the unknown was dealt anew. The choices are exact moves, best first;
/// the first has the error of the level's hand in it, unless somebody asks to be shown (def->explain).
int flip_aim(const struct flip_position *where, const void *known, const struct flip_think_def *def,
             struct flip_random *random, struct flip_thought *out, struct flip_error *error);

#endif
