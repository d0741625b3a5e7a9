/*
 * What a program on a seat is asked and what its answer means: one line of JSON each, described in docs/protocol.md. A program is told
 * what its seat may know and what it may do, never more.
 */
#ifndef FLIPSIDE_BOTS_QUESTION_H
#define FLIPSIDE_BOTS_QUESTION_H

#include <flipside/table.h>

enum { FLIP_PROTOCOL = 1 }; /* of these lines and of the line protocol */

struct flip_program_question {
    const struct flip_table *table;
    int seat;
    const flip_move *moves; /* those that the seat may make; an answer's n counts them */
    int count;
    int limit_ms; /* how long the answer may take */
    bool first;   /* the first line of this program: it greets */
};

/// The line, to be freed; NULL when memory is out.
char *flip_program_line(const struct flip_program_question *question);
/// The move that an answer means: {"n":3} or {"text":"…"}.
int flip_program_answered(const struct flip_program_question *question, const char *answer, flip_move *out,
                          struct flip_error *error);
/// `sentence` as {"error":"…"}, to be freed; NULL when it cannot be (memory, or a text that is not UTF-8).
char *flip_program_error(const char *sentence);

#endif
