/*
 * The sheet of a game on the screen, and what stands around it.
 *
 * The board: the canvas a game draws its sheet on, and the way from its spots to moves. A move is named by pointing:
 * one spot may be enough (a cell to write into), or several together (a colour here, a number there). What was pointed
 * at and kept is *pinned*; the moves that fit all pins are the ones left.
 */
#pragma once

#include "faces/terminal/match/match.h"
#include "faces/terminal/match/story.h"
#include "faces/terminal/window/window.h"

#include <flipside/game.h>

enum { FLIP_MAX_PINS = 8 };

struct flip_board {
    struct flip_canvas canvas;
    struct flip_canvas trial; /* as it would be after the chosen move, or after the lesson's */
    bool tried;
    int room;               /* glyphs allocated in each canvas */
    int cursor;             /* a spot, or -1 */
    const flip_move *meant; /* the lesson's move: only its spots are lit; NULL: all legal ones */
    int pin_count;
    struct {
        uint64_t move, mask;
    } pins[FLIP_MAX_PINS];
};

void flip_board_free(struct flip_board *board);
/// Resizes and clears the canvas.
int flip_board_size(struct flip_board *board, int width, int height, struct flip_error *error);
/// Draws the sheet of `seat` as `viewer` sees it.
int flip_board_draw(struct flip_board *board, struct flip_match *match, int viewer, int seat, int width, int height,
                    struct flip_error *error);
/// Draws the seat's own sheet as it would be after the action, for the preview under the cursor.
void flip_board_try(struct flip_board *board, struct flip_match *match, int seat, const struct flip_action *action);

bool flip_board_fits(const struct flip_board *board, flip_move move);
/// Keeps only moves of this spot from now on.
void flip_board_pin(struct flip_board *board, int spot);
/// Takes the last pin back; false if there was none.
bool flip_board_unpin(struct flip_board *board);
/// Is this one of the spot's moves?
bool flip_board_on(const struct flip_board *board, int spot, flip_move move);
/// How many of the remaining moves belong to the spot; `first` (may be NULL) gets the index of the first.
int flip_board_count(const struct flip_board *board, const struct flip_actions *actions, int spot, int *first);
/// Could pointing at this spot narrow the choice (or make it)?
bool flip_board_useful(const struct flip_board *board, const struct flip_actions *actions, int spot);
/// The note of a spot, with the names of the seats; false: it has none.
bool flip_board_says(const struct flip_board *board, const struct flip_match *match, int spot, struct flip_text *out);
/// Does this spot have a move or a note?
bool flip_board_reachable(const struct flip_board *board, const struct flip_actions *actions, int spot);
/// The next useful spot in the order of the canvas, with `notes` the next reachable one; `step` is 1 or -1. Returns -1
/// if there is none.
int flip_board_next(const struct flip_board *board, const struct flip_actions *actions, int from, int step, bool notes);
/// The nearest reachable spot in a direction, or `from`.
int flip_board_toward(const struct flip_board *board, const struct flip_actions *actions, int from, int dx, int dy);
/// The spot at a place of the canvas, or -1.
int flip_board_at(const struct flip_board *board, int x, int y);
/// The most specific spot of a move: the one with the fewest moves.
int flip_board_spot_of(const struct flip_board *board, const struct flip_actions *actions, flip_move move);

/// Paints the canvas; `lit` lights the spots, `chosen` (or NULL) is the move whose spots stand out. Without it the
/// lesson's move is tried, and what it would change is lit too.
void flip_board_paint(const struct flip_board *board, const struct flip_paint *paint, int x, int y,
                      const struct flip_actions *actions, bool lit, const flip_move *chosen);
/// Paints the canvas as it would be after the tried move, without lights.
void flip_board_paint_trial(const struct flip_board *board, const struct flip_paint *paint, int x, int y);
/// Prints the board as text, up to the last row with something in it.
void flip_plain_sheet(const struct flip_board *board, bool ascii);

/* The bar at the top of a table: the game, its stage, the seats and their scores. */

struct flip_bar {
    const char *title; /* of the game; left out first if there is too little room */
    const char *stage;
    const char (*names)[FLIP_NAME];
    int seats;
    const int *scores; /* by seat; NULL: only winning counts */
    flip_set turn;     /* who decides */
    int viewer;        /* is always named; FLIP_PUBLIC: nobody */
};

/// Paints the bar. If there is too little room, the game's name is left out, then names are cut, and in the end most
/// become numbers.
void flip_bar_paint(const struct flip_paint *paint, const struct flip_bar *bar);

/* The layout of the window, and the log that every screen of a game has. */

struct flip_layout {
    struct flip_rect canvas, actions, log;
    int message, keys; /* rows */
};

/// The layout for the current window, of at least FLIP_MIN_WIDTH × FLIP_MIN_HEIGHT. A text to read (or NULL) gets room
/// in the log, and the sentence at the foot gets `foot` lines, the last of which is `message`.
struct flip_layout flip_layout_now(const char *reading, int foot);
/// Shows the text above the log, which keeps the rest of the rectangle if that is enough.
void flip_layout_reading(const struct flip_paint *paint, struct flip_rect *log, const char *title, const char *reading);
/// The last lines of the story, if there is room; those with steps from `news` on stand out. `back` is how far it is
/// scrolled back, and is kept within the story.
void flip_layout_log(const struct flip_paint *paint, struct flip_rect rect, const struct flip_story *story, int news,
                     int *back);
