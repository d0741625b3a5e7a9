/* Seven bits of a number per byte, the lowest first; the sign is the lowest bit of all. Words end with a zero. */
#include "faces/sim/jobs/jobs.h"

#include <string.h>

struct flip_wire flip_wire_in(unsigned char *bytes, size_t size)
{
    return (struct flip_wire){.out = bytes, .size = size};
}

struct flip_wire flip_wire_of(const unsigned char *bytes, size_t size)
{
    return (struct flip_wire){.in = bytes, .size = size};
}

static void put_byte(struct flip_wire *wire, unsigned char byte)
{
    if (wire->at < wire->size)
        wire->out[wire->at++] = byte;
    else
        wire->broken = true;
}

static unsigned char get_byte(struct flip_wire *wire)
{
    if (wire->at < wire->size)
        return wire->in[wire->at++];
    wire->broken = true;
    return 0;
}

void flip_wire_put(struct flip_wire *wire, int64_t number)
{
    uint64_t rest = ((uint64_t)number << 1) ^ (number < 0 ? UINT64_MAX : 0);
    for (; rest >= 128; rest >>= 7)
        put_byte(wire, (unsigned char)(rest | 128));
    put_byte(wire, (unsigned char)rest);
}

int64_t flip_wire_get(struct flip_wire *wire)
{
    uint64_t whole = 0;
    for (int shift = 0; shift < 64; shift += 7) {
        const unsigned char byte = get_byte(wire);
        whole |= (uint64_t)(byte & 127) << shift;
        if (byte < 128)
            return (int64_t)(whole >> 1) ^ -(int64_t)(whole & 1);
    }
    wire->broken = true;
    return 0;
}

int64_t flip_wire_get_within(struct flip_wire *wire, int64_t low, int64_t high)
{
    const int64_t number = flip_wire_get(wire);
    if (number >= low && number <= high)
        return number;
    wire->broken = true;
    return 0;
}

void flip_wire_put_text(struct flip_wire *wire, const char *text)
{
    for (; *text; text++)
        put_byte(wire, (unsigned char)*text);
    put_byte(wire, 0);
}

void flip_wire_get_text(struct flip_wire *wire, char *out, size_t size)
{
    size_t length = 0;
    for (unsigned char byte; (byte = get_byte(wire)) != 0;) {
        if (length + 1 < size)
            out[length++] = (char)byte;
    }
    out[length] = '\0';
}
