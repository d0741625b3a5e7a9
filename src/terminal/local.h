/*
 * A game at this terminal: a table in this process, people and bots on its seats, and a file. A running game is written down
 * after every step, so that nothing is lost whatever happens to the window; a finished one moves to its own file.
 */
#ifndef FLIPSIDE_TERMINAL_LOCAL_H
#define FLIPSIDE_TERMINAL_LOCAL_H

#include "terminal/deal.h"
#include "terminal/match.h"

/// Opens the table of a prepared deal; NULL: an error.
struct flip_match *flip_local_begin(const struct flip_deal *deal, const struct flip_settings *settings,
                                    struct flip_error *error);
/// Goes on with a kept game; NULL: an error.
struct flip_match *flip_local_resume(const char *path, const struct flip_settings *settings, struct flip_error *error);
/// Where a running game of this kind would be kept; creates the folder.
int flip_local_place(const struct flip_settings *settings, char path[FLIP_PATH_SIZE], struct flip_error *error);

#endif
