/* Which lessons were learnt at this terminal, and how far the others are: lessons.json in the data folder. */
#ifndef FLIPSIDE_TERMINAL_LEARNT_H
#define FLIPSIDE_TERMINAL_LEARNT_H

#include <flipside/error.h>
#include <stdbool.h>

struct flip_learnt {
    bool learnt;
    int moves; /* the learner's, in a lesson that was left halfway */
};

/// A lesson is known by its title. What cannot be read counts as not begun.
struct flip_learnt flip_learnt_read(const char *game, const char *title);
int flip_learnt_write(const char *game, const char *title, struct flip_learnt learnt, struct flip_error *error);

#endif
