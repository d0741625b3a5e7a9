/* What a step on the card is told: one launch. */
#ifndef FLIPSIDE_ENV_KERNEL_H
#define FLIPSIDE_ENV_KERNEL_H

#include "env/slot.h"

/// All addresses are the card's.
struct env_launch {
    struct env_setup setup;
    struct env_work work;
};

#endif
