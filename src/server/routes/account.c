/* Guests and accounts: a name, claiming it, signing in and out, a new or a lost password, one's sessions, deleting. */
#include "server/routes/routes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- guests ------------------------------------------------------------------------------------------------------- */

int get_me(struct call *call, struct flip_error *error)
{
    struct asker asker;
    if (session_asking(call->server->people, call->request->wsi, &asker))
        return session_go_on(call->request, &asker, error) < 0 ? -1 : reply_person(call->request, &asker.person);
    const bool by_token = person_asking(call->server->people, call->request->wsi, &call->person);
    return reply_person(call->request, by_token ? &call->person : NULL);
}

/* A banned person cannot come back as a guest: not with the old cookie, and for a while not from the same address if
   the administrator wants it so. */
static int check_admission(struct request *request, struct flip_error *error)
{
    const struct visitor *visitor = visitor_asking(request);
    if (banned_asking(request->server->people, request->wsi))
        return flip_fail(error, FLIP_ERROR_BANNED, "The administrator of this site has closed this account.");
    if (visitor && visitor->closed_until > steady_ms())
        return flip_fail(error, FLIP_ERROR_BANNED,
                         "No new guests are admitted from your address for now. Accounts can still sign in.");
    return 0;
}

/* The name as it is written here, if this person may have it. */
static int read_new_name(const struct call *call, struct store_person *person, struct flip_error *error)
{
    char before[STORE_NAME];
    memcpy(before, person->name, sizeof before);
    if (name_clean(string_of(call->body, "name"), person->name, error) < 0)
        return -1;
    if (strcmp(before, person->name) != 0 && name_reserved(person->name))
        return flip_fail(error, FLIP_ERROR_NAME_TAKEN, "%.90s is reserved. Please choose another name.", person->name);
    if (name_is_taken(call->server->people, person->name, person->id))
        return flip_fail(error, FLIP_ERROR_NAME_TAKEN,
                         "Somebody here is called %.90s already. Add something to tell you apart.", person->name);
    person->seen = wall_ms();
    return 0;
}

static int make_guest(const struct call *call, struct flip_error *error)
{
    struct request *request = call->request;
    struct server *server = call->server;
    struct store_person person = {.created = wall_ms()};
    fresh_id(person.id);
    if (check_admission(request, error) < 0 || read_new_name(call, &person, error) < 0)
        return -1;
    if (check_hourly(request, HOURLY_GUESTS, server->loop.config.max_guests, error) < 0 ||
        name_assign(server->people, &person, error) < 0 || session_begin(request, &person, error) < 0)
        return -1;
    return reply_person(request, &person);
}

/* A person with a session stays who they are: a page that does not know it yet asks for a guest, and must rename
   nobody. */
int post_guest(struct call *call, struct flip_error *error)
{
    struct asker asker;
    if (!session_asking(call->server->people, call->request->wsi, &asker))
        return make_guest(call, error);
    if (session_go_on(call->request, &asker, error) < 0)
        return -1;
    return reply_person(call->request, &asker.person);
}

/* The body names the old name, so that a page that missed a change changes nothing. */
int post_rename(struct call *call, struct flip_error *error)
{
    if (strcmp(string_of(call->body, "from"), call->person.name) != 0)
        return flip_fail(error, FLIP_ERROR_CHANGED, "Your name is now %.90s, so nothing was changed. Please try again.",
                         call->person.name);
    if (read_new_name(call, &call->person, error) < 0 || name_assign(call->server->people, &call->person, error) < 0)
        return -1;
    return reply_person(call->request, &call->person);
}

/* --- claiming -------------------------------------------------------------------------------------------------------- */

static int check_unclaimed(struct request *request, struct store_person *person, struct flip_error *error)
{
    if (require_person(request, person, error) < 0)
        return -1;
    if (person->claimed)
        return flip_fail(error, FLIP_ERROR_CLAIMED, "This name is already yours.");
    if (name_is_taken(request->server->people, person->name, person->id))
        return flip_fail(error, FLIP_ERROR_NAME_TAKEN,
                         "Somebody else is called %.90s. Please choose another name first.", person->name);
    return 0;
}

/* The person, with a fresh recovery code, which is shown this once. */
static int reply_with_code(struct request *request, const struct store_person *person, struct flip_error *error)
{
    char code[RECOVERY_SIZE];
    if (recovery_renew(request->server->people, person->id, code, error) < 0)
        return -1;
    json_t *body = json_pack("{s:o, s:s}", "person", person_json(person), "recovery", code);
    sodium_memzero(code, sizeof code);
    return reply_and_free(request, body, error);
}

/* While the password was hashed, somebody else may have claimed the name. */
static int claimed(struct request *request, const struct password_job *job, struct flip_error *error)
{
    struct store_person person;
    if (check_unclaimed(request, &person, error) < 0)
        return -1;
    if (strcmp(person.id, job->person) != 0)
        return flip_fail(error, FLIP_ERROR_STRANGER, "Somebody else changed this first. Please try again.");
    name_index(&person);
    if (store_person_put(request->server->loop.store, &person, error) < 0 ||
        store_person_claim(request->server->loop.store, person.id, job->hash, wall_ms(), error) < 0)
        return -1;
    person.claimed = wall_ms();
    presence_update(request->server->people, &person);
    return reply_with_code(request, &person, error);
}

int post_claim(struct call *call, struct flip_error *error)
{
    struct store_person person;
    char password[PASSWORD_BYTES];
    if (check_unclaimed(call->request, &person, error) < 0 ||
        password_check(json_object_get(call->body, "password"), password, error) < 0)
        return -1;
    struct password_job *job = password_job_new(call->request, claimed, error);
    if (!job)
        return -1;
    memcpy(job->person, person.id, sizeof person.id);
    memcpy(job->fresh, password, sizeof password);
    sodium_memzero(password, sizeof password);
    return password_job_start(call->request, job, error);
}

/* --- signing in and out ---------------------------------------------------------------------------------------------- */

/* While the password was checked, the owner may have been renamed, signed out everywhere or been banned; this
   sign-in was before that and is over too. The worker has made sure the password is still the same. */
static int signed_in(struct request *request, const struct password_job *job, struct flip_error *error)
{
    struct store_person person;
    const int found = store_person_get(request->server->loop.store, job->person, &person, error);
    if (require_found(found, FLIP_ERROR_WRONG_PASSWORD, "That is not the password for this name.", error) < 0)
        return -1;
    if (person.banned)
        return flip_fail(error, FLIP_ERROR_BANNED, "The administrator of this site has closed this account.");
    if (strcmp(person.name, job->called) != 0 || person.sessions != job->sessions)
        return flip_fail(error, FLIP_ERROR_CHANGED,
                         "This account changed while you were signing in. Please sign in again.");
    person.seen = wall_ms();
    if (store_person_put(request->server->loop.store, &person, error) < 0 || session_begin(request, &person, error) < 0)
        return -1;
    return reply_person(request, &person);
}

/* Unknown names take as long as known ones: else one could ask which names exist. This hash fits no password. */
static const char nobodys_hash[] = "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$"
                                   "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

/* Fills in the account of that name, if there is one, with its password's hash. */
static int find_named(struct store *store, const char *name, struct password_job *job, struct store_person *person,
                      char **hash, struct flip_error *error)
{
    name_fold(name, job->name);
    const int found = store_person_named(store, name, job->name, person, hash, error);
    memcpy(job->person, person->id, sizeof person->id);
    return found;
}

int post_sign_in(struct call *call, struct flip_error *error)
{
    char name[NAME_SAID], password[PASSWORD_BYTES], *hash = NULL;
    if (name_read(string_of(call->body, "name"), name, error) < 0 ||
        password_read(json_object_get(call->body, "password"), password, error) < 0)
        return -1;
    struct password_job *job = password_job_new(call->request, signed_in, error);
    if (!job)
        return -1;
    struct store_person person = {0};
    const int found = find_named(call->store, name, job, &person, &hash, error);
    if (found < 0) {
        job->task.free(&job->task);
        return -1;
    }
    memcpy(job->called, person.name, sizeof person.name);
    job->sessions = person.sessions;
    memcpy(job->old, password, sizeof password);
    sodium_memzero(password, sizeof password);
    snprintf(job->kept, sizeof job->kept, "%s", found == 1 && hash[0] ? hash : nobodys_hash);
    free(hash);
    return password_job_start(call->request, job, error);
}

int post_sign_out(struct call *call, struct flip_error *error)
{
    struct store_person person;
    const bool everywhere = true_in(call->body, "everywhere");
    if (everywhere && person_asking(call->server->people, call->request->wsi, &person)) {
        if (person_sign_out(call->server->people, person.id, "You signed out on all devices.", error) < 0)
            return -1;
    } else if (session_end(call->request, "You signed out.", error) < 0) {
        return -1;
    }
    /* The cookie of somebody banned stays: without it a new guest would come. */
    if (!banned_asking(call->server->people, call->request->wsi) && take_cookie_away(call->request, error) < 0)
        return -1;
    return reply_person(call->request, NULL);
}

/* --- a new password -------------------------------------------------------------------------------------------------- */

/* A change that needs the person's own password first. */
int with_password(struct call *call, const char *key, const json_t *fresh, const char *mail, password_job_done *then,
                  struct flip_error *error)
{
    const struct store_person *person = &call->person;
    char *hash = NULL;
    if (require_person(call->request, &call->person, error) < 0)
        return -1;
    if (!person->claimed)
        return flip_fail(error, FLIP_ERROR_BAD_PASSWORD, "You have no password yet: claim your name first.");
    struct password_job *job = password_job_new(call->request, then, error);
    if (!job)
        return -1;
    memcpy(job->person, person->id, sizeof person->id);
    name_fold(person->name, job->name);
    snprintf(job->mail, sizeof job->mail, "%s", mail);
    if (password_read(json_object_get(call->body, key), job->old, error) < 0 ||
        (fresh && password_check(fresh, job->fresh, error) < 0) ||
        store_password_get(call->store, person->id, &hash, error) < 1) {
        job->task.free(&job->task);
        return -1;
    }
    snprintf(job->kept, sizeof job->kept, "%s", hash);
    free(hash);
    return password_job_start(call->request, job, error);
}

/* Is the request still from the person it came from? */
static int same_person(struct request *request, const struct password_job *job, struct store_person *person,
                       struct flip_error *error)
{
    if (require_person(request, person, error) < 0)
        return -1;
    return strcmp(person->id, job->person) == 0
               ? 0
               : flip_fail(error, FLIP_ERROR_STRANGER, "Somebody else changed this first. Please try again.");
}

/* Everyone signed in with the old password is signed out. */
static int put_password(struct request *request, const struct password_job *job, struct flip_error *error)
{
    return store_person_claim(request->server->loop.store, job->person, job->hash, 0, error) < 0
               ? -1
               : person_sign_out(request->server->people, job->person,
                                 "Your password was changed: sign in with the new one.", error);
}

static int password_changed(struct request *request, const struct password_job *job, struct flip_error *error)
{
    struct store_person person;
    if (same_person(request, job, &person, error) < 0 || put_password(request, job, error) < 0 ||
        session_begin(request, &person, error) < 0)
        return -1;
    return reply_person(request, &person);
}

int post_password(struct call *call, struct flip_error *error)
{
    const json_t *fresh = json_object_get(call->body, "new");
    if (!fresh)
        return flip_fail(error, FLIP_ERROR_BAD_PASSWORD, "'new' is the new password.");
    return with_password(call, "old", fresh, "", password_changed, error);
}

/* --- a lost password ------------------------------------------------------------------------------------------------- */

static int code_renewed(struct request *request, const struct password_job *job, struct flip_error *error)
{
    struct store_person person;
    return same_person(request, job, &person, error) < 0 ? -1 : reply_with_code(request, &person, error);
}

int post_recovery(struct call *call, struct flip_error *error)
{
    return with_password(call, "password", NULL, "", code_renewed, error);
}

/* The code was right: a new password and a new code. */
static int recovered(struct request *request, const struct password_job *job, struct flip_error *error)
{
    struct store *store = request->server->loop.store;
    struct store_person person;
    struct store_notification wanted;
    const int found = store_person_get(store, job->person, &person, error);
    if (require_found(found, FLIP_ERROR_WRONG_CODE, "That is not the recovery code for this name.", error) < 0)
        return -1;
    if (person.banned)
        return flip_fail(error, FLIP_ERROR_BANNED, "The administrator of this site has closed this account.");
    if (put_password(request, job, error) < 0)
        return -1;
    const int told = store_notification_get(store, person.id, &wanted, error);
    wanted.code[0] = '\0'; /* one that was mailed is used up */
    if (told < 0 || (told == 1 && store_notification_put(store, person.id, &wanted, error) < 0) ||
        session_begin(request, &person, error) < 0)
        return -1;
    return reply_with_code(request, &person, error);
}

int post_recover(struct call *call, struct flip_error *error)
{
    char name[NAME_SAID];
    struct store_person person = {0};
    struct password_job *job = password_job_new(call->request, recovered, error);
    if (!job)
        return -1;
    if (name_read(string_of(call->body, "name"), name, error) < 0 ||
        password_check(json_object_get(call->body, "password"), job->fresh, error) < 0 ||
        find_named(call->store, name, job, &person, NULL, error) < 0) {
        job->task.free(&job->task);
        return -1;
    }
    recovery_hash(call->server->people, string_of(call->body, "code"), job->recovery);
    job->wrong_code = recovery_right(call->server->people, person.id, job->recovery, error) != 1;
    return password_job_start(call->request, job, error);
}

/* --- deleting -------------------------------------------------------------------------------------------------------- */

static int delete_now(struct request *request, const struct store_person *person, struct flip_error *error)
{
    if (take_cookie_away(request, error) < 0)
        return -1;
    const uint64_t ticket = request_wait(request);
    lobby_chat_forget(request->server, person->id);
    if (person_erase(request->server->rooms, person->id, ticket, error) == 0)
        return 0;
    request_done(request);
    return -1;
}

static int may_delete(struct request *request, const struct password_job *job, struct flip_error *error)
{
    struct store_person person;
    return same_person(request, job, &person, error) < 0 ? -1 : delete_now(request, &person, error);
}

/* A guest has no password and types their own name instead, so that nobody deletes anything by accident. */
int post_delete(struct call *call, struct flip_error *error)
{
    if (call->person.claimed)
        return with_password(call, "password", NULL, "", may_delete, error);
    if (strcmp(string_of(call->body, "name"), call->person.name) != 0)
        return flip_fail(error, FLIP_ERROR_BAD_NAME,
                         "To delete everything, enter your name exactly as it is written here.");
    return delete_now(call->request, &call->person, error);
}

/* --- sessions ----------------------------------------------------------------------------------------------------- */

static int reply_sessions(struct request *request, const struct asker *asker, struct flip_error *error)
{
    json_t *session, *sessions = rows_json(request->server->loop.store, LIST_SESSIONS_OF, asker->person.id, "",
                                           session_last_use(), error);
    size_t i;
    json_array_foreach(sessions, i, session)
        json_object_set_new(session, "current", json_boolean(strcmp(string_of(session, "id"), asker->session.id) == 0));
    return reply_and_free(request, json_pack("{s:o}", "sessions", sessions), error);
}

static int known_asker(struct request *request, struct asker *asker, struct flip_error *error)
{
    if (!session_asking(request->server->people, request->wsi, asker))
        return flip_fail(error, FLIP_ERROR_STRANGER, "Choose a name first; that is all you need.");
    return session_go_on(request, asker, error);
}

int get_sessions(struct call *call, struct flip_error *error)
{
    struct asker asker;
    return known_asker(call->request, &asker, error) < 0 ? -1 : reply_sessions(call->request, &asker, error);
}

int post_end_session(struct call *call, struct flip_error *error)
{
    struct asker asker;
    const char *id = string_of(call->body, "id");
    if (known_asker(call->request, &asker, error) < 0)
        return -1;
    const int ended = store_session_end(call->store, id, asker.person.id, error);
    if (require_found(ended, FLIP_ERROR_NOT_FOUND, "You are no longer signed in there.", error) < 0)
        return -1;
    person_disconnect(call->server->people, asker.person.id, id, "You were signed out from another device.");
    return reply_sessions(call->request, &asker, error);
}
