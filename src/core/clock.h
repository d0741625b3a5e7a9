/* The monotonic clock. Not for the rules, which know no time. */
#ifndef FLIPSIDE_CORE_CLOCK_H
#define FLIPSIDE_CORE_CLOCK_H

#include <stdint.h>
#include <time.h>

static inline int64_t flip_milliseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

#endif
