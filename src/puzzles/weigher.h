/* What the two ways to weigh a decision share. */
#ifndef FLIPSIDE_PUZZLES_WEIGHER_H
#define FLIPSIDE_PUZZLES_WEIGHER_H

#include "analysis/analysis.h"

/// An analysis that consists of one decision, whose choices are ours.
struct flip_mine_weigher {
    struct flip_analysis analysis;
    struct flip_decision decision;
    struct flip_analyst *analyst;
    struct flip_thought *thought;
};

#endif
