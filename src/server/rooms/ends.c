/* The order in which games end: see ends.h. */
#include "server/rooms/ends.h"

#include "server/loop/loop.h"
#include "server/rooms/room.h"
#include "server/rooms/room_store.h"
#include "server/rooms/rooms.h"
#include "table/table.h"

#include <string.h>

enum { AT_A_TIME = 4, AGAIN_MS = 10 };

static const char TODO_END[] = "end";

/* This server has its turn in the order. It has no ties, so that ratings can be made again from it. */
static int take_place(struct server *server, struct room *room, struct flip_error *error)
{
    const int64_t now = steady_ms();
    int64_t *last = &server->rooms->last_finished;
    if (store_shared(server->store) && (*last = store_finished_last(server->store, error)) < 0)
        return -1;
    *last = now > *last ? now : *last + 1;
    return store_table_finish(server->store, room->id, *last, error) < 0 ||
                   server->rooms->game_over(server, room, *last, error) < 0
               ? -1
               : 0;
}

static void come_back(struct server *server)
{
    server->rooms->ends_due = true;
    server->rooms->ends_next = steady_ms() + AGAIN_MS;
    loop_wake(server, WAKE_SOON, AGAIN_MS + 1);
}

int end_game(struct server *server, struct room *room, struct flip_error *error)
{
    const int taken = store_take_order(server->store, error);
    if (taken != 0)
        return taken < 0 ? -1 : take_place(server, room, error);
    come_back(server);
    return store_todo_put(server->store, TODO_END, room->id, error);
}

/* --- later --------------------------------------------------------------------------------------------------------------- */

void ends_look(struct server *server) { server->rooms->ends_due = store_shared(server->store); }

bool ends_due(const struct server *server)
{
    return server->rooms->ends_due && steady_ms() >= server->rooms->ends_next;
}

struct noted {
    char id[AT_A_TIME][STORE_ID];
    int count;
};

/* Some at a time: the others are still there when these are done. */
static int note(void *context, const char *id)
{
    struct noted *noted = context;
    if (noted->count == AT_A_TIME || strlen(id) >= STORE_ID)
        return 1;
    memcpy(noted->id[noted->count++], id, strlen(id) + 1);
    return 0;
}

/* A record that cannot be read has no results; there is a line about it in the log. */
static int end_noted(struct server *server, const char *id, struct flip_error *error)
{
    struct room *live = room_in_memory(server, id), *room = live;
    if (!room && room_load(server->store, id, &room, error) < 0 && server_failure(error))
        return -1;
    int status = room && room->table && flip_table_turn(room->table) == 0 ? take_place(server, room, error) : 0;
    if (!room)
        log_event("error", "end", "why", "a game that is over cannot be read", NULL);
    else if (live)
        room_touch(server, live);
    else
        room_discard(room);
    return status < 0 ? -1 : store_todo_cut(server->store, TODO_END, id, error);
}

static int run(struct server *server, struct flip_error *error)
{
    struct noted noted = {0};
    const int taken = store_take_order(server->store, error);
    if (taken < 0 || (taken == 1 && store_todos(server->store, TODO_END, note, &noted, error) < 0))
        return -1;
    for (int i = 0; i < noted.count; i++)
        if (end_noted(server, noted.id[i], error) < 0)
            return -1;
    server->rooms->ends_due = false;
    if (taken == 0 || noted.count == AT_A_TIME)
        come_back(server);
    return 0;
}

void ends_run(struct server *server)
{
    struct flip_error error = {0};
    if (ends_due(server) && run(server, &error) < 0)
        server_note_error(server, &error);
}
