/* A folder of a test's own for files that it writes: in TMPDIR, which tests/meson.build sets. */
#ifndef FLIPSIDE_TESTS_FOLDER_H
#define FLIPSIDE_TESTS_FOLDER_H

#include "case.h"

#include <stdio.h>
#include <stdlib.h>

enum { FOLDER_SIZE = 64 };

static inline void make_folder(char out[FOLDER_SIZE])
{
    const char *place = getenv("TMPDIR");
    const int length = snprintf(out, FOLDER_SIZE, "%s/flipside-test-XXXXXX", place && *place ? place : "/tmp");
    assert_in_range(length, 1, FOLDER_SIZE - 1);
    assert_non_null(mkdtemp(out));
}

#endif
