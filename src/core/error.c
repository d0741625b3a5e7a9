/* Errors as values. */
#include "core/codes.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#undef flip_fail

static const struct kind {
    int code;
    const char *word, *sentence;
} kinds[] = {
#define KIND(number, NAME, word, sentence) {number, #word, sentence},
    {FLIP_ERROR_NONE, "", ""}, FLIP_ERROR_CODES(KIND) FLIP_PROGRAM_CODES(KIND) FLIP_SERVER_CODES(KIND)
#undef KIND
};
enum { KINDS = sizeof kinds / sizeof *kinds };

static const struct kind *kind_of(int code)
{
    for (int i = 0; i < KINDS; i++)
        if (kinds[i].code == code)
            return &kinds[i];
    return kinds;
}

const char *flip_error_word(int code) { return kind_of(code)->word; }

const char *flip_error_sentence(int code) { return kind_of(code)->sentence; }

int flip_error_named(const char *word)
{
    for (int i = 0; i < KINDS; i++)
        if (strcmp(kinds[i].word, word) == 0)
            return kinds[i].code;
    return FLIP_ERROR_NONE;
}

/* The length of the UTF-8 character at `text` in bytes; 0 if it is none. */
static int character_length(const unsigned char *text)
{
    const unsigned char first = text[0], second = text[1];
    const int length = first < 0x80 ? 1 : first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
    for (int i = 1; i < length; i++)
        if ((text[i] & 0xc0) != 0x80)
            return 0;
    const bool invalid = (first == 0xe0 && second < 0xa0) || (first == 0xed && second > 0x9f) ||
                         (first == 0xf0 && second < 0x90) || (first == 0xf4 && second > 0x8f);
    return length > 1 && invalid ? 0 : length;
}

/* Drops bytes that are not UTF-8: a message may quote anything, or be cut in the middle of a character, and JSON needs
   text. */
static void drop_invalid_bytes(char *message)
{
    char *to = message;
    for (const char *from = message; *from;) {
        const int length = character_length((const unsigned char *)from);
        for (int i = 0; i < length; i++)
            *to++ = *from++;
        from += length == 0;
    }
    *to = '\0';
}

int flip_fail(struct flip_error *error, int code, const char *format, ...)
{
    if (error) {
        error->code = code;
        va_list arguments;
        va_start(arguments, format);
        vsnprintf(error->message, sizeof error->message, format, arguments);
        va_end(arguments);
        drop_invalid_bytes(error->message);
    }
    return -1;
}
