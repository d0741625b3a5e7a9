/*
 * The HTTP side: the page, which is compiled in, and the JSON API of docs/api.md. A request is read whole (bodies are small), answered
 * by one function of the table below, and sent as one buffer.
 */
#include "server/room.h"

#include "server/pages.h"
#include "terminal/help.h"

#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MINE = 200, HEADERS = 2048 };

struct request {
    struct hub *hub;
    struct lws *wsi;
    bool post;
    char path[256];
    char *body; /* what has come of it */
    size_t body_length;
    /* the answer */
    int status;
    const char *type;
    char cookie[COOKIE_SIZE + 80];
    const struct page *page; /* sent as it is */
    char *out;               /* owned; LWS_PRE bytes come before the text */
    size_t out_length, out_sent;
    bool headers_sent;
};

/* --- answers ------------------------------------------------------------------------------------------------------------------ */

static void reply(struct request *request, int status, const char *type, const char *text, size_t length)
{
    free(request->out);
    request->out = malloc(LWS_PRE + length + 1);
    request->out_length = request->out ? length : 0;
    request->status = request->out ? status : 503;
    request->type = type;
    if (request->out)
        memcpy(request->out + LWS_PRE, text, length);
}

static void reply_json(struct request *request, int status, const json_t *body)
{
    char *text = json_dumps(body, JSON_COMPACT);
    reply(request, text ? status : 503, "application/json", text ? text : "", text ? strlen(text) : 0);
    free(text);
}

static int status_of(const char *code)
{
    static const struct {
        const char *code;
        int status;
    } known[] = {{"no_table", 404},   {"not_found", 404}, {"stranger", 401}, {"origin", 403},
                 {"name_taken", 409}, {"limit", 429},     {"store", 503},    {"no_memory", 503}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(known[i].code, code) == 0)
            return known[i].status;
    return 400;
}

static void reply_error(struct request *request, const struct flip_error *error)
{
    json_t *body = json_pack("{s:{s:s, s:s}}", "error", "code", error->code, "message", error->message);
    reply_json(request, status_of(error->code), body);
    json_decref(body);
    if (strcmp(error->code, "store") == 0)
        request->hub->failed = true;
}

static void reply_written(struct request *request, const struct flip_json *json)
{
    if (flip_text_fits(&json->text))
        reply(request, 200, "application/json", request->hub->buffer, json->text.length);
    else
        reply(request, 503, "text/plain", "too large", 9);
}

static int known_person(struct request *request, struct store_person *person, struct flip_error *error)
{
    if (person_asking(request->hub, request->wsi, person))
        return 0;
    return flip_fail(error, "stranger", "Take a name first: it needs nothing but the name.");
}

static json_t *person_json(const struct store_person *person)
{
    return json_pack("{s:s, s:s}", "id", person->id, "name", person->name);
}

/* --- who is asking ------------------------------------------------------------------------------------------------------------ */

static int get_me(struct request *request, const char *rest, struct flip_error *error)
{
    (void)rest;
    (void)error;
    struct store_person person;
    const bool known = person_asking(request->hub, request->wsi, &person);
    json_t *body = json_pack("{s:o}", "person", known ? person_json(&person) : json_null());
    reply_json(request, 200, body);
    json_decref(body);
    return 0;
}

static int post_guest(struct request *request, const json_t *body, struct flip_error *error)
{
    struct hub *hub = request->hub;
    const char *wanted = json_string_value(json_object_get(body, "name"));
    struct store_person person = {0};
    const bool known = person_asking(hub, request->wsi, &person);
    if (!known) {
        fresh_id(person.id);
        person.created = now_ms();
    }
    if (name_clean(wanted ? wanted : "", person.name, error) < 0)
        return -1;
    if (hub_name_taken(hub, person.name, person.id))
        return flip_fail(error, "name_taken", "Somebody here is called %.90s already. Add something to tell you apart.",
                         person.name);
    person.seen = now_ms();
    if (store_person_put(hub->store, &person, error) < 0)
        return -1;
    hub_rename(hub, &person);
    char value[COOKIE_SIZE];
    cookie_sign(hub->secret, person.id, now_ms(), value);
    snprintf(request->cookie, sizeof request->cookie,
             "flipside=%s; Path=/; Max-Age=31536000; HttpOnly; SameSite=Strict%s", value,
             lws_is_ssl(request->wsi) ? "; Secure" : "");
    json_t *answer = json_pack("{s:o}", "person", person_json(&person));
    reply_json(request, 200, answer);
    json_decref(answer);
    return 0;
}

/* --- games and tables ---------------------------------------------------------------------------------------------------------- */

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

static int get_games(struct request *request, const char *rest, struct flip_error *error)
{
    (void)rest;
    (void)error;
    struct flip_json json = flip_json_in(request->hub->buffer, BUFFER_SIZE);
    flip_json_open(&json, NULL, '{');
    flip_json_open(&json, "games", '[');
    for (int i = 0; flip_games[i]; i++) {
        const struct flip_game *game = flip_games[i];
        flip_json_open(&json, NULL, '{');
        flip_json_string(&json, "id", game->id);
        flip_json_string(&json, "title", game->title);
        flip_json_string(&json, "about", game->about);
        flip_json_open(&json, "seats", '[');
        flip_json_int(&json, NULL, game->min_seats);
        flip_json_int(&json, NULL, game->max_seats);
        flip_json_close(&json);
        flip_json_open(&json, "options", '[');
        for (int k = 0; game->options[k].name; k++)
            write_option(&json, &game->options[k]);
        flip_json_close(&json);
        flip_json_close(&json);
    }
    flip_json_close(&json);
    flip_json_close(&json);
    reply_written(request, &json);
    return 0;
}

static int get_rules(struct request *request, const char *game, struct flip_error *error)
{
    const char *text = NULL;
    for (int i = 0; flip_rulebooks[i].game; i++)
        if (strcmp(flip_rulebooks[i].game, game) == 0)
            text = flip_rulebooks[i].text;
    if (!text)
        return flip_fail(error, "not_found", "There are no rules for that game here.");
    reply(request, 200, "text/markdown; charset=utf-8", text, strlen(text));
    return 0;
}

struct ids {
    char (*id)[STORE_ID];
    int count;
};

static int collect(void *context, const struct store_table *row)
{
    struct ids *ids = context;
    memcpy(ids->id[ids->count++], row->id, STORE_ID);
    return ids->count < MINE ? 0 : -1;
}

static int reply_tables(struct request *request, const struct ids *ids, const char *person)
{
    struct flip_error error;
    struct flip_json json = flip_json_in(request->hub->buffer, BUFFER_SIZE);
    flip_json_open(&json, NULL, '{');
    flip_json_open(&json, "tables", '[');
    for (int i = 0; i < ids->count; i++) {
        const struct room *room = room_find(request->hub, ids->id[i], &error);
        if (room)
            write_table(&json, NULL, request->hub, room, person);
    }
    flip_json_close(&json);
    flip_json_close(&json);
    reply_written(request, &json);
    return 0;
}

static int get_tables(struct request *request, const char *rest, struct flip_error *error)
{
    (void)rest;
    char id[MINE][STORE_ID];
    struct ids ids = {.id = id};
    struct store_person person = {0};
    person_asking(request->hub, request->wsi, &person);
    if (store_tables_listed(request->hub->store, MINE, collect, &ids, error) < 0)
        return -1;
    return reply_tables(request, &ids, person.id);
}

static int get_mine(struct request *request, const char *rest, struct flip_error *error)
{
    (void)rest;
    char id[MINE][STORE_ID];
    struct ids ids = {.id = id};
    struct store_person person;
    if (known_person(request, &person, error) < 0 ||
        store_tables_of(request->hub->store, person.id, MINE, collect, &ids, error) < 0)
        return -1;
    return reply_tables(request, &ids, person.id);
}

static int post_table(struct request *request, const json_t *body, struct flip_error *error)
{
    struct store_person person;
    if (known_person(request, &person, error) < 0)
        return -1;
    struct room *room = room_make(request->hub, &person, body, error);
    if (!room)
        return -1;
    struct flip_json json = flip_json_in(request->hub->buffer, BUFFER_SIZE);
    flip_json_open(&json, NULL, '{');
    write_table(&json, "table", request->hub, room, person.id);
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

static int reply_record(struct request *request, const struct room *room, struct flip_error *error)
{
    if (!room->table)
        return flip_fail(error, "not_found", "The game has not begun: there is no record yet.");
    char *text =
        flip_record_save(room->table, room->status >= STORE_OVER ? FLIP_RECORD_FULL : FLIP_RECORD_PUBLIC, error);
    if (!text)
        return -1;
    reply(request, 200, "application/json", text, strlen(text));
    free(text);
    return 0;
}

static int get_table(struct request *request, const char *rest, struct flip_error *error)
{
    char id[STORE_ID];
    const size_t length = strcspn(rest, "/");
    snprintf(id, sizeof id, "%.*s", length < STORE_ID ? (int)length : 0, rest);
    const struct room *room = room_find(request->hub, id, error);
    if (!room)
        return -1;
    if (strcmp(rest + length, "/record") == 0)
        return reply_record(request, room, error);
    if (rest[length])
        return flip_fail(error, "not_found", "There is nothing at this address.");
    struct store_person person = {0};
    person_asking(request->hub, request->wsi, &person);
    struct flip_json json = flip_json_in(request->hub->buffer, BUFFER_SIZE);
    flip_json_open(&json, NULL, '{');
    write_table(&json, "table", request->hub, room, person.id);
    flip_json_close(&json);
    reply_written(request, &json);
    return 0;
}

static int get_join(struct request *request, const char *rest, struct flip_error *error)
{
    char id[STORE_ID];
    snprintf(id, sizeof id, "%.*s", STORE_ID - 1, rest);
    struct room *room =
        strlen(rest) == 2 * STORE_ID - 1 && rest[STORE_ID - 1] == '.' ? room_find(request->hub, id, error) : NULL;
    const char *key = rest + STORE_ID;
    int found = -1;
    for (int seat = 0; room && seat < room->seat_count; seat++)
        if (room->seats[seat].key[0] && sodium_memcmp(room->seats[seat].key, key, STORE_ID - 1) == 0)
            found = seat;
    if (found < 0)
        return flip_fail(error, "no_table", "This invitation is not valid any more: ask for a new one.");
    struct store_person person = {0};
    person_asking(request->hub, request->wsi, &person);
    struct flip_json json = flip_json_in(request->hub->buffer, BUFFER_SIZE);
    flip_json_open(&json, NULL, '{');
    write_table(&json, "table", request->hub, room, person.id);
    flip_json_int(&json, "seat", found);
    flip_json_string(&json, "key", key);
    flip_json_close(&json);
    reply_written(request, &json);
    return 0;
}

/* --- for the keeper ---------------------------------------------------------------------------------------------------------------- */

static int get_health(struct request *request, const char *rest, struct flip_error *error)
{
    (void)rest;
    (void)error;
    if (request->hub->stopping)
        reply(request, 503, "application/json", "{\"ok\":false}", 12);
    else
        reply(request, 200, "application/json", "{\"ok\":true}", 11);
    return 0;
}

static void write_metric(struct flip_text *text, const char *name, const char *kind, const char *help, uint64_t value)
{
    flip_text_add(text, "# HELP flipside_%s %s\n# TYPE flipside_%s %s\nflipside_%s %" PRIu64 "\n", name, help, name,
                  kind, name, value);
}

static int get_metrics(struct request *request, const char *rest, struct flip_error *error)
{
    (void)rest;
    (void)error;
    struct hub *hub = request->hub;
    const struct metrics *m = &hub->metrics;
    struct flip_text text = flip_text_in(hub->buffer, BUFFER_SIZE);
    write_metric(&text, "clients", "gauge", "Connected clients.", (uint64_t)hub->link_count);
    write_metric(&text, "rooms", "gauge", "Tables in memory.", (uint64_t)hub->room_count);
    write_metric(&text, "thoughts", "gauge", "Bots that think or wait for a processor.",
                 (uint64_t)crew_load(hub->crew));
    write_metric(&text, "connections_total", "counter", "Connections opened.", m->connections);
    write_metric(&text, "requests_total", "counter", "HTTP requests.", m->requests);
    write_metric(&text, "messages_total", "counter", "Messages received.", m->messages);
    write_metric(&text, "errors_total", "counter", "Messages answered with an error.", m->errors);
    write_metric(&text, "moves_total", "counter", "Moves of people.", m->moves);
    write_metric(&text, "bot_moves_total", "counter", "Moves of bots.", m->bot_moves);
    write_metric(&text, "commits_total", "counter", "Durable commits of the store.", m->commits);
    write_metric(&text, "tables_made_total", "counter", "Tables made.", m->tables_made);
    write_metric(&text, "games_over_total", "counter", "Games played to the end.", m->games_over);
    reply(request, 200, "text/plain; version=0.0.4", hub->buffer, text.length);
    return 0;
}

/* --- routes ----------------------------------------------------------------------------------------------------------------------- */

static const struct {
    const char *path; /* a final slash takes what follows as `rest` */
    int (*run)(struct request *request, const char *rest, struct flip_error *error);
} gets[] = {
    {"/api/me", get_me},         {"/api/games", get_games}, {"/api/rules/", get_rules},
    {"/api/tables", get_tables}, {"/api/mine", get_mine},   {"/api/tables/", get_table},
    {"/api/join/", get_join},    {"/healthz", get_health},  {"/metrics", get_metrics},
};

static const struct {
    const char *path;
    int (*run)(struct request *request, const json_t *body, struct flip_error *error);
} posts[] = {{"/api/guest", post_guest}, {"/api/tables", post_table}};

static const struct page *page_at(const char *path)
{
    for (int i = 0; pages[i].path; i++)
        if (strcmp(pages[i].path, path) == 0)
            return &pages[i];
    return NULL;
}

/* Addresses of the page's own (/play, /t/ID, /join/KEY) all get the page; it finds its way by itself. */
static int send_page(struct request *request, struct flip_error *error)
{
    const char *last = strrchr(request->path, '/');
    const struct page *page = page_at(request->path);
    if (!page && !strchr(last ? last : "", '.'))
        page = page_at("/index.html");
    if (!page && strncmp(request->path, "/join/", 6) == 0)
        page = page_at("/index.html");
    if (page) {
        request->page = page;
        request->status = 200;
        request->type = page->type;
        reply(request, 200, page->type, (const char *)page->bytes, page->length);
        return 0;
    }
    if (!pages[0].path) {
        static const char sorry[] = "The page was not built into this program. ./play builds it; flipside play is the "
                                    "terminal face.\n";
        reply(request, 200, "text/plain; charset=utf-8", sorry, sizeof sorry - 1);
        return 0;
    }
    return flip_fail(error, "not_found", "There is nothing at this address.");
}

static int run_get(struct request *request, struct flip_error *error)
{
    for (size_t i = 0; i < sizeof gets / sizeof *gets; i++) {
        const size_t length = strlen(gets[i].path);
        const bool prefix = gets[i].path[length - 1] == '/';
        if (prefix ? strncmp(request->path, gets[i].path, length) == 0 && request->path[length]
                   : strcmp(request->path, gets[i].path) == 0)
            return gets[i].run(request, request->path + length, error);
    }
    if (strncmp(request->path, "/api/", 5) == 0)
        return flip_fail(error, "not_found", "There is nothing at this address.");
    return send_page(request, error);
}

static int run_post(struct request *request, struct flip_error *error)
{
    char type[64] = "";
    lws_hdr_copy(request->wsi, type, sizeof type, WSI_TOKEN_HTTP_CONTENT_TYPE);
    if (strncmp(type, "application/json", 16) != 0)
        return flip_fail(error, "bad_message", "The body must be JSON, with the content type application/json.");
    if (!origin_right(request->hub, request->wsi))
        return flip_fail(error, "origin", "This request comes from another site.");
    json_t *body = json_loadb(request->body ? request->body : "", request->body_length, JSON_REJECT_DUPLICATES, NULL);
    if (!json_is_object(body)) {
        json_decref(body);
        return flip_fail(error, "bad_message", "The body must be one JSON object.");
    }
    int result = flip_fail(error, "not_found", "There is nothing at this address.");
    for (size_t i = 0; i < sizeof posts / sizeof *posts; i++)
        if (strcmp(request->path, posts[i].path) == 0)
            result = posts[i].run(request, body, error);
    json_decref(body);
    return result;
}

static void run_request(struct request *request)
{
    struct flip_error error = {0};
    request->hub->metrics.requests++;
    if ((request->post ? run_post(request, &error) : run_get(request, &error)) < 0)
        reply_error(request, &error);
}

/* --- sending ------------------------------------------------------------------------------------------------------------------------ */

static const struct {
    const char *name, *value;
} common_headers[] = {
    {"x-content-type-options:", "nosniff"},
    {"referrer-policy:", "same-origin"},
    {"x-frame-options:", "DENY"},
    {"content-security-policy:", "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
                                 "connect-src 'self'; font-src 'self'; "
                                 "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"},
};

static int add_header(struct lws *wsi, const char *name, const char *value, unsigned char **at, unsigned char *end)
{
    return lws_add_http_header_by_name(wsi, (const unsigned char *)name, (const unsigned char *)value,
                                       (int)strlen(value), at, end);
}

static int send_headers(struct request *request)
{
    struct lws *wsi = request->wsi;
    unsigned char buffer[LWS_PRE + HEADERS], *start = buffer + LWS_PRE, *at = start, *end = buffer + sizeof buffer - 1;
    if (lws_add_http_common_headers(wsi, (unsigned)request->status, request->type, request->out_length, &at, end))
        return -1;
    for (size_t i = 0; i < sizeof common_headers / sizeof *common_headers; i++)
        if (add_header(wsi, common_headers[i].name, common_headers[i].value, &at, end))
            return -1;
    const bool named_by_content = request->page && strncmp(request->path, "/assets/", 8) == 0;
    if (add_header(wsi, "cache-control:", named_by_content ? "public, max-age=31536000, immutable" : "no-cache", &at,
                   end))
        return -1;
    if (request->page && request->page->zipped && add_header(wsi, "content-encoding:", "gzip", &at, end))
        return -1;
    if (request->cookie[0] && add_header(wsi, "set-cookie:", request->cookie, &at, end))
        return -1;
    if (lws_finalize_write_http_header(wsi, start, &at, end))
        return -1;
    lws_callback_on_writable(wsi);
    return 0;
}

/* A part at a time; -1: done, or the connection is gone. */
static int send_body(struct request *request)
{
    enum { PART = 16384 };
    const size_t left = request->out_length - request->out_sent;
    const size_t part = left < PART ? left : PART;
    const bool last = part == left;
    if (lws_write(request->wsi, (unsigned char *)request->out + LWS_PRE + request->out_sent, part,
                  last ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP) < (int)part)
        return -1;
    request->out_sent += part;
    if (!last) {
        lws_callback_on_writable(request->wsi);
        return 0;
    }
    return lws_http_transaction_completed(request->wsi) ? -1 : 0;
}

static void forget(struct request *request)
{
    free(request->body);
    free(request->out);
    memset(request, 0, sizeof *request);
}

static int begin(struct request *request, struct hub *hub, struct lws *wsi, const char *path, size_t length)
{
    forget(request);
    request->hub = hub;
    request->wsi = wsi;
    request->post = lws_hdr_total_length(wsi, WSI_TOKEN_POST_URI) > 0;
    if (length >= sizeof request->path || (!request->post && lws_hdr_total_length(wsi, WSI_TOKEN_GET_URI) == 0)) {
        lws_return_http_status(wsi, length >= sizeof request->path ? 414 : 405, NULL);
        return -1;
    }
    memcpy(request->path, path, length);
    request->path[length] = '\0';
    if (request->post)
        return 0; /* the body comes first */
    run_request(request);
    lws_callback_on_writable(wsi);
    return 0;
}

static int gather(struct request *request, const char *bytes, size_t length)
{
    if (request->body_length + length > (size_t)request->hub->config.max_message)
        return -1;
    char *larger = realloc(request->body, request->body_length + length + 1);
    if (!larger)
        return -1;
    memcpy(larger + request->body_length, bytes, length);
    request->body = larger;
    request->body_length += length;
    return 0;
}

static int on_http(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length)
{
    struct hub *hub = lws_context_user(lws_get_context(wsi));
    struct request *request = user;
    switch (reason) {
    case LWS_CALLBACK_HTTP:
        return begin(request, hub, wsi, in, length);
    case LWS_CALLBACK_HTTP_BODY:
        return gather(request, in, length);
    case LWS_CALLBACK_HTTP_BODY_COMPLETION:
        run_request(request);
        lws_callback_on_writable(wsi);
        return 0;
    case LWS_CALLBACK_HTTP_WRITEABLE:
        if (!request || !request->wsi || !request->status)
            return 0;
        if (hub_uncommitted(hub)) { /* as with the socket: nothing is told before it is durable */
            lws_callback_on_writable(wsi);
            return 0;
        }
        if (request->out_sent == 0 && !request->headers_sent) {
            request->headers_sent = true;
            return send_headers(request);
        }
        return send_body(request);
    case LWS_CALLBACK_CLOSED_HTTP:
    case LWS_CALLBACK_HTTP_DROP_PROTOCOL:
        if (request)
            forget(request);
        return 0;
    default:
        return lws_callback_http_dummy(wsi, reason, user, in, length);
    }
}

const struct lws_protocols http_protocol = {"http", on_http, sizeof(struct request), 0, 0, NULL, 0};
