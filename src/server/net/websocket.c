/*
 * Connections: the WebSocket side of the server, as libwebsockets wants it. What arrives is put together and handed to whoever
 * handles messages; what is to be sent waits in a queue until the loop has committed.
 */
#include "server/net/websocket.h"

#include "server/loop/loop.h"
#include "server/net/connections.h"
#include "server/net/headers.h"
#include "server/net/held.h"
#include "server/net/joined.h"
#include "server/net/limits.h"
#include "server/net/masks.h"
#include "server/net/net.h"
#include "server/net/outbox.h"
#include "server/net/pacing.h"
#include "server/net/share.h"
#include "server/net/visiting.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WARNINGS = 50, PIECES = 64, PIECE_BYTES = 512, SILENT_SECONDS = 25, GONE_SECONDS = 15 };

/* --- sending ------------------------------------------------------------------------------------------------------- */

static int write_text(struct websocket *link, struct parcel *parcel, bool more)
{
    joined_more(more);
    const int sent = lws_write(link->wsi, parcel->bytes + LWS_PRE, parcel->length, LWS_WRITE_TEXT);
    joined_more(false);
    return sent;
}

static int send_first(struct server *server, struct websocket *link)
{
    struct parcel *parcel = link->out;
    const int sent = write_text(link, parcel, parcel->next && server_may_tell(server, parcel->next->turn));
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
            if (server->outage.on)
                return 0; /* held.c asks again when it is over */
            break;
        }
        if (send_first(server, link) < 0)
            return -1;
    } while (link->out && !lws_partial_buffered(link->wsi)); /* what the system does not take, libwebsockets keeps */
    if (link->out || link->closing)
        websocket_ask_to_write(link);
    else
        server->net->messages->caught_up(server, link);
    return 0;
}

/* A connection that cannot take it now, or not any more, is asked for when it can be written to. */
static void send_now(struct server *server, struct websocket *link)
{
    if (link->leaving || lws_partial_buffered(link->wsi)) {
        websocket_ask_to_write(link);
    } else if (send_waiting(server, link) < 0) {
        websocket_drop_queue(link);
        websocket_close(link);
    }
}

void websockets_send(struct server *server)
{
    for (struct websocket *link; (link = server->net->filled);) {
        server->net->filled = link->next_filled;
        link->filled = false;
        send_now(server, link);
    }
}

static void forget_filled(struct net *net, struct websocket *gone)
{
    for (struct websocket **at = &net->filled; gone->filled && *at; at = &(*at)->next_filled)
        if (*at == gone) {
            *at = gone->next_filled;
            gone->filled = false;
            return;
        }
}

/* --- the protocol, as libwebsockets wants it ----------------------------------------------------------------------- */

int websocket_refusal(struct server *server, struct lws *wsi)
{
    char address[ADDRESS_SIZE], path[16];
    if (!masks_head_plain(lws_get_socket_fd(wsi)))
        return 400;
    if (lws_hdr_copy(wsi, path, sizeof path, WSI_TOKEN_GET_URI) <= 0 || strcmp(path, "/ws") != 0 ||
        !masks_address_plain(lws_get_socket_fd(wsi)))
        return 404;
    address_asking(server, wsi, address);
    struct visitor *visitor = visitor_of(&server->net->visitors, address);
    if (!visitor || visitor->links >= server->config.max_connections ||
        !bucket_take(&visitor->requests, server->config.max_requests * 4, server->config.max_requests)) {
        server->metrics.refused++;
        return 503;
    }
    spent_note(server, visitor);
    if (server->stopping)
        return 503;
    if (!origin_right(server, wsi) || !host_right(server, wsi))
        return 403;
    const bool known = server->net->messages->known(server, wsi);
    return known ? 0 : store_lost(server->store) ? 503 : 401; /* without the store nobody is known */
}

static void heard(struct websocket *link)
{
    link->heard = lws_now_usecs();
    link->asked = 0;
}

static int opened(struct server *server, struct websocket *link, struct lws *wsi)
{
    struct net *net = server->net;
    char address[ADDRESS_SIZE];
    memset(link, 0, net->messages->size);
    link->wsi = wsi;
    heard(link);
    link->out_last = &link->out;
    if (!masks_expect(lws_get_socket_fd(wsi)))
        return -1;
    address_asking(server, wsi, address);
    if (!(link->visitor = visitor_of(&net->visitors, address)) || net->messages->opened(server, link) < 0)
        return -1;
    connection_deadline(wsi, 0);
    link->id = ++net->last_link;
    link->visitor->links++;
    link->next = net->links;
    if (net->links)
        net->links->previous = link;
    net->links = link;
    net->websocket_count++;
    server->metrics.connections++;
    held_tell(server, link);
    return 0;
}

static void closed(struct server *server, struct websocket *link)
{
    struct net *net = server->net;
    if (!link->wsi)
        return;
    link->closing = true;
    held_forget_websocket(server, link);
    pace_forget_websocket(link);
    forget_filled(net, link);
    websocket_drop_queue(link);
    free(link->incoming);
    if (link->id) {
        if (link->previous)
            link->previous->next = link->next;
        else
            net->links = link->next;
        if (link->next)
            link->next->previous = link->previous;
        net->websocket_count--;
        link->visitor->links--;
        net->messages->closed(server, link);
    }
    link->wsi = NULL;
}

/* Is the connection within its rate of messages? */
static bool in_rate(const struct server *server, struct websocket *link)
{
    return bucket_take(&link->messages, server->config.max_rate * 2, server->config.max_rate);
}

/* Too many messages: it is closed when it does not stop. */
static void warn(struct websocket *link)
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
        warn(link);
}

/* Something is in it, and comes back: libwebsockets says nothing of a pong that is empty. */
static int ping(struct websocket *link)
{
    unsigned char room[LWS_PRE + 1] = {[LWS_PRE] = '?'};
    link->ping_due = false;
    return lws_write(link->wsi, room + LWS_PRE, 1, LWS_WRITE_PING) < 0 ? -1 : 0;
}

static int writable(struct server *server, struct websocket *link)
{
    if (!link->writing)
        controlled(server, link);
    link->writing = false;
    if (link->ping_due && ping(link) < 0)
        return -1;
    return send_waiting(server, link);
}

/* libwebsockets could do it, with a timer for each connection. It keeps timers in a list and goes through it for each message that sets one
   anew: then everybody's message would cost more, the more others are silent. */
void websockets_look(struct server *server)
{
    const lws_usec_t now = lws_now_usecs();
    for (struct websocket *link = server->net->links; link; link = link->next) {
        if (link->asked && now - link->asked > GONE_SECONDS * LWS_US_PER_SEC) {
            lws_set_timeout(link->wsi, PENDING_TIMEOUT_USER_REASON_BASE, LWS_TO_KILL_ASYNC);
        } else if (!link->asked && now - link->heard > SILENT_SECONDS * LWS_US_PER_SEC) {
            link->asked = now;
            link->ping_due = true;
            websocket_ask_to_write(link);
        }
    }
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

/* A whole message has arrived in link->incoming. */
static void arrived(struct server *server, struct websocket *link)
{
    struct flip_error error;
    server->metrics.messages++;
    if (!in_rate(server, link)) {
        flip_fail(&error, FLIP_ERROR_LIMIT, "Too many messages: at most %d a second.", server->config.max_rate);
        server->metrics.errors++;
        websocket_refuse(server, link, message_number(link->incoming, link->incoming_length), &error);
        warn(link);
        return;
    }
    if (!pace_message(server, link))
        message_arrived(server, link, link->incoming, link->incoming_length, (int64_t)lws_now_usecs());
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
        arrived(server, link);
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
        heard(link);
        return received(server, link, in, length);
    case LWS_CALLBACK_SERVER_WRITEABLE:
        return writable(server, link);
    case LWS_CALLBACK_WS_PEER_INITIATED_CLOSE:
        link->leaving = true;
        return 0;
    case LWS_CALLBACK_RECEIVE_PONG:
        heard(link);
        controlled(server, link);
        return 0;
    case LWS_CALLBACK_CLOSED:
        closed(server, link);
        return 0;
    default:
        return 0;
    }
}

struct lws_protocols websocket_protocol(size_t size)
{
    return (struct lws_protocols){"flipside", on_socket, size, 2048, 0, NULL, 0};
}
