/* Messages and requests that are pending while the store cannot save anything: see net.h. */

#include "server/loop/loop.h"
#include "server/net/parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    TELL_AFTER_MS = 400,
    REQUEST_MS = 15000,
    SLICE_US = 20000,
    LINK_MESSAGES = 32,
    ALL_MESSAGES = 50000,
    ALL_BYTES = 32 << 20,
    ALL_REQUESTS = 1000,
    AGAIN_MS = 10,
};

struct pending_message {
    struct pending_message *next;
    struct websocket *link; /* NULL: it has gone */
    int64_t came;
    bool again;      /* it was run before */
    uint64_t number; /* of what it waits for, when it is parked */
    size_t length;
    char text[];
};

static const char not_saved[] = "{\"push\":\"store\",\"saved\":false,\"message\":\"Not saved yet. Trying again …\"}";
static const char saved[] = "{\"push\":\"store\",\"saved\":true}";

void notify_outage(struct server *server, struct websocket *link)
{
    if (server->loop.outage.on && server->loop.outage.told)
        websocket_tell(link, not_saved, sizeof not_saved - 1);
}

void notify_outage_all(struct server *server)
{
    if (server->loop.outage.told || outage_lasted_ms(&server->loop) < TELL_AFTER_MS)
        return;
    server->loop.outage.told = true;
    log_event("error", "store_trouble", "why", server->loop.outage.why, NULL);
    for (struct websocket *link = server->net->links; link; link = link->next)
        notify_outage(server, link);
}

static void refuse(struct server *server, struct websocket *link, int64_t number)
{
    char text[256];
    const int length =
        snprintf(text, sizeof text,
                 "{\"re\":%lld,\"ok\":false,\"error\":{\"code\":\"store\",\"message\":\"The server cannot save "
                 "anything at the moment, so this was not done. Please try again later.\"}}",
                 (long long)number);
    server->loop.metrics.errors++;
    websocket_tell(link, text, (size_t)length);
}

/* A new message, in no queue yet. NULL: too many are pending. */
static struct pending_message *new_pending(struct server *server, struct websocket *link, const char *text,
                                           size_t length)
{
    struct pending_queue *queue = &server->net->pending;
    const bool room =
        link->pending < LINK_MESSAGES && queue->message_count < ALL_MESSAGES && queue->bytes + length <= ALL_BYTES;
    struct pending_message *pending = room ? calloc(1, sizeof *pending + length) : NULL;
    if (!pending)
        return NULL;
    pending->link = link;
    pending->length = length;
    memcpy(pending->text, text, length);
    queue->message_count++;
    queue->bytes += length;
    link->pending++;
    return pending;
}

/* Takes a message out of the counts; returns its connection, or NULL. */
static struct websocket *dequeue(struct server *server, const struct pending_message *pending)
{
    server->net->pending.message_count--;
    server->net->pending.bytes -= pending->length;
    if (pending->link)
        pending->link->pending--;
    return pending->link;
}

static bool queue_message(struct server *server, struct websocket *link, const char *text, size_t length, int64_t came)
{
    struct pending_queue *queue = &server->net->pending;
    if ((queue->messages == NULL && server_ready(&server->loop)) ||
        (!outage_is_commit(&server->loop) && server->net->messages->at_any_time(text, length)))
        return false;
    struct pending_message *pending = new_pending(server, link, text, length);
    if (!pending) {
        refuse(server, link, message_number(text, length));
        return true;
    }
    pending->came = came;
    if (!queue->messages)
        queue->messages_last = &queue->messages;
    *queue->messages_last = pending;
    queue->messages_last = &pending->next;
    return true;
}

bool pending_retry(struct server *server, struct websocket *link, const char *text, size_t length)
{
    struct pending_queue *queue = &server->net->pending;
    struct pending_message *pending = queue->run_again ? NULL : new_pending(server, link, text, length);
    if (!pending)
        return false;
    pending->came = server->net->message_came ? server->net->message_came : now_us();
    pending->again = true;
    pending->next = queue->messages;
    if (!queue->messages)
        queue->messages_last = &pending->next;
    queue->messages = pending;
    return true;
}

void message_arrived(struct server *server, struct websocket *link, const char *text, size_t length, int64_t came)
{
    if (link->closing || queue_message(server, link, text, length, came))
        return;
    server->net->message_came = came;
    server->net->messages->handle(server, link, text, length);
}

static void forget_in(struct pending_message *pending, struct websocket *link)
{
    for (; pending && link->pending > 0; pending = pending->next)
        if (pending->link == link) {
            pending->link = NULL;
            link->pending--;
        }
}

void pending_forget_websocket(struct server *server, struct websocket *link)
{
    forget_in(server->net->pending.messages, link);
    forget_in(server->net->pending.parked, link);
}

/* --- what waits for something else ----------------------------------------------------------------------------------- */

bool pending_park(struct server *server, struct websocket *link, const char *text, size_t length, uint64_t number)
{
    struct pending_message *pending = new_pending(server, link, text, length);
    if (!pending)
        return false;
    pending->number = number;
    pending->came = server->net->message_came;
    pending->next = server->net->pending.parked;
    server->net->pending.parked = pending;
    return true;
}

/* Takes them out, the oldest first. */
static struct pending_message *take_parked(struct server *server, uint64_t number)
{
    struct pending_message *taken = NULL;
    for (struct pending_message **at = &server->net->pending.parked; *at;) {
        struct pending_message *pending = *at;
        if (pending->number != number) {
            at = &pending->next;
            continue;
        }
        *at = pending->next;
        pending->next = taken;
        taken = pending;
    }
    return taken;
}

/* Ahead of all others: anything else from these connections came later. */
void pending_release(struct server *server, uint64_t number)
{
    struct pending_queue *queue = &server->net->pending;
    struct pending_message *first = take_parked(server, number), **last = &first;
    if (!first)
        return;
    while (*last)
        last = &(*last)->next;
    *last = queue->messages;
    if (!queue->messages)
        queue->messages_last = last;
    queue->messages = first;
    loop_wake(&server->loop, WAKE_SOON, 1);
}

void pending_refuse(struct server *server, uint64_t number, const struct flip_error *why)
{
    for (struct pending_message *pending = take_parked(server, number), *next; pending; pending = next) {
        struct websocket *link = dequeue(server, pending);
        next = pending->next;
        if (link)
            websocket_refuse(server, link, message_number(pending->text, pending->length), why);
        server->loop.metrics.errors++;
        free(pending);
    }
}

static void refuse_request(struct request *request)
{
    struct flip_error error;
    flip_fail(&error, FLIP_ERROR_STORE, "The server cannot save anything at the moment. Please try again later.");
    request_refuse(request, &error);
}

/* The page's own files, /healthz and /metrics need nothing of the store. */
static bool queue_request(struct request *request)
{
    struct server *server = request->server;
    struct pending_queue *queue = &server->net->pending;
    if ((!request->post && strncmp(request->path, "/api/", 5) != 0) ||
        (!queue->requests && server_ready(&server->loop)))
        return false;
    if (queue->request_count >= ALL_REQUESTS) {
        refuse_request(request);
        return true;
    }
    connection_pause(request->wsi);
    request->state = REQUEST_PENDING;
    request->pending = now_us();
    request->next_pending = NULL;
    if (!queue->requests)
        queue->requests_last = &queue->requests;
    *queue->requests_last = request;
    queue->requests_last = &request->next_pending;
    queue->request_count++;
    return true;
}

/* Another server was at what it needs. False: it has been, for long enough. */
static bool retry_request(struct request *request)
{
    struct pending_queue *queue = &request->server->net->pending;
    if (now_us() - request->came > (int64_t)REQUEST_MS * 1000)
        return false;
    connection_pause(request->wsi);
    request->state = REQUEST_PENDING;
    request->later = true;
    request->next_pending = queue->later;
    queue->later = request;
    loop_wake(&request->server->loop, WAKE_SOON, AGAIN_MS);
    return true;
}

static void run(struct request *request)
{
    if (!request_run(request) && !retry_request(request))
        request_give_up(request);
}

void request_arrived(struct request *request)
{
    if (!queue_request(request))
        run(request);
}

static void forget_later(struct request *request)
{
    if (request->later)
        LIST_REMOVE(request->server->net->pending.later, request, next_pending);
    request->later = false;
}

/* All of them at once, in any order. */
static void run_later(struct server *server)
{
    struct pending_queue *queue = &server->net->pending;
    const int64_t now = now_us();
    if (!queue->later)
        return;
    if (now < queue->later_next) {
        loop_wake(&server->loop, WAKE_SOON, AGAIN_MS);
        return;
    }
    queue->later_next = now + AGAIN_MS * 1000;
    for (struct request *request = queue->later, *next; request; request = next) {
        next = request->next_pending;
        forget_later(request);
        request_arrived(request);
    }
}

void pending_forget_request(struct request *request)
{
    struct pending_queue *queue = &request->server->net->pending;
    forget_later(request);
    for (struct request **at = &queue->requests; request->pending && *at; at = &(*at)->next_pending)
        if (*at == request) {
            *at = request->next_pending;
            if (!*at)
                queue->requests_last = at;
            queue->request_count--;
            break;
        }
    request->pending = 0;
}

/* A worker was at it when the outage began. Its result is not taken before the outage ends, since there may be
   something to save. */
static void pause_waiting(struct server *server)
{
    const bool old = outage_lasted_ms(&server->loop) >= REQUEST_MS;
    for (struct request *request = server->net->waiting, *next; request; request = next) {
        next = request->next_waiting;
        if (!request->paused)
            connection_pause(request->wsi);
        request->paused = true;
        if (old) {
            request_done(request);
            refuse_request(request);
        }
    }
}

/* After a while an honest error is better than no answer. */
void pending_expire(struct server *server)
{
    pause_waiting(server);
    const int64_t before = now_us() - (int64_t)REQUEST_MS * 1000;
    for (struct request *request; (request = server->net->pending.requests) && request->pending < before;) {
        pending_forget_request(request);
        refuse_request(request);
    }
}

void pending_run(struct server *server)
{
    struct pending_queue *queue = &server->net->pending;
    run_later(server);
    const int64_t until = now_us() + SLICE_US;
    while ((queue->messages || queue->requests) && now_us() < until && server_ready(&server->loop)) {
        struct pending_message *pending = queue->messages;
        if (!pending) {
            struct request *request = queue->requests;
            pending_forget_request(request);
            run(request);
            continue;
        }
        queue->messages = pending->next;
        struct websocket *link = dequeue(server, pending);
        if (link &&
            (pending->again || !throttle_requeue(server, link, pending->text, pending->length, pending->came))) {
            server->net->message_came = pending->came;
            queue->run_again = pending->again;
            server->net->messages->handle(server, link, pending->text, pending->length);
            queue->run_again = false;
        }
        free(pending);
    }
    if (queue->messages || queue->requests)
        loop_wake(&server->loop, WAKE_SOON, 1);
}

/* --- when it is over -------------------------------------------------------------------------------------------------- */

void notify_recovered(struct server *server)
{
    for (struct websocket *link = server->net->links; link; link = link->next) {
        if (server->loop.outage.told)
            websocket_send(server, link, saved, sizeof saved - 1);
        if (link->out || link->closing)
            websocket_ask_to_write(link);
    }
    connection_wake_all(server);
}

static void free_all(struct pending_message *pending)
{
    for (struct pending_message *next; pending; pending = next) {
        next = pending->next;
        free(pending);
    }
}

void pending_close(struct server *server)
{
    free_all(server->net->pending.messages);
    free_all(server->net->pending.parked);
}
