/* Who is asking: nicknames and signed cookies. */
#ifndef FLIPSIDE_SERVER_PEOPLE_H
#define FLIPSIDE_SERVER_PEOPLE_H

#include "store/store.h"

enum { COOKIE_SIZE = 160, TRIES_SIZE = 512, NAME_LONGEST = 24 };

/// A fresh id of 128 random bits, as 22 characters that fit into a URL.
void fresh_id(char id[STORE_ID]);
bool id_looks_right(const char *id);

/// The cookie's value for a person: id, the hour it was made, how often the person has signed out everywhere, and a signature
/// over all of it.
void cookie_sign(const unsigned char secret[STORE_SECRET_BYTES], const struct store_person *person, int64_t now,
                 char out[COOKIE_SIZE]);
/// The person of a `Cookie:` header, if the signature holds (compared in constant time), and the `sessions` it was made for.
bool cookie_read(const unsigned char secret[STORE_SECRET_BYTES], const char *header, char person[STORE_ID],
                 int64_t *sessions);

/// The value of the cookie that says which challenges of a day were begun on a device, whoever sat there: "day.game.game" and a
/// signature. It is kept by the device alone.
void tries_sign(const unsigned char secret[STORE_SECRET_BYTES], const char *tries, char out[TRIES_SIZE]);
/// What a `Cookie:` header says of that day, without the signature; only "day" if it says nothing.
void tries_read(const unsigned char secret[STORE_SECRET_BYTES], const char *header, const char *day,
                char out[TRIES_SIZE]);
/// Is the game among them?
bool tries_have(const char *tries, const char *game);

/// How many characters a text has; -1 if it is not UTF-8 or holds what nobody can see.
int text_characters(const char *text);

/// Trims a nickname and refuses what cannot be one: the error says what is wrong.
int name_clean(const char *wanted, char out[STORE_NAME], struct flip_error *error);
/// Are these the same name to a reader? Neither case matters nor whether a letter and its mark are one character or two.
bool name_same(const char *a, const char *b);
/// The name as it is compared: in small letters, each with its mark in one.
void name_fold(const char *name, char out[STORE_NAME]);
/// Leaves the first `characters` of a name.
void name_cut(char *name, int characters);
/// As much of a name as `size` bytes hold, without half a character.
void name_fit(const char *name, char *out, size_t size);

#endif
