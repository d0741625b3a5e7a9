/* Numbers and words as bytes, the same on every machine: how results travel to other processes and into files. */
#ifndef FLIPSIDE_SIM_WIRE_H
#define FLIPSIDE_SIM_WIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { FLIP_WIRE_NUMBER = 10 }; /* the most bytes of a number */

struct flip_wire {
    unsigned char *out;      /* to write, or NULL */
    const unsigned char *in; /* to read, or NULL */
    size_t size, at;
    bool broken; /* it was too short, or a number was out of range */
};

struct flip_wire flip_wire_in(unsigned char *bytes, size_t size);
struct flip_wire flip_wire_of(const unsigned char *bytes, size_t size);

/// Small numbers take few bytes, whatever their sign.
void flip_wire_put(struct flip_wire *wire, int64_t number);
void flip_wire_put_text(struct flip_wire *wire, const char *text);

/// 0 where nothing can be read.
int64_t flip_wire_get(struct flip_wire *wire);
/// A number outside low … high is broken and read as 0.
int64_t flip_wire_get_within(struct flip_wire *wire, int64_t low, int64_t high);
void flip_wire_get_text(struct flip_wire *wire, char *out, size_t size);

#endif
