/* Lessons as they are gone through: one table per person and lesson. What a lesson waits for says rooms/room_lesson.h. */
#ifndef FLIPSIDE_SERVER_LEARNING_LESSONS_H
#define FLIPSIDE_SERVER_LEARNING_LESSONS_H

#include "server/net/request.h"
#include "server/rooms/room.h"

/// A move of the learner, and then the others' part.
int lesson_act(struct server *server, struct room *room, const char *person, int seat, const char *text, int at,
               struct flip_error *error);
/// Takes the learner's last move back, whatever was revealed since.
int lesson_undo(struct server *server, struct room *room, const char *person, int seat, struct flip_error *error);

api_get get_lessons;
api_post post_lesson;

#endif
