/* Errors as values. */
#include "core/codes.h"

#include <stdarg.h>
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

/* The bytes of the UTF-8 character at `text`; 0: there is none. */
static int character_length(const unsigned char *text)
{
    const unsigned char first = text[0], second = text[1];
    const int length = first < 0x80 ? 1 : first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
    for (int i = 1; i < length; i++)
        if ((text[i] & 0xc0) != 0x80)
            return 0;
    const int too_long_or_no_character = (first == 0xe0 && second < 0xa0) || (first == 0xed && second > 0x9f) ||
                                         (first == 0xf0 && second < 0x90) || (first == 0xf4 && second > 0x8f);
    return length > 1 && too_long_or_no_character ? 0 : length;
}

/* What a message quotes may come from anywhere, and was perhaps cut in the middle of a character. Whoever passes the
   message on needs text. */
static void keep_characters(char *message)
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
        keep_characters(error->message);
    }
    return -1;
}
