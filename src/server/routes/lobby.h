/* The lobby: tables that wait, games to watch, who is here. */
#ifndef FLIPSIDE_SERVER_ROUTES_LOBBY_H
#define FLIPSIDE_SERVER_ROUTES_LOBBY_H

#include "server/net/request.h"
#include "server/rooms/room.h"

#include <flipside/json.h>

/// Also for /api/tables, which has the tables alone.
api_get get_lobby;

/// A page of the list of tables, counted from 0.
struct lobby_list {
    struct room *const *rooms;
    int count, page, pages;
};

/// Its fields, as `person` may know them: page, pages, tables, games, people, here.
void write_lobby(struct flip_json *json, struct server *server, const struct lobby_list *list, const char *person);
/// `playing`: the public game that somebody plays, or null.
void write_playing(struct flip_json *json, const struct server *server, const char *person);
/// Somebody wants to be seen by others than before.
void visibility_changed(struct server *server);

#endif
