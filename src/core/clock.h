/* Clocks. Not for the rules, which know no time. */
#pragma once

#include <stdint.h>
#include <time.h>

static inline int64_t flip_milliseconds_of(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static inline int64_t flip_milliseconds(void) { return flip_milliseconds_of(CLOCK_MONOTONIC); }

static inline double flip_seconds_of(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}
