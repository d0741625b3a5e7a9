/* What waits for its address's share of the loop: see net.h. */

#include "server/loop/loop.h"
#include "server/net/parts.h"

#include <stdlib.h>

enum { LINK_MESSAGES = 32, REQUESTS = 128, REQUEST_US = 15000000, RETRY_SECONDS = 10 };

/* --- waiting ------------------------------------------------------------------------------------------------------------- */

bool pace_message(struct server *server, struct websocket *link)
{
    struct flip_error error;
    if (share_may_go(server, link))
        return false;
    if (link->paced_count < LINK_MESSAGES &&
        share_keep_message(server, link, link->incoming, link->incoming_length, now_us()))
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

/* What the administrator's programs ask is nobody's share. */
bool pace_request(struct request *request)
{
    struct server *server = request->server;
    struct visitor *visitor = connection_is_private(request->wsi) ? NULL : visitor_asking(request);
    if (!visitor || share_left(server, visitor) > 0)
        return false;
    if (visitor->pace.request_count >= REQUESTS) {
        refuse_request(request);
        return true;
    }
    struct request **last = &visitor->pace.requests;
    while (*last)
        last = &(*last)->next_held;
    *last = request;
    request->next_held = NULL;
    request->pacing = visitor;
    request->state = REQUEST_HELD;
    visitor->pace.request_count++;
    connection_pause(request->wsi);
    share_enlist(server, visitor);
    share_come_back(server, visitor);
    return true;
}

/* --- going on ------------------------------------------------------------------------------------------------------------ */

static void handle_message(struct server *server, struct websocket *link)
{
    struct paced *paced = share_take_message(link);
    share_leave_line(link);
    if (link->paced)
        share_line_up(link->visitor, link); /* behind the others */
    message_arrived(server, link, paced->text, paced->length, paced->came);
    free(paced);
}

static void handle_request(struct request *request)
{
    const bool old = now_us() - request->came > REQUEST_US;
    pace_forget_request(request);
    if (old)
        refuse_request(request);
    else
        request_arrived(request);
}

static void go_on_with(struct server *server, struct visitor *visitor)
{
    for (bool message = true; share_waits(visitor) && share_left(server, visitor) > 0; message = !message)
        if (visitor->pace.links && (message || !visitor->pace.requests))
            handle_message(server, visitor->pace.links);
        else if (visitor->pace.requests)
            handle_request(visitor->pace.requests);
}

/* A message may end a connection, or have another address wait: the list is looked at anew after each. */
void pace_run(struct server *server)
{
    struct visitor *all = server->net->paced;
    server->net->paced = NULL;
    for (struct visitor *visitor; (visitor = all);) {
        all = visitor->pace.next;
        visitor->pace.listed = false;
        go_on_with(server, visitor);
        if (!share_waits(visitor))
            continue;
        share_enlist(server, visitor);
        share_come_back(server, visitor);
    }
}
