/*
 * The terminal's window: a thin layer over ncurses, small windows that ask, text in the characters of this terminal,
 * and rulebooks laid out in lines. It knows nothing about games.
 */
#pragma once

#include "core/codes.h"
#include "core/put.h"
#include "edition/setup.h"

#include <flipside/canvas.h>
#include <flipside/error.h>
#include <flipside/text.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Text for this terminal. Inside, everything is UTF-8; a terminal without UTF-8 gets ASCII: suits become letters,
 * frames become + - |. On a canvas one cell stays one cell; in running text a sign may become longer.
 */

/// The one ASCII character that stands for this code point.
char flip_words_ascii(uint32_t code);
/// Running text, unchanged or spelled out in ASCII.
void flip_words_spell(const char *text, bool ascii, struct flip_text *out);
/// How many columns the text takes (a broken or unprintable character counts one).
int flip_words_width(const char *text);

/// One line of wrapped text: where it begins and how many bytes it has.
struct flip_line {
    const char *at;
    int bytes;
};

/// Breaks text at spaces into lines of at most `width` columns, all but the first `indent` columns shorter. Returns how
/// many lines there are; at most `cap` are written.
int flip_words_wrap(const char *text, int width, int indent, struct flip_line *out, int cap);

/// What follows `word` at the beginning of a line, without spaces; NULL if the line begins otherwise.
const char *flip_words_after(const char *line, const char *word);
/// Does the locale use UTF-8?
bool flip_words_locale_utf8(void);

/*
 * The window: a thin layer over ncurses. Styles become colours, or bold, underline or reverse on terminals without
 * them; signs become ASCII where UTF-8 is off.
 */

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

/// Keys other than characters; those of ncurses are translated, so that nobody else needs its header.
enum flip_key {
    FLIP_KEY_NONE = -1, /* no key in time */
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
/// Puts text, cut off after `width` columns. Returns the column after it.
int flip_paint_text(const struct flip_paint *paint, int x, int y, int width, enum flip_style style,
                    enum flip_light light, const char *text);
int flip_paint_format(const struct flip_paint *paint, int x, int y, int width, enum flip_style style,
                      enum flip_light light, const char *format, ...) __attribute__((format(printf, 7, 8)));
/// Paints a full line in the colours of the bar, with text left and right.
void flip_paint_bar(const struct flip_paint *paint, int y, const char *left, const char *right);
void flip_paint_glyph(const struct flip_paint *paint, int x, int y, struct flip_glyph glyph, enum flip_light light);
/// Paints an empty frame with a title, for windows above the table.
void flip_paint_window(const struct flip_paint *paint, struct flip_rect rect, const char *title);
/// Paints a horizontal rule with a title in it.
void flip_paint_rule(const struct flip_paint *paint, int x, int y, int width, const char *title);
/// Puts the visible cursor somewhere, or hides it (x < 0).
void flip_paint_cursor(int x, int y);
/// If the window is too small, says so and returns true.
bool flip_paint_too_small(const struct flip_paint *paint);

/* Small windows above the table that wait for an answer: a question, a line of input, a menu, pages of text. */

/// Shows the text (lines end with '\n') and waits for one of `keys` (lower case). Enter counts as keys[0], Escape as
/// the last of them; so does a terminal that is gone.
int flip_window_ask(const struct flip_paint *paint, const char *title, const char *text, const char *keys);
/// Is there room for all of the text?
bool flip_window_fits(const struct flip_paint *paint, const char *text);
/// Lets the player edit `input`. Returns false if they left with Escape.
bool flip_window_input(const struct flip_paint *paint, const char *title, const char *prompt, char *input, size_t size);
/// A list with one line each and a sentence about the chosen one. Returns the index, or -1.
int flip_window_menu(const struct flip_paint *paint, const char *title, const char *const *items,
                     const char *const *about, int count);
/// How many lines a key scrolls a text with pages of `page` lines.
int flip_scroll_by(int key, int page);
/// Shows the keys of the face, then the rules in Markdown; scrolls.
void flip_window_help(const struct flip_paint *paint, const char *title, const char *keys, const char *rules);

/* The rules of a game, which are Markdown, as lines of a terminal. */

enum flip_help_kind { FLIP_HELP_TEXT, FLIP_HELP_HEADING, FLIP_HELP_PREFORMATTED };

/// Receives the lines one after the other.
struct flip_help_reader {
    void (*line)(void *context, const char *text, enum flip_help_kind kind);
    void *context;
};

/// Lays Markdown out in lines of at most `width` columns: paragraphs and items are wrapped, tables get columns, a
/// picture becomes its caption in brackets. Only preformatted text may be wider.
void flip_help_lay_out(const char *markdown, int width, const struct flip_help_reader *reader);

/* --- line by line ---------------------------------------------------------------------------------------------------- */

enum { FLIP_PLAIN_WIDTH = 80, FLIP_PLAIN_HEIGHT = 26 }; /* of a sheet */

/// Prints running text in the characters of this terminal.
void flip_plain_say(bool ascii, const char *format, ...) __attribute__((format(printf, 2, 3)));
/// Prints a prompt and reads a line without its end; false at the end of the input. A longer line is cut.
bool flip_plain_read(const char *prompt, char *line, size_t size);
/// The same, and whether the line ended with Tab.
bool flip_plain_read_tab(const char *prompt, char *line, size_t size, bool *tab);
/// Prints rules in Markdown as text.
void flip_plain_rules(bool ascii, const char *markdown);
