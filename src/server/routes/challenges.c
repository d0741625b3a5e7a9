/*
 * Challenges, and the list of somebody's friends and challenges. To challenge somebody is to make a table with a seat that only they can
 * take; the challenge itself is a row that says so. It counts as long as the table waits: when the challenger leaves the table, or
 * somebody is deleted, it is over without anybody having to say so.
 */
#include "server/routes/routes.h"

#include "server/net/net.h"

#include <flipside/game.h>
#include <stdlib.h>
#include <string.h>

/* --- challenges ---------------------------------------------------------------------------------------------------------- */

static json_t *side_json(json_t *row, const char *id, const char *name, const char *program)
{
    return json_pack("{s:O, s:O, s:b}", "id", json_object_get(row, id), "name", json_object_get(row, name), "program",
                     json_integer_value(json_object_get(row, program)) != 0);
}

static json_t *challenges_json(struct server *server, const char *person, struct flip_error *error)
{
    json_t *rows = rows_json(server->loop.store, LIST_CHALLENGES, person, "", 0, error);
    json_t *out = rows ? json_array() : NULL;
    for (size_t i = 0; i < json_array_size(rows); i++) {
        json_t *row = json_array_get(rows, i);
        const struct flip_game *game = flip_game_named(row_text(row, "game"));
        json_array_append_new(out,
                              json_pack("{s:O, s:O, s:O, s:s, s:O, s:b, s:o, s:o}", "id", json_object_get(row, "id"),
                                        "table", json_object_get(row, "table"), "game", json_object_get(row, "game"),
                                        "title", game ? game->title : "", "time", json_object_get(row, "time"), "mine",
                                        strcmp(row_text(row, "by"), person) == 0, "by",
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
    struct flip_json json = flip_json_in(server->loop.buffer, BUFFER_SIZE);
    flip_json_open(&json, NULL, '{');
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
    const char *id = row_text(row, "id");
    const json_int_t presence = json_integer_value(json_object_get(row, "presence"));
    const bool friends = strcmp(row_text(row, "state"), "friend") == 0;
    const bool here = server_person_present(server->people, id) &&
                      (presence == STORE_EVERYONE || (presence == STORE_FRIENDS && friends));
    json_object_del(row, "presence");
    row_bool(row, "claimed");
    row_bool(row, "program");
    json_object_set_new(row, "online", json_boolean(here));
    json_object_set_new(row, "playing", here ? playing_json(server, id) : json_null());
}

static json_t *friends_json(struct server *server, const char *person, struct flip_error *error)
{
    json_t *rows = rows_json(server->loop.store, LIST_FRIENDS, person, "", 0, error);
    json_t *challenges = rows ? challenges_json(server, person, error) : NULL;
    if (!challenges) {
        json_decref(rows);
        return NULL;
    }
    for (size_t i = 0; i < json_array_size(rows); i++)
        finish_friend(server, json_array_get(rows, i));
    return json_pack("{s:o, s:o}", "friends", rows, "challenges", challenges);
}

int reply_friends(struct request *request, const char *person, struct flip_error *error)
{
    json_t *friends = friends_json(request->server, person, error);
    return friends ? reply_and_free(request, friends, error) : -1;
}

static void push_to(struct server *server, struct client *client)
{
    struct flip_error error;
    json_t *push = friends_json(server, client->present->person.id, &error);
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
        const bool due = client->friends_asked || client->present->friends_changed;
        client->friends_asked = false;
        if (client->wants_friends && due && !client->socket.closing)
            push_to(server, client);
    }
    for (struct client *client = first_client(server->people); client; client = next_client(client))
        client->present->friends_changed = false;
}

enum { CHALLENGES_MOST = 20, CHALLENGES_AN_HOUR = 60 };

/* --- challenging -------------------------------------------------------------------------------------------------------- */

static int check_challenge(struct request *request, const struct store_person *person, const struct store_person *other,
                           const char *game, struct flip_error *error)
{
    struct server *server = request->server;
    struct visitor *visitor = visitor_asking(request);
    if (friends_check_blocks(server->people, person->id, other, error) < 0)
        return -1;
    const int admitted = friends_admit(server->people, other, other->challenges, person->id, error);
    const int twice = admitted == 1 ? store_challenged(server->loop.store, person->id, other->id, game, error) : 0;
    const int64_t count = twice == 0 ? store_challenge_count(server->loop.store, person->id, error) : 0;
    if (admitted < 0 || twice < 0 || count < 0)
        return -1;
    if (!admitted)
        return flip_fail(error, FLIP_ERROR_UNWANTED, "%.80s does not take challenges%s.", other->name,
                         other->challenges == STORE_FRIENDS ? " from anybody but friends" : "");
    if (twice)
        return flip_fail(error, FLIP_ERROR_ALREADY, "You have challenged %.80s to this game. Wait for the answer.",
                         other->name);
    if (count >= CHALLENGES_MOST)
        return flip_fail(error, FLIP_ERROR_LIMIT, "You have %d open challenges. Withdraw one first.", CHALLENGES_MOST);
    return check_hourly(request, visitor ? &visitor->challenges : NULL, CHALLENGES_AN_HOUR, "challenges", error);
}

/* The challenger, the one who is challenged, and bots where the game needs more. */
static json_t *wish_of(const json_t *body, const struct flip_game *game)
{
    static const char *const passed_on[] = {"options",       "clock", "rated",  "open",  "public",
                                            "replace_after", "tutor", "ticket", "bytes", "ready"};
    json_t *wish = json_object(), *seats = json_pack("[{s:s}, {s:s}]", "kind", "me", "kind", "link");
    for (int i = 2; i < game->min_seats; i++)
        json_array_append_new(seats, json_pack("{s:s, s:i}", "kind", "bot", "level", STAND_IN_LEVEL));
    json_object_set_new(wish, "game", json_string(game->id));
    json_object_set_new(wish, "seats", seats);
    for (size_t i = 0; i < sizeof passed_on / sizeof *passed_on; i++) {
        json_t *value = json_object_get(body, passed_on[i]);
        if (value)
            json_object_set(wish, passed_on[i], value);
    }
    return wish;
}

static int keep_challenge(struct request *request, const struct room *room, const struct store_person *person,
                          const struct store_person *other, struct flip_error *error)
{
    struct server *server = request->server;
    struct store_challenge challenge = {.game = room->game->id, .time = wall_ms()};
    fresh_id(challenge.id);
    memcpy(challenge.person, person->id, sizeof person->id);
    memcpy(challenge.other, other->id, sizeof other->id);
    memcpy(challenge.table, room->id, sizeof room->id);
    if (store_challenge_put(server->loop.store, &challenge, error) < 0)
        return -1;
    friends_changed(server->people, person->id);
    friends_changed(server->people, other->id);
    news_challenge(server, person, other->id, room->game->title);
    reply_table(request, room, person->id);
    return 0;
}

/* To a free seat of a table that waits, which is kept for them. */
static int invite(struct request *request, const json_t *body, const char *table, const struct store_person *person,
                  const struct store_person *other, struct flip_error *error)
{
    struct rooms *rooms = request->server->rooms;
    const json_t *seat = json_object_get(body, "seat");
    struct room *room = id_looks_right(table) ? room_find_claimed(rooms, table, error) : NULL;
    if (!room)
        return server_failure(error) ? -1 : room_unknown(error);
    if (check_challenge(request, person, other, room->game->id, error) < 0 ||
        room_reserve(rooms, room, person->id, json_is_integer(seat) ? (int)json_integer_value(seat) : -1, other->id,
                     error) < 0)
        return -1;
    return keep_challenge(request, room, person, other, error);
}

int post_challenge(struct request *request, const json_t *body, struct flip_error *error)
{
    struct server *server = request->server;
    struct store_person person, other;
    const char *id = json_string_value(json_object_get(body, "game"));
    const char *table = json_string_value(json_object_get(body, "table"));
    const struct flip_game *game = flip_game_named(id ? id : "");
    if (friends_read(request, body, &person, &other, error) < 0)
        return -1;
    if (table)
        return invite(request, body, table, &person, &other, error);
    if (!game || game->max_seats < 2)
        return flip_fail(error, FLIP_ERROR_NO_GAME, "There is no such game for two here.");
    if (check_challenge(request, &person, &other, game->id, error) < 0 || check_new_table(request, error) < 0)
        return -1;
    json_t *wish = wish_of(body, game);
    struct room *room = room_make(server->rooms, &person, wish, error);
    json_decref(wish);
    if (!room)
        return -1;
    memcpy(room->seats[1].kept_for, other.id, sizeof other.id);
    if (room_save_head(server->rooms, room, error) < 0)
        return -1;
    return keep_challenge(request, room, &person, &other, error);
}

/* --- answering ---------------------------------------------------------------------------------------------------------- */

/* The table of a challenge that was declined or withdrawn has nobody to wait for. */
static int give_up(struct server *server, const struct store_challenge *challenge, struct flip_error *error)
{
    struct room *room = room_find_claimed(server->rooms, challenge->table, error);
    bool invited = false;
    for (int i = 0; room && i < room->seat_count; i++)
        invited |= room->seats[i].invited && strcmp(room->seats[i].kept_for, challenge->other) == 0;
    if (room && room->status == STORE_WAITING && room_seats_of(room, challenge->person) &&
        (invited ? room_unreserve(server->rooms, room, challenge->other, error)
                 : room_leave(server->rooms, room, challenge->person, error)) < 0)
        return -1;
    if (store_challenge_cut(server->loop.store, challenge->id, error) < 0)
        return -1;
    friends_changed(server->people, challenge->person);
    friends_changed(server->people, challenge->other);
    return 0;
}

/* Challenges from before do not say which seat. */
static bool is_for(const struct seat *seat, const char *person)
{
    return seat->kind == SEAT_LINK && (!seat->kept_for[0] || strcmp(seat->kept_for, person) == 0);
}

static int take_up(struct request *request, const struct store_challenge *challenge, const struct store_person *person,
                   const struct flip_share *share, struct flip_error *error)
{
    struct server *server = request->server;
    struct room *room = room_find_claimed(server->rooms, challenge->table, error);
    int seat = 0;
    while (room && seat < room->seat_count && !is_for(&room->seats[seat], person->id))
        seat++;
    if (!room || room->status != STORE_WAITING || seat == room->seat_count)
        return flip_fail(error, FLIP_ERROR_NOT_FOUND, "This challenge is over.");
    char key[STORE_ID];
    memcpy(key, room->seats[seat].key, sizeof key);
    if (room_sit(server->rooms, room, person, seat, key, share, error) < 0 ||
        store_challenge_cut(server->loop.store, challenge->id, error) < 0)
        return -1;
    friends_changed(server->people, challenge->person);
    friends_changed(server->people, challenge->other);
    reply_table(request, room, person->id);
    return 0;
}

/* {"id","accept":true|false}: the one who was challenged accepts or declines, the challenger withdraws. */
int post_answer_challenge(struct request *request, const json_t *body, struct flip_error *error)
{
    struct server *server = request->server;
    struct store_person person;
    struct store_challenge challenge;
    const char *id = json_string_value(json_object_get(body, "id"));
    const json_t *answer = json_object_get(body, "accept");
    struct flip_share share;
    if (known_person(request, &person, error) < 0 || share_read(body, &share, error) < 0)
        return -1;
    if (!json_is_boolean(answer))
        return flip_fail(error, FLIP_ERROR_BAD_MESSAGE, "'accept' is true or false.");
    const int found = id ? store_challenge_get(server->loop.store, id, &challenge, error) : 0;
    if (found < 0)
        return -1;
    const bool mine = found && strcmp(challenge.person, person.id) == 0;
    if (!found || (!mine && strcmp(challenge.other, person.id) != 0))
        return flip_fail(error, FLIP_ERROR_NOT_FOUND, "This challenge is over.");
    if (mine && json_is_true(answer))
        return flip_fail(error, FLIP_ERROR_NOT_YOUR_SEAT, "This is your own challenge; the other one answers it.");
    if (json_is_true(answer))
        return take_up(request, &challenge, &person, &share, error);
    return give_up(server, &challenge, error) < 0 ? -1 : reply_friends(request, person.id, error);
}

/* --- the end of several ------------------------------------------------------------------------------------------------- */

struct between {
    const char *other;
    struct store_challenge found[2 * CHALLENGES_MOST];
    int count;
};

static int collect(void *context, const struct store_row *row)
{
    struct between *between = context;
    const char *by = row->cell[4].text, *to = row->cell[7].text;
    if (strcmp(by, between->other) != 0 && strcmp(to, between->other) != 0)
        return 0;
    struct store_challenge *challenge = &between->found[between->count++];
    *challenge = (struct store_challenge){0};
    memcpy(challenge->id, row->cell[0].text, sizeof challenge->id);
    memcpy(challenge->table, row->cell[1].text, sizeof challenge->table);
    memcpy(challenge->person, by, sizeof challenge->person);
    memcpy(challenge->other, to, sizeof challenge->other);
    return between->count < 2 * CHALLENGES_MOST ? 0 : -1;
}

int challenges_end_between(struct server *server, const char *person, const char *other, struct flip_error *error)
{
    struct between between = {.other = other};
    if (store_list(server->loop.store, LIST_CHALLENGES, person, "", 0, collect, &between, error) < 0)
        return -1;
    for (int i = 0; i < between.count; i++)
        if (give_up(server, &between.found[i], error) < 0)
            return -1;
    return store_challenges_cut_between(server->loop.store, person, other, error);
}
