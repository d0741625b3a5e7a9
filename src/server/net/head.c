/* The head of a request as it came: see head.h. */
#include "server/net/head.h"

#include <ctype.h>
#include <libwebsockets.h>
#include <string.h>

static bool is_plain(uint8_t byte)
{
    return isascii(byte) && byte && (isalnum(byte) || strchr("-._~!$&'()*+,;=:@", byte));
}

/* --- the address ------------------------------------------------------------------------------------------------------ */

/* `.` and `..` are ways, not parts. */
static bool part_is_way(const struct head *head)
{
    return head->length > 0 && head->length < 3 && head->dots == head->length;
}

/* Only the last part may be empty. A line that ends too soon has no address. */
static void follow_path(struct head *head, uint8_t byte)
{
    const bool ends = byte == '/' || byte == '?' || byte == ' ';
    if (ends ? part_is_way(head) || (byte == '/' && head->length == 0) : !is_plain(byte)) {
        head->stage = byte == '\n' ? HEAD_LINE : HEAD_REST;
    } else if (ends) {
        head->stage = byte == '/' ? HEAD_PATH : byte == '?' ? HEAD_QUERY : HEAD_REST;
        head->address = byte == ' ';
    } else {
        head->length++;
        head->dots += byte == '.';
        return;
    }
    head->length = head->dots = 0;
}

static void follow_query(struct head *head, uint8_t byte)
{
    if (byte > ' ' && byte != 0x7f)
        return;
    head->address = byte == ' ';
    head->stage = byte == '\n' ? HEAD_LINE : HEAD_REST;
}

static void follow_method(struct head *head, uint8_t byte)
{
    if (byte == ' ' && head->length > 0)
        head->stage = HEAD_FIRST;
    else if (byte < 'A' || byte > 'Z')
        head->stage = byte == '\n' ? HEAD_LINE : HEAD_REST;
    head->length = head->stage == HEAD_METHOD;
}

/* --- headers ---------------------------------------------------------------------------------------------------------- */

/* What libwebsockets looks for ends with a colon, or with a space if it is a method. */
static bool begins_a_known_name(const char *name, size_t length)
{
    bool begins = false;
    for (int i = 0;; i++) {
        const char *known = (const char *)lws_token_to_string((enum lws_token_indexes)i);
        if (!known || !*known)
            return begins;
        if (strncmp(known, name, length) == 0) {
            if (strcmp(known + length, ":") == 0)
                return false; /* it is one itself */
            begins = true;
        }
    }
}

static bool is_name(uint8_t byte)
{
    return isascii(byte) && byte && (isalnum(byte) || strchr("!#$%&'*+-.^_`|~", byte));
}

static void follow_name(struct head *head, uint8_t byte)
{
    if (byte == '\r' && head->length == 0)
        return;
    if (byte == '\n' && head->length == 0) {
        head->stage = HEAD_OVER;
    } else if (byte == ':') {
        head->skips |=
            head->length == 0 || (head->length < HEAD_NAME && begins_a_known_name(head->name, (size_t)head->length));
        head->stage = HEAD_REST;
    } else if (!is_name(byte)) {
        head->skips = true;
        head->stage = byte == '\n' ? HEAD_LINE : HEAD_REST;
    } else {
        if (head->length < HEAD_NAME)
            head->name[head->length++] = (char)tolower(byte);
        return;
    }
    head->length = 0;
}

void head_follow(struct head *head, uint8_t byte)
{
    switch (head->stage) {
    case HEAD_METHOD:
        follow_method(head, byte);
        break;
    case HEAD_FIRST:
        head->stage = byte == '/' ? HEAD_PATH : byte == '\n' ? HEAD_LINE : HEAD_REST;
        break;
    case HEAD_PATH:
        follow_path(head, byte);
        break;
    case HEAD_QUERY:
        follow_query(head, byte);
        break;
    case HEAD_REST:
        if (byte == '\n')
            head->stage = HEAD_LINE;
        break;
    case HEAD_LINE:
        follow_name(head, byte);
        break;
    case HEAD_OVER:
        break;
    }
}
