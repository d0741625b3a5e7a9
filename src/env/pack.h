/* Packed observations: small numbers as bits or bytes. */
#pragma once

#include <flipside/env.h>

enum { PACK_MOST_NUMBERS = 4096 }; /* of an observation: a row of floats lies on the stack */

/// The fields of a game's observations whose numbers are codes of a byte, with their divisors; made by Meson from `gpu_games`.
struct pack_game {
    const char *game;
    const char *coded; /* "NAME=DIVISOR|…"; those of each seat with a colon before the name */
};
extern const struct pack_game pack_games[]; /* ended by one without a game */

/// Where each number is found. Returns the words of a row, an odd number, or 0 where the game has no packed observations. `out` may be NULL.
int pack_plan(const struct flip_game *game, const void *rules, struct flip_packed_number *out);

/// A row of numbers, packed; and the numbers of a packed row.
void pack_row(const struct flip_packed_number *where, int numbers, const float *row, int words, uint32_t *out);
void pack_open(const struct flip_packed_number *where, int numbers, const uint32_t *row, float *out);
