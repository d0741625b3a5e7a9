/*
 * A grid of characters on which a game draws a player's sheet for text faces. The game knows nothing about terminals:
 * it puts styled text and marks *spots*, places that stand for moves. The face decides what a style looks like,
 * highlights the spots whose moves are legal now, and turns a click or a key on a spot into the move.
 */
#ifndef FLIPSIDE_CANVAS_H
#define FLIPSIDE_CANVAS_H

#include <flipside/api.h>

#include <stdint.h>

FLIP_API_BEGIN

enum flip_style {
    FLIP_PLAIN,
    FLIP_DIM,    /* scenery, frames, what is out of reach */
    FLIP_STRONG, /* headings, what counts now */
    FLIP_RED,    /* red cards and ink; colour must not be the only sign */
    FLIP_BLACK,  /* black cards and ink */
    FLIP_ACCENT, /* the game's own colour */
    FLIP_GOOD,
    FLIP_BAD,
    FLIP_CARD, /* the paper of a card */
    FLIP_CARD_RED,
    FLIP_STYLES
};

struct flip_glyph {
    uint32_t code; /* Unicode; 0 is the right half of a wide character */
    uint8_t style; /* enum flip_style */
};

/// This rectangle stands for the moves m with (m & mask) == move.
struct flip_spot {
    int x, y, width, height;
    uint64_t move, mask;
};

/// The sentence of a spot that stands for no move.
struct flip_note {
    int spot;
    char text[160];
};

enum { FLIP_MAX_SPOTS = 512, FLIP_MAX_NOTES = 4 };

struct flip_canvas {
    int width, height;
    struct flip_glyph *cells; /* width * height, row by row; owned by the caller */
    int spot_count;
    struct flip_spot spots[FLIP_MAX_SPOTS];
    int note_count;
    struct flip_note notes[FLIP_MAX_NOTES];
};

void flip_canvas_clear(struct flip_canvas *canvas);
/// Puts UTF-8 text; anything outside the canvas is cut off. Returns the column after the text.
int flip_canvas_put(struct flip_canvas *canvas, int x, int y, enum flip_style style, const char *format, ...)
    __attribute__((format(printf, 5, 6)));
/// Draws a frame of box-drawing characters.
void flip_canvas_box(struct flip_canvas *canvas, int x, int y, int width, int height, enum flip_style style);
void flip_canvas_spot(struct flip_canvas *canvas, int x, int y, int width, int height, uint64_t move, uint64_t mask);
/// Marks a spot for something that is not allowed now; a face shows the sentence, which says why, when somebody points
/// at it. Faces replace "seat 2" by the player's name, here as everywhere on the canvas.
void flip_canvas_note(struct flip_canvas *canvas, int x, int y, int width, int height, const char *format, ...)
    __attribute__((format(printf, 6, 7)));
/// The sentence of a spot, or NULL if it stands for moves.
const char *flip_canvas_said(const struct flip_canvas *canvas, int spot);

/// A code point as zero-terminated UTF-8; returns its length in bytes.
int flip_glyph_bytes(uint32_t code, char out[5]);

FLIP_API_END

#endif
