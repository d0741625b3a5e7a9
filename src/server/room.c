/* Rooms: which are in memory, who sits where, who is there and who has gone. */
#include "server/clocks.h"
#include "server/log.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { IDLE_MS = 600000, CROWDED = 5000, IDLE_WHEN_CROWDED_MS = 10000 };

/* --- finding and forgetting ---------------------------------------------------------------------------------------- */

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

/* Writes down who sits here, each person once. */
static void enter_index(struct server *server, struct room *room)
{
    leave_index(room);
    for (int i = 0; i < room->seat_count; i++) {
        const struct seat *seat = &room->seats[i];
        if (seat->kind != SEAT_PERSON || !seat->person[0] || flip_set_first(room_seats_of(room, seat->person)) != i)
            continue;
        struct sitting *sitting = &room->sittings[i];
        memcpy(sitting->person, seat->person, sizeof sitting->person);
        sitting->room = room;
        sitting->at = &server->sittings[text_bucket(seat->person, PRESENT_BUCKETS)];
        sitting->next = *sitting->at;
        if (sitting->next)
            sitting->next->at = &sitting->next;
        *sitting->at = sitting;
    }
}

void room_remember(struct server *server, struct room *room)
{
    struct room **bucket = &server->rooms[text_bucket(room->id, ROOM_BUCKETS)];
    room->next = *bucket;
    *bucket = room;
    room->used = steady_ms();
    server->room_count++;
    enter_index(server, room);
    room_presence(server, room);
    room_wake_bots(server, room);
}

void room_discard(struct room *room)
{
    if (!room)
        return;
    room_clear_log(room);
    free(room->log);
    flip_walk_close(&room->told);
    for (int i = 0; i < room->chat_count; i++) {
        free(room->chat[i].name);
        free(room->chat[i].text);
    }
    free(room->chat);
    flip_table_close(room->table);
    json_decref(room->lesson);
    free(room);
}

void room_touch(struct server *server, struct room *room)
{
    if (room->dirty)
        return;
    room->dirty = true;
    room->next_dirty = server->dirty;
    server->dirty = room;
}

void room_untouch(struct server *server, struct room *room)
{
    for (struct room **at = &server->dirty; room->dirty && *at; at = &(*at)->next_dirty)
        if (*at == room) {
            *at = room->next_dirty;
            break;
        }
    room->dirty = false;
}

static void forget(struct server *server, struct room *room)
{
    for (struct room **at = &server->rooms[text_bucket(room->id, ROOM_BUCKETS)]; *at; at = &(*at)->next)
        if (*at == room) {
            *at = room->next;
            server->room_count--;
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

void rooms_sweep(struct server *server, bool all)
{
    const int64_t now = steady_ms(), idle = server->room_count > CROWDED ? IDLE_WHEN_CROWDED_MS : IDLE_MS;
    for (int i = 0; i < ROOM_BUCKETS; i++)
        for (struct room *room = server->rooms[i], *next; room; room = next) {
            next = room->next;
            if (all || (!room->watches && !bots_thinking(room) && now - room->used > idle))
                forget(server, room);
        }
}

void room_drop(struct server *server, struct room *room)
{
    while (room->watches)
        websocket_unwatch(room->watches);
    forget(server, room);
}

struct room *room_in_memory(const struct server *server, const char *id)
{
    for (struct room *room = server->rooms[text_bucket(id, ROOM_BUCKETS)]; room; room = room->next)
        if (strcmp(room->id, id) == 0)
            return room;
    return NULL;
}

int room_unknown(struct flip_error *error)
{
    return flip_fail(error, FLIP_ERROR_NO_TABLE,
                     "There is no such table. It may have been given up: look into the lobby.");
}

int room_broken(const char *id, struct flip_error *error)
{
    char beginning[9]; /* the whole id would open a private table to whoever reads the log */
    snprintf(beginning, sizeof beginning, "%s", id);
    log_event("error", "table_broken", "table", beginning, "why", error->message, NULL);
    return flip_fail(error, FLIP_ERROR_BROKEN_TABLE,
                     "This table cannot be opened any more. The administrator of this server has a note of it.");
}

struct room *room_find(struct server *server, const char *id, struct flip_error *error)
{
    struct room *room = id_looks_right(id) ? room_in_memory(server, id) : NULL;
    if (room) {
        room->used = steady_ms();
        return room;
    }
    const int found = id_looks_right(id) ? room_load(server->store, id, &room, error) : 0;
    if (found <= 0) {
        if (found == 0)
            room_unknown(error);
        else if (!server_failure(error))
            room_broken(id, error);
        return NULL;
    }
    clock_grace(server, room);
    room_remember(server, room);
    return room;
}

/* --- sitting down and getting up ----------------------------------------------------------------------------------- */

flip_set room_seats_of(const struct room *room, const char *person)
{
    flip_set seats = 0;
    if (!person[0]) /* a stranger; not everybody whose account was deleted */
        return 0;
    for (int i = 0; i < room->seat_count; i++)
        if (room->seats[i].kind == SEAT_PERSON && strcmp(room->seats[i].person, person) == 0)
            seats |= FLIP_BIT(i);
    return seats;
}

/* Nobody has to sit with somebody whom they have blocked. */
static int check_blocks(struct server *server, const struct room *room, const char *person, struct flip_error *error)
{
    for (int i = 0; i < room->seat_count; i++) {
        const struct seat *seat = &room->seats[i];
        if (seat->kind != SEAT_PERSON || !seat->person[0])
            continue;
        const int unwanted = store_blocks(server->store, seat->person, person, error);
        const int own = unwanted == 0 ? store_blocks(server->store, person, seat->person, error) : 0;
        if (unwanted < 0 || own < 0)
            return -1;
        if (unwanted)
            return flip_fail(error, FLIP_ERROR_BLOCKED,
                             "You cannot sit down at this table. There are others in the lobby.");
        if (own)
            return flip_fail(error, FLIP_ERROR_BLOCKED, "You have blocked %.80s, who sits here.", seat->name);
    }
    return 0;
}

int room_sit(struct server *server, struct room *room, const struct store_person *person, int seat, const char *key,
             struct flip_error *error)
{
    if (seat < 0 || seat >= room->seat_count)
        return flip_fail(error, FLIP_ERROR_BAD_SEAT, "This table has no such seat.");
    struct seat *place = &room->seats[seat];
    if (room->status != STORE_WAITING || (place->kind != SEAT_OPEN && place->kind != SEAT_LINK))
        return flip_fail(error, FLIP_ERROR_SEAT_TAKEN,
                         "Somebody sits there already. You can look on, or make a "
                         "table of your own.");
    if (place->kind == SEAT_LINK && (strlen(key) != STORE_ID - 1 || sodium_memcmp(key, place->key, STORE_ID - 1) != 0))
        return flip_fail(error, FLIP_ERROR_NOT_INVITED, "This seat is kept for somebody with an invitation.");
    if (!room_seats_of(room, person->id) && room_check_limit(server, person->id, error) < 0)
        return -1;
    if (check_blocks(server, room, person->id, error) < 0)
        return -1;
    const struct seat old = *place;
    place->kind = SEAT_PERSON;
    place->absent_since = 0;
    place->votes = 0;
    memcpy(place->person, person->id, sizeof place->person);
    memcpy(place->name, person->name, sizeof place->name);
    if (room_seats_changed(server, room, error) < 0) {
        *place = old;
        return -1;
    }
    enter_index(server, room);
    room_presence(server, room);
    room_wake_bots(server, room);
    return 0;
}

static void seat_bot(struct room *room, int index)
{
    struct seat *seat = &room->seats[index];
    char name[STORE_NAME];
    char left[STORE_ID];
    snprintf(name, sizeof name, "Bot for %.80s", seat->name);
    memcpy(left, seat->person, sizeof left);
    *seat = (struct seat){.kind = SEAT_BOT, .level = STAND_IN_LEVEL, .helped = seat->helped};
    memcpy(seat->name, name, sizeof name);
    memcpy(seat->left, left, sizeof left);
    room->offer &= ~FLIP_BIT(index);
}

/* As it was before somebody sat down: an invitation counts again. */
static void free_seat(struct seat *seat)
{
    struct seat empty = {.kind = seat->key[0] ? SEAT_LINK : SEAT_OPEN};
    memcpy(empty.key, seat->key, sizeof empty.key);
    *seat = empty;
}

static bool persons_left(const struct room *room)
{
    for (int i = 0; i < room->seat_count; i++)
        if (room->seats[i].kind == SEAT_PERSON)
            return true;
    return false;
}

/* Seats have new owners: the index, the offer to end and the bots follow. */
static int reseated(struct server *server, struct room *room, struct flip_error *error)
{
    enter_index(server, room);
    if (!persons_left(room))
        room->status = STORE_ENDED;
    if (!room->offer)
        room->offered_by = -1;
    room_settle_offer(room);
    if (room_save_head(server, room, error) < 0)
        return -1;
    room_wake_bots(server, room);
    return 0;
}

int room_leave(struct server *server, struct room *room, const char *person, struct flip_error *error)
{
    const flip_set own = room_seats_of(room, person);
    if (!own)
        return flip_fail(error, FLIP_ERROR_NOT_YOUR_SEAT, "You do not sit at this table.");
    if (room->status >= STORE_OVER)
        return flip_fail(error, FLIP_ERROR_OVER, "This game is over; it stays under your games.");
    for (flip_set seats = own; seats; seats = flip_set_rest(seats)) {
        const int seat = flip_set_first(seats);
        if (room->status == STORE_WAITING)
            free_seat(&room->seats[seat]);
        else
            seat_bot(room, seat);
    }
    return reseated(server, room, error);
}

int room_rename(struct server *server, struct room *room, const struct store_person *person, struct flip_error *error)
{
    const flip_set own = room_seats_of(room, person->id);
    if (room->status != STORE_WAITING || !own)
        return 0;
    for (flip_set seats = own; seats; seats = flip_set_rest(seats))
        memcpy(room->seats[flip_set_first(seats)].name, person->name, sizeof person->name);
    return room_save_head(server, room, error);
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

int room_replace(struct server *server, struct room *room, const char *person, int index, struct flip_error *error)
{
    const flip_set own = room_seats_of(room, person);
    if (room_check_running(room, error) < 0)
        return -1;
    if (!own)
        return flip_fail(error, FLIP_ERROR_NOT_YOUR_SEAT, "Only players of this table can vote.");
    if (index < 0 || index >= room->seat_count || room->seats[index].kind != SEAT_PERSON || flip_set_has(own, index))
        return flip_fail(error, FLIP_ERROR_BAD_SEAT, "There is nobody to be replaced in that seat.");
    struct seat *seat = &room->seats[index];
    const int64_t gone = seat->absent_since ? (steady_ms() - seat->absent_since) / 1000 : 0;
    if (!seat->absent_since || gone < room->replace_after)
        return flip_fail(error, FLIP_ERROR_TOO_EARLY,
                         "%.80s can be replaced after %d seconds of absence; it is %d now.", seat->name,
                         room->replace_after, (int)gone);
    seat->votes |= own;
    for (int i = 0; i < room->seat_count; i++)
        if (room->seats[i].kind == SEAT_PERSON && i != index && !room->seats[i].absent_since &&
            !flip_set_has(seat->votes, i))
            return room_save_head(server, room, error);
    seat_bot(room, index);
    return reseated(server, room, error);
}
