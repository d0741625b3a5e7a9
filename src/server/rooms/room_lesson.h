/*
 * Lessons: a real table with rigged cards, where the moves are explained one by one and the learner makes them. The lessons come
 * from games/GAME/data/tutorial.json (docs/tutorials.md); nothing here knows a game.
 *
 * Progress follows from the moves made, so a lesson can be left and continued like any other table. A person has one table per
 * lesson; starting again resets it.
 */
#ifndef FLIPSIDE_SERVER_ROOMS_ROOM_LESSON_H
#define FLIPSIDE_SERVER_ROOMS_ROOM_LESSON_H

#include "server/rooms/lesson_plan.h"
#include "server/rooms/room.h"

#include <flipside/json.h>

/// Gives a room that has just been loaded its lesson, and the cards that are still to come.
int lesson_resume(struct room *room, struct flip_error *error);
/// Is every step done? False for a room that is not a lesson.
bool lesson_gone_through(const struct room *room);
/// Is this the move that the lesson expects? If not, the error says so kindly. Where a move has open numbers, any that are close
/// enough for the step will do: the outcome is rigged, and `move` becomes the lesson's own.
int lesson_expects(const struct room *room, int seat, flip_move *move, struct flip_error *error);
/// The expected step (lesson_step), and its move.
const json_t *lesson_now(const struct room *room, int *place, int *done);
int lesson_move(const struct room *room, const json_t *step, flip_move *move, struct flip_error *error);
/// How many moves have been made so far, by everyone or by the learner.
int lesson_moves(const struct room *room, bool by_learner);
/// The object `lesson` of a snapshot, and one of its texts.
void lesson_write(struct flip_json *json, const struct room *room);
void lesson_text(struct flip_json *json, const char *key, const json_t *value);

#endif
