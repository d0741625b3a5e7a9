/* Looking at a stored table: its replay, its record, one of its flicks. */
#ifndef FLIPSIDE_SERVER_LEARNING_LOOK_H
#define FLIPSIDE_SERVER_LEARNING_LOOK_H

#include "server/rooms/reader.h"
#include "server/rooms/work.h"

/// A copy of the head of a game that can be replayed, with room->online; to be released with room_discard. NULL: there is no such
/// game.
struct room *replay_head(struct request *request, const char *id, struct flip_error *error);
/// The game that the work is about, for the worker; replay_head has checked that the client may see it.
struct kept_game *replay_game(struct work *work, const char *id, struct flip_error *error);
/// Is it over, and was there a game at all?
int check_finished(const struct room *room, struct flip_error *error);

/// Answers with what the worker makes of a table: the record, a flick, or, if it is not in memory, TABLE.
int reply_record(struct request *request, const char *id, struct flip_error *error);
int reply_table_flick(struct request *request, const char *id, const char *number, struct flip_error *error);
/// 1: it is still running, and belongs in memory.
int reply_stored_table(struct request *request, const char *id, struct flip_error *error);
api_get get_replay;

#endif
