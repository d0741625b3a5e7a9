/* Hands: the error of a bot's flicks. docs/bots.md has the table. */
#pragma once

#include <flipside/random.h>
#include <stddef.h>
#include <stdint.h>

/// Standard deviations of normal errors.
struct flip_hand {
    double angle; /* in degrees */
    double speed; /* as a fraction of the speed */
};

/// The hand of a level, 1 … FLIP_LEVELS.
struct flip_hand flip_hand_of_level(int level);
/// The number of a named hand, from 1: robot, expert, good, fair, novice, beginner. 0: there is none.
int flip_hand_named(const char *name, size_t length);
/// A bot's hand: `named` is a number of flip_hand_named, or 0 for the level's hand.
struct flip_hand flip_hand_of(int level, int named);
/// What is left of a hand if the table's dealer already adds a part of its errors. Variances add up.
struct flip_hand flip_hand_beyond(struct flip_hand own, struct flip_hand dealt);
/// A normally distributed number with mean 0 and standard deviation 1.
double flip_random_normal(struct flip_random *random);
/// Adds errors to `angle` (1/100 degree) and `speed` (mm/s), which stays within the range of flicks.
void flip_hand_err(struct flip_hand hand, struct flip_random *random, int32_t *angle, int32_t *speed);
