/* The games of an environment on a graphics card. Any thread may use it, one at a time. */
#pragma once

#include "env/slot.h"

struct env_device;

/// Room for the games and their results. NULL: the error says why not.
struct env_device *env_device_open(const struct env_setup *setup, struct flip_error *error);
void env_device_close(struct env_device *device);
/// Where the games lie, an address of the device.
char *env_device_slots(const struct env_device *device);
/// Packed observations go where the set-up says from now on.
int env_device_pack(struct env_device *device, const struct env_setup *setup, struct flip_error *error);
/// Does work that needs no check, and brings the results back.
int env_device_run(struct env_device *device, const struct env_setup *setup, const struct env_work *work,
                   struct flip_error *error);
/// The same with actions, which are brought to the device, into `work` too, and checked first. 1: one is not legal, the action of `place`, and nothing
/// has moved.
int env_device_step(struct env_device *device, const struct env_setup *setup, struct env_work *work, int *place,
                    int *action, struct flip_error *error);
/// Copies one game from the device.
int env_device_fetch(struct env_device *device, const struct env_setup *setup, int place, struct env_slot *out,
                     struct flip_error *error);
