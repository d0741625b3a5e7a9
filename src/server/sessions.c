/* Sessions: beginning, going on, ending, and the list of them. */
#include "server/sessions.h"

#include "server/device.h"
#include "server/rows.h"

#include <stdio.h>
#include <string.h>

#define SESSION_MS INT64_C(7776000000) /* 90 days without use end it */
enum { USED_EVERY_MS = 3600 * 1000, COOKIE_RENEWED_MS = 86400 * 1000, SESSIONS_MOST = 50 };

/* --- who is it --------------------------------------------------------------------------------------------------------- */

/* A cookie from before there were sessions is as good as one, if it was good then, until the session it stands for has ended. */
static bool old_cookie_good(const struct server *server, const struct asker *asker)
{
    return asker->cookie.count == asker->person.sessions && asker->cookie.made <= server->sessions_since &&
           age_ms(server->sessions_since) <= SESSION_MS;
}

bool session_find(const struct server *server, struct asker *asker)
{
    struct store_session *session = &asker->session;
    const int found = store_session_get(server->store, asker->cookie.session, session, NULL);
    if (found == 1)
        return strcmp(session->person, asker->person.id) == 0 && !session->ended && age_ms(session->seen) <= SESSION_MS;
    if (found < 0 || !asker->cookie.old || !old_cookie_good(server, asker))
        return false;
    *session = (struct store_session){.created = asker->cookie.made, .old = true};
    memcpy(session->id, asker->cookie.session, sizeof session->id);
    memcpy(session->person, asker->person.id, sizeof session->person);
    return true;
}

/* When a session is used, by whichever clock is ahead: a clock that was set back and forth again must not make it old. */
static int64_t use_now(void)
{
    const int64_t wall = wall_ms(), steady = steady_ms();
    return wall > steady ? wall : steady;
}

/* What was used before this has ended; by whichever clock is behind, as age_ms has it. */
static int64_t last_use(void) { return age_ms(0) - SESSION_MS; }

/* --- going on ------------------------------------------------------------------------------------------------------------- */

static int give_cookie(struct request *request, const struct store_session *session, struct flip_error *error)
{
    char value[COOKIE_SIZE];
    struct cookie cookie = {.made = wall_ms()};
    memcpy(cookie.person, session->person, sizeof cookie.person);
    memcpy(cookie.session, session->id, sizeof cookie.session);
    cookie_sign(request->server->secret, &cookie, value);
    return put_cookie(request, "flipside", value, "/", (int)(SESSION_MS / 1000), error);
}

int session_begin(struct request *request, const struct store_person *person, struct flip_error *error)
{
    struct server *server = request->server;
    struct store_session session = {.created = wall_ms(), .seen = use_now()};
    if (session_end(request, NULL, error) < 0)
        return -1;
    fresh_id(session.id);
    memcpy(session.person, person->id, sizeof session.person);
    device_asking(request->wsi, session.device);
    if (store_session_put(server->store, &session, error) < 0 ||
        store_sessions_limit(server->store, person->id, SESSIONS_MOST, error) < 0)
        return -1;
    return give_cookie(request, &session, error);
}

int session_use(struct server *server, struct lws *wsi, const struct asker *asker, struct flip_error *error)
{
    struct store_session session = asker->session;
    const int64_t now = use_now(), ago = now - session.seen;
    if (ago >= 0 && ago < USED_EVERY_MS)
        return 0;
    if (session.seen == 0)
        device_asking(wsi, session.device);
    session.seen = now;
    return store_session_put(server->store, &session, error);
}

int session_go_on(struct request *request, const struct asker *asker, struct flip_error *error)
{
    const int64_t age = wall_ms() - asker->cookie.made;
    if (session_use(request->server, request->wsi, asker, error) < 0)
        return -1;
    return asker->cookie.old || age < 0 || age > COOKIE_RENEWED_MS ? give_cookie(request, &asker->session, error) : 0;
}

/* --- ending --------------------------------------------------------------------------------------------------------------- */

int session_end(struct request *request, const char *message, struct flip_error *error)
{
    struct asker asker;
    struct server *server = request->server;
    if (!session_asking(server, request->wsi, &asker))
        return 0;
    /* an old cookie gets its row first, which then says that it has ended */
    if (session_use(server, request->wsi, &asker, error) < 0 ||
        store_session_end(server->store, asker.session.id, asker.person.id, error) < 0)
        return -1;
    server_send_away(server, asker.person.id, asker.session.id, message);
    return 0;
}

int sessions_sweep(struct server *server, struct flip_error *error)
{
    return store_sessions_forget(server->store, last_use(), error);
}

/* --- the list ---------------------------------------------------------------------------------------------------------------- */

static int reply_sessions(struct request *request, const struct asker *asker, struct flip_error *error)
{
    json_t *sessions = rows_json(request->server->store, LIST_SESSIONS_OF, asker->person.id, "", last_use(), error);
    size_t i;
    json_t *session;
    if (!sessions)
        return -1;
    json_array_foreach(sessions, i, session)
    {
        const char *id = json_string_value(json_object_get(session, "id"));
        json_object_set_new(session, "current", json_boolean(id && strcmp(id, asker->session.id) == 0));
    }
    return reply_and_free(request, json_pack("{s:o}", "sessions", sessions), error);
}

static int known_asker(struct request *request, struct asker *asker, struct flip_error *error)
{
    if (!session_asking(request->server, request->wsi, asker))
        return flip_fail(error, FLIP_ERROR_STRANGER, "Choose a name first; that is all you need.");
    return session_go_on(request, asker, error);
}

static int get_sessions(struct request *request, const char *rest, struct flip_error *error)
{
    struct asker asker;
    (void)rest;
    return known_asker(request, &asker, error) < 0 ? -1 : reply_sessions(request, &asker, error);
}

static int post_end(struct request *request, const json_t *body, struct flip_error *error)
{
    struct asker asker;
    struct server *server = request->server;
    const char *id = json_string_value(json_object_get(body, "id"));
    if (known_asker(request, &asker, error) < 0)
        return -1;
    const int ended = id ? store_session_end(server->store, id, asker.person.id, error) : 0;
    if (ended <= 0)
        return ended < 0 ? -1 : flip_fail(error, FLIP_ERROR_NOT_FOUND, "You are not signed in there any more.");
    server_send_away(server, asker.person.id, id, "You were signed out from another device.");
    return reply_sessions(request, &asker, error);
}

const struct api_get_route session_gets[] = {{"/api/sessions", get_sessions}, {NULL, NULL}};
const struct api_post_route session_posts[] = {{"/api/sessions/end", post_end}, {NULL, NULL}};
