/*
 * Counting many sets at once, and the n-th member of a set in constant time. On x86 with BMI2 one `pdep` does that.
 * Elsewhere running counts per byte (SWAR, or a vector instruction that counts bits) tell which byte has the n-th
 * member, and a table tells where it is in that byte.
 */
#include <flipside/game.h>

/* Counts two sets at once, with a sum per byte: ARM, and so WebAssembly on ARM, counts bits only in vectors. */
#if defined(__ARM_NEON)
#include <arm_neon.h>
#define VECTORS 1
typedef uint8x16_t byte_sums;

static inline byte_sums no_sums(void) { return vdupq_n_u8(0); }
static inline byte_sums plus_pair(byte_sums sums, const flip_set *pair)
{
    return vaddq_u8(sums, vcntq_u8(vreinterpretq_u8_u64(vld1q_u64(pair))));
}
static inline int total_of(byte_sums sums) { return vaddlvq_u8(sums); }
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>
#define VECTORS 1
typedef v128_t byte_sums;

static inline byte_sums no_sums(void) { return wasm_i64x2_const_splat(0); }
static inline byte_sums plus_pair(byte_sums sums, const flip_set *pair)
{
    return wasm_i8x16_add(sums, wasm_i8x16_popcnt(wasm_v128_load(pair)));
}
static inline int total_of(byte_sums sums)
{
    const v128_t fours = wasm_u32x4_extadd_pairwise_u16x8(wasm_u16x8_extadd_pairwise_u8x16(sums));
    return wasm_i32x4_extract_lane(fours, 0) + wasm_i32x4_extract_lane(fours, 1) + wasm_i32x4_extract_lane(fours, 2) +
           wasm_i32x4_extract_lane(fours, 3);
}
#endif

#ifdef VECTORS
enum { PAIRS = 31 }; /* that many times 8 members fit into a byte */

int flip_sets_count(const flip_set *sets, int count)
{
    int total = 0, i = 0;
    while (count - i >= 2) {
        byte_sums sums = no_sums();
        for (int pair = 0; pair < PAIRS && count - i >= 2; pair++, i += 2)
            sums = plus_pair(sums, sets + i);
        total += total_of(sums);
    }
    return i < count ? total + flip_set_count(sets[i]) : total;
}
#else
int flip_sets_count(const flip_set *sets, int count)
{
    int total = 0;
    for (int i = 0; i < count; i++)
        total += flip_set_count(sets[i]);
    return total;
}
#endif

#ifdef __BMI2__
#include <immintrin.h>

int flip_set_nth(flip_set set, int n) { return __builtin_ctzll(_pdep_u64(FLIP_BIT(n), set)); }

int flip_set_drawn(flip_set set, struct flip_random *random)
{
    return flip_set_nth(set, (int)flip_random_below(random, (uint32_t)flip_set_count(set)));
}

#else

/* For each byte the positions of its set bits, lowest first, three bits per position. */
static const uint32_t places_in_byte[256] = {
    0x000000, 0x000000, 0x000001, 0x000008, 0x000002, 0x000010, 0x000011, 0x000088, 0x000003, 0x000018, 0x000019,
    0x0000c8, 0x00001a, 0x0000d0, 0x0000d1, 0x000688, 0x000004, 0x000020, 0x000021, 0x000108, 0x000022, 0x000110,
    0x000111, 0x000888, 0x000023, 0x000118, 0x000119, 0x0008c8, 0x00011a, 0x0008d0, 0x0008d1, 0x004688, 0x000005,
    0x000028, 0x000029, 0x000148, 0x00002a, 0x000150, 0x000151, 0x000a88, 0x00002b, 0x000158, 0x000159, 0x000ac8,
    0x00015a, 0x000ad0, 0x000ad1, 0x005688, 0x00002c, 0x000160, 0x000161, 0x000b08, 0x000162, 0x000b10, 0x000b11,
    0x005888, 0x000163, 0x000b18, 0x000b19, 0x0058c8, 0x000b1a, 0x0058d0, 0x0058d1, 0x02c688, 0x000006, 0x000030,
    0x000031, 0x000188, 0x000032, 0x000190, 0x000191, 0x000c88, 0x000033, 0x000198, 0x000199, 0x000cc8, 0x00019a,
    0x000cd0, 0x000cd1, 0x006688, 0x000034, 0x0001a0, 0x0001a1, 0x000d08, 0x0001a2, 0x000d10, 0x000d11, 0x006888,
    0x0001a3, 0x000d18, 0x000d19, 0x0068c8, 0x000d1a, 0x0068d0, 0x0068d1, 0x034688, 0x000035, 0x0001a8, 0x0001a9,
    0x000d48, 0x0001aa, 0x000d50, 0x000d51, 0x006a88, 0x0001ab, 0x000d58, 0x000d59, 0x006ac8, 0x000d5a, 0x006ad0,
    0x006ad1, 0x035688, 0x0001ac, 0x000d60, 0x000d61, 0x006b08, 0x000d62, 0x006b10, 0x006b11, 0x035888, 0x000d63,
    0x006b18, 0x006b19, 0x0358c8, 0x006b1a, 0x0358d0, 0x0358d1, 0x1ac688, 0x000007, 0x000038, 0x000039, 0x0001c8,
    0x00003a, 0x0001d0, 0x0001d1, 0x000e88, 0x00003b, 0x0001d8, 0x0001d9, 0x000ec8, 0x0001da, 0x000ed0, 0x000ed1,
    0x007688, 0x00003c, 0x0001e0, 0x0001e1, 0x000f08, 0x0001e2, 0x000f10, 0x000f11, 0x007888, 0x0001e3, 0x000f18,
    0x000f19, 0x0078c8, 0x000f1a, 0x0078d0, 0x0078d1, 0x03c688, 0x00003d, 0x0001e8, 0x0001e9, 0x000f48, 0x0001ea,
    0x000f50, 0x000f51, 0x007a88, 0x0001eb, 0x000f58, 0x000f59, 0x007ac8, 0x000f5a, 0x007ad0, 0x007ad1, 0x03d688,
    0x0001ec, 0x000f60, 0x000f61, 0x007b08, 0x000f62, 0x007b10, 0x007b11, 0x03d888, 0x000f63, 0x007b18, 0x007b19,
    0x03d8c8, 0x007b1a, 0x03d8d0, 0x03d8d1, 0x1ec688, 0x00003e, 0x0001f0, 0x0001f1, 0x000f88, 0x0001f2, 0x000f90,
    0x000f91, 0x007c88, 0x0001f3, 0x000f98, 0x000f99, 0x007cc8, 0x000f9a, 0x007cd0, 0x007cd1, 0x03e688, 0x0001f4,
    0x000fa0, 0x000fa1, 0x007d08, 0x000fa2, 0x007d10, 0x007d11, 0x03e888, 0x000fa3, 0x007d18, 0x007d19, 0x03e8c8,
    0x007d1a, 0x03e8d0, 0x03e8d1, 0x1f4688, 0x0001f5, 0x000fa8, 0x000fa9, 0x007d48, 0x000faa, 0x007d50, 0x007d51,
    0x03ea88, 0x000fab, 0x007d58, 0x007d59, 0x03eac8, 0x007d5a, 0x03ead0, 0x03ead1, 0x1f5688, 0x000fac, 0x007d60,
    0x007d61, 0x03eb08, 0x007d62, 0x03eb10, 0x03eb11, 0x1f5888, 0x007d63, 0x03eb18, 0x03eb19, 0x1f58c8, 0x03eb1a,
    0x1f58d0, 0x1f58d1, 0xfac688,
};

static const uint64_t ones = UINT64_C(0x0101010101010101);

/* The number of members in each byte. */
#if defined(__ARM_NEON)
static inline uint64_t byte_counts(flip_set set)
{
    return vget_lane_u64(vreinterpret_u64_u8(vcnt_u8(vcreate_u8(set))), 0);
}
#elif defined(__wasm_simd128__)
static inline uint64_t byte_counts(flip_set set)
{
    return (uint64_t)wasm_i64x2_extract_lane(wasm_i8x16_popcnt(wasm_i64x2_splat((int64_t)set)), 0);
}
#else
static inline uint64_t byte_counts(flip_set set)
{
    uint64_t pairs = set - ((set >> 1) & UINT64_C(0x5555555555555555));
    uint64_t nibbles = (pairs & UINT64_C(0x3333333333333333)) + ((pairs >> 2) & UINT64_C(0x3333333333333333));
    return (nibbles + (nibbles >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
}
#endif

/* In byte k: the number of members in bytes 0 … k; the last byte counts all. */
static inline uint64_t running_counts(flip_set set) { return byte_counts(set) * ones; }

/* The first bit of the byte with the n-th member, which is the first one whose running count is above n. */
static inline int byte_of_nth(uint64_t running, int n)
{
    const uint64_t high = ones << 7;
    return __builtin_ctzll(~(((uint64_t)n * ones | high) - running) & high) & ~7;
}

static inline int nth_in_byte(flip_set set, uint64_t running, int byte, int n)
{
    const int rank = n - (int)((running << 8 >> byte) & 0xff);
    return byte + (int)(places_in_byte[set >> byte & 0xff] >> (3 * rank) & 7);
}

static inline int nth_by_counts(flip_set set, uint64_t running, int n)
{
    return nth_in_byte(set, running, byte_of_nth(running, n), n);
}

int flip_set_nth(flip_set set, int n) { return nth_by_counts(set, running_counts(set), n); }

int flip_set_drawn(flip_set set, struct flip_random *random)
{
    const uint64_t running = running_counts(set);
    return nth_by_counts(set, running, (int)flip_random_below(random, (uint32_t)(running >> 56)));
}

#endif

#if defined(__BMI2__) || defined(__wasm__) /* the page's module has to be small */
int flip_set_drawn_of_few(flip_set set, struct flip_random *random) { return flip_set_drawn(set, random); }

flip_set flip_set_deal(flip_set set, int count, struct flip_random *random, uint8_t *out)
{
    for (int i = 0; i < count; i++) {
        out[i] = (uint8_t)flip_set_dealt(set, random);
        set &= ~FLIP_BIT(out[i]);
    }
    return set;
}

#else

#ifdef __NVPTX__ /* parallel threads would take both branches */
enum { FEW = 0 };
#else
enum { FEW = 8 };
#endif

/* One by one: the processor predicts the number of rounds often enough and goes on before the random number is
   there. */
static inline int nth_of_few(flip_set set, uint32_t n)
{
    for (; n; n--)
        set = flip_set_rest(set);
    return flip_set_first(set);
}

int flip_set_drawn_of_few(flip_set set, struct flip_random *random)
{
    const uint64_t running = running_counts(set);
    const uint32_t count = (uint32_t)(running >> 56), n = flip_random_below(random, count);
    return count <= FEW ? nth_of_few(set, n) : nth_by_counts(set, running, (int)n);
}

/* Removing a member takes one from the running counts of its byte and those above. So neither they nor the random
   numbers wait until it is known which member of the byte it was. */
flip_set flip_set_deal(flip_set set, int count, struct flip_random *random, uint8_t *out)
{
    uint64_t running = running_counts(set);
    for (uint32_t left = (uint32_t)(running >> 56); count > 0; count--, left--) {
        const int n = left > 1 ? (int)flip_random_below(random, left) : 0, byte = byte_of_nth(running, n);
        *out = (uint8_t)nth_in_byte(set, running, byte, n);
        set &= ~FLIP_BIT(*out++);
        running -= ones << byte;
    }
    return set;
}

#endif
