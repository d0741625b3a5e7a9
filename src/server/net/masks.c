/*
 * Masks. RFC 6455 tells a server to close a connection on a frame without a mask. libwebsockets 4.1 takes such a frame as it comes
 * and shows the bit to nobody, so it is looked at where libwebsockets gets its bytes: the `recv` and `SSL_read` below are found
 * before those of the C library and of OpenSSL, and do the same by way of `recvfrom` and `SSL_read_ex`. Connections that are not
 * watched pass through untouched.
 *
 * The head of a request is followed here as well (head.h), for what libwebsockets does not show of it.
 *
 * Frames are followed from the end of the request on, before anybody knows whether it asks for a WebSocket: a client may
 * send its first frames along with it. What looks like a bad frame there matters only once the connection is a WebSocket.
 */
#undef _FORTIFY_SOURCE /* with it, <sys/socket.h> has a recv of its own */
#include "server/net/masks.h"

#include "server/loop/loop.h"
#include "server/net/head.h"

#include <errno.h>
#include <openssl/ssl.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/types.h>

enum stage {
    UNWATCHED,
    REQUEST,
    LINE_ENDED, /* one more end of line ends the request */
    FRAME_KIND,
    FRAME_LENGTH,
    FRAME_REST, /* of the head: a longer length, then the mask */
    PAYLOAD,
};

enum { MASK_BYTES = 4 };

struct stream {
    enum stage stage;
    uint8_t rest; /* bytes of the head still to come */
    bool expected, unmasked;
    uint64_t payload; /* bytes still to come */
    struct head head;
};

static struct stream *streams;
static int stream_count;

/* --- following the bytes ------------------------------------------------------------------------------------------- */

static void begin_frame(struct stream *stream, uint8_t byte)
{
    const uint8_t length = byte & 0x7f;
    stream->unmasked |= !(byte & 0x80);
    stream->rest = (uint8_t)(MASK_BYTES + (length == 127 ? 8 : length == 126 ? 2 : 0));
    stream->payload = length < 126 ? length : 0;
    stream->stage = FRAME_REST;
}

static void go_on_with_head(struct stream *stream, uint8_t byte)
{
    if (stream->rest > MASK_BYTES)
        stream->payload = stream->payload << 8 | byte;
    if (--stream->rest == 0)
        stream->stage = stream->payload ? PAYLOAD : FRAME_KIND;
}

static void follow_byte(struct stream *stream, uint8_t byte)
{
    switch (stream->stage) {
    case UNWATCHED:
    case PAYLOAD:
        break;
    case REQUEST:
        head_follow(&stream->head, byte);
        if (byte == '\n')
            stream->stage = LINE_ENDED;
        break;
    case LINE_ENDED:
        head_follow(&stream->head, byte);
        if (byte != '\r')
            stream->stage = byte == '\n' ? FRAME_KIND : REQUEST;
        break;
    case FRAME_KIND:
        stream->stage = FRAME_LENGTH;
        break;
    case FRAME_LENGTH:
        begin_frame(stream, byte);
        break;
    case FRAME_REST:
        go_on_with_head(stream, byte);
        break;
    }
}

static size_t skip_payload(struct stream *stream, size_t length)
{
    const size_t skipped = stream->payload < length ? (size_t)stream->payload : length;
    stream->payload -= skipped;
    if (stream->payload == 0)
        stream->stage = FRAME_KIND;
    return skipped;
}

static void follow(struct stream *stream, const uint8_t *bytes, size_t length)
{
    for (size_t at = 0; at < length && !stream->unmasked;) {
        if (stream->stage == PAYLOAD)
            at += skip_payload(stream, length - at);
        else
            follow_byte(stream, bytes[at++]);
    }
}

static struct stream *stream_of(int fd) { return fd >= 0 && fd < stream_count ? &streams[fd] : NULL; }

/* May these bytes be handed on? */
static bool pass(int fd, const void *bytes, size_t length)
{
    struct stream *stream = stream_of(fd);
    if (!stream || stream->stage == UNWATCHED)
        return true;
    follow(stream, bytes, length);
    if (!stream->unmasked || !stream->expected)
        return true;
    log_event("warn", "unmasked_frame", NULL);
    return false;
}

/* --- in place of the libraries' own -------------------------------------------------------------------------------- */

#define FOUND_FIRST __attribute__((visibility("default")))

FOUND_FIRST ssize_t recv(int fd, void *bytes, size_t size, int flags)
{
    const ssize_t length = recvfrom(fd, bytes, size, flags, NULL, NULL);
    if (length <= 0 || (flags & MSG_PEEK) || pass(fd, bytes, (size_t)length))
        return length;
    errno = ECONNRESET;
    return -1;
}

FOUND_FIRST int SSL_read(SSL *ssl, void *bytes, int size)
{
    size_t length = 0;
    if (size <= 0 || SSL_read_ex(ssl, bytes, (size_t)size, &length) <= 0)
        return -1;
    if (pass(SSL_get_fd(ssl), bytes, length))
        return (int)length;
    SSL_set_shutdown(ssl, SSL_RECEIVED_SHUTDOWN); /* libwebsockets asks why: as if the client had gone */
    return -1;
}

/* --- connections --------------------------------------------------------------------------------------------------- */

int masks_open(int files)
{
    streams = calloc((size_t)files, sizeof *streams);
    stream_count = streams ? files : 0;
    return streams ? 0 : -1;
}

void masks_close(void)
{
    free(streams);
    streams = NULL;
    stream_count = 0;
}

void masks_watch(int fd)
{
    struct stream *stream = stream_of(fd);
    if (stream)
        *stream = (struct stream){.stage = REQUEST};
}

void masks_forget(int fd)
{
    struct stream *stream = stream_of(fd);
    if (stream)
        *stream = (struct stream){.stage = UNWATCHED};
}

bool masks_expect(int fd)
{
    struct stream *stream = stream_of(fd);
    if (!stream || stream->stage < FRAME_KIND || stream->unmasked)
        return false;
    stream->expected = true;
    return true;
}

bool masks_address_plain(int fd)
{
    const struct stream *stream = stream_of(fd);
    return stream && stream->head.address;
}

bool masks_head_plain(int fd)
{
    const struct stream *stream = stream_of(fd);
    return stream && !stream->head.skips;
}
