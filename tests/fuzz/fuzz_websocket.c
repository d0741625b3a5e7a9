/*
 * libFuzzer target of the WebSocket side: an input comes over the connection of somebody who sits at a table. If its first
 * byte is 'r', the rest are raw bytes; if it is 't', they are messages of a program with a token, a line each, else of the person.
 * Whatever it is, the server answers with frames of JSON objects, forgets the connection when it ends, and serves the next one. Both sides may
 * compress: what the server has compressed is not looked into.
 */
#include "server_under_test.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MOST_LINES = 32, TEXT = 0x81, PACKED = 0xc1, CLOSE = 0x88, PONG = 0x8a, PING = 0x89 };

static void shake_hands(struct server_under_test *server, struct peer *peer, bool program)
{
    char request[1024];
    snprintf(request, sizeof request,
             "GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: "
             "dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: flipside\r\n"
             "Sec-WebSocket-Extensions: permessage-deflate\r\n%s%s\r\n\r\n",
             program ? "Authorization: Bearer " : "Cookie: ", program ? server->token : server->cookie);
    peer_open(server, peer);
    peer_send(server, peer, request, strlen(request), sizeof request);
    require(strncmp(peer->heard, "HTTP/1.1 101", 12) == 0);
    peer->length = 0;
}

static void say(struct server_under_test *server, struct peer *peer, const char *text, size_t length)
{
    unsigned char frame[65536] = {TEXT};
    size_t head = 6;
    if (length > sizeof frame - 8)
        length = sizeof frame - 8;
    if (length < 126) {
        frame[1] = (unsigned char)(0x80 | length);
    } else {
        frame[1] = 0x80 | 126;
        frame[2] = (unsigned char)(length >> 8);
        frame[3] = (unsigned char)length;
        head = 8;
    }
    memset(frame + head - 4, 0, 4);
    memcpy(frame + head, text, length);
    peer_send(server, peer, frame, head + length, sizeof frame);
}

static void check_text(const char *text, size_t length)
{
    json_t *message = json_loadb(text, length, JSON_REJECT_DUPLICATES, NULL);
    require(json_is_object(message));
    json_decref(message);
}

/* Whole frames only: the last one may have been cut off. */
static void check_frames(const struct peer *peer)
{
    const unsigned char *at = (const unsigned char *)peer->heard, *end = at + peer->length;
    while (end - at >= 2) {
        const unsigned char kind = at[0];
        size_t length = at[1], head = 2;
        if (length == 126 && end - at >= 4) {
            length = (size_t)at[2] << 8 | at[3];
            head = 4;
        } else if (length == 127 && end - at >= 10) {
            length = (size_t)at[6] << 24 | (size_t)at[7] << 16 | (size_t)at[8] << 8 | at[9];
            head = 10;
        }
        require(kind == TEXT || kind == PACKED || kind == CLOSE || kind == PONG || kind == PING);
        if ((size_t)(end - at) < head + length)
            return;
        if (kind == TEXT)
            check_text((const char *)at + head, length);
        at += head + length;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char hello[] = "{\"n\":1,\"do\":\"hello\",\"client\":\"a client that fuzzes\"}";
    static struct peer peer;
    if (size < 2)
        return 0;
    struct server_under_test *server = server_fresh();
    size_t length;
    char *bytes = fill_in(server, data + 1, size - 1, &length), *at = bytes, *end = bytes + length;
    shake_hands(server, &peer, data[0] == 't');
    say(server, &peer, hello, sizeof hello - 1);
    if (data[0] == 'r')
        peer_send(server, &peer, bytes, length, length);
    else
        for (int line = 0; at < end && line < MOST_LINES && !peer.closed; line++) {
            const char *newline = memchr(at, '\n', (size_t)(end - at));
            const size_t part = newline ? (size_t)(newline - at) : (size_t)(end - at);
            say(server, &peer, at, part);
            at += part + 1;
        }
    check_frames(&peer);
    peer_close(server, &peer);
    shake_hands(server, &peer, false);
    peer_close(server, &peer);
    free(bytes);
    return 0;
}
