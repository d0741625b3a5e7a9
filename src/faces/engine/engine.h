/*
 * The line protocol: one JSON object per line in, one per line out (docs/protocol.md). An engine holds one game and
 * answers one line at a time. It does no I/O itself, so that a pipe, a socket, a test or a fuzzer can drive it, and
 * knows no game: everything comes from the table.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { ENGINE_LINE = 1 << 20 }; /* the longest request, in bytes, without its newline */

/// Limits for requests.
struct engine_limits {
    bool files;          /* editions may be named by a path */
    int level;           /* of a bot */
    uint64_t iterations; /* of one search */
    int ms;              /* of one search */
};

struct engine;

struct engine_limits engine_limits_default(void);
/// NULL without memory.
struct engine *engine_open(const struct engine_limits *limits);
void engine_close(struct engine *engine);

/// Answers a request line (without its newline) with a line without newline, which the caller frees. `line` needs no
/// terminator and may contain anything. NULL only without memory: then answer ENGINE_NO_MEMORY.
char *engine_answer(struct engine *engine, const char *line, size_t length);
/// Was a `quit` answered?
bool engine_has_quit(const struct engine *engine);

#define ENGINE_NO_MEMORY                                                                                               \
    "{\"ok\":false,\"error\":{\"code\":\"no_memory\",\"message\":\"There is not enough memory to answer.\"}}"
