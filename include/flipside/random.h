/*
 * One small interface for two random sources. The simulator and the bots use the generator built in here (xoshiro256**,
 * seeded through splitmix64); real play puts a cryptographic stream behind `next` (dealer.h).
 */
#ifndef FLIPSIDE_RANDOM_H
#define FLIPSIDE_RANDOM_H

#include <flipside/api.h>

#include <stdint.h>

FLIP_API_BEGIN

/// Copyable as long as `next` is NULL. A source with `next` set embeds this struct as its first member.
struct flip_random {
    uint64_t s[4];
    uint64_t (*next)(struct flip_random *self);
};

/// Seeds the built-in generator; equal seeds give equal streams on every machine.
void flip_random_seed(struct flip_random *random, uint64_t seed);

/// The seed of game `index` in a series. Neighbouring series and games have seeds that are nothing alike.
uint64_t flip_game_seed(uint64_t seed, uint64_t index);

static inline uint64_t flip_rotl(uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }

static inline uint64_t flip_random_next(struct flip_random *random)
{
#ifndef __NVPTX__ /* a graphics card only has the built-in generator, and calls through pointers are slow there */
    if (random->next)
        return random->next(random);
#endif
    uint64_t *s = random->s;
    const uint64_t result = flip_rotl(s[1] * 5, 7) * 9;
    const uint64_t t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = flip_rotl(s[3], 45);
    return result;
}

/// Uniform in 0 … n-1 without bias (multiply and reject, on the upper 32 bits of a draw). n must be positive.
static inline uint32_t flip_random_below(struct flip_random *random, uint32_t n)
{
    uint64_t product = (flip_random_next(random) >> 32) * n;
    if ((uint32_t)product < n) {
        const uint32_t threshold = (uint32_t)(-n) % n;
        while ((uint32_t)product < threshold)
            product = (flip_random_next(random) >> 32) * n;
    }
    return (uint32_t)(product >> 32);
}

/// Uniform in [0, 1).
static inline double flip_random_unit(struct flip_random *random)
{
    return (double)(flip_random_next(random) >> 11) * 0x1p-53;
}

FLIP_API_END

#endif
