/* What players of known strength lose: the yardstick by which an analysis says "played like level 3.4". */
#ifndef FLIPSIDE_SIM_CALIBRATE_H
#define FLIPSIDE_SIM_CALIBRATE_H

#include "analysis/analysis.h"

enum { FLIP_CALIBRATED = 1 + FLIP_LEVELS }; /* players: random and the five levels */

struct flip_calibration {
    const char *game, *players; /* NULL: random,bot1,…,bot5 */
    uint64_t seats, games, sample, seed, threads;
    enum flip_precision precision;
};

/// Twenty games per player, twelve decisions of each, on as few seats as the game allows.
struct flip_calibration flip_calibration_defaults(void);
/// Plays the games, weighs the decisions and prints six lines of a yardstick file (docs/analysis.md).
int flip_calibrate(const struct flip_calibration *def, struct flip_error *error);
/// Plays games of one player, measures every moment with as few futures as that takes and prints the mean luck with its interval.
int flip_calibrate_luck(const struct flip_calibration *def, struct flip_error *error);
/// Weighs decisions of one player's games as precisely as wanted, at deep and a hundred times deeper, and prints how far they agree.
int flip_calibrate_agreement(const struct flip_calibration *def, struct flip_error *error);

#endif
