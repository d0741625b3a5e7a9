/* Errors as values. */
#include <flipside/error.h>
#include <stdarg.h>
#include <stdio.h>

#undef flip_fail

int flip_fail(struct flip_error *error, const char *code, const char *format, ...)
{
    if (error) {
        snprintf(error->code, sizeof error->code, "%s", code);
        va_list arguments;
        va_start(arguments, format);
        vsnprintf(error->message, sizeof error->message, format, arguments);
        va_end(arguments);
    }
    return -1;
}
