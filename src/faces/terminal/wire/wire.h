/*
 * The line to a server: requests over HTTP, and one WebSocket that comes back by itself and sends again what was not answered.
 * Nothing here knows what a table is; docs/api.md describes what goes over the line. One thread: whoever waits for a key
 * listens in between.
 */
#ifndef FLIPSIDE_TERMINAL_WIRE_WIRE_H
#define FLIPSIDE_TERMINAL_WIRE_WIRE_H

#include "core/codes.h"
#include "edition/members.h"

#include <flipside/error.h>
#include <stdbool.h>

struct flip_wire;

/// `url` is http:// or https:// with a host; its path is not looked at.
struct flip_wire *flip_wire_open(const char *url, struct flip_error *error);
void flip_wire_close(struct flip_wire *wire);

/// "HOST-PORT", for the name of a file.
const char *flip_wire_place(const struct flip_wire *wire);
/// Who we are to the server: its cookie, to be kept for the next time.
const char *flip_wire_cookie(const struct flip_wire *wire);
void flip_wire_set_cookie(struct flip_wire *wire, const char *cookie);

/// A program signs in with this instead of a cookie.
void flip_wire_set_token(struct flip_wire *wire, const char *token);

/// A request: GET if `body` is NULL, else POST. The answer is the caller's. The server's own errors become errors.
int flip_wire_request(struct flip_wire *wire, const char *path, const json_t *body, json_t **answer,
                      struct flip_error *error);

/// Adds `bytes` of this client to a message that seats somebody, so that the deal is nobody's choice.
void flip_wire_share(json_t *message);
/// The same for a request that makes a table: with a ticket, which comes before them. A server that knows none gets no bytes.
void flip_wire_share_new(struct flip_wire *wire, json_t *message);

/// Takes what the server pushes: called from flip_wire_listen and flip_wire_ask.
typedef void (*flip_wire_push)(void *context, json_t *message);
/// Opens the socket and says hello.
int flip_wire_connect(struct flip_wire *wire, flip_wire_push push, void *context, struct flip_error *error);
/// What is to be asked whenever the line is new: looking at a table, say. Steals the reference.
void flip_wire_always(struct flip_wire *wire, json_t *message);
/// Sends a message and waits for its answer, across a lost connection. Steals `message`; `answer` may be NULL.
int flip_wire_ask(struct flip_wire *wire, json_t *message, json_t **answer, struct flip_error *error);
/// Sends a message and does not wait: returns its number, or -1. Steals `message`. A few may be on their way at once, and each is sent
/// again over a new line until its answer is fetched or it is forgotten.
int flip_wire_send(struct flip_wire *wire, json_t *message, struct flip_error *error);
/// Fetches the answer to a message. 1: `answer` is the caller's; 0: it has not come yet; -1: an error.
int flip_wire_answer(struct flip_wire *wire, int number, json_t **answer, struct flip_error *error);
/// The same, and waits for it: never 0.
int flip_wire_await(struct flip_wire *wire, int number, json_t **answer, struct flip_error *error);
/// Nobody wants the answer any more. 0: there is nothing to forget.
void flip_wire_forget(struct flip_wire *wire, int number);
/// Watches a table, and goes on watching it over every new line. Without `printed`, views lack what is printed on sheets and cards, for those
/// who have them drawn by the server.
int flip_wire_watch(struct flip_wire *wire, const char *table, bool printed, struct flip_error *error);
/// Hears what has come, without waiting.
void flip_wire_listen(struct flip_wire *wire);
/// False while the line is down.
bool flip_wire_up(const struct flip_wire *wire);

#endif
