/* Playing at a table: moves of people and bots, taking back, ending by agreement. */
#ifndef FLIPSIDE_SERVER_ROOMS_ROOM_PLAY_H
#define FLIPSIDE_SERVER_ROOMS_ROOM_PLAY_H

#include "server/rooms/room.h"

struct job;

/// A move of a person. At the table of a lesson lesson_act follows (learning/lessons.h).
int room_act(struct server *server, struct room *room, const char *person, int seat, const char *text, int at,
             struct flip_error *error);
/// A legal move: into table, log and store.
int room_take_move(struct server *server, struct room *room, int seat, flip_move move, struct flip_error *error);
int room_undo(struct server *server, struct room *room, const char *person, int seat, struct flip_error *error);
int room_end(struct server *server, struct room *room, const char *person, bool agree, struct flip_error *error);
/// Ends the game if all persons who are left agreed to.
void room_settle_offer(struct room *room);
/// A bot helps this seat: it is written down, and refused at a daily challenge.
int room_help(struct server *server, struct room *room, int seat, struct flip_error *error);
/// A bot has thought.
void room_bot_acts(struct server *server, struct room *room, const struct job *job);

#endif
