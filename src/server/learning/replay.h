/*
 * Replays: stepping through a finished game from its first card, as any seat saw it, and continuing from any position.
 *
 * Nothing is stored for it: the steps of the record are applied again. For a long game that takes a tenth of a second, so a worker
 * does it (work.h), in a room of its own. A *position* is a moment at which somebody has to decide, or the end; a half-finished
 * deal in between is never shown.
 */
#ifndef FLIPSIDE_SERVER_LEARNING_REPLAY_H
#define FLIPSIDE_SERVER_LEARNING_REPLAY_H

#include "server/rooms/reader.h"
#include "server/rooms/work.h"

#include <flipside/walk.h>

/// Moves to the next position; false: there is none.
bool walk_to_position(struct flip_walk *walk);

/// What a replay says about a game, and its positions as a viewer saw them; runs on the worker.
int write_story(struct work *work, struct kept_game *game, struct flip_error *error);
int write_frames(struct work *work, const struct room *room, int viewer, int from, struct flip_error *error);

#endif
