/*
 * The members of sets as a list. Bits that are taken off one by one cost a loop for each set, whose length nobody can guess. So a byte is
 * looked up in a table that has the places of its bits, and all eight entries are written whether or not there are as many: the next byte
 * writes over the rest. Where it begins is known beforehand, from the bits of all bytes before it. Actions are numbers of 16 bits, so eight of
 * them fill a vector; the finished list is widened to 32 bits.
 */
#include "env/list.h"

#include <flipside/game.h>

#define IS(n, k, i) (((n) >> (i)&1) * (__builtin_popcount((n) & ((1U << (i)) - 1)) == (k)))
#define NTH(n, k)                                                                                                      \
    (IS(n, k, 1) + 2 * IS(n, k, 2) + 3 * IS(n, k, 3) + 4 * IS(n, k, 4) + 5 * IS(n, k, 5) + 6 * IS(n, k, 6) +           \
     7 * IS(n, k, 7))
#define PLACES(n)                                                                                                      \
    {                                                                                                                  \
        NTH(n, 0), NTH(n, 1), NTH(n, 2), NTH(n, 3), NTH(n, 4), NTH(n, 5), NTH(n, 6), NTH(n, 7)                         \
    }
#define FOUR(n)       PLACES(n), PLACES((n) + 1U), PLACES((n) + 2U), PLACES((n) + 3U)
#define SIXTEEN(n)    FOUR(n), FOUR((n) + 4U), FOUR((n) + 8U), FOUR((n) + 12U)
#define SIXTY_FOUR(n) SIXTEEN(n), SIXTEEN((n) + 16U), SIXTEEN((n) + 32U), SIXTEEN((n) + 48U)

typedef uint16_t eight __attribute__((vector_size(16)));
typedef eight eight_anywhere __attribute__((aligned(2), may_alias));

_Static_assert(FLIP_MOST_ACTIONS <= 1 << 16, "an action has 16 bits");

/* Where the bits of a byte are, in ascending order. */
static const eight places[256] = {SIXTY_FOUR(0U), SIXTY_FOUR(64U), SIXTY_FOUR(128U), SIXTY_FOUR(192U)};

/* In each byte: how many bits the set has up to its end. */
static inline uint64_t counts(flip_set set)
{
    set -= set >> 1 & 0x5555555555555555;
    set = (set & 0x3333333333333333) + (set >> 2 & 0x3333333333333333);
    set = (set + (set >> 4)) & 0x0f0f0f0f0f0f0f0f;
    return set * 0x0101010101010101;
}

/* Which sets have members. Whether the next one has is a guess that fails as often as not, so nothing depends on it. */
static int find_filled(const struct flip_some_sets *sets, int16_t *out)
{
    int n = 0;
    for (int i = 0; i < sets->count; i++) {
        out[n] = (int16_t)i;
        n += sets->set[i] != 0;
    }
    return n;
}

/* What stands behind the end of the caller's list stays as it is. Eight at a time, so that the compiler knows a vector. */
static void widen(const uint16_t *list, size_t count, int32_t *out)
{
    size_t at = 0;
    for (; at + 8 <= count; at += 8)
        for (size_t i = at; i < at + 8; i++)
            out[i] = list[i];
    for (; at < count; at++)
        out[at] = list[at];
}

int env_list(const struct flip_some_sets *sets, int32_t *out)
{
    uint16_t list[FLIP_MAX_MOVES + 8], *end = list;
    int16_t filled[FLIP_MOST_SETS];
    const int count = find_filled(sets, filled);
    for (int i = 0; i < count; i++) {
        const flip_set set = sets->set[filled[i]];
        const uint64_t until = counts(set), from = until << 8;
        eight first = (eight){0} + (uint16_t)(64 * sets->at[filled[i]]);
#pragma GCC unroll 8
        for (int byte = 0; byte < 8; byte++) {
            *(eight_anywhere *)&end[from >> 8 * byte & 255] = places[set >> 8 * byte & 255] + first;
            first += 8;
        }
        end += until >> 56;
    }
    widen(list, (size_t)(end - list), out);
    return (int)(end - list);
}
