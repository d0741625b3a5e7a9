/* Sets of actions as lists. */
#pragma once

#include <flipside/learn.h>

/// Writes the actions of these sets in ascending order; returns how many there are.
int env_list(const struct flip_some_sets *sets, int32_t *out);
