/* The JSON API of docs/api.md: how requests are answered, and the routes for guests, games and tables. */
#include "server/api.h"

#include "edition/setup.h"
#include "server/lesson.h"
#include "server/replay.h"
#include "server/room.h"
#include "server/sessions.h"

#include <assert.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- answers ------------------------------------------------------------------------------------------------------- */

void reply_owned(struct request *request, int status, const char *type, char *out, size_t length)
{
    assert(request->state > REQUEST_NONE && request->state <= REQUEST_ANSWERED);
    free(request->out);
    request->out = out;
    request->out_length = request->out_left = out ? length : 0;
    request->state = REQUEST_ANSWERED;
    request->status = out ? status : 503;
    request->type = type;
    request->turn = request->server->turn;
}

void reply(struct request *request, int status, const char *type, const char *text, size_t length)
{
    char *out = malloc(LWS_PRE + length + 1);
    if (out)
        memcpy(out + LWS_PRE, text, length);
    reply_owned(request, status, type, out, length);
}

void reply_json(struct request *request, int status, const json_t *body)
{
    char *text = json_dumps(body, JSON_COMPACT);
    reply(request, text ? status : 503, "application/json", text ? text : "", text ? strlen(text) : 0);
    free(text);
}

int reply_and_free(struct request *request, json_t *body, struct flip_error *error)
{
    if (!body)
        return flip_fail(error, "no_memory", "There is not enough memory to answer.");
    reply_json(request, 200, body);
    json_decref(body);
    return 0;
}

static int status_of(const char *code)
{
    static const struct {
        const char *code;
        int status;
    } known[] = {{"no_table", 404},  {"not_found", 404},    {"stranger", 401},       {"origin", 403},
                 {"too_large", 413}, {"name_taken", 409},   {"limit", 429},          {"store", 503},
                 {"no_memory", 503}, {"broken_table", 500}, {"wrong_password", 403}, {"banned", 403},
                 {"claimed", 403},   {"blocked", 403},      {"daily", 403},          {"bad_method", 405},
                 {"no_length", 411}, {"too_long", 414},     {"busy", 503},           {"changed", 409}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(known[i].code, code) == 0)
            return known[i].status;
    return 400;
}

void reply_error(struct request *request, const struct flip_error *error)
{
    json_t *body = json_pack("{s:{s:s, s:s}}", "error", "code", error->code, "message", error->message);
    if (request->wait > 0)
        json_object_set_new(json_object_get(body, "error"), "wait", json_integer(request->wait));
    reply_json(request, status_of(error->code), body);
    json_decref(body);
}

void reply_written(struct request *request, const struct flip_json *json)
{
    if (flip_text_fits(&json->text))
        reply(request, 200, "application/json", request->server->buffer, json->text.length);
    else
        reply(request, 503, "text/plain", "too large", 9);
}

int known_person(struct request *request, struct store_person *person, struct flip_error *error)
{
    char address[ADDRESS_SIZE];
    if (person_asking(request->server, request->wsi, person)) {
        address_asking(request->server, request->wsi, address);
        payer_of(person, address, request->server->payer);
        return 0;
    }
    return flip_fail(error, "stranger", "Take a name first: it needs nothing but the name.");
}

static json_t *person_json(const struct store_person *person)
{
    return json_pack("{s:s, s:s, s:b}", "id", person->id, "name", person->name, "claimed", person->claimed > 0);
}

void reply_person(struct request *request, const struct store_person *person)
{
    json_t *body = json_pack("{s:o}", "person", person ? person_json(person) : json_null());
    reply_json(request, 200, body);
    json_decref(body);
}

const char *path_part(const char *rest, char *out, size_t size)
{
    const size_t length = strcspn(rest, "/");
    snprintf(out, size, "%.*s", length < size ? (int)length : 0, rest);
    return rest[length] ? rest + length + 1 : NULL;
}

/* --- who is asking ------------------------------------------------------------------------------------------------- */

static int get_me(struct request *request, const char *rest, struct flip_error *error)
{
    (void)rest;
    struct asker asker;
    const bool known = session_asking(request->server, request->wsi, &asker);
    if (known && session_go_on(request, &asker, error) < 0)
        return -1;
    reply_person(request, known ? &asker.person : NULL);
    return 0;
}

bool over_tls(const struct request *request)
{
    return lws_is_ssl(request->wsi) || strncmp(request->server->config.origin, "https:", 6) == 0;
}

int put_cookie(struct request *request, const char *name, const char *value, const char *path, int seconds,
               struct flip_error *error)
{
    free(request->cookie);
    if (asprintf(&request->cookie, "%s=%s; Path=%s; Max-Age=%d; HttpOnly; SameSite=Strict%s", name, value, path,
                 seconds, over_tls(request) ? "; Secure" : "") < 0) {
        request->cookie = NULL;
        return flip_fail(error, "no_memory", "There is not enough memory.");
    }
    return 0;
}

int take_cookie_away(struct request *request, struct flip_error *error)
{
    return put_cookie(request, "flipside", "", "/", 0, error);
}

struct visitor *visitor_asking(const struct request *request)
{
    char address[ADDRESS_SIZE];
    address_asking(request->server, request->wsi, address);
    return visitor_of(&request->server->visitors, address);
}

int check_hourly(struct request *request, struct bucket *bucket, int count, const char *what, struct flip_error *error)
{
    if (bucket && bucket_take(bucket, count, count / 3600.0))
        return 0;
    request->server->metrics.refused++;
    return flip_fail(error, "limit", "Too many new %s from your address: at most %d an hour.", what, count);
}

int check_new_table(struct request *request, struct flip_error *error)
{
    struct visitor *visitor = visitor_asking(request);
    return check_hourly(request, visitor ? &visitor->tables : NULL, request->server->config.max_new_tables, "tables",
                        error);
}

/* Who was banned does not come back as somebody new: not with the old cookie, and for a while not from the same address if the
   administrator wants it so. */
static int check_welcome(struct request *request, struct flip_error *error)
{
    const struct visitor *visitor = visitor_asking(request);
    if (banned_asking(request->server, request->wsi))
        return flip_fail(error, "banned", "The administrator of this site has closed this account.");
    if (visitor && visitor->closed_until > steady_ms())
        return flip_fail(error, "banned", "No new guests are let in from your address for now. Accounts can sign in.");
    return 0;
}

static int post_guest(struct request *request, const json_t *body, struct flip_error *error)
{
    struct server *server = request->server;
    const char *wanted = json_string_value(json_object_get(body, "name"));
    struct store_person person = {0};
    const bool known = person_asking(server, request->wsi, &person);
    if (!known && check_welcome(request, error) < 0)
        return -1;
    if (!known) {
        fresh_id(person.id);
        person.created = wall_ms();
    }
    if (name_clean(wanted ? wanted : "", person.name, error) < 0)
        return -1;
    if (server_name_taken(server, person.name, person.id))
        return flip_fail(error, "name_taken",
                         "Somebody here is called %.90s already. Add something to "
                         "tell you apart.",
                         person.name);
    struct visitor *visitor = visitor_asking(request);
    if (!known &&
        check_hourly(request, visitor ? &visitor->guests : NULL, server->config.max_guests, "guests", error) < 0)
        return -1;
    person.seen = wall_ms();
    if (server_keep_name(server, &person, error) < 0 || (!known && session_begin(request, &person, error) < 0))
        return -1;
    reply_person(request, &person);
    return 0;
}

/* --- games and tables ---------------------------------------------------------------------------------------------- */

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

/* What the page says when somebody makes a table: all of the game's own words but the remarks. */
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

static int get_games(struct request *request, const char *rest, struct flip_error *error)
{
    (void)rest;
    (void)error;
    struct flip_json json = flip_json_in(request->server->buffer, BUFFER_SIZE);
    flip_json_open(&json, NULL, '{');
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
    reply_written(request, &json);
    return 0;
}

static int get_rules(struct request *request, const char *id, struct flip_error *error)
{
    const struct flip_game *game = flip_game_named(id);
    const char *text = game ? game->files->rulebook : NULL;
    if (!text)
        return flip_fail(error, "not_found", "There are no rules for that game here.");
    reply(request, 200, "text/markdown; charset=utf-8", text, strlen(text));
    return 0;
}

void reply_tables(struct request *request, struct room *const *rooms, int count, const char *person)
{
    struct flip_json json = flip_json_in(request->server->buffer, BUFFER_SIZE);
    flip_json_open(&json, NULL, '{');
    flip_json_open(&json, "tables", '[');
    for (int i = 0; i < count; i++)
        write_table(&json, NULL, request->server, rooms[i], person);
    flip_json_close(&json);
    flip_json_close(&json);
    reply_written(request, &json);
}

static int get_tables(struct request *request, const char *rest, struct flip_error *error)
{
    (void)rest;
    struct room *rooms[LOBBY_TABLES];
    struct store_person person = {0};
    person_asking(request->server, request->wsi, &person);
    const int count = server_lobby(request->server, rooms, error);
    if (count < 0)
        return -1;
    reply_tables(request, rooms, count, person.id);
    return 0;
}

static int post_table(struct request *request, const json_t *body, struct flip_error *error)
{
    struct store_person person;
    if (known_person(request, &person, error) < 0 || check_new_table(request, error) < 0)
        return -1;
    struct room *room = room_make(request->server, &person, body, error);
    if (!room)
        return -1;
    struct flip_json json = flip_json_in(request->server->buffer, BUFFER_SIZE);
    flip_json_open(&json, NULL, '{');
    write_table(&json, "table", request->server, room, person.id);
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
    reply_written(request, &json);
    return 0;
}

void reply_table(struct request *request, const struct room *room, const char *person)
{
    struct flip_json json = flip_json_in(request->server->buffer, BUFFER_SIZE);
    flip_json_open(&json, NULL, '{');
    write_table(&json, "table", request->server, room, person);
    flip_json_close(&json);
    reply_written(request, &json);
}

static int get_table(struct request *request, const char *rest, struct flip_error *error)
{
    char id[STORE_ID];
    const size_t length = strcspn(rest, "/");
    snprintf(id, sizeof id, "%.*s", length < STORE_ID ? (int)length : 0, rest);
    if (strcmp(rest + length, "/record") == 0)
        return reply_record(request, id, error);
    if (strncmp(rest + length, "/flick/", 7) == 0)
        return reply_table_flick(request, id, rest + length + 7, error);
    if (rest[length])
        return flip_fail(error, "not_found", "There is nothing at this address.");
    if (!room_in_memory(request->server, id)) {
        const int status = reply_stored_table(request, id, error);
        if (status <= 0)
            return status;
    }
    const struct room *room = room_find(request->server, id, error);
    if (!room)
        return -1;
    struct store_person person = {0};
    person_asking(request->server, request->wsi, &person);
    reply_table(request, room, person.id);
    return 0;
}

static int get_join(struct request *request, const char *rest, struct flip_error *error)
{
    char id[STORE_ID];
    snprintf(id, sizeof id, "%.*s", STORE_ID - 1, rest);
    struct room *room =
        strlen(rest) == 2 * STORE_ID - 1 && rest[STORE_ID - 1] == '.' ? room_find(request->server, id, error) : NULL;
    const char *key = rest + STORE_ID;
    int found = -1;
    for (int seat = 0; room && seat < room->seat_count; seat++)
        if (room->seats[seat].key[0] && sodium_memcmp(room->seats[seat].key, key, STORE_ID - 1) == 0)
            found = seat;
    if (found < 0)
        return flip_fail(error, "no_table", "This invitation is not valid any more: ask for a new one.");
    struct store_person person = {0};
    person_asking(request->server, request->wsi, &person);
    struct flip_json json = flip_json_in(request->server->buffer, BUFFER_SIZE);
    flip_json_open(&json, NULL, '{');
    write_table(&json, "table", request->server, room, person.id);
    flip_json_int(&json, "seat", found);
    flip_json_string(&json, "key", key);
    flip_json_close(&json);
    reply_written(request, &json);
    return 0;
}

/* --- routes -------------------------------------------------------------------------------------------------------- */

const struct api_get_route table_gets[] = {
    {"/api/me", get_me},        {"/api/games", get_games},
    {"/api/rules/", get_rules}, {"/api/tables", get_tables},
    {"/api/mine", get_mine},    {"/api/tables/", get_table},
    {"/api/join/", get_join},   {"/healthz", get_health},
    {"/metrics", get_metrics},  {NULL, NULL},
};

const struct api_post_route table_posts[] = {{"/api/guest", post_guest}, {"/api/tables", post_table}, {NULL, NULL}};
