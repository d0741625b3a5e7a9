/* The rooms in memory, and replacing those that another server has changed. */
#include "server/rooms/rooms.h"

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
        seat_entry->at = &rooms->memory.seat_index[text_bucket(seat->person, SEAT_INDEX_BUCKETS)];
        seat_entry->next = *seat_entry->at;
        if (seat_entry->next)
            seat_entry->next->at = &seat_entry->next;
        *seat_entry->at = seat_entry;
    }
}

void room_insert(struct rooms *rooms, struct room *room)
{
    struct room **bucket = &rooms->memory.bucket[text_bucket(room->id, ROOM_BUCKETS)];
    room->next = *bucket;
    *bucket = room;
    room->used = steady_ms();
    rooms->memory.count++;
    room_index_seats(rooms, room);
    room_presence(rooms, room);
    room_ask_bots(rooms, room);
    watches_wake(rooms, room);
}

static void free_room(struct rooms *rooms, struct room *room)
{
    LIST_REMOVE(rooms->memory.bucket[text_bucket(room->id, ROOM_BUCKETS)], room, next);
    rooms->memory.count--;
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
    const int64_t now = steady_ms(), idle = rooms->memory.count > CROWDED ? IDLE_WHEN_CROWDED_MS : IDLE_MS;
    for (int i = 0; i < ROOM_BUCKETS; i++)
        for (struct room *room = rooms->memory.bucket[i], *next; room; room = next) {
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
    for (struct room *room = rooms->memory.bucket[text_bucket(id, ROOM_BUCKETS)]; room; room = room->next)
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
    const int claimed = ahead ? room_claim(rooms, room, false, &error) : 0;
    if (claimed < 0 || (claimed == 1 && room_save_status(rooms->loop->store, room, &error) < 0))
        server_note_error(rooms->loop, &error);
    rooms->clocks.dirty |= ahead;
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
        for (struct room *room = rooms->memory.bucket[i]; room; room = room->next)
            give_grace(rooms, room);
}

/* --- claiming ----------------------------------------------------------------------------------------------------- */

enum { ATTEMPTS = 8 };

static int busy(struct flip_error *error)
{
    return flip_fail(error, FLIP_ERROR_LIMIT, "This table is busy at the moment. Please try again.");
}

struct room *room_find_claimed(struct rooms *rooms, const char *id, struct flip_error *error)
{
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
        struct room *room = room_find(rooms, id, error), *fresh = NULL;
        const int claimed = room ? room_claim(rooms, room, true, error) : -1;
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

/* --- replacing a room --------------------------------------------------------------------------------------------- */

/* Copies what only memory knows. */
static void carry_over(struct room *fresh, const struct room *old)
{
    fresh->cluster.newest = old->cluster.newest > fresh->cluster.version ? old->cluster.newest : fresh->cluster.version;
    fresh->used = old->used;
    fresh->announced = old->announced;
    fresh->announced.just_begun |= old->status == STORE_WAITING && fresh->status == STORE_RUNNING;
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
    rooms->dirty.lobby |= fresh->listed || old->listed;
    room_remove_from_memory(rooms, old);
    room_insert(rooms, fresh);
    room_mark_dirty(rooms, fresh);
}
