/*
 * The miner finds puzzles in the history of a table, and plays games to mine. It knows no game. A cheap check filters
 * most decisions; then all choices are compared on the same futures (src/analysis), close ones deeply, and a bot that
 * thinks differently has to agree.
 */
#pragma once

#include "puzzles/puzzle.h"

enum {
    FLIP_MINE_MOST = 4,        /* puzzles from one game */
    FLIP_MINE_MOST_FLICKS = 8, /* … in which hands flick: puzzles of one game share its outcomes, which are long, … */
    FLIP_MINE_FLICKS = 90      /* … so only so many of its steps are used, too */
};

struct flip_miner;

/// Starts at the first decision of a table, which must outlive the miner and not change. `seed` deals its cards.
struct flip_miner *flip_miner_open(const struct flip_table *table, const char *seed, struct flip_error *error);
void flip_miner_close(struct flip_miner *miner);

enum flip_mined { FLIP_MINED_NOTHING, FLIP_MINED_PUZZLE, FLIP_MINED_ALL };
/// Examines the next decision, which takes from a millisecond to some seconds. Returns a flip_mined, or -1. With
/// FLIP_MINED_PUZZLE, free `out`.
int flip_miner_next(struct flip_miner *miner, struct flip_puzzle *out, struct flip_error *error);

/// Plays game `number` of a seed with bots; NULL on error, also if `stop` said so. `words` becomes the seed of its
/// table.
struct flip_table *flip_mine_play(const struct flip_game *game, uint64_t seed, uint64_t number,
                                  bool (*stop)(void *context), void *context, char words[FLIP_HEX_SIZE],
                                  struct flip_error *error);

/* --- for the files of this room and their tests -------------------------------------------------------------------------------- */

/// A decision as the miner weighs it; all in the unit of the values.
struct flip_mine_verdict {
    bool clear; /* one choice is clearly the best */
    flip_move best, second;
    double value, lead, doubt;
    int choices;
};

struct flip_mine_weigher;
/// Weighs decisions of a table. `at` is the position before step `step` of its history.
struct flip_mine_weigher *flip_weigher_open(const struct flip_table *table, struct flip_error *error);
void flip_weigher_close(struct flip_mine_weigher *weigher);
int flip_weigh_decision(struct flip_mine_weigher *weigher, int step, int seat, const struct flip_position *at,
                        struct flip_mine_verdict *out, struct flip_error *error);
/// The same where the game tries flicks itself.
int flip_weigh_flicks(struct flip_mine_weigher *weigher, int step, int seat, const struct flip_position *at,
                      struct flip_mine_verdict *out, struct flip_error *error);
