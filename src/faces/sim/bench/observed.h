/* The speed of environments, and a checksum of what they write. */
#pragma once

#include "faces/sim/games/games.h"

/// The processor time of this thread.
double flip_processor_seconds(void);
/// Does the game have packed observations?
bool flip_observed_packs(const struct flip_setup *setup);
/// Steps per second with observations and masks written, on one core or on the card, where buffers and actions stay in
/// its memory. `packed`: observations as packed rows instead of floats.
int flip_observed_speed(const struct flip_setup *setup, bool gpu, bool packed, uint64_t seed, double seconds,
                        double *out, struct flip_error *error);
/// A checksum over all that some random steps of an environment write: the same on every machine and on a card.
int flip_observed_checksum(const struct flip_setup *setup, bool gpu, bool packed, uint64_t seed, uint64_t *out,
                           struct flip_error *error);
