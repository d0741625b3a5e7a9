/*
 * The failure path. Most errors are refusals: the client is told, and nothing has changed. If the store fails or memory runs out,
 * memory may be ahead of the store; then what is durable counts, and everything returns to it (trouble.h).
 */
#ifndef FLIPSIDE_SERVER_LOOP_FAILURE_H
#define FLIPSIDE_SERVER_LOOP_FAILURE_H

#include <flipside/error.h>
#include <stdbool.h>
#include <stdint.h>

struct server;

/// Is this a failure of the store or of memory, rather than a refusal?
bool server_failure(const struct flip_error *error);
/// Gives an error its words: what failed without any had no memory for what it was putting together.
void server_word_error(struct flip_error *error);
/// Handles an error: after a failure of the store or of memory, the server returns to what is durable.
void server_note_error(struct server *server, const struct flip_error *error);
/// The same for one request or message; `written` is the value of store_writes before it.
void server_note_refusal(struct server *server, const struct flip_error *error, uint64_t written);

#endif
