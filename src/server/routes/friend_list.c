/* The list of a person's friends and challenges, asked for and pushed. */
#include "server/routes/routes.h"

#include <stdlib.h>
#include <string.h>

/* --- challenges ---------------------------------------------------------------------------------------------------------- */

static json_t *side_json(json_t *row, const char *id, const char *name, const char *program)
{
    return json_pack("{s:O, s:O, s:b}", "id", json_object_get(row, id), "name", json_object_get(row, name), "program",
                     int_in(row, program) != 0);
}

static json_t *challenges_json(struct server *server, const char *person, struct flip_error *error)
{
    json_t *rows = rows_json(server->loop.store, LIST_CHALLENGES, person, "", 0, error);
    json_t *out = rows ? json_array() : NULL;
    for (size_t i = 0; i < json_array_size(rows); i++) {
        json_t *row = json_array_get(rows, i);
        json_array_append_new(out,
                              json_pack("{s:O, s:O, s:O, s:s, s:O, s:b, s:o, s:o}", "id", json_object_get(row, "id"),
                                        "table", json_object_get(row, "table"), "game", json_object_get(row, "game"),
                                        "title", title_of(string_of(row, "game")), "time", json_object_get(row, "time"),
                                        "mine", strcmp(string_of(row, "by"), person) == 0, "by",
                                        side_json(row, "by", "by_name", "by_program"), "to",
                                        side_json(row, "to", "to_name", "to_program")));
    }
    json_decref(rows);
    return out;
}

/* --- friends ------------------------------------------------------------------------------------------------------------- */

/* `playing` as an object of its own, written by those who know tables. */
static json_t *playing_json(struct server *server, const char *person)
{
    struct flip_json json = object_in(server->loop.buffer, BUFFER_SIZE);
    write_playing(&json, server, person);
    flip_json_close(&json);
    json_t *object = json_loadb(server->loop.buffer, json.text.length, 0, NULL);
    json_t *playing = json_incref(json_object_get(object, "playing"));
    json_decref(object);
    return playing ? playing : json_null();
}

/* Who is here and what they play is for those who may see it: friends, unless the person wants to be seen by nobody. */
static void finish_friend(struct server *server, json_t *row)
{
    const char *id = string_of(row, "id");
    const int64_t presence = int_in(row, "presence");
    const bool friends = strcmp(string_of(row, "state"), "friend") == 0;
    const bool here =
        person_online(server->people, id) && (presence == STORE_EVERYONE || (presence == STORE_FRIENDS && friends));
    json_object_del(row, "presence");
    row_bool(row, "claimed");
    row_bool(row, "program");
    json_object_set_new(row, "online", json_boolean(here));
    json_object_set_new(row, "playing", here ? playing_json(server, id) : json_null());
}

static json_t *friends_json(struct server *server, const char *person, struct flip_error *error)
{
    json_t *rows = rows_json(server->loop.store, LIST_FRIENDS, person, "", 0, error);
    for (size_t i = 0; i < json_array_size(rows); i++)
        finish_friend(server, json_array_get(rows, i));
    return rows ? json_pack("{s:o, s:o}", "friends", rows, "challenges", challenges_json(server, person, error)) : NULL;
}

int get_friends(struct call *call, struct flip_error *error)
{
    return reply_and_free(call->request, friends_json(call->server, call->person.id, error), error);
}

static void push_to(struct server *server, struct client *client)
{
    struct flip_error error;
    json_t *push = friends_json(server, client->presence->person.id, &error);
    char *text = NULL;
    if (push && json_object_set_new(push, "push", json_string("friends")) == 0)
        text = json_dumps(push, JSON_COMPACT);
    if (text)
        websocket_send(server, &client->socket, text, strlen(text));
    free(text);
    json_decref(push);
}

void friends_push(struct server *server)
{
    if (!server->people->friends_changed)
        return;
    server->people->friends_changed = false;
    for (struct client *client = first_client(server->people); client; client = next_client(client)) {
        const bool due = client->friends_asked || client->presence->friends_changed;
        client->friends_asked = false;
        if (client->wants_friends && due && !client->socket.closing)
            push_to(server, client);
    }
    for (struct client *client = first_client(server->people); client; client = next_client(client))
        client->presence->friends_changed = false;
}
