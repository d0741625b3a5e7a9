/* Nicknames: which texts are allowed, and which of them look the same to a reader. */
#ifndef FLIPSIDE_SERVER_PEOPLE_NAMES_H
#define FLIPSIDE_SERVER_PEOPLE_NAMES_H

#include "store/store.h"

enum { NAME_LONGEST = 24, NAME_SAID = 401 }; /* characters; bytes, however it is encoded */

/// How many characters a text has; -1 if it is not UTF-8, has heaps of marks, or invisible characters that join nothing.
int text_characters(const char *text);

/// Normalises a nickname, or refuses it: the error says what is wrong.
int name_clean(const char *wanted, char out[STORE_NAME], struct flip_error *error);
/// A name that somebody claims to have: only trimmed, since some names are older than today's rules. -1: nobody can have it.
int name_read(const char *said, char out[NAME_SAID], struct flip_error *error);
/// The name as it is looked up, regardless of case and of how its characters are encoded.
void name_fold(const char *name, char out[STORE_NAME]);
/// What the name looks like: equal for names that a reader could confuse.
void name_looks(const char *name, char out[STORE_NAME]);
/// Its letters and digits alone, without the number at the end: "playerone" of "plåyer-one #12".
void name_letters(const char *name, char out[STORE_NAME]);
/// Is it a name of the house, such as a reader could take for the server, the administrator, a bot or nobody in particular?
bool name_reserved(const char *name);
/// Fills in both for a person whose name was set.
void name_index(struct store_person *person);
/// Are these the same name, or do they look the same?
bool name_same(const struct store_person *a, const struct store_person *b);
/// Cuts a name to its first `characters` characters.
void name_cut(char *name, int characters);
/// As much of a name as `size` bytes hold, without half a character.
void name_fit(const char *name, char *out, size_t size);
/// Indexes names again, once, if they were indexed by older rules.
int names_bring_up_to_date(struct store *store, struct flip_error *error);

#endif
