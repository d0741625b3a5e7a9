/* Accounts: claiming a name, signing in and out, a new or a lost password, deleting. The password's work is done in the password worker. */
#include "server/routes/account.h"

#include "server/loop/now.h"
#include "server/loop/server.h"
#include "server/net/reply.h"
#include "server/net/request.h"
#include "server/people/identity.h"
#include "server/people/names.h"
#include "server/people/passwords.h"
#include "server/people/present.h"
#include "server/people/recovery.h"
#include "server/people/sessions.h"
#include "server/people/tokens.h"
#include "server/rooms/erase.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- claiming -------------------------------------------------------------------------------------------------------- */

static int check_unclaimed(struct request *request, struct store_person *person, struct flip_error *error)
{
    if (known_person(request, person, error) < 0)
        return -1;
    if (person->claimed)
        return flip_fail(error, FLIP_ERROR_CLAIMED, "This name is already yours.");
    if (server_name_taken(request->server, person->name, person->id))
        return flip_fail(error, FLIP_ERROR_NAME_TAKEN,
                         "Somebody else is called %.90s. Please choose another name first.", person->name);
    return 0;
}

/* The person, with a fresh recovery code, which is shown this once. */
static int reply_with_code(struct request *request, const struct store_person *person, struct flip_error *error)
{
    char code[RECOVERY_SIZE];
    if (recovery_renew(request->server, person->id, code, error) < 0)
        return -1;
    json_t *body = json_pack("{s:o, s:s}", "person", person_json(person), "recovery", code);
    sodium_memzero(code, sizeof code);
    return reply_and_free(request, body, error);
}

/* While the password worker worked, somebody may have been quicker. */
static int claimed(struct request *request, const struct errand *errand, struct flip_error *error)
{
    struct store_person person;
    if (check_unclaimed(request, &person, error) < 0)
        return -1;
    if (strcmp(person.id, errand->person) != 0)
        return flip_fail(error, FLIP_ERROR_STRANGER, "Somebody else changed this first. Please try again.");
    name_index(&person);
    if (store_person_put(request->server->store, &person, error) < 0 ||
        store_person_claim(request->server->store, person.id, errand->hash, wall_ms(), error) < 0)
        return -1;
    person.claimed = wall_ms();
    server_follow_person(request->server, &person);
    return reply_with_code(request, &person, error);
}

int post_claim(struct request *request, const json_t *body, struct flip_error *error)
{
    struct store_person person;
    char password[PASSWORD_BYTES];
    if (check_unclaimed(request, &person, error) < 0 ||
        password_check(json_object_get(body, "password"), password, error) < 0)
        return -1;
    struct errand *errand = errand_new(request, claimed, error);
    if (!errand)
        return -1;
    memcpy(errand->person, person.id, sizeof person.id);
    memcpy(errand->fresh, password, sizeof password);
    sodium_memzero(password, sizeof password);
    return errand_go(request, errand, error);
}

/* --- signing in and out ---------------------------------------------------------------------------------------------- */

/* While the password worker worked, the owner may have taken another name, signed out everywhere or been banned: this sign-in came before that
   and is over with the others. That the password is the same still, the password worker has seen. */
static int signed_in(struct request *request, const struct errand *errand, struct flip_error *error)
{
    struct store_person person;
    const int found = store_person_get(request->server->store, errand->person, &person, error);
    if (found <= 0)
        return found < 0 ? -1 : flip_fail(error, FLIP_ERROR_WRONG_PASSWORD, "That is not the password for this name.");
    if (person.banned)
        return flip_fail(error, FLIP_ERROR_BANNED, "The administrator of this site has closed this account.");
    if (strcmp(person.name, errand->called) != 0 || person.sessions != errand->sessions)
        return flip_fail(error, FLIP_ERROR_CHANGED,
                         "This account changed while you were signing in. Please sign in again.");
    person.seen = wall_ms();
    if (store_person_put(request->server->store, &person, error) < 0 || session_begin(request, &person, error) < 0)
        return -1;
    reply_person(request, &person);
    return 0;
}

/* A name that nobody has takes as long as one that somebody has: else one could ask which names there are. The hash is of no
   password at all. */
static const char nobodys_hash[] = "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$"
                                   "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

int post_sign_in(struct request *request, const json_t *body, struct flip_error *error)
{
    const char *wanted = json_string_value(json_object_get(body, "name"));
    char name[NAME_SAID], password[PASSWORD_BYTES], *hash = NULL;
    if (name_read(wanted ? wanted : "", name, error) < 0 ||
        password_read(json_object_get(body, "password"), password, error) < 0)
        return -1;
    struct errand *errand = errand_new(request, signed_in, error);
    if (!errand)
        return -1;
    struct store_person person = {0};
    name_fold(name, errand->name);
    const int found = store_person_named(request->server->store, name, errand->name, &person, &hash, error);
    if (found < 0) {
        errand->task.free(&errand->task);
        return -1;
    }
    memcpy(errand->person, person.id, sizeof person.id);
    memcpy(errand->called, person.name, sizeof person.name);
    errand->sessions = person.sessions;
    memcpy(errand->old, password, sizeof password);
    sodium_memzero(password, sizeof password);
    snprintf(errand->kept, sizeof errand->kept, "%s", found == 1 && hash[0] ? hash : nobodys_hash);
    free(hash);
    return errand_go(request, errand, error);
}

int post_sign_out(struct request *request, const json_t *body, struct flip_error *error)
{
    struct store_person person;
    const bool everywhere = json_is_true(json_object_get(body, "everywhere"));
    if (everywhere && person_asking(request->server, request->wsi, &person)) {
        if (person_sign_out(request->server, person.id, "You signed out on all devices.", error) < 0)
            return -1;
    } else if (session_end(request, "You signed out.", error) < 0) {
        return -1;
    }
    /* The cookie of somebody banned stays: without it a new guest would come. */
    if (!banned_asking(request->server, request->wsi) && take_cookie_away(request, error) < 0)
        return -1;
    reply_person(request, NULL);
    return 0;
}

/* --- a new password -------------------------------------------------------------------------------------------------- */

/* An errand that needs the person's own password first. */
static int with_password(struct request *request, const json_t *old, const json_t *fresh, errand_then *then,
                         struct flip_error *error)
{
    struct store_person person;
    char *hash = NULL, password[PASSWORD_BYTES];
    if (known_person(request, &person, error) < 0)
        return -1;
    if (!person.claimed)
        return flip_fail(error, FLIP_ERROR_BAD_PASSWORD, "You have no password yet: claim your name first.");
    struct errand *errand = errand_new(request, then, error);
    if (!errand)
        return -1;
    memcpy(errand->person, person.id, sizeof person.id);
    name_fold(person.name, errand->name);
    int status = password_read(old, errand->old, error);
    if (status == 0 && fresh && (status = password_check(fresh, password, error)) == 0)
        memcpy(errand->fresh, password, sizeof password);
    if (status == 0 && store_password_get(request->server->store, person.id, &hash, error) < 1)
        status = -1;
    if (status < 0) {
        errand->task.free(&errand->task);
        return -1;
    }
    snprintf(errand->kept, sizeof errand->kept, "%s", hash);
    free(hash);
    return errand_go(request, errand, error);
}

/* The one who asked, still the same and with the same password's cookie. */
static int same_person(struct request *request, const struct errand *errand, struct store_person *person,
                       struct flip_error *error)
{
    if (known_person(request, person, error) < 0)
        return -1;
    return strcmp(person->id, errand->person) == 0
               ? 0
               : flip_fail(error, FLIP_ERROR_STRANGER, "Somebody else changed this first. Please try again.");
}

static int password_changed(struct request *request, const struct errand *errand, struct flip_error *error)
{
    struct store_person person;
    if (same_person(request, errand, &person, error) < 0 ||
        store_person_claim(request->server->store, person.id, errand->hash, 0, error) < 0 ||
        person_sign_out(request->server, person.id, "Your password was changed: sign in with the new one.", error) < 0)
        return -1;
    if (session_begin(request, &person, error) < 0)
        return -1;
    reply_person(request, &person);
    return 0;
}

int post_password(struct request *request, const json_t *body, struct flip_error *error)
{
    const json_t *fresh = json_object_get(body, "new");
    if (!fresh)
        return flip_fail(error, FLIP_ERROR_BAD_PASSWORD, "'new' is the new password.");
    return with_password(request, json_object_get(body, "old"), fresh, password_changed, error);
}

/* --- a lost password ------------------------------------------------------------------------------------------------- */

static int code_renewed(struct request *request, const struct errand *errand, struct flip_error *error)
{
    struct store_person person;
    return same_person(request, errand, &person, error) < 0 ? -1 : reply_with_code(request, &person, error);
}

int post_recovery(struct request *request, const json_t *body, struct flip_error *error)
{
    return with_password(request, json_object_get(body, "password"), NULL, code_renewed, error);
}

/* The code was right: a new password and a new code, and whoever was signed in with the old password is not any more. */
static int recovered(struct request *request, const struct errand *errand, struct flip_error *error)
{
    struct server *server = request->server;
    struct store_person person;
    const int found = store_person_get(server->store, errand->person, &person, error);
    if (found < 0)
        return -1;
    if (found == 0)
        return flip_fail(error, FLIP_ERROR_WRONG_CODE, "That is not the recovery code for this name.");
    if (person.banned)
        return flip_fail(error, FLIP_ERROR_BANNED, "The administrator of this site has closed this account.");
    if (store_person_claim(server->store, person.id, errand->hash, 0, error) < 0 ||
        person_sign_out(server, person.id, "Your password was changed: sign in with the new one.", error) < 0)
        return -1;
    if (session_begin(request, &person, error) < 0)
        return -1;
    return reply_with_code(request, &person, error);
}

int post_recover(struct request *request, const json_t *body, struct flip_error *error)
{
    struct server *server = request->server;
    const char *said = json_string_value(json_object_get(body, "name"));
    const char *code = json_string_value(json_object_get(body, "code"));
    char name[NAME_SAID];
    struct store_person person = {0};
    struct errand *errand = errand_new(request, recovered, error);
    if (!errand)
        return -1;
    int status = name_read(said ? said : "", name, error);
    if (status == 0)
        status = password_check(json_object_get(body, "password"), errand->fresh, error);
    if (status == 0) {
        name_fold(name, errand->name);
        status = store_person_named(server->store, name, errand->name, &person, NULL, error);
    }
    if (status < 0) {
        errand->task.free(&errand->task);
        return -1;
    }
    memcpy(errand->person, person.id, sizeof person.id);
    recovery_hash(server, code ? code : "", errand->recovery);
    errand->wrong_code = recovery_right(server, person.id, errand->recovery, error) != 1;
    return errand_go(request, errand, error);
}

/* --- deleting -------------------------------------------------------------------------------------------------------- */

static int delete_now(struct request *request, const struct store_person *person, struct flip_error *error)
{
    if (take_cookie_away(request, error) < 0)
        return -1;
    const uint64_t ticket = request_wait(request);
    if (person_erase(request->server, person->id, ticket, error) == 0)
        return 0;
    request_done(request);
    return -1;
}

static int may_delete(struct request *request, const struct errand *errand, struct flip_error *error)
{
    struct store_person person;
    return same_person(request, errand, &person, error) < 0 ? -1 : delete_now(request, &person, error);
}

/* A guest has no password and says the own name instead, so that no slip of the finger deletes anybody. */
int post_delete(struct request *request, const json_t *body, struct flip_error *error)
{
    struct store_person person;
    if (known_person(request, &person, error) < 0)
        return -1;
    if (person.claimed)
        return with_password(request, json_object_get(body, "password"), NULL, may_delete, error);
    const char *name = json_string_value(json_object_get(body, "name"));
    if (!name || strcmp(name, person.name) != 0)
        return flip_fail(error, FLIP_ERROR_BAD_NAME,
                         "To delete everything, enter your name exactly as it is written here.");
    return delete_now(request, &person, error);
}
