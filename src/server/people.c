/* Cookies and nicknames. */
#include "server/people.h"

#include <ctype.h>
#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

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

static void sign(const unsigned char secret[STORE_SECRET_BYTES], const char *text, size_t length, char out[65])
{
    unsigned char mac[crypto_auth_hmacsha256_BYTES];
    crypto_auth_hmacsha256(mac, (const unsigned char *)text, length, secret);
    sodium_bin2hex(out, 65, mac, sizeof mac);
}

void cookie_sign(const unsigned char secret[STORE_SECRET_BYTES], const char *person, int64_t now, char out[COOKIE_SIZE])
{
    char text[64], mac[65];
    const int length = snprintf(text, sizeof text, "%s.%" PRId64, person, now / 3600000);
    sign(secret, text, (size_t)length, mac);
    snprintf(out, COOKIE_SIZE, "%s.%s", text, mac);
}

bool cookie_read(const unsigned char secret[STORE_SECRET_BYTES], const char *header, char person[STORE_ID])
{
    static const char name[] = "flipside=";
    for (const char *part = header; part; part = strchr(part, ';')) {
        part += strspn(part, "; ");
        if (strncmp(part, name, sizeof name - 1) != 0)
            continue;
        const char *value = part + sizeof name - 1;
        const size_t length = strcspn(value, "; ");
        if (length >= COOKIE_SIZE || length < 65 + STORE_ID)
            return false;
        const size_t signed_length = length - 65;
        char mac[65];
        sign(secret, value, signed_length, mac);
        if (value[signed_length] != '.' || sodium_memcmp(mac, value + signed_length + 1, 64) != 0)
            return false;
        snprintf(person, STORE_ID, "%.*s", STORE_ID - 1, value);
        return id_looks_right(person);
    }
    return false;
}

/* The characters of UTF-8 text, or -1 if it is none, or holds control characters. */
static int count_characters(const char *text)
{
    int count = 0;
    const unsigned char *c = (const unsigned char *)text;
    while (*c) {
        const int more = *c < 0x80 ? 0 : *c >> 5 == 6 ? 1 : *c >> 4 == 14 ? 2 : *c >> 3 == 30 ? 3 : -1;
        if (more < 0 || *c < 0x20 || *c == 0x7f)
            return -1;
        if (c[0] == 0xc2 && c[1] < 0xa0) /* the second block of control characters */
            return -1;
        if (c[0] == 0xe2 && c[1] == 0x80 && (c[2] >= 0xaa || (c[2] >= 0x8b && c[2] <= 0x8f))) /* direction marks */
            return -1;
        c++;
        for (int i = 0; i < more; i++)
            if (*c++ >> 6 != 2)
                return -1;
        count++;
    }
    return count;
}

int name_clean(const char *wanted, char out[STORE_NAME], struct flip_error *error)
{
    enum { LONGEST = 24 };
    wanted += strspn(wanted, " \t\r\n");
    size_t length = strlen(wanted);
    while (length > 0 && isspace((unsigned char)wanted[length - 1]))
        length--;
    if (length >= STORE_NAME)
        return flip_fail(error, "bad_name", "A name has at most %d characters.", LONGEST);
    memcpy(out, wanted, length);
    out[length] = '\0';
    const int count = count_characters(out);
    if (count < 0)
        return flip_fail(error, "bad_name", "A name has letters, digits, signs and spaces, nothing invisible.");
    if (count == 0 || count > LONGEST)
        return flip_fail(error, "bad_name", "A name has 1 to %d characters.", LONGEST);
    return 0;
}

bool name_same(const char *a, const char *b) { return strcasecmp(a, b) == 0; }
