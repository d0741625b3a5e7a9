/*
 * Text as this terminal can show it. Inside, everything is UTF-8; a terminal without UTF-8 gets every sign as ASCII: suits
 * become letters, frames become + - |. On a canvas one cell stays one cell; in running text a sign may take more room.
 */
#ifndef FLIPSIDE_TERMINAL_WORDS_H
#define FLIPSIDE_TERMINAL_WORDS_H

#include <flipside/text.h>
#include <stdint.h>

/// Reads one code point of UTF-8 and moves on; a broken byte becomes '?'.
uint32_t flip_words_next(const char **text);
/// The one ASCII character that stands for this code point.
char flip_words_ascii(uint32_t code);
/// Running text as it can be shown: unchanged, or spelled out in ASCII.
void flip_words_spell(const char *text, bool ascii, struct flip_text *out);
/// How many columns the text takes (a broken or unprintable character counts one).
int flip_words_width(const char *text);

/// One line of wrapped text: where it begins and how many bytes it has.
struct flip_line {
    const char *at;
    int bytes;
};

/// Breaks text at spaces into lines of at most `width` columns, all but the first `indent` columns shorter. Returns how many
/// lines there are; at most `cap` are written.
int flip_words_wrap(const char *text, int width, int indent, struct flip_line *out, int cap);

/// Does the locale speak UTF-8?
bool flip_words_locale_utf8(void);

#endif
