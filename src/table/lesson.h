/*
 * A lesson (docs/tutorials.md): a real table with rigged cards, where the moves are explained one by one and the learner makes them.
 * The lessons come from games/GAME/data/tutorial.json; nothing here knows a game. Progress follows from the moves that were made, so
 * a lesson needs no more than its table. Server, page and terminal show the same lessons.
 */
#ifndef FLIPSIDE_TABLE_LESSON_H
#define FLIPSIDE_TABLE_LESSON_H

#include <flipside/table.h>
#include <jansson.h>

enum { FLIP_LEARNER = 0 }; /* the learner's seat; what other seats do is written in the lesson */

/// The lesson with that number, to be released with json_decref; NULL if the game has none.
json_t *flip_lesson_find(const char *game, int number, int *count);
/// The lesson with an edition of somebody's own: a lesson like any other, whose texts have the edition's numbers. NULL: the edition
/// differs too much, and the error says so.
json_t *flip_lesson_with(const struct flip_game *game, const json_t *lesson, const struct flip_edition *edition,
                         struct flip_error *error);
/// Says it otherwise in all that a lesson tells: texts, answers, and what was learnt; once in each of them.
void flip_lesson_rephrase(json_t *lesson, const char *phrase, const char *instead);
/// What the learner has: the whole numbers of the own sheet, `score`, and the words of the view; to be released with json_decref.
json_t *flip_lesson_sheet(const struct flip_table *table);
/// The step after this many moves, its place among the steps, and how often it has been done already. NULL: none.
const json_t *flip_lesson_step(const json_t *lesson, int moves, int *place, int *done);
int flip_lesson_seat(const json_t *step);
/// How many times the move of a step is made.
int flip_lesson_times(const json_t *step);
/// How many of the first `place` steps are the learner's; other seats' steps are made automatically and not counted.
int flip_lesson_own_steps(const json_t *lesson, int place);
/// Sets up the table and plays the lesson until the learner has made this many moves and has to decide, or until its end.
struct flip_table *flip_lesson_lay(const struct flip_game *game, const json_t *lesson, const unsigned char *seed,
                                   const char *learner, int learner_moves, struct flip_error *error);

/// How many moves have been made at the table, by everyone or by the learner.
int flip_lesson_moves(const struct flip_table *table, bool by_learner);
/// The step that is expected now, as flip_lesson_step has it, and its move.
const json_t *flip_lesson_now(const json_t *lesson, const struct flip_table *table, int *place, int *done);
int flip_lesson_move(const struct flip_table *table, const json_t *step, flip_move *move, struct flip_error *error);
/// Makes the move of a step.
int flip_lesson_make(struct flip_table *table, const json_t *step, struct flip_error *error);
/// Is this the move that the lesson expects? If not, the error says so kindly. Where a move has open numbers, any that are close
/// enough for the step will do, and any that come to the same on this table: the outcome is rigged, and `move` becomes the lesson's own.
int flip_lesson_expects(const json_t *lesson, const struct flip_table *table, int seat, flip_move *move,
                        struct flip_error *error);

/// Where a learner is, and what is to be shown; the texts belong to the lesson.
struct flip_lesson_view {
    const char *title;
    const char *text;       /* of the step; after the last one what was learnt */
    int step, steps;        /* the learner's own: behind them, and all */
    int done, times;        /* how often the step's move was made, and is to be made */
    bool back;              /* there is a move to take back */
    bool finished;          /* every step is done */
    bool ask;               /* the learner is to find the move: it is shown only when they ask, or have tried another */
    bool known;             /* the expected move is: */
    flip_move exact, offer; /* with its numbers, and as the table lists it */
    char exact_text[FLIP_MOVE_TEXT], offer_text[FLIP_MOVE_TEXT];
};

void flip_lesson_look(const json_t *lesson, const struct flip_table *table, struct flip_lesson_view *view);

#endif
