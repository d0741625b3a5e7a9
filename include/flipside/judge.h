/*
 * The judge evaluates positions: what one is worth to every seat, as expected final points and as a share of the win.
 * Its inputs are the observations of an environment (flipside/learn.h) and, where a game has them, traits of a seat's
 * position. Its weights were learnt from games: docs/strength.md says how, and how far it can be trusted.
 */
#ifndef FLIPSIDE_JUDGE_H
#define FLIPSIDE_JUDGE_H

#include <flipside/game.h>

FLIP_API_BEGIN

enum { FLIP_MOST_TRAITS = 256 }; /* of one seat in one position */

/// What a game gives its judge.
struct flip_game_judge {
    const unsigned char *weights; /* data/judge.weights, compiled in; NULL: there are none yet */
    const size_t *size;           /* in bytes; 0: this build has none */
    /// Optional: the traits of one seat's position, as numbers below `traits`; returns how many there are, at most
    /// FLIP_MOST_TRAITS. A trait that is there twice is listed twice.
    int traits;
    int (*list)(const void *rules, const void *state, int seat, uint16_t *out);
    /// Optional: a quick guess at the final points, to which the judge adds. Without it the guess is the score so far.
    double (*guess)(const void *rules, const void *state, int seat);
};

/// What a position is worth, seat by seat. With one seat, `share` is the chance that the game calls it a winner.
struct flip_verdict {
    double points[FLIP_MAX_SEATS];
    double share[FLIP_MAX_SEATS];
};

struct flip_judge;

/// Opens a judge for tables with these rules. NULL: the game has none, or it was not trained for this set-up.
struct flip_judge *flip_judge_open(const struct flip_game *game, const void *rules, int seats,
                                   struct flip_error *error);
/// The same with other weights than the game's own. They must outlive the judge.
struct flip_judge *flip_judge_open_with(const struct flip_game *game, const void *rules, int seats,
                                        const unsigned char *weights, size_t size, struct flip_error *error);
void flip_judge_close(struct flip_judge *judge);

/// Judges `count` states of state_size bytes each, one behind the other. The judge sees everything in them, so a bot
/// passes states in which whatever its seat cannot know was redealt.
void flip_judge_states(const struct flip_judge *judge, const void *states, int count, struct flip_verdict *out);

FLIP_API_END

#endif
