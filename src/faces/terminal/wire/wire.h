/*
 * The connection to a server: requests over HTTP, and a WebSocket that reconnects by itself and resends unanswered
 * messages. docs/api.md describes the messages; nothing here knows what a table is. It has no thread of its own: call
 * flip_wire_listen while waiting for keys.
 */
#pragma once

#include "core/codes.h"
#include "edition/members.h"

#include <flipside/error.h>
#include <stdbool.h>

struct flip_wire;

/// `url` is http:// or https:// with a host; its path is ignored.
struct flip_wire *flip_wire_open(const char *url, struct flip_error *error);
void flip_wire_close(struct flip_wire *wire);

/// "HOST-PORT", for a file name.
const char *flip_wire_place(const struct flip_wire *wire);
/// The server's cookie, which identifies us next time.
const char *flip_wire_cookie(const struct flip_wire *wire);
void flip_wire_set_cookie(struct flip_wire *wire, const char *cookie);

/// Signs in with a token, as programs do, instead of a cookie.
void flip_wire_set_token(struct flip_wire *wire, const char *token);

/// Makes a request: GET if `body` is NULL, else POST. The caller releases the answer. The server's errors become
/// errors.
int flip_wire_request(struct flip_wire *wire, const char *path, const json_t *body, json_t **answer,
                      struct flip_error *error);

/// Adds this client's `bytes`, its share of the seed (flipside/seed_draw.h), to a message that seats somebody.
void flip_wire_share(json_t *message);
/// The same for a request that makes a table, which needs a ticket first. An older server without tickets gets no
/// bytes.
void flip_wire_share_new(struct flip_wire *wire, json_t *message);

/// Receives the server's pushes; called from flip_wire_listen and flip_wire_ask.
typedef void (*flip_wire_push)(void *context, json_t *message);
/// Opens the WebSocket and says hello.
int flip_wire_connect(struct flip_wire *wire, flip_wire_push push, void *context, struct flip_error *error);
/// A message to send on every new connection, such as watching a table. Steals the reference.
void flip_wire_always(struct flip_wire *wire, json_t *message);
/// Sends a message and waits for its answer, across a lost connection. Steals `message`; `answer` may be NULL.
int flip_wire_ask(struct flip_wire *wire, json_t *message, json_t **answer, struct flip_error *error);
/// Sends a message without waiting; returns its number, or -1. Steals `message`. A few may be under way at once; each
/// is resent over a new connection until its answer is fetched or it is forgotten.
int flip_wire_send(struct flip_wire *wire, json_t *message, struct flip_error *error);
/// Fetches the answer to a message. 1: `answer` is the caller's; 0: it has not arrived; -1: an error.
int flip_wire_answer(struct flip_wire *wire, int number, json_t **answer, struct flip_error *error);
/// The same, but waits: never 0.
int flip_wire_await(struct flip_wire *wire, int number, json_t **answer, struct flip_error *error);
/// Forgets a message, whose answer is then ignored. 0: there is nothing to forget.
void flip_wire_forget(struct flip_wire *wire, int number);
/// Watches a table, on every new connection too. Without `printed`, views lack what is printed on sheets and cards, for
/// clients that let the server draw them.
int flip_wire_watch(struct flip_wire *wire, const char *table, bool printed, struct flip_error *error);
/// Handles what has arrived, without waiting.
void flip_wire_listen(struct flip_wire *wire);
/// Is the connection up?
bool flip_wire_up(const struct flip_wire *wire);
