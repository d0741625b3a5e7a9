/* Tables whose bots have to go on after a restart. */
#include "server/rooms/waking.h"

#include "server/loop/commit.h"
#include "server/loop/failure.h"
#include "server/loop/now.h"
#include "server/loop/server.h"
#include "server/rooms/clocks.h"
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

/* Bots that were thinking when the server went down go on: loading a room asks them. A few a turn, so that nobody
   waits. */
void server_wake_some_rooms(struct server *server)
{
    enum { AT_ONCE = 8 };
    struct flip_error error;
    for (int i = 0; i < AT_ONCE && server->rooms->waking.count > 0; i++)
        if (!room_find(server, server->rooms->waking.id[--server->rooms->waking.count], &error))
            server_note_error(server, &error);
    if (server->rooms->waking.count > 0)
        server_come_round(server, 1);
}
