/*
 * Hints and verdicts: the question for the workers, and the answer in words. A client that was told what its seat knows
 * (rooms/knowledge.h) asks the module in the page the same, without a server.
 */
#ifndef FLIPSIDE_SERVER_LEARNING_ADVICE_H
#define FLIPSIDE_SERVER_LEARNING_ADVICE_H

#include <flipside/bot.h>
#include <flipside/json.h>

struct job;

/// What should the seat do? NULL: out of memory.
struct job *hint_job(const struct flip_position *position, int seat);
/// Writes what was found, `choices` or `verdict`, into an open object.
void advice_write(struct flip_json *json, const struct job *job);

/// Answers {"seat", "knowledge"}: a hint; with "text": a verdict on that move; with "warning": true as well, after a short look. The
/// answer is an object as advice_write writes it, to be freed; NULL with the error.
char *advice(const char *question, size_t length, struct flip_error *error);

#endif
