/* The list of one's sessions, and ending one of them from elsewhere. */
#include "server/routes/sessions.h"

#include "server/loop/server.h"
#include "server/net/reply.h"
#include "server/net/request.h"
#include "server/people/identity.h"
#include "server/people/present.h"
#include "server/people/sessions.h"
#include "server/routes/rows.h"

#include <string.h>

static int reply_sessions(struct request *request, const struct asker *asker, struct flip_error *error)
{
    json_t *sessions =
        rows_json(request->server->store, LIST_SESSIONS_OF, asker->person.id, "", session_last_use(), error);
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

int get_sessions(struct request *request, const char *rest, struct flip_error *error)
{
    struct asker asker;
    (void)rest;
    return known_asker(request, &asker, error) < 0 ? -1 : reply_sessions(request, &asker, error);
}

int post_end_session(struct request *request, const json_t *body, struct flip_error *error)
{
    struct asker asker;
    struct server *server = request->server;
    const char *id = json_string_value(json_object_get(body, "id"));
    if (known_asker(request, &asker, error) < 0)
        return -1;
    const int ended = id ? store_session_end(server->store, id, asker.person.id, error) : 0;
    if (ended <= 0)
        return ended < 0 ? -1 : flip_fail(error, FLIP_ERROR_NOT_FOUND, "You are no longer signed in there.");
    server_send_away(server, asker.person.id, id, "You were signed out from another device.");
    return reply_sessions(request, &asker, error);
}
