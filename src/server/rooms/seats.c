/* Sitting down and getting up. */
#include "server/rooms/rooms.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BACK_MS = 30000 /* for the decision, when somebody has taken the seat back */ };

/* Nobody has to sit with a person they have blocked. */
static int check_blocks(struct rooms *rooms, const struct room *room, const char *person, struct flip_error *error)
{
    for (int i = 0; i < room->seat_count; i++) {
        const struct seat *seat = &room->seats[i];
        if (seat->kind != SEAT_PERSON || !seat->person[0])
            continue;
        const int unwanted = store_blocks(rooms->loop->store, seat->person, person, error);
        const int own = unwanted == 0 ? store_blocks(rooms->loop->store, person, seat->person, error) : 0;
        if (unwanted < 0 || own < 0)
            return -1;
        if (unwanted)
            return flip_fail(error, FLIP_ERROR_BLOCKED, "You cannot sit at this table. There are others in the lobby.");
        if (own)
            return flip_fail(error, FLIP_ERROR_BLOCKED, "You have blocked %.80s, who sits here.", seat->name);
    }
    return 0;
}

int room_check_seat_for(struct rooms *rooms, const struct room *room, const struct store_person *person,
                        struct flip_error *error)
{
    if (!room_seats_of(room, person->id) && room_check_limit(rooms, person->id, error) < 0)
        return -1;
    return check_blocks(rooms, room, person->id, error);
}

int room_seat(struct rooms *rooms, struct room *room, const struct store_person *person, int seat,
              const struct flip_share *share, struct flip_error *error)
{
    struct seat *place = &room->seats[seat];
    if (room_check_seat_for(rooms, room, person, error) < 0)
        return -1;
    const struct seat old = *place;
    place->kind = SEAT_PERSON;
    place->absent_since = 0;
    place->votes = 0;
    place->invited = false;
    memset(place->kept_for, 0, sizeof place->kept_for);
    place->share = *share;
    memcpy(place->person, person->id, sizeof place->person);
    memcpy(place->name, person->name, sizeof place->name);
    room_ask_ready(room, person->id);
    if (room_seats_changed(rooms, room, error) < 0) {
        *place = old;
        return -1;
    }
    room_index_seats(rooms, room);
    room_presence(rooms, room);
    room_ask_bots(rooms, room);
    return 0;
}

bool key_fits(const char *key, const char *own)
{
    return own[0] && strlen(key) == STORE_ID - 1 && sodium_memcmp(key, own, STORE_ID - 1) == 0;
}

int room_sit(struct rooms *rooms, struct room *room, const struct store_person *person, int seat, const char *key,
             const struct flip_share *share, struct flip_error *error)
{
    const bool by_link = key_fits(key, room->key);
    if (seat < 0 && key[0] && !by_link)
        return flip_fail(error, FLIP_ERROR_NOT_INVITED, "This link is no longer valid. Ask for a new one.");
    if (seat < 0 && by_link && (seat = room_seat_by_link(room)) < 0)
        return flip_fail(error, FLIP_ERROR_SEAT_TAKEN, "Somebody else was faster: the table is full. You can watch.");
    if (seat < 0 || seat >= room->seat_count)
        return flip_fail(error, FLIP_ERROR_BAD_SEAT, "This table has no such seat.");
    const struct seat *place = &room->seats[seat];
    if (room->status != STORE_WAITING || (place->kind != SEAT_OPEN && place->kind != SEAT_LINK))
        return flip_fail(error, FLIP_ERROR_SEAT_TAKEN,
                         "Somebody sits there already. You can watch, or make a table of your own.");
    if (place->kind == SEAT_LINK && !key_fits(key, place->key) && (!by_link || place->kept_for[0]))
        return flip_fail(error, FLIP_ERROR_NOT_INVITED, "This seat is reserved for somebody with an invitation.");
    return room_seat(rooms, room, person, seat, share, error);
}

/* The clock stays as it is, for a player who returns. */
static void seat_bot(struct room *room, int index, bool voted_out)
{
    struct seat *seat = &room->seats[index];
    char name[STORE_NAME];
    char left[STORE_ID];
    snprintf(name, sizeof name, "Bot for %.80s", seat->name);
    memcpy(left, seat->person, sizeof left);
    *seat = (struct seat){.kind = SEAT_BOT,
                          .level = STAND_IN_LEVEL,
                          .helped = seat->helped,
                          .timed_out = seat->timed_out,
                          .voted_out = voted_out,
                          .named = seat->named,
                          .clock = seat->clock};
    memcpy(seat->name, name, sizeof name);
    memcpy(seat->left, left, sizeof left);
    clock_follow(room, false);
}

void seat_free(struct seat *seat)
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

/* Seats have new players: the index, the offers and the bots follow. */
static int reseated(struct rooms *rooms, struct room *room, struct flip_error *error)
{
    room_index_seats(rooms, room);
    if (!persons_left(room)) {
        room->status = STORE_ENDED;
        for (int i = 0; i < room->seat_count; i++) /* nobody is expected here any more */
            memset(room->seats[i].kept_for, 0, sizeof room->seats[i].kept_for);
    }
    if (offers_follow_seats(rooms, room, error) < 0 || room_save_head(rooms, room, error) < 0)
        return -1;
    room_ask_bots(rooms, room);
    return 0;
}

int room_leave(struct rooms *rooms, struct room *room, const char *person, struct flip_error *error)
{
    const flip_set own = room_seats_of(room, person);
    if (!own)
        return flip_fail(error, FLIP_ERROR_NOT_YOUR_SEAT, "You do not sit at this table.");
    if (room->status >= STORE_OVER)
        return flip_fail(error, FLIP_ERROR_OVER, "This game is over. You can find it under your games.");
    for (flip_set seats = own; seats; seats = flip_set_rest(seats)) {
        const int seat = flip_set_first(seats);
        if (room_add_seat_notice(rooms, room, NOTICE_LEFT, 0, seat, error) < 0)
            return -1;
        if (room->status == STORE_WAITING)
            seat_free(&room->seats[seat]);
        else
            seat_bot(room, seat, false);
    }
    return reseated(rooms, room, error);
}

static int seat_left_by(const struct room *room, const char *person)
{
    for (int i = 0; i < room->seat_count && person[0]; i++)
        if (room->seats[i].kind == SEAT_BOT && strcmp(room->seats[i].left, person) == 0)
            return i;
    return -1;
}

int room_seat_to_take_back(const struct room *room, const char *person)
{
    const int seat = room->status == STORE_RUNNING ? seat_left_by(room, person) : -1;
    return seat >= 0 && room->seats[seat].voted_out ? seat : -1;
}

int room_return(struct rooms *rooms, struct room *room, const char *person, struct flip_error *error)
{
    static const char prefix[] = "Bot for ";
    const int seat = seat_left_by(room, person);
    if (seat < 0)
        return flip_fail(error, FLIP_ERROR_NOT_YOUR_SEAT, "No bot has taken your seat at this table.");
    if (room_check_running(room, error) < 0)
        return -1;
    if (!room->seats[seat].voted_out)
        return flip_fail(error, FLIP_ERROR_NOT_YOUR_SEAT, "You left this table; the bot keeps the seat.");
    if (room_player_changes(room, seat) >= MOST_PLAYER_CHANGES - 1)
        return flip_fail(error, FLIP_ERROR_LIMIT, "Your seat has gone to a bot and back too often in this game.");
    struct seat *place = &room->seats[seat];
    struct seat back = {.kind = SEAT_PERSON,
                        .helped = place->helped,
                        .timed_out = place->timed_out,
                        .named = place->named,
                        .clock = place->clock};
    memcpy(back.person, place->left, sizeof back.person);
    snprintf(back.name, sizeof back.name, "%s",
             place->name + (strncmp(place->name, prefix, sizeof prefix - 1) == 0 ? sizeof prefix - 1 : 0));
    if (room->clock.kind != CLOCK_NONE && back.clock.left < BACK_MS)
        back.clock.left = BACK_MS;
    *place = back;
    clock_follow(room, false);
    room_presence(rooms, room);
    if (room_add_seat_notice(rooms, room, NOTICE_RETURNED, 0, seat, error) < 0 || reseated(rooms, room, error) < 0)
        return roll_back_to_store(rooms->loop);
    return 0;
}

/* The person has a new name; a room that waits shows it. */
static int room_rename(struct rooms *rooms, struct room *room, const struct store_person *person,
                       struct flip_error *error)
{
    const flip_set own = room_seats_of(room, person->id);
    if (room->status != STORE_WAITING || !own)
        return 0;
    for (flip_set seats = own; seats; seats = flip_set_rest(seats))
        if (!room->seats[flip_set_first(seats)].named)
            memcpy(room->seats[flip_set_first(seats)].name, person->name, sizeof person->name);
    return room_save_head(rooms, room, error);
}

int room_replace(struct rooms *rooms, struct room *room, const char *person, int index, struct flip_error *error)
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
    if (!seat_long_gone(room, index))
        return flip_fail(error, FLIP_ERROR_TOO_EARLY,
                         "%.80s can be replaced after %d seconds of absence; it is %d now.", seat->name,
                         room->replace_after, (int)gone);
    seat->votes |= own;
    for (int i = 0; i < room->seat_count; i++)
        if (room->seats[i].kind == SEAT_PERSON && i != index && !room->seats[i].absent_since &&
            !flip_set_has(seat->votes, i))
            return room_save_head(rooms, room, error);
    if (room_add_seat_notice(rooms, room, NOTICE_REPLACED, (int)gone, index, error) < 0)
        return -1;
    seat_bot(room, index, true);
    return reseated(rooms, room, error);
}

/* --- people come and go ------------------------------------------------------------------------------------------------ */

/* The rooms where they sit show it. */
static void presence(struct rooms *rooms, const char *person)
{
    struct flip_error error = {0};
    rooms->dirty.here = true;
    if (friends_of_changed(rooms->people, person, &error) < 0)
        server_note_error(rooms->loop, &error);
    for (struct seat_entry *seat_entry = rooms->memory.seat_index[text_bucket(person, SEAT_INDEX_BUCKETS)]; seat_entry;
         seat_entry = seat_entry->next)
        if (strcmp(seat_entry->person, person) == 0) {
            room_presence(rooms, seat_entry->room);
            room_mark_dirty(rooms, seat_entry->room);
            rooms->dirty.lobby |= seat_entry->room->listed;
        }
}

static int collect_waiting(void *tables, const struct store_table *row)
{
    return row->status == STORE_WAITING ? id_list_add(tables, row->id) : 0;
}

/* Tables that wait show the new name; a record keeps the one it was played under. */
static int renamed(struct rooms *rooms, const struct store_person *person, struct flip_error *error)
{
    struct id_list waiting = {0};
    int status = store_tables_of(rooms->loop->store, person->id, LOBBY_TABLES, collect_waiting, &waiting, error) < 0
                     ? -1
                     : id_list_complete(&waiting, error);
    for (int i = 0; i < waiting.count && status == 0; i++) {
        struct room *room = room_find_claimed(rooms, waiting.id[i], error);
        status = room ? room_rename(rooms, room, person, error) : -1;
    }
    free(waiting.id);
    return status;
}

const struct presence_hooks room_presence_hooks = {.presence = presence, .renamed = renamed};
