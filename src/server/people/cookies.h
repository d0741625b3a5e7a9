/* Signed cookies: they say who comes back, and what was begun on a device. */
#ifndef FLIPSIDE_SERVER_PEOPLE_COOKIES_H
#define FLIPSIDE_SERVER_PEOPLE_COOKIES_H

#include "store/store.h"

enum { COOKIE_SIZE = 192, TRIES_SIZE = 512 };

/// What a cookie says, and it is true: it is signed.
struct cookie {
    char person[STORE_ID], session[STORE_ID];
    int64_t made;  /* when, to the hour */
    bool old;      /* from before there were sessions: `session` is made from it */
    int64_t count; /* of an old one: how often the person had signed out everywhere */
};

void cookie_sign(const unsigned char secret[STORE_SECRET_BYTES], const struct cookie *cookie, char out[COOKIE_SIZE]);
/// The cookie of a `Cookie:` header, if the signature holds (compared in constant time).
bool cookie_read(const unsigned char secret[STORE_SECRET_BYTES], const char *header, struct cookie *out);

/// The value of the cookie that says which challenges of a day were begun on a device, whoever sat there: "day.game.game" and a
/// signature. It is kept by the device alone.
void tries_sign(const unsigned char secret[STORE_SECRET_BYTES], const char *tries, char out[TRIES_SIZE]);
/// What a `Cookie:` header says of that day, without the signature; only "day" if it says nothing.
void tries_read(const unsigned char secret[STORE_SECRET_BYTES], const char *header, const char *day,
                char out[TRIES_SIZE]);
/// Is the game among them?
bool tries_have(const char *tries, const char *game);

#endif
