/*
 * The HTTP side of the server, as libwebsockets wants it. A request is read whole (bodies are small), answered once by
 * the handler of net.h, and the answer is sent when the loop has committed.
 *
 * A connection carries one request, or one WebSocket. libwebsockets (4.1) reads a second request that came together with
 * the first from a buffer of its own, and if that request has a body, it reads the headers again as the body and never
 * comes back: one packet would stop the server. What follows the first request is therefore not looked at.
 */
#include "server/net/http.h"

#include "server/loop/loop.h"
#include "server/net/connections.h"
#include "server/net/headers.h"
#include "server/net/held.h"
#include "server/net/limits.h"
#include "server/net/masks.h"
#include "server/net/net.h"
#include "server/net/pacing.h"
#include "server/net/pages.h"
#include "server/net/reply.h"
#include "server/net/request.h"
#include "server/net/share.h"
#include "server/net/visiting.h"
#include "server/net/websocket.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { HEADERS = 2048, RETRY_SECONDS = 10, PATIENCE = 1 << 20 };

/* --- sending ------------------------------------------------------------------------------------------------------- */

_Static_assert((int)OUT_PRE >= (int)LWS_PRE, "libwebsockets writes before a text");

static const struct {
    const char *name, *value;
} common_headers[] = {
    {"x-content-type-options:", "nosniff"},
    {"referrer-policy:", "same-origin"},
    {"x-frame-options:", "DENY"},
    {"content-security-policy:", "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; "
                                 "style-src 'self'; img-src 'self' data:; "
                                 "connect-src 'self'; font-src 'self'; "
                                 "manifest-src 'self'; base-uri 'none'; "
                                 "form-action 'none'; frame-ancestors 'none'"},
};

/* A header is one line, whatever is put into it; NULL: there is none. */
static int add_header(struct lws *wsi, const char *name, const char *value, unsigned char **at, unsigned char *end)
{
    if (!value)
        return 0;
    for (const char *c = value; *c; c++)
        if (iscntrl((unsigned char)*c))
            return -1;
    return lws_add_http_header_by_name(wsi, (const unsigned char *)name, (const unsigned char *)value,
                                       (int)strlen(value), at, end);
}

/* An answer may depend on who asks, and a browser that goes back shows what it has kept: it keeps none. The page's own files are the
   same for everybody; those under assets have their content in their names. */
static const char *how_long_kept(const struct request *request)
{
    if (!request->page)
        return "no-store";
    return strncmp(request->path, "/assets/", 8) == 0 ? "public, max-age=31536000, immutable" : "no-cache";
}

static int add_own_headers(const struct request *request, unsigned char **at, unsigned char *end)
{
    struct lws *wsi = request->wsi;
    char wait[16];
    snprintf(wait, sizeof wait, "%d", request->wait);
    for (size_t i = 0; i < sizeof common_headers / sizeof *common_headers; i++)
        if (add_header(wsi, common_headers[i].name, common_headers[i].value, at, end))
            return -1;
    return add_header(wsi, "cache-control:", how_long_kept(request), at, end) ||
                   add_header(wsi, "strict-transport-security:", over_tls(request) ? "max-age=31536000" : NULL, at,
                              end) ||
                   add_header(wsi, "content-encoding:", request->page && request->page->zipped ? "gzip" : NULL, at,
                              end) ||
                   add_header(wsi, "set-cookie:", request->cookie, at, end) ||
                   add_header(wsi, "content-disposition:", request->file, at, end) ||
                   add_header(wsi, "retry-after:", request->wait > 0 ? wait : NULL, at, end) ||
                   add_header(wsi, "connection:", "close", at, end)
               ? -1
               : 0;
}

static int send_headers(struct request *request)
{
    struct lws *wsi = request->wsi;
    unsigned char buffer[LWS_PRE + HEADERS], *start = buffer + LWS_PRE, *at = start, *end = buffer + sizeof buffer - 1;
    assert(request->state == REQUEST_ANSWERED);
    request->state = REQUEST_SENDING;
    if (request->head)
        request->out_left = 0;
    if (lws_add_http_common_headers(wsi, (unsigned)request->status, request->type, request->out_length, &at, end) ||
        add_own_headers(request, &at, end) < 0 || lws_finalize_write_http_header(wsi, start, &at, end))
        return -1;
    lws_callback_on_writable(wsi);
    return 0;
}

/* A part at a time. libwebsockets says that there is room for more when the last one has left. */
static int send_body(struct request *request)
{
    enum { PART = 16384 };
    const size_t part = request->out_left < PART ? request->out_left : PART;
    const bool last = part == request->out_left;
    unsigned char *from = (unsigned char *)request->out + LWS_PRE + (request->out_length - request->out_left);
    assert(request->state == REQUEST_SENDING && request->out_left <= request->out_length);
    if (part > 0 && lws_write(request->wsi, from, part, last ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP) < (int)part)
        return -1;
    request->out_left -= part;
    if (last)
        request->state = REQUEST_SENT;
    lws_callback_on_writable(request->wsi);
    return 0;
}

/* -1: the connection ends. */
static int write_answer(struct request *request)
{
    struct server *server = request->server;
    if (!server_may_tell(server, request->turn)) { /* as with the socket: nothing is told before it is durable */
        if (server->outage.on) {                  /* held.c asks again when it is over */
            connection_pause(request->wsi);
            request->paused = true;
        } else {
            lws_callback_on_writable(request->wsi);
        }
        return 0;
    }
    if (request->state == REQUEST_SENT)
        return -1;
    if (request->state == REQUEST_SENDING)
        return send_body(request);
    if (turn_lost(server, request->turn)) { /* it could not be made durable, and is not done */
        struct flip_error error;
        flip_fail(&error, FLIP_ERROR_STORE, "The server could not save that. Please try again.");
        free(request->cookie);
        request->cookie = NULL;
        request->page = NULL;
        request->file = NULL;
        reply_error(request, &error);
    }
    if (request->paused)
        connection_deadline(request->wsi, ANSWER_SECONDS);
    durations_add(&server->metrics.request, request->came);
    return send_headers(request);
}

/* --- reading ------------------------------------------------------------------------------------------------------- */

static void forget(struct request *request)
{
    if (request->server) {
        request_done(request);
        held_forget_request(request);
        pace_forget_request(request);
    }
    if (request->visitor)
        request->visitor->open--;
    free(request->body);
    free(request->no);
    free(request->out);
    free(request->cookie);
    memset(request, 0, sizeof *request);
}

/* The length of the body. Two opinions about where it ends would let one request hide in another. */
static int read_length(struct lws *wsi, bool post, unsigned long *length, struct flip_error *error)
{
    char text[16] = "";
    *length = 0;
    if (lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_TRANSFER_ENCODING) > 0)
        return lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH) > 0
                   ? flip_fail(error, FLIP_ERROR_BAD_MESSAGE,
                               "Content-Length and Transfer-Encoding do not go together.")
                   : flip_fail(error, FLIP_ERROR_NO_LENGTH, "A body needs a Content-Length.");
    if (lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH) <= 0)
        return post ? flip_fail(error, FLIP_ERROR_NO_LENGTH, "A body needs a Content-Length.") : 0;
    if (lws_hdr_copy(wsi, text, sizeof text, WSI_TOKEN_HTTP_CONTENT_LENGTH) <= 0 ||
        text[strspn(text, "0123456789")] != '\0')
        return flip_fail(error, FLIP_ERROR_BAD_MESSAGE, "Content-Length is one number.");
    *length = strtoul(text, NULL, 10);
    return 0;
}

static int read_head(struct request *request, const char *path, size_t size, unsigned long *length,
                     struct flip_error *error)
{
    struct lws *wsi = request->wsi;
    request->post = lws_hdr_total_length(wsi, WSI_TOKEN_POST_URI) > 0;
    request->head = lws_hdr_total_length(wsi, WSI_TOKEN_HEAD_URI) > 0;
    if (!request->post && !request->head && lws_hdr_total_length(wsi, WSI_TOKEN_GET_URI) <= 0)
        return flip_fail(error, FLIP_ERROR_BAD_METHOD, "This server answers GET, HEAD and POST.");
    if (size >= sizeof request->path)
        return flip_fail(error, FLIP_ERROR_TOO_LONG, "An address here has fewer than %zu characters.",
                         sizeof request->path);
    if (memchr(path, '\0', size))
        return flip_fail(error, FLIP_ERROR_BAD_MESSAGE, "The address is not valid text.");
    memcpy(request->path, path, size);
    request->path[size] = '\0';
    return read_length(wsi, request->post, length, error);
}

/* Can everything in it be read, is there an address like this, and is it ours? */
static int check_address(const struct request *request, struct flip_error *error)
{
    const int fd = lws_get_socket_fd(request->wsi);
    if (!masks_head_plain(fd))
        return flip_fail(error, FLIP_ERROR_BAD_MESSAGE, "A header has a name that cannot be read.");
    if (!masks_address_plain(fd))
        return flip_fail(error, FLIP_ERROR_NOT_FOUND, "There is nothing at this address.");
    if (connection_is_private(request->wsi) || host_right(request->server, request->wsi))
        return 0;
    return flip_fail(
        error, FLIP_ERROR_ORIGIN,
        "This server does not know that it has this name. An administrator can tell it with --origin, such "
        "as --origin http://flip.example.org:7777.");
}

/* Behind a proxy requests are counted where connections cannot be. */
static int count(struct request *request, struct flip_error *error)
{
    const struct config *config = &request->server->config;
    if (connection_is_surplus(request->wsi)) {
        request->wait = RETRY_SECONDS;
        return flip_fail(error, FLIP_ERROR_BUSY, "Too many connections: try again in a while.");
    }
    struct visitor *visitor = config->trust_forwarded ? visitor_asking(request) : NULL;
    if (!visitor)
        return 0;
    if (visitor->open >= config->max_open) {
        request->wait = RETRY_SECONDS;
        return flip_fail(error, FLIP_ERROR_BUSY, "Too many requests at once from your address: at most %d.",
                         config->max_open);
    }
    visitor->open++;
    request->visitor = visitor;
    return 0;
}

/* Now, or when it is its turn. */
static void arrived(struct request *request)
{
    if (request->no)
        request_refuse(request, request->no);
    else if (!pace_request(request))
        request_arrived(request);
}

/* A client that is still sending would not hear the answer, so it is given when the body has passed by; nothing of that is kept. */
static void refuse(struct request *request, unsigned long length, const struct flip_error *error)
{
    request->server->metrics.requests++;
    if (length == 0 || length > PATIENCE || !(request->no = malloc(sizeof *request->no))) {
        request_refuse(request, error);
        return;
    }
    *request->no = *error;
    connection_deadline(request->wsi, request->server->config.body_seconds);
}

static int begin(struct request *request, struct server *server, struct lws *wsi, const char *path, size_t size)
{
    struct flip_error error;
    unsigned long length;
    if (!lws_get_opaque_user_data(wsi))
        return -1;
    forget(request);
    request->server = server;
    request->wsi = wsi;
    request->came = (int64_t)lws_now_usecs();
    request->state = REQUEST_READING;
    if (read_head(request, path, size, &length, &error) < 0 || check_address(request, &error) < 0 ||
        count(request, &error) < 0) {
        server->metrics.refused++;
        request_refuse(request, &error);
    } else if (server->net->http->admit(request, length, &error) < 0) {
        refuse(request, length, &error);
    } else if (length == 0) {
        arrived(request);
    } else {
        connection_deadline(wsi, server->config.body_seconds);
    }
    return 0;
}

/* Only a POST needs what is in its body. */
static int gather(struct request *request, const char *bytes, size_t length)
{
    if (request->state != REQUEST_READING)
        return 0;
    if (!request->post || request->no || request->too_large ||
        request->body_length + length > request->server->net->http->body_limit(request)) {
        request->too_large = true;
        request->body_length += length;
        return request->body_length > PATIENCE ? -1 : 0; /* somebody who goes on is not told but cut off */
    }
    char *larger = realloc(request->body, request->body_length + length + 1);
    if (!larger)
        return -1;
    if (length > 0)
        memcpy(larger + request->body_length, bytes, length);
    request->body = larger;
    request->body_length += length;
    return 0;
}

/* --- upgrades ------------------------------------------------------------------------------------------------------ */

/* Says no while it still is HTTP, and hangs up. */
static int refuse_upgrade(struct lws *wsi, int status)
{
    unsigned char buffer[LWS_PRE + 512], *start = buffer + LWS_PRE, *at = start, *end = buffer + sizeof buffer - 1;
    if (lws_add_http_common_headers(wsi, (unsigned)status, "text/plain", 0, &at, end) == 0 &&
        add_header(wsi, "retry-after:", status == 503 || status == 429 ? "10" : NULL, &at, end) == 0 &&
        add_header(wsi, "connection:", "close", &at, end) == 0)
        (void)!lws_finalize_write_http_header(wsi, start, &at, end);
    return -1;
}

/* To a WebSocket, and to nothing else: HTTP/2 would go on past a proxy that only looked at the first request. */
static int confirm_upgrade(struct server *server, struct lws *wsi)
{
    char wanted[16];
    if (lws_hdr_copy(wsi, wanted, sizeof wanted, WSI_TOKEN_UPGRADE) <= 0 || strcasecmp(wanted, "websocket") != 0 ||
        connection_is_private(wsi))
        return refuse_upgrade(wsi, 400);
    const int refusal = connection_is_surplus(wsi) ? 503 : websocket_refusal(server, wsi);
    if (refusal)
        return refuse_upgrade(wsi, refusal);
    connection_may_upgrade(wsi);
    return 0;
}

/* --- the protocol, as libwebsockets wants it ----------------------------------------------------------------------- */

static bool admit(struct server *server, struct lws *listener, int fd)
{
    return connection_is_private(listener) ? connection_admit_private(server) : connection_admit(server, fd);
}

static int on_http(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length)
{
    struct server *server = lws_context_user(lws_get_context(wsi));
    struct request *request = user;
    switch (reason) {
    case LWS_CALLBACK_FILTER_NETWORK_CONNECTION:
        return admit(server, wsi, (int)(intptr_t)in) ? 0 : -1;
    case LWS_CALLBACK_SERVER_NEW_CLIENT_INSTANTIATED:
        connection_opened(server, wsi);
        return 0;
    case LWS_CALLBACK_WSI_DESTROY:
        connection_closed(server, wsi);
        return 0;
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE:
        return confirm_upgrade(server, wsi);
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION:
    case LWS_CALLBACK_RAW_ADOPT:
        return -1; /* a socket that does not speak our protocol, or no protocol at all: CONNECT */
    case LWS_CALLBACK_HTTP:
        return begin(request, server, wsi, in, length);
    case LWS_CALLBACK_HTTP_BODY:
        return gather(request, in, length);
    case LWS_CALLBACK_HTTP_BODY_COMPLETION:
        if (request->state == REQUEST_READING) /* a request without a body has arrived before */
            arrived(request);
        return 0;
    case LWS_CALLBACK_HTTP_WRITEABLE:
        return request && request->state >= REQUEST_ANSWERED ? write_answer(request) : 0;
    case LWS_CALLBACK_CLOSED_HTTP:
    case LWS_CALLBACK_HTTP_DROP_PROTOCOL:
        if (request)
            forget(request);
        return 0;
    default:
        return lws_callback_http_dummy(wsi, reason, user, in, length);
    }
}

const struct lws_protocols http_protocol = {"http", on_http, sizeof(struct request), 0, 0, NULL, 0};
