/* The clocks of the server: one that people read, one that only counts, and one of work done. */
#ifndef FLIPSIDE_SERVER_LOOP_NOW_H
#define FLIPSIDE_SERVER_LOOP_NOW_H

#include <stdint.h>

/// What the clock on the wall says, in milliseconds since 1970: for times that people read. It jumps when somebody sets it.
int64_t wall_ms(void);
/// The wall clock as it was when the program began, counted on by a clock that nobody can set: for everything that lasts. Times of it
/// can be stored, since after a restart it begins at the wall clock again.
int64_t steady_ms(void);
/// How long ago a stored time of the wall clock was, by whichever clock is behind: a jump makes nothing old.
int64_t age_ms(int64_t then);
/// The time for which this thread has been at work.
double busy_ms(void);

#endif
