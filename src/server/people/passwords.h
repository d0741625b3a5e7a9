/*
 * Passwords. They are hashed with argon2id on a thread of their own, since that takes long on purpose, and wrong ones
 * are slowed down. A request that needs it says what comes after and is answered when the password worker is done.
 */
#ifndef FLIPSIDE_SERVER_PEOPLE_PASSWORDS_H
#define FLIPSIDE_SERVER_PEOPLE_PASSWORDS_H

#include "server/loop/workers.h"
#include "server/net/limits.h"
#include "server/net/request.h"
#include "store/store.h"

#include <sodium.h>

enum { PASSWORD_SHORTEST = 8, PASSWORD_LONGEST = 256, PASSWORD_BYTES = 1025 };

/// What goes on after the password worker: `hash` is that of the new password (empty: there was none to hash). The old one was right, and it is
/// the person's password still.
struct errand;
typedef int errand_then(struct request *request, const struct errand *errand, struct flip_error *error);

struct errand {
    struct task task;
    uint64_t ticket;
    char person[STORE_ID];   /* empty: nobody has that name */
    char name[STORE_NAME];   /* folded: who is slowed down */
    char called[STORE_NAME]; /* of a sign-in: the person's name as it was, and how often signed out everywhere */
    int64_t sessions;
    char old[PASSWORD_BYTES];   /* to be compared with `kept`; empty: not asked for */
    char fresh[PASSWORD_BYTES]; /* to be hashed; empty: nothing */
    char kept[crypto_pwhash_STRBYTES];
    char hash[crypto_pwhash_STRBYTES];
    char address[ADDRESS_SIZE];
    bool right, failed;
    errand_then *then;
};

/// Checks the shape of a password that somebody chooses.
int password_check(const json_t *value, char out[PASSWORD_BYTES], struct flip_error *error);
/// Copies a password that somebody says: whatever it is, it is compared. -1: it cannot be one.
int password_read(const json_t *value, char out[PASSWORD_BYTES], struct flip_error *error);

/// A new errand for a request, all empty. NULL: there is no memory.
struct errand *errand_new(struct request *request, errand_then *then, struct flip_error *error);
/// Sends it off, unless too many wrong passwords came before. The request is answered later. The errand is given up in any case.
int errand_go(struct request *request, struct errand *errand, struct flip_error *error);

/// What the password worker has done. Called once a turn of the loop.
void passwords_take(struct server *server);
void guards_sweep(struct server *server, bool all);

#endif
