/*
 * The line protocol: JSON, one object per line in, one line out. An engine holds one game and answers one line at a time; it
 * reads and writes nothing itself, so that a pipe, a socket, a test and a fuzzer can all stand before it. It knows no game:
 * what there is to do and to see comes from the table. docs/protocol.md describes every request.
 */
#ifndef FLIPSIDE_ENGINE_ENGINE_H
#define FLIPSIDE_ENGINE_ENGINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { ENGINE_LINE = 1 << 20 }; /* the longest request, in bytes, without its newline */

/// What a request may ask for at most.
struct engine_limits {
    bool files;          /* editions may be named by a path */
    int level;           /* of a bot */
    uint64_t iterations; /* of one search */
    int ms;              /* of one search */
};

struct engine;

struct engine_limits engine_limits_default(void);
/// NULL when memory is out.
struct engine *engine_open(const struct engine_limits *limits);
void engine_close(struct engine *engine);

/// The answer to one request line (without its newline): one line without newline, to be freed by the caller. `line` needs
/// no terminator and may hold anything at all. NULL only when memory is out: then ENGINE_NO_MEMORY is the answer.
char *engine_answer(struct engine *engine, const char *line, size_t length);
/// A `quit` was answered.
bool engine_has_quit(const struct engine *engine);

#define ENGINE_NO_MEMORY                                                                                               \
    "{\"ok\":false,\"error\":{\"code\":\"no_memory\",\"message\":\"There is not enough memory to answer.\"}}"

#endif
