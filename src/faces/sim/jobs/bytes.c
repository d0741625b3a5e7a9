/* Seven bits of a number per byte, the lowest first; the sign is the lowest bit of all. Words end with a zero. */
#include "faces/sim/jobs/jobs.h"

struct flip_bytes flip_bytes_in(unsigned char *bytes, size_t size)
{
    return (struct flip_bytes){.out = bytes, .size = size};
}

struct flip_bytes flip_bytes_of(const unsigned char *bytes, size_t size)
{
    return (struct flip_bytes){.in = bytes, .size = size};
}

static void put_byte(struct flip_bytes *bytes, unsigned char byte)
{
    if (bytes->at < bytes->size)
        bytes->out[bytes->at++] = byte;
    else
        bytes->broken = true;
}

static unsigned char get_byte(struct flip_bytes *bytes)
{
    if (bytes->at < bytes->size)
        return bytes->in[bytes->at++];
    bytes->broken = true;
    return 0;
}

void flip_bytes_put(struct flip_bytes *bytes, int64_t number)
{
    uint64_t rest = ((uint64_t)number << 1) ^ (number < 0 ? UINT64_MAX : 0);
    for (; rest >= 128; rest >>= 7)
        put_byte(bytes, (unsigned char)(rest | 128));
    put_byte(bytes, (unsigned char)rest);
}

int64_t flip_bytes_get(struct flip_bytes *bytes)
{
    uint64_t whole = 0;
    for (int shift = 0; shift < 64; shift += 7) {
        const unsigned char byte = get_byte(bytes);
        whole |= (uint64_t)(byte & 127) << shift;
        if (byte < 128)
            return (int64_t)(whole >> 1) ^ -(int64_t)(whole & 1);
    }
    bytes->broken = true;
    return 0;
}

int64_t flip_bytes_get_within(struct flip_bytes *bytes, int64_t low, int64_t high)
{
    const int64_t number = flip_bytes_get(bytes);
    if (number >= low && number <= high)
        return number;
    bytes->broken = true;
    return 0;
}

void flip_bytes_put_text(struct flip_bytes *bytes, const char *text)
{
    for (; *text; text++)
        put_byte(bytes, (unsigned char)*text);
    put_byte(bytes, 0);
}

void flip_bytes_get_text(struct flip_bytes *bytes, char *out, size_t size)
{
    size_t length = 0;
    for (unsigned char byte; (byte = get_byte(bytes)) != 0;) {
        if (length + 1 < size)
            out[length++] = (char)byte;
    }
    out[length] = '\0';
}
