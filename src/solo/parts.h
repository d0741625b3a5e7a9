/* Shared by the files of this room. */
#ifndef FLIPSIDE_SOLO_PARTS_H
#define FLIPSIDE_SOLO_PARTS_H

#include "server/people/people.h"

/// A new turn of the loop: the workers may do one more task.
void solo_workers_rest(struct workers *workers);

/// A puzzle's position, or with `move` the verdict on a try: {game, rules, line[, move]}, the line as in the game's
/// file.
api_call post_puzzle;

#endif
