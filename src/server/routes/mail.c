/*
 * Mail: a confirmed address, for people who want one, if the administrator has set up SMTP. It tells what push messages
 * tell, later and less often, and can replace a lost recovery code. One press in any mail stops all of them.
 */
#include "server/routes/routes.h"

#include <stdio.h>
#include <string.h>

enum { MAILS_AN_HOUR = 10, CONFIRM_MS = 86400000, RESET_MS = 3600000 };

/* --- an address ------------------------------------------------------------------------------------------------------------- */

/* Good enough to send to; the code proves that somebody reads it. */
static bool address_fits(const char *address)
{
    const char *at = strchr(address, '@');
    if (!at || at == address || !strchr(at, '.') || strchr(at + 1, '@') || strlen(address) >= STORE_MAIL)
        return false;
    for (const char *c = address; *c; c++)
        if (*c <= ' ' || *c > '~' || strchr("<>()[],;:\\\"", *c))
            return false;
    return at[1] != '.' && at[strlen(at) - 1] != '.';
}

static int check_mails(struct request *request, struct flip_error *error)
{
    if (!post_mails(request->server->post))
        return flip_fail(error, FLIP_ERROR_NOT_FOUND, "This server does not send mail.");
    return check_hourly(request, HOURLY_MAILS, MAILS_AN_HOUR, error);
}

/* Makes a code, keeps its hash, and sends it. */
static int send_code(struct server *server, const struct store_person *person, struct store_notification *wanted,
                     int64_t lasts, const char *subject, const char *format, struct flip_error *error)
{
    char code[RECOVERY_SIZE], text[600];
    recovery_make(server->people, code, wanted->code);
    wanted->code_until = wall_ms() + lasts;
    snprintf(text, sizeof text, format, person->name, code, server->loop.config.origin);
    const int status = store_notification_put(server->loop.store, person->id, wanted, error) < 0
                           ? -1
                           : post_mail(server->post, person->id, wanted->mail, subject, text, error);
    sodium_memzero(code, sizeof code);
    sodium_memzero(text, sizeof text);
    return status;
}

/* The password was right. */
static int address_given(struct request *request, const struct password_job *job, struct flip_error *error)
{
    struct server *server = request->server;
    struct store_person person;
    struct store_notification wanted;
    if (require_person(request, &person, error) < 0 ||
        post_wanted(server->loop.store, job->person, &wanted, error) < 0 ||
        store_letters_delete(server->loop.store, job->person, "mail", error) < 0)
        return -1;
    snprintf(wanted.mail, sizeof wanted.mail, "%s", job->mail);
    wanted.confirmed = wanted.code_until = wanted.mail_kinds = 0;
    wanted.code[0] = '\0';
    const int status =
        wanted.mail[0] ? send_code(server, &person, &wanted, CONFIRM_MS, "Confirm your address for Flipside",
                                   "%s, this code confirms your address, under Settings:\n\n    %s\n\n%s/settings\n\n"
                                   "If you did not ask for it, somebody has mistyped an address; do nothing.",
                                   error)
                       : store_notification_put(server->loop.store, person.id, &wanted, error);
    return status < 0 ? -1 : reply_notifications(request, person.id, error);
}

int post_mail_address(struct call *call, struct flip_error *error)
{
    const char *address = json_string_value(json_object_get(call->body, "address"));
    if (!address || (address[0] && !address_fits(address)))
        return flip_fail(error, FLIP_ERROR_BAD_OPTION, "That is not a mail address.");
    if (check_mails(call->request, error) < 0)
        return -1;
    return with_password(call, "password", NULL, address, address_given, error);
}

int post_confirm_mail(struct call *call, struct flip_error *error)
{
    struct store_notification wanted;
    char hash[RECOVERY_HASH];
    if (post_wanted(call->store, call->person.id, &wanted, error) < 0 ||
        check_hourly(call->request, HOURLY_CODES, MAILS_AN_HOUR, error) < 0)
        return -1;
    recovery_hash(call->server->people, string_of(call->body, "code"), hash);
    if (wanted.confirmed || strcmp(wanted.code, hash) != 0 || wall_ms() > wanted.code_until)
        return flip_fail(error, FLIP_ERROR_WRONG_CODE, "That is not the code in the newest mail, or it is too old.");
    wanted.confirmed = wall_ms();
    wanted.code[0] = '\0';
    wanted.mail_kinds = 1 << POST_TURN | 1 << POST_CHALLENGE;
    return store_notification_put(call->store, call->person.id, &wanted, error) < 0
               ? -1
               : reply_notifications(call->request, call->person.id, error);
}

/* --- a forgotten password --------------------------------------------------------------------------------------------------- */

/* The answer is the same whether or not there is such an account, and whether it has an address. */
int post_forgotten(struct call *call, struct flip_error *error)
{
    struct store_person person;
    struct store_notification wanted = {0};
    char name[NAME_SAID], folded[STORE_NAME];
    if (check_mails(call->request, error) < 0 || name_read(string_of(call->body, "name"), name, error) < 0)
        return -1;
    name_fold(name, folded);
    int found = store_person_named(call->store, name, folded, &person, NULL, error);
    if (found == 1)
        found = store_notification_get(call->store, person.id, &wanted, error);
    if (found < 0)
        return -1;
    if (found == 1 && wanted.confirmed && !person.banned &&
        send_code(
            call->server, &person, &wanted, RESET_MS, "A new password for Flipside",
            "%s, with this code instead of a recovery code you can choose a new password within the next hour:\n\n"
            "    %s\n\n%s/profile\n\nIf you did not ask for it, do nothing: your password stays as it is.",
            error) < 0)
        return -1;
    return reply_and_free(call->request, json_pack("{s:b}", "sent", 1), error);
}

/* --- no more of it ------------------------------------------------------------------------------------------------------------ */

/* "PERSON/CODE". */
static int stop_person(const struct call *call, char person[STORE_ID], struct flip_error *error)
{
    char code[STORE_CODE] = "";
    const char *rest = path_part(call->rest, person, STORE_ID);
    if (rest && id_looks_right(person))
        post_stop_code(call->server->post, person, code);
    return code[0] && strlen(rest) == strlen(code) && sodium_memcmp(rest, code, strlen(code)) == 0
               ? 0
               : flip_fail(error, FLIP_ERROR_NOT_FOUND, "This link does not belong to any mail of this site.");
}

/* The page behind the link; programs that only look at it change nothing. */
int get_stop_mail(struct call *call, struct flip_error *error)
{
    static const char page[] = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><meta name=\"viewport\" "
                               "content=\"width=device-width\">"
                               "<title>Flipside</title><p>No more mail from this site?<form "
                               "method=\"post\"><button>Stop all mail</button></form>";
    char person[STORE_ID];
    if (stop_person(call, person, error) < 0)
        return -1;
    reply(call->request, 200, "text/html; charset=utf-8", page, sizeof page - 1);
    return 0;
}

/* Mail programs press it too, without a cookie: RFC 8058. */
int post_stop_mail(struct call *call, struct flip_error *error)
{
    static const char done[] = "You will get no more mail from this site.\n";
    struct store_notification wanted;
    char person[STORE_ID];
    if (stop_person(call, person, error) < 0)
        return -1;
    const int found = store_notification_get(call->store, person, &wanted, error);
    wanted.mail_kinds = 0;
    if (found < 0 || (found == 1 && (store_notification_put(call->store, person, &wanted, error) < 0 ||
                                     store_letters_delete(call->store, person, "mail", error) < 0)))
        return -1;
    reply(call->request, 200, "text/plain; charset=utf-8", done, sizeof done - 1);
    return 0;
}
