/* What the card is told, and its launches. */
#ifndef FLIPSIDE_ENV_KERNEL_H
#define FLIPSIDE_ENV_KERNEL_H

#include "env/slot.h"

enum { ENV_WARP = 32 }; /* threads that go in step and write side by side */

/// All addresses are the card's.
struct env_launch {
    struct env_setup setup;
    struct env_work work;
    int32_t crew; /* games that a warp plays: fewer than it has threads where its room would be too large */
};

/// A step is up to three launches: are the actions legal, the moves, and what the seats that decide next may know and do. Moves wait for
/// memory, so a card should have many of them under way; what is told takes much of the fast memory, so there are few of those.
enum env_launched { ENV_LAUNCH_CHECK, ENV_LAUNCH_STEP, ENV_LAUNCH_TELL };

/// What they report: the number of the step, if there is something to report.
enum { ENV_REFUSED, ENV_FAILED, ENV_REPORTS };

/// The room of a game in the fast memory of its warp, in words: for its states, and for a mask and then an observation. Each is odd, so the same
/// place in the room of the next game lies in another bank.
static inline size_t env_room_states(const struct env_setup *setup)
{
    return (setup->mask_at - setup->state_at) / sizeof(uint64_t) | 1;
}
static inline size_t env_room_sets(const struct env_setup *setup) { return (size_t)setup->shape.sets | 1; }
static inline size_t env_room_numbers(const struct env_setup *setup) { return (size_t)setup->shape.numbers | 1; }

/// The bytes that a crew needs.
static inline size_t env_room(const struct env_setup *setup, int crew)
{
    const size_t numbers = env_room_numbers(setup) * sizeof(float), sets = env_room_sets(setup) * sizeof(flip_set);
    const size_t each = env_room_states(setup) * sizeof(uint64_t) + (numbers > sets ? numbers : sets);
    return (each * (size_t)crew + 15) / 16 * 16;
}

#endif
