/* Sets of up to 64 things: cards of a deck, seats at a table, squares of a board. */
#ifndef FLIPSIDE_SET_H
#define FLIPSIDE_SET_H

#include <flipside/api.h>

#include <stdbool.h>
#include <stdint.h>

FLIP_API_BEGIN

typedef uint64_t flip_set;

#define FLIP_BIT(n) ((flip_set)1 << (n))

/// How many members the set has. Written out where the processor has no instruction for it, since the builtin would be a
/// call.
static inline int flip_set_count(flip_set set)
{
#if defined(__POPCNT__) || defined(__aarch64__) || defined(__NVPTX__) || defined(__wasm__)
    return __builtin_popcountll(set);
#else
    set -= set >> 1 & 0x5555555555555555;
    set = (set & 0x3333333333333333) + (set >> 2 & 0x3333333333333333);
    return (int)(((set + (set >> 4)) & 0x0f0f0f0f0f0f0f0f) * 0x0101010101010101 >> 56);
#endif
}
static inline bool flip_set_has(flip_set set, int n) { return (set >> n & 1) != 0; }
/// The lowest member; the set must not be empty.
static inline int flip_set_first(flip_set set) { return __builtin_ctzll(set); }
/// The set without its lowest member.
static inline flip_set flip_set_rest(flip_set set) { return set & (set - 1); }

/// The total number of members of these sets.
int flip_sets_count(const flip_set *sets, int count);
/// The n-th member (from 0) in ascending order, in constant time. n must be below the count.
int flip_set_nth(flip_set set, int n);

FLIP_API_END

#endif
