/* What the module offers to a worker that lets bots play: is an edition fair? (docs/workshop.md) */
#ifndef FLIPSIDE_SOLO_TRIAL_H
#define FLIPSIDE_SOLO_TRIAL_H

#include "solo/solo.h"

/// Plays one game from the first move to the last. `trial` is {"game", "edition", "options", "seats", "level", "iterations"}: the same bot
/// on every seat, which tries so many things per decision. Equal seeds give equal games. Replies with {"winners", "scores"}, or returns -1
/// and has replied with the reason.
SOLO_EXPORT(trial_play) int trial_play(const char *trial, size_t length, unsigned seed);

#endif
