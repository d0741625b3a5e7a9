/* Playing at a table: moves by people and bots, undo, help. */
#ifndef FLIPSIDE_SERVER_ROOMS_ROOM_PLAY_H
#define FLIPSIDE_SERVER_ROOMS_ROOM_PLAY_H

#include "server/rooms/room.h"

struct job;

/// A person's move. At a lesson's table, lesson_act follows (learning/lessons.h).
int room_act(struct server *server, struct room *room, const char *person, int seat, const char *text, int at,
             struct flip_error *error);
/// Makes a legal move in table, log and store.
int room_take_move(struct server *server, struct room *room, int seat, flip_move move, int by,
                   struct flip_error *error);
int room_undo(struct server *server, struct room *room, const char *person, int seat, struct flip_error *error);
/// Notes that a bot helps this seat; refused at a daily challenge, and at a rated table unless everyone has agreed.
int room_help(struct server *server, struct room *room, int seat, struct flip_error *error);
/// A bot has finished thinking.
void room_bot_acts(struct server *server, struct room *room, const struct job *job);

#endif
