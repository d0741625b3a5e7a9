/* The module's loop: messages and requests of the page, one turn at a time. */
#include "solo/solo.h"

#include "server/learning/learning.h"
#include "server/loop/loop.h"
#include "server/net/net.h"
#include "server/net/parts.h"
#include "server/people/people.h"
#include "server/rooms/rooms.h"
#include "server/routes/routes.h"
#include "solo/parts.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NO_LIMIT = 1000000, UNFINISHED = 200, BODY = 512 << 10 };

/* A request that is not answered yet. */
struct asked {
    struct asked *next;
    int number;
    struct request request;
};

static struct {
    struct server server;
    struct net net;
    struct people people;
    struct rooms rooms;
    struct push_state pushes;
    struct client client;
    struct presence presence;
    struct asked *asked;
} solo;

void *solo_take(size_t size) { return malloc(size); }
void solo_free(void *text) { free(text); }

/* --- beginning ------------------------------------------------------------------------------------------------------------ */

static int nothing_follows(struct server *server, struct room *room, int64_t finished, struct flip_error *error)
{
    (void)server;
    (void)room;
    (void)finished;
    (void)error;
    return 0;
}

int solo_open(void)
{
    struct flip_error error;
    struct server *server = &solo.server;
    if (sodium_init() < 0)
        return 0;
    server->net = &solo.net;
    server->people = &solo.people;
    server->rooms = &solo.rooms;
    server->pushes = &solo.pushes;
    solo.people.server = solo.rooms.server = server;
    solo.people.loop = solo.rooms.loop = &server->loop;
    solo.people.rooms = &solo.rooms;
    solo.rooms.people = &solo.people;
    server->loop.turn = 1;
    server->loop.started = steady_ms();
    server->loop.config.max_requests = server->loop.config.max_new_tables = NO_LIMIT;
    server->loop.config.max_tables = UNFINISHED;
    solo.rooms.game_over = nothing_follows;
    solo.rooms.bots.workers = workers_start(1, false, NULL, NULL);
    server->loop.buffer = malloc(BUFFER_SIZE);
    server->loop.store = store_open("", &error);
    return server->loop.buffer && server->loop.store && solo.rooms.bots.workers &&
           work_start(server->rooms, NULL, &error) == 0;
}

int solo_restore(const char *key, const char *text)
{
    return solo_store_restore(solo.server.loop.store, key, text) == 0;
}

/* The page's one connection. */
int solo_start(void)
{
    struct client *client = &solo.client;
    client->presence = &solo.presence;
    client->scopes = SCOPE_PERSON;
    client->socket.id = ++solo.net.last_link;
    client->socket.out_last = &client->socket.out;
    client->socket.visitor = visitor_of(&solo.net.visitors, "page");
    solo.presence.person = *solo_person(solo.server.loop.store);
    solo.presence.links = 1;
    solo.presence.clients = client;
    solo.net.links = &client->socket;
    return client->socket.visitor != NULL;
}

/* --- requests --------------------------------------------------------------------------------------------------------------- */

int get_me(struct call *call, struct flip_error *error)
{
    (void)error;
    return reply_person(call->request, call->person.id[0] ? &call->person : NULL);
}

/* Another name for the one who plays here, who may have none yet. */
static int take_name(const struct call *call, struct flip_error *error)
{
    struct store_person *person = solo_person(call->store);
    char name[STORE_NAME];
    if (name_clean(string_of(call->body, "name"), name, error) < 0)
        return -1;
    if (!person->id[0]) {
        fresh_id(person->id);
        person->created = wall_ms();
    }
    memcpy(person->name, name, sizeof person->name);
    solo_person_changed(call->store);
    solo.presence.person = *person;
    return reply_person(call->request, person);
}

int post_guest(struct call *call, struct flip_error *error)
{
    return call->person.id[0] ? reply_person(call->request, &call->person) : take_name(call, error);
}

int post_rename(struct call *call, struct flip_error *error)
{
    if (strcmp(string_of(call->body, "from"), call->person.name) != 0)
        return flip_fail(error, FLIP_ERROR_CHANGED, "Your name is now %.90s, so nothing was changed. Please try again.",
                         call->person.name);
    return take_name(call, error);
}

/* What one person alone needs of docs/api.md. A path that ends in a slash is followed by something. */
static const struct route {
    const char *path;
    api_call *get, *post;
    bool known; /* whoever asks needs a name */
} routes[] = {
    {"me", get_me, NULL, false},           {"guest", NULL, post_guest, false},
    {"rename", NULL, post_rename, true},   {"games", get_games, NULL, false},
    {"rules/", get_rules, NULL, false},    {"mine", get_mine, NULL, true},
    {"tables", NULL, post_table, true},    {"tables/", get_table, NULL, false},
    {"replays/", get_replay, NULL, false}, {"lessons", get_lessons, NULL, false},
    {"lessons", NULL, post_lesson, true},  {"forks", NULL, post_fork, true},
    {"records", NULL, post_record, true},  {"deal", get_deal, NULL, true},
    {"puzzles", NULL, post_puzzle, false}, {"editions/check", NULL, post_check_edition, false},
};

static int run_route(struct request *request, const struct route *route, const char *rest, struct flip_error *error)
{
    struct call call = {
        .request = request, .server = request->server, .store = request->server->loop.store, .rest = rest};
    json_t *body = request->post ? json_loadb(request->body, request->body_length, JSON_REJECT_DUPLICATES, NULL) : NULL;
    int status = 0;
    call.body = body;
    if (request->post && !json_is_object(body))
        status = flip_fail(error, FLIP_ERROR_BAD_MESSAGE, "The body has to be one JSON object.");
    else if (!person_asking(request->server->people, NULL, &call.person) && route->known)
        status = require_person(request, &call.person, error);
    if (status == 0)
        status = (request->post ? route->post : route->get)(&call, error);
    json_decref(body);
    return status;
}

static int dispatch(struct request *request, struct flip_error *error)
{
    const char *path = strncmp(request->path, "/api/", 5) == 0 ? request->path + 5 : "";
    for (size_t i = 0; i < sizeof routes / sizeof *routes; i++) {
        const struct route *route = &routes[i];
        const size_t length = strlen(route->path);
        const bool more = route->path[length - 1] == '/';
        if ((request->post ? route->post : route->get) && strncmp(path, route->path, length) == 0 &&
            (more || path[length] == '\0'))
            return run_route(request, route, path + length, error);
    }
    return flip_fail(error, FLIP_ERROR_NOT_FOUND, "This needs a server; here you play alone and against bots.");
}

void solo_request(int number, bool post, const char *path, const char *body, size_t length)
{
    struct flip_error error = {0};
    struct asked *asked = calloc(1, sizeof *asked);
    if (!asked)
        abort();
    asked->number = number;
    asked->next = solo.asked;
    solo.asked = asked;
    struct request *request = &asked->request;
    *request = (struct request){.server = &solo.server, .state = REQUEST_WORKING, .post = post};
    snprintf(request->path, sizeof request->path, "%s", path);
    request->body = (char *)body; /* for the time of this call */
    request->body_length = length;
    if (length > BODY)
        flip_fail(&error, FLIP_ERROR_TOO_LARGE, "That is too large: at most %d KiB.", BODY >> 10);
    if (length > BODY || dispatch(request, &error) < 0)
        reply_error(request, &error);
    request->body = NULL;
}

/* --- messages --------------------------------------------------------------------------------------------------------------- */

/* A table that is not in memory is loaded first: nobody else waits meanwhile. False: there is none, and the page
   knows. */
static bool bring_table(const char *text, size_t length)
{
    struct flip_error error;
    json_t *body = json_loadb(text, length, JSON_REJECT_DUPLICATES, NULL);
    const char *id = json_string_value(json_object_get(body, "table"));
    const bool known = !id || room_find(&solo.rooms, id, &error);
    if (!known)
        websocket_refuse(&solo.server, &solo.client.socket, json_integer_value(json_object_get(body, "n")), &error);
    json_decref(body);
    return known;
}

void solo_message(const char *text, size_t length)
{
    if (bring_table(text, length))
        message_handle(&solo.server, &solo.client.socket, text, length);
}

/* --- the loop --------------------------------------------------------------------------------------------------------------- */

static void send_parcels(void)
{
    struct websocket *link = &solo.client.socket;
    while (link->out) {
        struct parcel *parcel = link->out;
        link->out = parcel->next;
        solo_host_send(parcel->text, parcel->length);
        free(parcel);
    }
    link->out_last = &link->out;
    link->out_bytes = 0;
}

/* The rest of what did not fit into one scene. */
static void catch_up(struct server *server)
{
    for (struct watch *watch = solo.client.watches; watch; watch = watch->next_in_link)
        if (watch->behind) {
            watch->behind = false;
            room_mark_dirty(server->rooms, watch->room);
        }
}

static void send_replies(void)
{
    for (struct asked **at = &solo.asked; *at;) {
        struct asked *asked = *at;
        struct request *request = &asked->request;
        if (request->state != REQUEST_ANSWERED) {
            at = &asked->next;
            continue;
        }
        *at = asked->next;
        solo_host_reply(asked->number, request->status, request->type, request->out ? request->out + OUT_PRE : "",
                        request->out_length);
        free(request->out);
        free(request->cookie);
        free(asked);
    }
}

int solo_turn(void)
{
    struct server *server = &solo.server;
    struct flip_error error;
    solo_workers_rest(solo.rooms.bots.workers);
    solo_workers_rest(solo.rooms.work.workers);
    work_take(server->rooms);
    background_run(&server->loop);
    bots_collect(server);
    /* Memory may be ahead of what is saved, so the page restarts the module. */
    if (server->loop.failed || solo.client.socket.closing || store_commit(server->loop.store, &error) < 0)
        abort();
    push_all(server);
    work_send(server->rooms);
    bots_send(server->rooms);
    server->loop.turn++;
    send_parcels();
    send_replies();
    catch_up(server);
    return workers_load(solo.rooms.bots.workers) + workers_load(solo.rooms.work.workers) > 0 ||
           server->loop.background_jobs || server->rooms->dirty.rooms;
}
