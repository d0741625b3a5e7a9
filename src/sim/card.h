/* Games of a set-up on the graphics card, batch by batch: shared by sim, match and bench. */
#ifndef FLIPSIDE_SIM_CARD_H
#define FLIPSIDE_SIM_CARD_H

#include "gpu/gpu.h"
#include "sim/playout.h"

struct flip_card {
    struct gpu_table *table;
    struct gpu_task task; /* the last batch */
    uint32_t most;        /* games in a batch */
    int32_t *results;
};

/// For `games` games, or more. If it fails, there is nothing to close.
int flip_card_open(struct flip_card *card, const struct flip_setup *setup, uint64_t seed, uint64_t games,
                   struct flip_error *error);
void flip_card_close(struct flip_card *card);
/// Plays games from number `first` on: `left` of them, or as many as fit into a batch. Adds the time of the card to `seconds`.
int flip_card_play(struct flip_card *card, uint64_t first, uint64_t left, double *seconds, struct flip_error *error);
/// How a game of the last batch ended.
void flip_card_played(const struct flip_card *card, uint32_t which, struct flip_played *out);

#endif
