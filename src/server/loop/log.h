/* The log: one JSON line per event, without people's names, secrets or hidden cards. */
#ifndef FLIPSIDE_SERVER_LOOP_LOG_H
#define FLIPSIDE_SERVER_LOOP_LOG_H

#include <flipside/error.h>

/// Opens or reopens the log; an empty path is standard error.
int log_open(const char *path, struct flip_error *error);
/// Pairs of key and value, both text, ended by NULL: log_event("warn", "limit", "what", "rate", NULL).
void log_event(const char *level, const char *event, ...) __attribute__((sentinel));

#endif
