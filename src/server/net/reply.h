/* How requests are answered. An answer can be replaced until it is being sent. */
#ifndef FLIPSIDE_SERVER_NET_REPLY_H
#define FLIPSIDE_SERVER_NET_REPLY_H

#include "server/net/request.h"

#include <flipside/json.h>

/// The answer, as a copy.
void reply(struct request *request, int status, const char *type, const char *text, size_t length);
/// The same with a text that the request owns from now on; OUT_PRE bytes come before it.
void reply_owned(struct request *request, int status, const char *type, char *out, size_t length);
void reply_error(struct request *request, const struct flip_error *error);
void reply_json(struct request *request, int status, const json_t *body);
/// The same, and the body is released.
int reply_and_free(struct request *request, json_t *body, struct flip_error *error);
/// Answers with what was written into the server's buffer.
void reply_written(struct request *request, const struct flip_json *json);

/// The answer sets a cookie that scripts and other sites never see; at most one per request.
int put_cookie(struct request *request, const char *name, const char *value, const char *path, int seconds,
               struct flip_error *error);
int take_cookie_away(struct request *request, struct flip_error *error);
/// The part of a path up to the next slash, into `out`; returns what follows the slash, or NULL.
const char *path_part(const char *rest, char *out, size_t size);

#endif
