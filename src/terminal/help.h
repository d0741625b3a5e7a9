/* The rules of a game in our own words, compiled in from docs/rules, and how they are shown as plain text. */
#ifndef FLIPSIDE_TERMINAL_HELP_H
#define FLIPSIDE_TERMINAL_HELP_H

#include <flipside/text.h>

struct flip_rulebook {
    const char *game; /* its id; NULL ends the list */
    const char *text; /* Markdown */
};

extern const struct flip_rulebook flip_rulebooks[];

/// The rules of the game of this id, or a sentence that says where they would be.
const char *flip_rulebook_of(const char *game);

/// One line of Markdown as plain text: marks of emphasis, code and links are left out. `*level` becomes 0 for text, 1 … for a
/// heading. Returns the beginning of the next line, or NULL after the last one.
const char *flip_help_line(const char *markdown, char *out, size_t size, int *level);

#endif
