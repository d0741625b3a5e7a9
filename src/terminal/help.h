/* The rules of a game, which are Markdown, as lines of a terminal. */
#ifndef FLIPSIDE_TERMINAL_HELP_H
#define FLIPSIDE_TERMINAL_HELP_H

#include "edition/rulebook.h"

#include <flipside/text.h>

enum flip_help_kind { FLIP_HELP_TEXT, FLIP_HELP_HEADING, FLIP_HELP_AS_IT_STANDS };

/// Gets the lines one after the other.
struct flip_help_reader {
    void (*line)(void *context, const char *text, enum flip_help_kind kind);
    void *context;
};

/// Lays Markdown out in lines of at most `width` columns: paragraphs and items of lists are broken at spaces, tables have columns, a
/// picture is its caption in brackets. Only what stays as it stands (a map between fences, an indented block) may be wider.
void flip_help_lay_out(const char *markdown, int width, const struct flip_help_reader *reader);

#endif
