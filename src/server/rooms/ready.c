/*
 * Is everybody ready? A table with a live clock that waited for its players does not deal the first card behind the back of somebody who
 * went to make tea: when no seat is free, it waits until everybody has said so, and says for whom. Whoever sat down last has just said so.
 * It is asked for when the table is made; clients that know nothing of it never have to answer.
 */
#include "server/rooms/rooms.h"

#include <string.h>

enum { LIVE_SECONDS = 3600 };

bool clock_is_live(const struct clock *clock)
{
    return clock->kind == CLOCK_BANK || (clock->kind == CLOCK_MOVE && clock->seconds <= LIVE_SECONDS);
}

bool room_is_full(const struct room *room)
{
    for (int i = 0; i < room->seat_count; i++)
        if (room->seats[i].kind == SEAT_OPEN || room->seats[i].kind == SEAT_LINK)
            return false;
    return true;
}

int room_seat_by_link(const struct room *room)
{
    for (int i = 0; i < room->seat_count; i++)
        if ((room->seats[i].kind == SEAT_OPEN || room->seats[i].kind == SEAT_LINK) && !room->seats[i].kept_for[0])
            return i;
    return -1;
}

void room_ask_ready(struct room *room, const char *person)
{
    for (int i = 0; i < room->seat_count; i++)
        room->seats[i].ready = strcmp(room->seats[i].person, person) == 0;
}

/* A program is always ready, and so is whoever looks at the table with a client that does not ask. */
static bool is_ready(struct rooms *rooms, const struct room *room, const struct seat *seat)
{
    struct store_person person;
    if (seat->kind != SEAT_PERSON || seat->ready)
        return true;
    for (const struct watch *watch = room->watches; watch; watch = watch->next_in_room)
        if (!watch->options.asks_ready && strcmp(watch->link->presence->person.id, seat->person) == 0)
            return true;
    return store_person_get(rooms->loop->store, seat->person, &person, NULL) == 1 && person.owner[0];
}

flip_set room_not_ready(struct rooms *rooms, const struct room *room)
{
    const flip_set people = room_people(room);
    flip_set missing = 0;
    if (!room->ready_check || room->status != STORE_WAITING || !clock_is_live(&room->clock) || !room_is_full(room))
        return 0;
    for (flip_set seats = people; seats; seats = flip_set_rest(seats)) {
        const int seat = flip_set_first(seats);
        if (!is_ready(rooms, room, &room->seats[seat]))
            missing |= FLIP_BIT(seat);
    }
    return missing;
}
