/* Sessions: beginning, going on, ending. */
#include "server/people/sessions.h"

#include "server/loop/now.h"
#include "server/loop/server.h"
#include "server/net/device.h"
#include "server/net/reply.h"
#include "server/net/request.h"
#include "server/people/cookies.h"
#include "server/people/identity.h"
#include "server/people/ids.h"
#include "server/people/present.h"

#include <stdio.h>
#include <string.h>

enum { USED_EVERY_MS = 3600 * 1000, COOKIE_RENEWED_MS = 86400 * 1000, SESSIONS_MOST = 50 };

/* When a session is used, by whichever clock is ahead: a clock that was set back and forth again must not make it old. */
static int64_t use_now(void)
{
    const int64_t wall = wall_ms(), steady = steady_ms();
    return wall > steady ? wall : steady;
}

/* What was used before this has ended; by whichever clock is behind, as age_ms has it. */
int64_t session_last_use(void) { return age_ms(0) - SESSION_MS; }

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
    return store_sessions_forget(server->store, session_last_use(), error);
}
