/* An address's share of the loop: see pacing.h. */
#include "server/net/pacing.h"

#include "server/loop/commit.h"
#include "server/loop/server.h"
#include "server/net/connections.h"
#include "server/net/held.h"
#include "server/net/limits.h"
#include "server/net/net.h"
#include "server/net/outbox.h"
#include "server/net/request.h"
#include "server/net/visiting.h"
#include "server/net/websocket.h"

#include <stdlib.h>
#include <string.h>

enum { LINK_MESSAGES = 32, REQUESTS = 128, REQUEST_US = 15000000, RETRY_SECONDS = 10 };

/* A message that waits. */
struct paced {
    struct paced *next;
    int64_t came;
    size_t length;
    char text[];
};

/* A tenth of the loop, or what --max-requests makes of it if that is more, and a fiftieth of a second of it at once. */
static double share(const struct server *server)
{
    const double wanted = 2.0 * server->config.max_requests;
    return wanted > 100 ? wanted : 100;
}

static double left_of(const struct server *server, struct visitor *visitor)
{
    return bucket_fill(&visitor->pace.loop, share(server) / 5, share(server));
}

void pace_charge(struct server *server, struct visitor *visitor, double ms)
{
    bucket_charge(&visitor->work, ms);
    bucket_charge(&visitor->pace.loop, ms);
    spent_note(server, visitor);
}

/* --- waiting ------------------------------------------------------------------------------------------------------------- */

static bool waits(const struct visitor *visitor) { return visitor->pace.links || visitor->pace.requests; }

static void enlist(struct server *server, struct visitor *visitor)
{
    if (visitor->pace.listed)
        return;
    visitor->pace.listed = true;
    visitor->pace.next = server->net->paced;
    server->net->paced = visitor;
}

/* The loop comes round when the share allows something again. */
static void come_back(struct server *server, struct visitor *visitor)
{
    const double left = left_of(server, visitor);
    server_come_round(server, left > 0 ? 1 : (int)(-left * 1000 / share(server)) + 1);
}

static void line_up_link(struct visitor *visitor, struct websocket *link)
{
    struct websocket **last = &visitor->pace.links;
    while (*last)
        last = &(*last)->next_paced;
    *last = link;
    link->next_paced = NULL;
}

static bool keep_message(struct server *server, struct websocket *link, const char *text, size_t length, int64_t came)
{
    struct paced *paced = malloc(sizeof *paced + length), **last = &link->paced;
    if (!paced)
        return false;
    *paced = (struct paced){.came = came, .length = length};
    memcpy(paced->text, text, length);
    if (!link->paced)
        line_up_link(link->visitor, link);
    while (*last)
        last = &(*last)->next;
    *last = paced;
    link->paced_count++;
    enlist(server, link->visitor);
    come_back(server, link->visitor);
    return true;
}

static bool may_go(struct server *server, const struct websocket *link)
{
    return !link->paced && left_of(server, link->visitor) > 0;
}

bool pace_held(struct server *server, struct websocket *link, const char *text, size_t length, int64_t came)
{
    return !may_go(server, link) && keep_message(server, link, text, length, came);
}

bool pace_message(struct server *server, struct websocket *link)
{
    struct flip_error error;
    if (may_go(server, link))
        return false;
    if (link->paced_count < LINK_MESSAGES &&
        keep_message(server, link, link->incoming, link->incoming_length, (int64_t)lws_now_usecs()))
        return true;
    server->metrics.refused++;
    server->metrics.errors++;
    flip_fail(&error, FLIP_ERROR_LIMIT,
              "The server is busy with what came from your address before: send fewer messages.");
    websocket_refuse(server, link, message_number(link->incoming, link->incoming_length), &error);
    return true;
}

static void refuse_request(struct request *request)
{
    struct flip_error error;
    request->server->metrics.refused++;
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
    if (!visitor || left_of(server, visitor) > 0)
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
    enlist(server, visitor);
    come_back(server, visitor);
    return true;
}

/* --- forgetting ---------------------------------------------------------------------------------------------------------- */

static struct paced *take_message(struct websocket *link)
{
    struct paced *paced = link->paced;
    link->paced = paced->next;
    link->paced_count--;
    return paced;
}

static void leave_line(struct websocket *link)
{
    for (struct websocket **at = &link->visitor->pace.links; *at; at = &(*at)->next_paced)
        if (*at == link) {
            *at = link->next_paced;
            return;
        }
}

void pace_forget_websocket(struct websocket *link)
{
    if (link->paced)
        leave_line(link);
    while (link->paced)
        free(take_message(link));
}

void pace_forget_request(struct request *request)
{
    struct visitor *visitor = request->pacing;
    for (struct request **at = visitor ? &visitor->pace.requests : NULL; visitor && *at; at = &(*at)->next_held)
        if (*at == request) {
            *at = request->next_held;
            visitor->pace.request_count--;
            break;
        }
    request->pacing = NULL;
}

/* --- going on ------------------------------------------------------------------------------------------------------------ */

static void handle_message(struct server *server, struct websocket *link)
{
    struct paced *paced = take_message(link);
    leave_line(link);
    if (link->paced)
        line_up_link(link->visitor, link); /* behind the others */
    websocket_handle(server, link, paced->text, paced->length, paced->came);
    free(paced);
}

static void handle_request(struct request *request)
{
    const bool old = (int64_t)lws_now_usecs() - request->came > REQUEST_US;
    pace_forget_request(request);
    if (old)
        refuse_request(request);
    else
        request_arrived(request);
}

static void go_on_with(struct server *server, struct visitor *visitor)
{
    for (bool message = true; waits(visitor) && left_of(server, visitor) > 0; message = !message)
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
        if (!waits(visitor))
            continue;
        enlist(server, visitor);
        come_back(server, visitor);
    }
}
