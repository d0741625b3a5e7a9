/*
 * What a seat may do now, ready to be shown: every legal move with its notation, its sentence and what it changes in the
 * seat's score at once; and, after a hint, what each is worth.
 */
#ifndef FLIPSIDE_TERMINAL_ACTIONS_H
#define FLIPSIDE_TERMINAL_ACTIONS_H

#include <flipside/bot.h>

enum { FLIP_TELL_TEXT = 160 };

struct flip_action {
    flip_move move; /* to be compared with the spots of a sheet */
    char text[FLIP_MOVE_TEXT];
    char tell[FLIP_TELL_TEXT];
    int gain;           /* points at once */
    bool valued;        /* a hint spoke about it: */
    double value;       /* as flip_choice has it, */
    char why[FLIP_WHY]; /* with what speaks for it, or "" */
};

struct flip_actions {
    int seat;
    int count;
    struct flip_action *list;  /* room for FLIP_MAX_MOVES */
    uint64_t offer;            /* the list as one number: another list, another number */
    int hinted;                /* so many lines at the beginning are a hint's, best first */
    int flicks;                /* so many of those are not moves of the list: flicks with the hint's own numbers */
    struct flip_result result; /* the scores that the seat may know */
};

int flip_actions_open(struct flip_actions *actions, struct flip_error *error);
void flip_actions_free(struct flip_actions *actions);
/// Empties the list for `seat`.
void flip_actions_clear(struct flip_actions *actions, int seat);
/// An empty line at the end of the list; NULL: the list is full.
struct flip_action *flip_actions_add(struct flip_actions *actions);
/// Puts the next best choice of a hint behind those before it. A few flicks, with their numbers, become lines of their own.
void flip_actions_hint(struct flip_actions *actions, const struct flip_action *choice);
/// The place of a notation in the list from `from` on, or -1.
int flip_actions_find(const struct flip_actions *actions, int from, const char *text);
/// The value of a hint in words: "44.8" points, or "61 %" of the win.
void flip_actions_value_text(const struct flip_action *action, int seats, char *out, size_t size);
/// Do all words of `filter` stand in the action's notation or sentence? Case does not matter.
bool flip_action_matches(const struct flip_action *action, const char *filter);

/// For `offer`: goes on with a hash (at first 0) by some bytes.
uint64_t flip_actions_hash(uint64_t hash, const void *bytes, size_t count);

#endif
