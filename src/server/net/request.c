/* Requests: having them answered, and those whose answer takes longer. */
#include "server/net/request.h"

#include "server/loop/failure.h"
#include "server/loop/now.h"
#include "server/loop/server.h"
#include "server/net/connections.h"
#include "server/net/http.h"
#include "server/net/limits.h"
#include "server/net/net.h"
#include "server/net/reply.h"
#include "server/net/visiting.h"

#include <assert.h>

void request_run(struct request *request)
{
    struct flip_error error = {0};
    struct server *server = request->server;
    const uint64_t written = store_writes(server->store);
    const double began = busy_ms();
    assert(request->state == REQUEST_READING || request->state == REQUEST_HELD);
    request->state = REQUEST_WORKING;
    server->metrics.requests++;
    if (server->net->http->answer(request, &error) < 0) {
        server_word_error(&error);
        reply_error(request, &error);
        server_note_refusal(server, &error, written);
    }
    struct visitor *visitor = visitor_asking(request);
    if (visitor)
        bucket_charge(&visitor->work, busy_ms() - began);
    spent_note(server, visitor);
    connection_deadline(request->wsi, ANSWER_SECONDS);
    lws_callback_on_writable(request->wsi);
}

void request_refuse(struct request *request, const struct flip_error *error)
{
    reply_error(request, error);
    request->turn = 0;
    connection_deadline(request->wsi, request->server->config.header_seconds);
    lws_callback_on_writable(request->wsi);
}

/* --- waiting ----------------------------------------------------------------------------------------------------------- */

uint64_t request_wait(struct request *request)
{
    request->ticket = ++request->server->last_ticket;
    request->next_waiting = request->server->net->waiting;
    request->server->net->waiting = request;
    lws_set_timeout(request->wsi, NO_PENDING_TIMEOUT, 0); /* the asker is not the one who is slow */
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
    for (struct request **at = &request->server->net->waiting; request->ticket && *at; at = &(*at)->next_waiting)
        if (*at == request) {
            *at = request->next_waiting;
            break;
        }
    request->ticket = 0;
}
