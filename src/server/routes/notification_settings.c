/* Settings for notifications: what to be told when the page is closed, when, and in which browsers. */
#include "server/routes/routes.h"

#include <stdio.h>
#include <string.h>

enum { BROWSERS_MOST = 10, DAY_MINUTES = 1440, ZONE_MOST = 14 * 60 };

/* --- reading ---------------------------------------------------------------------------------------------------------------- */

static json_t *kinds_json(int64_t kinds)
{
    json_t *out = json_object();
    for (int i = 0; i < POST_KINDS; i++)
        json_object_set_new(out, post_kind_words[i], json_boolean(kinds & (1 << i)));
    return out;
}

static int read_kinds(const json_t *body, int64_t *kinds, struct flip_error *error)
{
    const char *word;
    json_t *on;
    json_object_foreach((json_t *)body, word, on) {
        const int kind = word_index(word, post_kind_words, POST_KINDS);
        if (kind < 0 || !json_is_boolean(on))
            return flip_fail(error, FLIP_ERROR_BAD_OPTION, "There is no kind of notification called '%.40s'.", word);
        *kinds = json_is_true(on) ? *kinds | 1 << kind : *kinds & ~(INT64_C(1) << kind);
    }
    return 0;
}

/* null where no mail is sent. */
static json_t *mail_json(const struct post *post, const struct store_notification *wanted)
{
    return !post_mails(post) ? json_null()
                             : json_pack("{s:s, s:b, s:o}", "address", wanted->mail, "confirmed", wanted->confirmed > 0,
                                         "kinds", kinds_json(wanted->mail_kinds));
}

int reply_notifications(struct request *request, const char *person, struct flip_error *error)
{
    struct server *server = request->server;
    struct store_notification wanted;
    char key[100] = "";
    if (post_wanted(server->loop.store, person, &wanted, error) < 0)
        return -1;
    json_t *devices = rows_json(server->loop.store, LIST_PUSH_ADDRESSES, person, "", 0, error);
    sodium_bin2base64(key, sizeof key, server->post->vapid + VAPID_PRIVATE, VAPID_PUBLIC,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    json_t *quiet =
        wanted.quiet_from < 0 ? json_null() : json_pack("{s:i, s:i}", "from", wanted.quiet_from, "to", wanted.quiet_to);
    json_t *body =
        json_pack("{s:o, s:o, s:o, s:i, s:o, s:o}", "key", post_pushes(server->post) ? json_string(key) : json_null(),
                  "kinds", kinds_json(wanted.push_kinds), "quiet", quiet, "zone", wanted.zone, "devices", devices,
                  "mail", mail_json(server->post, &wanted));
    return reply_and_free(request, body, error);
}

int get_notifications(struct call *call, struct flip_error *error)
{
    return reply_notifications(call->request, call->person.id, error);
}

/* --- what and when ---------------------------------------------------------------------------------------------------------- */

static bool minute_of(const json_t *value, int *out)
{
    *out = (int)json_integer_value(value);
    return json_is_integer(value) && json_integer_value(value) >= 0 && json_integer_value(value) < DAY_MINUTES;
}

static int read_quiet(const json_t *body, struct store_notification *wanted, struct flip_error *error)
{
    const json_t *quiet = json_object_get(body, "quiet"), *zone = json_object_get(body, "zone");
    if (zone &&
        (!json_is_integer(zone) || json_integer_value(zone) < -ZONE_MOST || json_integer_value(zone) > ZONE_MOST))
        return flip_fail(error, FLIP_ERROR_BAD_OPTION, "'zone' is in minutes east of Greenwich.");
    if (zone)
        wanted->zone = (int)json_integer_value(zone);
    if (json_is_null(quiet))
        wanted->quiet_from = wanted->quiet_to = -1;
    else if (quiet && (!minute_of(json_object_get(quiet, "from"), &wanted->quiet_from) ||
                       !minute_of(json_object_get(quiet, "to"), &wanted->quiet_to)))
        return flip_fail(error, FLIP_ERROR_BAD_OPTION, "Quiet hours are 'from' and 'to', in minutes of the day.");
    return 0;
}

/* Settings that are not mentioned stay. */
int post_notifications(struct call *call, struct flip_error *error)
{
    struct store_notification wanted;
    const json_t *kinds = json_object_get(call->body, "kinds"), *mailed = json_object_get(call->body, "mail_kinds");
    if (post_wanted(call->store, call->person.id, &wanted, error) < 0 ||
        (kinds && read_kinds(kinds, &wanted.push_kinds, error) < 0) ||
        (mailed && read_kinds(mailed, &wanted.mail_kinds, error) < 0) || read_quiet(call->body, &wanted, error) < 0 ||
        store_notification_put(call->store, call->person.id, &wanted, error) < 0)
        return -1;
    return reply_notifications(call->request, call->person.id, error);
}

/* --- browsers --------------------------------------------------------------------------------------------------------------- */

static bool browser_key_fits(const char *text, size_t bytes)
{
    unsigned char key[VAPID_PUBLIC];
    size_t length = 0;
    return text && strlen(text) < STORE_KEY &&
           sodium_base642bin(key, sizeof key, text, strlen(text), "=", &length, NULL,
                             sodium_base64_VARIANT_URLSAFE_NO_PADDING) == 0 &&
           length == bytes;
}

static bool endpoint_fits(const struct config *config, const char *endpoint)
{
    const bool secure = endpoint && strncmp(endpoint, "https://", 8) == 0;
    const bool plain = endpoint && config->push_private && strncmp(endpoint, "http://", 7) == 0;
    if ((!secure && !plain) || strlen(endpoint) >= STORE_ENDPOINT)
        return false;
    for (const char *c = endpoint; *c; c++)
        if (*c <= ' ' || *c > '~')
            return false;
    const char *host = strstr(endpoint, "://") + 3;
    return strcspn(host, "/?#") > 0 && !memchr(host, '@', strcspn(host, "/?#"));
}

int post_push(struct call *call, struct flip_error *error)
{
    struct asker asker;
    struct store_push push = {.created = wall_ms()};
    const json_t *keys = json_object_get(call->body, "keys");
    const char *endpoint = json_string_value(json_object_get(call->body, "endpoint"));
    const char *public = json_string_value(json_object_get(keys, "p256dh"));
    const char *auth = json_string_value(json_object_get(keys, "auth"));
    if (!session_asking(call->server->people, call->request->wsi, &asker))
        return flip_fail(error, FLIP_ERROR_STRANGER, "Choose a name first; that is all you need.");
    if (!post_pushes(call->server->post))
        return flip_fail(error, FLIP_ERROR_NOT_FOUND, "This server does not send push messages.");
    if (!endpoint_fits(&call->server->loop.config, endpoint) || !browser_key_fits(public, VAPID_PUBLIC) ||
        !browser_key_fits(auth, 16))
        return flip_fail(error, FLIP_ERROR_BAD_OPTION, "This is not a subscription to push messages.");
    const int64_t count = store_push_count(call->store, asker.person.id, error);
    if (count < 0 || session_go_on(call->request, &asker, error) < 0)
        return -1;
    if (count >= BROWSERS_MOST && store_push_delete(call->store, endpoint, asker.person.id, error) < 1)
        return error->code ? -1
                           : flip_fail(error, FLIP_ERROR_LIMIT, "You are notified on %d devices. Remove one first.",
                                       BROWSERS_MOST);
    fresh_id(push.id);
    snprintf(push.endpoint, sizeof push.endpoint, "%s", endpoint);
    snprintf(push.public, sizeof push.public, "%s", public);
    snprintf(push.auth, sizeof push.auth, "%s", auth);
    memcpy(push.person, asker.person.id, sizeof push.person);
    memcpy(push.session, asker.session.id, sizeof push.session);
    device_asking(call->request->wsi, push.device);
    if (store_push_put(call->store, &push, error) < 0)
        return -1;
    return reply_notifications(call->request, asker.person.id, error);
}

int post_end_push(struct call *call, struct flip_error *error)
{
    const int gone = store_push_delete(call->store, string_of(call->body, "id"), call->person.id, error);
    return require_found(gone, FLIP_ERROR_NOT_FOUND, "You are not notified there.", error) < 0
               ? -1
               : reply_notifications(call->request, call->person.id, error);
}
