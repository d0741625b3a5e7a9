/* Requests: having them answered, and those whose answer takes longer. */
#include "server/net/parts.h"

#include "server/loop/loop.h"

#include <assert.h>

bool request_run(struct request *request)
{
    struct flip_error error = {0};
    struct server *server = request->server;
    const uint64_t written = store_writes(server->loop.store);
    const double began = cpu_ms();
    assert(request->state == REQUEST_READING || request->state == REQUEST_PENDING);
    request->state = REQUEST_WORKING;
    server->loop.metrics.requests++;
    store_was_busy(server->loop.store);
    const bool failed = server->net->http->answer(request, &error) < 0;
    const bool again = failed && store_was_busy(server->loop.store);
    if (failed && !again) {
        server_default_error(&error);
        reply_error(request, &error);
        server_note_refusal(&server->loop, &error, written);
    }
    struct visitor *visitor = visitor_asking(request);
    if (visitor)
        throttle_charge(server, visitor, cpu_ms() - began);
    if (again)
        return false;
    connection_deadline(request->wsi, ANSWER_SECONDS);
    connection_wake(request->wsi);
    return true;
}

static void say_busy(struct request *request, struct flip_error *error)
{
    request->wait = 1;
    flip_fail(error, FLIP_ERROR_BUSY, "The site is busy at the moment. Please try again.");
}

void request_give_up(struct request *request)
{
    struct flip_error error;
    say_busy(request, &error);
    request_refuse(request, &error);
}

/* Whatever it says then, it only could not be found out. */
void request_fail(struct request *request, struct flip_error *error)
{
    if (store_was_busy(request->server->loop.store) && !server_failure(error))
        say_busy(request, error);
    server_default_error(error);
    reply_error(request, error);
}

void request_refuse(struct request *request, const struct flip_error *error)
{
    reply_error(request, error);
    request->turn = 0;
    connection_deadline(request->wsi, request->server->loop.config.header_seconds);
    connection_wake(request->wsi);
}

/* --- waiting ----------------------------------------------------------------------------------------------------------- */

uint64_t request_wait(struct request *request)
{
    request->ticket = ++request->server->loop.last_ticket;
    request->next_waiting = request->server->net->waiting;
    request->server->net->waiting = request;
    connection_be_patient(request->wsi); /* the asker is not the one who is slow */
    return request->ticket;
}

struct request *request_waiting(const struct server *server, uint64_t ticket)
{
    for (struct request *request = server->net->waiting; request; request = request->next_waiting)
        if (request->ticket == ticket)
            return request;
    return NULL;
}

void request_done(struct request *request)
{
    if (request->ticket)
        LIST_REMOVE(request->server->net->waiting, request, next_waiting);
    request->ticket = 0;
    connection_wake(request->wsi); /* the answer follows in this turn */
}
