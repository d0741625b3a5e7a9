/* Answers to requests. */
#include "server/net/net.h"

#include "server/loop/loop.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void reply_owned(struct request *request, int status, const char *type, char *out, size_t length)
{
    assert(request->state > REQUEST_NONE && request->state <= REQUEST_ANSWERED);
    free(request->out);
    request->out = out;
    request->out_length = request->out_left = out ? length : 0;
    request->state = REQUEST_ANSWERED;
    request->status = out ? status : 503;
    request->type = type;
    request->turn = request->server->loop.turn;
}

void reply(struct request *request, int status, const char *type, const char *text, size_t length)
{
    char *out = malloc(OUT_PRE + length + 1);
    if (out)
        memcpy(out + OUT_PRE, text, length);
    reply_owned(request, status, type, out, length);
}

void reply_json(struct request *request, int status, const json_t *body)
{
    char *text = json_dumps(body, JSON_COMPACT);
    reply(request, text ? status : 503, "application/json", text ? text : "", text ? strlen(text) : 0);
    free(text);
}

int reply_and_free(struct request *request, json_t *body, struct flip_error *error)
{
    if (!body)
        return error->code ? -1 : flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory to answer.");
    reply_json(request, 200, body);
    json_decref(body);
    return 0;
}

static int status_of(int code)
{
    static const struct {
        int code;
        int status;
    } known[] = {{FLIP_ERROR_NO_TABLE, 404},     {FLIP_ERROR_NOT_FOUND, 404},      {FLIP_ERROR_STRANGER, 401},
                 {FLIP_ERROR_ORIGIN, 403},       {FLIP_ERROR_TOO_LARGE, 413},      {FLIP_ERROR_NAME_TAKEN, 409},
                 {FLIP_ERROR_LIMIT, 429},        {FLIP_ERROR_STORE, 503},          {FLIP_ERROR_NO_MEMORY, 503},
                 {FLIP_ERROR_BROKEN_TABLE, 500}, {FLIP_ERROR_WRONG_PASSWORD, 403}, {FLIP_ERROR_BANNED, 403},
                 {FLIP_ERROR_CLAIMED, 403},      {FLIP_ERROR_BLOCKED, 403},        {FLIP_ERROR_DAILY, 403},
                 {FLIP_ERROR_BAD_METHOD, 405},   {FLIP_ERROR_NO_LENGTH, 411},      {FLIP_ERROR_TOO_LONG, 414},
                 {FLIP_ERROR_BUSY, 503},         {FLIP_ERROR_CHANGED, 409},        {FLIP_ERROR_ALREADY, 409},
                 {FLIP_ERROR_PROGRAM, 403},      {FLIP_ERROR_SCOPE, 403},          {FLIP_ERROR_UNWANTED, 403},
                 {FLIP_ERROR_WRONG_CODE, 403}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i].code == code)
            return known[i].status;
    return 400;
}

void reply_error(struct request *request, const struct flip_error *error)
{
    json_t *body =
        json_pack("{s:{s:s, s:s}}", "error", "code", flip_error_word(error->code), "message", error->message);
    if (request->wait > 0)
        json_object_set_new(json_object_get(body, "error"), "wait", json_integer(request->wait));
    reply_json(request, status_of(error->code), body);
    json_decref(body);
}

int reply_written(struct request *request, const struct flip_json *json)
{
    if (flip_text_fits(&json->text))
        reply(request, 200, "application/json", request->server->loop.buffer, json->text.length);
    else
        reply(request, 503, "text/plain", "too large", 9);
    return 0;
}

int put_cookie(struct request *request, const char *name, const char *value, const char *path, int seconds,
               struct flip_error *error)
{
    free(request->cookie);
    if (asprintf(&request->cookie, "%s=%s; Path=%s; Max-Age=%d; HttpOnly; SameSite=Strict%s", name, value, path,
                 seconds, over_tls(request) ? "; Secure" : "") < 0) {
        request->cookie = NULL;
        return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory.");
    }
    return 0;
}

int take_cookie_away(struct request *request, struct flip_error *error)
{
    return put_cookie(request, "flipside", "", "/", 0, error);
}

const char *path_part(const char *rest, char *out, size_t size)
{
    const size_t length = strcspn(rest, "/");
    snprintf(out, size, "%.*s", length < size ? (int)length : 0, rest);
    return rest[length] ? rest + length + 1 : NULL;
}
