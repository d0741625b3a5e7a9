/* What the card is told, and its kernels. */
#ifndef FLIPSIDE_ENV_KERNEL_H
#define FLIPSIDE_ENV_KERNEL_H

#include "env/slot.h"

enum { ENV_WARP = 32 }; /* threads that go in step and write side by side */
enum {
    ENV_CREW = 8
}; /* games that they show: with more a warp takes so much fast memory that too few warps are under way */
enum { ENV_ENDS = 4 }; /* games that a warp ends: each may take long, and the others wait for it */

/// A step is up to three launches: are the actions legal, the moves, and what the seats that decide next may know and do. Each is a kernel of its own,
/// with as many registers as it needs. Games that are over end in the last one, beside those that are only shown.
enum env_kernel { ENV_CHECK, ENV_STEP, ENV_SHOW, ENV_KERNELS };

/// The games of a block are moved in the order of their actions, so that neighbours do alike. For that their actions fall into bins.
enum { ENV_BLOCK = 512, ENV_BINS = 256 };

/// What they report: the number of the step, if there is something to report.
enum { ENV_REFUSED, ENV_FAILED, ENV_REPORTS };

/// All addresses are the card's.
struct env_launch {
    struct env_setup setup;
    int32_t crew; /* games that a warp shows: fewer than it has threads where its room would be too large */
};

/* The room of a warp in the fast memory of the card, where a mask and then an observation of each of its games lie side by side. */

/// In floats. Rows without a gap are copied in one go; but not if the same number of many games would lie in one bank.
static inline size_t env_room_numbers(const struct env_setup *setup)
{
    return (size_t)setup->shape.numbers + (setup->shape.numbers % 4 == 0);
}
/// The bytes of it.
static inline size_t env_room(const struct env_setup *setup, int crew)
{
    const size_t numbers = env_room_numbers(setup) * sizeof(float), sets = (size_t)setup->shape.sets * sizeof(flip_set);
    return (numbers > sets ? numbers : sets) * (size_t)crew;
}

#endif
