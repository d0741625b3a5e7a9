/*
 * Lessons as rooms: table/lesson.h says what a lesson is. A lesson can be left and continued like any other table. A person has one
 * table per lesson; starting again resets it.
 */
#ifndef FLIPSIDE_SERVER_ROOMS_ROOM_LESSON_H
#define FLIPSIDE_SERVER_ROOMS_ROOM_LESSON_H

#include "server/rooms/room.h"
#include "table/lesson.h"

#include <flipside/json.h>

/// Gives a room that has just been loaded its lesson, and the cards that are still to come.
int lesson_resume(struct room *room, struct flip_error *error);
/// Is every step done? False for a room that is not a lesson.
bool lesson_gone_through(const struct room *room);
/// The expected step (flip_lesson_step).
const json_t *lesson_now(const struct room *room, int *place, int *done);
/// The object `lesson` of a snapshot, and one of its texts.
void lesson_write(struct flip_json *json, const struct room *room);
void lesson_text(struct flip_json *json, const char *key, const json_t *value);

#endif
