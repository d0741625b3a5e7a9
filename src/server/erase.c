/*
 * Deleting a person. Games played alone go; in games with others the moves stay, since they are the others' games too, and the
 * seat is called "a former player". What others' ratings follow from stays as a number without a name.
 */
#include "server/room.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct erasing {
    struct hub *hub;
    char person[STORE_ID];
    bool others; /* at the table that is looked at */
    struct erased_table {
        char id[STORE_ID];
        enum store_status status;
    } * tables;
    int table_count, table_room;
    struct rated_seat {
        char table[STORE_ID];
        int seat;
        struct store_rating was;
    } * rated;
    int rated_count, rated_room;
};

/* One more element for an array that grows by doubling; NULL: there is no memory. */
static void *one_more(void **array, int *count, int *room, size_t size)
{
    if (*count == *room) {
        const int larger = *room ? 2 * *room : 64;
        void *grown = realloc(*array, (size_t)larger * size);
        if (!grown)
            return NULL;
        *array = grown;
        *room = larger;
    }
    return (char *)*array + (size_t)(*count)++ * size;
}

static int collect_table(void *context, const struct store_table *row)
{
    struct erasing *erasing = context;
    struct erased_table *table =
        one_more((void **)&erasing->tables, &erasing->table_count, &erasing->table_room, sizeof *table);
    if (!table)
        return -1;
    memcpy(table->id, row->id, sizeof table->id);
    table->status = row->status;
    return 0;
}

static int collect_rated(void *context, const struct store_row *row)
{
    struct erasing *erasing = context;
    struct rated_seat *rated =
        one_more((void **)&erasing->rated, &erasing->rated_count, &erasing->rated_room, sizeof *rated);
    if (!rated)
        return -1;
    snprintf(rated->table, sizeof rated->table, "%s", row->cell[0].text);
    rated->seat = (int)row->cell[1].integer;
    rated->was = (struct store_rating){
        .rating = row->cell[2].real, .deviation = row->cell[3].real, .volatility = row->cell[4].real};
    return 0;
}

/* --- one table -------------------------------------------------------------------------------------------------------- */

static bool others_at(const struct room *room, const char *person)
{
    for (int i = 0; i < room->seat_count; i++) {
        const struct seat *seat = &room->seats[i];
        const bool other_sits = seat->kind == SEAT_PERSON && strcmp(seat->person, person) != 0;
        if (other_sits || seat->former || (seat->left[0] && strcmp(seat->left, person) != 0))
            return true;
    }
    return false;
}

static int see_other(void *context, const struct store_row *row)
{
    struct erasing *erasing = context;
    erasing->others |= strcmp(row->cell[0].text ? row->cell[0].text : "", erasing->person) != 0;
    return 0;
}

/* Games alone, lessons and imported records go, unless somebody else has them as well. */
static int is_own(struct erasing *erasing, const struct room *room, struct flip_error *error)
{
    if (room->kind == ROOM_GAME)
        return room->seat_count == 1 || (room->status == STORE_ENDED && !others_at(room, erasing->person));
    erasing->others = others_at(room, erasing->person);
    if (store_list(erasing->hub->store, LIST_PEOPLE_AT, room->id, "", 0, see_other, erasing, error) < 0)
        return -1;
    return !erasing->others;
}

static void rename_seat(struct room *room, int index, const char *name)
{
    struct seat *seat = &room->seats[index];
    memset(seat->name, 0, sizeof seat->name);
    snprintf(seat->name, sizeof seat->name, "%s", name);
    if (room->table)
        flip_table_rename(room->table, index, name);
}

/* Before version 4 of the file nobody wrote down for whom a bot had come: then every such bot loses the name. */
static void forget_seats(const struct erasing *erasing, struct room *room)
{
    bool found = false;
    for (int i = 0; i < room->seat_count; i++) {
        struct seat *seat = &room->seats[i];
        const bool own = strcmp(seat->person, erasing->person) == 0, left = strcmp(seat->left, erasing->person) == 0;
        if (!own && !left)
            continue;
        found = true;
        seat->former = true;
        memset(seat->person, 0, sizeof seat->person);
        memset(seat->left, 0, sizeof seat->left);
        rename_seat(room, i, left ? "Bot for " FORMER_PLAYER : FORMER_PLAYER);
        for (int k = 0; k < erasing->rated_count; k++)
            if (erasing->rated[k].seat == i && strcmp(erasing->rated[k].table, room->id) == 0)
                seat->was = erasing->rated[k].was;
    }
    for (int i = 0; i < room->seat_count && !found; i++)
        if (room->seats[i].kind == SEAT_BOT && !room->seats[i].left[0] &&
            strncmp(room->seats[i].name, "Bot for ", 8) == 0)
            rename_seat(room, i, "Bot for " FORMER_PLAYER);
}

/* A table that cannot be opened any more goes as well: nobody can look at it. */
static int erase_at(struct erasing *erasing, const struct erased_table *table, struct flip_error *error)
{
    struct hub *hub = erasing->hub;
    struct room *live = room_in_memory(hub, table->id), *room = live;
    if (!room && room_load_head(hub->store, table->id, &room, error) < 0) {
        if (hub_failure(error))
            return -1;
        room = NULL;
    }
    const int own = room ? is_own(erasing, room, error) : 1;
    if (own != 0) {
        if (live)
            room_drop(hub, live);
        else
            room_discard(room);
        return own < 0 ? -1 : store_table_erase(hub->store, table->id, error);
    }
    forget_seats(erasing, room);
    const int status = room_save_status(hub->store, room, error);
    if (live)
        room_touch(hub, live);
    else
        room_discard(room);
    return status;
}

/* Wherever the person has talked, also without a seat. */
static void hush(struct hub *hub, const char *person)
{
    for (int i = 0; i < ROOM_BUCKETS; i++)
        for (struct room *room = hub->rooms[i]; room; room = room->next)
            for (int k = 0; k < room->chat_count; k++)
                if (strcmp(room->chat[k].person, person) == 0) {
                    memset(room->chat[k].person, 0, sizeof room->chat[k].person);
                    memset(room->chat[k].text, 0, strlen(room->chat[k].text));
                    memset(room->chat[k].name, 0, strlen(room->chat[k].name));
                }
}

/* --- all of it -------------------------------------------------------------------------------------------------------- */

static int leave_tables(struct erasing *erasing, struct flip_error *error)
{
    for (int i = 0; i < erasing->table_count; i++) {
        if (erasing->tables[i].status >= STORE_OVER)
            continue;
        struct room *room = room_find(erasing->hub, erasing->tables[i].id, error);
        if (!room ? hub_failure(error)
                  : room_seats_of(room, erasing->person) && room_leave(erasing->hub, room, erasing->person, error) < 0)
            return -1;
    }
    return 0;
}

static int erase(struct erasing *erasing, struct flip_error *error)
{
    struct hub *hub = erasing->hub;
    const char *person = erasing->person;
    if (store_tables_of(hub->store, person, -1, collect_table, erasing, error) < 0 ||
        store_list(hub->store, LIST_RATED_SEATS, person, "", 0, collect_rated, erasing, error) < 0 ||
        leave_tables(erasing, error) < 0)
        return -1;
    for (int i = 0; i < erasing->table_count; i++)
        if (erase_at(erasing, &erasing->tables[i], error) < 0)
            return -1;
    hush(hub, person);
    return store_person_erase(hub->store, person, FORMER_PLAYER, error);
}

int person_erase(struct hub *hub, const char *id, struct flip_error *error)
{
    struct erasing erasing = {.hub = hub};
    snprintf(erasing.person, sizeof erasing.person, "%s", id);
    hub_send_away(hub, id, "Your data is deleted. Come again as somebody new.");
    const int status = erase(&erasing, error);
    if (status < 0)
        hub->failed = true; /* half of it: back to what is durable */
    else
        hub_forget_name(hub, id);
    free(erasing.tables);
    free(erasing.rated);
    return status;
}
