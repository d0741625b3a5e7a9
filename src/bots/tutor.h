/*
 * The tutor answers "was that good?" after a move: a bot thinks about the position before it, with what the seat knew
 * then, and compares the move with its own.
 */
#pragma once

#include <flipside/bot.h>

/// How hard the tutor thinks about a game.
struct flip_think_def flip_tutor_def(const struct flip_game *game);
/// The same for a warning before a move is made, which must be quick.
struct flip_think_def flip_tutor_warning(const struct flip_game *game);
/// Judges the move that the seat made in that position. `thought` is scratch.
int flip_tutor(const struct flip_position *at, int seat, const struct flip_think_def *def, flip_move judged,
               struct flip_thought *thought, struct flip_review *out, struct flip_error *error);
/// The grade of a loss in points (`alone`) or shares of the win; and its word: "fine", "slip", "mistake", "blunder".
enum flip_grade flip_grade_of(double loss, bool alone);
const char *flip_grade_word(enum flip_grade grade);
/// "only", "best" or the word of the grade; and the review as a sentence.
const char *flip_tutor_word(const struct flip_review *review);
void flip_tutor_sentence(const struct flip_position *at, const struct flip_review *review, struct flip_text *out);

/* reason.c: why one choice is better than another, in the game's words. */

/// Writes one sentence, or nothing if the game knows no reason. Uses only what `seat` can know.
void flip_reason(const struct flip_position *at, int seat, flip_move done, flip_move better, struct flip_text *out);
/// Writes the kind of decision for statistics, such as "the Mine", or nothing if the game does not say.
void flip_theme(const struct flip_position *at, int seat, flip_move move, struct flip_text *out);
