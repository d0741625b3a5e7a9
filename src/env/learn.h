/* Observations and actions by number for any rules and state: what environments and tables share. */
#pragma once

#include <flipside/env.h>

/// Fills in all of the shape that follows from the rules; fails if the game is not for learners.
int learn_measure(const struct flip_game *game, const void *rules, int seats, struct flip_env_shape *out,
                  struct flip_error *error);
/// The exact move of a legal action.
int learn_move(const struct flip_game *game, const void *rules, const void *state, int seat, int action,
               const int32_t *numbers, flip_move *out, struct flip_error *error);
