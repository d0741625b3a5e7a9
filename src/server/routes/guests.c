/* Guests: a name is all that is needed. */
#include "server/routes/guests.h"

#include "server/loop/now.h"
#include "server/loop/server.h"
#include "server/net/limits.h"
#include "server/net/request.h"
#include "server/net/visiting.h"
#include "server/people/identity.h"
#include "server/people/ids.h"
#include "server/people/names.h"
#include "server/people/present.h"
#include "server/people/sessions.h"

#include <string.h>

int get_me(struct request *request, const char *rest, struct flip_error *error)
{
    (void)rest;
    struct asker asker;
    const bool known = session_asking(request->server, request->wsi, &asker);
    if (!known && person_asking(request->server, request->wsi, &asker.person)) { /* by a token */
        reply_person(request, &asker.person);
        return 0;
    }
    if (known && session_go_on(request, &asker, error) < 0)
        return -1;
    reply_person(request, known ? &asker.person : NULL);
    return 0;
}

/* Who was banned does not come back as somebody new: not with the old cookie, and for a while not from the same address if the
   administrator wants it so. */
static int check_welcome(struct request *request, struct flip_error *error)
{
    const struct visitor *visitor = visitor_asking(request);
    if (banned_asking(request->server, request->wsi))
        return flip_fail(error, FLIP_ERROR_BANNED, "The administrator of this site has closed this account.");
    if (visitor && visitor->closed_until > steady_ms())
        return flip_fail(error, FLIP_ERROR_BANNED,
                         "No new guests are admitted from your address for now. Accounts can still sign in.");
    return 0;
}

int post_guest(struct request *request, const json_t *body, struct flip_error *error)
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
        return flip_fail(error, FLIP_ERROR_NAME_TAKEN,
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
