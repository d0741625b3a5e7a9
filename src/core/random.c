/* Seeding of the built-in generator: splitmix64 spreads one number over the state of xoshiro256**. */
#include <flipside/random.h>
#include <stddef.h>

void flip_random_seed(struct flip_random *random, uint64_t seed)
{
    for (int i = 0; i < 4; i++) {
        uint64_t z = (seed += UINT64_C(0x9e3779b97f4a7c15));
        z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
        z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
        random->s[i] = z ^ (z >> 31);
    }
    random->next = NULL;
}

/* splitmix64's finish over the index: every bit of both numbers reaches every bit of the seed. */
uint64_t flip_game_seed(uint64_t seed, uint64_t index)
{
    uint64_t z = seed * 0xd1342543de82ef95u + (index + 1) * 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}
