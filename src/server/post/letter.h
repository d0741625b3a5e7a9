/* A letter on its way, which only one thread has at a time; shared by the files of the post. */
#pragma once

#include "server/post/post.h"

enum channel { CHANNEL_PUSH, CHANNEL_MAIL, CHANNEL_HOOK };

/// What became of it. GONE: nobody is there any more; REFUSED: it will never be taken.
enum fate { FATE_LATER, FATE_SENT, FATE_GONE, FATE_REFUSED };

struct letter {
    struct task task;
    struct letter *next;
    const struct config *config; /* does not change while the server runs */
    const atomic_bool *stopping;
    const unsigned char *vapid;
    enum channel channel;
    char id[STORE_ID], person[STORE_ID];
    int tries;
    char *address, *body, *public, *auth; /* owned */
    int64_t due_again;
    enum fate fate;
    long status; /* what the other side answered; 0: nothing */
    char why[128];
};

/// Is there anything to send with?
bool deliver_can(void);
/// Makes a key for push services.
int seal_make_key(unsigned char vapid[VAPID_BYTES]);
/// Sends it and says what became of it: on a thread of the post.
void deliver(struct letter *letter);
/// Is this an address that anybody on the Internet has? Not one of this machine, of a private network or of many at once.
struct sockaddr;
bool address_is_public(const struct sockaddr *address);

/* --- push messages: RFC 8291 (what is in them) and RFC 8292 (who sends them) ------------------------------------------------- */

enum { SEAL_SALT = 16, SEAL_AUTH = 16, SEAL_MOST = 3500, SEAL_ROOM = 4096, SEAL_TOKEN = 2048 };

/// Encrypts a text for a browser whose keys are these (base64url). Returns how many bytes it wrote; 0: the keys are no keys.
size_t seal_message(const char *public, const char *auth, const char *text, unsigned char out[SEAL_ROOM]);
/// The same with a key pair and a salt that are given, for tests.
size_t seal_with(const unsigned char own[VAPID_BYTES], const unsigned char salt[SEAL_SALT], const char *public,
                 const char *auth, const char *text, unsigned char out[SEAL_ROOM]);
/// The value of the Authorization header for an endpoint; `subject` is how the administrator can be reached, or "".
int seal_authorization(const unsigned char vapid[VAPID_BYTES], const char *endpoint, const char *subject,
                       int64_t expires, char out[SEAL_TOKEN]);
