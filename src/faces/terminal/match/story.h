/*
 * The story of a game in words: a line for what a seat does in a row, and a line for what the dealer turns up. The
 * words for a move depend on the state in which it was made, so the story replays the steps from the beginning. That
 * takes microseconds, and works the same for undo, resume and replay.
 */
#pragma once

#include <flipside/table.h>
#include <flipside/text.h>
#include <flipside/walk.h>
#include <jansson.h>

enum { FLIP_STORY_TEXT = 1024 }; /* room for a name and a step with its results */

struct flip_story_line {
    int seat;                   /* who acted; FLIP_DEALER for what was revealed to all */
    int first_step, last_step;  /* of the table's steps */
    bool dealt;                 /* its last step is the dealer's, even if it belongs to what a seat did */
    bool hidden;                /* the viewer may not know it yet */
    bool held;                  /* known to the viewer, but to be told in a moment */
    int phase;                  /* counts up; lines of the current phase can still change */
    int secrets;                /* how many steps at its end are secret from the viewer */
    size_t secrets_at;          /* where the words for those begin */
    size_t words_at;            /* where the words of its last step begin */
    char text[FLIP_STORY_TEXT]; /* "Count Nine writes a red 8 in b2; goes to space 10 on the track: 2 points" */
};

struct flip_story {
    struct flip_story_line *lines;
    int count, room;
    int phase;             /* the current phase */
    int viewer;            /* for whom: a seat, FLIP_PUBLIC or FLIP_ALL */
    int steps;             /* how many steps are told */
    struct flip_walk walk; /* of the table, after those steps */
    int anew;              /* from this step on, steps may differ from those told before */
};

enum flip_story_form {
    FLIP_STORY_GROUPED, /* a seat's steps of one phase share a line */
    FLIP_STORY_STEPS    /* each step stands alone */
};

/// Tells `viewer` the first `steps` steps of the table again (FLIP_ALL_STEPS: all). Fails only without memory. The
/// grouped story of a whole game ends with who won and why.
int flip_story_tell(struct flip_story *story, const struct flip_table *table, int viewer, int steps,
                    enum flip_story_form form, struct flip_error *error);
/// Forgets what was told, to tell it again to `viewer`.
void flip_story_restart(struct flip_story *story, int viewer);
/// The line for the next step: an existing one, or a new one that begins with `name` (of the step's seat; FLIP_DEALER
/// has none). NULL without memory.
struct flip_story_line *flip_story_step(struct flip_story *story, int seat, const char *name, enum flip_story_form form,
                                        struct flip_text *out);
/// Call it after writing the words of a step of the seat called `name`: "You: plays Factory" becomes "You play
/// Factory".
void flip_story_said(struct flip_story_line *line, const char *name);
/// "a hidden card", "3 hidden choices": for `count` secret steps at the end of a line.
void flip_story_unseen(const struct flip_story_line *line, int count, struct flip_text *out);
/// Adds the last line: who won and why.
int flip_story_end(struct flip_story *story, const char *verdict, const char *why);
void flip_story_free(struct flip_story *story);

/*
 * The stage and the result of any game in words, from its view and its result as JSON, as a table writes them and a
 * server sends them.
 */

/// The view of `viewer` in a state of that table or of a replay, to be released; NULL without memory.
json_t *flip_outcome_view(const struct flip_table *table, const void *state, const void *before, int viewer);
/// The result of a table, or its scores so far, to be released; NULL without memory.
json_t *flip_outcome_result(const struct flip_table *table);

/// "round 3 of 12, write": the view's round, turn and phase, with `gap` between them.
void flip_outcome_stage(const json_t *view, const char *gap, struct flip_text *out);
/// After the end who won and why; then a small table: seats, their teams from the view, the parts of their scores,
/// totals. Lines end with '\n'.
void flip_outcome_scores(const json_t *result, const json_t *view, const char (*names)[FLIP_NAME], int seats,
                         struct flip_text *out);
/// Only who won and why; nothing before the end.
void flip_outcome_ending(const json_t *result, struct flip_text *out);
/// The reason in a result, without the verdict.
const char *flip_outcome_why(const json_t *result);
/// Commitment and seed in hexadecimal digits, and how the seed was drawn.
void flip_outcome_seed(const char *commitment, const char *seed, const char *drawn, struct flip_text *out);
/// Where the record is (`path` may be empty), and how to check it.
void flip_outcome_record(const char *path, struct flip_text *out);
/// Draws the sheet of a seat.
void flip_outcome_draw(const struct flip_table *table, const void *state, const void *before, int viewer, int seat,
                       struct flip_canvas *canvas);

/*
 * What players may search at any moment, from `search` in a view: a deck of 52 in groups, from gone to left. As a grid,
 * or as sentences for screen readers.
 */

/// The object, which belongs to the view, or NULL.
const json_t *flip_search_of(const json_t *view);
/// Its title.
const char *flip_search_title(const json_t *search);
/// All suits and ranks: gone ones as a dot, remaining ones as they are, the rest in brackets; then a legend.
void flip_search_grid(const json_t *search, struct flip_text *out);
/// Prints them, or that there is nothing to search.
void flip_plain_search(bool ascii, const json_t *view);
