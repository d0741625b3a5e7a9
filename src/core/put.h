/* Code points, and appending to a text, inline where there is room: notation and JSON do little else. */
#pragma once

#include <flipside/text.h>
#include <stdint.h>
#include <string.h>

enum { FLIP_DIGITS = 20 }; /* of the longest integer, with its sign */

/// Writes the number right-aligned into `out`, without a zero byte, and returns where it begins.
static inline const char *flip_digits(int64_t value, char out[FLIP_DIGITS])
{
    char *first = out + FLIP_DIGITS;
    uint64_t rest = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    do
        *--first = (char)('0' + rest % 10);
    while (rest /= 10);
    if (value < 0)
        *--first = '-';
    return first;
}

/// Reads one code point of UTF-8 and advances; a broken byte becomes '?'.
uint32_t flip_next_code(const char **text);

/// Copies bytes, mostly few: copying some of them twice is faster than a loop.
static inline void flip_copy(char *out, const char *bytes, size_t count)
{
    uint64_t first, last;
    uint32_t half, other;
    if (count > 2 * sizeof first) {
        memcpy(out, bytes, count);
    } else if (count >= sizeof first) {
        memcpy(&first, bytes, sizeof first);
        memcpy(&last, bytes + (count - sizeof last), sizeof last);
        memcpy(out, &first, sizeof first);
        memcpy(out + (count - sizeof last), &last, sizeof last);
    } else if (count >= sizeof half) {
        memcpy(&half, bytes, sizeof half);
        memcpy(&other, bytes + (count - sizeof other), sizeof other);
        memcpy(out, &half, sizeof half);
        memcpy(out + (count - sizeof other), &other, sizeof other);
    } else {
        for (size_t i = 0; i < count; i++)
            out[i] = bytes[i];
    }
}

static inline void flip_put(struct flip_text *text, const char *bytes, size_t count)
{
    if (text->length + count >= text->size) {
        flip_text_put(text, bytes, count);
        return;
    }
    flip_copy(text->at + text->length, bytes, count);
    text->length += count;
    text->at[text->length] = '\0';
}

static inline void flip_put_integer(struct flip_text *text, int64_t value)
{
    char digits[FLIP_DIGITS];
    const char *first = flip_digits(value, digits);
    flip_put(text, first, (size_t)(digits + FLIP_DIGITS - first));
}

static inline void flip_put_byte(struct flip_text *text, char byte)
{
    if (text->length + 1 < text->size) {
        text->at[text->length] = byte;
        text->at[text->length + 1] = '\0';
    }
    text->length++;
}
