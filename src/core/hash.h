/* FNV-1a: a hash of bytes or numbers, for tables in memory, marks and choices. It is no secret, and withstands nobody. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#define FLIP_HASH_START UINT64_C(14695981039346656037)

static inline uint64_t flip_hash_number(uint64_t hash, uint64_t number)
{
    return (hash ^ number) * UINT64_C(1099511628211);
}

static inline uint64_t flip_hash(uint64_t hash, const void *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        hash = flip_hash_number(hash, ((const unsigned char *)bytes)[i]);
    return hash;
}
