/*
 * The throttle of an address. One loop does everything, so whoever keeps it busy keeps everybody waiting. An address may use a tenth of
 * the loop and a few milliseconds at once; after that its messages and requests wait, and nobody else's do. Connections of one address
 * take turns.
 *
 * Work that was too much over the last seconds, the workers' included, is refused elsewhere: rate_limits.c.
 */
#include "server/net/parts.h"

#include <stdlib.h>
#include <string.h>

enum { WEBSOCKET_MESSAGES = 32, REQUESTS = 128, REQUEST_US = 15000000, RETRY_SECONDS = 10 };

/// A message that waits.
struct throttled_message {
    struct throttled_message *next;
    int64_t came;
    size_t length;
    char text[];
};

/* Milliseconds of the loop per second: a tenth of it, or what --max-requests amounts to if that is more. */
static double rate(const struct server *server)
{
    const double wanted = 2.0 * server->loop.config.max_requests;
    return wanted > 100 ? wanted : 100;
}

static double budget(const struct server *server, struct visitor *visitor)
{
    return bucket_fill(&visitor->throttle.loop, rate(server) / 5, rate(server));
}

/* --- waiting ------------------------------------------------------------------------------------------------------------- */

static bool has_waiting(const struct visitor *visitor) { return visitor->throttle.links || visitor->throttle.requests; }

/* The loop returns to the address when its budget allows something again. */
static void schedule(struct server *server, struct visitor *visitor)
{
    const double left = budget(server, visitor);
    if (!visitor->throttle.listed) {
        visitor->throttle.listed = true;
        visitor->throttle.next = server->net->throttled;
        server->net->throttled = visitor;
    }
    loop_wake(&server->loop, WAKE_SOON, left > 0 ? 1 : (int)(-left * 1000 / rate(server)) + 1);
}

static bool may_go(struct server *server, const struct websocket *link)
{
    return !link->throttled && budget(server, link->visitor) > 0;
}

/* False: out of memory. */
static bool enqueue(struct server *server, struct websocket *link, const char *text, size_t length, int64_t came)
{
    struct throttled_message *message = malloc(sizeof *message + length);
    if (!message)
        return false;
    *message = (struct throttled_message){.came = came, .length = length};
    memcpy(message->text, text, length);
    if (!link->throttled)
        LIST_APPEND(link->visitor->throttle.links, link, next_throttled);
    struct throttled_message **at =
        &link->throttled; /* one that was let through and had to wait elsewhere came before others */
    while (*at && (*at)->came < came)
        at = &(*at)->next;
    message->next = *at;
    *at = message;
    link->throttled_count++;
    schedule(server, link->visitor);
    return true;
}

bool throttle_requeue(struct server *server, struct websocket *link, const char *text, size_t length, int64_t came)
{
    return !may_go(server, link) && enqueue(server, link, text, length, came);
}

bool throttle_message(struct server *server, struct websocket *link, int64_t came)
{
    struct flip_error error;
    if (may_go(server, link))
        return false;
    if (link->throttled_count < WEBSOCKET_MESSAGES &&
        enqueue(server, link, link->incoming, link->incoming_length, came))
        return true;
    server->loop.metrics.refused++;
    server->loop.metrics.errors++;
    flip_fail(&error, FLIP_ERROR_LIMIT,
              "The server is busy with what came from your address before: send fewer messages.");
    websocket_refuse(server, link, message_number(link->incoming, link->incoming_length), &error);
    return true;
}

static void refuse_request(struct request *request)
{
    struct flip_error error;
    request->server->loop.metrics.refused++;
    request->wait = RETRY_SECONDS;
    flip_fail(&error, FLIP_ERROR_LIMIT,
              "The server is busy with what came from your address before: try again in a while.");
    request_refuse(request, &error);
}

/* The administrator's monitoring is not throttled. */
bool throttle_request(struct request *request)
{
    struct server *server = request->server;
    struct visitor *visitor = connection_is_private(request->wsi) ? NULL : visitor_asking(request);
    if (!visitor || budget(server, visitor) > 0)
        return false;
    if (visitor->throttle.request_count >= REQUESTS) {
        refuse_request(request);
        return true;
    }
    LIST_APPEND(visitor->throttle.requests, request, next_pending);
    request->throttled_by = visitor;
    request->state = REQUEST_PENDING;
    visitor->throttle.request_count++;
    connection_pause(request->wsi);
    schedule(server, visitor);
    return true;
}

/* --- going on ------------------------------------------------------------------------------------------------------------ */

/* Out of the connection's queue; the caller frees it. */
static struct throttled_message *take_message(struct websocket *link)
{
    struct throttled_message *message = link->throttled;
    link->throttled = message->next;
    link->throttled_count--;
    return message;
}

/* The connection goes to the end of its address's queue. */
static void handle_message(struct server *server, struct websocket *link, const struct throttle_handlers *handlers)
{
    struct throttled_message *message = take_message(link);
    LIST_REMOVE(link->visitor->throttle.links, link, next_throttled);
    if (link->throttled)
        LIST_APPEND(link->visitor->throttle.links, link, next_throttled);
    handlers->message(server, link, message->text, message->length, message->came);
    free(message);
}

static void handle_request(struct request *request, const struct throttle_handlers *handlers)
{
    const bool old = now_us() - request->came > REQUEST_US;
    throttle_forget_request(request);
    if (old)
        refuse_request(request);
    else
        handlers->request(request);
}

/* A message may end a connection or make another address wait, so the lists are read anew after each. */
void throttle_run(struct server *server, const struct throttle_handlers *handlers)
{
    struct visitor *all = server->net->throttled;
    server->net->throttled = NULL;
    for (struct visitor *visitor; (visitor = all);) {
        struct throttle *throttle = &visitor->throttle;
        all = throttle->next;
        throttle->listed = false;
        for (bool message = true; has_waiting(visitor) && budget(server, visitor) > 0; message = !message)
            if (throttle->links && (message || !throttle->requests))
                handle_message(server, throttle->links, handlers);
            else if (throttle->requests)
                handle_request(throttle->requests, handlers);
        if (has_waiting(visitor))
            schedule(server, visitor);
    }
}

/* --- forgetting ---------------------------------------------------------------------------------------------------------- */

void throttle_forget_websocket(struct websocket *link)
{
    if (link->throttled)
        LIST_REMOVE(link->visitor->throttle.links, link, next_throttled);
    while (link->throttled)
        free(take_message(link));
}

void throttle_forget_request(struct request *request)
{
    struct visitor *visitor = request->throttled_by;
    if (!visitor)
        return;
    LIST_REMOVE(visitor->throttle.requests, request, next_pending);
    visitor->throttle.request_count--;
    request->throttled_by = NULL;
}
