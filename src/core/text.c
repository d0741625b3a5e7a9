/* Text into a fixed buffer. */
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

static void put_string(struct flip_text *text, const char *string)
{
    string = string ? string : "(null)";
    flip_put(text, string, strlen(string));
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

/* Nearly all formats only have %s, %d and %c, which are faster put by hand; from any other on, vsnprintf does the
   rest. */
void flip_text_add(struct flip_text *text, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    for (;;) {
        size_t plain = 0;
        while (format[plain] && format[plain] != '%')
            plain++;
        flip_put(text, format, plain);
        format += plain;
        if (*format && format[1] == 's')
            put_string(text, va_arg(arguments, const char *));
        else if (*format && format[1] == 'd')
            flip_put_integer(text, va_arg(arguments, int));
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
