/*
 * A game for machine learning: what a seat knows as numbers (an *observation*), and its moves by number (*actions*). A
 * game provides this beside its rules; the environments (flipside/env.h) are built on it. How many numbers there are
 * and what each means is fixed for a set-up, that is, a game, an edition, options and a number of seats.
 */
#ifndef FLIPSIDE_LEARN_H
#define FLIPSIDE_LEARN_H

#include <flipside/game.h>

FLIP_API_BEGIN

enum {
    FLIP_FIELD_NAME = 48,
    FLIP_MOST_FIELDS = 512,
    FLIP_MOST_SETS = 512,
    FLIP_MOST_ACTIONS = 65536,
};

/// A part of an observation: `count` numbers side by side.
struct flip_field {
    char name[FLIP_FIELD_NAME];
    int count;
    const char *meaning; /* what the numbers are, and what they are divided by */
};

struct flip_fields {
    struct flip_field field[FLIP_MOST_FIELDS];
    int count;
    int numbers; /* in all fields together */
};

/// Adds a field. Fields beyond FLIP_MOST_FIELDS are only counted.
void flip_field_add(struct flip_fields *fields, int count, const char *meaning, const char *name, ...)
    __attribute__((format(printf, 4, 5)));
/// The seat in the name of a field: "own" (0), "seat +1", …
const char *flip_field_seat(int ahead);

/// Action n is bit n % 64 of set n / 64.
static inline int flip_action_sets(int actions) { return (actions + 63) / 64; }

/// Some sets of a mask with their indices, in ascending order. The sets that are left out are empty.
struct flip_some_sets {
    int count;
    int32_t at[FLIP_MOST_SETS];
    flip_set set[FLIP_MOST_SETS];
};

struct flip_game_learn {
    /// The fields of an observation, in order.
    void (*fields)(const void *rules, struct flip_fields *out);
    /// Writes what `seat` may know, field by field, as numbers around 0 … 1; returns the address after the last one.
    /// `before` is the state at the beginning of the phase.
    float *(*observe)(const void *rules, const void *state, const void *before, int seat, float *out);
    /// How many different actions there are.
    int (*actions)(const void *rules);
    /// Adds the seat's legal actions to `out`, which is empty.
    void (*mask)(const void *rules, const void *state, int seat, flip_set *out);
    /// The move for an action that is legal now, and the action for a legal move. A template is one action.
    flip_move (*move)(const void *rules, const void *state, int seat, int action);
    int (*action)(const void *rules, const void *state, int seat, flip_move move);
    /// Optional, for a game with long masks: is this action (any from 0 to `actions` - 1) in the mask?
    bool (*allows)(const void *rules, const void *state, int seat, int action);
    /// Optional, for a game with `allows`: the same as `mask`, but only the sets that can have members, at most
    /// FLIP_MOST_SETS. It saves searching a long mask.
    void (*some)(const void *rules, const void *state, int seat, struct flip_some_sets *out);
};

FLIP_API_END

#endif
