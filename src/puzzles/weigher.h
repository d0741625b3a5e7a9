/* What the two ways to weigh a decision share. */
#pragma once

#include "analysis/analysis.h"
#include "puzzles/puzzle.h"

/// What bots of all levels would do in a position. Each is asked when somebody first wants to know.
struct flip_opinions {
    const struct flip_position *at;
    int seat;
    struct flip_thought *thought; /* of its own */
    bool asked[FLIP_LEVELS];
    char choice[FLIP_LEVELS][FLIP_MOVE_TEXT];
};

/// An analysis that consists of one decision, whose choices are ours.
struct flip_mine_weigher {
    struct flip_analysis analysis;
    struct flip_decision decision;
    struct flip_analyst *analyst;
    struct flip_thought *thought;
    struct flip_opinions opinions;
};

void flip_opinions_begin(struct flip_opinions *opinions, const struct flip_position *at, int seat);
/// Would a bot of this level make the choice? 1: it would, 0: not, -1: it cannot say.
int flip_opinion(struct flip_opinions *opinions, int level, const char *choice, struct flip_error *error);
/// The same about a move.
int flip_opinion_of_move(struct flip_opinions *opinions, int level, flip_move move, struct flip_error *error);
/// Does one of the levels that think least miss it? What they all find is no puzzle.
int flip_opinions_missed(struct flip_opinions *opinions, flip_move move, struct flip_error *error);
/// The same about the choice of the highest level, where an expert knows it at once; 1 where it takes a search.
int flip_opinions_differ(struct flip_opinions *opinions, struct flip_error *error);
/// How the bot of a level thinks about puzzles.
struct flip_think_def flip_opinion_def(const struct flip_game *game, int level);
