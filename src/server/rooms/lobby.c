/* The public tables. */
#include "server/rooms/lobby.h"

#include "server/loop/server.h"
#include "server/rooms/rooms.h"

#include <string.h>

struct listing {
    char id[LOBBY_TABLES][STORE_ID];
    int count;
};

static int collect_id(void *context, const struct store_table *row)
{
    struct listing *listing = context;
    memcpy(listing->id[listing->count++], row->id, STORE_ID);
    return listing->count < LOBBY_TABLES ? 0 : -1;
}

int server_lobby(struct server *server, struct room **out, struct flip_error *error)
{
    struct listing listing = {.count = 0};
    if (store_tables_listed(server->store, LOBBY_TABLES, collect_id, &listing, error) < 0)
        return -1;
    int count = 0;
    for (int i = 0; i < listing.count; i++)
        if ((out[count] = room_find(server, listing.id[i], error)))
            count++;
    return count;
}
