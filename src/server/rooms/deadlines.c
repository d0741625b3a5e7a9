/* Deadlines: clocks that have run out, and bots that resume after a restart. */
#include "server/rooms/rooms.h"

#include <string.h>

enum { LOOK_AGAIN_MS = 20, BACK_MS = 30000, AT_ONCE = 16, LONGEST_SLEEP_MS = 3600 * 1000 };

/* When did the last player leave a live table that belongs to somebody? 0: somebody is there. Tournament tables have
   to end, and so do rated ones against bots alone: nobody can avoid a loss by leaving. */
static int64_t abandoned_since(const struct rooms *rooms, const struct room *room)
{
    int64_t last = 0;
    if (!clock_is_live(&room->clock) || !room->owner[0] || (room_rated(room) && flip_set_count(room_people(room)) < 2))
        return 0;
    for (flip_set seats = room_people(room); seats; seats = flip_set_rest(seats)) {
        const struct seat *seat = &room->seats[flip_set_first(seats)];
        if (!seat->absent_since || person_online(rooms->people, seat->person))
            return 0;
        last = seat->absent_since > last ? seat->absent_since : last;
    }
    return last;
}

/* The time since the last one left counts for nobody. */
static int pause_table(struct rooms *rooms, struct room *room, int64_t left, struct flip_error *error)
{
    for (int i = 0; i < room->seat_count; i++) {
        struct seat_clock *clock = &room->seats[i].clock;
        if (!clock->since)
            continue;
        clock->left -= left > clock->since ? left - clock->since : 0;
        clock->left = clock->left > BACK_MS ? clock->left : BACK_MS;
        clock->since = 0;
        clock->ran = true;
    }
    room->paused = true;
    return room_save_head(rooms, room, error);
}

/* Another server may be doing the same: then this one looks again. */
static int expire(struct rooms *rooms, struct room *room, struct flip_error *error)
{
    const int64_t now = steady_ms();
    const int claimed = room_claim(rooms, room, false, error);
    if (claimed == 0)
        fetch_again(rooms, room);
    if (claimed != 1)
        return claimed;
    const int64_t left = abandoned_since(rooms, room);
    if (left)
        return pause_table(rooms, room, left, error);
    for (int i = 0; i < room->seat_count; i++) {
        struct seat_clock *clock = &room->seats[i].clock;
        if (clock->since && clock->since + clock->left <= now) {
            *clock = (struct seat_clock){.out = true};
            room->seats[i].timed_out = true;
        }
    }
    if (room_save_head(rooms, room, error) < 0)
        return -1;
    room_ask_bots(rooms, room);
    return 0;
}

int clock_back(struct rooms *rooms, struct room *room, flip_set seats, struct flip_error *error)
{
    bool changed = room->paused && seats;
    room->paused &= !changed;
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
    return room_save_head(rooms, room, error);
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

void clocks_run(struct rooms *rooms)
{
    struct due due = {.count = 0};
    struct flip_error error = {0};
    if (!rooms->clocks.dirty && steady_ms() < rooms->clocks.next)
        return;
    rooms->clocks.dirty = false;
    if (store_tables_due(rooms->loop->store, AT_ONCE, collect_due, &due, &error) < 0) {
        server_note_error(rooms->loop, &error);
        return;
    }
    for (int i = 0; i < due.count; i++) {
        struct room *room = room_find(rooms, due.id[i], &error);
        if (room ? expire(rooms, room, &error) < 0 : server_failure(&error))
            server_note_error(rooms->loop, &error);
        else if (!room &&
                 store_deadline_clear(rooms->loop->store, due.id[i], &error) < 0) /* broken: it has no time either */
            server_note_error(rooms->loop, &error);
    }
    const int64_t again = store_shared(rooms->loop->store) ? LOOK_AGAIN_MS : 1;
    const int64_t now = steady_ms(), sleep = due.count ? again : due.next ? due.next - now : LONGEST_SLEEP_MS;
    rooms->clocks.next = now + (sleep < LONGEST_SLEEP_MS ? sleep : LONGEST_SLEEP_MS);
    loop_wake(rooms->loop, WAKE_CLOCKS, (int)(rooms->clocks.next - now) + 1);
}

/* --- resuming ----------------------------------------------------------------------------------------------------- */

/* Collected first: a room is loaded with other statements of the same store. */
static int collect_running(void *context, const struct store_table *row)
{
    if (!strstr(row->head, "\"kind\":\"bot\"") && !strstr(row->head, "\"clock\":[0,0,true") &&
        !clock_ahead(row->head, steady_ms()))
        return 0; /* nothing to resume: no bot, nobody out of time, no clock that is ahead */
    return id_list_add(context, row->id);
}

int bots_queue_resume(struct rooms *rooms, struct flip_error *error)
{
    rooms->bots.resuming.count = 0;
    return store_tables_running(rooms->loop->store, collect_running, &rooms->bots.resuming, error) < 0 ? -1 : 0;
}

static void bots_fetched(struct rooms *rooms, struct work *work)
{
    rooms->bots.fetching = false;
    fetch_take_over(rooms, (struct fetch *)work);
    loop_wake(rooms->loop, WAKE_SOON, 1);
}

/* Bots that were thinking when the server stopped resume: inserting a room asks them. A few at a time, so that others
   are not delayed. */
void bots_resume_some(struct rooms *rooms)
{
    enum { WOKEN_AT_ONCE = 8 };
    struct flip_error error;
    struct id_list *resuming = &rooms->bots.resuming;
    struct table_ids ids = {.count = 0};
    if (rooms->bots.fetching || resuming->count == 0)
        return;
    while (ids.count < WOKEN_AT_ONCE && resuming->count > 0)
        memcpy(ids.id[ids.count++], resuming->id[--resuming->count], STORE_ID);
    rooms->bots.fetching = fetch_for_client(rooms, NULL, &ids, bots_fetched, &error) == 0;
    if (!rooms->bots.fetching) { /* there is no memory now */
        resuming->count += ids.count;
        loop_wake(rooms->loop, WAKE_SOON, 1000);
    }
}
