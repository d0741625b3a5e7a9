/* The cookies that say who comes back. */
#include "server/people/cookies.h"

#include "server/people/ids.h"

#include <inttypes.h>
#include <sodium.h>
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

void cookie_sign(const unsigned char secret[STORE_SECRET_BYTES], const struct cookie *cookie, char out[COOKIE_SIZE])
{
    char text[96], mac[65];
    const int length =
        snprintf(text, sizeof text, "%s.%s.%" PRId64, cookie->person, cookie->session, cookie->made / HOUR_MS);
    sign(secret, text, (size_t)length, mac);
    snprintf(out, COOKIE_SIZE, "%s.%s", text, mac);
}

/* The value of a cookie in a header, up to its signature, if that holds. NULL: there is none, or somebody else made it. */
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
bool cookie_read(const unsigned char secret[STORE_SECRET_BYTES], const char *header, struct cookie *out)
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

void tries_read(const unsigned char secret[STORE_SECRET_BYTES], const char *header, const char *day,
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
