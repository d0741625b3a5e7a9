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

/* The name as it is written here, if this person may have it. */
static int take_name(struct request *request, const json_t *body, struct store_person *person, struct flip_error *error)
{
    const char *wanted = json_string_value(json_object_get(body, "name"));
    char before[STORE_NAME];
    memcpy(before, person->name, sizeof before);
    if (name_clean(wanted ? wanted : "", person->name, error) < 0)
        return -1;
    if (strcmp(before, person->name) != 0 && name_reserved(person->name))
        return flip_fail(error, FLIP_ERROR_NAME_TAKEN, "%.90s is a name of the house. Please choose another one.",
                         person->name);
    if (server_name_taken(request->server, person->name, person->id))
        return flip_fail(error, FLIP_ERROR_NAME_TAKEN,
                         "Somebody here is called %.90s already. Add something to tell you apart.", person->name);
    person->seen = wall_ms();
    return 0;
}

static int make_guest(struct request *request, const json_t *body, struct flip_error *error)
{
    struct server *server = request->server;
    struct store_person person = {.created = wall_ms()};
    fresh_id(person.id);
    if (check_welcome(request, error) < 0 || take_name(request, body, &person, error) < 0)
        return -1;
    struct visitor *visitor = visitor_asking(request);
    if (check_hourly(request, visitor ? &visitor->guests : NULL, server->config.max_guests, "guests", error) < 0 ||
        server_keep_name(server, &person, error) < 0 || session_begin(request, &person, error) < 0)
        return -1;
    reply_person(request, &person);
    return 0;
}

/* Whoever is somebody already stays who they are: a page that does not know it yet asks for a guest, and must not rename anybody. */
int post_guest(struct request *request, const json_t *body, struct flip_error *error)
{
    struct asker asker;
    if (!session_asking(request->server, request->wsi, &asker))
        return make_guest(request, body, error);
    if (session_go_on(request, &asker, error) < 0)
        return -1;
    reply_person(request, &asker.person);
    return 0;
}

/* It says the old name, so that a page that has not heard of a new one, or of a new person, changes nothing. */
int post_rename(struct request *request, const json_t *body, struct flip_error *error)
{
    struct store_person person;
    const char *from = json_string_value(json_object_get(body, "from"));
    if (known_person(request, &person, error) < 0)
        return -1;
    if (!from || strcmp(from, person.name) != 0)
        return flip_fail(error, FLIP_ERROR_CHANGED,
                         "Your name is %.90s by now, so nothing was changed. Please try again.", person.name);
    if (take_name(request, body, &person, error) < 0 || server_keep_name(request->server, &person, error) < 0)
        return -1;
    reply_person(request, &person);
    return 0;
}
