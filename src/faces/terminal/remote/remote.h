/* `flipside play --join URL`: joins a server's table by its address, by an invitation, or through the lobby. */
#pragma once

#include "faces/terminal/match/match.h"
#include "faces/terminal/window/window.h"

/// Shows a sentence to the waiting player, and returns whether to go on waiting.
typedef bool (*flip_join_wait)(void *context, const char *sentence);

/// Signs in (as last time, or as a new guest called settings->name), sits down if a seat is free, and waits until the
/// game begins. The lobby is on the screen, or without `paint` in the dialogue. 1: the match is open; 0: the player
/// left; -1: an error.
int flip_join(struct flip_match **match, const struct flip_settings *settings, const struct flip_paint *paint,
              flip_join_wait wait, void *context, struct flip_error *error);
