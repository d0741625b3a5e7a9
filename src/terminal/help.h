/* The rules of a game, which are Markdown, as plain text. */
#ifndef FLIPSIDE_TERMINAL_HELP_H
#define FLIPSIDE_TERMINAL_HELP_H

#include "edition/rulebook.h"

#include <flipside/text.h>

/// One line of Markdown as plain text: marks of emphasis, code and links are left out. `*level` becomes 0 for text, 1 … for a
/// heading. Returns the beginning of the next line, or NULL after the last one.
const char *flip_help_line(const char *markdown, char *out, size_t size, int *level);

#endif
