/*
 * What a seat may do now, ready to be shown: every legal move with its notation, its sentence and what it changes in the
 * seat's score at once. The change is found by trying the move on a copy in which everything the seat cannot know was dealt
 * anew, so the list tells no secrets.
 */
#ifndef FLIPSIDE_TERMINAL_ACTIONS_H
#define FLIPSIDE_TERMINAL_ACTIONS_H

#include <flipside/bot.h>

enum { FLIP_TELL_TEXT = 160 };

struct flip_action {
    flip_move move;
    char text[FLIP_MOVE_TEXT];
    char tell[FLIP_TELL_TEXT];
    int gain;     /* points at once */
    bool valued;  /* a hint spoke about it: */
    double value; /* flip_choice.value */
};

struct flip_actions {
    int seat;
    int count;
    struct flip_action *list;  /* room for FLIP_MAX_MOVES */
    void *known;               /* the state as the seat knows it */
    void *tried;               /* scratch: the state after a move */
    struct flip_result result; /* of `known`: the scores that the seat may know */
};

int flip_actions_open(struct flip_actions *actions, const struct flip_game *game, struct flip_error *error);
void flip_actions_free(struct flip_actions *actions);
/// Lists the moves of `seat` (none when it has nothing to decide). `seat` may be FLIP_PUBLIC: then only the result counts.
void flip_actions_list(struct flip_actions *actions, const struct flip_table *table, int seat);
/// Puts the values of a hint in, best first. The best flicks, with their numbers, become lines of their own.
void flip_actions_value(struct flip_actions *actions, const struct flip_table *table,
                        const struct flip_thought *thought);
/// A line of the list: the move with its notation and its sentence.
struct flip_action flip_action_of(const struct flip_actions *actions, const struct flip_table *table, flip_move move);
/// The value of a hint in words: "44.8" points, or "61 %" of the win.
void flip_actions_value_text(const struct flip_action *action, int seats, char *out, size_t size);
/// Do all words of `filter` stand in the action's notation or sentence? Case does not matter.
bool flip_action_matches(const struct flip_action *action, const char *filter);

#endif
