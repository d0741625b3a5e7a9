/* What the site's administrator can do with `flipside admin`, beside a running server or without one. */
#include "server/commands/serve.h"

#include "store/workshop.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LOOK_EVERY_MS = 500 };

/* --- who is meant ------------------------------------------------------------------------------------------------------ */

/* By id, by a claimed name, or by the name of a guest if there is only one. */
static int find_meant(struct server *server, const char *who, struct store_person *out, struct flip_error *error)
{
    char folded[STORE_NAME], name[NAME_SAID];
    int found = id_looks_right(who) ? store_person_get(server->loop.store, who, out, error) : 0;
    if (found != 0)
        return found;
    if (name_read(who, name, error) < 0)
        return -1;
    name_fold(name, folded);
    if ((found = store_person_named(server->loop.store, name, folded, out, NULL, error)) != 0)
        return found;
    json_t *row, *alike = rows_json(server->loop.store, LIST_PEOPLE, name, "", INT64_MAX, error);
    char id[STORE_ID] = "", other[STORE_NAME];
    int count = 0;
    size_t i;
    if (!alike)
        return -1;
    json_array_foreach(alike, i, row) {
        name_fold(string_of(row, "name"), other);
        if (strcmp(other, folded) != 0)
            continue;
        count++;
        snprintf(id, sizeof id, "%s", string_of(row, "id"));
    }
    json_decref(alike);
    if (count > 1)
        return flip_fail(error, FLIP_ERROR_NOT_FOUND, "%d guests are called %.80s: give the id that `list` shows.",
                         count, name);
    if (count == 1)
        return store_person_get(server->loop.store, id, out, error);
    return flip_fail(error, FLIP_ERROR_NOT_FOUND, "There is nobody called %.80s, and nobody with that id.", name);
}

/* --- what can be requested ------------------------------------------------------------------------------------------------ */

typedef int admin_act(struct server *server, const struct store_person *person, const json_t *order, char **said,
                      struct flip_error *error);

static int __attribute__((format(printf, 3, 4))) say(char **said, struct flip_error *error, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const int length = vasprintf(said, format, arguments);
    va_end(arguments);
    if (length >= 0)
        return 0;
    *said = NULL;
    return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory.");
}

/* Addresses are known in memory alone, and only while somebody is connected. */
static int close_addresses(struct server *server, const char *person, int64_t hours)
{
    int count = 0;
    for (struct client *link = first_client(server->people); link; link = next_client(link))
        if (strcmp(link->presence->person.id, person) == 0) {
            struct visitor *visitor = link->socket.visitor;
            visitor->closed_until = steady_ms() + hours * 3600 * 1000;
            snprintf(visitor->closed_for, sizeof visitor->closed_for, "%s", person);
            count++;
        }
    return count;
}

/* Also at other servers; how many they are here. */
static int admit_addresses(struct server *server, const char *person, struct flip_error *error)
{
    char notice[STORE_ID + 4];
    snprintf(notice, sizeof notice, "o %s", person ? person : "-");
    return store_notify(server->loop.store, notice, error) < 0 ? -1 : visitors_admit(&server->net->visitors, person);
}

static int do_ban(struct server *server, const struct store_person *person, const json_t *order, char **said,
                  struct flip_error *error)
{
    const int64_t hours = int_in(order, "hours"), days = int_in(order, "days");
    char until[32] = "";
    if (store_person_ban(server->loop.store, person->id, true, error) < 0)
        return -1;
    if (days > 0 && days <= 3650) {
        if (store_ban_until(server->loop.store, person->id, wall_ms() + days * 86400000, error) < 0)
            return -1;
        snprintf(until, sizeof until, " for %d day%s", (int)days, days == 1 ? "" : "s");
    }
    const int addresses = hours > 0 ? close_addresses(server, person->id, hours) : 0;
    if (person_and_programs_disconnect(server->people, person->id,
                                       "The administrator of this site has closed this account.", error) < 0)
        return -1;
    return say(said, error, "%s is banned%s.", person->name,
               hours == 0      ? until
               : addresses > 0 ? ", and no new guests come from that address for the time you said"
                               : "; the address is not known, since nobody of that name is connected");
}

static int do_unban(struct server *server, const struct store_person *person, const json_t *order, char **said,
                    struct flip_error *error)
{
    (void)order;
    if (store_person_ban(server->loop.store, person->id, false, error) < 0 ||
        admit_addresses(server, person->id, error) < 0)
        return -1;
    return say(said, error, "%s may come again%s; an address that was closed with the ban is open again.", person->name,
               person->claimed ? "" : ", as a new guest: the old cookie stays invalid");
}

static int do_open_addresses(struct server *server, const struct store_person *nobody, const json_t *order, char **said,
                             struct flip_error *error)
{
    (void)nobody, (void)order;
    const int opened = admit_addresses(server, NULL, error);
    return opened < 0 ? -1
                      : say(said, error, "New guests are admitted from every address again; closed here: %d.", opened);
}

static int do_rename(struct server *server, const struct store_person *person, const json_t *order, char **said,
                     struct flip_error *error)
{
    struct store_person renamed = *person;
    if (name_clean(string_of(order, "name"), renamed.name, error) < 0)
        return -1;
    store_was_busy(server->loop.store);
    if (name_is_taken(server->people, renamed.name, person->id))
        return store_was_busy(server->loop.store)
                   ? flip_fail(error, FLIP_ERROR_BUSY,
                               "Another server gives a name away at this moment. Please try again.")
                   : flip_fail(error, FLIP_ERROR_NAME_TAKEN, "Somebody is called %.80s already.", renamed.name);
    if (name_assign(server->people, &renamed, error) < 0)
        return -1;
    return say(said, error, "%s is called %s now.", person->name, renamed.name);
}

/* The name goes back to whom it belonged, whoever has it now. */
static int do_give_back(struct server *server, const struct store_person *person, const json_t *order, char **said,
                        struct flip_error *error)
{
    struct store_person renamed = *person;
    char moved[400];
    if (name_clean(string_of(order, "name"), renamed.name, error) < 0)
        return -1;
    name_index(&renamed);
    if (name_vacate(server->people, &renamed, moved, sizeof moved, error) < 0 ||
        name_assign(server->people, &renamed, error) < 0)
        return -1;
    return say(said, error, "%s is called %s again.%s", person->name, renamed.name, moved);
}

/* The hash was made by `flipside admin`: the password itself never comes here. */
static int do_reset_password(struct server *server, const struct store_person *person, const json_t *order, char **said,
                             struct flip_error *error)
{
    const char *hash = json_string_value(json_object_get(order, "hash"));
    if (!person->claimed)
        return flip_fail(error, FLIP_ERROR_NOT_FOUND, "%.80s is a guest and has no password.", person->name);
    if (!hash || store_person_claim(server->loop.store, person->id, hash, 0, error) < 0 ||
        person_sign_out(server->people, person->id, "Your password was reset: sign in with the new one.", error) < 0)
        return -1;
    return say(said, error, "%s has a new password and is signed out everywhere; all tokens have ended.", person->name);
}

static int do_sign_out(struct server *server, const struct store_person *person, const json_t *order, char **said,
                       struct flip_error *error)
{
    (void)order;
    if (person_sign_out(server->people, person->id, "You were signed out.", error) < 0)
        return -1;
    return say(said, error, "%s is signed out everywhere; all tokens have ended.", person->name);
}

static int do_delete(struct server *server, const struct store_person *person, const json_t *order, char **said,
                     struct flip_error *error)
{
    (void)order;
    if (person_erase(server->rooms, person->id, 0, error) < 0)
        return -1;
    return say(said, error, "The person is deleted; the data follows within moments, and leaves the files.");
}

static int do_grant(struct server *server, const struct store_person *person, const json_t *order, char **said,
                    struct flip_error *error)
{
    const bool on = strcmp(string_of(order, "do"), "grant") == 0;
    if (on && !person->claimed)
        return flip_fail(error, FLIP_ERROR_NOT_FOUND, "%.80s is a guest: only an account can be an administrator.",
                         person->name);
    if (store_administrator_put(server->loop.store, person->id, on, error) < 0)
        return -1;
    return say(said, error, on ? "%s is an administrator now; the page is /admin." : "%s is no administrator any more.",
               person->name);
}

static int do_close_report(struct server *server, const struct store_person *nobody, const json_t *order, char **said,
                           struct flip_error *error)
{
    (void)nobody;
    const int closed = store_report_delete(server->loop.store, int_in(order, "number"), error);
    if (closed == 0)
        return flip_fail(error, FLIP_ERROR_NOT_FOUND, "There is no report with that number.");
    return closed < 0 ? -1 : say(said, error, "The report is closed.");
}

static int do_take_down(struct server *server, const struct store_person *nobody, const json_t *order, char **said,
                        struct flip_error *error)
{
    (void)nobody;
    const int done = store_work_take_down(server->loop.store, string_of(order, "person"), error);
    if (done == 0)
        return flip_fail(error, FLIP_ERROR_NOT_FOUND, "There is no edition with that id.");
    return done < 0 ? -1 : say(said, error, "The edition is taken down; only its owner still sees it.");
}

static const struct {
    const char *name;
    admin_act *run;
    bool nobody; /* it is about nobody in particular */
} acts[] = {
    {"ban", do_ban, false},
    {"unban", do_unban, false},
    {"rename", do_rename, false},
    {"give-back", do_give_back, false},
    {"reset-password", do_reset_password, false},
    {"sign-out", do_sign_out, false},
    {"delete", do_delete, false},
    {"grant", do_grant, false},
    {"revoke", do_grant, false},
    {"close-report", do_close_report, true},
    {"take-down", do_take_down, true},
    {"open-addresses", do_open_addresses, true},
};

static int act(struct server *server, const char *what, const json_t *order, struct store_person *person, char **said,
               struct flip_error *error)
{
    for (size_t i = 0; i < sizeof acts / sizeof *acts; i++)
        if (strcmp(acts[i].name, what) == 0)
            return !acts[i].nobody && find_meant(server, string_of(order, "person"), person, error) < 1
                       ? -1
                       : acts[i].run(server, person, order, said, error);
    return flip_fail(error, FLIP_ERROR_USAGE, "An administrator cannot do that.");
}

int admin_do(struct server *server, const json_t *order, char **said, struct flip_error *error)
{
    const char *what = string_of(order, "do");
    struct store_person person = {0};
    char id[STORE_ID];
    if (act(server, what, order, &person, said, error) < 0)
        return -1;
    fresh_id(id);
    const bool gone = strcmp(what, "delete") == 0; /* then nothing says who it was */
    return store_admin_log(server->loop.store, id, string_of(order, "by"), what, gone ? "" : person.id, *said,
                           wall_ms(), error);
}

/* --- beside a running server ---------------------------------------------------------------------------------------------- */

/* `request` is a row of LIST_ADMIN_REQUESTS. */
static int carry_out(struct server *server, const json_t *request, struct flip_error *error)
{
    const int64_t number = int_in(request, "number");
    char *said = NULL, name[32];
    struct flip_error why = {0};
    snprintf(name, sizeof name, "w %lld", (long long)number);
    json_t *order = json_loads(string_of(request, "wish"), 0, NULL);
    const int done = quarantined(&server->loop, name)
                         ? flip_fail(&why, FLIP_ERROR_STORE, "The server could not save that. Its log says why.")
                         : admin_do(server, order, &said, &why);
    if (done < 0 && server_failure(&why) && !quarantined(&server->loop, name)) {
        json_decref(order);
        quarantine_note(&server->loop, name);
        *error = why;
        return -1;
    }
    json_t *answer = json_pack("{s:b, s:s}", "ok", done == 0, "said", done == 0 ? said : why.message);
    char *text = answer ? json_dumps(answer, JSON_COMPACT) : NULL;
    const int status = text ? store_request_answer(server->loop.store, number, text, error)
                            : flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory.");
    log_event("info", "admin", "did", done == 0 ? string_of(order, "do") : "nothing", NULL);
    json_decref(order);
    json_decref(answer);
    free(text);
    free(said);
    return status;
}

/* Of several servers one looks at a time, and what it has carried out is gone for the next. null: there is nothing to do. */
static json_t *find_request(struct store *store, struct flip_error *error)
{
    json_t *request = first_row(store, LIST_ADMIN_REQUESTS, "", 0, error);
    if (!json_is_object(request))
        return request;
    json_decref(request);
    const int ours = store_requests_take(store, error);
    return ours < 0 ? NULL : ours == 0 ? json_null() : first_row(store, LIST_ADMIN_REQUESTS, "", 0, error);
}

bool admin_due(struct server *server, int64_t now) { return now - whole_of(server)->admin_looked >= LOOK_EVERY_MS; }

void admin_look(struct server *server)
{
    const int64_t now = steady_ms();
    struct whole_server *whole = whole_of(server);
    struct flip_error error = {0};
    if (!admin_due(server, now))
        return;
    whole->admin_looked = now;
    const int64_t version = store_data_version(server->loop.store);
    if (version == whole->data_version)
        return;
    whole->data_version = version;
    for (bool more = true; more;) {
        json_t *request = find_request(server->loop.store, &error);
        more = json_is_object(request);
        if (!request || (more && carry_out(server, request, &error) < 0)) {
            server_note_error(&server->loop, &error);
            more = false;
        }
        json_decref(request);
    }
}
