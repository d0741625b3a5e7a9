/* Flicks of all kinds and what came of them, for bench-flickemup. */
#pragma once

#include <flipside/error.h>

#include <stdint.h>

/// Makes that many flicks, moves, shots and throws in turn, in the ten scenarios in turn, from outside and from inside, and
/// prints how many were stopped after six seconds, what became of the houses, and where the rules and the physics disagree
/// about doors. The same seed makes the same flicks.
int print_mix(int flicks, uint64_t seed, struct flip_error *error);
