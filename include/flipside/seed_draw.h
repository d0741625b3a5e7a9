/*
 * How the seed of a game was drawn, so that nobody can have chosen the deal: the dealer draws a *secret* and shows its
 * SHA-256, the commitment; then each player's client adds 16 random bytes, its *share*; the seed is the hash of the
 * secret and all shares. The dealer cannot choose, because it is bound before it knows the shares; no player can,
 * because nobody knows the secret before the game is over. docs/record.md describes it to the byte.
 */
#ifndef FLIPSIDE_SEED_DRAW_H
#define FLIPSIDE_SEED_DRAW_H

#include <flipside/dealer.h>
#include <flipside/game.h>

FLIP_API_BEGIN

enum { FLIP_SHARE_BYTES = 16, FLIP_SHARE_HEX = 33, FLIP_SEED_DRAW_DAY = 11, FLIP_SEED_DRAW_WORDS = 240 };

enum flip_seed_how {
    FLIP_SEED_UNTOLD,   /* unknown: an old record, or one made by another program */
    FLIP_SEED_TOGETHER, /* from a secret and the shares */
    FLIP_SEED_NAMED,    /* a person named the seed */
    FLIP_SEED_DAILY     /* by a server for a daily challenge, the same for everybody */
};

struct flip_share {
    bool given;
    unsigned char bytes[FLIP_SHARE_BYTES];
};

struct flip_seed_draw {
    enum flip_seed_how how;
    unsigned char secret[FLIP_SEED_BYTES]; /* if drawn together */
    struct flip_share share[FLIP_MAX_SEATS];
    char day[FLIP_SEED_DRAW_DAY]; /* of a daily challenge, "2026-05-01" */
};

/// A draw with a fresh secret and no shares yet.
struct flip_seed_draw flip_seed_draw_fresh(void);
/// The word in records ("together"), NULL for FLIP_SEED_UNTOLD; and back, FLIP_SEED_UNTOLD for any other word.
const char *flip_seed_how_word(enum flip_seed_how how);
enum flip_seed_how flip_seed_how_named(const char *word);
/// A share from the system's randomness; one read from 32 hexadecimal digits (false: they are not that); and as digits.
void flip_share_fresh(struct flip_share *share);
bool flip_share_read(const char *hex, struct flip_share *share);
void flip_share_hex(const struct flip_share *share, char hex[FLIP_SHARE_HEX]);
/// The seed that the secret and the shares of `seats` seats make.
void flip_seed_draw_seed(const struct flip_seed_draw *draw, int seats, unsigned char seed[FLIP_SEED_BYTES]);
/// The commitment in hexadecimal digits: the SHA-256 of the secret, or of the seed if it was not drawn together.
void flip_seed_draw_commitment(const struct flip_seed_draw *draw, const unsigned char seed[FLIP_SEED_BYTES],
                               char hex[FLIP_HEX_SIZE]);
/// Says in one sentence who could have chosen the deal; empty if that is unknown.
void flip_seed_draw_words(const struct flip_seed_draw *draw, int seats, char out[FLIP_SEED_DRAW_WORDS]);

FLIP_API_END

#endif
