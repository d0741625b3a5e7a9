/* The speed of environments: random games with observations and masks. */
#ifndef FLIPSIDE_SIM_OBSERVED_H
#define FLIPSIDE_SIM_OBSERVED_H

#include "sim/setup.h"

/// Steps per second of this thread's own time; measures for so many seconds.
int flip_observed_speed(const struct flip_setup *setup, uint64_t seed, double seconds, double *out,
                        struct flip_error *error);
/// The processor time of this thread.
double flip_processor_seconds(void);

#endif
