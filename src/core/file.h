/* Whole files in and out, with errors that name the file. */
#pragma once

#include <flipside/error.h>
#include <stddef.h>

/// The whole file as text with a terminating zero, to be freed by the caller; "-" is standard input. At most 64 MiB.
char *flip_file_read(const char *path, size_t *length, struct flip_error *error);
/// Replaces a file whole or not at all: writes PATH.new and renames it. A pipe or a device is written to directly.
int flip_file_write(const char *path, const char *text, size_t length, struct flip_error *error);
