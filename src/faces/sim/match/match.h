/*
 * A match: two settings of players, A and B, on the same deals. A pair is two games with the same dealer's seed and the
 * seats swapped; with one seat A plays the first game and B the second.
 */
#pragma once

#include "faces/sim/games/games.h"
#include "faces/sim/stats/stats.h"

#include <stdio.h>

/// The spread of a pair before any was played (see flip_pair_variance): two fair coins, and one point.
#define FLIP_SHARE_PRIOR  0.125
#define FLIP_POINTS_PRIOR 1.0
/// The spread of points is only known from the pairs, so a sequential test of points does not decide before this many.
#define FLIP_POINTS_PAIRS 16

struct flip_bot_match {
    /* what to play */
    struct flip_setup setup; /* first: flip_playout_hire finds it there */
    struct flip_player a, b;
    uint64_t pairs, seed;
    int threads;
    bool gpu;              /* play on the graphics card: for players that are `random` or `quick` */
    bool sequential;       /* stop by `sprt` */
    struct flip_sprt sprt; /* of shares of the win; of points with one seat */
    FILE *csv;             /* one row per game, or NULL */
    const char *keep;      /* the file that finished pairs are kept in, or NULL */

    /* results */
    uint64_t done;               /* pairs */
    struct flip_moments share;   /* A's share of the win in a pair, 0 … 1; with one seat: who scored more */
    struct flip_moments points;  /* A's mean score minus B's in a pair */
    struct flip_moments a_score; /* of single seats */
    struct flip_moments b_score;
    uint64_t won, drawn, lost; /* games by A's share: above a half, a half, below; with one seat: pairs */
    uint64_t outcome[5];       /* pairs by A's share: 0, below a half, a half, above, 1 */
    uint64_t faults;
    double ratio; /* of the test */
    int verdict;
    double seconds;

    /* while it runs */
    bool bare; /* both are `random` or `quick`, and not both random: no table is needed */
    struct flip_progress progress;
};

/// Does `seat` belong to A in game 0 or 1 of a pair? A and B alternate along the table; in a game with teams each has a
/// team.
bool flip_bot_match_seat_of_a(const struct flip_bot_match *match, int game, int seat);

/// Plays the match; an interruption is no failure.
int flip_bot_match_run(struct flip_bot_match *match, struct flip_error *error);
void flip_bot_match_close(struct flip_bot_match *match);

/// Elo with its 95 % interval from the pairs' shares.
double flip_bot_match_elo(const struct flip_bot_match *match, struct flip_interval *interval);
void flip_bot_match_print(FILE *out, const struct flip_bot_match *match);
