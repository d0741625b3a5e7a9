/*
 * Lessons: a real table with rigged cards, on which one move after the other is explained and waited for. What a lesson is made of
 * comes from games/GAME/data/tutorial.json (docs/tutorials.md); nothing here knows a game.
 *
 * How far somebody is follows from the moves that were made, so a lesson is left and taken up again like any other table. A person
 * has one table a lesson: begun again, it is laid again.
 */
#ifndef FLIPSIDE_SERVER_ROOMS_ROOM_LESSON_H
#define FLIPSIDE_SERVER_ROOMS_ROOM_LESSON_H

#include "server/rooms/lesson_plan.h"
#include "server/rooms/room.h"

#include <flipside/json.h>

/// The room has just been loaded: it gets its lesson, and the cards that are still to come.
int lesson_resume(struct room *room, struct flip_error *error);
/// Is every step of it done? False for a room that is no lesson.
bool lesson_gone_through(const struct room *room);
/// Is this the move that the lesson waits for? If not, the error says so kindly. Where the numbers of a move are open, any
/// will do that is as near as the step asks: what comes of it is rigged, and `move` becomes the one of the lesson.
int lesson_expects(const struct room *room, int seat, flip_move *move, struct flip_error *error);
/// The step that is waited for (lesson_step), and its move.
const json_t *lesson_now(const struct room *room, int *place, int *done);
int lesson_move(const struct room *room, const json_t *step, flip_move *move, struct flip_error *error);
/// How many moves were made so far, by all or by the learner.
int lesson_moves(const struct room *room, bool by_learner);
/// The object `lesson` of a snapshot, and one of its texts.
void lesson_write(struct flip_json *json, const struct room *room);
void lesson_text(struct flip_json *json, const char *key, const json_t *value);

#endif
