/* The results of finished games, one game at a time in an order of their own: derived at once, or noted for later. */
#include "server/rooms/rooms.h"

#include "table/table.h"

#include <string.h>

/* So many noted games in one turn of the loop; and when to try again. */
enum { BATCH = 4, RETRY_MS = 10 };

static const char TODO_END[] = "end";

/* This server has its turn in the order. It has no ties, so that ratings can be made again from it. */
static int take_place(struct rooms *rooms, struct room *room, struct flip_error *error)
{
    const int64_t now = steady_ms();
    int64_t *last = &rooms->results.last_finished;
    if (store_shared(rooms->loop->store) && (*last = store_finished_last(rooms->loop->store, error)) < 0)
        return -1;
    *last = now > *last ? now : *last + 1;
    return store_table_finish(rooms->loop->store, room->id, *last, error) < 0 ||
                   rooms->game_over(rooms->server, room, *last, error) < 0
               ? -1
               : 0;
}

static void retry_results_later(struct rooms *rooms)
{
    rooms->results.due = true;
    rooms->results.next = steady_ms() + RETRY_MS;
    loop_wake(rooms->loop, WAKE_SOON, RETRY_MS + 1);
}

int end_game(struct rooms *rooms, struct room *room, struct flip_error *error)
{
    const int taken = store_take_order(rooms->loop->store, error);
    if (taken != 0)
        return taken < 0 ? -1 : take_place(rooms, room, error);
    retry_results_later(rooms);
    return store_todo_put(rooms->loop->store, TODO_END, room->id, error);
}

void deferred_results_check(struct rooms *rooms) { rooms->results.due = store_shared(rooms->loop->store); }

bool deferred_results_due(const struct rooms *rooms)
{
    return rooms->results.due && steady_ms() >= rooms->results.next;
}

struct noted {
    char id[BATCH][STORE_ID];
    int count;
};

/* Some at a time: the others are still there when these are done. */
static int collect_noted(void *context, const char *id)
{
    struct noted *noted = context;
    if (noted->count == BATCH || strlen(id) >= STORE_ID)
        return 1;
    memcpy(noted->id[noted->count++], id, strlen(id) + 1);
    return 0;
}

/* A record that cannot be read has no results; there is a line about it in the log. */
static int end_noted(struct rooms *rooms, const char *id, struct flip_error *error)
{
    struct room *live = room_in_memory(rooms, id), *room = live;
    if (!room && room_load(rooms->loop->store, id, &room, error) < 0 && server_failure(error))
        return -1;
    int status = room && room->table && flip_table_turn(room->table) == 0 ? take_place(rooms, room, error) : 0;
    if (!room)
        log_event("error", "end", "why", "a game that is over cannot be read", NULL);
    else if (live)
        room_mark_dirty(rooms, live);
    else
        room_discard(room);
    return status < 0 ? -1 : store_todo_delete(rooms->loop->store, TODO_END, id, error);
}

static int run_deferred(struct rooms *rooms, struct flip_error *error)
{
    struct noted noted = {0};
    const int taken = store_take_order(rooms->loop->store, error);
    if (taken < 0 || (taken == 1 && store_todos(rooms->loop->store, TODO_END, collect_noted, &noted, error) < 0))
        return -1;
    for (int i = 0; i < noted.count; i++)
        if (end_noted(rooms, noted.id[i], error) < 0)
            return -1;
    rooms->results.due = false;
    if (taken == 0 || noted.count == BATCH)
        retry_results_later(rooms);
    return 0;
}

void deferred_results_run(struct rooms *rooms)
{
    struct flip_error error = {0};
    if (deferred_results_due(rooms) && run_deferred(rooms, &error) < 0)
        server_note_error(rooms->loop, &error);
}
