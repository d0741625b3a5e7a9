/* The clocks of the server: one that people read, one that only counts, and one of work done. */
#ifndef FLIPSIDE_SERVER_LOOP_NOW_H
#define FLIPSIDE_SERVER_LOOP_NOW_H

#include <stdint.h>

/// The wall clock, in milliseconds since 1970: for times that people read. It jumps when somebody sets it.
int64_t wall_ms(void);
/// The wall clock at the program's start, advanced by a monotonic clock: for all durations. Its times can be stored, since after a
/// restart it starts from the wall clock again.
int64_t steady_ms(void);
/// How long ago a stored wall-clock time was, by whichever clock is behind, so that a jump does not make anything old.
int64_t age_ms(int64_t then);
/// The processor time that this thread has used.
double busy_ms(void);

#endif
