/*
 * The dealer decides everything random: first what a test rigged, then what a stream says. In real play the stream is ChaCha20 with
 * a 32-byte seed. The SHA-256 of the seed, the *commitment*, is shown before the first card and the seed after the last, so that
 * anyone can check that no card was chosen on the way.
 */
#ifndef FLIPSIDE_DEALER_H
#define FLIPSIDE_DEALER_H

#include <flipside/random.h>

FLIP_API_BEGIN

enum { FLIP_SEED_BYTES = 32, FLIP_HEX_SIZE = 65 };

struct flip_dealer {
    struct flip_random random; /* first: the stream is behind random.next */
    unsigned char seed[FLIP_SEED_BYTES];
    uint64_t block; /* the next block of the stream */
    int used;       /* bytes used of `buffer` */
    unsigned char buffer[512];
    char **rig; /* events in notation, owned; the next is rig[rig_next] */
    int rig_count, rig_next;
};

/// A dealer with this seed, at the beginning of its stream and with nothing rigged.
void flip_dealer_open(struct flip_dealer *dealer, const unsigned char seed[FLIP_SEED_BYTES]);
void flip_dealer_close(struct flip_dealer *dealer);
/// Replaces what is still rigged. Returns -1 if memory runs out; then nothing has changed.
int flip_dealer_rig(struct flip_dealer *dealer, const char *const *events, int count);

/// A seed from the system's source of randomness.
void flip_seed_fresh(unsigned char seed[FLIP_SEED_BYTES]);
/// A seed from a person's words; 64 hexadecimal digits are used as they are.
void flip_seed_from_words(const char *words, unsigned char seed[FLIP_SEED_BYTES]);
void flip_seed_hex(const unsigned char seed[FLIP_SEED_BYTES], char hex[FLIP_HEX_SIZE]);
void flip_seed_commitment(const unsigned char seed[FLIP_SEED_BYTES], char hex[FLIP_HEX_SIZE]);

FLIP_API_END

#endif
