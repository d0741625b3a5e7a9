/*
 * Lessons: a real table with rigged cards, on which one move after the other is explained and waited for. What a lesson is made of
 * comes from games/GAME/data/tutorial.json (docs/tutorials.md); nothing here knows a game.
 *
 * How far somebody is follows from the moves that were made, so a lesson is left and taken up again like any other table. A person
 * has one table a lesson: begun again, it is laid again.
 */
#ifndef FLIPSIDE_SERVER_LESSON_H
#define FLIPSIDE_SERVER_LESSON_H

#include "server/api.h"
#include "server/room.h"

enum { LEARNER = 0 }; /* the learner's seat; what other seats do is written in the lesson */

/* --- lesson_plan.c: a lesson as data ------------------------------------------------------------------------------- */

/// The lesson of that number, to be given back with json_decref; NULL if the game has none.
json_t *lesson_find(const char *game, int number, int *count);
/// What comes after so many moves: its place among the steps and how often it was done already. NULL: nothing.
const json_t *lesson_step(const json_t *lesson, int moves, int *place, int *done);
int lesson_seat(const json_t *step);
/// How many of the first `place` steps are the learner's: those of others are made by themselves, and nobody counts them.
int lesson_own_steps(const json_t *lesson, int place);
/// Lays the table and makes the moves of the lesson until the learner has made so many and is to decide, or it is gone through.
struct flip_table *lesson_lay(const struct flip_game *game, const json_t *lesson, const unsigned char *seed,
                              const char *learner, int learner_moves, struct flip_error *error);

/* --- lesson.c: a lesson as a room ---------------------------------------------------------------------------------- */

/// The room has just been loaded: it gets its lesson, and the cards that are still to come.
int lesson_resume(struct room *room, struct flip_error *error);
/// Is every step of it done? False for a room that is no lesson.
bool lesson_gone_through(const struct room *room);
/// Is this the move that the lesson waits for? If not, the error says so kindly. Where the numbers of a move are open, any
/// will do that is as near as the step asks: what comes of it is rigged, and `move` becomes the one of the lesson.
int lesson_expects(const struct room *room, int seat, flip_move *move, struct flip_error *error);
/// After a move of the learner: the others' part.
int lesson_go_on(struct server *server, struct room *room, struct flip_error *error);
/// Takes the learner's last move back, whatever was revealed since.
int lesson_back(struct server *server, struct room *room, struct flip_error *error);
/// The object `lesson` of a snapshot.
void lesson_write(struct flip_json *json, const struct room *room);

api_get get_lessons;
api_post post_lesson;

#endif
