/* Connections opening and closing, and what a finished game leads to. */
#include "server/routes/routes.h"

#include <stdlib.h>
#include <string.h>

static bool known(struct server *server, struct lws *wsi)
{
    struct store_person person;
    return person_asking(server->people, wsi, &person);
}

static struct presence *arrive(struct server *server, struct client *client, const struct store_person *person)
{
    struct presence *presence = presence_connect(server->people, person);
    if (presence) {
        client->next_of_person = presence->clients;
        presence->clients = client;
    }
    return presence;
}

static void depart(struct server *server, struct client *client)
{
    LIST_REMOVE(client->presence->clients, client, next_of_person);
    presence_disconnect(server->people, client->presence);
}

static int opened(struct server *server, struct websocket *socket)
{
    struct client *client = client_of(socket);
    struct asker asker;
    struct store_token token;
    struct flip_error error = {0};
    if (token_asking(server->people, socket->wsi, &token, &asker.person)) {
        memcpy(client->session, token.id, sizeof client->session);
        client->scopes = token.scopes;
        if (!(client->presence = arrive(server, client, &asker.person)))
            return -1;
        if (server_ready(&server->loop) && token_use(server->people, &token, &error) < 0)
            server_note_error(&server->loop, &error);
        return 0;
    }
    client->scopes = SCOPE_PERSON;
    if (!session_asking(server->people, socket->wsi, &asker) ||
        !(client->presence = arrive(server, client, &asker.person)))
        return -1;
    memcpy(client->session, asker.session.id, sizeof client->session);
    if (server_ready(&server->loop) && session_use(server->people, socket->wsi, &asker, &error) < 0)
        server_note_error(&server->loop, &error);
    return 0;
}

static void closed(struct server *server, struct websocket *socket)
{
    struct client *client = client_of(socket);
    seek_end(server->rooms, client);
    for (struct watch *watch = client->watches; watch; watch = watch->next_in_link) {
        room_mark_dirty(server->rooms, watch->room); /* who look on are listed */
        server->rooms->dirty.lobby |= watch->room->listed;
    }
    watches_lose(client);
    watches_forget_lost(client);
    watches_forget_sleeping(client, NULL);
    for (int i = 0; i < REFUSALS_KNOWN; i++)
        free(client->refusals[i].text);
    depart(server, client);
}

/* The client has caught up: sends what was withheld. */
static void catch_up(struct server *server, struct websocket *socket)
{
    for (struct watch *watch = client_of(socket)->watches; watch; watch = watch->next_in_link)
        if (watch->behind) {
            watch->behind = false;
            room_mark_dirty(server->rooms, watch->room);
            loop_wake(&server->loop, WAKE_SOON, 1);
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

/* --- game over ---------------------------------------------------------------------------------------------------- */

struct achievement_push {
    struct server *server;
    struct room *room;
};

static void push_achieved(void *context, const char *person, const json_t *achievement)
{
    struct achievement_push *push = context;
    person_push_json(push->server->people, person,
                     json_pack("{s:s, s:s, s:s, s:[{s:O, s:O, s:O}]}", "push", "achieved", "table", push->room->id,
                               "game", push->room->game->id, "achievements", "id", json_object_get(achievement, "id"),
                               "title", json_object_get(achievement, "title"), "text",
                               json_object_get(achievement, "text")));
}

int game_over(struct server *server, struct room *room, int64_t finished, struct flip_error *error)
{
    struct achievement_push push = {server, room};
    tournaments_game_over(server->tournaments);
    notify_over(server, room);
    return derive(server->loop.store, server->loop.secret, room, finished, push_achieved, &push, error);
}
