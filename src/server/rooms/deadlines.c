/* When a clock runs out, and when the person is back. */
#include "server/rooms/deadlines.h"

#include "server/loop/loop.h"
#include "server/rooms/claim.h"
#include "server/rooms/clocks.h"
#include "server/rooms/fetch.h"
#include "server/rooms/room.h"
#include "server/rooms/room_bots.h"
#include "server/rooms/room_store.h"
#include "server/rooms/rooms.h"

#include <string.h>

enum { LOOK_AGAIN_MS = 20, BACK_MS = 30000, AT_ONCE = 16, LONGEST_SLEEP_MS = 3600 * 1000 };

/* Another server may be doing the same at this moment: then this one looks again. */
static int expire(struct server *server, struct room *room, struct flip_error *error)
{
    const int64_t now = steady_ms();
    const int claimed = room_claim(server, room, error);
    if (claimed == 0)
        fetch_again(server, room);
    if (claimed != 1)
        return claimed;
    for (int i = 0; i < room->seat_count; i++) {
        struct seat_clock *clock = &room->seats[i].clock;
        if (clock->since && clock->since + clock->left <= now) {
            *clock = (struct seat_clock){.out = true};
            room->seats[i].timed_out = true;
        }
    }
    if (room_save_head(server, room, error) < 0)
        return -1;
    room_wake_bots(server, room);
    return 0;
}

int clock_back(struct server *server, struct room *room, flip_set seats, struct flip_error *error)
{
    bool changed = false;
    for (; seats; seats = flip_set_rest(seats)) {
        struct seat *seat = &room->seats[flip_set_first(seats)];
        if (!seat->clock.out)
            continue;
        const int64_t full = room->clock.kind == CLOCK_MOVE ? (int64_t)room->clock.seconds * 1000 : BACK_MS;
        seat->clock = (struct seat_clock){.left = full};
        seat->ticket = 0; /* what the bot thinks of is not wanted any more */
        changed = true;
    }
    if (!changed)
        return 0;
    clock_follow(room, false);
    return room_save_head(server, room, error);
}

struct due {
    char id[AT_ONCE][STORE_ID];
    int count;
    int64_t next;
};

static int collect_due(void *context, const char *table, int64_t deadline)
{
    struct due *due = context;
    if (deadline > steady_ms()) {
        due->next = deadline;
        return -1;
    }
    memcpy(due->id[due->count], table, strlen(table) + 1);
    return ++due->count < AT_ONCE ? 0 : -1;
}

void clocks_run(struct server *server)
{
    struct due due = {.count = 0};
    struct flip_error error = {0};
    if (!server->rooms->clocks_dirty && steady_ms() < server->rooms->clock_next)
        return;
    server->rooms->clocks_dirty = false;
    if (store_tables_due(server->store, AT_ONCE, collect_due, &due, &error) < 0) {
        server_note_error(server, &error);
        return;
    }
    for (int i = 0; i < due.count; i++) {
        struct room *room = room_find(server, due.id[i], &error);
        if (room ? expire(server, room, &error) < 0 : server_failure(&error))
            server_note_error(server, &error);
        else if (!room &&
                 store_deadline_clear(server->store, due.id[i], &error) < 0) /* broken: it has no time either */
            server_note_error(server, &error);
    }
    const int64_t again = store_shared(server->store) ? LOOK_AGAIN_MS : 1;
    const int64_t now = steady_ms(), sleep = due.count ? again : due.next ? due.next - now : LONGEST_SLEEP_MS;
    server->rooms->clock_next = now + (sleep < LONGEST_SLEEP_MS ? sleep : LONGEST_SLEEP_MS);
    loop_wake(server, WAKE_CLOCKS, (int)(server->rooms->clock_next - now) + 1);
}
