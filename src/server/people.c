/* Cookies and nicknames. */
#include "server/people.h"

#include <ctype.h>
#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uchar.h>
#include <wctype.h>

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

/* Before the first sign-out the number is left out: so were the cookies of guests before there were accounts. */
void cookie_sign(const unsigned char secret[STORE_SECRET_BYTES], const struct store_person *person, int64_t now,
                 char out[COOKIE_SIZE])
{
    char text[80], mac[65];
    int length = snprintf(text, sizeof text, "%s.%" PRId64, person->id, now / 3600000);
    if (person->sessions > 0)
        length += snprintf(text + length, sizeof text - (size_t)length, ".%" PRId64, person->sessions);
    sign(secret, text, (size_t)length, mac);
    snprintf(out, COOKIE_SIZE, "%s.%s", text, mac);
}

/* The number after the second dot of "id.hour.number". */
static int64_t sessions_of(const char *value, size_t length)
{
    char text[COOKIE_SIZE];
    snprintf(text, sizeof text, "%.*s", (int)length, value);
    const char *first = strchr(text, '.'), *second = first ? strchr(first + 1, '.') : NULL;
    return second ? strtoll(second + 1, NULL, 10) : 0;
}

/* The value of a cookie in a header, up to its signature, if that holds. NULL: there is none, or somebody else made it. */
static const char *signed_value(const unsigned char secret[STORE_SECRET_BYTES], const char *header, const char *name,
                                size_t longest, size_t *signed_length)
{
    for (const char *part = header; part; part = strchr(part, ';')) {
        part += strspn(part, "; ");
        if (strncmp(part, name, strlen(name)) != 0)
            continue;
        const char *value = part + strlen(name);
        const size_t length = strcspn(value, "; ");
        if (length >= longest || length <= 65)
            return NULL;
        *signed_length = length - 65;
        char mac[65];
        sign(secret, value, *signed_length, mac);
        const bool holds = value[*signed_length] == '.' && sodium_memcmp(mac, value + *signed_length + 1, 64) == 0;
        return holds ? value : NULL;
    }
    return NULL;
}

bool cookie_read(const unsigned char secret[STORE_SECRET_BYTES], const char *header, char person[STORE_ID],
                 int64_t *sessions)
{
    size_t length;
    const char *value = signed_value(secret, header, "flipside=", COOKIE_SIZE, &length);
    if (!value || length < STORE_ID)
        return false;
    snprintf(person, STORE_ID, "%.*s", STORE_ID - 1, value);
    *sessions = sessions_of(value, length);
    return id_looks_right(person);
}

/* --- the tries of a day, as a device remembers them ---------------------------------------------------------------- */

void tries_sign(const unsigned char secret[STORE_SECRET_BYTES], const char *tries, char out[TRIES_SIZE])
{
    char mac[65];
    sign(secret, tries, strlen(tries), mac);
    snprintf(out, TRIES_SIZE, "%.*s.%s", TRIES_SIZE - 70, tries, mac);
}

void tries_read(const unsigned char secret[STORE_SECRET_BYTES], const char *header, const char *day,
                char out[TRIES_SIZE])
{
    size_t length;
    const char *value = signed_value(secret, header, "flipside_tries=", TRIES_SIZE, &length);
    const bool today = value && strncmp(value, day, strlen(day)) == 0;
    snprintf(out, TRIES_SIZE, "%.*s", today ? (int)length : (int)strlen(day), today ? value : day);
}

bool tries_have(const char *tries, const char *game)
{
    const size_t length = strlen(game);
    for (const char *dot = strchr(tries, '.'); dot; dot = strchr(dot + 1, '.'))
        if (strncmp(dot + 1, game, length) == 0 && (dot[1 + length] == '.' || dot[1 + length] == '\0'))
            return true;
    return false;
}

/* --- names --------------------------------------------------------------------------------------------------------- */

/* What nobody sees, and could be used to look like somebody else: control characters, direction and joining marks,
   fillers. */
static const struct {
    uint32_t first, last;
} invisible[] = {
    {0x0000, 0x001f}, {0x007f, 0x009f}, {0x00ad, 0x00ad}, {0x034f, 0x034f}, {0x061c, 0x061c},   {0x115f, 0x1160},
    {0x17b4, 0x17b5}, {0x180b, 0x180f}, {0x200b, 0x200f}, {0x2028, 0x202e}, {0x2060, 0x206f},   {0x3164, 0x3164},
    {0xd800, 0xdfff}, {0xfeff, 0xfeff}, {0xffa0, 0xffa0}, {0xfff0, 0xfffb}, {0xe0000, 0xe0fff},
};

/* The next character of UTF-8 text, or -1 if it is none. */
static int32_t next_character(const char **text)
{
    const unsigned char *c = (const unsigned char *)*text;
    const int more = *c < 0x80 ? 0 : *c >> 5 == 6 ? 1 : *c >> 4 == 14 ? 2 : *c >> 3 == 30 ? 3 : -1;
    static const unsigned char bits[] = {0x7f, 0x1f, 0x0f, 0x07};
    if (more < 0)
        return -1;
    uint32_t code = *c & bits[more];
    for (int i = 1; i <= more; i++) {
        if (c[i] >> 6 != 2)
            return -1;
        code = code << 6 | (c[i] & 0x3f);
    }
    *text += more + 1;
    return (int32_t)code;
}

int text_characters(const char *text)
{
    int count = 0;
    while (*text) {
        const int32_t code = next_character(&text);
        if (code < 0)
            return -1;
        for (size_t i = 0; i < sizeof invisible / sizeof *invisible; i++)
            if ((uint32_t)code >= invisible[i].first && (uint32_t)code <= invisible[i].last)
                return -1;
        count++;
    }
    return count;
}

void name_cut(char *name, int characters)
{
    const char *at = name;
    for (int i = 0; i < characters && *at; i++)
        if (next_character(&at) < 0)
            break;
    name[at - name] = '\0';
}

void name_fit(const char *name, char *out, size_t size)
{
    const char *at = name, *end = name;
    while (*at && next_character(&at) >= 0 && (size_t)(at - name) < size)
        end = at;
    snprintf(out, size, "%.*s", (int)(end - name), name);
}

int name_clean(const char *wanted, char out[STORE_NAME], struct flip_error *error)
{
    size_t length = 0;
    bool gap = false;
    for (; *wanted; wanted++) { /* no space at the ends, one between words */
        if (isspace((unsigned char)*wanted)) {
            gap = length > 0;
            continue;
        }
        if (length + 2 >= STORE_NAME)
            return flip_fail(error, "bad_name", "A name has at most %d characters.", NAME_LONGEST);
        if (gap)
            out[length++] = ' ';
        gap = false;
        out[length++] = *wanted;
    }
    out[length] = '\0';
    const int count = text_characters(out);
    if (count < 0)
        return flip_fail(error, "bad_name", "A name has letters, digits, signs and spaces, nothing invisible.");
    if (count == 0 || count > NAME_LONGEST)
        return flip_fail(error, "bad_name", "A name has 1 to %d characters.", NAME_LONGEST);
    return 0;
}

static size_t put_character(uint32_t code, char *out)
{
    if (code < 0x80) {
        out[0] = (char)code;
        return 1;
    }
    const int more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    static const unsigned char lead[] = {0, 0xc0, 0xe0, 0xf0};
    out[0] = (char)(lead[more] | code >> 6 * more);
    for (int i = 1; i <= more; i++)
        out[i] = (char)(0x80 | (code >> 6 * (more - i) & 0x3f));
    return (size_t)more + 1;
}

/* Small Latin letters that can be written as one character or as a letter and a mark, which look the same: by mark, the letters
   without it and with it. */
static const struct {
    uint32_t mark;
    const char32_t *without, *with;
} marks[] = {
    {0x0300, U"aeiouünēōwâăêôơưy", U"àèìòùǜǹḕṑẁầằềồờừỳ"},
    {0x0301, U"aeiouyclnrszügåæøçēïkmõōpũwâăêôơư", U"áéíóúýćĺńŕśźǘǵǻǽǿḉḗḯḱḿṍṓṕṹẃấắếốớứ"},
    {0x0302, U"aeioucghjswyzạẹọ", U"âêîôûĉĝĥĵŝŵŷẑậệộ"},
    {0x0303, U"anoiuvâăeêôơưy", U"ãñõĩũṽẫẵẽễỗỡữỹ"},
    {0x0304, U"aeiouüäȧæǫöõȯygḷṛ", U"āēīōūǖǟǡǣǭȫȭȱȳḡḹṝ"},
    {0x0306, U"aegiouȩạ", U"ăĕğĭŏŭḝặ"},
    {0x0307, U"cegzaobdfhmnprsśšṣtwxyſ", U"ċėġżȧȯḃḋḟḣṁṅṗṙṡṥṧṩṫẇẋẏẛ"},
    {0x0308, U"aeiouyhõūwxt", U"äëïöüÿḧṏṻẅẍẗ"},
    {0x0309, U"aâăeêioôơuưy", U"ảẩẳẻểỉỏổởủửỷ"},
    {0x030a, U"auwy", U"åůẘẙ"},
    {0x030b, U"ou", U"őű"},
    {0x030c, U"cdelnrstzaiouügkʒjh", U"čďěľňřšťžǎǐǒǔǚǧǩǯǰȟ"},
    {0x030f, U"aeioru", U"ȁȅȉȍȑȕ"},
    {0x0311, U"aeioru", U"ȃȇȋȏȓȗ"},
    {0x031b, U"ou", U"ơư"},
    {0x0323, U"bdhklmnrstvwzaeioơuưy", U"ḅḍḥḳḷṃṇṛṣṭṿẉẓạẹịọợụựỵ"},
    {0x0324, U"u", U"ṳ"},
    {0x0325, U"a", U"ḁ"},
    {0x0326, U"st", U"șț"},
    {0x0327, U"cgklnrstedh", U"çģķļņŗşţȩḑḩ"},
    {0x0328, U"aeiuo", U"ąęįųǫ"},
    {0x032d, U"delntu", U"ḓḙḽṋṱṷ"},
    {0x032e, U"h", U"ḫ"},
    {0x0330, U"eiu", U"ḛḭṵ"},
    {0x0331, U"bdklnrtzh", U"ḇḏḵḻṉṟṯẕẖ"},
};

/* The one character that a letter and a mark make, or 0. */
static uint32_t compose(uint32_t letter, uint32_t mark)
{
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        for (size_t k = 0; marks[i].mark == mark && marks[i].without[k]; k++)
            if (marks[i].without[k] == letter)
                return marks[i].with[k];
    return 0;
}

void name_fold(const char *name, char out[STORE_NAME])
{
    size_t length = 0;
    uint32_t letter = 0;
    while (*name && length + 9 < STORE_NAME) {
        const int32_t code = next_character(&name);
        if (code < 0)
            break;
        const uint32_t small = (uint32_t)towlower((wint_t)code), whole = letter ? compose(letter, small) : 0;
        if (letter && !whole)
            length += put_character(letter, out + length);
        letter = whole ? whole : small;
    }
    if (letter)
        length += put_character(letter, out + length);
    out[length] = '\0';
}

bool name_same(const char *a, const char *b)
{
    char first[STORE_NAME], second[STORE_NAME];
    name_fold(a, first);
    name_fold(b, second);
    return strcmp(first, second) == 0;
}
