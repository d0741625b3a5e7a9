/*
 * A program of somebody's own that plays a seat: started by the shell, asked one line at a time over its standard input,
 * answering one line each on its standard output. Nothing here knows what the lines mean.
 *
 * A guest must never hold up or bring down the house: every wait has an end, a line has a greatest length, a pipe that
 * nobody reads is an error and no signal, and when it is stopped the whole process group of the program goes.
 */
#ifndef FLIPSIDE_BOTS_EXEC_H
#define FLIPSIDE_BOTS_EXEC_H

#include <flipside/error.h>
#include <stdbool.h>
#include <stddef.h>

enum { FLIP_EXEC_LINE = 1 << 20 }; /* the longest answer */

struct flip_exec;

/// Starts `/bin/sh -c command`. With `quiet` its standard error goes nowhere. NULL with an error when that is impossible.
struct flip_exec *flip_exec_start(const char *command, bool quiet, struct flip_error *error);

/// Can the shell run it? Starts it without any input and sees whether the shell gives up. A program that runs and fails is none of this.
int flip_exec_check(const char *command, struct flip_error *error);

/// How long an answer is waited for.
struct flip_exec_wait {
    int limit_ms;
    bool (*given_up)(const void *asker); /* optional, asked now and then: true when nobody wants the answer any more */
    const void *asker;
};

/// Sends a line and waits for the answer. The answer has no newline, is terminated, and lives until the next call. Errors:
/// "late" (too late, or given up: the answer, should it still come, is dropped), "too_long", "gone" (ended or closed its
/// pipe, now or earlier). NULL then.
const char *flip_exec_ask(struct flip_exec *exec, const char *line, struct flip_exec_wait wait,
                          struct flip_error *error);

/// Sends a line that wants no answer, without waiting: what the pipe does not take goes with the next question.
void flip_exec_tell(struct flip_exec *exec, const char *line);

/// Closes the pipes, lets the program end by itself for a moment (a very short one if it still owes an answer), ends it
/// otherwise, and leaves no zombie. NULL is allowed.
void flip_exec_stop(struct flip_exec *exec);

#endif
