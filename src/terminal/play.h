/* What `flipside play` does once it is told what to play; `flipside learn` ends there too. */
#ifndef FLIPSIDE_TERMINAL_PLAY_H
#define FLIPSIDE_TERMINAL_PLAY_H

#include "terminal/deal.h"

/// Plays on the screen or in the dialogue, as the settings and the terminal say.
int flip_play(struct flip_settings *settings, int pace, struct flip_error *error);
/// Is there no screen, or is none wanted?
bool flip_play_plainly(const struct flip_settings *settings);
/// Only ASCII: it is wanted so, or the locale knows no more.
bool flip_play_ascii(const struct flip_settings *settings);
/// How long each step of the others is shown, in milliseconds; -1 with an error.
int flip_play_pace(const struct flip_settings *settings, struct flip_error *error);

#endif
