/* Looking at a stored table: its replay, its record, one of its flicks. */
#ifndef FLIPSIDE_SERVER_LEARNING_LOOK_H
#define FLIPSIDE_SERVER_LEARNING_LOOK_H

#include "server/rooms/reader.h"
#include "server/rooms/work.h"

/// The head of a game that can be looked back on, with room->online, as a copy: to be given back with room_discard. NULL: it is
/// none.
struct room *replay_head(struct request *request, const char *id, struct flip_error *error);
/// The game that the work is about, for the worker; replay_head has looked whether the asker may.
struct kept_game *replay_game(struct work *work, const char *id, struct flip_error *error);
/// Is it over, and was there a game at all?
int check_finished(const struct room *room, struct flip_error *error);

/// Answers with what the worker makes of a table: the record, or a flick, or, if it is not in memory, what TABLE says.
int reply_record(struct request *request, const char *id, struct flip_error *error);
int reply_table_flick(struct request *request, const char *id, const char *number, struct flip_error *error);
/// 1: it still goes on, and belongs into memory.
int reply_stored_table(struct request *request, const char *id, struct flip_error *error);
api_get get_replay;

#endif
