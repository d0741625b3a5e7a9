/* The log. It is the one thing here that every file may write to, so its stream is the one global. */
#include "server/loop/loop.h"

#include <errno.h>
#include <flipside/json.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static FILE *stream;

int log_open(const char *path, struct flip_error *error)
{
    FILE *file = stderr;
    if (*path && !(file = fopen(path, "ae")))
        return flip_fail(error, FLIP_ERROR_FILE, "%s: %s.", path, strerror(errno));
    if (stream && stream != stderr)
        fclose(stream);
    stream = file;
    setvbuf(stream, NULL, _IOLBF, 0);
    return 0;
}

void log_event(const char *level, const char *event, ...)
{
    if (!stream)
        return;
    char line[1024], when[40];
    struct timespec now;
    struct tm calendar;
    clock_gettime(CLOCK_REALTIME, &now);
    gmtime_r(&now.tv_sec, &calendar);
    const size_t end = strftime(when, sizeof when, "%Y-%m-%dT%H:%M:%S", &calendar);
    snprintf(when + end, sizeof when - end, ".%03dZ", (int)(now.tv_nsec / 1000000));

    struct flip_json json = flip_json_in(line, sizeof line);
    flip_json_open(&json, NULL, '{');
    flip_json_string(&json, "time", when);
    flip_json_string(&json, "level", level);
    flip_json_string(&json, "event", event);
    va_list pairs;
    va_start(pairs, event);
    for (const char *key; (key = va_arg(pairs, const char *));)
        flip_json_string(&json, key, va_arg(pairs, const char *));
    va_end(pairs);
    flip_json_close(&json);
    if (flip_text_fits(&json.text))
        fprintf(stream, "%s\n", line);
}
