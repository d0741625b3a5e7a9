/* Whole files in and out, with errors that name the file. */
#ifndef FLIPSIDE_CORE_FILE_H
#define FLIPSIDE_CORE_FILE_H

#include <flipside/error.h>
#include <stddef.h>

/// The whole file as text with a terminating zero, to be freed by the caller; "-" is standard input. At most 64 MiB.
char *flip_file_read(const char *path, size_t *length, struct flip_error *error);
/// Writes a file whole or not at all: into a neighbour that then takes its name. What is no file (a pipe, /dev/null) is written to and stays.
int flip_file_write(const char *path, const char *text, size_t length, struct flip_error *error);

#endif
