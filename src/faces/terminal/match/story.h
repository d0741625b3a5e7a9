/*
 * The story of a game in words: who did what, one line for what a seat does in one go, one line for what the dealer turns
 * up. The table keeps moves; the words for a move depend on the state in which it was made, so the story plays the steps
 * again from the beginning. That costs microseconds and makes undo, resume and replay the same thing.
 */
#ifndef FLIPSIDE_TERMINAL_MATCH_STORY_H
#define FLIPSIDE_TERMINAL_MATCH_STORY_H

#include <flipside/table.h>
#include <flipside/text.h>
#include <flipside/walk.h>
#include <jansson.h>

enum { FLIP_STORY_TEXT = 1024 }; /* a line that is not full, a name and a step with its results */

struct flip_story_line {
    int seat;                   /* who acted; FLIP_DEALER for what was turned up for all */
    int first_step, last_step;  /* of the table's steps */
    bool dealt;                 /* its last step is the dealer's, even if it belongs to what a seat did */
    bool hidden;                /* the viewer may not know it yet */
    bool held;                  /* the viewer may know it, and is told in a moment */
    int phase;                  /* counts up; lines of the running phase are the seat's own business */
    int secrets;                /* how many steps at its end the viewer must not know */
    size_t secrets_at;          /* where the words for them begin */
    size_t words_at;            /* where the words of its last step begin */
    char text[FLIP_STORY_TEXT]; /* "Count Nine writes a red 8 in b2; goes to space 10 on the track: 2 points" */
};

struct flip_story {
    struct flip_story_line *lines;
    int count, room;
    int phase;             /* the running phase */
    int viewer;            /* for whom: a seat, FLIP_PUBLIC or FLIP_ALL */
    int steps;             /* how many steps were told */
    struct flip_walk walk; /* of the table, after those steps */
    int anew;              /* from this step on, steps may be others than those that were told before */
};

enum flip_story_form {
    FLIP_STORY_GROUPED, /* a seat's steps of one phase share a line */
    FLIP_STORY_STEPS    /* each step stands alone */
};

/// Tells `viewer` the first `steps` steps of the table anew (FLIP_ALL_STEPS of record.h: all). Only memory can run out. The
/// grouped story of a whole game ends with who has won and why.
int flip_story_tell(struct flip_story *story, const struct flip_table *table, int viewer, int steps,
                    enum flip_story_form form, struct flip_error *error);
/// Forgets what was told, to tell it anew to `viewer`.
void flip_story_restart(struct flip_story *story, int viewer);
/// Where the words of the next step go: behind those of the same line, or into a line of its own that begins with `name` (of
/// the seat that the step belongs to; FLIP_DEALER has none). NULL: there is no memory.
struct flip_story_line *flip_story_step(struct flip_story *story, int seat, const char *name, enum flip_story_form form,
                                        struct flip_text *out);
/// After the words of a step of the seat called `name` were written: "You: plays Factory" becomes "You play Factory".
void flip_story_said(struct flip_story_line *line, const char *name);
/// "a hidden card", "3 hidden choices": so many steps at the end of a line that its viewer must not know.
void flip_story_unseen(const struct flip_story_line *line, int count, struct flip_text *out);
/// A last line, said by nobody: who has won and why.
int flip_story_end(struct flip_story *story, const char *verdict, const char *why);
void flip_story_free(struct flip_story *story);

/*
 * Where a game stands and how it ended, in words that fit every game. They are taken from its view and its result as JSON, in
 * the form that a table writes and a server sends.
 */

/// The view of a table as `viewer` has it, in a state of that table or one of a replay; the caller's, NULL without memory.
json_t *flip_outcome_view(const struct flip_table *table, const void *state, const void *before, int viewer);
/// The result of a table, or its scores so far; the caller's, NULL without memory.
json_t *flip_outcome_result(const struct flip_table *table);

/// "round 3 of 12, write": what the view calls round, turn and phase, with `gap` between them.
void flip_outcome_stage(const json_t *view, const char *gap, struct flip_text *out);
/// After the end who has won and why; then a small table: seats, their teams as the view has them, the parts of their scores, totals.
/// Lines end with '\n'.
void flip_outcome_scores(const json_t *result, const json_t *view, const char (*names)[FLIP_NAME], int seats,
                         struct flip_text *out);
/// Of that only who has won and why; nothing before the end.
void flip_outcome_ending(const json_t *result, struct flip_text *out);
/// What a result says behind its verdict: why the game ended so.
const char *flip_outcome_why(const json_t *result);
/// Commitment and seed in hexadecimal digits, and in words how the seed was drawn.
void flip_outcome_seed(const char *commitment, const char *seed, const char *drawn, struct flip_text *out);
/// Where the record is (`path` may be empty), and how to check it.
void flip_outcome_record(const char *path, struct flip_text *out);
/// The sheet of a seat, drawn by the game; one that does not draw has its view shown, name by name.
void flip_outcome_draw(const struct flip_table *table, const void *state, const void *before, int viewer, int seat,
                       struct flip_canvas *canvas);

/*
 * What may be looked through at any moment, as a view says it under `search`: a deck of 52 in groups, gone first and what is left
 * last. A grid for the eye, sentences for the ear.
 */

/// The object, or NULL where there is nothing to look through. It belongs to the view.
const json_t *flip_search_of(const json_t *view);
/// Its title.
const char *flip_search_title(const json_t *search);
/// All suits and values: what is gone as a dot, what is left as it is, the rest in brackets; then what these mean.
void flip_search_grid(const json_t *search, struct flip_text *out);
/// Prints them, or that there is nothing to look through.
void flip_plain_search(bool ascii, const json_t *view);

#endif
