/* Text into a fixed buffer. */
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

void flip_text_add(struct flip_text *text, const char *format, ...)
{
    size_t room = text->length < text->size ? text->size - text->length : 0;
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(room ? text->at + text->length : NULL, room, format, arguments);
    va_end(arguments);
    if (length > 0)
        text->length += (size_t)length;
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
