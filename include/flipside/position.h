/*
 * A position: the state of a game, and its state at the beginning of the phase. Seats that act at the same time see
 * each other as they were then, so following a game takes both. Every step keeps both up to date.
 */
#ifndef FLIPSIDE_POSITION_H
#define FLIPSIDE_POSITION_H

#include <flipside/game.h>

FLIP_API_BEGIN

struct flip_position {
    const struct flip_game *game;
    const void *rules;
    int seats;
    uint32_t phase; /* of `state` */
    void *state;
    void *before; /* the state at the beginning of the phase; NULL if it is not needed */
};

/// Opens a position with its own memory, at the start of the game, for flip_position_close. `rules` must outlive it.
int flip_position_open(struct flip_position *position, const struct flip_game *game, const void *rules, int seats,
                       struct flip_error *error);
void flip_position_close(struct flip_position *position);
/// Returns to the start of the game, before the first card.
void flip_position_start(struct flip_position *position);
/// Copies `from` to `to`, a position of the same game with its own memory.
void flip_position_copy(struct flip_position *to, const struct flip_position *from);
/// Applies a seat's legal move, or a possible event of FLIP_DEALER. Returns true if it ended the phase.
bool flip_position_step(struct flip_position *position, int seat, flip_move move);
/// The same for the outcome of a flick.
bool flip_position_settle(struct flip_position *position, const struct flip_outcome *outcome);
/// Updates `before` after `state` was changed without these functions. Returns true if the phase has ended.
bool flip_position_follow(struct flip_position *position);
/// Redeals, in `state`, everything that `seat` cannot know.
void flip_position_redeal(struct flip_position *position, int seat, struct flip_random *random);
/// Who has to act: seats, FLIP_DEALER, or nobody when the game is over.
flip_set flip_position_turn(const struct flip_position *position);

FLIP_API_END

#endif
