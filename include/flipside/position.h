/*
 * A position: the state of a game, and the state in which its phase began. Seats that act at the same time see of each other what
 * was there when the phase began, so whoever follows a game needs both. Every step keeps both true.
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
    void *before; /* the state at the beginning of the phase; NULL: nobody asks for it */
};

/// A position with memory of its own, at the start of the game. `rules` must outlive it. To be given back with flip_position_close.
int flip_position_open(struct flip_position *position, const struct flip_game *game, const void *rules, int seats,
                       struct flip_error *error);
void flip_position_close(struct flip_position *position);
/// Back to the start of the game, before the first card.
void flip_position_start(struct flip_position *position);
/// Makes `to`, a position of the same game with memory of its own, the same as `from`.
void flip_position_copy(struct flip_position *to, const struct flip_position *from);
/// Takes a legal move of a seat, or a possible event of FLIP_DEALER. True: the phase ended with it.
bool flip_position_step(struct flip_position *position, int seat, flip_move move);
/// The same for the outcome of a flick.
bool flip_position_settle(struct flip_position *position, const struct flip_outcome *outcome);
/// For whoever has changed `state` without these functions: keeps `before`. True: the phase has ended.
bool flip_position_follow(struct flip_position *position);
/// Deals anew, in `state`, everything that `seat` cannot know.
void flip_position_redeal(struct flip_position *position, int seat, struct flip_random *random);
/// Who has to act: seats, FLIP_DEALER, or nobody when the game is over.
flip_set flip_position_turn(const struct flip_position *position);

FLIP_API_END

#endif
