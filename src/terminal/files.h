/* Where the terminal keeps things: running and finished games, and who we are at which server. */
#ifndef FLIPSIDE_TERMINAL_FILES_H
#define FLIPSIDE_TERMINAL_FILES_H

#include <flipside/error.h>
#include <stdbool.h>

enum { FLIP_PATH_SIZE = 4096 };

/// $XDG_DATA_HOME/flipside/NAME, or ~/.local/share/flipside/NAME; the folder exists afterwards.
int flip_files_data(const char *name, char path[FLIP_PATH_SIZE], struct flip_error *error);
/// A new name for the record of a finished game, made of the game's id and the time.
int flip_files_finished(const char *game, char path[FLIP_PATH_SIZE], struct flip_error *error);
/// Is there something to be read?
bool flip_files_there(const char *path);

#endif
