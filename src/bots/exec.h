/*
 * A person's program that plays a seat: the shell starts it, each line to its standard input is a question, and it
 * answers with one line on its standard output. Nothing here knows what the lines mean.
 *
 * It must not hang or crash us: every wait has a limit, so has the length of a line, a pipe that is not read causes an
 * error and no signal, and stopping it kills its whole process group.
 */
#pragma once

#include <flipside/error.h>
#include <stdbool.h>

enum { FLIP_EXEC_LINE = 1 << 20 }; /* the longest answer */

struct flip_exec;

/// Starts `/bin/sh -c command`. With `quiet` its standard error is discarded. NULL with an error if that is impossible.
struct flip_exec *flip_exec_start(const char *command, bool quiet, struct flip_error *error);

/// How long to wait for an answer.
struct flip_exec_wait {
    int limit_ms;
    bool (*given_up)(const void *asker); /* optional, called now and then: true cancels the wait */
    const void *asker;
};

/// Sends a line and waits for the answer, which has no newline, is zero-terminated and valid until the next call. NULL
/// with an error: "late" (too late or cancelled; should the answer still come, it is dropped), "too_long", "gone" (it
/// ended or closed its pipe).
const char *flip_exec_ask(struct flip_exec *exec, const char *line, struct flip_exec_wait wait,
                          struct flip_error *error);

/// Sends a line that has no answer, without waiting: what the pipe does not take is sent with the next question.
void flip_exec_tell(struct flip_exec *exec, const char *line);

/// Closes the pipes, gives the program a moment to exit (a very short one if it still owes an answer), kills it
/// otherwise, and leaves no zombie. NULL is allowed.
void flip_exec_stop(struct flip_exec *exec);
