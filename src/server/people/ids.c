/* Ids of people, tables, sessions and invitations. */
#include "server/people/people.h"

#include <string.h>

void fresh_id(char id[STORE_ID])
{
    unsigned char bytes[16];
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2base64(id, STORE_ID, bytes, sizeof bytes, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

bool id_looks_right(const char *id)
{
    static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    return strlen(id) == STORE_ID - 1 && strspn(id, alphabet) == STORE_ID - 1;
}
