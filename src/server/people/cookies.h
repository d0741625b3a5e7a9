/* Signed cookies: they say who is returning, and what was started on a device. */
#ifndef FLIPSIDE_SERVER_PEOPLE_COOKIES_H
#define FLIPSIDE_SERVER_PEOPLE_COOKIES_H

#include "store/store.h"

enum { COOKIE_SIZE = 192, TRIES_SIZE = 512 };

/// The contents of a cookie whose signature is valid.
struct cookie {
    char person[STORE_ID], session[STORE_ID];
    int64_t made;  /* when, to the hour */
    bool old;      /* from before there were sessions: `session` is derived from it */
    int64_t count; /* of an old one: how often the person had signed out everywhere */
};

void cookie_sign(const unsigned char secret[STORE_SECRET_BYTES], const struct cookie *cookie, char out[COOKIE_SIZE]);
/// The cookie in a `Cookie:` header, if the signature is valid (compared in constant time).
bool cookie_read(const unsigned char secret[STORE_SECRET_BYTES], const char *header, struct cookie *out);

/// The value of the cookie that says which of a day's challenges were started on a device, by anyone: "day.game.game" and a
/// signature. Only the device stores it.
void tries_sign(const unsigned char secret[STORE_SECRET_BYTES], const char *tries, char out[TRIES_SIZE]);
/// What a `Cookie:` header says about that day, without the signature; only "day" if it says nothing.
void tries_read(const unsigned char secret[STORE_SECRET_BYTES], const char *header, const char *day,
                char out[TRIES_SIZE]);
/// Is the game among them?
bool tries_have(const char *tries, const char *game);

#endif
