/* Connections begin and end: who is there, and what they look at. */
#include "server/routes/clients.h"

#include "server/loop/commit.h"
#include "server/loop/failure.h"
#include "server/loop/trouble.h"
#include "server/net/websocket.h"
#include "server/people/client.h"
#include "server/people/identity.h"
#include "server/people/present.h"
#include "server/people/sessions.h"
#include "server/people/tokens.h"
#include "server/rooms/matchmaking.h"
#include "server/rooms/room.h"
#include "server/rooms/rooms.h"
#include "server/rooms/watch.h"
#include "server/routes/messages.h"

#include <stdlib.h>
#include <string.h>

static bool known(struct server *server, struct lws *wsi)
{
    struct store_person person;
    return person_asking(server, wsi, &person);
}

static struct present *arrive(struct server *server, struct client *client, const struct store_person *person)
{
    struct present *present = server_arrive(server, person);
    if (present) {
        client->next_of_person = present->clients;
        present->clients = client;
    }
    return present;
}

static void depart(struct server *server, struct client *client)
{
    struct client **at = &client->present->clients;
    while (*at != client)
        at = &(*at)->next_of_person;
    *at = client->next_of_person;
    server_depart(server, client->present);
}

static int opened(struct server *server, struct websocket *socket)
{
    struct client *client = client_of(socket);
    struct asker asker;
    struct store_token token;
    struct flip_error error = {0};
    if (token_asking(server, socket->wsi, &token, &asker.person)) {
        memcpy(client->session, token.id, sizeof client->session);
        client->scopes = token.scopes;
        if (!(client->present = arrive(server, client, &asker.person)))
            return -1;
        if (server_ready(server) && token_use(server, &token, &error) < 0)
            server_note_error(server, &error);
        return 0;
    }
    client->scopes = SCOPE_PERSON;
    if (!session_asking(server, socket->wsi, &asker) || !(client->present = arrive(server, client, &asker.person)))
        return -1;
    memcpy(client->session, asker.session.id, sizeof client->session);
    if (server_ready(server) && session_use(server, socket->wsi, &asker, &error) < 0)
        server_note_error(server, &error);
    return 0;
}

static void closed(struct server *server, struct websocket *socket)
{
    struct client *client = client_of(socket);
    seek_end(server, client);
    for (struct watch *watch = client->watches; watch; watch = watch->next_in_link) {
        room_touch(server, watch->room); /* who look on are listed */
        server->rooms->lobby_dirty |= watch->room->listed;
    }
    watches_lose(client);
    watches_forget_lost(client);
    watches_forget_sleeping(client, NULL);
    for (int i = 0; i < REFUSALS_KNOWN; i++)
        free(client->refusals[i].text);
    depart(server, client);
}

/* The client has read everything: what was kept back for it can be said now. */
static void catch_up(struct server *server, struct websocket *socket)
{
    for (struct watch *watch = client_of(socket)->watches; watch; watch = watch->next_in_link)
        if (watch->behind) {
            watch->behind = false;
            room_touch(server, watch->room);
            server_come_round(server, 1);
        }
}

const struct message_handler client_messages = {
    .size = sizeof(struct client),
    .known = known,
    .opened = opened,
    .closed = closed,
    .handle = message_handle,
    .at_any_time = message_at_any_time,
    .caught_up = catch_up,
};
