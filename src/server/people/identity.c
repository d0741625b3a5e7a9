/* Who asks: what a request's cookie says, and whether it is still true. */
#include "server/people/identity.h"

#include "server/loop/failure.h"
#include "server/loop/now.h"
#include "server/loop/server.h"
#include "server/net/headers.h"
#include "server/net/limits.h"
#include "server/net/reply.h"
#include "server/net/request.h"
#include "server/people/cookies.h"
#include "server/people/people.h"
#include "server/people/tokens.h"

#include <stdio.h>
#include <string.h>

/* A read that fails says nothing of who asks: nobody becomes a stranger by it, the whole request fails. */
static bool found(struct server *server, int status, const struct flip_error *error)
{
    if (status < 0)
        server_note_error(server, error);
    return status == 1;
}

/* Whoever the cookie was made for, signed out or not. */
static bool cookie_owner(struct server *server, struct lws *wsi, struct cookie *cookie, struct store_person *person)
{
    char header[4096];
    struct flip_error error;
    return header_of(wsi, "cookie", header, sizeof header) > 0 &&
           cookie_read(server->secret, header, cookie) &&
           found(server, store_person_get(server->store, cookie->person, person, &error), &error);
}

/* A cookie from before there were sessions is as good as one, if it was good then, until the session it stands for has ended. */
static bool old_cookie_good(const struct server *server, const struct asker *asker)
{
    return asker->cookie.count == asker->person.sessions && asker->cookie.made <= server->people->sessions_since &&
           age_ms(server->people->sessions_since) <= SESSION_MS;
}

static bool session_find(struct server *server, struct asker *asker)
{
    struct store_session *session = &asker->session;
    struct flip_error error;
    const int status = store_session_get(server->store, asker->cookie.session, session, &error);
    if (found(server, status, &error))
        return strcmp(session->person, asker->person.id) == 0 && !session->ended && age_ms(session->seen) <= SESSION_MS;
    if (status < 0 || !asker->cookie.old || !old_cookie_good(server, asker))
        return false;
    *session = (struct store_session){.created = asker->cookie.made, .old = true};
    memcpy(session->id, asker->cookie.session, sizeof session->id);
    memcpy(session->person, asker->person.id, sizeof session->person);
    return true;
}

bool session_asking(struct server *server, struct lws *wsi, struct asker *out)
{
    struct asker asker;
    if (token_shown(wsi) || !cookie_owner(server, wsi, &asker.cookie, &asker.person) || asker.person.banned ||
        !session_find(server, &asker))
        return false;
    *out = asker;
    return true;
}

bool person_asking(struct server *server, struct lws *wsi, struct store_person *out)
{
    struct asker asker;
    struct store_token token;
    if (token_shown(wsi))
        return token_asking(server, wsi, &token, out);
    const bool known = session_asking(server, wsi, &asker);
    if (known)
        *out = asker.person;
    return known;
}

bool banned_asking(struct server *server, struct lws *wsi)
{
    struct cookie cookie;
    struct store_person person;
    return cookie_owner(server, wsi, &cookie, &person) && person.banned;
}

void tries_asking(const struct server *server, struct lws *wsi, const char *day, char out[TRIES_SIZE])
{
    char cookie[4096];
    const bool any = header_of(wsi, "cookie", cookie, sizeof cookie) > 0;
    tries_read(server->secret, any ? cookie : "", day, out);
}

int known_person(struct request *request, struct store_person *person, struct flip_error *error)
{
    char address[ADDRESS_SIZE];
    if (person_asking(request->server, request->wsi, person)) {
        address_asking(request->server, request->wsi, address);
        payer_of(person, address, request->server->people->payer);
        return 0;
    }
    return flip_fail(error, FLIP_ERROR_STRANGER, "Choose a name first; that is all you need.");
}

json_t *person_json(const struct store_person *person)
{
    return json_pack("{s:s, s:s, s:b, s:b}", "id", person->id, "name", person->name, "claimed", person->claimed > 0,
                     "program", person->owner[0] != '\0');
}

void reply_person(struct request *request, const struct store_person *person)
{
    json_t *body = json_pack("{s:o}", "person", person ? person_json(person) : json_null());
    reply_json(request, 200, body);
    json_decref(body);
}
