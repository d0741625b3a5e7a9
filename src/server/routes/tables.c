/* Games and tables: what there is, one's own, a new one, an invitation. */
#include "server/routes/routes.h"

#include "edition/setup.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const kind_words[] = {"bool", "int", "choice", "list"};

static void write_option(struct flip_json *json, const struct flip_option *option)
{
    flip_json_open(json, NULL, '{');
    flip_json_string(json, "name", option->name);
    flip_json_string(json, "kind", kind_words[option->kind]);
    flip_json_string(json, "default", option->fallback);
    flip_json_string(json, "choices", option->choices ? option->choices : "");
    flip_json_string(json, "meaning", option->meaning);
    flip_json_close(json);
}

/* The game's words for the page where tables are made, without the remarks. */
static void write_setup(struct flip_json *json, const struct flip_game *game)
{
    json_t *setup = flip_setup_of(game);
    json_object_del(setup, "notes");
    char *text = setup ? json_dumps(setup, JSON_COMPACT) : NULL;
    if (text)
        flip_json_raw(json, "setup", text);
    free(text);
    json_decref(setup);
}

int get_printed(struct call *call, struct flip_error *error)
{
    const char *text = printed_text(call->server->rooms, call->rest);
    if (!text)
        return flip_fail(error, FLIP_ERROR_NOT_FOUND, "This server does not have that at the moment.");
    reply(call->request, 200, "application/json", text, strlen(text));
    call->request->lasting = true;
    return 0;
}

int get_games(struct call *call, struct flip_error *error)
{
    (void)error;
    struct flip_json json = object_in(call->server->loop.buffer, BUFFER_SIZE);
    flip_json_open(&json, "games", '[');
    for (int i = 0; flip_game_at(i); i++) {
        const struct flip_game *game = flip_game_at(i);
        flip_json_open(&json, NULL, '{');
        flip_json_string(&json, "id", game->id);
        flip_json_string(&json, "title", game->title);
        flip_json_string(&json, "about", game->about);
        flip_json_open(&json, "seats", '[');
        flip_json_int(&json, NULL, game->min_seats);
        flip_json_int(&json, NULL, game->max_seats);
        flip_json_close(&json);
        flip_json_bool(&json, "points", !game->no_points);
        flip_json_open(&json, "options", '[');
        for (int k = 0; game->options[k].name; k++)
            write_option(&json, &game->options[k]);
        flip_json_close(&json);
        write_setup(&json, game);
        flip_json_close(&json);
    }
    flip_json_close(&json);
    flip_json_close(&json);
    return reply_written(call->request, &json);
}

int get_rules(struct call *call, struct flip_error *error)
{
    const struct flip_game *game = flip_game_named(call->rest);
    const char *text = game ? game->files->rulebook : NULL;
    if (!text)
        return flip_fail(error, FLIP_ERROR_NOT_FOUND, "There are no rules for that game here.");
    reply(call->request, 200, "text/markdown; charset=utf-8", text, strlen(text));
    return 0;
}

/* For a client that adds bytes to the draw of a table that it is going to make: the commitment comes before them. */
int get_deal(struct call *call, struct flip_error *error)
{
    char ticket[TICKET_SIZE], commitment[FLIP_HEX_SIZE];
    ticket_make(call->server->rooms, call->person.id, ticket, commitment);
    return reply_and_free(call->request, json_pack("{s:s, s:s}", "ticket", ticket, "commitment", commitment), error);
}

int post_table(struct call *call, struct flip_error *error)
{
    if (check_new_table(call->request, error) < 0 || check_league(call, error) < 0)
        return -1;
    struct room *room = room_make(call->server->rooms, &call->person, call->body, error);
    if (!room)
        return -1;
    notify_table(call->server, room);
    struct flip_json json = object_in(call->server->loop.buffer, BUFFER_SIZE);
    write_table(&json, "table", call->server->rooms, room, call->person.id);
    flip_json_open(&json, "links", '[');
    for (int seat = 0; seat < room->seat_count; seat++) {
        if (room->seats[seat].kind != SEAT_LINK)
            continue;
        char path[80];
        snprintf(path, sizeof path, "/join/%s.%s", room->id, room->seats[seat].key);
        flip_json_open(&json, NULL, '{');
        flip_json_int(&json, "seat", seat);
        flip_json_string(&json, "path", path);
        flip_json_close(&json);
    }
    flip_json_close(&json);
    flip_json_close(&json);
    return reply_written(call->request, &json);
}

/* The result of fetching one table: the room, or NULL with the error. */
static struct room *room_fetched(struct server *server, struct fetch *fetch, struct flip_error *error)
{
    fetch_take_over(server->rooms, fetch);
    struct room *room = room_in_memory(server->rooms, fetch->found[0].id);
    if (!room && fetch->work.error.code)
        *error = fetch->work.error;
    else if (!room)
        room_unknown(error);
    return room;
}

static int fetch_one(struct request *request, const char *id,
                     int (*then)(struct request *request, struct work *work, struct flip_error *error),
                     struct flip_error *error)
{
    struct table_ids ids = {.count = 1};
    memcpy(ids.id[0], id, STORE_ID);
    return fetch_for_request(request, &ids, then, error);
}

static int show_table(struct request *request, struct work *work, struct flip_error *error)
{
    const struct room *room = room_fetched(request->server, (struct fetch *)work, error);
    return room ? reply_table(request, room, work->person) : -1;
}

int get_table(struct call *call, struct flip_error *error)
{
    char id[STORE_ID];
    const char *what = path_part(call->rest, id, sizeof id);
    if (what && strcmp(what, "record") == 0)
        return reply_record(call->request, id, error);
    if (what && strncmp(what, "since/", 6) == 0)
        return reply_since(call->request, id, what + 6, error);
    if (what && strncmp(what, "flick/", 6) == 0)
        return reply_table_flick(call->request, id, what + 6, error);
    if (what)
        return not_found(error);
    const struct room *room = room_in_memory(call->server->rooms, id);
    if (!room) {
        const int status = reply_stored_table(call->request, id, error);
        return status <= 0 ? status : fetch_one(call->request, id, show_table, error);
    }
    return reply_table(call->request, room, call->person.id);
}

/* The seat of an invitation. The table's own link is for the first that is free; for the own one, if there is one; and when the table is
   full, for none of them: the first stands there then. */
int room_invitation(const struct room *room, const char *key, const char *person)
{
    const flip_set own = room_seats_of(room, person);
    int found = -1;
    if (key_fits(key, room->key)) {
        found = own ? flip_set_first(own) : room_seat_by_link(room);
        return found < 0 ? 0 : found;
    }
    for (int seat = 0; seat < room->seat_count; seat++)
        if (key_fits(key, room->seats[seat].key))
            found = seat;
    return found;
}

/* TABLE.KEY */
static int reply_invitation(struct request *request, const struct room *room, const char *rest, const char *person,
                            struct flip_error *error)
{
    const char *key = rest + STORE_ID;
    const int found = room ? room_invitation(room, key, person) : -1;
    if (found < 0)
        return flip_fail(error, FLIP_ERROR_NO_TABLE, "This invitation is no longer valid. Ask for a new one.");
    struct flip_json json = object_in(request->server->loop.buffer, BUFFER_SIZE);
    write_table(&json, "table", request->server->rooms, room, person);
    flip_json_int(&json, "seat", found);
    flip_json_string(&json, "key", key);
    flip_json_bool(&json, "any", key_fits(key, room->key));
    flip_json_close(&json);
    return reply_written(request, &json);
}

static int show_invitation(struct request *request, struct work *work, struct flip_error *error)
{
    const struct room *room = room_fetched(request->server, (struct fetch *)work, error);
    return server_failure(error)
               ? -1
               : reply_invitation(request, room, strrchr(request->path, '/') + 1, work->person, error);
}

int get_join(struct call *call, struct flip_error *error)
{
    char id[STORE_ID];
    snprintf(id, sizeof id, "%.*s", STORE_ID - 1, call->rest);
    const bool complete =
        strlen(call->rest) == 2 * STORE_ID - 1 && call->rest[STORE_ID - 1] == '.' && id_looks_right(id);
    const struct room *room = complete ? room_in_memory(call->server->rooms, id) : NULL;
    if (complete && !room)
        return fetch_one(call->request, id, show_invitation, error);
    return reply_invitation(call->request, room, call->rest, call->person.id, error);
}

/*
 * "Your games". What TABLE says of a game follows from its record, and somebody may have a hundred long ones: those that are not in
 * memory are fetched.
 */

static int collect(void *context, const struct store_table *row)
{
    struct table_ids *own = context;
    memcpy(own->id[own->count++], row->id, STORE_ID);
    return own->count < LOBBY_TABLES ? 0 : -1;
}

static int list(const struct request *request, const char *person, struct table_ids *out, struct flip_error *error)
{
    out->count = 0;
    return store_tables_of(request->server->loop.store, person, LOBBY_TABLES, collect, out, error) < 0 ? -1 : 0;
}

static int reply_mine(struct request *request, const struct table_ids *own, const char *person)
{
    struct room *rooms[LOBBY_TABLES];
    const int count = fetched_rooms(request->server->rooms, own, rooms);
    int kept = 0;
    for (int i = 0; i < count; i++) /* what somebody has left goes on without them */
        if (rooms[i]->status >= STORE_OVER || room_seats_of(rooms[i], person) ||
            room_seat_to_take_back(rooms[i], person) >= 0)
            rooms[kept++] = rooms[i];
    reply_tables(request, rooms, kept, person);
    return 0;
}

static int show(struct request *request, struct work *work, struct flip_error *error)
{
    struct table_ids own;
    fetch_take_over(request->server->rooms, (struct fetch *)work);
    return list(request, work->person, &own, error) < 0 ? -1 : reply_mine(request, &own, work->person);
}

int get_mine(struct call *call, struct flip_error *error)
{
    struct table_ids own;
    if (list(call->request, call->person.id, &own, error) < 0)
        return -1;
    return fetched(call->server->rooms, &own) ? reply_mine(call->request, &own, call->person.id)
                                              : fetch_for_request(call->request, &own, show, error);
}
