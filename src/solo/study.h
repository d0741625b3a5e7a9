/*
 * What the module offers to a worker that compares editions: games between bots, each on a deal that its number says, so that two
 * editions can be played on the same ones.
 */
#pragma once

#include "solo/solo.h"

/// Plays {"game", "options", "edition": an object or null for the game's own, "seats", "level": 0 (quick) to 5, "iterations" per decision (0 or
/// none: the level's own), "numbers": of the deals}. Replies {"games": [{"scores", "wins", "steps"}, …]}; -1: with the reason.
SOLO_EXPORT(study_play) int study_play(const char *request, size_t length);
