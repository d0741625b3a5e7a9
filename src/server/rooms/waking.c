/* Tables whose bots have to go on after a restart. */
#include "server/rooms/waking.h"

#include "server/loop/loop.h"
#include "server/rooms/clocks.h"
#include "server/rooms/fetch.h"
#include "server/rooms/rooms.h"

#include <stdlib.h>
#include <string.h>

/* Collected first: a room is loaded with other statements of the same store. */
static int collect_running(void *context, const struct store_table *row)
{
    struct waking *waking = context;
    if (!strstr(row->head, "\"kind\":\"bot\"") && !strstr(row->head, "\"clock\":[0,0,true") &&
        !clock_ahead(row->head, steady_ms()))
        return 0; /* nobody there has to be woken: neither a bot, nor one that plays for somebody out of time, nor a clock that is wrong */
    if (waking->count == waking->room) {
        const int larger = waking->room ? 2 * waking->room : 64;
        void *grown = realloc(waking->id, (size_t)larger * sizeof *waking->id);
        if (!grown)
            return -1;
        waking->id = grown;
        waking->room = larger;
    }
    memcpy(waking->id[waking->count++], row->id, STORE_ID);
    return 0;
}

int server_wake_rooms(struct server *server, struct flip_error *error)
{
    server->rooms->waking.count = 0;
    return store_tables_running(server->store, collect_running, &server->rooms->waking, error) < 0 ? -1 : 0;
}

static void woken(struct server *server, struct work *work)
{
    server->rooms->waking.fetching = false;
    fetch_take_over(server, (struct fetch *)work);
    loop_wake(server, WAKE_SOON, 1);
}

/* Bots that were thinking when the server went down go on: taking in a room asks them. A few at a time, so that whoever asks for a
   table does not wait for all of them. */
void server_wake_some_rooms(struct server *server)
{
    enum { AT_ONCE = 8 };
    struct flip_error error;
    struct waking *waking = &server->rooms->waking;
    struct table_ids ids = {.count = 0};
    if (waking->fetching || waking->count == 0)
        return;
    while (ids.count < AT_ONCE && waking->count > 0)
        memcpy(ids.id[ids.count++], waking->id[--waking->count], STORE_ID);
    waking->fetching = fetch_for_client(server, NULL, &ids, woken, &error) == 0;
    if (!waking->fetching) { /* there is no memory now */
        waking->count += ids.count;
        loop_wake(server, WAKE_SOON, 1000);
    }
}
