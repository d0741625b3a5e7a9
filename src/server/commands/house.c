/* A server with all its rooms: see house.h. */
#include "server/commands/house.h"

#include "server/loop/server.h"
#include "server/loop/trouble.h"
#include "server/net/held.h"
#include "server/net/net.h"
#include "server/net/outbox.h"
#include "server/people/client.h"
#include "server/people/present.h"
#include "server/rooms/ends.h"
#include "server/rooms/matchmaking.h"
#include "server/rooms/room_bots.h"
#include "server/rooms/room_seats.h"
#include "server/rooms/rooms.h"
#include "server/rooms/waking.h"
#include "server/rooms/watch.h"
#include "server/routes/clients.h"
#include "server/routes/dispatch.h"
#include "server/routes/game_over.h"
#include "server/routes/watching.h"

#include <stdlib.h>

enum { GRACE_AFTER_MS = 2000 };

/* --- starting over from what is durable -------------------------------------------------------------------------------- */

static void forget(struct server *server)
{
    for (struct client *client = first_client(server); client; client = next_client(client)) {
        websocket_take_back(server, &client->socket, client->name);
        watches_lose(client);
        client->answered = 0; /* perhaps it was not */
    }
    rooms_sweep(server, true);
    seeks_forget_tables(server);
    server_drop_bots(server);
    server->rooms->clocks_dirty = true;
    ends_look(server);
    house_of(server)->tournaments.next = 1;
    house_of(server)->others_version = -1;
}

/* Watchers see their tables again, bots are asked again. */
static int find_again(struct server *server, struct flip_error *error)
{
    if (present_refresh(server, error) < 0 || server_wake_rooms(server, error) < 0)
        return -1;
    for (struct client *client = first_client(server); client; client = next_client(client))
        if (watch_lost(server, client, error) < 0)
            return -1;
    return 0;
}

/* The time was nobody's fault. */
static void works_again(struct server *server, int64_t lasted)
{
    if (lasted >= GRACE_AFTER_MS)
        rooms_give_grace(server);
    held_works_again(server);
}

static const struct memory memory = {.forget = forget, .find_again = find_again, .works_again = works_again};

/* --- beginning and end ------------------------------------------------------------------------------------------------ */

struct server *house_new(void)
{
    struct house *house = calloc(1, sizeof *house);
    if (!house)
        return NULL;
    house->net.http = &request_dispatch;
    house->net.messages = &client_messages;
    house->people.tables = &rooms_of_people;
    house->rooms.game_over = game_over;
    house->server.memory = &memory;
    house->server.net = &house->net;
    house->server.people = &house->people;
    house->server.rooms = &house->rooms;
    house->server.news = &house->news;
    house->server.tournaments = &house->tournaments;
    house->tournaments.next = 1; /* the first look finds out */
    return &house->server;
}

void house_free(struct server *server) { free(server); }
