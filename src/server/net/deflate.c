/* permessage-deflate without a state for each connection: see net.h. */
#include "server/net/parts.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

/* So many bytes are remembered, within the window of 32 KiB. Level 3 takes as long as 1 here and makes less; a small table is quickly cleared. */
enum { REMEMBERED = 31 << 10, WINDOW_BITS = 15, LEVEL = 3, MEMORY = 5, TAIL = 4, CHANGES_BYTES = 600 };
/* What ends a message that is flushed, and is not sent. */
static const unsigned char tail[TAIL] = {0, 0, 0xff, 0xff};

struct deflate_text {
    int users;
    size_t length;
    unsigned char bytes[];
};

struct compressor {
    z_stream out, in;
    unsigned char *room;
    size_t room_size;
    /* the last message: whoever was sent the same before it gets the same bytes */
    struct deflate_text *before[2], *text;
    size_t packed_length;
    struct changes changes;
    unsigned char texts[2 * REMEMBERED];
};

/* --- texts that were sent -------------------------------------------------------------------------------------------------- */

static struct deflate_text *use(struct deflate_text *text)
{
    if (text)
        text->users++;
    return text;
}

static void release(struct deflate_text *text)
{
    if (text && --text->users == 0)
        free(text);
}

static struct deflate_text *remember(const void *bytes, size_t length)
{
    struct deflate_text *text = malloc(sizeof *text + length);
    if (!text)
        return NULL;
    *text = (struct deflate_text){.users = 1, .length = length};
    memcpy(text->bytes, bytes, length);
    return text;
}

void deflate_forget(struct deflate_history *history)
{
    release(history->last[0]);
    release(history->last[1]);
    *history = (struct deflate_history){0};
}

static void add(struct deflate_history *history, struct deflate_text *text)
{
    release(history->last[0]);
    history->last[0] = history->last[1];
    history->last[1] = text;
    /* NOLINTNEXTLINE(clang-analyzer-unix.Malloc): each of the two is counted by itself */
    if (text && history->last[0] && history->last[0]->length + text->length > REMEMBERED) {
        release(history->last[0]);
        history->last[0] = NULL;
    }
}

/* --- both ways ---------------------------------------------------------------------------------------------------------------- */

struct compressor *compressor_new(void)
{
    struct compressor *compressor = calloc(1, sizeof *compressor);
    if (!compressor)
        return NULL;
    if (deflateInit2(&compressor->out, LEVEL, Z_DEFLATED, -WINDOW_BITS, MEMORY, Z_DEFAULT_STRATEGY) == Z_OK &&
        inflateInit2(&compressor->in, -WINDOW_BITS) == Z_OK)
        return compressor;
    compressor_free(compressor);
    return NULL;
}

static void forget_last(struct compressor *compressor)
{
    release(compressor->before[0]);
    release(compressor->before[1]);
    release(compressor->text);
    compressor->before[0] = compressor->before[1] = compressor->text = NULL;
}

void compressor_free(struct compressor *compressor)
{
    if (!compressor)
        return;
    forget_last(compressor);
    deflateEnd(&compressor->out);
    inflateEnd(&compressor->in);
    free(compressor->room);
    free(compressor);
}

static bool make_room(struct compressor *compressor, size_t size)
{
    if (compressor->room_size >= size)
        return true;
    unsigned char *larger = realloc(compressor->room, size);
    if (!larger)
        return false;
    compressor->room = larger;
    compressor->room_size = size;
    return true;
}

static size_t distance(size_t a, size_t b) { return a < b ? b - a : a - b; }

/* What the receiver has, as one text; returns its length. The last text will do, unless the one before is more like this one by its length: whoever
   has decided has no more actions, and soon has nearly the same ones again. */
static size_t gather(unsigned char *out, const struct deflate_history *history, size_t length)
{
    const struct deflate_text *older = history->last[0], *last = history->last[1];
    size_t gathered = 0;
    if (older && last && distance(older->length, length) < distance(last->length, length)) {
        memcpy(out, older->bytes, older->length);
        gathered = older->length;
    }
    if (last)
        memcpy(out + gathered, last->bytes, last->length);
    return gathered + (last ? last->length : 0);
}

/* Its length, or 0: it would not be shorter. */
static size_t pack_with_zlib(struct compressor *compressor, size_t before, const void *text, size_t length)
{
    z_stream *out = &compressor->out;
    if (deflateReset(out) != Z_OK)
        return 0;
    if (before > 0)
        deflateSetDictionary(out, compressor->texts, (uInt)before);
    out->next_in = (z_const Bytef *)text;
    out->avail_in = (uInt)length;
    out->next_out = compressor->room;
    out->avail_out = (uInt)(length + TAIL);
    if (deflate(out, Z_SYNC_FLUSH) != Z_OK || out->avail_in > 0 || out->avail_out == 0)
        return 0;
    const size_t packed = length + TAIL - out->avail_out;
    return packed > TAIL && memcmp(compressor->room + packed - TAIL, tail, TAIL) == 0 ? packed - TAIL : 0;
}

/* As changes, unless these are many: then zlib's own codes are worth their time. */
static size_t pack(struct compressor *compressor, const struct deflate_history *history, const void *text,
                   size_t length)
{
    if (length > UINT_MAX / 2 || !make_room(compressor, length + TAIL))
        return 0;
    const size_t before = gather(compressor->texts, history, length);
    size_t packed = 0;
    if (before > 0 && length <= REMEMBERED) {
        memcpy(compressor->texts + before, text, length);
        const size_t most = length / 3 < CHANGES_BYTES ? length / 3 : CHANGES_BYTES;
        packed = pack_changes(&compressor->changes, compressor->texts, before, length, compressor->room, most);
    }
    return packed ? packed : pack_with_zlib(compressor, before, text, length);
}

static bool is_last(const struct compressor *compressor, const struct deflate_history *history, const void *text,
                    size_t length)
{
    return compressor->text && compressor->before[0] == history->last[0] && compressor->before[1] == history->last[1] &&
           compressor->text->length == length && memcmp(compressor->text->bytes, text, length) == 0;
}

/* Of a long text only the end is remembered, and then nothing before it. */
static void move_on(struct compressor *compressor, struct deflate_history *history, const void *text, size_t length)
{
    const size_t kept = length < REMEMBERED ? length : REMEMBERED;
    struct deflate_text *told = remember((const char *)text + (length - kept), kept);
    forget_last(compressor);
    if (told && kept == length) {
        compressor->before[0] = use(history->last[0]);
        compressor->before[1] = use(history->last[1]);
        compressor->text = use(told);
    } else {
        deflate_forget(history);
    }
    add(history, told);
}

const void *deflate_message(struct compressor *compressor, struct deflate_history *history, const void *text,
                            size_t length, size_t *out_length)
{
    if (is_last(compressor, history, text, length)) {
        add(history, use(compressor->text));
        *out_length = compressor->packed_length;
        return compressor->room;
    }
    const size_t packed = pack(compressor, history, text, length);
    if (packed == 0) {
        forget_last(compressor); /* its bytes are overwritten */
        return NULL;
    }
    move_on(compressor, history, text, length);
    *out_length = compressor->packed_length = packed;
    return compressor->room;
}

/* --- what comes in -------------------------------------------------------------------------------------------------------------- */

static bool unpack(z_stream *in, const void *bytes, size_t length)
{
    in->next_in = (z_const Bytef *)bytes;
    in->avail_in = (uInt)length;
    while (in->avail_in > 0) {
        const int status = inflate(in, Z_SYNC_FLUSH);
        if (status != Z_OK || (in->avail_in > 0 && in->avail_out == 0))
            return false;
    }
    return true;
}

char *inflate_message(struct compressor *compressor, const void *bytes, size_t length, size_t most, size_t *out_length)
{
    z_stream *in = &compressor->in;
    char *out = most < UINT_MAX && length < UINT_MAX ? malloc(most + 1) : NULL;
    if (!out || inflateReset(in) != Z_OK)
        goto none;
    in->next_out = (Bytef *)out;
    in->avail_out = (uInt)(most + 1);
    if (!unpack(in, bytes, length) || !unpack(in, tail, TAIL) || in->avail_out == 0)
        goto none;
    *out_length = most + 1 - in->avail_out;
    return out;
none:
    free(out);
    return NULL;
}

char *unzip(const void *bytes, size_t length, size_t most, size_t *out_length)
{
    enum { GZIP = 16 };
    z_stream in = {.next_in = (z_const Bytef *)bytes, .avail_in = (uInt)length};
    char *out = most < UINT_MAX && length < UINT_MAX ? malloc(most) : NULL;
    if (!out || inflateInit2(&in, WINDOW_BITS + GZIP) != Z_OK) {
        free(out);
        return NULL;
    }
    in.next_out = (Bytef *)out;
    in.avail_out = (uInt)most;
    const int status = inflate(&in, Z_FINISH);
    *out_length = most - in.avail_out;
    inflateEnd(&in);
    if (status == Z_STREAM_END)
        return out;
    free(out);
    return NULL;
}
