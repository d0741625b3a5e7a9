/* All routes of the JSON API, and which answer a request gets. */
#include "server/routes/routes.h"

#include <stdlib.h>
#include <string.h>

/* What somebody may send: a table with an edition of their own, and a whole record. */
enum { EDITION_BODY = 64 * 1024, RECORD_BODY = IMPORT_BYTES };

/* A path that ends with a slash takes what follows as `rest`. `scope` is what a token must allow; 0: no token does. */
struct route {
    const char *path;
    api_call *run;
    enum auth by;
    enum scope scope;
    size_t body; /* in bytes, where it may be longer than a message */
};

static const struct route api_gets[] = {
    {"/api/me", get_me, AUTH_NONE, SCOPE_READ, 0},
    {"/api/games", get_games, AUTH_NONE, SCOPE_READ, 0},
    {"/api/printed/", get_printed, AUTH_NONE, SCOPE_READ, 0},
    {"/api/rules/", get_rules, AUTH_NONE, SCOPE_READ, 0},
    {"/api/tables", get_lobby, AUTH_NONE, SCOPE_READ, 0},
    {"/api/lobby", get_lobby, AUTH_NONE, SCOPE_READ, 0},
    {"/api/lobby/", get_lobby, AUTH_NONE, SCOPE_READ, 0},
    {"/api/mine", get_mine, AUTH_REQUIRED, SCOPE_READ, 0},
    {"/api/tables/", get_table, AUTH_OPTIONAL, SCOPE_READ, 0},
    {"/api/join/", get_join, AUTH_OPTIONAL, SCOPE_READ, 0},
    {"/api/deal", get_deal, AUTH_REQUIRED, SCOPE_READ, 0},
    {"/api/pictures/", get_picture, AUTH_NONE, SCOPE_READ, 0},
    {"/healthz", get_health, AUTH_NONE, SCOPE_NONE, 0},
    {"/metrics", get_metrics, AUTH_NONE, SCOPE_NONE, 0},
    {"/api/export", get_export, AUTH_REQUIRED, SCOPE_NONE, 0},
    {"/api/sessions", get_sessions, AUTH_NONE, SCOPE_NONE, 0},
    {"/api/people/", get_people, AUTH_OPTIONAL, SCOPE_READ, 0},
    {"/api/blocked", get_blocked, AUTH_REQUIRED, SCOPE_READ, 0},
    {"/api/tokens", get_tokens, AUTH_REQUIRED, SCOPE_NONE, 0},
    {"/api/friends", get_friends, AUTH_REQUIRED, SCOPE_READ, 0},
    {"/api/visibility", get_visibility, AUTH_REQUIRED, SCOPE_READ, 0},
    {"/api/notifications", get_notifications, AUTH_REQUIRED, SCOPE_NONE, 0},
    {"/api/mail/stop/", get_stop_mail, AUTH_NONE, SCOPE_NONE, 0},
    {"/api/admin/", get_admin, AUTH_OPTIONAL, SCOPE_NONE, 0},
    {"/api/ratings/", get_ratings, AUTH_OPTIONAL, SCOPE_READ, 0},
    {"/api/daily", get_daily, AUTH_OPTIONAL, SCOPE_READ, 0},
    {"/api/daily/", get_leaderboard, AUTH_OPTIONAL, SCOPE_READ, 0},
    {"/api/months/", get_month, AUTH_NONE, SCOPE_READ, 0},
    {"/api/replays/", get_replay, AUTH_NONE, SCOPE_READ, 0},
    {"/api/lessons", get_lessons, AUTH_OPTIONAL, SCOPE_READ, 0},
    {"/api/analyses/", get_analysis, AUTH_NONE, SCOPE_READ, 0},
    {"/api/editions", get_editions, AUTH_REQUIRED, SCOPE_READ, 0},
    {"/api/editions/", get_edition, AUTH_OPTIONAL, SCOPE_READ, 0},
    {"/api/gallery/", get_gallery, AUTH_OPTIONAL, SCOPE_READ, 0},
    {"/api/tournaments", get_tournaments, AUTH_OPTIONAL, SCOPE_READ, 0},
    {"/api/tournaments/", get_tournament, AUTH_OPTIONAL, SCOPE_READ, 0},
    {"/api/leagues", get_leagues, AUTH_OPTIONAL, SCOPE_READ, 0},
    {"/api/leagues/", get_league, AUTH_OPTIONAL, SCOPE_READ, 0},
    {"/api/puzzles", get_puzzles, AUTH_OPTIONAL, SCOPE_READ, 0},
    {"/api/puzzles/", get_puzzle, AUTH_OPTIONAL, SCOPE_READ, 0},
    {NULL, NULL, AUTH_NONE, SCOPE_NONE, 0},
};

static const struct route api_posts[] = {
    {"/api/guest", post_guest, AUTH_NONE, SCOPE_NONE, 0},
    {"/api/rename", post_rename, AUTH_REQUIRED, SCOPE_NONE, 0},
    {"/api/tables", post_table, AUTH_REQUIRED, SCOPE_PLAY, EDITION_BODY},
    {"/api/claim", post_claim, AUTH_NONE, SCOPE_NONE, 0},
    {"/api/sign-in", post_sign_in, AUTH_NONE, SCOPE_NONE, 0},
    {"/api/sign-out", post_sign_out, AUTH_NONE, SCOPE_NONE, 0},
    {"/api/password", post_password, AUTH_NONE, SCOPE_NONE, 0},
    {"/api/recovery", post_recovery, AUTH_NONE, SCOPE_NONE, 0},
    {"/api/recover", post_recover, AUTH_NONE, SCOPE_NONE, 0},
    {"/api/delete", post_delete, AUTH_REQUIRED, SCOPE_NONE, 0},
    {"/api/sessions/end", post_end_session, AUTH_NONE, SCOPE_NONE, 0},
    {"/api/block", post_block, AUTH_REQUIRED, SCOPE_NONE, 0},
    {"/api/blocks", post_block, AUTH_REQUIRED, SCOPE_NONE, 0},
    {"/api/report", post_report, AUTH_REQUIRED, SCOPE_NONE, 0},
    {"/api/reports", post_report, AUTH_REQUIRED, SCOPE_NONE, 0},
    {"/api/friends", post_friend, AUTH_REQUIRED, SCOPE_CHALLENGE, 0},
    {"/api/friends/end", post_end_friend, AUTH_REQUIRED, SCOPE_CHALLENGE, 0},
    {"/api/challenges", post_challenge, AUTH_REQUIRED, SCOPE_CHALLENGE, 0},
    {"/api/challenges/answer", post_answer_challenge, AUTH_REQUIRED, SCOPE_CHALLENGE, 0},
    {"/api/visibility", post_visibility, AUTH_REQUIRED, SCOPE_NONE, 0},
    {"/api/notifications", post_notifications, AUTH_REQUIRED, SCOPE_NONE, 0},
    {"/api/push", post_push, AUTH_NONE, SCOPE_NONE, 0},
    {"/api/push/end", post_end_push, AUTH_REQUIRED, SCOPE_NONE, 0},
    {"/api/mail", post_mail_address, AUTH_NONE, SCOPE_NONE, 0},
    {"/api/mail/confirm", post_confirm_mail, AUTH_REQUIRED, SCOPE_NONE, 0},
    {"/api/mail/forgotten", post_forgotten, AUTH_NONE, SCOPE_NONE, 0},
    {"/api/mail/stop/", post_stop_mail, AUTH_NONE, SCOPE_NONE, 0},
    {"/api/admin", post_admin, AUTH_OPTIONAL, SCOPE_NONE, 0},
    {"/api/programs", post_program, AUTH_REQUIRED, SCOPE_NONE, 0},
    {"/api/tokens", post_token, AUTH_REQUIRED, SCOPE_NONE, 0},
    {"/api/tokens/end", post_end_token, AUTH_REQUIRED, SCOPE_NONE, 0},
    {"/api/daily", post_daily, AUTH_REQUIRED, SCOPE_NONE, 0},
    {"/api/forks", post_fork, AUTH_REQUIRED, SCOPE_NONE, RECORD_BODY},
    {"/api/records", post_record, AUTH_REQUIRED, SCOPE_NONE, RECORD_BODY},
    {"/api/lessons", post_lesson, AUTH_REQUIRED, SCOPE_NONE, EDITION_BODY},
    {"/api/analyses", post_analysis, AUTH_NONE, SCOPE_NONE, 0},
    {"/api/editions", post_edition, AUTH_REQUIRED, SCOPE_NONE, EDITION_BODY},
    {"/api/editions/check", post_check_edition, AUTH_NONE, SCOPE_NONE, EDITION_BODY},
    {"/api/editions/delete", post_delete_edition, AUTH_REQUIRED, SCOPE_NONE, 0},
    {"/api/editions/report", post_report_edition, AUTH_REQUIRED, SCOPE_NONE, 0},
    {"/api/gallery", post_gallery, AUTH_REQUIRED, SCOPE_NONE, 0},
    {"/api/gallery/star", post_star, AUTH_REQUIRED, SCOPE_NONE, 0},
    {"/api/tournaments", post_tournament, AUTH_REQUIRED, SCOPE_NONE, 0},
    {"/api/tournaments/enter", post_enter_tournament, AUTH_REQUIRED, SCOPE_PLAY, 0},
    {"/api/tournaments/leave", post_leave_tournament, AUTH_REQUIRED, SCOPE_PLAY, 0},
    {"/api/tournaments/start", post_start_tournament, AUTH_REQUIRED, SCOPE_NONE, 0},
    {"/api/tournaments/end", post_end_tournament, AUTH_REQUIRED, SCOPE_NONE, 0},
    {"/api/tournaments/bots", post_tournament_bots, AUTH_REQUIRED, SCOPE_NONE, 0},
    {"/api/leagues", post_league, AUTH_REQUIRED, SCOPE_NONE, 0},
    {"/api/leagues/join", post_join_league, AUTH_REQUIRED, SCOPE_NONE, 0},
    {"/api/leagues/leave", post_leave_league, AUTH_REQUIRED, SCOPE_NONE, 0},
    {"/api/leagues/change", post_change_league, AUTH_REQUIRED, SCOPE_NONE, 0},
    {"/api/leagues/remove", post_remove_member, AUTH_REQUIRED, SCOPE_NONE, 0},
    {"/api/puzzles", post_puzzle_try, AUTH_NONE, SCOPE_NONE, 0},
    {"/api/puzzles/rush", post_puzzle_rush, AUTH_NONE, SCOPE_NONE, 0},
    {"/api/puzzles/consent", post_puzzle_consent, AUTH_REQUIRED, SCOPE_NONE, 0},
    {NULL, NULL, AUTH_NONE, SCOPE_NONE, 0},
};

enum { SHORT_BODY = 16384 }; /* what the loop reads itself, in less than a millisecond */

/* --- the page ------------------------------------------------------------------------------------------------------ */

/* The addresses that web/src/main.tsx knows, with the number of parts that may follow. */
static const struct {
    const char *first;
    int least, most;
} screens[] = {
    {"", 0, 0},        {"lobby", 0, 0},       {"play", 0, 0},  {"mine", 0, 0},     {"watch", 0, 0},
    {"profile", 0, 0}, {"t", 1, 1},           {"r", 1, 1},     {"join", 1, 1},     {"people", 1, 1},
    {"learn", 0, 1},   {"ratings", 0, 1},     {"daily", 0, 2}, {"settings", 0, 0}, {"a", 1, 1},
    {"puzzles", 0, 3}, {"tournaments", 0, 1}, {"admin", 0, 0}, {"workshop", 0, 3}, {"leagues", 0, 1},
};

static bool is_screen(const char *path)
{
    const size_t length = strcspn(path + 1, "/");
    int parts = 0;
    for (const char *c = path + 1 + length; *c; c++)
        parts += *c == '/' && c[1] != '\0';
    for (size_t i = 0; i < sizeof screens / sizeof *screens; i++)
        if (strlen(screens[i].first) == length && memcmp(screens[i].first, path + 1, length) == 0)
            return parts >= screens[i].least && parts <= screens[i].most;
    return false;
}

/* Screens of the page all get the page, which finds its way by itself; it has one for what is not there as well. */
static int send_page(struct request *request, struct flip_error *error)
{
    const char *last = strrchr(request->path, '/');
    const struct page_folder *files = request->server->net->pages;
    const struct page *page = page_at(files, request->path);
    const bool found = page || is_screen(request->path);
    if (!page && (found || !strchr(last ? last : ".", '.')))
        page = page_at(files, "/index.html");
    if (page) {
        request->page = page;
        reply(request, found ? 200 : 404, page->type, (const char *)page->bytes, page->length);
    } else if (found) {
        static const char sorry[] = "The page was not built into this program. ./play builds it; flipside play is the "
                                    "terminal face.\n";
        reply(request, 200, "text/plain; charset=utf-8", sorry, sizeof sorry - 1);
    } else {
        return not_found(error);
    }
    request->turn = 0; /* nothing of it is in the store */
    return 0;
}

/* --- the API ------------------------------------------------------------------------------------------------------- */

/* A program may do what its token says, and a token that counts for nothing is no reason to treat it as a stranger. */
static int check_scope(const struct request *request, enum scope scope, struct flip_error *error)
{
    struct store_token token;
    struct store_person person;
    if (!token_shown(request->wsi))
        return 0;
    if (!token_asking(request->server->people, request->wsi, &token, &person))
        return flip_fail(error, FLIP_ERROR_STRANGER, "This token is not known here. It may have been revoked.");
    if (!(token.scopes & scope))
        return flip_fail(error, FLIP_ERROR_SCOPE, "This token does not allow that.");
    return server_ready(&request->server->loop) ? token_use(request->server->people, &token, error) : 0;
}

static int run_route(struct request *request, const struct route *route, const json_t *body, struct flip_error *error)
{
    struct call call = {.request = request,
                        .server = request->server,
                        .store = request->server->loop.store,
                        .rest = request->path + strlen(route->path),
                        .body = body};
    if (route->by == AUTH_REQUIRED && require_person(request, &call.person, error) < 0)
        return -1;
    if (route->by == AUTH_OPTIONAL && !person_asking(request->server->people, request->wsi, &call.person))
        call.person = (struct store_person){0};
    return route->run(&call, error);
}

static bool takes_rest(const struct route *route) { return route->path[strlen(route->path) - 1] == '/'; }

/* NULL: there is none. */
static const struct route *route_of(const struct request *request)
{
    const struct route *route = request->post ? api_posts : api_gets;
    for (; route->path; route++) {
        const size_t length = strlen(route->path);
        if (strcmp(request->path, route->path) == 0
                ? request->post || !takes_rest(route)
                : takes_rest(route) && strncmp(request->path, route->path, length) == 0)
            return route;
    }
    return NULL;
}

static int run_get(struct request *request, struct flip_error *error)
{
    const struct route *route = route_of(request);
    if (route)
        return check_scope(request, route->scope, error) < 0 ? -1 : run_route(request, route, NULL, error);
    if (strncmp(request->path, "/api/", 5) == 0)
        return not_found(error);
    return reply_preview(request, error) ? 0 : send_page(request, error);
}

static size_t body_limit(const struct request *request)
{
    const size_t limit = (size_t)request->server->loop.config.max_message;
    const struct route *route = request->post ? route_of(request) : NULL;
    return route && route->body > limit ? route->body : limit;
}

static int too_large(const struct request *request, struct flip_error *error)
{
    return flip_fail(error, FLIP_ERROR_TOO_LARGE, "A request like this may have at most %zu bytes.",
                     body_limit(request));
}

/* On the worker's thread as well. */
static json_t *parse(const char *text, size_t length, struct flip_error *error)
{
    json_error_t why = {0};
    json_t *body = json_loadb(text ? text : "", length, JSON_REJECT_DUPLICATES, &why);
    if (!body && (!why.text[0] || json_error_code(&why) == json_error_out_of_memory)) {
        flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory to read that.");
    } else if (!json_is_object(body)) {
        json_decref(body);
        body = NULL;
        flip_fail(error, FLIP_ERROR_BAD_MESSAGE, "The body must be one JSON object.");
    }
    return body;
}

struct body_work {
    struct work work;
    const struct route *route;
    char *text;
    size_t length;
    json_t *body;
};

static int read_body(struct work *work, struct flip_error *error)
{
    struct body_work *reading = (struct body_work *)work;
    return (reading->body = parse(reading->text, reading->length, error)) ? 0 : -1;
}

static int go_on(struct request *request, struct work *work, struct flip_error *error)
{
    const struct body_work *reading = (const struct body_work *)work;
    return run_route(request, reading->route, reading->body, error);
}

static void release(struct work *work)
{
    struct body_work *reading = (struct body_work *)work;
    free(reading->text);
    json_decref(reading->body);
}

static int read_later(struct request *request, const struct route *route, struct flip_error *error)
{
    enum { BYTES_PER_MS = 50000 };
    const double cost = (double)request->body_length / BYTES_PER_MS;
    struct body_work *reading = work_new(request, sizeof *reading, cost, WORK_TO_PLAY, error);
    if (!reading)
        return -1;
    reading->work.run = read_body;
    reading->work.then = go_on;
    reading->work.release = release;
    reading->route = route;
    reading->text = request->body;
    reading->length = request->body_length;
    request->body = NULL;
    return work_start_for(request, &reading->work);
}

/* Checks everything again, since something may have changed since the head was admitted. */
static int run_post(struct request *request, struct flip_error *error)
{
    const struct route *route = route_of(request);
    if (request->too_large)
        return too_large(request, error);
    if (!route)
        return not_found(error);
    if (check_scope(request, route->scope, error) < 0)
        return -1;
    if (takes_rest(route)) /* pressed by mail programs and forms without scripts: the path says everything */
        return run_route(request, route, NULL, error);
    if (request->body_length > SHORT_BODY)
        return read_later(request, route, error);
    json_t *body = parse(request->body, request->body_length, error);
    const int result = body ? run_route(request, route, body, error) : -1;
    json_decref(body);
    return result;
}

/* --- who may ask --------------------------------------------------------------------------------------------------- */

/* Another site's form cannot send this content type, and its scripts cannot send our cookie. Long bodies need a
   known person. */
static int check_post(struct request *request, unsigned long length, struct flip_error *error)
{
    struct store_person person;
    char type[64] = "";
    header_of(request->wsi, "content-type", type, sizeof type);
    if (length > body_limit(request))
        return too_large(request, error);
    const struct route *route = route_of(request);
    if (route && takes_rest(route) && length <= SHORT_BODY)
        return 0;
    if (strncmp(type, "application/json", 16) != 0 || (type[16] && !strchr("; ", type[16])))
        return flip_fail(error, FLIP_ERROR_BAD_MESSAGE,
                         "The body must be JSON, with the content type application/json.");
    if (!origin_right(request->server, request->wsi))
        return flip_fail(error, FLIP_ERROR_ORIGIN, "This request comes from another site.");
    if (!route)
        return not_found(error);
    return length <= SHORT_BODY || store_lost(request->server->loop.store) ? 0
                                                                           : require_person(request, &person, error);
}

/* The files of the page do not count: one look at it asks for many, and they cost nothing. */
static int check_rate(struct request *request, struct flip_error *error)
{
    struct server *server = request->server;
    if (!request->post && strncmp(request->path, "/api/", 5) != 0)
        return 0;
    struct visitor *visitor = visitor_asking(request);
    if (visitor &&
        bucket_take(&visitor->requests, server->loop.config.max_requests * 4, server->loop.config.max_requests))
        return check_work(server, visitor, WORK_TO_ASK, &request->wait, error);
    server->loop.metrics.refused++;
    return flip_fail(error, FLIP_ERROR_LIMIT, "Too many requests from your address: at most %d per second.",
                     server->loop.config.max_requests);
}

/* Monitoring has a listener of its own, or is answered here if configured. It used to be answered here by default,
   so requests that only this machine can make are told where it is. */
static int check_listener(const struct request *request, struct flip_error *error)
{
    const struct config *config = &request->server->loop.config;
    const bool watched = strcmp(request->path, "/metrics") == 0 || strcmp(request->path, "/healthz") == 0;
    if (connection_is_private(request->wsi) ? watched : !watched || config->metrics_here)
        return 0;
    if (watched && config->metrics.port < 0 && endpoint_is_local(&config->listen))
        return flip_fail(error, FLIP_ERROR_NOT_FOUND,
                         "%s has a listener of its own: start the server with --metrics-listen 127.0.0.1:7778, or with "
                         "--metrics-here true if nobody else can ask here.",
                         request->path);
    return not_found(error);
}

static int admit(struct request *request, unsigned long length, struct flip_error *error)
{
    if (check_listener(request, error) < 0 || check_rate(request, error) < 0)
        return -1;
    return request->post ? check_post(request, length, error) : 0;
}

static int dispatch(struct request *request, struct flip_error *error)
{
    return request->post ? run_post(request, error) : run_get(request, error);
}

const struct http_handler request_dispatch = {.admit = admit, .answer = dispatch, .body_limit = body_limit};
