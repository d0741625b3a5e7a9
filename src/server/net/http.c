/*
 * HTTP/1.1. A request is read whole (bodies are small), answered once by the handler of net.h, and the answer is sent when the loop has
 * committed. A connection carries one request, or one WebSocket: what follows the first request is not looked at.
 *
 * libwebsockets has the sockets and TLS, and shows what comes over them as it came. Its own HTTP and WebSockets (4.1) are not used: they take
 * frames without a mask, hide lines of a head that they do not know, and keep a compressor for each connection.
 */

#include "server/loop/loop.h"
#include "server/net/connection.h"

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
    {"x-content-type-options", "nosniff"},
    {"referrer-policy", "same-origin"},
    {"x-frame-options", "DENY"},
    {"content-security-policy", "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; "
                                "style-src 'self'; img-src 'self' data:; "
                                "connect-src 'self'; font-src 'self'; "
                                "manifest-src 'self'; base-uri 'none'; "
                                "form-action 'none'; frame-ancestors 'none'"},
};

static const char *status_words(int status)
{
    static const struct {
        int status;
        const char *words;
    } known[] = {{200, "OK"},
                 {400, "Bad Request"},
                 {401, "Unauthorized"},
                 {403, "Forbidden"},
                 {404, "Not Found"},
                 {405, "Method Not Allowed"},
                 {409, "Conflict"},
                 {411, "Length Required"},
                 {413, "Content Too Large"},
                 {414, "URI Too Long"},
                 {429, "Too Many Requests"},
                 {500, "Internal Server Error"},
                 {503, "Service Unavailable"}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i].status == status)
            return known[i].words;
    return "Other";
}

/* A header is one line, whatever is put into it; NULL: there is none. */
static bool add_header(struct flip_text *out, const char *name, const char *value)
{
    if (!value)
        return true;
    for (const char *c = value; *c; c++)
        if (iscntrl((unsigned char)*c))
            return false;
    flip_text_add(out, "%s: %s\r\n", name, value);
    return true;
}

static bool begin_headers(struct flip_text *out, int status, const char *type, size_t length)
{
    flip_text_add(out, "HTTP/1.1 %d %s\r\nserver: flipside\r\n", status, status_words(status));
    if (!add_header(out, "content-type", type))
        return false;
    flip_text_add(out, "content-length: %zu\r\nconnection: close\r\n", length);
    return true;
}

/* Sends the head of an answer; -1: it does not fit, or the connection is gone. */
static int write_headers(struct lws *wsi, char *buffer, struct flip_text *out)
{
    flip_text_add(out, "\r\n");
    return flip_text_fits(out) && lws_write(wsi, (unsigned char *)buffer + LWS_PRE, out->length, LWS_WRITE_RAW) >= 0
               ? 0
               : -1;
}

/* An answer may depend on who asks, and a browser going back would show its cached copy: so nothing is cached. The
   page's own files are the same for everybody; those under assets have a hash of their content in their names. */
static const char *how_long_kept(const struct request *request)
{
    const bool lasting = request->page ? strncmp(request->path, "/assets/", 8) == 0 : request->lasting;
    return lasting ? "public, max-age=31536000, immutable" : request->page ? "no-cache" : "no-store";
}

static bool add_own_headers(const struct request *request, struct flip_text *out)
{
    char wait[16];
    snprintf(wait, sizeof wait, "%d", request->wait);
    for (size_t i = 0; i < sizeof common_headers / sizeof *common_headers; i++)
        if (!add_header(out, common_headers[i].name, common_headers[i].value))
            return false;
    return add_header(out, "cache-control", how_long_kept(request)) &&
           add_header(out, "strict-transport-security", over_tls(request) ? "max-age=31536000" : NULL) &&
           add_header(out, "content-encoding", request->page && request->page->zipped ? "gzip" : NULL) &&
           add_header(out, "set-cookie", request->cookie) && add_header(out, "content-disposition", request->file) &&
           add_header(out, "retry-after", request->wait > 0 ? wait : NULL);
}

static int send_headers(struct request *request)
{
    char buffer[LWS_PRE + HEADERS];
    struct flip_text out = flip_text_in(buffer + LWS_PRE, HEADERS);
    assert(request->state == REQUEST_ANSWERED);
    request->state = REQUEST_SENDING;
    if (request->head)
        request->out_left = 0;
    if (!begin_headers(&out, request->status, request->type, request->out_length) || !add_own_headers(request, &out) ||
        write_headers(request->wsi, buffer, &out) < 0)
        return -1;
    lws_callback_on_writable(request->wsi);
    return 0;
}

/* A part at a time. libwebsockets says that there is room for more when the last one has left. */
static int send_body(struct request *request)
{
    enum { PART = 16384 };
    const size_t part = request->out_left < PART ? request->out_left : PART;
    unsigned char *from = (unsigned char *)request->out + LWS_PRE + (request->out_length - request->out_left);
    assert(request->state == REQUEST_SENDING && request->out_left <= request->out_length);
    if (part > 0 && lws_write(request->wsi, from, part, LWS_WRITE_RAW) < (int)part)
        return -1;
    request->out_left -= part;
    if (request->out_left == 0)
        request->state = REQUEST_SENT;
    lws_callback_on_writable(request->wsi);
    return 0;
}

/* -1: the connection ends. */
static int write_answer(struct request *request)
{
    struct server *server = request->server;
    if (!turn_is_durable(&server->loop, request->turn)) { /* as with the socket: nothing is told before it is durable */
        if (server->loop.outage.on) {                     /* pending.c asks again when it is over */
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
    if (turn_undone(&server->loop, request->turn)) { /* it could not be made durable, and is not done */
        struct flip_error error;
        flip_fail(&error, FLIP_ERROR_STORE, "The server could not save that. Please try again.");
        free(request->cookie);
        request->cookie = NULL;
        request->page = NULL;
        request->file = NULL;
        request->lasting = false;
        reply_error(request, &error);
    }
    if (request->paused)
        connection_deadline(request->wsi, ANSWER_SECONDS);
    histogram_add(&server->loop.metrics.request, request->came);
    return send_headers(request);
}

/* --- reading ------------------------------------------------------------------------------------------------------- */

/* Forgets a request that nobody waits for any more, or none (NULL). */
static void free_request(struct request *request)
{
    if (!request)
        return;
    request_done(request);
    pending_forget_request(request);
    throttle_forget_request(request);
    if (request->visitor)
        request->visitor->open--;
    free(request->body);
    free(request->no);
    free(request->out);
    free(request->cookie);
    free(request);
}

/* The length of the body. Two opinions about where it ends would let one request hide in another. */
static int read_length(struct lws *wsi, bool post, unsigned long *length, struct flip_error *error)
{
    char text[16] = "";
    *length = 0;
    if (header_shown(wsi, "transfer-encoding"))
        return header_shown(wsi, "content-length")
                   ? flip_fail(error, FLIP_ERROR_BAD_MESSAGE,
                               "Content-Length and Transfer-Encoding do not go together.")
                   : flip_fail(error, FLIP_ERROR_NO_LENGTH, "A body needs a Content-Length.");
    if (!header_shown(wsi, "content-length"))
        return post ? flip_fail(error, FLIP_ERROR_NO_LENGTH, "A body needs a Content-Length.") : 0;
    if (header_of(wsi, "content-length", text, sizeof text) <= 0 || text[strspn(text, "0123456789")] != '\0')
        return flip_fail(error, FLIP_ERROR_BAD_MESSAGE, "Content-Length is one number.");
    *length = strtoul(text, NULL, 10);
    return 0;
}

static int read_head(struct request *request, const struct head *head, unsigned long *length, struct flip_error *error)
{
    if (!head->plain)
        return flip_fail(error, FLIP_ERROR_BAD_MESSAGE, "The request's first line or a header of it cannot be read.");
    request->post = strcmp(head->method, "POST") == 0;
    request->head = strcmp(head->method, "HEAD") == 0;
    if (!request->post && !request->head && strcmp(head->method, "GET") != 0)
        return flip_fail(error, FLIP_ERROR_BAD_METHOD, "This server answers GET, HEAD and POST.");
    if (head->path_length >= sizeof request->path)
        return flip_fail(error, FLIP_ERROR_TOO_LONG, "An address here has fewer than %zu characters.",
                         sizeof request->path);
    memcpy(request->path, head->path, head->path_length);
    return read_length(request->wsi, request->post, length, error);
}

/* Is there an address like this, and is it ours? */
static int check_address(const struct request *request, const struct head *head, struct flip_error *error)
{
    if (!head->address)
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
    const struct config *config = &request->server->loop.config;
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
    else if (!throttle_request(request))
        request_arrived(request);
}

/* A client that is still sending would not read the answer, so it is sent once the body has passed by; nothing of
   that is kept. */
static void refuse(struct request *request, unsigned long length, const struct flip_error *error)
{
    request->server->loop.metrics.requests++;
    if (length == 0 || length > PATIENCE || !(request->no = malloc(sizeof *request->no))) {
        request_refuse(request, error);
        return;
    }
    *request->no = *error;
    connection_deadline(request->wsi, request->server->loop.config.body_seconds);
}

/* The head has come; -1: the connection ends. */
static int begin(struct connection *connection)
{
    struct server *server = connection->server;
    struct request *request = connection->request = calloc(1, sizeof *request);
    struct flip_error error;
    unsigned long length;
    if (!request)
        return -1;
    request->server = server;
    request->wsi = connection->wsi;
    request->came = now_us();
    request->state = REQUEST_READING;
    if (read_head(request, &connection->head, &length, &error) < 0 ||
        check_address(request, &connection->head, &error) < 0 || count(request, &error) < 0) {
        server->loop.metrics.refused++;
        request_refuse(request, &error);
        return 0;
    }
    request->body_left = length;
    if (server->net->http->admit(request, length, &error) < 0)
        refuse(request, length, &error);
    else if (length == 0)
        arrived(request);
    else
        connection_deadline(request->wsi, server->loop.config.body_seconds);
    return 0;
}

/* Only the body of a POST is kept. */
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

/* Anything after the body is ignored. */
static int receive_body(struct request *request, const char *bytes, size_t length)
{
    const size_t part = length < request->body_left ? length : request->body_left;
    if (part == 0 || request->state != REQUEST_READING)
        return 0;
    request->body_left -= part;
    if (gather(request, bytes, part) < 0)
        return -1;
    if (request->body_left == 0)
        arrived(request);
    return 0;
}

/* --- upgrades ------------------------------------------------------------------------------------------------------ */

/* Refuses while it is still HTTP, and closes. */
static int refuse_upgrade(struct lws *wsi, int status)
{
    char buffer[LWS_PRE + HEADERS];
    struct flip_text out = flip_text_in(buffer + LWS_PRE, HEADERS);
    if (begin_headers(&out, status, "text/plain", 0) &&
        add_header(&out, "retry-after", status == 503 || status == 429 ? "10" : NULL))
        (void)!write_headers(wsi, buffer, &out);
    return -1;
}

/* To a WebSocket, and to nothing else: HTTP/2 would go on past a proxy that only looked at the first request. */
static int upgrade(struct connection *connection)
{
    char wanted[16];
    struct lws *wsi = connection->wsi;
    if (!connection->head.plain || head_header(&connection->head, "upgrade", wanted, sizeof wanted) <= 0 ||
        strcasecmp(wanted, "websocket") != 0 || connection->private)
        return refuse_upgrade(wsi, 400);
    const int refusal = connection->surplus ? 503 : websocket_refusal(connection->server, wsi);
    return refusal ? refuse_upgrade(wsi, refusal) : websocket_open(connection);
}

/* --- connections, as libwebsockets shows them ---------------------------------------------------------------------------- */

static bool admit(struct server *server, struct lws *listener, int fd)
{
    return connection_is_private(listener) ? connection_admit_private(server) : connection_admit(server, fd);
}

static int received(struct connection *connection, char *bytes, size_t length)
{
    if (!connection)
        return -1;
    if (connection->socket)
        return websocket_received(connection->server, connection->socket, bytes, length);
    if (!connection->head.whole) {
        const long used = head_add(&connection->head, bytes, length);
        if (used < 0)
            return -1;
        bytes += used;
        length -= (size_t)used;
        if (!connection->head.whole)
            return 0;
        if (head_has(&connection->head, "upgrade"))
            return upgrade(connection) < 0 ? -1
                                           : websocket_received(connection->server, connection->socket, bytes, length);
        if (begin(connection) < 0)
            return -1;
    }
    return receive_body(connection->request, bytes, length);
}

static int writable(struct connection *connection)
{
    if (!connection)
        return -1;
    if (connection->socket)
        return websocket_writable(connection->server, connection->socket);
    return connection->request && connection->request->state >= REQUEST_ANSWERED ? write_answer(connection->request)
                                                                                 : 0;
}

static void closed(struct server *server, struct connection *connection)
{
    if (!connection)
        return;
    if (connection->socket)
        websocket_closed(server, connection->socket);
    free_request(connection->request);
    connection->socket = NULL;
    connection->request = NULL;
    connection_closed(server, connection->wsi);
}

/* libwebsockets has the sockets, TLS and what could not be sent yet; what is said over them is read here and in websocket.c. */
static int on_stream(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length)
{
    struct server *server = lws_context_user(lws_get_context(wsi));
    struct connection *connection = lws_get_opaque_user_data(wsi);
    (void)user;
    switch (reason) {
    case LWS_CALLBACK_FILTER_NETWORK_CONNECTION:
        return admit(server, wsi, (int)(intptr_t)in) ? 0 : -1;
    case LWS_CALLBACK_RAW_ADOPT:
        connection_opened(server, wsi);
        return 0;
    case LWS_CALLBACK_RAW_RX:
        return received(connection, in, length);
    case LWS_CALLBACK_RAW_WRITEABLE:
        return writable(connection);
    case LWS_CALLBACK_RAW_CLOSE:
    case LWS_CALLBACK_WSI_DESTROY:
        closed(server, connection);
        return 0;
    default:
        return 0;
    }
}

const struct lws_protocols stream_protocol = {"stream", on_stream, 0, 0, 0, NULL, 0};
