/*
 * What a seat knows as a row of numbers around 0 … 1, for learners: a game's `observe` puts one together from these. Each
 * writes its numbers and returns the place behind them.
 */
#ifndef FLIPSIDE_CORE_NUMBERS_H
#define FLIPSIDE_CORE_NUMBERS_H

#include <flipside/set.h>
#include <stdbool.h>
#include <string.h>

static inline float *flip_number(float *out, int value, int scale)
{
    *out = (float)value / (float)scale;
    return out + 1;
}

#ifdef __NVPTX__ /* a graphics card computes sooner than it reads, and nothing is written twice */
enum { FLIP_NUMBERS_OVER = 0 };

/* There four threads tell a game together: of every row of numbers each writes every fourth, and a single number is written by all. Eight
   games are a warp's, and neighbouring threads tell different ones (src/env/kernel.c). */
enum { FLIP_TELLERS = 4, FLIP_TOLD_TOGETHER = 8 };

static inline int flip_teller(void)
{
    return (int)((unsigned)__nvvm_read_ptx_sreg_tid_x() / FLIP_TOLD_TOGETHER % FLIP_TELLERS);
}

static inline float *flip_number_bits(float *out, flip_set set, int count)
{
    const int own = flip_teller();
    set >>= own;
    for (int i = 0; i < count; i += FLIP_TELLERS)
        if (i + own < count)
            out[i + own] = set >> i & 1 ? 1.0F : 0.0F;
    return out + count;
}

static inline float *flip_number_eights(float *out, flip_set set, int count)
{
    return flip_number_bits(out, set, count);
}

static inline float *flip_number_zeros(float *out, int count)
{
    const int own = flip_teller();
    for (int i = 0; i < count; i += FLIP_TELLERS) /* as many times for each: so there need not be a loop */
        if (i + own < count)
            out[i + own] = 0.0F;
    return out + count;
}

static inline float *flip_number_which(float *out, int which, int count)
{
    const int own = flip_teller();
    for (int i = 0; i < count; i += FLIP_TELLERS)
        if (i + own < count)
            out[i + own] = i + own == which ? 1.0F : 0.0F;
    return out + count;
}

static inline bool flip_tells(int place) { return place % FLIP_TELLERS == flip_teller(); }

static inline flip_set flip_told(flip_set places) { return places & (flip_set)0x1111111111111111 << flip_teller(); }

#else
enum { FLIP_NUMBERS_OVER = 7, FLIP_TELLERS = 1 };

/// Which of the threads that tell a game this is: it begins with this number of a row, and goes on by FLIP_TELLERS.
static inline int flip_teller(void) { return 0; }

/// Is the number at this place of a row written here? A card has several threads for a row; what they write over zeros must be written by
/// the one that wrote the zero.
static inline bool flip_tells(int place)
{
    (void)place;
    return true;
}

/// Those of a set of places that are written here.
static inline flip_set flip_told(flip_set places) { return places; }

/// Eight numbers for eight places of a set.
extern const float flip_eight[256][8];

/// A number for each of the first `count` places of a set, eight at a time.
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

/// The same in whole eights, without a rest to look after. Up to FLIP_NUMBERS_OVER numbers behind `count` are written, too; what
/// follows is written over them, so there must be that much of it.
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

/// 1 for the one that it is, 0 for the others; outside 0 … count - 1 it is none of them. That is computed: nobody can guess it, so a
/// branch would cost more.
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

#endif
