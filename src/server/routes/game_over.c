/* A game is over: what follows from it is written down, and whoever has reached something is told. */
#include "server/routes/game_over.h"

#include "server/loop/server.h"
#include "server/net/outbox.h"
#include "server/people/client.h"
#include "server/people/present.h"
#include "server/results/results.h"
#include "server/rooms/room.h"
#include "server/tournaments/tournaments.h"

#include <stdlib.h>
#include <string.h>

struct telling {
    struct server *server;
    struct room *room;
};

static void tell_achieved(void *context, const char *person, const json_t *achievement)
{
    struct telling *telling = context;
    json_t *push =
        json_pack("{s:s, s:s, s:s, s:[{s:O, s:O, s:O}]}", "push", "achieved", "table", telling->room->id, "game",
                  telling->room->game->id, "achievements", "id", json_object_get(achievement, "id"), "title",
                  json_object_get(achievement, "title"), "text", json_object_get(achievement, "text"));
    char *text = push ? json_dumps(push, JSON_COMPACT) : NULL;
    const struct present *present = server_present(telling->server, person);
    for (struct client *link = present ? present->clients : NULL; link && text; link = link->next_of_person)
        websocket_send(telling->server, &link->socket, text, strlen(text));
    free(text);
    json_decref(push);
}

int game_over(struct server *server, struct room *room, int64_t finished, struct flip_error *error)
{
    struct telling telling = {server, room};
    tournaments_game_over(server);
    return derive(server->store, server->secret, room, finished, tell_achieved, &telling, error);
}
