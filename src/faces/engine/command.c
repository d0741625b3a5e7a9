/*
 * `flipside engine`: passes lines from standard input to the engine, and answers to standard output. Input is read as
 * it comes, so that a dialogue over a pipe works line by line; of a line that is too long only its length is kept.
 */
#include "faces/engine/engine.h"

#include "commands.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A line as it grows. One byte more than allowed is kept, so that the engine sees that it is too long. */
struct line {
    char *bytes;
    size_t length, room;
};

static int add(struct line *line, const char *bytes, size_t count)
{
    const size_t most = (size_t)ENGINE_LINE + 1;
    if (count > most - line->length)
        count = most - line->length;
    if (count == 0)
        return 0;
    if (line->length + count > line->room) {
        const size_t room = (line->length + count) * 2;
        char *larger = realloc(line->bytes, room);
        if (!larger)
            return -1;
        line->bytes = larger;
        line->room = room;
    }
    memcpy(line->bytes + line->length, bytes, count);
    line->length += count;
    return 0;
}

static int answer(struct engine *engine, struct line *line)
{
    char *text = engine_answer(engine, line->bytes ? line->bytes : "", line->length);
    const char *out = text ? text : ENGINE_NO_MEMORY;
    const int status = fputs(out, stdout) < 0 || fputc('\n', stdout) < 0 || fflush(stdout) != 0 ? -1 : 0;
    free(text);
    line->length = 0;
    return status;
}

/* Runs until `quit` or the end of the input. -1: nobody reads the output any more, or no memory. */
static int converse(struct engine *engine, struct line *line)
{
    char chunk[65536];
    for (;;) {
        const ssize_t got = read(STDIN_FILENO, chunk, sizeof chunk);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return line->length > 0 ? answer(engine, line) : 0;
        const char *at = chunk, *end = chunk + got;
        while (at < end) {
            const char *newline = memchr(at, '\n', (size_t)(end - at));
            if (add(line, at, (size_t)((newline ? newline : end) - at)) != 0)
                return -1;
            if (!newline)
                break;
            if (answer(engine, line) != 0)
                return -1;
            if (engine_has_quit(engine))
                return 0;
            at = newline + 1;
        }
    }
}

int flip_command_engine(int argc, char **argv)
{
    struct engine_limits limits = engine_limits_default();
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
            fputs(flip_help("engine"), stdout);
            return 0;
        }
        if (strcmp(argv[i], "--no-files") == 0) {
            limits.files = false;
            continue;
        }
        fprintf(stderr, "flipside engine: There is no option '%s'; 'flipside engine --help' lists them.\n", argv[i]);
        return 2;
    }
    signal(SIGPIPE, SIG_IGN); /* a closed pipe ends the dialogue, instead of killing the process */
    struct engine *engine = engine_open(&limits);
    if (!engine) {
        fprintf(stderr, "flipside engine: there is not enough memory.\n");
        return 1;
    }
    struct line line = {0};
    const int status = converse(engine, &line);
    free(line.bytes);
    engine_close(engine);
    return status == 0 ? 0 : 1;
}
