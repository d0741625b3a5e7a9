/*
 * WebSockets. What arrives is put together and handed to whoever handles messages; what is to be sent waits in a queue until the loop has
 * committed.
 */

#include "server/loop/loop.h"
#include "server/net/connection.h"

#include <flipside/text.h>
#include <stdlib.h>
#include <string.h>

enum { WARNINGS = 50, PIECES = 64, PIECE_BYTES = 512, SILENT_SECONDS = 25, GONE_SECONDS = 15 };
enum { BATCH_BYTES = 64 << 10, KEY_LENGTH = 24, KEY_TEXT = 32 };

/* --- sending ------------------------------------------------------------------------------------------------------- */

/* What goes out together goes in one packet: an answer, and the snapshot that follows from it. */
struct batch {
    unsigned char *bytes; /* LWS_PRE bytes come before what is sent */
    size_t length, room;
};

static bool batch_add(struct batch *batch, const void *bytes, size_t length)
{
    const size_t wanted = LWS_PRE + batch->length + length;
    if (wanted > batch->room) {
        unsigned char *larger = realloc(batch->bytes, 2 * wanted);
        if (!larger)
            return false;
        batch->bytes = larger;
        batch->room = 2 * wanted;
    }
    if (length > 0)
        memcpy(batch->bytes + LWS_PRE + batch->length, bytes, length);
    batch->length += length;
    return true;
}

static bool add_frame(struct batch *batch, int kind, bool packed, const void *bytes, size_t length)
{
    uint8_t head[FRAME_HEAD];
    return batch_add(batch, head, frame_head(head, kind, packed, length)) && batch_add(batch, bytes, length);
}

static bool add_parcel(struct net *net, struct websocket *link, const struct parcel *parcel)
{
    size_t length;
    const void *packed = link->frames.may_pack && parcel->snapshot
                             ? deflate_message(net->compressor, &link->history, parcel->text, parcel->length, &length)
                             : NULL;
    return packed ? add_frame(net->batch, FRAME_TEXT, true, packed, length)
                  : add_frame(net->batch, FRAME_TEXT, false, parcel->text, parcel->length);
}

static bool take_first(struct server *server, struct websocket *link)
{
    struct parcel *parcel = link->out;
    const bool added = add_parcel(server->net, link, parcel);
    link->out = parcel->next;
    if (!link->out)
        link->out_last = &link->out;
    link->out_bytes -= parcel->length;
    if (parcel->since)
        histogram_add(&server->loop.metrics.message, parcel->since);
    free(parcel);
    return added;
}

static void add_controls(struct batch *batch, struct websocket *link)
{
    if (link->pong_due)
        add_frame(batch, FRAME_PONG, false, link->pong, link->pong_length);
    if (link->ping_due)
        add_frame(batch, FRAME_PING, false, "?", 1);
    link->pong_due = link->ping_due = false;
}

/* libwebsockets keeps what the system does not take. */
static int write_batch(const struct websocket *link, struct batch *batch)
{
    const size_t length = batch->length;
    batch->length = 0;
    return length == 0 || lws_write(link->wsi, batch->bytes + LWS_PRE, length, LWS_WRITE_RAW) >= 0 ? 0 : -1;
}

/* As much as the connection takes. What was queued in this turn of the loop waits for its commit; what is older goes, or a
   busy table would keep everybody else waiting. */
static int send_waiting(struct server *server, struct websocket *link)
{
    struct batch *batch = server->net->batch;
    batch->length = 0;
    add_controls(batch, link);
    while (link->out && batch->length < BATCH_BYTES && turn_is_durable(&server->loop, link->out->turn))
        if (!take_first(server, link))
            return -1;
    if (!link->out && link->closing)
        add_frame(batch, FRAME_CLOSE, false, link->goodbye, link->goodbye_length);
    if (write_batch(link, batch) < 0 || (!link->out && link->closing))
        return -1;
    if (link->out && !turn_is_durable(&server->loop, link->out->turn) && server->loop.outage.on)
        return 0; /* pending.c asks again when it is over */
    if (link->out)
        websocket_ask_to_write(link);
    else
        server->net->messages->caught_up(server, link);
    return 0;
}

/* A connection that cannot take it now, or not any more, is asked for when it can be written to. */
static void send_now(struct server *server, struct websocket *link)
{
    if (lws_partial_buffered(link->wsi)) {
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

/* --- from beginning to end ----------------------------------------------------------------------------------------- */

/* Version 13 is RFC 6455. */
static bool asks_well(const struct head *head)
{
    char key[KEY_TEXT], version[4];
    return head_header(head, "sec-websocket-key", key, sizeof key) == KEY_LENGTH &&
           head_header(head, "sec-websocket-version", version, sizeof version) == 2 && strcmp(version, "13") == 0 &&
           head_lists(head, "connection", "upgrade") && head_lists(head, "sec-websocket-protocol", "flipside");
}

int websocket_refusal(struct server *server, struct lws *wsi)
{
    const struct head *head = connection_head(wsi);
    char address[ADDRESS_SIZE];
    if (strcmp(head->method, "GET") != 0 || head->path_length != 3 || strncmp(head->path, "/ws", 3) != 0 ||
        !head->address)
        return 404;
    address_asking(server, wsi, address);
    struct visitor *visitor = visitor_of(&server->net->visitors, address);
    if (!visitor || visitor->links >= server->loop.config.max_connections ||
        !bucket_take(&visitor->requests, server->loop.config.max_requests * 4, server->loop.config.max_requests)) {
        server->loop.metrics.refused++;
        return 503;
    }
    rate_limits_note(server, visitor);
    if (server->loop.stopping)
        return 503;
    if (!origin_right(server, wsi) || !host_right(server, wsi))
        return 403;
    const bool known = server->net->messages->known(server, wsi);
    if (!known)
        return store_lost(server->loop.store) ? 503 : 401; /* without the store nobody is known */
    return asks_well(head) ? 0 : 400;
}

static void heard(struct websocket *link)
{
    link->heard = now_us();
    link->asked = 0;
}

static int opened(struct server *server, struct websocket *link)
{
    struct net *net = server->net;
    char address[ADDRESS_SIZE];
    heard(link);
    link->out_last = &link->out;
    address_asking(server, link->wsi, address);
    if (!(link->visitor = visitor_of(&net->visitors, address)) || net->messages->opened(server, link) < 0)
        return -1;
    connection_deadline(link->wsi, 0);
    link->id = ++net->last_link;
    link->visitor->links++;
    link->next = net->links;
    if (net->links)
        net->links->previous = link;
    net->links = link;
    net->websocket_count++;
    server->loop.metrics.connections++;
    notify_outage(server, link);
    return 0;
}

/* Does the client offer it? One that wants the server to forget every message gets them as they are. */
static bool offers_deflate(const struct head *head)
{
    char offers[HEADER_BYTES];
    return head_header(head, "sec-websocket-extensions", offers, sizeof offers) > 0 &&
           strstr(offers, "permessage-deflate") && !strstr(offers, "server_no_context_takeover") &&
           !strstr(offers, "server_max_window_bits");
}

static int shake_hands(struct connection *connection, bool deflate)
{
    static const char magic[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    char key[KEY_TEXT + sizeof magic], accept[64], buffer[LWS_PRE + 512];
    unsigned char digest[20];
    struct flip_text out = flip_text_in(buffer + LWS_PRE, sizeof buffer - LWS_PRE);
    head_header(&connection->head, "sec-websocket-key", key, KEY_TEXT);
    strcat(key, magic);
    if (!lws_SHA1((const unsigned char *)key, strlen(key), digest) ||
        lws_b64_encode_string((const char *)digest, sizeof digest, accept, sizeof accept) < 0)
        return -1;
    flip_text_add(&out,
                  "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                  "Sec-WebSocket-Accept: %s\r\nSec-WebSocket-Protocol: flipside\r\n%s\r\n",
                  accept,
                  deflate ? "Sec-WebSocket-Extensions: permessage-deflate; client_no_context_takeover\r\n" : "");
    return lws_write(connection->wsi, (unsigned char *)buffer + LWS_PRE, out.length, LWS_WRITE_RAW) < 0 ? -1 : 0;
}

int websocket_open(struct connection *connection)
{
    struct server *server = connection->server;
    struct websocket *link = calloc(1, server->net->messages->size);
    if (!link)
        return -1;
    connection->socket = link;
    link->wsi = connection->wsi;
    link->frames.may_pack = offers_deflate(&connection->head);
    if (shake_hands(connection, link->frames.may_pack) < 0 || opened(server, link) < 0)
        return -1;
    head_free(&connection->head);
    connection->head.whole = true;
    return 0;
}

void websocket_closed(struct server *server, struct websocket *link)
{
    struct net *net = server->net;
    link->closing = true;
    pending_forget_websocket(server, link);
    throttle_forget_websocket(link);
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
    deflate_forget(&link->history);
    free(link);
}

/* Is the connection within its rate of messages? */
static bool in_rate(const struct server *server, struct websocket *link)
{
    return bucket_take(&link->messages, server->loop.config.max_rate * 2, server->loop.config.max_rate);
}

/* Too many messages: it is closed when it does not stop. */
static void warn(struct websocket *link)
{
    if (++link->warnings <= WARNINGS)
        return;
    log_event("warn", "too_fast", "address", link->visitor->address, NULL);
    websocket_close(link);
}

int websocket_writable(struct server *server, struct websocket *link) { return send_waiting(server, link); }

/* libwebsockets could do it, with a timer for each connection. It keeps timers in a list and goes through it for each message that sets one
   anew: then everybody's message would cost more, the more others are silent. */
void websockets_heartbeat(struct server *server)
{
    const int64_t now = now_us();
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
    if (link->incoming_length + length > (size_t)server->loop.config.max_message ||
        ++link->pieces > PIECES + server->loop.config.max_message / PIECE_BYTES)
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
    server->loop.metrics.messages++;
    if (!in_rate(server, link)) {
        flip_fail(&error, FLIP_ERROR_LIMIT, "Too many messages: at most %d a second.", server->loop.config.max_rate);
        server->loop.metrics.errors++;
        websocket_refuse(server, link, message_number(link->incoming, link->incoming_length), &error);
        warn(link);
        return;
    }
    const int64_t now = now_us(); /* no two come at the same time */
    server->net->last_came = now > server->net->last_came ? now : server->net->last_came + 1;
    const int64_t came = server->net->last_came;
    if (!throttle_message(server, link, came))
        message_arrived(server, link, link->incoming, link->incoming_length, came);
}

static int gone_through(struct server *server, struct websocket *link)
{
    if (link->frames.packed) {
        size_t length;
        char *text = inflate_message(server->net->compressor, link->incoming, link->incoming_length,
                                     (size_t)server->loop.config.max_message, &length);
        if (!text)
            return CLOSE_CONTENT;
        free(link->incoming);
        link->incoming = text;
        link->incoming_length = length;
    }
    arrived(server, link);
    free(link->incoming);
    link->incoming = NULL;
    link->incoming_length = 0;
    link->pieces = 0;
    return 0;
}

/* Who listens to the frames of a connection. */
struct hearing {
    struct server *server;
    struct websocket *link;
};

static int hear_data(void *context, const char *bytes, size_t length, bool last)
{
    const struct hearing *hearing = context;
    if (hearing->link->closing)
        return 0;
    if (gather(hearing->server, hearing->link, bytes, length) < 0)
        return CLOSE_TOO_LARGE;
    return last ? gone_through(hearing->server, hearing->link) : 0;
}

/* The client goes: it gets its own reason back, and nothing else. */
static void say_goodbye(struct websocket *link, const uint8_t *bytes, size_t length)
{
    link->goodbye_length = length >= 2 ? 2 : 0;
    memcpy(link->goodbye, bytes, link->goodbye_length);
    websocket_drop_queue(link);
    websocket_close(link);
}

/* Pings and pongs have a rate of their own. Of several pings only the last is answered. */
static int hear_control(void *context, int kind, const uint8_t *bytes, size_t length)
{
    const struct hearing *hearing = context;
    struct websocket *link = hearing->link;
    if (link->closing)
        return 0;
    if (kind == FRAME_CLOSE) {
        say_goodbye(link, bytes, length);
        return 0;
    }
    const double rate = hearing->server->loop.config.max_rate;
    if (!bucket_take(&link->pings, rate * 4, rate * 2))
        warn(link);
    if (kind == FRAME_PING) {
        memcpy(link->pong, bytes, length);
        link->pong_length = (uint8_t)length;
        link->pong_due = true;
        websocket_ask_to_write(link);
    }
    return 0;
}

int websocket_received(struct server *server, struct websocket *link, char *bytes, size_t length)
{
    static const struct frame_listener listener = {hear_data, hear_control};
    struct hearing hearing = {server, link};
    uint8_t reason[2];
    heard(link);
    const int why = frames_read(&link->frames, (uint8_t *)bytes, length, (uint64_t)server->loop.config.max_message,
                                &listener, &hearing);
    if (why == 0)
        return 0;
    if (link->frames.unmasked)
        log_event("warn", "unmasked_frame", NULL);
    reason[0] = (uint8_t)(why >> 8);
    reason[1] = (uint8_t)why;
    server->net->batch->length = 0;
    if (add_frame(server->net->batch, FRAME_CLOSE, false, reason, sizeof reason))
        write_batch(link, server->net->batch);
    return -1;
}

struct batch *batch_new(void) { return calloc(1, sizeof(struct batch)); }

void batch_free(struct batch *batch)
{
    if (batch)
        free(batch->bytes);
    free(batch);
}
