/* What the files of this room share. */
#ifndef FLIPSIDE_SOLO_PARTS_H
#define FLIPSIDE_SOLO_PARTS_H

struct workers;

/// A new turn of the loop: the workers may do one more task.
void solo_workers_rest(struct workers *workers);

#endif
