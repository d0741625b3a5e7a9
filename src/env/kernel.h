/* What the device is told, and its kernels. */
#pragma once

#include "env/slot.h"

enum { ENV_WARP = 32 };           /* threads that go in step and write side by side */
enum { ENV_GAMES_PER_WARP = 16 }; /* games that they show, a thread for each: with more, too few warps are under way */
enum { ENV_TOGETHER = 8 }; /* those whose masks they write together, where masks are long: several threads for each */
enum { ENV_AT_ONCE = 4 };  /* numbers of a row that a thread writes at once */
enum { ENV_ENDS = 8 };     /* games that a warp ends in shared memory … */
enum { ENV_ENDS_OUTSIDE = 4 }; /* … and where there is no room for so many: each may take long, and the others wait */

/// A step is up to three launches: are the actions legal, the moves, and what the seats that decide next may know and do. Each is a kernel of its own,
/// with as many registers as it needs. Games that are over end in the last one, beside those that are only shown.
enum env_kernel { ENV_CHECK, ENV_STEP, ENV_SHOW, ENV_KERNELS };

/// Games are moved in the order of their actions, so that neighbours do alike: up to so many at a time are put in order by
/// the block that checks them. For that their actions fall into bins.
enum { ENV_MOST_SORTED = 8192, ENV_CHECK_BLOCK = 1024, ENV_BINS = 256 };

/// Games of a block that are moved in place. A thread may have 96 registers, so that as many fit.
enum { ENV_BLOCK = 544 };

/// What they report: the number of the step, if there is something to report.
enum { ENV_REFUSED, ENV_FAILED, ENV_REPORTS };

/// All addresses are the device's.
struct env_launch {
    struct env_setup setup;
    int32_t
        staged; /* bytes of a slot, from the dealer on, that are brought into the shared memory to be shown; 0: none */
    int32_t moves_staged; /* 1: to be moved, too */
    int32_t games_shown;  /* games that a warp shows: fewer than it has threads where its room would be too large */
    int32_t games_ended;  /* games that it ends at a time */
    int32_t ends_staged;  /* 1: they are brought into the shared memory for that */
    const uint32_t *
        where; /* what each of its numbers is told by: the word, times 65,536, what it is, times 256, and how many bits on */
    int32_t games_sorted; /* games that a block checks and puts in order */
};

/// What it is: all of the word, a bit of it, or else a code of eight bits, to be divided by so many.
enum { ENV_NOTED, ENV_BIT };

/* Slots in the shared memory lie so far apart, an odd number of words of eight bytes: so the same place of many games lies in many banks. */
static inline size_t env_apart(const struct env_launch *launch)
{
    return ((size_t)launch->staged / sizeof(uint64_t) | 1) * sizeof(uint64_t);
}
static inline size_t env_staged(const struct env_launch *launch, int games)
{
    return launch->staged ? (env_apart(launch) * (size_t)games + 15) / 16 * 16 : 0;
}

/* So far apart do games lie there that end, of which everything is needed. */
static inline size_t env_whole(const struct env_setup *setup) { return ((setup->mask_at + 15) / 16 | 1) * 16; }

/* The room of a warp in the shared memory of the device: slots, then first the masks of its games lie there side by side, then the words of
   their observations. */

/// The words of one packed observation, an odd number: so the same word of many games lies in many banks.
static inline int env_row(const struct env_launch *launch) { return launch->setup.packed_words; }
/// The bytes of it all.
static inline size_t env_room(const struct env_launch *launch, bool long_masks)
{
    const size_t games_shown = (size_t)launch->games_shown, sets = (size_t)launch->setup.shape.sets * sizeof(flip_set);
    const size_t rows = games_shown * (size_t)env_row(launch) * sizeof(uint32_t),
                 masks = sets * (long_masks && games_shown > ENV_TOGETHER ? ENV_TOGETHER : games_shown);
    return env_staged(launch, launch->games_shown) + ((rows > masks ? rows : masks) + 15) / 16 * 16;
}
