/* The kernels of the games that a card can play. */
#pragma once

#include <flipside/game.h>

struct gpu_kernels {
    const char *game;
    const char *play, *quick;        /* the text of each: random games, quick players, */
    const char *check, *step, *show; /* and environments */
    int shared;                      /* 1: the states of a block lie in its shared memory */
    unsigned block;                  /* threads that are started together */
    int moving;                      /* games of a block that moves environments' */
    int packed_games;                /* games of a warp that shows packed observations of one seat */
    size_t alone;                    /* bytes of a state that a step needs where one plays alone; 0: any */
};

/// Of what kernels are compiled from: made by fingerprint.sh, in the program and in the file of kernels.
extern const char gpu_fingerprint[];

/// All of them, ended by one without a game; empty if they are not there.
const struct gpu_kernels *gpu_kernels(void);
/// Those of a game. NULL: the error says why there are none.
const struct gpu_kernels *gpu_kernels_of(const struct flip_game *game, struct flip_error *error);
