/*
 * The difference between two texts. What they begin and end with is taken from the old one; in between, small changes are stepped over, and after a
 * larger one pieces of the old text, and of the new one before, are found wherever they stand, by the hash of eight bytes. It costs a few nanoseconds per byte, and knows nothing of what the texts mean:
 * it tells nothing that does not stand in them.
 */
#include "server/rooms/difference.h"

#include "core/put.h"

#include <stdbool.h>
#include <string.h>

/* A piece shorter than LEAST costs more as two numbers than as text; one that goes on needs only one. Numbers in letters are shorter. */
enum { WINDOW = 8, STRIDE = 4, LEAST = 14, LEAST_LETTERS = 10, LEAST_ON = 8, LEAST_BITS = 10, MOST_BITS = 14 };
/* A number in letters: five bits each, the lowest first, and one more that says whether another follows. */
enum { LETTER = '0', LETTER_BITS = 5, MORE = 1 << LETTER_BITS };
enum { NEARBY = 12, LONG = 48, SMALL = 24, SLACK = 3 };
enum { BLOCK = 32 }; /* of a sum */

struct text {
    const char *at;
    size_t length;
};

struct pieces {
    struct flip_json *json;    /* either this */
    struct flip_text *letters; /* or that */
    struct text old;
    size_t base; /* what the new text counts from */
    char *now;
    size_t told;                    /* of the new text */
    size_t old_end;                 /* where the last piece ended, and further by what was new since */
    ptrdiff_t shift;                /* how far on in the old text stands what corresponds to the new one here */
    int bits;                       /* of a hash */
    uint32_t slots[1 << MOST_BITS]; /* places plus 1, by the hash of what stands there; as many as `bits` says */
};

static uint32_t slot_of(const struct pieces *pieces, const char *at)
{
    uint64_t word;
    memcpy(&word, at, sizeof word);
    return (uint32_t)(word * UINT64_C(0x9e3779b97f4a7c15) >> (64 - pieces->bits));
}

/* Inside a character: a string cannot begin or end here. */
static bool within(char byte) { return ((unsigned char)byte & 0xc0) == 0x80; }

static size_t same_beginning(const char *a, const char *b, size_t most)
{
    size_t count = 0;
    uint64_t x, y;
    for (; count + sizeof x <= most; count += sizeof x) {
        memcpy(&x, a + count, sizeof x);
        memcpy(&y, b + count, sizeof y);
        if (x != y)
            break;
    }
    while (count < most && a[count] == b[count])
        count++;
    return count;
}

static size_t same_end(const char *a_end, const char *b_end, size_t most)
{
    size_t count = 0;
    while (count < most && a_end[-1 - (ptrdiff_t)count] == b_end[-1 - (ptrdiff_t)count])
        count++;
    return count;
}

static void put_new(struct pieces *pieces, size_t until)
{
    if (until <= pieces->told)
        return;
    const char after = pieces->now[until];
    pieces->now[until] = '\0';
    flip_json_string(pieces->json, NULL, pieces->now + pieces->told);
    pieces->now[until] = after;
    pieces->old_end += until - pieces->told;
    pieces->told = until;
}

static void put_letters(struct flip_text *text, uint64_t number)
{
    char letters[24]; /* 13 at most; gcc warns of a copy of more than 16 */
    size_t count = 0;
    for (; number >= MORE; number >>= LETTER_BITS)
        letters[count++] = (char)(LETTER + MORE + (int)(number % MORE));
    letters[count++] = (char)(LETTER + (int)number);
    flip_put(text, letters, count);
}

/* How many bytes are new, and those bytes. */
static void put_new_letters(struct pieces *pieces, size_t until)
{
    const size_t count = until - pieces->told;
    put_letters(pieces->letters, count);
    flip_put(pieces->letters, pieces->now + pieces->told, count);
    pieces->old_end += count;
    pieces->told = until;
}

/* Then how far from where the last piece would have come to the next one is, forwards or backwards, and how long. */
static void put_old_letters(struct pieces *pieces, size_t from, size_t at, size_t length)
{
    put_new_letters(pieces, at);
    const bool back = from < pieces->old_end;
    const size_t by = back ? pieces->old_end - from : from - pieces->old_end;
    put_letters(pieces->letters, 2 * by - back);
    put_letters(pieces->letters, length);
    pieces->told = at + length;
    pieces->old_end = from + length;
}

/* A long piece of the old text, or one that stands where it would be expected, shows which part of it is gone through. */
static void follow(struct pieces *pieces, size_t from, size_t at, size_t length)
{
    const ptrdiff_t shift = (ptrdiff_t)from - (ptrdiff_t)at, by = shift - pieces->shift;
    if (from < pieces->old.length && (length >= LONG || (by >= -NEARBY && by <= NEARBY)))
        pieces->shift = shift;
}

static void put_old(struct pieces *pieces, size_t from, size_t at, size_t length)
{
    follow(pieces, from, at, length);
    if (pieces->letters) {
        put_old_letters(pieces, from, at, length);
        return;
    }
    put_new(pieces, at);
    const bool on = from == pieces->old_end;
    if (!on)
        flip_json_int(pieces->json, NULL, (int64_t)from);
    flip_json_int(pieces->json, NULL, on ? -(int64_t)length : (int64_t)length);
    pieces->told = at + length;
    pieces->old_end = from + length;
}

static void index_old(struct pieces *pieces)
{
    pieces->bits = LEAST_BITS;
    while (pieces->bits < MOST_BITS && (size_t)STRIDE << pieces->bits < pieces->old.length)
        pieces->bits++;
    memset(pieces->slots, 0, sizeof *pieces->slots << pieces->bits);
    for (size_t i = 0; i + WINDOW <= pieces->old.length; i += STRIDE)
        pieces->slots[slot_of(pieces, pieces->old.at + i)] = (uint32_t)i + 1;
}

static const char *place(const struct pieces *pieces, size_t from)
{
    return from < pieces->base ? pieces->old.at + from : pieces->now + (from - pieces->base);
}

/* How many bytes are there from that place, when the new text is there as far as `at`. */
static size_t rest_of(const struct pieces *pieces, size_t from, size_t at)
{
    if (from < pieces->base)
        return from < pieces->old.length ? pieces->old.length - from : 0;
    return from - pieces->base < at ? at - (from - pieces->base) : 0;
}

/* How much of what stands before `at` and is not told yet stands before that place too. */
static size_t before(const struct pieces *pieces, size_t from, size_t at)
{
    const size_t untold = at - pieces->told, there = from < pieces->base ? from : from - pieces->base;
    size_t back = same_end(place(pieces, from), pieces->now + at, there < untold ? there : untold);
    while (back > 0 && within(pieces->now[at - back]))
        back--;
    return back;
}

/* Puts the piece that goes on from `from` as the new text does from `at`, if it is long enough. */
static bool put_piece(struct pieces *pieces, size_t from, size_t at, size_t end)
{
    const size_t back = before(pieces, from, at), rest = rest_of(pieces, from, at - back);
    size_t length = same_beginning(place(pieces, from), pieces->now + at, rest < end - at ? rest : end - at);
    while (length > 0 && at + length < end && within(pieces->now[at + length]))
        length--;
    const bool on = from == pieces->old_end + (at - pieces->told);
    if (length + back < (on ? LEAST_ON : pieces->letters ? LEAST_LETTERS : LEAST) || length == 0)
        return false;
    put_old(pieces, from - back, at - back, length + back);
    return true;
}

static uint64_t window(const char *at)
{
    uint64_t word;
    _Static_assert(sizeof word == WINDOW, "");
    memcpy(&word, at, sizeof word);
    return word;
}

static bool fits(struct pieces *pieces, size_t from, size_t at, size_t end)
{
    return rest_of(pieces, from, at) >= WINDOW && window(place(pieces, from)) == window(pieces->now + at) &&
           put_piece(pieces, from, at, end);
}

/* The same distance on as in the new text: where something was replaced by something of the same length, the piece goes on there. */
static bool goes_on(struct pieces *pieces, size_t at, size_t end)
{
    return fits(pieces, pieces->old_end + (at - pieces->told), at, end);
}

/* A long piece that goes on a few bytes before or behind: a number or a short list has another length. */
static bool resumes(struct pieces *pieces, size_t from, size_t at, size_t end)
{
    return end - at >= LONG && rest_of(pieces, from, at) >= LONG &&
           window(place(pieces, from)) == window(pieces->now + at) &&
           same_beginning(place(pieces, from), pieces->now + at, LONG) == LONG && put_piece(pieces, from, at, end);
}

/* A quick look that most places do not stand: can the old text go on there with these bytes? */
static inline bool may_go_on(const struct pieces *pieces, size_t from, uint64_t bytes)
{
    return from + WINDOW > pieces->old.length || window(pieces->old.at + from) == bytes;
}

static bool goes_on_nearby(struct pieces *pieces, size_t at, size_t end)
{
    const size_t there = pieces->old_end + (at - pieces->told);
    if (end - at < LONG)
        return false;
    const uint64_t bytes = window(pieces->now + at);
    for (size_t by = 1; by <= NEARBY; by++)
        if ((may_go_on(pieces, there + by, bytes) && resumes(pieces, there + by, at, end)) ||
            (there >= by && may_go_on(pieces, there - by, bytes) && resumes(pieces, there - by, at, end)))
            return true;
    return false;
}

static size_t match(const struct pieces *pieces, size_t from, size_t at, size_t end)
{
    const size_t rest = rest_of(pieces, from, at), most = rest < end - at ? rest : end - at;
    if (most < WINDOW || window(place(pieces, from)) != window(pieces->now + at))
        return 0;
    return same_beginning(place(pieces, from), pieces->now + at, most);
}

/* Much the same often stands where one would expect it, too, and a piece from there is told shortly, as are those that follow. */
static size_t expected(const struct pieces *pieces, size_t from, size_t at, size_t end)
{
    const ptrdiff_t there = (ptrdiff_t)at + pieces->shift;
    const size_t length = match(pieces, from, at, end);
    const uint64_t bytes = window(pieces->now + at);
    for (ptrdiff_t i = 0; i <= 2 * NEARBY; i++) {
        const ptrdiff_t here = there + (i % 2 ? -(i + 1) / 2 : i / 2);
        if (here >= 0 && (size_t)here < pieces->old.length && may_go_on(pieces, (size_t)here, bytes) &&
            match(pieces, (size_t)here, at, end) + SLACK >= length)
            return (size_t)here;
    }
    return from;
}

/* And what stands here can be found later. */
static bool found(struct pieces *pieces, size_t at, size_t end)
{
    uint32_t *slot = &pieces->slots[slot_of(pieces, pieces->now + at)];
    const uint32_t from = *slot;
    *slot = (uint32_t)(pieces->base + at) + 1;
    return from && match(pieces, from - 1, at, end) > 0 &&
           put_piece(pieces, expected(pieces, from - 1, at, end), at, end);
}

/* Goes on as long as the new text is the old one with small changes; returns whether it is so to the end. */
static bool write_small_changes(struct pieces *pieces, size_t end)
{
    for (size_t at = pieces->told; at + WINDOW <= end;) {
        if (at > pieces->told + SMALL)
            return false;
        if (!within(pieces->now[at]) && (goes_on(pieces, at, end) || goes_on_nearby(pieces, at, end)))
            at = pieces->told;
        else
            at++;
    }
    return end - pieces->told <= SMALL;
}

static void write_middle(struct pieces *pieces, size_t end)
{
    if (write_small_changes(pieces, end))
        return;
    index_old(pieces);
    for (size_t at = pieces->told; at + WINDOW <= end;) {
        if (!within(pieces->now[at]) && (goes_on(pieces, at, end) || found(pieces, at, end)))
            at = pieces->told;
        else
            at++;
    }
}

static void write_difference(struct pieces *pieces, size_t now_length)
{
    const struct text old = pieces->old;
    const char *now = pieces->now;
    const size_t most = old.length < now_length ? old.length : now_length;
    pieces->told = pieces->old_end = 0;
    pieces->shift = 0;
    size_t first = same_beginning(old.at, now, most);
    while (first > 0 && first < now_length && within(now[first]))
        first--;
    size_t last = same_end(old.at + old.length, now + now_length, most - first);
    while (last > 0 && within(now[now_length - last]))
        last--;
    if (first > 0)
        put_old(pieces, 0, 0, first);
    write_middle(pieces, now_length - last);
    if (last > 0)
        put_old(pieces, old.length - last, now_length - last, last);
    else if (pieces->letters)
        put_new_letters(pieces, now_length);
    else
        put_new(pieces, now_length);
}

/* To one of the two. */
static void write_to(struct flip_json *json, struct flip_text *letters, struct text old, size_t base, char *now,
                     size_t now_length)
{
    struct pieces pieces; /* the slots are cleared when they are used */
    pieces.json = json;
    pieces.letters = letters;
    pieces.old = old;
    pieces.base = base;
    pieces.now = now;
    write_difference(&pieces, now_length);
}

void difference_write(struct flip_json *json, const char *old, size_t old_length, size_t base, char *now,
                      size_t now_length)
{
    write_to(json, NULL, (struct text){old, old_length}, base, now, now_length);
}

void difference_write_letters(struct flip_text *text, const char *old, size_t old_length, size_t base, char *now,
                              size_t now_length)
{
    write_to(NULL, text, (struct text){old, old_length}, base, now, now_length);
}

/* What each byte of a block adds to the second sum: the compiler makes vectors of it. */
static void add_block(const unsigned char *bytes, uint32_t *a, uint32_t *b)
{
    uint32_t sum = 0, weighted = 0;
    for (uint32_t i = 0; i < BLOCK; i++) {
        sum += bytes[i];
        weighted += (BLOCK - i) * bytes[i];
    }
    *b += BLOCK * *a + weighted;
    *a += sum;
}

static void add_rest(const unsigned char *bytes, size_t count, uint32_t *a, uint32_t *b)
{
    for (size_t i = 0; i < count; i++) {
        *a += bytes[i];
        *b += *a;
    }
}

uint32_t difference_sum(const char *text, size_t length)
{
    enum { BASE = 65521, RUN = 5536 }; /* so many bytes, a number of blocks, before the sums could overflow */
    const unsigned char *bytes = (const unsigned char *)text;
    uint32_t a = 1, b = 0;
    while (length > 0) {
        const size_t run = length < RUN ? length : RUN, blocks = run / BLOCK;
        for (size_t i = 0; i < blocks; i++)
            add_block(bytes + i * BLOCK, &a, &b);
        add_rest(bytes + blocks * BLOCK, run % BLOCK, &a, &b);
        a %= BASE;
        b %= BASE;
        bytes += run;
        length -= run;
    }
    return b << 16 | a;
}
