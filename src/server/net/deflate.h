/*
 * Messages compressed for a WebSocket by the standard extension, permessage-deflate (RFC 7692).
 *
 * A receiver remembers what it was sent, so a scene costs little more than what is new in it. zlib would have to remember it as well, in some forty
 * kilobytes for each connection. Instead a connection keeps the texts of the last scenes that it was sent, and one compressor serves all
 * connections: it is told these texts as its dictionary each time. What clients send is compressed message by message
 * (client_no_context_takeover), so one decompressor serves all of them too.
 */
#ifndef FLIPSIDE_SERVER_NET_DEFLATE_H
#define FLIPSIDE_SERVER_NET_DEFLATE_H

#include <stdbool.h>
#include <stddef.h>

struct compressor;

/// What a connection was sent last, compressed: the older one first; NULL: none.
struct deflate_history {
    struct deflate_text *last[2];
};

/// NULL: there is no memory.
struct compressor *compressor_new(void);
void compressor_free(struct compressor *compressor);
/// The text as it is to be sent to who has this history, which then has the text too; it lives until the next call. NULL: it is better sent as
/// it is, and the history stays.
const void *deflate_message(struct compressor *compressor, struct deflate_history *history, const void *text,
                            size_t length, size_t *out_length);
void deflate_forget(struct deflate_history *history);
/// A message as it was before it was compressed; to be freed. NULL: it is none, or has more than `most` bytes, or there is no memory.
char *inflate_message(struct compressor *compressor, const void *bytes, size_t length, size_t most, size_t *out_length);
/// A file that was zipped (gzip), as text; to be freed. NULL: it is none, or has more than `most` bytes, or there is no memory.
char *unzip(const void *bytes, size_t length, size_t most, size_t *out_length);

#endif
