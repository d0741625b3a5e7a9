/* What waits while the store cannot keep anything: see net.h. */

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

struct held {
    struct held *next;
    struct websocket *link; /* NULL: it has gone */
    int64_t came;
    bool again;      /* it was run before */
    uint64_t number; /* of what it waits for, when it is kept apart */
    size_t length;
    char text[];
};

static const char not_saved[] = "{\"push\":\"store\",\"saved\":false,\"message\":\"Not saved yet. Trying again …\"}";
static const char saved[] = "{\"push\":\"store\",\"saved\":true}";

void held_tell(struct server *server, struct websocket *link)
{
    if (server->loop.outage.on && server->loop.outage.told)
        websocket_tell(link, not_saved, sizeof not_saved - 1);
}

void held_tell_all(struct server *server)
{
    if (server->loop.outage.told || outage_lasted_ms(&server->loop) < TELL_AFTER_MS)
        return;
    server->loop.outage.told = true;
    log_event("error", "store_trouble", "why", server->loop.outage.why, NULL);
    for (struct websocket *link = server->net->links; link; link = link->next)
        held_tell(server, link);
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

/* A message that is not in a queue yet. NULL: too much is kept already. */
static struct held *keep(struct server *server, struct websocket *link, const char *text, size_t length)
{
    struct held_queue *queue = &server->net->held;
    const bool room =
        link->held < LINK_MESSAGES && queue->message_count < ALL_MESSAGES && queue->bytes + length <= ALL_BYTES;
    struct held *held = room ? calloc(1, sizeof *held + length) : NULL;
    if (!held)
        return NULL;
    held->link = link;
    held->length = length;
    memcpy(held->text, text, length);
    queue->message_count++;
    queue->bytes += length;
    link->held++;
    return held;
}

/* A message that is in no queue any more; what it came over, or NULL. */
static struct websocket *let_go(struct server *server, const struct held *held)
{
    server->net->held.message_count--;
    server->net->held.bytes -= held->length;
    if (held->link)
        held->link->held--;
    return held->link;
}

static bool hold_message(struct server *server, struct websocket *link, const char *text, size_t length)
{
    struct held_queue *queue = &server->net->held;
    if ((queue->messages == NULL && server_ready(&server->loop)) ||
        (!outage_is_commit(&server->loop) && server->net->messages->at_any_time(text, length)))
        return false;
    struct held *held = keep(server, link, text, length);
    if (!held) {
        refuse(server, link, message_number(text, length));
        return true;
    }
    held->came = now_us();
    if (!queue->messages)
        queue->messages_last = &queue->messages;
    *queue->messages_last = held;
    queue->messages_last = &held->next;
    return true;
}

bool hold_again(struct server *server, struct websocket *link, const char *text, size_t length)
{
    struct held_queue *queue = &server->net->held;
    struct held *held = queue->run_again ? NULL : keep(server, link, text, length);
    if (!held)
        return false;
    held->came = server->net->message_came ? server->net->message_came : now_us();
    held->again = true;
    held->next = queue->messages;
    if (!queue->messages)
        queue->messages_last = &held->next;
    queue->messages = held;
    return true;
}

void message_arrived(struct server *server, struct websocket *link, const char *text, size_t length, int64_t came)
{
    if (link->closing || hold_message(server, link, text, length))
        return;
    server->net->message_came = came;
    server->net->messages->handle(server, link, text, length);
}

static void forget_in(struct held *held, struct websocket *link)
{
    for (; held && link->held > 0; held = held->next)
        if (held->link == link) {
            held->link = NULL;
            link->held--;
        }
}

void held_forget_websocket(struct server *server, struct websocket *link)
{
    forget_in(server->net->held.messages, link);
    forget_in(server->net->held.apart, link);
}

/* --- what waits for something else ----------------------------------------------------------------------------------- */

bool hold_apart(struct server *server, struct websocket *link, const char *text, size_t length, uint64_t number)
{
    struct held *held = keep(server, link, text, length);
    if (!held)
        return false;
    held->number = number;
    held->came = server->net->message_came;
    held->next = server->net->held.apart;
    server->net->held.apart = held;
    return true;
}

/* Takes them out, the oldest first. */
static struct held *take_apart(struct server *server, uint64_t number)
{
    struct held *taken = NULL;
    for (struct held **at = &server->net->held.apart; *at;) {
        struct held *held = *at;
        if (held->number != number) {
            at = &held->next;
            continue;
        }
        *at = held->next;
        held->next = taken;
        taken = held;
    }
    return taken;
}

/* Before all others: whatever else their connections have sent came later. */
void held_release(struct server *server, uint64_t number)
{
    struct held_queue *queue = &server->net->held;
    struct held *first = take_apart(server, number), **last = &first;
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

void held_refuse(struct server *server, uint64_t number, const struct flip_error *why)
{
    for (struct held *held = take_apart(server, number), *next; held; held = next) {
        struct websocket *link = let_go(server, held);
        next = held->next;
        if (link)
            websocket_refuse(server, link, message_number(held->text, held->length), why);
        server->loop.metrics.errors++;
        free(held);
    }
}

static void refuse_request(struct request *request)
{
    struct flip_error error;
    flip_fail(&error, FLIP_ERROR_STORE, "The server cannot save anything at the moment. Please try again later.");
    request_refuse(request, &error);
}

/* The page's own files, /healthz and /metrics need nothing of the store. */
static bool hold_request(struct request *request)
{
    struct server *server = request->server;
    struct held_queue *queue = &server->net->held;
    if ((!request->post && strncmp(request->path, "/api/", 5) != 0) ||
        (!queue->requests && server_ready(&server->loop)))
        return false;
    if (queue->request_count >= ALL_REQUESTS) {
        refuse_request(request);
        return true;
    }
    connection_pause(request->wsi);
    request->state = REQUEST_HELD;
    request->held = now_us();
    request->next_held = NULL;
    if (!queue->requests)
        queue->requests_last = &queue->requests;
    *queue->requests_last = request;
    queue->requests_last = &request->next_held;
    queue->request_count++;
    return true;
}

/* Another server was at what it needs. False: it has been, for long enough. */
static bool hold_request_again(struct request *request)
{
    struct held_queue *queue = &request->server->net->held;
    if (now_us() - request->came > (int64_t)REQUEST_MS * 1000)
        return false;
    connection_pause(request->wsi);
    request->state = REQUEST_HELD;
    request->later = true;
    request->next_held = queue->later;
    queue->later = request;
    loop_wake(&request->server->loop, WAKE_SOON, AGAIN_MS);
    return true;
}

static void run(struct request *request)
{
    if (!request_run(request) && !hold_request_again(request))
        request_give_up(request);
}

void request_arrived(struct request *request)
{
    if (!hold_request(request))
        run(request);
}

static void forget_later(struct request *request)
{
    for (struct request **at = &request->server->net->held.later; request->later && *at; at = &(*at)->next_held)
        if (*at == request) {
            *at = request->next_held;
            break;
        }
    request->later = false;
}

/* They come round together, in any order. */
static void run_later(struct server *server)
{
    struct held_queue *queue = &server->net->held;
    const int64_t now = now_us();
    if (!queue->later)
        return;
    if (now < queue->later_next) {
        loop_wake(&server->loop, WAKE_SOON, AGAIN_MS);
        return;
    }
    queue->later_next = now + AGAIN_MS * 1000;
    for (struct request *request = queue->later, *next; request; request = next) {
        next = request->next_held;
        forget_later(request);
        request_arrived(request);
    }
}

void held_forget_request(struct request *request)
{
    struct held_queue *queue = &request->server->net->held;
    forget_later(request);
    for (struct request **at = &queue->requests; request->held && *at; at = &(*at)->next_held)
        if (*at == request) {
            *at = request->next_held;
            if (!*at)
                queue->requests_last = at;
            queue->request_count--;
            break;
        }
    request->held = 0;
}

/* A worker was at it when the outage began: what it found is not taken before it ends, and then there may be something to save. */
static void treat_waiting(struct server *server)
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

/* Somebody waits for a page: after a while an honest answer is better than none. */
void held_refuse_old(struct server *server)
{
    treat_waiting(server);
    const int64_t before = now_us() - (int64_t)REQUEST_MS * 1000;
    for (struct request *request; (request = server->net->held.requests) && request->held < before;) {
        held_forget_request(request);
        refuse_request(request);
    }
}

void held_run(struct server *server)
{
    struct held_queue *queue = &server->net->held;
    run_later(server);
    const int64_t until = now_us() + SLICE_US;
    while ((queue->messages || queue->requests) && now_us() < until && server_ready(&server->loop)) {
        struct held *held = queue->messages;
        if (!held) {
            struct request *request = queue->requests;
            held_forget_request(request);
            run(request);
            continue;
        }
        queue->messages = held->next;
        struct websocket *link = let_go(server, held);
        if (link && (held->again || !pace_held(server, link, held->text, held->length, held->came))) {
            server->net->message_came = held->came;
            queue->run_again = held->again;
            server->net->messages->handle(server, link, held->text, held->length);
            queue->run_again = false;
        }
        free(held);
    }
    if (queue->messages || queue->requests)
        loop_wake(&server->loop, WAKE_SOON, 1);
}

/* --- when it is over -------------------------------------------------------------------------------------------------- */

void held_works_again(struct server *server)
{
    for (struct websocket *link = server->net->links; link; link = link->next) {
        if (server->loop.outage.told)
            websocket_send(server, link, saved, sizeof saved - 1);
        if (link->out || link->closing)
            websocket_ask_to_write(link);
    }
    connection_wake_all(server);
}

static void free_all(struct held *held)
{
    for (struct held *next; held; held = next) {
        next = held->next;
        free(held);
    }
}

void held_close(struct server *server)
{
    free_all(server->net->held.messages);
    free_all(server->net->held.apart);
}
