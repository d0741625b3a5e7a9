/* Committing, and what may be told before: see commit.h. */
#include "server/loop/commit.h"

#include "server/loop/metrics.h"
#include "server/loop/server.h"
#include "server/loop/trouble.h"

bool server_may_tell(const struct server *server, uint64_t turn)
{
    return turn < server->turn || !store_changed(server->store);
}

static void come_round(lws_sorted_usec_list_t *nudge) { (void)nudge; }

void server_come_round(struct server *server, int ms)
{
    const lws_usec_t when = lws_now_usecs() + (lws_usec_t)ms * 1000;
    if (lws_dll2_is_detached(&server->nudge.list) || server->nudge.us > when) /* else it comes round before */
        lws_sul_schedule(server->lws, 0, &server->nudge, come_round, (lws_usec_t)ms * 1000);
}

void server_commit(struct server *server)
{
    struct flip_error error;
    if ((server->failed || store_broken(server->store)) && !server->trouble.on)
        server_start_over(server);
    if (server->trouble.on)
        return;
    const bool changed = store_changed(server->store);
    const int64_t began = (int64_t)lws_now_usecs();
    const int status = store_commit_begin(server->store, &error);
    if (status < 0) {
        server->metrics.commit_failures++;
        trouble_begin(server, &error);
        return;
    }
    if (status == 1)
        trouble_begin_commit(server);
    if (changed)
        server->metrics.commits++;
    if (changed && status == 0)
        durations_add(&server->metrics.commit, began);
}
