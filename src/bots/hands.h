/* Hands: how far a bot's flick goes astray. A level aims as well as its hand lets it; docs/bots.md has the table. */
#ifndef FLIPSIDE_BOTS_HANDS_H
#define FLIPSIDE_BOTS_HANDS_H

#include <flipside/random.h>
#include <stddef.h>
#include <stdint.h>

/// Standard deviations of normal errors.
struct flip_hand {
    double angle; /* in degrees */
    double speed; /* as a part of the speed */
};

/// The hand of a level, 1 … FLIP_LEVELS.
struct flip_hand flip_hand_of_level(int level);
/// 1 + the place of a hand of that name (robot, expert, good, fair, novice, beginner); 0: there is none.
int flip_hand_named(const char *name, size_t length);
/// The hand that a bot has: `named` as flip_hand_named gives it, or 0 for that of the level.
struct flip_hand flip_hand_of(int level, int named);
/// What is left of a hand when the dealer of the table deals a part of its errors already. Variances add up.
struct flip_hand flip_hand_beyond(struct flip_hand own, struct flip_hand dealt);
/// A normal number: mean 0, standard deviation 1.
double flip_random_normal(struct flip_random *random);
/// Errs: `angle` in 1/100 degree, `speed` in mm/s. Speeds stay those of flicks.
void flip_hand_err(struct flip_hand hand, struct flip_random *random, int32_t *angle, int32_t *speed);

#endif
