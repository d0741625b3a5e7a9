/*
 * Replays: a finished game walked through from its first card, seen with any seat's eyes, and played on from any position.
 *
 * Nothing is stored for it: the steps of the record are applied again. For a long game that takes a tenth of a second, so a worker
 * does it (work.h), in a room of its own. A *position* is a moment at which somebody has to decide, or the end; what the dealer
 * brings in between is never looked at half dealt.
 */
#ifndef FLIPSIDE_SERVER_REPLAY_H
#define FLIPSIDE_SERVER_REPLAY_H

#include "server/reader.h"
#include "server/work.h"

#include <flipside/walk.h>
/// On to the next position; false: there is none.
bool walk_to_position(struct flip_walk *walk);

/// The head of a game that can be looked back on, with room->online, as a copy: to be given back with room_discard. NULL: it is
/// none.
struct room *replay_head(struct request *request, const char *id, struct flip_error *error);
/// The game that the work is about, for the worker; replay_head has looked whether the asker may.
struct kept_game *replay_game(struct work *work, const char *id, struct flip_error *error);
/// Is it over, and was there a game at all?
int check_finished(const struct room *room, struct flip_error *error);

/* flick.c */
/// Writes how the flick of that number went; on the worker.
int write_flick_of(struct work *work, struct room *room, int number, struct flip_error *error);
/// A number written in digits, from 1; 0: it is none.
int flick_number(const char *digits);
/* look.c */
/// Answers with what the worker makes of a table: the record, or a flick, or, if it is not in memory, what TABLE says.
int reply_record(struct request *request, const char *id, struct flip_error *error);
int reply_table_flick(struct request *request, const char *id, const char *number, struct flip_error *error);
/// 1: it still goes on, and belongs into memory.
int reply_stored_table(struct request *request, const char *id, struct flip_error *error);
api_get get_replay;
/* replay.c */
int write_story(struct work *work, struct kept_game *game, struct flip_error *error);
int write_frames(struct work *work, const struct room *room, int viewer, int from, struct flip_error *error);
/* replay_fork.c */
api_post post_fork;
/* replay_import.c */
api_post post_record;

enum { IMPORT_BYTES = 256 * 1024, IMPORT_STEPS = 4000 };

#endif
