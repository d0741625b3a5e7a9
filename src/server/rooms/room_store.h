/* A room in the store: its head, its steps, its chat. */
#pragma once

#include "server/rooms/room.h"
#include "store/store.h"

#include <flipside/error.h>
#include <jansson.h>

struct rooms;

/// Saves the table without its steps.
int room_save_status(struct store *store, const struct room *room, struct flip_error *error);
/// The same, and marks the room for everyone watching.
int room_save_head(struct rooms *rooms, struct room *room, struct flip_error *error);
/// Saves the log's entries `from` … `to` as steps.
int room_save_steps(struct rooms *rooms, const struct room *room, int from, int to, struct flip_error *error);
/// One step as it is stored, to be freed. NULL: out of memory.
char *room_step_text(const struct room *room, int index);
int room_append_chat(struct room *room, const struct store_chat *chat);
/// Loads the room without its game, enough to change its head. Returns as room_load does.
int room_load_head(struct store *store, const char *id, struct room **out, struct flip_error *error);
/// Loads its notices and chat.
int room_load_talk(struct store *store, struct room *room, struct flip_error *error);
/// The seats' names, as a table has room for them.
json_t *room_names_json(const struct room *room);
/// Writes commitment, seed and how it was drawn into a record of the room's game.
void room_put_deal(const struct room *room, json_t *record);
/// The record as stored, with the seed.
json_t *room_stored_record(struct store *store, const struct room *room, struct flip_error *error);
/// 1: `out` is the stored room; 0: there is none; -1: the store failed, or the record is damaged.
int room_load(struct store *store, const char *id, struct room **out, struct flip_error *error);
