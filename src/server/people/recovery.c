/* Recovery codes: see recovery.h. */
#include "server/people/recovery.h"

#include "server/loop/server.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum { LETTERS = 20, GROUP = 4, BYTES = 32 };

/* None of them can be mistaken for another. */
static const char alphabet[] = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";

void recovery_hash(const struct server *server, const char *code, char hash[RECOVERY_HASH])
{
    char plain[64];
    unsigned char bytes[BYTES];
    size_t length = 0;
    for (; *code && length < sizeof plain; code++)
        if (*code != '-' && *code != ' ')
            plain[length++] = (char)(*code >= 'a' && *code <= 'z' ? *code - 'a' + 'A' : *code);
    crypto_generichash(bytes, sizeof bytes, (const unsigned char *)plain, length, server->secret, STORE_SECRET_BYTES);
    sodium_bin2hex(hash, RECOVERY_HASH, bytes, sizeof bytes);
    sodium_memzero(plain, sizeof plain);
}

int recovery_renew(struct server *server, const char *person, char code[RECOVERY_SIZE], struct flip_error *error)
{
    char hash[RECOVERY_HASH];
    int length = 0;
    for (int i = 0; i < LETTERS; i++) {
        if (i > 0 && i % GROUP == 0)
            code[length++] = '-';
        code[length++] = alphabet[randombytes_uniform(sizeof alphabet - 1)];
    }
    code[length] = '\0';
    recovery_hash(server, code, hash);
    return store_recovery_put(server->store, person, hash, error);
}

int recovery_right(struct server *server, const char *person, const char hash[RECOVERY_HASH], struct flip_error *error)
{
    char *kept = NULL;
    const int found = store_recovery_get(server->store, person, &kept, error);
    const int right =
        found == 1 ? strlen(kept) == RECOVERY_HASH - 1 && sodium_memcmp(kept, hash, RECOVERY_HASH - 1) == 0 : found;
    free(kept);
    return right;
}
