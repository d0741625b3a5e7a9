/*
 * A lesson (docs/tutorials.md) is a real table with rigged cards, where the moves are explained one by one and the
 * learner makes them. Lessons come from games/GAME/data/tutorial.json; nothing here knows a game. The moves made so far
 * are the progress, so a lesson needs no state but its table. Server, page and terminal show the same lessons.
 */
#pragma once

#include <flipside/table.h>
#include <jansson.h>

enum { FLIP_LEARNER = 0 }; /* the learner's seat; the lesson contains the other seats' moves */

/// The lesson with that number, to be released by the caller; NULL if there is none. `count` (may be NULL) gets how
/// many there are.
json_t *flip_lesson_find(const char *game, int number, int *count);
/// Adapts a lesson to another edition: its texts get the edition's numbers. NULL: the edition differs too much.
json_t *flip_lesson_adapt(const struct flip_game *game, const json_t *lesson, const struct flip_edition *edition,
                          struct flip_error *error);
/// Replaces the first `phrase` in every text and answer of a lesson.
void flip_lesson_rephrase(json_t *lesson, const char *phrase, const char *instead);
/// What a step's `check` looks at, to be released by the caller: the integers of the learner's sheet, `score`, and the
/// view's strings.
json_t *flip_lesson_sheet(const struct flip_table *table);
/// The step that is due after this many moves, its index, and how many of its `times` are done. NULL: the lesson is
/// over.
const json_t *flip_lesson_step(const json_t *lesson, int moves, int *place, int *done);
int flip_lesson_seat(const json_t *step);
/// How many times the move of a step has to be made.
int flip_lesson_times(const json_t *step);
/// How many of the first `place` steps are the learner's; other seats' steps are made automatically.
int flip_lesson_own_steps(const json_t *lesson, int place);
/// Opens the table and plays the lesson up to the learner's decision after this many own moves, or to its end.
struct flip_table *flip_lesson_open(const struct flip_game *game, const json_t *lesson, const unsigned char *seed,
                                    const char *learner, int learner_moves, struct flip_error *error);

/// How many moves have been made at the table, by everyone or by the learner alone.
int flip_lesson_moves(const struct flip_table *table, bool by_learner);
/// The step that is due now, as with flip_lesson_step; and the move of a step.
const json_t *flip_lesson_current(const json_t *lesson, const struct flip_table *table, int *place, int *done);
int flip_lesson_move(const struct flip_table *table, const json_t *step, flip_move *move, struct flip_error *error);
/// Makes the move of a step once.
int flip_lesson_play(struct flip_table *table, const json_t *step, struct flip_error *error);
/// Is this the move that the lesson expects? If not, the error says so kindly. A move with open numbers is accepted if
/// they are close enough, or have the same result on this table; `move` then becomes the lesson's own, whose outcome is
/// rigged.
int flip_lesson_expects(const json_t *lesson, const struct flip_table *table, int seat, flip_move *move,
                        struct flip_error *error);

/// What to show the learner; the texts belong to the lesson.
struct flip_lesson_view {
    const char *title;
    const char *text;       /* of the step, or after the last one a summary */
    int step, steps;        /* the learner's steps: done, and all */
    int done, times;        /* how often the step's move was made, and has to be made */
    bool back;              /* a move can be taken back */
    bool finished;          /* every step is done */
    bool ask;               /* the learner has to find the move: show it on request or after a wrong try */
    bool known;             /* the following members are set */
    flip_move exact, offer; /* the expected move with its numbers, and as the table lists it */
    char exact_text[FLIP_MOVE_TEXT], offer_text[FLIP_MOVE_TEXT];
};

void flip_lesson_show(const json_t *lesson, const struct flip_table *table, struct flip_lesson_view *view);
