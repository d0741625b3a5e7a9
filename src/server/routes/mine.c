/*
 * "Your games". What TABLE says of a finished game follows from its record, and somebody may have a hundred long ones: those that are
 * not in memory are replayed by a worker, which hands the rooms over.
 */
#include "server/routes/mine.h"

#include "server/loop/now.h"
#include "server/loop/server.h"
#include "server/net/limits.h"
#include "server/net/request.h"
#include "server/people/identity.h"
#include "server/rooms/reader.h"
#include "server/rooms/room.h"
#include "server/rooms/room_store.h"
#include "server/rooms/rooms.h"
#include "server/rooms/table_reply.h"
#include "server/rooms/work.h"

#include <stdlib.h>
#include <string.h>

enum { COST_MS = 5, SLICE_MS = 20 };

struct own_tables {
    struct own_table {
        char id[STORE_ID];
        bool over;
    } table[LOBBY_TABLES];
    int count;
};

struct mine {
    struct work work;
    struct found_room {
        char id[STORE_ID];
        uint64_t mark;
        struct room *room; /* NULL: not loaded */
    } found[LOBBY_TABLES];
    int count, next;
};

static int collect(void *context, const struct store_table *row)
{
    struct own_tables *own = context;
    struct own_table *table = &own->table[own->count++];
    memcpy(table->id, row->id, sizeof table->id);
    table->over = row->status >= STORE_OVER;
    return own->count < LOBBY_TABLES ? 0 : -1;
}

static int reply_mine(struct request *request, const struct own_tables *own, const char *person)
{
    struct flip_error error;
    struct room *rooms[LOBBY_TABLES];
    int count = 0;
    for (int i = 0; i < own->count; i++)
        if ((rooms[count] = room_find(request->server, own->table[i].id, &error)))
            count++;
    reply_tables(request, rooms, count, person);
    return 0;
}

/* On the worker. A table that cannot be loaded is left to the loop, which says why. */
static int load_rooms(struct work *work, struct flip_error *error)
{
    struct mine *mine = (struct mine *)work;
    const double began = busy_ms();
    for (; mine->next < mine->count; mine->next++) {
        struct found_room *found = &mine->found[mine->next];
        if (busy_ms() - began > SLICE_MS) {
            work->task.more = true;
            return 0;
        }
        if (table_mark(reader_store(work->reader), found->id, &found->mark, error) == 1)
            room_load(reader_store(work->reader), found->id, &found->room, error);
    }
    return 0;
}

/* The server takes a room over if it has not got it in the meantime, and if it is still as the worker has read it. */
static void take_over(struct server *server, struct found_room *found)
{
    struct flip_error error;
    uint64_t mark = 0;
    if (!found->room || room_in_memory(server, found->id) || table_mark(server->store, found->id, &mark, &error) != 1 ||
        mark != found->mark)
        return;
    room_remember(server, found->room);
    found->room = NULL;
}

static int show_rooms(struct request *request, struct work *work, struct flip_error *error)
{
    struct mine *mine = (struct mine *)work;
    struct own_tables own = {.count = 0};
    for (int i = 0; i < mine->count; i++)
        take_over(request->server, &mine->found[i]);
    if (store_tables_of(request->server->store, work->person, LOBBY_TABLES, collect, &own, error) < 0)
        return -1;
    return reply_mine(request, &own, work->person);
}

static void release(struct work *work)
{
    struct mine *mine = (struct mine *)work;
    for (int i = 0; i < mine->count; i++)
        room_discard(mine->found[i].room);
}

static bool must_load(const struct server *server, const struct own_table *table)
{
    return table->over && !room_in_memory(server, table->id);
}

int get_mine(struct request *request, const char *rest, struct flip_error *error)
{
    (void)rest;
    struct own_tables own = {.count = 0};
    struct store_person person;
    if (known_person(request, &person, error) < 0 ||
        store_tables_of(request->server->store, person.id, LOBBY_TABLES, collect, &own, error) < 0)
        return -1;
    int missing = 0;
    for (int i = 0; i < own.count; i++)
        missing += must_load(request->server, &own.table[i]);
    if (missing == 0)
        return reply_mine(request, &own, person.id);
    struct mine *mine = (struct mine *)work_new(request, sizeof *mine, COST_MS, WORK_TO_PLAY, error);
    if (!mine)
        return -1;
    for (int i = 0; i < own.count; i++)
        if (must_load(request->server, &own.table[i]))
            memcpy(mine->found[mine->count++].id, own.table[i].id, STORE_ID);
    mine->work.run = load_rooms;
    mine->work.then = show_rooms;
    mine->work.release = release;
    return work_go(request, &mine->work);
}
