/* The lessons of the games at this terminal: which there are, which comes next, and playing them one after the other. */
#ifndef FLIPSIDE_TERMINAL_LESSONS_H
#define FLIPSIDE_TERMINAL_LESSONS_H

#include "terminal/match.h"
#include "terminal/paint.h"

/// Where lessons are played, and from which one on.
struct flip_lessons {
    const struct flip_paint *paint; /* NULL: the dialogue */
    bool ascii;
    int pace; /* milliseconds */
    const struct flip_game *game;
    int number; /* counted from 0 */
    bool again; /* from its beginning, though it was left halfway */
};

/// How many lessons the game has.
int flip_lessons_count(const struct flip_game *game);
/// The first one that was not learnt yet; the very first when all are.
int flip_lessons_next(const struct flip_game *game);
/// Has nobody learnt a lesson of this game here?
bool flip_lessons_newcomer(const struct flip_game *game);
/// The lesson with that number (counted from 1) or whose title begins so; -1: an error.
int flip_lessons_find(const struct flip_game *game, const char *word, struct flip_error *error);
/// Prints the lessons of all games.
void flip_lessons_list(bool ascii);
/// Plays lessons until the learner leaves: FLIP_MATCH_QUIT, FLIP_MATCH_PLAY (now the game itself), or -1.
int flip_lessons_play(struct flip_lessons *lessons, struct flip_error *error);

#endif
