/*
 * Passwords. They are hashed with argon2id on a thread of their own, since that takes long on purpose, and wrong ones are slowed
 * down. A request that needs a password checked says what to do next, and is answered when the password worker is done.
 */
#ifndef FLIPSIDE_SERVER_PEOPLE_PASSWORDS_H
#define FLIPSIDE_SERVER_PEOPLE_PASSWORDS_H

#include "server/loop/workers.h"
#include "server/net/limits.h"
#include "server/net/request.h"
#include "store/store.h"

#include <sodium.h>

enum { PASSWORD_SHORTEST = 8, PASSWORD_LONGEST = 256, PASSWORD_BYTES = 1025 };

/// What to do when the password worker is done: `hash` is that of the new password (empty: there was none to hash). The old
/// password was right, and it is still the person's password.
struct errand;
typedef int errand_then(struct request *request, const struct errand *errand, struct flip_error *error);

struct errand {
    struct task task;
    uint64_t ticket;
    char person[STORE_ID];   /* empty: nobody has that name */
    char name[STORE_NAME];   /* folded: the name to slow down */
    char called[STORE_NAME]; /* for a sign-in: the person's name then, and how often they had signed out everywhere */
    int64_t sessions;
    char old[PASSWORD_BYTES];   /* to be compared with `kept`; empty: not needed */
    char fresh[PASSWORD_BYTES]; /* to be hashed; empty: nothing */
    char kept[crypto_pwhash_STRBYTES];
    char hash[crypto_pwhash_STRBYTES];
    char address[ADDRESS_SIZE];
    bool right, failed;
    char recovery[65]; /* the hash of a recovery code, instead of an old password; empty: none */
    bool wrong_code;   /* which is not the person's */
    errand_then *then;
};

/// Checks that a newly chosen password is acceptable.
int password_check(const json_t *value, char out[PASSWORD_BYTES], struct flip_error *error);
/// Copies a password that somebody enters; whatever it is, it will be compared. -1: it cannot be a password.
int password_read(const json_t *value, char out[PASSWORD_BYTES], struct flip_error *error);

/// A new, empty errand for a request. NULL: out of memory.
struct errand *errand_new(struct request *request, errand_then *then, struct flip_error *error);
/// Hands the errand to the worker, unless there were too many wrong passwords before. The request is answered later. The errand is
/// no longer the caller's in either case.
int errand_go(struct request *request, struct errand *errand, struct flip_error *error);

/// Handles what the password worker has finished. Called once per turn of the loop.
void passwords_take(struct server *server);
/// Another server has met a wrong password, or a right one.
void guards_heard(struct server *server, bool wrong, const char *name, const char *address);
void guards_sweep(struct server *server, bool all);

#endif
