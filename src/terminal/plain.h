/*
 * The face without a screen: a dialogue, line by line, for screen readers, pipes and very small terminals. First what
 * changed, then what you may do, numbered.
 */
#ifndef FLIPSIDE_TERMINAL_PLAIN_H
#define FLIPSIDE_TERMINAL_PLAIN_H

#include "terminal/session.h"

/// Prints running text in the characters this terminal has.
void flip_plain_say(bool ascii, const char *format, ...) __attribute__((format(printf, 2, 3)));
/// Prints a prompt and reads a line without its end; false at the end of the input. A longer line is cut.
bool flip_plain_read(const char *prompt, char *line, size_t size);
/// Prints the sheet of `seat` as text.
int flip_plain_sheet(const struct flip_table *table, const void *state, const void *before, int viewer, int seat,
                     bool ascii, struct flip_error *error);
/// Prints rules in Markdown as text.
void flip_plain_rules(bool ascii, const char *markdown);

int flip_plain_play(struct flip_session *session, bool ascii, struct flip_error *error);

#endif
