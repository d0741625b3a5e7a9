/*
 * The face without a screen: a dialogue, line by line, for screen readers, pipes and very small terminals. First what
 * changed, then what you may do, numbered.
 */
#ifndef FLIPSIDE_TERMINAL_PLAIN_H
#define FLIPSIDE_TERMINAL_PLAIN_H

#include "terminal/board.h"

enum { FLIP_PLAIN_WIDTH = 80, FLIP_PLAIN_HEIGHT = 26 }; /* of a sheet */

/// Prints running text in the characters this terminal has.
void flip_plain_say(bool ascii, const char *format, ...) __attribute__((format(printf, 2, 3)));
/// Prints a prompt and reads a line without its end; false at the end of the input. A longer line is cut.
bool flip_plain_read(const char *prompt, char *line, size_t size);
/// Prints what is drawn on the board as text, up to the last row with something in it.
void flip_plain_sheet(const struct flip_board *board, bool ascii);
/// Prints what may be looked through, group by group.
void flip_plain_search(bool ascii, const json_t *view);
/// Prints rules in Markdown as text.
void flip_plain_rules(bool ascii, const char *markdown);

/// Plays a match to its end or until the player leaves. Returns what comes next (flip_match_end), or -1.
int flip_plain_play(struct flip_match *match, bool ascii, struct flip_error *error);

#endif
