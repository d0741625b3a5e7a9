/*
 * Aiming: filling a move's open numbers in with keys. Angles go with left and right, everything else with up and down; the
 * face shows what it comes to after every key. Nothing here knows what is being aimed at.
 */
#ifndef FLIPSIDE_TERMINAL_AIM_H
#define FLIPSIDE_TERMINAL_AIM_H

#include "terminal/match.h"
#include "terminal/paint.h"

struct flip_aim {
    bool on;
    struct flip_action template;
    int count;
    struct flip_range range[FLIP_MAX_RANGES];
    int32_t value[FLIP_MAX_RANGES];
    int turning; /* the angle that left and right turn */
    /* The last aims by name, to begin the next with. */
    struct {
        const char *name;
        int32_t value;
    } last[FLIP_MAX_RANGES];
};

enum flip_aim_answer { FLIP_AIM_GOES_ON, FLIP_AIM_DONE, FLIP_AIM_LEFT, FLIP_AIM_OTHER };

/// Begins to aim; false: the action is exact, there is nothing to aim.
bool flip_aim_begin(struct flip_aim *aim, struct flip_match *match, int seat, const struct flip_action *action);
/// A key: turns, strengthens, ends (Enter: DONE; Escape: LEFT); OTHER: the key means nothing here.
enum flip_aim_answer flip_aim_key(struct flip_aim *aim, int key);
/// The action as it is aimed now.
int flip_aim_action(const struct flip_aim *aim, struct flip_match *match, int seat, struct flip_action *out,
                    struct flip_error *error);
/// "angle 12.5, speed 1800".
void flip_aim_text(const struct flip_aim *aim, struct flip_text *out);
/// How to aim, for a key line of that width.
void flip_aim_keys(const struct flip_aim *aim, int width, struct flip_text *out);

#endif
