/*
 * The failure path. Most errors are refusals: whoever asked is told, and nothing has changed. A failure of the store or of memory may
 * leave memory ahead of the store; then what is durable counts, and everybody comes back to it (trouble.h).
 */
#ifndef FLIPSIDE_SERVER_LOOP_FAILURE_H
#define FLIPSIDE_SERVER_LOOP_FAILURE_H

#include <flipside/error.h>
#include <stdbool.h>
#include <stdint.h>

struct server;

/// Is it a failure of the store or of memory, not something that was refused?
bool server_failure(const struct flip_error *error);
/// What an error means for the server: after a failure of the store or of memory, what is durable counts.
void server_note_error(struct server *server, const struct flip_error *error);
/// The same for one request or message; `written`: store_writes before it.
void server_note_refusal(struct server *server, const struct flip_error *error, uint64_t written);

#endif
