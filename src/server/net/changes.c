/*
 * A snapshot is the one before it with a few changes. zlib finds that out anew each time, at the cost of a search for every byte of both. Here they are
 * read side by side: as long as they are the same, nothing is searched; after a change, a table of words says where the text has stood before. What
 * comes out is one block of deflate with its fixed codes (RFC 1951, 3.2.6), which every receiver reads. Of a text with few changes it is
 * hardly longer than zlib's, and made in less than a third of the time.
 */
#include "server/net/parts.h"

#include <stdint.h>
#include <string.h>

enum { LEAST = 4, WORD = 8, MOST = 258, FARTHEST = 32768 };

struct bits {
    uint64_t waiting;
    unsigned count;
    unsigned char *out;
    size_t length, size;
    bool full;
};

/* Four bytes at a time: at most 31 bits wait for more. */
static void put(struct bits *bits, uint32_t value, unsigned count)
{
    bits->waiting |= (uint64_t)value << bits->count;
    bits->count += count;
    if (bits->count < 32)
        return;
    bits->full |= bits->size - bits->length < 4;
    if (!bits->full) {
        for (unsigned i = 0; i < 4; i++)
            bits->out[bits->length + i] = (unsigned char)(bits->waiting >> 8 * i);
        bits->length += 4;
    }
    bits->waiting >>= 32;
    bits->count -= 32;
}

/* Up to the end of the last byte. */
static void put_rest(struct bits *bits)
{
    for (unsigned done = 0; done < bits->count; done += 8, bits->waiting >>= 8) {
        bits->full |= bits->length == bits->size;
        if (!bits->full)
            bits->out[bits->length++] = (unsigned char)bits->waiting;
    }
}

/* Each byte with its bits in the opposite order. */
#define TURNED_2(n) (n), (n) + 128, (n) + 64, (n) + 192
#define TURNED_4(n) TURNED_2(n), TURNED_2((n) + 32), TURNED_2((n) + 16), TURNED_2((n) + 48)
#define TURNED_6(n) TURNED_4(n), TURNED_4((n) + 8), TURNED_4((n) + 4), TURNED_4((n) + 12)
static const unsigned char turned[256] = {TURNED_6(0), TURNED_6(2), TURNED_6(1), TURNED_6(3)};

/* Codes are written from their highest bit on, everything else from the lowest. */
static void put_code(struct bits *bits, uint32_t code, unsigned count)
{
    put(bits, (uint32_t)(turned[code & 255] << 8 | turned[code >> 8]) >> (16 - count), count);
}

static void put_symbol(struct bits *bits, uint32_t symbol)
{
    if (symbol < 144)
        put_code(bits, 0x30 + symbol, 8);
    else if (symbol < 256)
        put_code(bits, 0x190 + symbol - 144, 9);
    else if (symbol < 280)
        put_code(bits, symbol - 256, 7);
    else
        put_code(bits, 0xc0 + symbol - 280, 8);
}

/* How many of the lowest bits of a number stand behind its code: as many as leave less than `most` of it. */
static unsigned extra_bits(uint32_t number, uint32_t most)
{
    unsigned extra = 0;
    while (number >> extra >= most)
        extra++;
    return extra;
}

static void put_copy(struct bits *bits, size_t length, size_t distance)
{
    const uint32_t more = (uint32_t)length - 3, back = (uint32_t)distance - 1;
    const unsigned extra = length == MOST ? 0 : extra_bits(more, 8), far = extra_bits(back, 4);
    put_symbol(bits, length == MOST ? 285 : 257 + 4 * extra + (more >> extra));
    put(bits, more & ((1u << extra) - 1), extra);
    put_code(bits, 2 * far + (back >> far), 5);
    put(bits, back & ((1u << far) - 1), far);
}

static void put_copies(struct bits *bits, size_t length, size_t distance)
{
    while (length > 0) {
        const size_t part = length <= MOST ? length : length < MOST + LEAST ? length - LEAST : MOST;
        put_copy(bits, part, distance);
        length -= part;
    }
}

static size_t same_length(const unsigned char *a, const unsigned char *b, size_t most)
{
    size_t length = 0;
    while (length + WORD <= most && memcmp(a + length, b + length, WORD) == 0)
        length += WORD;
    while (length < most && a[length] == b[length])
        length++;
    return length;
}

/* Where a word stands in the table. Six bytes of it count: a copy from far away that is shorter gains little. */
#define SLOT(word) (((word) << 16) * UINT64_C(0x9e3779b97f4a7c15) >> (64 - CHANGES_BITS))

/* Every third place will do: what is found a few bytes late is then extended backwards. */
static void learn(struct changes *changes, const unsigned char *text, size_t length)
{
    uint64_t word;
    memset(changes->at, 0, sizeof changes->at);
    for (size_t i = 0; i + sizeof word <= length; i += 3) {
        memcpy(&word, text + i, sizeof word);
        changes->at[SLOT(word)] = (uint16_t)i;
    }
}

/* Where the text at `at` has stood before; `at` itself: nowhere within reach. */
static size_t find(struct changes *changes, const unsigned char *text, size_t at)
{
    uint64_t word;
    memcpy(&word, text + at, sizeof word);
    const size_t from = changes->at[SLOT(word)];
    changes->at[SLOT(word)] = (uint16_t)at;
    return from < at && at - from <= FARTHEST && memcmp(text + from, text + at, LEAST) == 0 ? from : at;
}

static void put_bytes(struct bits *bits, const unsigned char *text, const unsigned char *end)
{
    for (; text < end; text++)
        put_symbol(bits, *text);
}

size_t pack_changes(struct changes *changes, const unsigned char *text, size_t before, size_t length,
                    unsigned char *out, size_t size)
{
    struct bits bits = {.out = out, .size = size};
    const size_t end = before + length;
    size_t told = before, distance = before;
    learn(changes, text, before);
    put(&bits, 2, 3); /* not the last block; fixed codes */
    for (size_t at = before; at + WORD <= end && !bits.full;) {
        size_t from = at - distance;
        if (memcmp(text + from, text + at, LEAST) != 0)
            from = find(changes, text, at);
        if (from == at) {
            at++;
            continue;
        }
        for (; at > told && from > 0 && text[at - 1] == text[from - 1]; at--)
            from--;
        const size_t copied = same_length(text + from, text + at, end - at);
        distance = at - from;
        put_bytes(&bits, text + told, text + at);
        put_copies(&bits, copied, distance);
        told = at += copied;
    }
    put_bytes(&bits, text + told, text + end);
    put_symbol(&bits, 256); /* the end of the block */
    put(&bits, 0, 3);       /* an empty block, to the end of the byte: the rest of it is not sent */
    put_rest(&bits);
    return bits.full ? 0 : bits.length;
}
