/*
 * The dealer's stream: ChaCha20 with the seed as key and nonce zero, read eight bytes at a time in little-endian order.
 * So anyone with the seed can repeat the deal with any implementation of ChaCha20; docs/record.md says how draws become
 * events.
 */
#include <flipside/dealer.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

_Static_assert(FLIP_SEED_BYTES == crypto_stream_chacha20_KEYBYTES, "the seed is the key");

enum { CHACHA_BLOCK = 64 };

static void refill(struct flip_dealer *dealer)
{
    static const unsigned char nonce[crypto_stream_chacha20_NONCEBYTES];
    memset(dealer->buffer, 0, sizeof dealer->buffer);
    crypto_stream_chacha20_xor_ic(dealer->buffer, dealer->buffer, sizeof dealer->buffer, nonce, dealer->block,
                                  dealer->seed);
    dealer->block += sizeof dealer->buffer / CHACHA_BLOCK;
    dealer->used = 0;
}

static uint64_t next_draw(struct flip_random *random)
{
    struct flip_dealer *dealer = (struct flip_dealer *)random;
    if (dealer->used == (int)sizeof dealer->buffer)
        refill(dealer);
    uint64_t draw = 0;
    for (int i = 7; i >= 0; i--)
        draw = draw << 8 | dealer->buffer[dealer->used + i];
    dealer->used += 8;
    return draw;
}

void flip_dealer_open(struct flip_dealer *dealer, const unsigned char seed[FLIP_SEED_BYTES])
{
    memset(dealer, 0, sizeof *dealer);
    if (sodium_init() < 0)
        abort(); /* without a source of randomness nothing may be dealt */
    dealer->random.next = next_draw;
    memcpy(dealer->seed, seed, FLIP_SEED_BYTES);
    dealer->used = (int)sizeof dealer->buffer;
}

static void free_rig(struct flip_dealer *dealer)
{
    for (int i = 0; i < dealer->rig_count; i++)
        free(dealer->rig[i]);
    free(dealer->rig);
    dealer->rig = NULL;
    dealer->rig_count = dealer->rig_next = 0;
}

void flip_dealer_close(struct flip_dealer *dealer)
{
    free_rig(dealer);
    sodium_memzero(dealer, sizeof *dealer);
}

int flip_dealer_rig(struct flip_dealer *dealer, const char *const *events, int count)
{
    char **copies = NULL;
    int copied = 0;
    if (count > 0 && !(copies = calloc((size_t)count, sizeof *copies)))
        return -1;
    for (; copied < count; copied++)
        if (!(copies[copied] = strdup(events[copied])))
            goto err;
    free_rig(dealer);
    dealer->rig = copies;
    dealer->rig_count = count;
    return 0;
err:
    while (copied > 0)
        free(copies[--copied]);
    free(copies);
    return -1;
}

void flip_seed_fresh(unsigned char seed[FLIP_SEED_BYTES])
{
    if (sodium_init() < 0)
        abort();
    randombytes_buf(seed, FLIP_SEED_BYTES);
}

void flip_seed_from_words(const char *words, unsigned char seed[FLIP_SEED_BYTES])
{
    size_t length;
    if (strlen(words) == FLIP_HEX_SIZE - 1 &&
        sodium_hex2bin(seed, FLIP_SEED_BYTES, words, FLIP_HEX_SIZE - 1, NULL, &length, NULL) == 0 &&
        length == FLIP_SEED_BYTES)
        return;
    crypto_hash_sha256(seed, (const unsigned char *)words, strlen(words));
}

void flip_seed_hex(const unsigned char seed[FLIP_SEED_BYTES], char hex[FLIP_HEX_SIZE])
{
    sodium_bin2hex(hex, FLIP_HEX_SIZE, seed, FLIP_SEED_BYTES);
}

void flip_seed_commitment(const unsigned char seed[FLIP_SEED_BYTES], char hex[FLIP_HEX_SIZE])
{
    unsigned char digest[crypto_hash_sha256_BYTES];
    crypto_hash_sha256(digest, seed, FLIP_SEED_BYTES);
    sodium_bin2hex(hex, FLIP_HEX_SIZE, digest, sizeof digest);
}
