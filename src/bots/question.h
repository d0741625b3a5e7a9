/*
 * The question to a program that plays a seat, and its answer: one line of JSON each (docs/protocol.md). A program is
 * told only what its seat may know and do.
 */
#pragma once

#include <flipside/table.h>
#include <jansson.h>

enum { FLIP_PROTOCOL = 1 }; /* of these lines and of the line protocol */

struct flip_program_question {
    const struct flip_table *table;
    int seat;
    const flip_move *moves; /* the seat's legal moves; `n` in an answer is an index */
    int count;
    int limit_ms; /* how long the answer may take */
    bool first;   /* the first line to this program, with a greeting */
};

/// The line, to be freed; NULL without memory.
char *flip_program_line(const struct flip_program_question *question);
/// What an answer says: the number n of one of `count` actions, or a text; to be released. NULL: `error` says why.
json_t *flip_program_read(const char *answer, int count, struct flip_error *error);
/// The move that an answer means: {"n":3} or {"text":"…"}.
int flip_program_answered(const struct flip_program_question *question, const char *answer, flip_move *out,
                          struct flip_error *error);
/// `sentence` as {"error":"…"}, to be freed; NULL without memory, or if it is not UTF-8.
char *flip_program_error(const char *sentence);
