/* The public tables, and answers that describe tables. */
#include "server/rooms/rooms.h"

#include "server/net/net.h"

#include <stdlib.h>
#include <string.h>

enum { SHARE = 5, NEWEST = 4000 };

/* How long a table is listed that none of its people looks after. */
static const int64_t left_alone_ms[] = {[STORE_WAITING] = DAY_MS / 48, [STORE_RUNNING] = DAY_MS};
static const int64_t longest_ms = (int64_t)7 * DAY_MS;

struct public_table {
    char id[STORE_ID];
    enum store_status status;
    int64_t changed;
    int share;
    bool here; /* one of its people */
};

struct public_tables {
    const struct rooms *rooms;
    struct public_table *at;
    int count, room;
};

/* The rows of one table come one after the other. */
static int collect(void *context, const struct store_listed *row)
{
    struct public_tables *tables = context;
    const bool here = person_online(tables->rooms->people, row->person);
    struct public_table *last = tables->count ? &tables->at[tables->count - 1] : NULL;
    if (last && strcmp(last->id, row->id) == 0) {
        last->here |= here;
        last->share = row->share < last->share ? row->share : last->share;
        return 0;
    }
    if (!array_grow(&tables->at, tables->count, &tables->room, sizeof *tables->at))
        return -1;
    struct public_table *table = &tables->at[tables->count++];
    /* NOLINTNEXTLINE(clang-analyzer-core.*): array_grow has made room */
    *table = (struct public_table){.status = row->status, .changed = row->changed, .share = row->share, .here = here};
    memcpy(table->id, row->id, sizeof table->id);
    return 0;
}

static void drop_left_alone(struct public_tables *tables)
{
    const int64_t now = wall_ms();
    int kept = 0;
    for (int i = 0; i < tables->count; i++) {
        const struct public_table *table = &tables->at[i];
        if (table->here || now - table->changed < left_alone_ms[table->status])
            tables->at[kept++] = *table;
    }
    tables->count = kept;
}

static int by_rank(const void *one, const void *other)
{
    const struct public_table *a = one, *b = other;
    if (a->here != b->here)
        return b->here - a->here;
    if (a->share != b->share)
        return a->share - b->share;
    if (a->changed != b->changed)
        return a->changed > b->changed ? -1 : 1;
    return strcmp(a->id, b->id);
}

int lobby_tables(struct rooms *rooms, int page, struct table_ids *out, int *pages, struct flip_error *error)
{
    struct public_tables tables = {.rooms = rooms};
    const struct store_listing wanted = {.since = wall_ms() - longest_ms, .share = SHARE, .newest = NEWEST};
    const int status = store_tables_listed(rooms->loop->store, &wanted, collect, &tables, error);
    drop_left_alone(&tables);
    if (tables.count > 0)
        qsort(tables.at, (size_t)tables.count, sizeof *tables.at, by_rank);
    *pages = tables.count > LOBBY_TABLES ? (tables.count + LOBBY_TABLES - 1) / LOBBY_TABLES : 1;
    out->count = 0;
    for (int i = page * LOBBY_TABLES; i < tables.count && out->count < LOBBY_TABLES; i++)
        memcpy(out->id[out->count++], tables.at[i].id, STORE_ID);
    free(tables.at);
    return status < 0 ? -1 : 0;
}

/* --- table reply -------------------------------------------------------------------------------------------------- */

enum { LIST_END = 48 /* bytes that close a list */ };

int reply_table(struct request *request, const struct room *room, const char *person)
{
    struct flip_json json = object_in(request->server->loop.buffer, BUFFER_SIZE);
    write_table(&json, "table", request->server->rooms, room, person);
    flip_json_close(&json);
    return reply_written(request, &json);
}

void reply_tables(struct request *request, struct room *const *rooms, int count, const char *person)
{
    struct flip_json json = object_in(request->server->loop.buffer, BUFFER_SIZE);
    write_tables(&json, request->server->rooms, rooms, count, person, BUFFER_SIZE - LIST_END);
    flip_json_int(&json, "now", steady_ms());
    flip_json_close(&json);
    reply_written(request, &json);
}
