/* The rooms in memory, replacing those that another server has changed, and deferred results. */
#include "server/rooms/rooms.h"

#include "table/table.h"

#include <string.h>

/* FINISHED_MS: after a game people stay together to talk and agree on a rematch. Later actions bring the table back. */
enum { IDLE_MS = 600000, FINISHED_MS = 30000, CROWDED = 5000, IDLE_WHEN_CROWDED_MS = 10000, RESTART_MS = 60000 };

static void remove_from_seat_index(struct room *room)
{
    for (int i = 0; i < FLIP_MAX_SEATS; i++) {
        struct seat_entry *seat_entry = &room->seat_index[i];
        if (!seat_entry->at)
            continue;
        *seat_entry->at = seat_entry->next;
        if (seat_entry->next)
            seat_entry->next->at = seat_entry->at;
        seat_entry->at = NULL;
    }
}

/* Each person once. */
void room_index_seats(struct rooms *rooms, struct room *room)
{
    remove_from_seat_index(room);
    for (int i = 0; i < room->seat_count; i++) {
        const struct seat *seat = &room->seats[i];
        if (seat->kind != SEAT_PERSON || !seat->person[0] || flip_set_first(room_seats_of(room, seat->person)) != i)
            continue;
        struct seat_entry *seat_entry = &room->seat_index[i];
        memcpy(seat_entry->person, seat->person, sizeof seat_entry->person);
        seat_entry->room = room;
        seat_entry->at = &rooms->seat_index[text_bucket(seat->person, SEAT_INDEX_BUCKETS)];
        seat_entry->next = *seat_entry->at;
        if (seat_entry->next)
            seat_entry->next->at = &seat_entry->next;
        *seat_entry->at = seat_entry;
    }
}

void room_insert(struct rooms *rooms, struct room *room)
{
    struct room **bucket = &rooms->bucket[text_bucket(room->id, ROOM_BUCKETS)];
    room->next = *bucket;
    *bucket = room;
    room->used = steady_ms();
    rooms->count++;
    room_index_seats(rooms, room);
    room_presence(rooms, room);
    room_ask_bots(rooms, room);
    watches_wake(rooms, room);
}

static void free_room(struct rooms *rooms, struct room *room)
{
    LIST_REMOVE(struct room, rooms->bucket[text_bucket(room->id, ROOM_BUCKETS)], room, next);
    rooms->count--;
    room_clear_dirty(rooms, room);
    remove_from_seat_index(room);
    room_discard(room);
}

static bool bots_thinking(const struct room *room)
{
    for (int seat = 0; seat < room->seat_count; seat++)
        if (room->seats[seat].ticket)
            return true;
    return false;
}

/* A finished game soon leaves memory, whoever still watches it, once everything has been sent. */
static bool drop_if_unused(struct rooms *rooms, struct room *room, int64_t unused, int64_t idle)
{
    if (bots_thinking(room))
        return false;
    if (room->status < STORE_OVER || unused <= FINISHED_MS || room->dirty)
        return !room->watches && unused > idle;
    watches_sleep(rooms, room);
    return true;
}

void rooms_sweep(struct rooms *rooms, bool all)
{
    const int64_t now = steady_ms(), idle = rooms->count > CROWDED ? IDLE_WHEN_CROWDED_MS : IDLE_MS;
    for (int i = 0; i < ROOM_BUCKETS; i++)
        for (struct room *room = rooms->bucket[i], *next; room; room = next) {
            next = room->next;
            if (all || drop_if_unused(rooms, room, now - room->used, idle))
                free_room(rooms, room);
        }
}

void room_remove_from_memory(struct rooms *rooms, struct room *room)
{
    while (room->watches)
        unwatch(room->watches);
    free_room(rooms, room);
}

struct room *room_in_memory(const struct rooms *rooms, const char *id)
{
    for (struct room *room = rooms->bucket[text_bucket(id, ROOM_BUCKETS)]; room; room = room->next)
        if (strcmp(room->id, id) == 0)
            return room;
    return NULL;
}

/* The time while the server was down was nobody's fault. And no decision began later than now: where it says so, the wall clock was
   set back before the restart, and the deadline in the store is wrong as well. */
static void give_grace(struct rooms *rooms, struct room *room)
{
    const int64_t now = steady_ms(), least = rooms->loop->started + RESTART_MS;
    bool ahead = false;
    for (int i = 0; i < room->seat_count; i++) {
        struct seat_clock *clock = &room->seats[i].clock;
        ahead |= clock->since > now;
        if (clock->since > now)
            clock->since = now;
        if (clock->since && clock->since < rooms->loop->started && clock->since + clock->left < least)
            clock->left = least - clock->since;
    }
    struct flip_error error = {0};
    const int claimed = ahead ? room_claim(rooms, room, &error) : 0;
    if (claimed < 0 || (claimed == 1 && room_save_status(rooms->loop->store, room, &error) < 0))
        server_note_error(rooms->loop, &error);
    rooms->clocks_dirty |= ahead;
}

void room_insert_loaded(struct rooms *rooms, struct room *room)
{
    if (store_first(rooms->loop->store)) /* else others were there, and the site was not down */
        give_grace(rooms, room);
    room_insert(rooms, room);
}

struct room *room_find(struct rooms *rooms, const char *id, struct flip_error *error)
{
    struct room *room = id_looks_right(id) ? room_in_memory(rooms, id) : NULL;
    if (room) {
        room->used = steady_ms();
        return room;
    }
    const bool shared = store_shared(rooms->loop->store);
    const int found = id_looks_right(id) ? room_load_shared(rooms->loop->store, shared, id, NULL, &room, error) : 0;
    if (found <= 0) {
        if (found == 0)
            room_unknown(error);
        else if (!server_failure(error))
            room_broken(id, error);
        return NULL;
    }
    room_insert_loaded(rooms, room);
    return room;
}

void room_presence(struct rooms *rooms, struct room *room)
{
    for (int i = 0; i < room->seat_count; i++) {
        struct seat *seat = &room->seats[i];
        if (seat->kind != SEAT_PERSON || !seat->person[0])
            continue;
        if (person_online(rooms->people, seat->person)) {
            if (seat->absent_since || seat->votes)
                room_mark_dirty(rooms, room);
            seat->absent_since = 0;
            seat->votes = 0;
        } else if (!seat->absent_since) {
            seat->absent_since = steady_ms();
            room_mark_dirty(rooms, room);
        }
    }
}

void rooms_give_grace(struct rooms *rooms)
{
    rooms->loop->started = steady_ms();
    for (int i = 0; i < ROOM_BUCKETS; i++)
        for (struct room *room = rooms->bucket[i]; room; room = room->next)
            give_grace(rooms, room);
}

/* --- shared ------------------------------------------------------------------------------------------------------- */

enum { ATTEMPTS = 8 };

/* --- for requests --------------------------------------------------------------------------------------------------------- */

static int busy(struct flip_error *error)
{
    return flip_fail(error, FLIP_ERROR_LIMIT, "This table is busy at the moment. Please try again.");
}

struct room *room_find_claimed(struct rooms *rooms, const char *id, struct flip_error *error)
{
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
        struct room *room = room_find(rooms, id, error), *fresh = NULL;
        const int claimed = room ? room_claim_waiting(rooms, room, error) : -1;
        if (claimed != 0)
            return claimed < 0 ? NULL : room;
        const int found = room_load_shared(rooms->loop->store, true, id, NULL, &fresh, error);
        if (found == 0)
            room_unknown(error);
        if (found <= 0)
            return NULL;
        room_swap(rooms, room, fresh);
    }
    busy(error);
    return NULL;
}

/* --- in the place of an older one ---------------------------------------------------------------------------------------- */

/* Copies what only memory knows. */
static void carry_over(struct room *fresh, const struct room *old)
{
    fresh->newest = old->newest > fresh->version ? old->newest : fresh->version;
    fresh->used = old->used;
    fresh->turns_told = old->turns_told;
    fresh->friends_told = old->friends_told;
    fresh->offers_told = old->offers_told;
    fresh->ready_told = old->ready_told;
    fresh->just_begun = old->just_begun || (old->status == STORE_WAITING && fresh->status == STORE_RUNNING);
    memcpy(fresh->payer, old->payer, sizeof fresh->payer);
    for (int i = 0; i < fresh->seat_count && i < old->seat_count; i++)
        if (strcmp(fresh->seats[i].person, old->seats[i].person) == 0)
            fresh->seats[i].absent_since = old->seats[i].absent_since;
}

void room_swap(struct rooms *rooms, struct room *old, struct room *fresh)
{
    carry_over(fresh, old);
    fresh->watches = old->watches;
    old->watches = NULL;
    for (struct watch *watch = fresh->watches; watch; watch = watch->next_in_room)
        watch->room = fresh;
    rooms->lobby_dirty |= fresh->listed || old->listed;
    room_remove_from_memory(rooms, old);
    room_insert(rooms, fresh);
    room_mark_dirty(rooms, fresh);
}

/* --- ends --------------------------------------------------------------------------------------------------------- */

enum { AT_A_TIME = 4, AGAIN_MS = 10 };

static const char TODO_END[] = "end";

/* This server has its turn in the order. It has no ties, so that ratings can be made again from it. */
static int take_place(struct rooms *rooms, struct room *room, struct flip_error *error)
{
    const int64_t now = steady_ms();
    int64_t *last = &rooms->last_finished;
    if (store_shared(rooms->loop->store) && (*last = store_finished_last(rooms->loop->store, error)) < 0)
        return -1;
    *last = now > *last ? now : *last + 1;
    return store_table_finish(rooms->loop->store, room->id, *last, error) < 0 ||
                   rooms->game_over(rooms->server, room, *last, error) < 0
               ? -1
               : 0;
}

static void come_back(struct rooms *rooms)
{
    rooms->deferred_results_due = true;
    rooms->deferred_results_next = steady_ms() + AGAIN_MS;
    loop_wake(rooms->loop, WAKE_SOON, AGAIN_MS + 1);
}

int end_game(struct rooms *rooms, struct room *room, struct flip_error *error)
{
    const int taken = store_take_order(rooms->loop->store, error);
    if (taken != 0)
        return taken < 0 ? -1 : take_place(rooms, room, error);
    come_back(rooms);
    return store_todo_put(rooms->loop->store, TODO_END, room->id, error);
}

/* --- later --------------------------------------------------------------------------------------------------------------- */

void deferred_results_check(struct rooms *rooms) { rooms->deferred_results_due = store_shared(rooms->loop->store); }

bool deferred_results_due(const struct rooms *rooms)
{
    return rooms->deferred_results_due && steady_ms() >= rooms->deferred_results_next;
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

static int run(struct rooms *rooms, struct flip_error *error)
{
    struct noted noted = {0};
    const int taken = store_take_order(rooms->loop->store, error);
    if (taken < 0 || (taken == 1 && store_todos(rooms->loop->store, TODO_END, note, &noted, error) < 0))
        return -1;
    for (int i = 0; i < noted.count; i++)
        if (end_noted(rooms, noted.id[i], error) < 0)
            return -1;
    rooms->deferred_results_due = false;
    if (taken == 0 || noted.count == AT_A_TIME)
        come_back(rooms);
    return 0;
}

void deferred_results_run(struct rooms *rooms)
{
    struct flip_error error = {0};
    if (deferred_results_due(rooms) && run(rooms, &error) < 0)
        server_note_error(rooms->loop, &error);
}
