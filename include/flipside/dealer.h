/*
 * The dealer decides everything random: first the events that a test rigged, then what its stream says. The stream is
 * ChaCha20 with a 32-byte seed. A commitment (a SHA-256) is shown before the first card and the seed after the last, so
 * that anyone can check that no card was chosen on the way.
 */
#ifndef FLIPSIDE_DEALER_H
#define FLIPSIDE_DEALER_H

#include <flipside/random.h>

FLIP_API_BEGIN

enum { FLIP_SEED_BYTES = 32, FLIP_HEX_SIZE = 65 };

struct flip_dealer {
    struct flip_random random; /* first: the stream is behind random.next */
    unsigned char seed[FLIP_SEED_BYTES];
    uint64_t block; /* number of the next block of the stream */
    int used;       /* bytes of `buffer` that are used up */
    unsigned char buffer[512];
    char **rig; /* events in notation, owned; the next is rig[rig_next] */
    int rig_count, rig_next;
};

/// Starts a dealer at the beginning of its stream, with nothing rigged.
void flip_dealer_open(struct flip_dealer *dealer, const unsigned char seed[FLIP_SEED_BYTES]);
void flip_dealer_close(struct flip_dealer *dealer);
/// Replaces the events that are still rigged; copies them. Returns -1 if memory runs out; then nothing has changed.
int flip_dealer_rig(struct flip_dealer *dealer, const char *const *events, int count);

/// A seed from the system's source of randomness.
void flip_seed_fresh(unsigned char seed[FLIP_SEED_BYTES]);
/// A seed from any text; 64 hexadecimal digits are the seed itself.
void flip_seed_from_words(const char *words, unsigned char seed[FLIP_SEED_BYTES]);
void flip_seed_hex(const unsigned char seed[FLIP_SEED_BYTES], char hex[FLIP_HEX_SIZE]);
void flip_seed_commitment(const unsigned char seed[FLIP_SEED_BYTES], char hex[FLIP_HEX_SIZE]);

FLIP_API_END

#endif
