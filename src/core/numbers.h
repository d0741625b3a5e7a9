/*
 * What a seat knows as a row of numbers around 0 … 1, for learners: a game's `observe` puts one together from these.
 * Each writes its numbers and returns the place behind them.
 */
#pragma once

#include <flipside/set.h>
#include <stdbool.h>
#include <string.h>

static const float flip_tenths[16] = {0.0F, 0.1F, 0.2F, 0.3F, 0.4F, 0.5F, 0.6F, 0.7F,
                                      0.8F, 0.9F, 1.0F, 1.1F, 1.2F, 1.3F, 1.4F, 1.5F};

#if defined(__NVPTX__) || defined(FLIP_NUMBERS_PACKED) /* the second: a test of what the first writes */
#define FLIP_PACKS
/* A thread of the card writes an observation as words of 32 bits: one for a number that is a field by itself, one for 32
   numbers of a field that are 0 or 1, and one for four others, as codes of a byte. These are the packed rows; where
   floats are wanted, all threads of a warp expand the words together (src/env/kernel.c). So every field must be written
   by a call of its own. `out` is no address here but four times the offset of the next word in shared memory: `out` + n
   is n codes on. */
enum { FLIP_NUMBERS_OVER = 0 };
/* Of long masks several threads tell a game together, each every fourth set. Eight games are a warp's then, and
   neighbouring threads tell different ones. */
enum { FLIP_TELLERS = 4, FLIP_TOLD_TOGETHER = 8 };

#ifdef __NVPTX__
static inline int flip_teller(void)
{
    return (int)((unsigned)__nvvm_read_ptx_sreg_tid_x() / FLIP_TOLD_TOGETHER % FLIP_TELLERS);
}

static inline bool flip_tells(int place) { return place % FLIP_TELLERS == flip_teller(); }
#else
static inline bool flip_tells(int place) { return place >= 0; }
#endif

#ifdef __NVPTX__
#define FLIP_SHARED __attribute__((address_space(3)))
#else
#define FLIP_SHARED
#endif
typedef FLIP_SHARED uint8_t flip_code;
typedef FLIP_SHARED uint32_t flip_word;
typedef FLIP_SHARED float flip_noted;

static inline float *flip_row(uintptr_t place) { return (float *)(place << 2); }
static inline uintptr_t flip_place(const float *out) { return (uintptr_t)out >> 2; }
static inline float *flip_words_on(float *out, int words) { return out + words * (int)sizeof(flip_word); }
static inline void flip_put_code(float *out, unsigned code) { *(flip_code *)flip_place(out) = (uint8_t)code; }

/* Rows begin with a whole word: what is known here need not be asked at every field. */
static inline float *flip_number_start(float *out) { return (float *)((uintptr_t)out & ~(uintptr_t)15); }

static inline float *flip_number_is(float *out, float value)
{
    *(flip_noted *)flip_place(out) = value;
    return flip_words_on(out, 1);
}

/* Dividing 0 takes longest. */
static inline float *flip_number(float *out, int value, int scale)
{
    const float some = (float)(value + !value) / (float)scale;
    return flip_number_is(out, value ? some : 0.0F);
}

static inline void flip_put_eighths(float *out, int value) { flip_put_code(out, (unsigned)value); }
static inline void flip_put_tenths(float *out, int value) { flip_put_code(out, (unsigned)value); }
static inline void flip_put_sevenths(float *out, int value) { flip_put_code(out, (unsigned)value); }

static inline void flip_one_eighth_more(float *out) { ++*(flip_code *)flip_place(out); }

static inline float *flip_behind_codes(float *out, int count) { return flip_words_on(out, (count + 3) / 4); }

static inline float *flip_number_codes(float *out, int count)
{
    for (int i = 0; i < count; i += 4)
        *(flip_word *)flip_place(out + i) = 0;
    return flip_behind_codes(out, count);
}

/* Places behind `count` are no part of the field. */
static inline float *flip_number_bits(float *out, flip_set set, int count)
{
    if (count < 64)
        set &= FLIP_BIT(count) - 1;
    *(flip_word *)flip_place(out) = (uint32_t)set;
    if (count > 32)
        *(flip_word *)flip_place(flip_words_on(out, 1)) = (uint32_t)(set >> 32);
    return flip_words_on(out, (count + 31) / 32);
}

static inline float *flip_number_eights(float *out, flip_set set, int count)
{
    return flip_number_bits(out, set, count);
}

static inline float *flip_number_zeros(float *out, int count) { return flip_number_bits(out, 0, count); }

static inline float *flip_number_which(float *out, int which, int count)
{
    return flip_number_bits(out, which >= 0 && which < count ? FLIP_BIT(which) : 0, count);
}

#else
enum { FLIP_NUMBERS_OVER = 7 };

/// Is this part of a mask told here? A card has several threads for a long one.
static inline bool flip_tells(int place)
{
    (void)place;
    return true;
}

/// Where an observation begins.
static inline float *flip_number_start(float *out) { return out; }

/// A number that is a field by itself; fields of more numbers are written with what follows.
static inline float *flip_number_is(float *out, float value)
{
    *out = value;
    return out + 1;
}

static inline float *flip_number(float *out, int value, int scale)
{
    return flip_number_is(out, (float)value / (float)scale);
}

/// One number of a field that `flip_number_codes` has cleared, or up to `flip_behind_codes` each of them: up to 159
/// eighths, 15 tenths or 78 sevenths.
static inline void flip_put_eighths(float *out, int value) { *out = (float)value * 0.125F; }
static inline void flip_put_tenths(float *out, int value) { *out = flip_tenths[value]; }
static inline void flip_put_sevenths(float *out, int value) { *out = (float)value / 7.0F; }
static inline void flip_one_eighth_more(float *out) { *out += 0.125F; }

/// Eight numbers for eight places of a set.
extern const float flip_eight[256][8];

/// A number for each of the first `count` places of a set, eight at a time; at most 64, and one field.
static inline float *flip_number_bits(float *out, flip_set set, int count)
{
    for (; count >= 8; count -= 8, set >>= 8, out += 8)
        memcpy(out, flip_eight[set & 255], sizeof flip_eight[0]);
    if (count >= 4) {
        memcpy(out, flip_eight[set & 15], 4 * sizeof *out);
        count -= 4, set >>= 4, out += 4;
    }
    for (; count > 0; count--, set >>= 1)
        *out++ = (float)(set & 1);
    return out;
}

/// The same in whole eights, without a rest to look after. Up to FLIP_NUMBERS_OVER numbers behind `count` are written,
/// too; what follows is written over them, so there must be that much of it.
static inline float *flip_number_eights(float *out, flip_set set, int count)
{
#pragma GCC unroll 8
    for (int i = 0; i < count; i += 8)
        memcpy(out + i, flip_eight[set >> i & 255], sizeof flip_eight[0]);
    return out + count;
}

static inline float *flip_number_zeros(float *out, int count)
{
    memset(out, 0, sizeof *out * (size_t)count);
    return out + count;
}

/// A field whose numbers are put one by one: all of them 0; and the place behind such a field. `gpu_games` in the
/// game's meson.build names it.
static inline float *flip_behind_codes(float *out, int count) { return out + count; }
static inline float *flip_number_codes(float *out, int count) { return flip_number_zeros(out, count); }

/// 1 for the one that it is, 0 for the others; outside 0 … count - 1 it is none of them. That is computed: nobody can
/// guess it, so a branch would cost more.
static inline float *flip_number_which(float *out, int which, int count)
{
    const int in = which >= 0 && which < count;
    if (count <= 4)
        return flip_number_bits(out, (flip_set)in << in * which, count);
    float *const end = flip_number_zeros(out, count);
    out[in * which] = (float)in;
    return end;
}

#endif
