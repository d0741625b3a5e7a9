/* Which bucket of a hash table a text belongs to. */
#ifndef FLIPSIDE_SERVER_LOOP_HASH_H
#define FLIPSIDE_SERVER_LOOP_HASH_H

static inline unsigned text_bucket(const char *text, unsigned buckets)
{
    unsigned hash = 5381;
    for (; *text; text++)
        hash = hash * 33 + (unsigned char)*text;
    return hash % buckets;
}

#endif
