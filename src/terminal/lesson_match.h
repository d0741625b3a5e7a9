/*
 * A lesson as a match: the table of table/lesson.h, where only the learner decides. How far the learner is, is kept after every move.
 */
#ifndef FLIPSIDE_TERMINAL_LESSON_MATCH_H
#define FLIPSIDE_TERMINAL_LESSON_MATCH_H

#include "terminal/match.h"

/// Opens the lesson with that number, counted from 0: where it was left, or at its beginning. NULL: an error.
struct flip_match *flip_lesson_match(const struct flip_game *game, int number, bool again, struct flip_error *error);

#endif
