/* A lesson as data (docs/tutorials.md): its steps, and the table on which they are played. */
#ifndef FLIPSIDE_SERVER_ROOMS_LESSON_PLAN_H
#define FLIPSIDE_SERVER_ROOMS_LESSON_PLAN_H

#include <flipside/table.h>
#include <jansson.h>

enum { LEARNER = 0 }; /* the learner's seat; what other seats do is written in the lesson */

/// The lesson with that number, to be released with json_decref; NULL if the game has none.
json_t *lesson_find(const char *game, int number, int *count);
/// The step after this many moves, its place among the steps, and how often it has been done already. NULL: none.
const json_t *lesson_step(const json_t *lesson, int moves, int *place, int *done);
int lesson_seat(const json_t *step);
/// How many of the first `place` steps are the learner's; other seats' steps are made automatically and not counted.
int lesson_own_steps(const json_t *lesson, int place);
/// Sets up the table and plays the lesson until the learner has made this many moves and has to decide, or until its end.
struct flip_table *lesson_lay(const struct flip_game *game, const json_t *lesson, const unsigned char *seed,
                              const char *learner, int learner_moves, struct flip_error *error);

#endif
