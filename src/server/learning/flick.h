/* How a flick went, for showing it. */
#ifndef FLIPSIDE_SERVER_LEARNING_FLICK_H
#define FLIPSIDE_SERVER_LEARNING_FLICK_H

#include "server/rooms/room.h"
#include "server/rooms/work.h"

/// Writes how the flick with that number went; runs on the worker.
int write_flick_of(struct work *work, struct room *room, int number, struct flip_error *error);
/// A number written in digits, from 1; 0: it is not one.
int flick_number(const char *digits);

#endif
