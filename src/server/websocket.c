/*
 * Connections: the WebSocket side of the server, as libwebsockets wants it. What arrives is put together and handed to
 * messages.c; what is to be sent waits in a queue until the loop has committed.
 */
#include "server/connections.h"
#include "server/log.h"
#include "server/room.h"
#include "server/sessions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_OUT_BYTES = 4 << 20, MAX_WATCHES = 32, WARNINGS = 50, PIECES = 64, PIECE_BYTES = 512 };

/* --- sending ------------------------------------------------------------------------------------------------------- */

void websocket_ask_to_write(struct websocket *link)
{
    link->writing = true;
    lws_callback_on_writable(link->wsi);
}

static struct parcel *new_parcel(const char *text, size_t length)
{
    struct parcel *parcel = calloc(1, sizeof *parcel + LWS_PRE + length);
    if (!parcel)
        return NULL;
    parcel->length = length;
    memcpy(parcel->bytes + LWS_PRE, text, length);
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
    websocket_ask_to_write(link);
    return parcel;
}

void websocket_answer(struct server *server, struct websocket *link, int64_t number, const char *text, size_t length)
{
    struct parcel *parcel = parcel_for(link, text, length);
    if (!parcel)
        return;
    parcel->turn = server->turn;
    parcel->answers = number;
    parcel->since = number ? server->message_came : 0;
    *link->out_last = parcel;
    link->out_last = &parcel->next;
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

void websocket_take_back(const struct server *server, struct websocket *link)
{
    for (struct parcel **at = &link->out; *at;) {
        struct parcel *parcel = *at;
        if (parcel->turn != server->turn) {
            at = &parcel->next;
            continue;
        }
        struct parcel *instead = parcel->answers ? taken_back(parcel) : NULL;
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

/* The client has read everything: what was kept back for it can be said now. */
static void catch_up(struct server *server, struct websocket *link)
{
    for (struct watch *watch = link->watches; watch; watch = watch->next_in_link)
        if (watch->behind) {
            watch->behind = false;
            room_touch(server, watch->room);
        }
}

static int send_first(struct server *server, struct websocket *link)
{
    struct parcel *parcel = link->out;
    const int sent = lws_write(link->wsi, parcel->bytes + LWS_PRE, parcel->length, LWS_WRITE_TEXT);
    const bool whole = sent >= (int)parcel->length;
    link->out = parcel->next;
    if (!link->out)
        link->out_last = &link->out;
    link->out_bytes -= parcel->length;
    if (parcel->since)
        durations_add(&server->metrics.message, parcel->since);
    free(parcel);
    return whole ? 0 : -1;
}

/* As much as the connection takes. What was queued in this turn of the loop waits for its commit; what is older goes, or a
   busy table would keep everybody else waiting. */
static int send_waiting(struct server *server, struct websocket *link)
{
    do {
        if (!link->out)
            return link->closing ? -1 : 0;
        if (!server_may_tell(server, link->out->turn)) {
            if (server->trouble.on)
                return 0; /* trouble.c asks again when it is over */
            break;
        }
        if (send_first(server, link) < 0)
            return -1;
    } while (link->out && !lws_send_pipe_choked(link->wsi));
    if (link->out || link->closing)
        websocket_ask_to_write(link);
    else
        catch_up(server, link);
    return 0;
}

/* --- watching ------------------------------------------------------------------------------------------------------ */

struct watch *websocket_watch(struct websocket *link, const struct room *room)
{
    for (struct watch *watch = link->watches; watch; watch = watch->next_in_link)
        if (watch->room == room)
            return watch;
    return NULL;
}

/* Out of the room; the link has forgotten it already. */
static void let_go(struct watch *gone)
{
    for (struct watch **at = &gone->room->watches; *at; at = &(*at)->next_in_room)
        if (*at == gone) {
            *at = gone->next_in_room;
            break;
        }
    gone->room->used = steady_ms();
    free(gone->sent);
    free(gone->muted);
    free(gone);
}

void websocket_unwatch(struct watch *gone)
{
    for (struct watch **at = &gone->link->watches; *at; at = &(*at)->next_in_link)
        if (*at == gone) {
            *at = gone->next_in_link;
            break;
        }
    let_go(gone);
}

struct watch *websocket_add_watch(struct websocket *link, struct room *room)
{
    int count = 0;
    for (const struct watch *watch = link->watches; watch; watch = watch->next_in_link)
        count++;
    struct watch *watch = count < MAX_WATCHES ? calloc(1, sizeof *watch) : NULL;
    if (!watch)
        return NULL;
    watch->link = link;
    watch->room = room;
    watch->next_in_link = link->watches;
    link->watches = watch;
    watch->next_in_room = room->watches;
    room->watches = watch;
    return watch;
}

void websocket_lose_rooms(struct websocket *link)
{
    struct watch *watch = link->watches;
    link->watches = NULL;
    for (struct watch *next; watch; watch = next) {
        next = watch->next_in_link;
        struct lost_watch *lost = malloc(sizeof *lost);
        if (lost) {
            *lost = (struct lost_watch){.next = link->lost, .seat = watch->seat};
            memcpy(lost->table, watch->room->id, sizeof lost->table);
            link->lost = lost;
        }
        let_go(watch);
    }
}

void websocket_forget_lost(struct websocket *link)
{
    for (struct lost_watch *next; link->lost; link->lost = next) {
        next = link->lost->next;
        free(link->lost);
    }
}

/* --- the protocol, as libwebsockets wants it ----------------------------------------------------------------------- */

int websocket_refusal(struct server *server, struct lws *wsi)
{
    struct store_person person;
    char address[ADDRESS_SIZE], path[16];
    if (lws_hdr_copy(wsi, path, sizeof path, WSI_TOKEN_GET_URI) <= 0 || strcmp(path, "/ws") != 0)
        return 404;
    address_asking(server, wsi, address);
    struct visitor *visitor = visitor_of(&server->visitors, address);
    if (!visitor || visitor->links >= server->config.max_connections ||
        !bucket_take(&visitor->requests, server->config.max_requests * 4, server->config.max_requests)) {
        server->metrics.refused++;
        return 503;
    }
    if (server->stopping)
        return 503;
    if (!origin_right(server, wsi))
        return 403;
    return person_asking(server, wsi, &person) ? 0 : 401;
}

static int opened(struct server *server, struct websocket *link, struct lws *wsi)
{
    struct asker asker;
    struct flip_error error;
    char address[ADDRESS_SIZE];
    memset(link, 0, sizeof *link);
    link->wsi = wsi;
    link->out_last = &link->out;
    address_asking(server, wsi, address);
    if (!session_asking(server, wsi, &asker) || !(link->visitor = visitor_of(&server->visitors, address)) ||
        !(link->present = server_arrive(server, &asker.person)))
        return -1;
    connection_deadline(wsi, 0);
    memcpy(link->session, asker.session.id, sizeof link->session);
    if (server_ready(server) && session_use(server, wsi, &asker, &error) < 0)
        server_note_error(server, &error);
    link->id = ++server->last_link;
    link->visitor->links++;
    link->next = server->links;
    if (server->links)
        server->links->previous = link;
    server->links = link;
    server->websocket_count++;
    server->metrics.connections++;
    trouble_tell(server, link);
    return 0;
}

static void closed(struct server *server, struct websocket *link)
{
    if (!link->wsi)
        return;
    link->closing = true;
    websocket_lose_rooms(link);
    websocket_forget_lost(link);
    trouble_forget_link(server, link);
    websocket_drop_queue(link);
    free(link->incoming);
    if (link->id) {
        if (link->previous)
            link->previous->next = link->next;
        else
            server->links = link->next;
        if (link->next)
            link->next->previous = link->previous;
        server->websocket_count--;
        link->visitor->links--;
        server_depart(server, link->present);
    }
    link->wsi = NULL;
}

bool websocket_in_rate(const struct server *server, struct websocket *link)
{
    return bucket_take(&link->messages, server->config.max_rate * 2, server->config.max_rate);
}

void websocket_warn(struct websocket *link)
{
    if (++link->warnings <= WARNINGS)
        return;
    log_event("warn", "too_fast", "address", link->visitor->address, NULL);
    websocket_close(link);
}

/* Pings and pongs have a rate of their own. libwebsockets answers a ping by itself and then says that the connection can be written
   to: if nobody had asked for that, there was a ping. Now and then it says so after a message too, so the rate leaves room for that. */
static void controlled(const struct server *server, struct websocket *link)
{
    if (!link->closing && !bucket_take(&link->pings, server->config.max_rate * 4, server->config.max_rate * 2))
        websocket_warn(link);
}

static int writable(struct server *server, struct websocket *link)
{
    if (!link->writing)
        controlled(server, link);
    link->writing = false;
    return send_waiting(server, link);
}

/* Puts a fragment to what has come before. -1: too long, or crumbled into too many. */
static int gather(const struct server *server, struct websocket *link, const char *bytes, size_t length)
{
    if (link->incoming_length + length > (size_t)server->config.max_message ||
        ++link->pieces > PIECES + server->config.max_message / PIECE_BYTES)
        return -1;
    char *larger = realloc(link->incoming, link->incoming_length + length + 1);
    if (!larger)
        return -1;
    if (length > 0)
        memcpy(larger + link->incoming_length, bytes, length);
    link->incoming = larger;
    link->incoming_length += length;
    return 0;
}

static int received(struct server *server, struct websocket *link, const char *bytes, size_t length)
{
    if (link->closing)
        return 0;
    if (gather(server, link, bytes, length) < 0) {
        lws_close_reason(link->wsi, LWS_CLOSE_STATUS_MESSAGE_TOO_LARGE, NULL, 0);
        return -1;
    }
    if (lws_is_final_fragment(link->wsi) && lws_remaining_packet_payload(link->wsi) == 0) {
        websocket_receive(server, link);
        free(link->incoming);
        link->incoming = NULL;
        link->incoming_length = 0;
        link->pieces = 0;
    }
    return 0;
}

static int on_socket(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length)
{
    struct server *server = lws_context_user(lws_get_context(wsi));
    struct websocket *link = user;
    switch (reason) {
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION:
        return connection_upgrades(wsi) ? 0 : -1;
    case LWS_CALLBACK_ESTABLISHED:
        return opened(server, link, wsi);
    case LWS_CALLBACK_RECEIVE:
        return received(server, link, in, length);
    case LWS_CALLBACK_SERVER_WRITEABLE:
        return writable(server, link);
    case LWS_CALLBACK_RECEIVE_PONG:
        controlled(server, link);
        return 0;
    case LWS_CALLBACK_CLOSED:
        closed(server, link);
        return 0;
    default:
        return 0;
    }
}

const struct lws_protocols websocket_protocol = {"flipside", on_socket, sizeof(struct websocket), 2048, 0, NULL, 0};
