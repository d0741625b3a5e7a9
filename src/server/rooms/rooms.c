/* Which rooms are in memory, who sits in which of them, who is there and who has gone. */
#include "server/rooms/rooms.h"

#include "server/loop/loop.h"
#include "server/people/people.h"
#include "server/rooms/claim.h"
#include "server/rooms/room.h"
#include "server/rooms/room_bots.h"
#include "server/rooms/room_store.h"
#include "server/rooms/room_version.h"
#include "server/rooms/watch.h"

#include <stdlib.h>
#include <string.h>

/* FINISHED_MS: so long those who have played stay together, talk and agree on a rematch. After that what they do brings the table back. */
enum { IDLE_MS = 600000, FINISHED_MS = 30000, CROWDED = 5000, IDLE_WHEN_CROWDED_MS = 10000, RESTART_MS = 60000 };

static void leave_index(struct room *room)
{
    for (int i = 0; i < FLIP_MAX_SEATS; i++) {
        struct sitting *sitting = &room->sittings[i];
        if (!sitting->at)
            continue;
        *sitting->at = sitting->next;
        if (sitting->next)
            sitting->next->at = sitting->at;
        sitting->at = NULL;
    }
}

/* Each person once. */
void room_index_seats(struct server *server, struct room *room)
{
    leave_index(room);
    for (int i = 0; i < room->seat_count; i++) {
        const struct seat *seat = &room->seats[i];
        if (seat->kind != SEAT_PERSON || !seat->person[0] || flip_set_first(room_seats_of(room, seat->person)) != i)
            continue;
        struct sitting *sitting = &room->sittings[i];
        memcpy(sitting->person, seat->person, sizeof sitting->person);
        sitting->room = room;
        sitting->at = &server->rooms->sittings[text_bucket(seat->person, SITTING_BUCKETS)];
        sitting->next = *sitting->at;
        if (sitting->next)
            sitting->next->at = &sitting->next;
        *sitting->at = sitting;
    }
}

void room_remember(struct server *server, struct room *room)
{
    struct room **bucket = &server->rooms->bucket[text_bucket(room->id, ROOM_BUCKETS)];
    room->next = *bucket;
    *bucket = room;
    room->used = steady_ms();
    server->rooms->count++;
    room_index_seats(server, room);
    room_presence(server, room);
    room_wake_bots(server, room);
    watches_wake(server, room);
}

static void forget(struct server *server, struct room *room)
{
    for (struct room **at = &server->rooms->bucket[text_bucket(room->id, ROOM_BUCKETS)]; *at; at = &(*at)->next)
        if (*at == room) {
            *at = room->next;
            server->rooms->count--;
            break;
        }
    room_untouch(server, room);
    leave_index(room);
    room_discard(room);
}

static bool bots_thinking(const struct room *room)
{
    for (int seat = 0; seat < room->seat_count; seat++)
        if (room->seats[seat].ticket)
            return true;
    return false;
}

/* A finished game costs nothing soon after, whoever still looks at it. What has not been told yet is told first. */
static bool let_go(struct server *server, struct room *room, int64_t unused, int64_t idle)
{
    if (bots_thinking(room))
        return false;
    if (room->status < STORE_OVER || unused <= FINISHED_MS || room->dirty)
        return !room->watches && unused > idle;
    watches_sleep(server, room);
    return true;
}

void rooms_sweep(struct server *server, bool all)
{
    const int64_t now = steady_ms(), idle = server->rooms->count > CROWDED ? IDLE_WHEN_CROWDED_MS : IDLE_MS;
    for (int i = 0; i < ROOM_BUCKETS; i++)
        for (struct room *room = server->rooms->bucket[i], *next; room; room = next) {
            next = room->next;
            if (all || let_go(server, room, now - room->used, idle))
                forget(server, room);
        }
}

void room_drop(struct server *server, struct room *room)
{
    while (room->watches)
        unwatch(room->watches);
    forget(server, room);
}

struct room *room_in_memory(const struct server *server, const char *id)
{
    for (struct room *room = server->rooms->bucket[text_bucket(id, ROOM_BUCKETS)]; room; room = room->next)
        if (strcmp(room->id, id) == 0)
            return room;
    return NULL;
}

/* The time while the server was down was nobody's fault. And no decision began later than now: where it says so, the wall clock was
   set back before the restart, and the deadline in the store is wrong as well. */
static void give_grace(struct server *server, struct room *room)
{
    const int64_t now = steady_ms(), least = server->started + RESTART_MS;
    bool ahead = false;
    for (int i = 0; i < room->seat_count; i++) {
        struct seat_clock *clock = &room->seats[i].clock;
        ahead |= clock->since > now;
        if (clock->since > now)
            clock->since = now;
        if (clock->since && clock->since < server->started && clock->since + clock->left < least)
            clock->left = least - clock->since;
    }
    struct flip_error error = {0};
    const int claimed = ahead ? room_claim(server, room, &error) : 0;
    if (claimed < 0 || (claimed == 1 && room_save_status(server->store, room, &error) < 0))
        server_note_error(server, &error);
    server->rooms->clocks_dirty |= ahead;
}

void room_take_in(struct server *server, struct room *room)
{
    if (store_first(server->store)) /* else others were there, and the site was not down */
        give_grace(server, room);
    room_remember(server, room);
}

struct room *room_find(struct server *server, const char *id, struct flip_error *error)
{
    struct room *room = id_looks_right(id) ? room_in_memory(server, id) : NULL;
    if (room) {
        room->used = steady_ms();
        return room;
    }
    const bool shared = store_shared(server->store);
    const int found = id_looks_right(id) ? room_load_shared(server->store, shared, id, NULL, &room, error) : 0;
    if (found <= 0) {
        if (found == 0)
            room_unknown(error);
        else if (!server_failure(error))
            room_broken(id, error);
        return NULL;
    }
    room_take_in(server, room);
    return room;
}

void room_presence(struct server *server, struct room *room)
{
    for (int i = 0; i < room->seat_count; i++) {
        struct seat *seat = &room->seats[i];
        if (seat->kind != SEAT_PERSON || !seat->person[0])
            continue;
        if (server_person_present(server, seat->person)) {
            if (seat->absent_since || seat->votes)
                room_touch(server, room);
            seat->absent_since = 0;
            seat->votes = 0;
        } else if (!seat->absent_since) {
            seat->absent_since = steady_ms();
            room_touch(server, room);
        }
    }
}

void rooms_give_grace(struct server *server)
{
    server->started = steady_ms();
    for (int i = 0; i < ROOM_BUCKETS; i++)
        for (struct room *room = server->rooms->bucket[i]; room; room = room->next)
            give_grace(server, room);
}
