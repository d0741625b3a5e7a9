/* Integers as text. */
#ifndef FLIPSIDE_CORE_DIGITS_H
#define FLIPSIDE_CORE_DIGITS_H

#include <stdint.h>

enum { FLIP_DIGITS = 20 }; /* of the longest one, with its sign */

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

#endif
