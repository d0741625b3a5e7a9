/*
 * The judge: what a position is worth to every seat, as expected final points and as a share of the win. It reads what an environment
 * shows a learner (flipside/learn.h) and, where a game names them, traits of a seat's position. What it knows was learnt from games
 * and is data: docs/strength.md says how it is made and how far it can be trusted. A game may do without one.
 */
#ifndef FLIPSIDE_JUDGE_H
#define FLIPSIDE_JUDGE_H

#include <flipside/game.h>

FLIP_API_BEGIN

enum { FLIP_MOST_TRAITS = 256 }; /* of one position */

/// What a game gives its judge.
struct flip_game_judge {
    const unsigned char *weights; /* data/judge.weights, compiled in; NULL: there are none yet */
    const size_t *size;           /* in bytes; 0: this build does without them */
    /// Optional: kinds of things that a player looks at, as numbers below `traits`, for one seat; returns how many there are, at most
    /// FLIP_MOST_TRAITS. A trait that is there twice is listed twice.
    int traits;
    int (*list)(const void *rules, const void *state, int seat, uint16_t *out);
    /// Optional: the final points that a quick look promises; the judge learns what to add. Without it that is the score so far.
    double (*guess)(const void *rules, const void *state, int seat);
};

/// What a position is worth, seat by seat. Alone the share is the chance that the game calls the seat a winner.
struct flip_verdict {
    double points[FLIP_MAX_SEATS];
    double share[FLIP_MAX_SEATS];
};

struct flip_judge;

/// A judge for tables with these rules. NULL: the game has none, or what it sees there was not what it learnt; the error says so.
struct flip_judge *flip_judge_open(const struct flip_game *game, const void *rules, int seats,
                                   struct flip_error *error);
/// The same with weights that are not the game's own, as flip_game_judge has them. They must outlive the judge.
struct flip_judge *flip_judge_open_with(const struct flip_game *game, const void *rules, int seats,
                                        const unsigned char *weights, size_t size, struct flip_error *error);
void flip_judge_close(struct flip_judge *judge);

/// Judges `count` states, state_size bytes each, side by side: a position and its neighbours. Everything in them counts as known: a
/// bot passes states in which what its seat cannot know was dealt again.
void flip_judge_states(const struct flip_judge *judge, const void *states, int count, struct flip_verdict *out);

FLIP_API_END

#endif
