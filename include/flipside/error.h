/* Errors are values: whoever can fail says why, in a sentence a person can act on. */
#ifndef FLIPSIDE_ERROR_H
#define FLIPSIDE_ERROR_H

#include <flipside/api.h>

FLIP_API_BEGIN

#define FLIP_ERROR_SIZE 480

/// `code` is a short word for programs ("illegal", "syntax", "no_game"); `message` is for people.
struct flip_error {
    char code[24];
    char message[FLIP_ERROR_SIZE];
};

/// Fills `error` (which may be NULL) and returns -1, so that `return flip_fail(...)` reads well.
int flip_fail(struct flip_error *error, const char *code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#ifdef __clang_analyzer__ /* which looks at one file at a time: here it sees that the result is always -1 */
static inline int flip_always_minus_one(int result) { return result < 0 ? result : -1; }
#define flip_fail(...) flip_always_minus_one(flip_fail(__VA_ARGS__))
#endif

FLIP_API_END

#endif
