/* Small windows above the table: a question, a line of input, a menu, pages of text. Each waits for its own answer. */
#ifndef FLIPSIDE_TERMINAL_WINDOWS_H
#define FLIPSIDE_TERMINAL_WINDOWS_H

#include "terminal/paint.h"

#include <stddef.h>

/// Shows the text (lines end with '\n') and waits for one of `keys` (lower case). Enter counts as keys[0], Escape as the
/// last of them; so does a terminal that is gone.
int flip_window_ask(const struct flip_paint *paint, const char *title, const char *text, const char *keys);
/// Is there room for all of the text?
bool flip_window_fits(const struct flip_paint *paint, const char *text);
/// Lets the player edit `input`. Returns false if they left with Escape.
bool flip_window_input(const struct flip_paint *paint, const char *title, const char *prompt, char *input, size_t size);
/// A list with one line each and a sentence about the chosen one. Returns the index, or -1.
int flip_window_menu(const struct flip_paint *paint, const char *title, const char *const *items,
                     const char *const *about, int count);
/// Keys of the face first, then the rules in Markdown; scrolls.
void flip_window_help(const struct flip_paint *paint, const char *title, const char *keys, const char *rules);

#endif
