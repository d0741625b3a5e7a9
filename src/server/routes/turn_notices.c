/*
 * "Your turn": where somebody has to decide, told to all their connections that want to know, whichever tables they look at. For the
 * title of the page, its icon and a notice.
 */
#include "server/routes/turn_notices.h"

#include "server/loop/server.h"
#include "server/net/outbox.h"
#include "server/people/client.h"
#include "server/people/present.h"
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

void turns_note(struct server *server, struct room *room)
{
    const flip_set now = persons_deciding(room);
    for (flip_set seats = now ^ room->turns_told; seats; seats = flip_set_rest(seats)) {
        const struct seat *seat = &room->seats[flip_set_first(seats)];
        struct present *present = server_present(server, seat->person);
        if (present && present->links > 0)
            present->turns_changed = server->news->turns_changed = true;
    }
    room->turns_told = now;
}

/* --- the list ----------------------------------------------------------------------------------------------------------- */

struct running {
    char id[LOBBY_TABLES][STORE_ID];
    int count;
};

static int collect_running(void *context, const struct store_table *row)
{
    struct running *running = context;
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

static size_t write_turns(struct server *server, const char *person, struct flip_error *error)
{
    struct running running = {.count = 0};
    struct my_turn turns[LOBBY_TABLES];
    int count = 0;
    if (store_tables_of(server->store, person, LOBBY_TABLES, collect_running, &running, error) < 0)
        return 0;
    for (int i = 0; i < running.count; i++) {
        const struct room *room = room_find(server, running.id[i], error);
        const flip_set mine = room ? persons_deciding(room) & room_seats_of(room, person) : 0;
        if (mine)
            turns[count++] = (struct my_turn){room, flip_set_first(mine), since_of(room, flip_set_first(mine))};
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

void turns_push(struct server *server)
{
    struct flip_error error;
    if (!server->news->turns_changed)
        return;
    server->news->turns_changed = false;
    for (struct client *link = first_client(server); link; link = next_client(link)) {
        if (!link->wants_turns || link->socket.closing || !(link->turns_asked || link->present->turns_changed))
            continue;
        link->turns_asked = false;
        const size_t length = write_turns(server, link->present->person.id, &error);
        if (length > 0)
            websocket_send(server, &link->socket, server->buffer, length);
    }
    for (struct client *link = first_client(server); link; link = next_client(link))
        link->present->turns_changed = false;
}
