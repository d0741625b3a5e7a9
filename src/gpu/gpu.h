/*
 * Games on the graphics card: one set-up, many games at a time. A game has the seed, the moves and the result that it has on the
 * processor. Only the thread that opened the card may use it.
 */
#pragma once

#include "gpu/kernel.h"

#include <flipside/game.h>

enum { GPU_MOST_GAMES = 1 << 22 }; /* that are worth playing at a time */

struct gpu_table;

/// Puts the rules of a set-up on the card; `most` games are played at a time. NULL: the error says why not.
struct gpu_table *gpu_open(const struct flip_game *game, const void *rules, int seats, uint32_t most,
                           struct flip_error *error);
void gpu_close(struct gpu_table *table);

/// Plays the games of a task; `out` has gpu_rows(seats) rows of task->count numbers. `seconds`, which may be NULL, is how long the
/// card played, without the way there and back.
int gpu_run(struct gpu_table *table, const struct gpu_task *task, int32_t *out, double *seconds,
            struct flip_error *error);
