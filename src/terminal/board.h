/*
 * The board: the canvas a game draws its sheet on, and the way from its spots to moves. A move is named by pointing: one spot
 * may be enough (a cell to write into), or several together (a colour here, a number there). What was pointed at and kept
 * is *pinned*; the moves that fit all pins are the ones left.
 */
#ifndef FLIPSIDE_TERMINAL_BOARD_H
#define FLIPSIDE_TERMINAL_BOARD_H

#include "terminal/match.h"
#include "terminal/paint.h"

enum { FLIP_MAX_PINS = 8 };

struct flip_board {
    struct flip_canvas canvas;
    struct flip_canvas trial; /* as it would be after the chosen move, or after what a lesson means */
    bool tried;
    int room;               /* glyphs allocated in each canvas */
    int cursor;             /* a spot, or -1 */
    const flip_move *meant; /* of a lesson: its places alone are lit; NULL: all that may be done */
    int pin_count;
    struct {
        uint64_t move, mask;
    } pins[FLIP_MAX_PINS];
};

void flip_board_free(struct flip_board *board);
/// Makes the canvas so large, and empty.
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
/// Does the move belong to the spot?
bool flip_board_on(const struct flip_board *board, int spot, flip_move move);
/// How many of the moves left belong to the spot; `first` (may be NULL) gets the index of the first.
int flip_board_count(const struct flip_board *board, const struct flip_actions *actions, int spot, int *first);
/// Could pointing at this spot narrow the choice (or make it)?
bool flip_board_useful(const struct flip_board *board, const struct flip_actions *actions, int spot);
/// What a spot says that stands for no move, with the names of the seats; false: it says nothing.
bool flip_board_says(const struct flip_board *board, const struct flip_match *match, int spot, struct flip_text *out);
/// Is there something to be done or to be read at this spot?
bool flip_board_reachable(const struct flip_board *board, const struct flip_actions *actions, int spot);
/// The next useful spot in the order of the canvas, with `notes` the next reachable one; `step` is 1 or -1. Returns -1 if there is
/// none.
int flip_board_next(const struct flip_board *board, const struct flip_actions *actions, int from, int step, bool notes);
/// The nearest reachable spot in a direction, or `from`.
int flip_board_toward(const struct flip_board *board, const struct flip_actions *actions, int from, int dx, int dy);
/// The spot under a place of the canvas, or -1.
int flip_board_at(const struct flip_board *board, int x, int y);
/// The spot that says most about a move: the one with the fewest moves.
int flip_board_spot_of(const struct flip_board *board, const struct flip_actions *actions, flip_move move);

/// Paints the canvas; `lit` lights the spots, `chosen` (or NULL) is the move whose spots stand out. Without it, what a lesson means is
/// tried: the places that it would change are lit, too.
void flip_board_paint(const struct flip_board *board, const struct flip_paint *paint, int x, int y,
                      const struct flip_actions *actions, bool lit, const flip_move *chosen);
/// Paints the canvas as it would be after the tried move, nothing lit.
void flip_board_paint_trial(const struct flip_board *board, const struct flip_paint *paint, int x, int y);
/// One row of the sheet as text, without blanks at its end; of the sheet after the tried action, if there is one.
void flip_board_row(const struct flip_board *board, int row, bool ascii, struct flip_text *out);

#endif
