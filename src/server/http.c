/*
 * The HTTP side: the page, which is compiled in, and the JSON API (api.c). A request is read whole (bodies are small),
 * answered by one function, and sent when the loop has committed.
 */
#include "server/api.h"

#include "server/pages.h"
#include "server/replay.h"
#include "server/vault.h"

#include <stdlib.h>
#include <string.h>

enum { HEADERS = 2048 };

/* --- which answer -------------------------------------------------------------------------------------------------- */

static const struct page *page_at(const char *path)
{
    for (int i = 0; pages[i].path; i++)
        if (strcmp(pages[i].path, path) == 0)
            return &pages[i];
    return NULL;
}

/* Addresses of the page's own (/play, /t/ID, /join/KEY) all get the page; it finds its way by itself. */
static int send_page(struct request *request, struct flip_error *error)
{
    const char *last = strrchr(request->path, '/');
    const struct page *page = page_at(request->path);
    if (!page && !strchr(last ? last : "", '.'))
        page = page_at("/index.html");
    if (!page && strncmp(request->path, "/join/", 6) == 0)
        page = page_at("/index.html");
    if (page) {
        request->page = page;
        request->status = 200;
        request->type = page->type;
        reply(request, 200, page->type, (const char *)page->bytes, page->length);
        return 0;
    }
    if (!pages[0].path) {
        static const char sorry[] = "The page was not built into this program. "
                                    "./play builds it; flipside play is the "
                                    "terminal face.\n";
        reply(request, 200, "text/plain; charset=utf-8", sorry, sizeof sorry - 1);
        return 0;
    }
    return flip_fail(error, "not_found", "There is nothing at this address.");
}

static int run_get(struct request *request, struct flip_error *error)
{
    for (int i = 0; api_gets[i]; i++)
        for (const struct api_get_route *route = api_gets[i]; route->path; route++) {
            const size_t length = strlen(route->path);
            const bool prefix = route->path[length - 1] == '/';
            if (prefix ? strncmp(request->path, route->path, length) == 0 && request->path[length]
                       : strcmp(request->path, route->path) == 0)
                return route->run(request, request->path + length, error);
        }
    if (strncmp(request->path, "/api/", 5) == 0)
        return flip_fail(error, "not_found", "There is nothing at this address.");
    return send_page(request, error);
}

/* A record is the only long thing that anybody sends. */
static size_t body_limit(const struct request *request)
{
    const size_t limit = (size_t)request->hub->config.max_message;
    return strcmp(request->path, "/api/records") == 0 && limit < IMPORT_BYTES ? IMPORT_BYTES : limit;
}

/* Another site's form cannot send this content type, and its scripts cannot send our cookie. */
static int run_post(struct request *request, struct flip_error *error)
{
    char type[64] = "";
    lws_hdr_copy(request->wsi, type, sizeof type, WSI_TOKEN_HTTP_CONTENT_TYPE);
    if (request->too_large)
        return flip_fail(error, "too_large", "A request like this has at most %zu bytes.", body_limit(request));
    if (strncmp(type, "application/json", 16) != 0 || (type[16] && !strchr("; ", type[16])))
        return flip_fail(error, "bad_message", "The body must be JSON, with the content type application/json.");
    if (!origin_right(request->hub, request->wsi))
        return flip_fail(error, "origin", "This request comes from another site.");
    json_t *body = json_loadb(request->body ? request->body : "", request->body_length, JSON_REJECT_DUPLICATES, NULL);
    if (!json_is_object(body)) {
        json_decref(body);
        return flip_fail(error, "bad_message", "The body must be one JSON object.");
    }
    int result = flip_fail(error, "not_found", "There is nothing at this address.");
    for (int i = 0; api_posts[i]; i++)
        for (const struct api_post_route *route = api_posts[i]; route->path; route++)
            if (strcmp(request->path, route->path) == 0)
                result = route->run(request, body, error);
    json_decref(body);
    return result;
}

/* The files of the page do not count: one look at it asks for many, and they cost nothing. */
static int check_rate(struct request *request, struct flip_error *error)
{
    struct hub *hub = request->hub;
    char address[ADDRESS_SIZE];
    if (!request->post && strncmp(request->path, "/api/", 5) != 0)
        return 0;
    address_asking(hub, request->wsi, address);
    struct visitor *visitor = visitor_of(&hub->visitors, address);
    if (visitor && bucket_take(&visitor->requests, hub->config.max_requests * 4, hub->config.max_requests))
        return 0;
    hub->metrics.refused++;
    return flip_fail(error, "limit", "Too many requests from your address: at most %d a second.",
                     hub->config.max_requests);
}

void request_run(struct request *request)
{
    struct flip_error error = {0};
    if (trouble_holds_request(request))
        return;
    request->hub->metrics.requests++;
    if (check_rate(request, &error) < 0 || (request->post ? run_post(request, &error) : run_get(request, &error)) < 0) {
        reply_error(request, &error);
        hub_note_error(request->hub, &error);
    }
}

/* --- sending ------------------------------------------------------------------------------------------------------- */

static const struct {
    const char *name, *value;
} common_headers[] = {
    {"x-content-type-options:", "nosniff"},
    {"referrer-policy:", "same-origin"},
    {"x-frame-options:", "DENY"},
    {"content-security-policy:", "default-src 'none'; script-src 'self'; "
                                 "style-src 'self'; img-src 'self' data:; "
                                 "connect-src 'self'; font-src 'self'; "
                                 "manifest-src 'self'; base-uri 'none'; "
                                 "form-action 'none'; frame-ancestors 'none'"},
};

static int add_header(struct lws *wsi, const char *name, const char *value, unsigned char **at, unsigned char *end)
{
    return lws_add_http_header_by_name(wsi, (const unsigned char *)name, (const unsigned char *)value,
                                       (int)strlen(value), at, end);
}

static int send_headers(struct request *request)
{
    struct lws *wsi = request->wsi;
    unsigned char buffer[LWS_PRE + HEADERS], *start = buffer + LWS_PRE, *at = start, *end = buffer + sizeof buffer - 1;
    if (lws_add_http_common_headers(wsi, (unsigned)request->status, request->type, request->out_length, &at, end))
        return -1;
    for (size_t i = 0; i < sizeof common_headers / sizeof *common_headers; i++)
        if (add_header(wsi, common_headers[i].name, common_headers[i].value, &at, end))
            return -1;
    const bool named_by_content = request->page && strncmp(request->path, "/assets/", 8) == 0;
    if (add_header(wsi, "cache-control:", named_by_content ? "public, max-age=31536000, immutable" : "no-cache", &at,
                   end))
        return -1;
    if (request->page && request->page->zipped && add_header(wsi, "content-encoding:", "gzip", &at, end))
        return -1;
    if (request->cookie && add_header(wsi, "set-cookie:", request->cookie, &at, end))
        return -1;
    if (request->file && add_header(wsi, "content-disposition:", request->file, &at, end))
        return -1;
    if (lws_finalize_write_http_header(wsi, start, &at, end))
        return -1;
    lws_callback_on_writable(wsi);
    return 0;
}

/* A part at a time; -1: done, or the connection is gone. */
static int send_body(struct request *request)
{
    enum { PART = 16384 };
    const size_t left = request->out_length - request->out_sent;
    const size_t part = left < PART ? left : PART;
    const bool last = part == left;
    if (lws_write(request->wsi, (unsigned char *)request->out + LWS_PRE + request->out_sent, part,
                  last ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP) < (int)part)
        return -1;
    request->out_sent += part;
    if (!last) {
        lws_callback_on_writable(request->wsi);
        return 0;
    }
    return lws_http_transaction_completed(request->wsi) ? -1 : 0;
}

static void forget(struct request *request)
{
    if (request->hub) {
        vault_forget(request);
        trouble_forget_request(request);
    }
    free(request->body);
    free(request->out);
    free(request->cookie);
    memset(request, 0, sizeof *request);
}

static int begin(struct request *request, struct hub *hub, struct lws *wsi, const char *path, size_t length)
{
    forget(request);
    request->hub = hub;
    request->wsi = wsi;
    request->came = (int64_t)lws_now_usecs();
    request->post = lws_hdr_total_length(wsi, WSI_TOKEN_POST_URI) > 0;
    if (length >= sizeof request->path || (!request->post && lws_hdr_total_length(wsi, WSI_TOKEN_GET_URI) == 0)) {
        lws_return_http_status(wsi, length >= sizeof request->path ? 414 : 405, NULL);
        return -1;
    }
    memcpy(request->path, path, length);
    request->path[length] = '\0';
    if (request->post)
        return 0; /* the body comes first */
    request_run(request);
    lws_callback_on_writable(wsi);
    return 0;
}

static int gather(struct request *request, const char *bytes, size_t length)
{
    enum { PATIENCE = 1 << 20 }; /* somebody who goes on is not told but cut off */
    if (request->too_large || request->body_length + length > body_limit(request)) {
        request->too_large = true;
        request->body_length += length;
        return request->body_length > PATIENCE ? -1 : 0;
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

static int write_answer(struct request *request)
{
    struct hub *hub = request->hub;
    if (!hub_may_tell(hub, request->turn)) { /* as with the socket: nothing is told before it is durable */
        if (hub->trouble.on)
            lws_set_timeout(request->wsi, NO_PENDING_TIMEOUT, 0); /* trouble.c asks again when it is over */
        else
            lws_callback_on_writable(request->wsi);
        return 0;
    }
    if (request->headers_sent)
        return send_body(request);
    if (turn_lost(hub, request->turn)) { /* it could not be made durable, and is not done */
        struct flip_error error;
        flip_fail(&error, "store", "The server could not save that. Please try again.");
        free(request->cookie);
        request->cookie = NULL;
        reply_error(request, &error);
    }
    request->headers_sent = true;
    durations_add(&hub->metrics.request, request->came);
    return send_headers(request);
}

static int on_http(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length)
{
    struct hub *hub = lws_context_user(lws_get_context(wsi));
    struct request *request = user;
    switch (reason) {
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION:
        return -1; /* a socket that does not speak our protocol */
    case LWS_CALLBACK_HTTP:
        return begin(request, hub, wsi, in, length);
    case LWS_CALLBACK_HTTP_BODY:
        return gather(request, in, length);
    case LWS_CALLBACK_HTTP_BODY_COMPLETION:
        request_run(request);
        lws_callback_on_writable(wsi);
        return 0;
    case LWS_CALLBACK_HTTP_WRITEABLE:
        return request && request->wsi && request->status ? write_answer(request) : 0;
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
