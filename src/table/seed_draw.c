/* How a seed was drawn. The layout of what is hashed never changes, since records depend on it. */
#include <flipside/seed_draw.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

/* 16 bytes, with the final zero, that separate this hash from all others of ours. */
static const char domain[] = "flipside deal 1";
_Static_assert(sizeof domain == 16, "docs/record.md says so");

static const char *const words[] = {NULL, "together", "named", "daily"};

const char *flip_seed_how_word(enum flip_seed_how how) { return words[how]; }

enum flip_seed_how flip_seed_how_named(const char *word)
{
    for (int i = FLIP_SEED_TOGETHER; i <= FLIP_SEED_DAILY; i++)
        if (strcmp(words[i], word) == 0)
            return (enum flip_seed_how)i;
    return FLIP_SEED_UNTOLD;
}

struct flip_seed_draw flip_seed_draw_fresh(void)
{
    struct flip_seed_draw draw = {.how = FLIP_SEED_TOGETHER};
    flip_seed_fresh(draw.secret);
    return draw;
}

void flip_share_fresh(struct flip_share *share)
{
    unsigned char fresh[FLIP_SEED_BYTES];
    flip_seed_fresh(fresh);
    share->given = true;
    memcpy(share->bytes, fresh, FLIP_SHARE_BYTES);
}

bool flip_share_read(const char *hex, struct flip_share *share)
{
    struct flip_share read = {.given = true};
    size_t length;
    if (strlen(hex) != FLIP_SHARE_HEX - 1 ||
        sodium_hex2bin(read.bytes, sizeof read.bytes, hex, FLIP_SHARE_HEX - 1, NULL, &length, NULL) != 0 ||
        length != FLIP_SHARE_BYTES)
        return false;
    *share = read;
    return true;
}

void flip_share_hex(const struct flip_share *share, char hex[FLIP_SHARE_HEX])
{
    sodium_bin2hex(hex, FLIP_SHARE_HEX, share->bytes, FLIP_SHARE_BYTES);
}

void flip_seed_draw_seed(const struct flip_seed_draw *draw, int seats, unsigned char seed[FLIP_SEED_BYTES])
{
    crypto_hash_sha256_state hash;
    unsigned char byte = (unsigned char)seats;
    crypto_hash_sha256_init(&hash);
    crypto_hash_sha256_update(&hash, (const unsigned char *)domain, sizeof domain);
    crypto_hash_sha256_update(&hash, draw->secret, sizeof draw->secret);
    crypto_hash_sha256_update(&hash, &byte, 1);
    for (int seat = 0; seat < seats; seat++) {
        const struct flip_share *share = &draw->share[seat];
        byte = share->given;
        crypto_hash_sha256_update(&hash, &byte, 1);
        if (share->given)
            crypto_hash_sha256_update(&hash, share->bytes, sizeof share->bytes);
    }
    crypto_hash_sha256_final(&hash, seed);
}

void flip_seed_draw_commitment(const struct flip_seed_draw *draw, const unsigned char seed[FLIP_SEED_BYTES],
                               char hex[FLIP_HEX_SIZE])
{
    flip_seed_commitment(draw->how == FLIP_SEED_TOGETHER ? draw->secret : seed, hex);
}

void flip_seed_draw_words(const struct flip_seed_draw *draw, int seats, char out[FLIP_SEED_DRAW_WORDS])
{
    int given = 0;
    for (int seat = 0; seat < seats; seat++)
        given += draw->share[seat].given;
    out[0] = '\0';
    if (draw->how == FLIP_SEED_TOGETHER && given > 0)
        snprintf(out, FLIP_SEED_DRAW_WORDS,
                 "Neither side could choose the deal: the dealer committed to a secret, then %d of %d seats added "
                 "random bytes, and the seed is the hash of both.",
                 given, seats);
    else if (draw->how == FLIP_SEED_TOGETHER)
        snprintf(out, FLIP_SEED_DRAW_WORDS,
                 "The dealer alone drew the seed: it committed to a secret, and no seat added bytes of its own.");
    else if (draw->how == FLIP_SEED_NAMED)
        snprintf(out, FLIP_SEED_DRAW_WORDS, "A person chose the seed of this deal, and could know every card.");
    else if (draw->how == FLIP_SEED_DAILY)
        snprintf(out, FLIP_SEED_DRAW_WORDS,
                 "The server alone drew the seed, from its own secret and the day %s: the same deal for everybody, "
                 "which no player could choose.",
                 draw->day);
}
