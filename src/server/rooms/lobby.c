/* The public tables. */
#include "server/rooms/lobby.h"

#include "server/loop/server.h"
#include "server/rooms/fetch.h"

#include <string.h>

static int collect_id(void *context, const struct store_table *row)
{
    struct table_ids *ids = context;
    memcpy(ids->id[ids->count++], row->id, STORE_ID);
    return ids->count < LOBBY_TABLES ? 0 : -1;
}

int lobby_tables(struct server *server, struct table_ids *out, struct flip_error *error)
{
    out->count = 0;
    return store_tables_listed(server->store, LOBBY_TABLES, collect_id, out, error) < 0 ? -1 : 0;
}
