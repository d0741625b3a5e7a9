/* An address's share of the loop, and what waits for it: see net.h. */
#include "server/net/net.h"

#include "server/loop/loop.h"

#include <stdlib.h>
#include <string.h>

/* A tenth of the loop, or what --max-requests makes of it if that is more, and a fiftieth of a second of it at once. */
static double share(const struct server *server)
{
    const double wanted = 2.0 * server->loop.config.max_requests;
    return wanted > 100 ? wanted : 100;
}

double share_left(const struct server *server, struct visitor *visitor)
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

bool share_waits(const struct visitor *visitor) { return visitor->pace.links || visitor->pace.requests; }

void share_enlist(struct server *server, struct visitor *visitor)
{
    if (visitor->pace.listed)
        return;
    visitor->pace.listed = true;
    visitor->pace.next = server->net->paced;
    server->net->paced = visitor;
}

/* The loop comes round when the share allows something again. */
void share_come_back(struct server *server, struct visitor *visitor)
{
    const double left = share_left(server, visitor);
    loop_wake(&server->loop, WAKE_SOON, left > 0 ? 1 : (int)(-left * 1000 / share(server)) + 1);
}

void share_line_up(struct visitor *visitor, struct websocket *link)
{
    struct websocket **last = &visitor->pace.links;
    while (*last)
        last = &(*last)->next_paced;
    *last = link;
    link->next_paced = NULL;
}

bool share_keep_message(struct server *server, struct websocket *link, const char *text, size_t length, int64_t came)
{
    struct paced *paced = malloc(sizeof *paced + length), **last = &link->paced;
    if (!paced)
        return false;
    *paced = (struct paced){.came = came, .length = length};
    memcpy(paced->text, text, length);
    if (!link->paced)
        share_line_up(link->visitor, link);
    while (*last)
        last = &(*last)->next;
    *last = paced;
    link->paced_count++;
    share_enlist(server, link->visitor);
    share_come_back(server, link->visitor);
    return true;
}

bool share_may_go(struct server *server, const struct websocket *link)
{
    return !link->paced && share_left(server, link->visitor) > 0;
}

bool pace_held(struct server *server, struct websocket *link, const char *text, size_t length, int64_t came)
{
    return !share_may_go(server, link) && share_keep_message(server, link, text, length, came);
}

/* --- forgetting ---------------------------------------------------------------------------------------------------------- */

struct paced *share_take_message(struct websocket *link)
{
    struct paced *paced = link->paced;
    link->paced = paced->next;
    link->paced_count--;
    return paced;
}

void share_leave_line(struct websocket *link)
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
        share_leave_line(link);
    while (link->paced)
        free(share_take_message(link));
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
