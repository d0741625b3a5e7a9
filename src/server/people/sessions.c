/* Sessions: reading a request's cookie, checking it, and the sessions that cookies stand for. */
#include "server/people/people.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HOUR_MS = 3600 * 1000 };

static void sign(const unsigned char secret[STORE_SECRET_BYTES], const char *text, size_t length, char out[65])
{
    unsigned char mac[crypto_auth_hmacsha256_BYTES];
    crypto_auth_hmacsha256(mac, (const unsigned char *)text, length, secret);
    sodium_bin2hex(out, 65, mac, sizeof mac);
}

static void cookie_sign(const unsigned char secret[STORE_SECRET_BYTES], const struct cookie *cookie,
                        char out[COOKIE_SIZE])
{
    char text[96], mac[65];
    const int length =
        snprintf(text, sizeof text, "%s.%s.%" PRId64, cookie->person, cookie->session, cookie->made / HOUR_MS);
    sign(secret, text, (size_t)length, mac);
    snprintf(out, COOKIE_SIZE, "%s.%s", text, mac);
}

/* A cookie's value in a header, up to its signature, if that is valid. NULL: there is none, or it was forged. */
static const char *signed_value(const unsigned char secret[STORE_SECRET_BYTES], const char *header, const char *name,
                                size_t longest, size_t *signed_length)
{
    for (const char *part = header; part; part = strchr(part, ';')) {
        part += strspn(part, "; ");
        if (strncmp(part, name, strlen(name)) != 0)
            continue;
        const char *value = part + strlen(name);
        const size_t length = strcspn(value, "; ");
        if (length >= longest || length <= 65)
            return NULL;
        *signed_length = length - 65;
        char mac[65];
        sign(secret, value, *signed_length, mac);
        const bool holds = value[*signed_length] == '.' && sodium_memcmp(mac, value + *signed_length + 1, 64) == 0;
        return holds ? value : NULL;
    }
    return NULL;
}

/* The session that a cookie from before there were sessions stands for: the same one whenever it comes. */
static void session_of_old(const unsigned char secret[STORE_SECRET_BYTES], const char *value, size_t length,
                           char session[STORE_ID])
{
    unsigned char bytes[16];
    crypto_generichash(bytes, sizeof bytes, (const unsigned char *)value, length, secret, STORE_SECRET_BYTES);
    sodium_bin2base64(session, STORE_ID, bytes, sizeof bytes, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

/* "person.session.hour"; before there were sessions "person.hour", or "person.hour.count" after the first sign-out everywhere. */
static bool cookie_read(const unsigned char secret[STORE_SECRET_BYTES], const char *header, struct cookie *out)
{
    size_t length;
    char text[COOKIE_SIZE];
    const char *value = signed_value(secret, header, "flipside=", COOKIE_SIZE, &length);
    if (!value)
        return false;
    snprintf(text, sizeof text, "%.*s", (int)length, value);
    const char *second = strchr(text, '.'), *third = second ? strchr(second + 1, '.') : NULL;
    if (!second || second != text + STORE_ID - 1)
        return false;
    *out = (struct cookie){.old = !third || third != second + STORE_ID};
    memcpy(out->person, text, STORE_ID - 1);
    if (out->old)
        session_of_old(secret, value, length, out->session);
    else
        memcpy(out->session, second + 1, STORE_ID - 1);
    out->made = strtoll(out->old ? second + 1 : third + 1, NULL, 10) * HOUR_MS;
    out->count = out->old && third ? strtoll(third + 1, NULL, 10) : 0;
    return id_looks_right(out->person) && id_looks_right(out->session);
}

/* --- the tries of a day, as a device remembers them ---------------------------------------------------------------- */

void tries_sign(const unsigned char secret[STORE_SECRET_BYTES], const char *tries, char out[TRIES_SIZE])
{
    char mac[65];
    sign(secret, tries, strlen(tries), mac);
    snprintf(out, TRIES_SIZE, "%.*s.%s", TRIES_SIZE - 70, tries, mac);
}

/* That day's entry in a `Cookie:` header, without the signature; only "day" if there is none. */
static void tries_read(const unsigned char secret[STORE_SECRET_BYTES], const char *header, const char *day,
                       char out[TRIES_SIZE])
{
    size_t length;
    const char *value = signed_value(secret, header, "flipside_tries=", TRIES_SIZE, &length);
    const bool today = value && strncmp(value, day, strlen(day)) == 0;
    snprintf(out, TRIES_SIZE, "%.*s", today ? (int)length : (int)strlen(day), today ? value : day);
}

bool tries_have(const char *tries, const char *game)
{
    const size_t length = strlen(game);
    for (const char *dot = strchr(tries, '.'); dot; dot = strchr(dot + 1, '.'))
        if (strncmp(dot + 1, game, length) == 0 && (dot[1 + length] == '.' || dot[1 + length] == '\0'))
            return true;
    return false;
}

/* --- who asks ----------------------------------------------------------------------------------------------------- */

/* A failed read makes nobody a stranger: the whole request fails. */
static bool found(struct people *people, int status, const struct flip_error *error)
{
    if (status < 0)
        server_note_error(people->loop, error);
    return status == 1;
}

/* The person the cookie was made for, signed out or not. */
static bool cookie_owner(struct people *people, struct lws *wsi, struct cookie *cookie, struct store_person *person)
{
    char header[4096];
    struct flip_error error;
    return header_of(wsi, "cookie", header, sizeof header) > 0 && cookie_read(people->loop->secret, header, cookie) &&
           found(people, store_person_get(people->loop->store, cookie->person, person, &error), &error);
}

/* A cookie from before there were sessions is as good as one, if it was good then, until the session it stands for has ended. */
static bool old_cookie_good(const struct people *people, const struct asker *asker)
{
    return asker->cookie.count == asker->person.sessions && asker->cookie.made <= people->sessions_since &&
           age_ms(people->sessions_since) <= SESSION_MS;
}

static bool session_find(struct people *people, struct asker *asker)
{
    struct store_session *session = &asker->session;
    struct flip_error error;
    const int status = store_session_get(people->loop->store, asker->cookie.session, session, &error);
    if (found(people, status, &error))
        return strcmp(session->person, asker->person.id) == 0 && !session->ended && age_ms(session->seen) <= SESSION_MS;
    if (status < 0 || !asker->cookie.old || !old_cookie_good(people, asker))
        return false;
    *session = (struct store_session){.created = asker->cookie.made, .old = true};
    memcpy(session->id, asker->cookie.session, sizeof session->id);
    memcpy(session->person, asker->person.id, sizeof session->person);
    return true;
}

bool session_asking(struct people *people, struct lws *wsi, struct asker *out)
{
    struct asker asker;
    if (token_shown(wsi) || !cookie_owner(people, wsi, &asker.cookie, &asker.person) || asker.person.banned ||
        !session_find(people, &asker))
        return false;
    *out = asker;
    return true;
}

bool person_asking(struct people *people, struct lws *wsi, struct store_person *out)
{
    struct asker asker;
    struct store_token token;
    if (token_shown(wsi))
        return token_asking(people, wsi, &token, out);
    const bool known = session_asking(people, wsi, &asker);
    if (known)
        *out = asker.person;
    return known;
}

bool banned_asking(struct people *people, struct lws *wsi)
{
    struct cookie cookie;
    struct store_person person;
    return cookie_owner(people, wsi, &cookie, &person) && person.banned;
}

void tries_asking(const struct people *people, struct lws *wsi, const char *day, char out[TRIES_SIZE])
{
    char cookie[4096];
    const bool any = header_of(wsi, "cookie", cookie, sizeof cookie) > 0;
    tries_read(people->loop->secret, any ? cookie : "", day, out);
}

int require_person(struct request *request, struct store_person *person, struct flip_error *error)
{
    char address[ADDRESS_SIZE];
    if (person_asking(request->server->people, request->wsi, person)) {
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

int reply_person(struct request *request, const struct store_person *person)
{
    json_t *body = json_pack("{s:o}", "person", person ? person_json(person) : json_null());
    reply_json(request, 200, body);
    json_decref(body);
    return 0;
}

enum { USED_EVERY_MS = 3600 * 1000, COOKIE_RENEWED_MS = 86400 * 1000, SESSIONS_MOST = 50 };

/* When a session is used, by whichever clock is ahead: a clock that was set back and forth again must not make it old. */
static int64_t use_now(void)
{
    const int64_t wall = wall_ms(), steady = steady_ms();
    return wall > steady ? wall : steady;
}

/* Sessions last used before this have ended; by whichever clock is behind, as in age_ms. */
int64_t session_last_use(void) { return age_ms(0) - SESSION_MS; }

/* --- going on ------------------------------------------------------------------------------------------------------------- */

static int give_cookie(struct request *request, const struct store_session *session, struct flip_error *error)
{
    char value[COOKIE_SIZE];
    struct cookie cookie = {.made = wall_ms()};
    memcpy(cookie.person, session->person, sizeof cookie.person);
    memcpy(cookie.session, session->id, sizeof cookie.session);
    cookie_sign(request->server->loop.secret, &cookie, value);
    return put_cookie(request, "flipside", value, "/", (int)(SESSION_MS / 1000), error);
}

int session_begin(struct request *request, const struct store_person *person, struct flip_error *error)
{
    struct people *people = request->server->people;
    struct store_session session = {.created = wall_ms(), .seen = use_now()};
    if (session_end(request, NULL, error) < 0)
        return -1;
    fresh_id(session.id);
    memcpy(session.person, person->id, sizeof session.person);
    device_asking(request->wsi, session.device);
    if (store_session_put(people->loop->store, &session, error) < 0 ||
        store_sessions_limit(people->loop->store, person->id, SESSIONS_MOST, error) < 0)
        return -1;
    return give_cookie(request, &session, error);
}

int session_use(struct people *people, struct lws *wsi, const struct asker *asker, struct flip_error *error)
{
    struct store_session session = asker->session;
    const int64_t now = use_now(), ago = now - session.seen;
    if (ago >= 0 && ago < USED_EVERY_MS)
        return 0;
    if (session.seen == 0)
        device_asking(wsi, session.device);
    session.seen = now;
    return store_session_put(people->loop->store, &session, error);
}

int session_go_on(struct request *request, const struct asker *asker, struct flip_error *error)
{
    const int64_t age = wall_ms() - asker->cookie.made;
    if (session_use(request->server->people, request->wsi, asker, error) < 0)
        return -1;
    return asker->cookie.old || age < 0 || age > COOKIE_RENEWED_MS ? give_cookie(request, &asker->session, error) : 0;
}

/* --- ending --------------------------------------------------------------------------------------------------------------- */

int session_end(struct request *request, const char *message, struct flip_error *error)
{
    struct asker asker;
    struct people *people = request->server->people;
    if (!session_asking(people, request->wsi, &asker))
        return 0;
    /* an old cookie gets its row first, which then says that it has ended */
    if (session_use(people, request->wsi, &asker, error) < 0 ||
        store_session_end(people->loop->store, asker.session.id, asker.person.id, error) < 0)
        return -1;
    person_disconnect(people, asker.person.id, asker.session.id, message);
    return 0;
}

int sessions_sweep(struct people *people, struct flip_error *error)
{
    return store_sessions_forget(people->loop->store, session_last_use(), error);
}
