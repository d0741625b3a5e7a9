/* Lessons in progress: one table per person and lesson. table/lesson.h says what a lesson expects. */
#ifndef FLIPSIDE_SERVER_LEARNING_LESSONS_H
#define FLIPSIDE_SERVER_LEARNING_LESSONS_H

#include "server/net/request.h"
#include "server/rooms/room.h"

/// Makes the learner's move, and then the other seats' moves.
int lesson_act(struct server *server, struct room *room, const char *person, int seat, const char *text, int at,
               struct flip_error *error);
/// Takes back the learner's last move, whatever has been revealed since.
int lesson_undo(struct server *server, struct room *room, const char *person, int seat, struct flip_error *error);

api_get get_lessons;
api_post post_lesson;

#endif
