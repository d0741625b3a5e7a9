/* WebSocket frames: see net.h. */
#include "server/net/parts.h"

#include <string.h>

enum { FIN = 0x80, RSV1 = 0x40, RSV = 0x70, MASKED = 0x80, MASK_BYTES = 4 };

static int kind_of(const struct frame_reader *reader) { return reader->head[0] & 0x0f; }
static bool is_last(const struct frame_reader *reader) { return reader->head[0] & FIN; }

/* How long the head is, as far as its first two bytes say. */
static size_t head_length(const struct frame_reader *reader)
{
    const uint8_t length = reader->head[1] & 0x7f;
    return 2 + MASK_BYTES + (length == 127 ? 8u : length == 126 ? 2u : 0u);
}

/* Of a control frame, of one that goes on, or of one that begins a message. */
static bool begins_well(const struct frame_reader *reader)
{
    const int kind = kind_of(reader), rsv = reader->head[0] & RSV;
    if (kind >= FRAME_CLOSE)
        return kind <= FRAME_PONG && is_last(reader) && rsv == 0 && (reader->head[1] & 0x7f) <= FRAME_CONTROL;
    if (kind == FRAME_MORE)
        return reader->in_message && rsv == 0;
    return kind <= FRAME_BINARY && !reader->in_message && (rsv == 0 || (rsv == RSV1 && reader->may_pack));
}

static int check_beginning(struct frame_reader *reader)
{
    reader->unmasked = !(reader->head[1] & MASKED);
    return reader->unmasked || !begins_well(reader) ? CLOSE_PROTOCOL : 0;
}

static int begin_payload(struct frame_reader *reader, uint64_t most)
{
    const size_t longer = head_length(reader) - 2 - MASK_BYTES;
    reader->left = longer ? 0 : reader->head[1] & 0x7f;
    for (size_t i = 0; i < longer; i++)
        reader->left = reader->left << 8 | reader->head[2 + i];
    if (reader->left > most)
        return CLOSE_TOO_LARGE;
    memmove(reader->head + 2, reader->head + 2 + longer, MASK_BYTES);
    reader->mask_at = 0;
    reader->payload = true;
    reader->control_length = 0;
    if (kind_of(reader) == FRAME_TEXT || kind_of(reader) == FRAME_BINARY)
        reader->packed = reader->head[0] & RSV1;
    if (kind_of(reader) < FRAME_CLOSE)
        reader->in_message = !is_last(reader);
    return 0;
}

static int take_head(struct frame_reader *reader, uint8_t byte, uint64_t most)
{
    reader->head[reader->have++] = byte;
    if (reader->have == 2 && check_beginning(reader) != 0)
        return CLOSE_PROTOCOL;
    return reader->have >= 2 && reader->have == head_length(reader) ? begin_payload(reader, most) : 0;
}

static void unmask(struct frame_reader *reader, uint8_t *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++)
        bytes[i] ^= reader->head[2 + (reader->mask_at + i) % MASK_BYTES];
    reader->mask_at = (uint8_t)((reader->mask_at + length) % MASK_BYTES);
}

static int take_payload(struct frame_reader *reader, uint8_t *bytes, size_t length,
                        const struct frame_listener *listener, void *context)
{
    unmask(reader, bytes, length);
    reader->left -= length;
    const bool over = reader->left == 0, control = kind_of(reader) >= FRAME_CLOSE;
    if (over) {
        reader->payload = false;
        reader->have = 0;
    }
    if (!control)
        return listener->data(context, (const char *)bytes, length, over && is_last(reader));
    memcpy(reader->control + reader->control_length, bytes, length);
    reader->control_length = (uint8_t)(reader->control_length + length);
    return over ? listener->control(context, kind_of(reader), reader->control, reader->control_length) : 0;
}

int frames_read(struct frame_reader *reader, uint8_t *bytes, size_t length, uint64_t most,
                const struct frame_listener *listener, void *context)
{
    int why = 0;
    for (size_t at = 0; why == 0 && (at < length || (reader->payload && reader->left == 0));) {
        if (!reader->payload) {
            why = take_head(reader, bytes[at++], most);
            continue;
        }
        const size_t rest = length - at, part = reader->left < rest ? (size_t)reader->left : rest;
        why = take_payload(reader, bytes + at, part, listener, context);
        at += part;
    }
    return why;
}

size_t frame_head(uint8_t out[FRAME_HEAD], int kind, bool packed, size_t length)
{
    const size_t longer = length < 126 ? 0 : length < 65536 ? 2 : 8;
    out[0] = (uint8_t)(FIN | (packed ? RSV1 : 0) | kind);
    out[1] = (uint8_t)(longer == 0 ? length : longer == 2 ? 126 : 127);
    for (size_t i = 0; i < longer; i++)
        out[2 + i] = (uint8_t)((uint64_t)length >> (8 * (longer - 1 - i)));
    return 2 + longer;
}
