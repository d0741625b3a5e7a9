/*
 * The window: ncurses behind a few words. Styles become colours where the terminal has them and bold, underline or reverse
 * where it has not; signs become ASCII where UTF-8 is off. Nothing here knows what is being shown.
 */
#ifndef FLIPSIDE_TERMINAL_PAINT_H
#define FLIPSIDE_TERMINAL_PAINT_H

#include <flipside/canvas.h>
#include <flipside/error.h>
#include <stdbool.h>

/// How a piece of the window stands out, on top of its style.
enum flip_light { FLIP_LIGHT_NONE, FLIP_LIGHT_LEGAL, FLIP_LIGHT_PINNED, FLIP_LIGHT_CURSOR, FLIP_LIGHTS };

struct flip_paint {
    void *screen; /* of ncurses */
    bool ascii;
    bool colour;
    unsigned long attributes[FLIP_STYLES][FLIP_LIGHTS]; /* attr_t with its colour pair */
    unsigned long bar;                                  /* header and key line */
};

struct flip_rect {
    int x, y, width, height;
};

enum { FLIP_MIN_WIDTH = 80, FLIP_MIN_HEIGHT = 24 };

/// Keys beyond characters; the ones of ncurses are translated so that nobody else needs its header.
enum flip_key {
    FLIP_KEY_NONE = -1, /* the time is over */
    FLIP_KEY_GONE = -2, /* the terminal is gone */
    FLIP_KEY_ENTER = '\n',
    FLIP_KEY_ESCAPE = 27,
    FLIP_KEY_BACKSPACE = 127,
    FLIP_KEY_UP = 0x200000, /* above Unicode */
    FLIP_KEY_DOWN,
    FLIP_KEY_LEFT,
    FLIP_KEY_RIGHT,
    FLIP_KEY_HOME,
    FLIP_KEY_END,
    FLIP_KEY_PAGE_UP,
    FLIP_KEY_PAGE_DOWN,
    FLIP_KEY_BACK_TAB,
    FLIP_KEY_RESIZE,
    FLIP_KEY_CLICK, /* the place is in flip_event */
    FLIP_KEY_WHEEL_UP,
    FLIP_KEY_WHEEL_DOWN,
    FLIP_KEY_OTHER
};

struct flip_event {
    int key; /* a character or enum flip_key */
    int x, y;
};

int flip_paint_open(struct flip_paint *paint, bool ascii, bool no_color, struct flip_error *error);
void flip_paint_close(struct flip_paint *paint);

int flip_paint_width(void);
int flip_paint_height(void);
/// Waits for a key, at most `ms` milliseconds (-1: as long as it takes).
struct flip_event flip_paint_wait(int ms);

void flip_paint_clear(void);
void flip_paint_show(void);
/// Text, cut off after `width` columns. Returns the column after it.
int flip_paint_text(const struct flip_paint *paint, int x, int y, int width, enum flip_style style,
                    enum flip_light light, const char *text);
int flip_paint_format(const struct flip_paint *paint, int x, int y, int width, enum flip_style style,
                      enum flip_light light, const char *format, ...) __attribute__((format(printf, 7, 8)));
/// A full line in the colours of the bar: left text and right text.
void flip_paint_bar(const struct flip_paint *paint, int y, const char *left, const char *right);
void flip_paint_glyph(const struct flip_paint *paint, int x, int y, struct flip_glyph glyph, enum flip_light light);
/// A frame with a title, emptied inside; for windows above the table.
void flip_paint_window(const struct flip_paint *paint, struct flip_rect rect, const char *title);
/// A horizontal rule with a word in it.
void flip_paint_rule(const struct flip_paint *paint, int x, int y, int width, const char *title);
/// Puts the visible cursor somewhere, or hides it (x < 0).
void flip_paint_cursor(int x, int y);
/// If the window is too small, says so and returns true.
bool flip_paint_too_small(const struct flip_paint *paint);

#endif
