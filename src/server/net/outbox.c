/* What is to be sent to a WebSocket: see net.h. */
#include "server/net/parts.h"

#include "core/hash.h"
#include "server/loop/loop.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_OUT_BYTES = 4 << 20, MOST_RETRIES = 3 };

void websocket_ask_to_write(struct websocket *link) { connection_wake(link->wsi); }

static struct parcel *new_parcel(const char *text, size_t length)
{
    struct parcel *parcel = malloc(sizeof *parcel + length);
    if (!parcel)
        return NULL;
    *parcel = (struct parcel){.length = length};
    memcpy(parcel->text, text, length);
    return parcel;
}

/* NULL: the connection takes no more. */
static struct parcel *parcel_for(struct websocket *link, const char *text, size_t length)
{
    if (link->closing)
        return NULL;
    struct parcel *parcel = link->out_bytes + length <= MAX_OUT_BYTES ? new_parcel(text, length) : NULL;
    if (!parcel) { /* a client that does not read is let go */
        websocket_drop_queue(link);
        websocket_close(link);
        return NULL;
    }
    link->out_bytes += length;
    return parcel;
}

/* It leaves at the end of this turn of the loop: asking when the connection can be written to would cost two calls of the system and
   another turn. */
static void fill(struct net *net, struct websocket *link)
{
    if (link->filled)
        return;
    link->filled = true;
    link->next_filled = net->filled;
    net->filled = link;
}

static struct parcel *queue(struct server *server, struct websocket *link, const char *text, size_t length)
{
    struct parcel *parcel = parcel_for(link, text, length);
    if (!parcel)
        return NULL;
    parcel->turn = server->loop.turn;
    *link->out_last = parcel;
    link->out_last = &parcel->next;
    fill(server->net, link);
    return parcel;
}

void websocket_answer(struct server *server, struct websocket *link, int64_t number, const char *text, size_t length)
{
    struct parcel *parcel = queue(server, link, text, length);
    if (!parcel)
        return;
    parcel->answers = number;
    parcel->since = number ? server->net->message_came : 0;
}

void websocket_send_snapshot(struct server *server, struct websocket *link, const char *text, size_t length)
{
    struct parcel *parcel = queue(server, link, text, length);
    if (parcel)
        parcel->snapshot = true;
}

void websocket_send(struct server *server, struct websocket *link, const char *text, size_t length)
{
    websocket_answer(server, link, 0, text, length);
}

void websocket_tell(struct websocket *link, const char *text, size_t length)
{
    struct parcel *parcel = parcel_for(link, text, length);
    if (!parcel)
        return;
    parcel->next = link->out;
    link->out = parcel;
    if (!parcel->next)
        link->out_last = &parcel->next;
    websocket_ask_to_write(link);
}

static struct parcel *taken_back(const struct parcel *parcel)
{
    char text[160];
    const int length =
        snprintf(text, sizeof text,
                 "{\"re\":%lld,\"ok\":false,\"error\":{\"code\":\"store\",\"message\":\"The server could "
                 "not save that. Please try again.\"}}",
                 (long long)parcel->answers);
    return new_parcel(text, (size_t)length);
}

static uint64_t message_hash(const char *who, int64_t number)
{
    const uint64_t hash = flip_hash((uint64_t)number * UINT64_C(0x9e3779b97f4a7c15), who, strlen(who));
    return hash ^ hash >> 32;
}

/* A message that fails its turn every time would undo everybody's changes with it, so it is refused in the end. */
static bool tried_enough(struct net *net, const char *who, int64_t number)
{
    const uint64_t message = message_hash(who, number);
    struct retry *retry = &net->retries[message % RETRIES];
    if (retry->message != message)
        *retry = (struct retry){.message = message};
    return ++retry->count >= MOST_RETRIES;
}

/* With several servers, a turn is undone if another server was first, and can then be done again: the client reconnects,
   as after a crash, and resends what was not answered. A message that was undone too often is refused, as by one server
   alone. */
void websocket_take_back(const struct server *server, struct websocket *link, const char *who)
{
    const bool shared = store_shared(server->loop.store);
    for (struct parcel **at = &link->out; *at;) {
        struct parcel *parcel = *at;
        if (parcel->turn != server->loop.turn) {
            at = &parcel->next;
            continue;
        }
        const bool again = shared && parcel->answers && !tried_enough(server->net, who, parcel->answers);
        struct parcel *instead = parcel->answers && !again ? taken_back(parcel) : NULL;
        link->closing |= again;
        link->out_bytes -= parcel->length;
        *at = parcel->next;
        if (instead) {
            instead->next = *at;
            *at = instead;
            link->out_bytes += instead->length;
            at = &instead->next;
        }
        free(parcel);
    }
    link->out_last = &link->out;
    while (*link->out_last)
        link->out_last = &(*link->out_last)->next;
    websocket_ask_to_write(link);
}

void websocket_close(struct websocket *link)
{
    link->closing = true;
    websocket_ask_to_write(link);
}

void websocket_drop_queue(struct websocket *link)
{
    for (struct parcel *next; link->out; link->out = next) {
        next = link->out->next;
        free(link->out);
    }
    link->out_last = &link->out;
    link->out_bytes = 0;
}

/* --- answers that say no ------------------------------------------------------------------------------------------------ */

json_t *message_error(int64_t number, const struct flip_error *error)
{
    return json_pack("{s:I, s:b, s:{s:s, s:s}}", "re", (json_int_t)number, "ok", 0, "error", "code",
                     flip_error_word(error->code), "message", error->message);
}

void websocket_refuse(struct server *server, struct websocket *link, int64_t number, const struct flip_error *error)
{
    json_t *body = message_error(number, error);
    char *text = body ? json_dumps(body, JSON_COMPACT) : NULL;
    if (text)
        websocket_answer(server, link, number, text, strlen(text));
    else
        websocket_close(link); /* nobody waits for an answer that does not come */
    free(text);
    json_decref(body);
}

/* What stands after a text: a colon and a number. -1: no colon, so it is no key; 0: another value. */
static int64_t number_after(const char *text, size_t length)
{
    int64_t number = 0;
    size_t i = 0;
    while (i < length && isspace((unsigned char)text[i]))
        i++;
    if (i == length || text[i++] != ':')
        return -1;
    while (i < length && isspace((unsigned char)text[i]))
        i++;
    for (; i < length && isdigit((unsigned char)text[i]) && number < INT64_MAX / 100; i++)
        number = 10 * number + (text[i] - '0');
    return number;
}

/* The number after a key `n` of the outermost object. It is looked for in whatever has come, so it is not parsed: a message that is
   refused because there are too many must not cost as much as one that is done. */
int64_t message_number(const char *text, size_t length)
{
    int depth = 0;
    for (size_t i = 0; i < length; i++) {
        if (text[i] == '{' || text[i] == '[') {
            depth++;
        } else if (text[i] == '}' || text[i] == ']') {
            depth--;
        } else if (text[i] == '"') {
            const size_t start = ++i;
            while (i < length && text[i] != '"')
                i += text[i] == '\\' ? 2 : 1;
            const bool named = depth == 1 && i < length && i == start + 1 && text[start] == 'n';
            const int64_t number = named ? number_after(text + i + 1, length - i - 1) : -1;
            if (number >= 0)
                return number;
        }
    }
    return 0;
}
