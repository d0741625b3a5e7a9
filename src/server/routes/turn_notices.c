/*
 * "Your turn": where somebody has to decide, told to all their connections that want to know, whichever tables they look at. For the
 * title of the page, its icon and a notice.
 */
#include "server/routes/turn_notices.h"

#include "server/loop/server.h"
#include "server/net/outbox.h"
#include "server/people/client.h"
#include "server/people/present.h"
#include "server/rooms/fetch.h"
#include "server/rooms/room.h"
#include "server/rooms/rooms.h"
#include "server/routes/push.h"
#include "table/table.h"

#include <stdlib.h>
#include <string.h>

static flip_set persons_deciding(const struct room *room)
{
    flip_set seats = 0;
    if (room->status != STORE_RUNNING || !room->table)
        return 0;
    for (flip_set turn = flip_table_turn(room->table); turn; turn = flip_set_rest(turn)) {
        const struct seat *seat = &room->seats[flip_set_first(turn)];
        if (seat->kind == SEAT_PERSON && !seat->clock.out)
            seats |= FLIP_BIT(flip_set_first(turn));
    }
    return seats;
}

static void list(struct server *server, struct present *present)
{
    if (present->turns_due)
        return;
    present->turns_due = true;
    present->next_turns = server->news->turns;
    server->news->turns = present;
}

void turns_ask(struct server *server, struct client *link)
{
    link->turns_asked = true;
    list(server, link->present);
}

void turns_note(struct server *server, struct room *room)
{
    const flip_set now = persons_deciding(room);
    for (flip_set seats = now ^ room->turns_told; seats; seats = flip_set_rest(seats)) {
        const struct seat *seat = &room->seats[flip_set_first(seats)];
        struct present *present = server_present(server, seat->person);
        if (present && present->links > 0) {
            present->turns_changed = true;
            list(server, present);
        }
    }
    room->turns_told = now;
}

/* --- the list ----------------------------------------------------------------------------------------------------------- */

static int collect_running(void *context, const struct store_table *row)
{
    struct table_ids *running = context;
    if (row->status == STORE_RUNNING)
        memcpy(running->id[running->count++], row->id, STORE_ID);
    return running->count < LOBBY_TABLES && row->status <= STORE_RUNNING ? 0 : -1;
}

static int64_t since_of(const struct room *room, int seat)
{
    const int64_t clock = room->seats[seat].clock.since;
    const struct flip_table *table = room->table;
    if (clock)
        return clock;
    return table->step_count > 0 ? table->steps[table->step_count - 1].time : room->created; /* no card was dealt yet */
}

static void write_turn(struct flip_json *json, const struct room *room, int seat)
{
    const struct seat_clock *clock = &room->seats[seat].clock;
    flip_json_open(json, NULL, '{');
    flip_json_string(json, "table", room->id);
    flip_json_string(json, "game", room->game->id);
    flip_json_string(json, "title", room->game->title);
    flip_json_int(json, "seat", seat);
    flip_json_int(json, "since", since_of(room, seat));
    if (clock->since)
        flip_json_int(json, "deadline", clock->since + clock->left);
    else
        flip_json_null(json, "deadline");
    flip_json_open(json, "others", '[');
    for (int i = 0; i < room->seat_count; i++)
        if (strcmp(room->seats[i].person, room->seats[seat].person) != 0)
            flip_json_string(json, NULL, room->seats[i].name);
    flip_json_close(json);
    flip_json_close(json);
}

struct my_turn {
    const struct room *room;
    int seat;
    int64_t since;
};

static int oldest_first(const void *a, const void *b)
{
    const struct my_turn *first = a, *second = b;
    return first->since < second->since ? -1 : first->since > second->since;
}

static size_t write_turns(struct server *server, const struct table_ids *running, const char *person)
{
    struct room *rooms[LOBBY_TABLES];
    struct my_turn turns[LOBBY_TABLES];
    const int room_count = fetched_rooms(server, running, rooms);
    int count = 0;
    for (int i = 0; i < room_count; i++) {
        const flip_set mine = persons_deciding(rooms[i]) & room_seats_of(rooms[i], person);
        if (mine)
            turns[count++] = (struct my_turn){rooms[i], flip_set_first(mine), since_of(rooms[i], flip_set_first(mine))};
    }
    qsort(turns, (size_t)count, sizeof *turns, oldest_first);
    struct flip_json json = flip_json_in(server->buffer, BUFFER_SIZE);
    flip_json_open(&json, NULL, '{');
    flip_json_string(&json, "push", "turns");
    flip_json_open(&json, "tables", '[');
    for (int i = 0; i < count; i++)
        write_turn(&json, turns[i].room, turns[i].seat);
    flip_json_close(&json);
    flip_json_close(&json);
    return flip_text_fits(&json.text) ? json.text.length : 0;
}

static void turns_here(struct server *server, struct work *work)
{
    struct client *link = client_with(server, ((struct fetch *)work)->link);
    fetch_take_over(server, (struct fetch *)work);
    if (!link)
        return;
    link->turns_fetching = false;
    link->turns_fetched = true;
    turns_ask(server, link);
}

/* What is not in memory is fetched, once: a table that cannot be opened is left out. */
static void push_to(struct server *server, struct client *link)
{
    struct flip_error error;
    struct table_ids running = {.count = 0};
    const char *person = link->present->person.id;
    if (link->turns_fetching || /* it is told when they are here */
        store_tables_of(server->store, person, LOBBY_TABLES, collect_running, &running, &error) < 0)
        return;
    if (!link->turns_fetched && !fetched(server, &running))
        link->turns_fetching = fetch_for_client(server, link, &running, turns_here, &error) == 0;
    link->turns_fetched = false;
    const size_t length = link->turns_fetching ? 0 : write_turns(server, &running, person);
    if (length)
        websocket_send(server, &link->socket, server->buffer, length);
}

static void push_to_person(struct server *server, struct present *present)
{
    const bool changed = present->turns_changed;
    present->turns_due = present->turns_changed = false;
    for (struct client *link = present->clients; link; link = link->next_of_person) {
        if (!link->wants_turns || link->socket.closing || !(link->turns_asked || changed))
            continue;
        link->turns_asked = false;
        push_to(server, link);
    }
}

void turns_push(struct server *server)
{
    struct present *present = server->news->turns;
    server->news->turns = NULL;
    for (struct present *next; present; present = next) {
        next = present->next_turns;
        push_to_person(server, present);
    }
}
