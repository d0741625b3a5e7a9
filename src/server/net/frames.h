/*
 * WebSocket frames (RFC 6455), as they come from a client and as they are sent to one. A client masks every frame; one that does not is cut
 * off, as is one that breaks any other rule of the protocol.
 */
#ifndef FLIPSIDE_SERVER_NET_FRAMES_H
#define FLIPSIDE_SERVER_NET_FRAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { FRAME_MORE = 0, FRAME_TEXT = 1, FRAME_BINARY = 2, FRAME_CLOSE = 8, FRAME_PING = 9, FRAME_PONG = 10 };
enum { FRAME_HEAD = 10, FRAME_CONTROL = 125 };
/// Why a connection ends.
enum { CLOSE_PROTOCOL = 1002, CLOSE_CONTENT = 1007, CLOSE_TOO_LARGE = 1009, CLOSE_MEMORY = 1011 };

/// What has come of a frame. All zero: nothing.
struct frame_reader {
    bool may_pack;   /* messages may be compressed (permessage-deflate) */
    bool unmasked;   /* the frame that ended it had no mask */
    bool in_message; /* a message has begun */
    bool packed;     /* and is compressed */
    uint8_t head[14], have;
    uint8_t mask_at;
    bool payload;  /* it has come to that */
    uint64_t left; /* of the payload */
    uint8_t control[FRAME_CONTROL], control_length;
};

/// Who hears of it; what they return other than 0 ends the connection for that reason.
struct frame_listener {
    /// A part of a message; `last`: it is whole with it. It may be empty.
    int (*data)(void *context, const char *bytes, size_t length, bool last);
    int (*control)(void *context, int kind, const uint8_t *bytes, size_t length);
};

/// Reads on, and unmasks the bytes where they are. Not 0: the reason to end the connection. `most` is the longest payload of a frame.
int frames_read(struct frame_reader *reader, uint8_t *bytes, size_t length, uint64_t most,
                const struct frame_listener *listener, void *context);
/// The head of a frame that goes out, whole and unmasked; returns its length.
size_t frame_head(uint8_t out[FRAME_HEAD], int kind, bool packed, size_t length);

#endif
