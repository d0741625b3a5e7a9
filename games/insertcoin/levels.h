/*
 * The three levels of a pad side by side: what is asked of one is asked of all, and none waits for another. The first two make a vector.
 * Counts of the three are one number, 16 bits for each: that is enough for all places of all symbols.
 */
#pragma once

#include "games/insertcoin/insertcoin.h"

#if defined(__ARM_NEON)
#include <arm_neon.h>
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

typedef flip_set pair_of_sets __attribute__((vector_size(2 * sizeof(flip_set)), aligned(sizeof(flip_set)), may_alias));

struct levels {
    pair_of_sets two;
    flip_set third;
};

static inline struct levels levels_of(const flip_set sets[INSERTCOIN_LEVELS])
{
    return (struct levels){*(const pair_of_sets *)sets, sets[2]};
}

static inline void levels_keep(struct levels a, flip_set out[INSERTCOIN_LEVELS])
{
    *(pair_of_sets *)out = a.two;
    out[2] = a.third;
}

static inline struct levels levels_in(struct levels a, flip_set set)
{
    return (struct levels){a.two & set, a.third & set};
}

static inline struct levels levels_both(struct levels a, struct levels b)
{
    return (struct levels){a.two & b.two, a.third & b.third};
}

static inline struct levels levels_back(struct levels a, int squares)
{
    return (struct levels){a.two >> squares, a.third >> squares};
}

/* ARM counts bits in vectors only, and the page's module runs on it too. */
static inline uint64_t levels_count(struct levels a)
{
#if defined(__ARM_NEON)
    const uint8x16_t third = vreinterpretq_u8_u64(vsetq_lane_u64(a.third, vdupq_n_u64(0), 0));
    const uint16x8_t halves = vpaddlq_u8(vpaddq_u8(vcntq_u8((uint8x16_t)a.two), vcntq_u8(third)));
    return vgetq_lane_u64(vreinterpretq_u64_u16(vpaddq_u16(halves, halves)), 0);
#elif defined(__wasm_simd128__)
    const v128_t third = wasm_i64x2_replace_lane(wasm_i64x2_const(0, 0), 0, (int64_t)a.third);
    const v128_t bytes = wasm_i8x16_narrow_i16x8(wasm_u16x8_extadd_pairwise_u8x16(wasm_i8x16_popcnt((v128_t)a.two)),
                                                 wasm_u16x8_extadd_pairwise_u8x16(wasm_i8x16_popcnt(third)));
    const v128_t sums = wasm_u32x4_extadd_pairwise_u16x8(wasm_u16x8_extadd_pairwise_u8x16(bytes));
    const uint64_t two = (uint64_t)wasm_i64x2_extract_lane(sums, 0);
    return (two & 0xffff) | two >> 16 | (uint64_t)wasm_i64x2_extract_lane(sums, 1) << 32;
#else
    return (uint64_t)flip_set_count(a.two[0]) | (uint64_t)flip_set_count(a.two[1]) << 16 |
           (uint64_t)flip_set_count(a.third) << 32;
#endif
}

static inline uint32_t count_in(uint64_t counts, int level) { return (uint32_t)(counts >> 16 * level & 0xffff); }
static inline uint32_t count_in_all(uint64_t counts)
{
    return count_in(counts, 0) + count_in(counts, 1) + count_in(counts, 2);
}
