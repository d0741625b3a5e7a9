/* Text into a fixed buffer. */
#include "core/digits.h"
#include "core/put.h"

#include <flipside/text.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct flip_text flip_text_in(char *buffer, size_t size)
{
    if (size > 0)
        buffer[0] = '\0';
    return (struct flip_text){.at = buffer, .size = size};
}

static void put_number(struct flip_text *text, int64_t value)
{
    char digits[FLIP_DIGITS];
    const char *first = flip_digits(value, digits);
    flip_put(text, first, (size_t)(digits + FLIP_DIGITS - first));
}

static void put_words(struct flip_text *text, const char *words)
{
    words = words ? words : "(null)";
    flip_put(text, words, strlen(words));
}

static void put_rest(struct flip_text *text, const char *format, va_list arguments)
    __attribute__((format(printf, 2, 0)));
static void put_rest(struct flip_text *text, const char *format, va_list arguments)
{
    const size_t room = text->length < text->size ? text->size - text->length : 0;
    const int length = vsnprintf(room ? text->at + text->length : NULL, room, format, arguments);
    if (length > 0)
        text->length += (size_t)length;
}

static size_t plain_part(const char *format)
{
    size_t length = 0;
    while (format[length] && format[length] != '%')
        length++;
    return length;
}

/* Nearly everything is made of %s, %d and %c, which are quickly put by hand; from anything else on, the library does it. */
void flip_text_add(struct flip_text *text, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    for (;;) {
        const size_t plain = plain_part(format);
        flip_put(text, format, plain);
        format += plain;
        if (*format && format[1] == 's')
            put_words(text, va_arg(arguments, const char *));
        else if (*format && format[1] == 'd')
            put_number(text, va_arg(arguments, int));
        else if (*format && format[1] == 'c')
            flip_put_byte(text, (char)va_arg(arguments, int));
        else
            break;
        format += 2;
    }
    if (*format)
        put_rest(text, format, arguments);
    va_end(arguments);
}

void flip_text_put(struct flip_text *text, const char *bytes, size_t count)
{
    if (text->length + 1 < text->size) {
        size_t room = text->size - text->length - 1;
        size_t fits = count < room ? count : room;
        memcpy(text->at + text->length, bytes, fits);
        text->at[text->length + fits] = '\0';
    }
    text->length += count;
}
