/* Actions with a pattern in common: see packed.h. */
#include "server/rooms/packed.h"

#include "core/put.h"

#include <assert.h>
#include <string.h>

enum { PATTERN = 0x01, ROWS = 0x02, ROW = 0x03, END = 0x04, NUMBER = 0x0f, WORD = 0x10, WORDS_IN_ROW = 16 };
/* Rows that are the one before, with its squares so far to the right, or so far down and, in a second byte, to the right or left. */
enum { RIGHT = 0x05, FARTHEST = 7, DOWN = 0x0c, LOWEST = 3, SAME_COLUMN = 'P', WIDE = 16, FIRST_WITH_STEPS = 3 };
enum { LONGEST = 2048, LONGEST_HEAD = 3 };

static const char id_begins[] = "{\"id\":", text_begins[] = ",\"text\":\"", gain_begins[] = ",\"gain\":";

struct piece {
    const char *at;
    size_t length;
};

/* An action as it is written: what stands before its text, behind it, and its gain. */
struct row {
    struct piece from_text; /* to its end */
    struct piece before, after, gain;
};

static void put_piece(struct flip_text *text, struct piece piece) { flip_put(text, piece.at, piece.length); }

static bool is_word_letter(char byte)
{
    return (byte >= 'a' && byte <= 'z') || (byte >= '0' && byte <= '9') || (byte >= 'A' && byte <= 'Z');
}

static struct piece without(struct piece piece, size_t count)
{
    return (struct piece){piece.at + count, piece.length - count};
}

/* --- words -------------------------------------------------------------------------------------------------------------- */

static struct piece word_of(const struct packed_words *words, int index)
{
    return (struct piece){words->text + words->at[index], (size_t)(words->at[index + 1] - words->at[index]) - 1};
}

static bool same_word(const struct packed_words *a, const struct packed_words *b, int index)
{
    const struct piece one = word_of(a, index), other = word_of(b, index);
    return one.length == other.length && memcmp(one.at, other.at, one.length) == 0;
}

static bool add_word(struct packed_words *words, struct piece word)
{
    const size_t at = words->at[words->count];
    if (word.length == 0 || words->count == PACKED_WORDS || at + word.length + 1 > sizeof words->text)
        return false;
    memcpy(words->text + at, word.at, word.length);
    words->text[at + word.length] = ' ';
    words->at[++words->count] = (uint16_t)(at + word.length + 1);
    return true;
}

/* Not every move can be taken apart: one that JSON writes otherwise cannot. */
static bool split(struct packed_words *words, const char *move, struct piece gain)
{
    words->count = words->at[0] = 0;
    words->gain = gain.length > 0;
    for (const char *c = move; *c; c++)
        if ((unsigned char)*c < ' ' || *c == '"' || *c == '\\')
            return false;
    for (const char *at = move;; at++) {
        const size_t length = strcspn(at, " ");
        if (!add_word(words, (struct piece){at, length}))
            return false;
        at += length;
        if (!*at)
            break;
    }
    return !words->gain || add_word(words, gain);
}

/* --- an action's pattern ---------------------------------------------------------------------------------------------------- */

/* The gain is an action's last member. */
static struct piece gain_of(struct piece action)
{
    const size_t length = sizeof gain_begins - 1;
    size_t digits = action.length - 1;
    while (digits > 0 && action.at[digits - 1] != ':')
        digits--;
    const bool there = digits >= length && memcmp(action.at + digits - length, gain_begins, length) == 0;
    return (struct piece){action.at + digits, there ? action.length - 1 - digits : 0};
}

/* Its id comes first, and then its text, which is the move itself if the move could be split. */
static void take_apart(struct row *row, struct piece action, const char *move)
{
    assert(strncmp(action.at, id_begins, sizeof id_begins - 1) == 0);
    struct piece rest = without(action, sizeof id_begins - 1);
    while (*rest.at >= '0' && *rest.at <= '9')
        rest = without(rest, 1);
    assert(strncmp(rest.at, text_begins, sizeof text_begins - 1) == 0);
    row->from_text = rest;
    row->before = (struct piece){text_begins, sizeof text_begins - 1};
    rest = without(rest, sizeof text_begins - 1);
    assert(strncmp(rest.at, move, strlen(move)) == 0);
    row->gain = gain_of(action);
    row->after = without(rest, strlen(move));
    row->after.length -= row->gain.length ? row->gain.length + 1 : 0;
}

/* Which word of the row this is; -1: none. The one behind the last that was found comes first. */
static int find_word(const struct packed_words *words, int head, int last, struct piece word)
{
    const int count = words->count - words->gain;
    for (int i = 0; i < count - head; i++) {
        const int index = head + (last + 1 - head + i) % (count - head);
        const struct piece own = word_of(words, index);
        if (own.length == word.length && memcmp(own.at, word.at, word.length) == 0)
            return index;
    }
    return -1;
}

static void put_text(struct flip_text *out, const struct packed_words *words, int head)
{
    for (int i = 0; i < words->count - words->gain; i++) {
        if (i > 0)
            flip_put_byte(out, ' ');
        if (i < head)
            put_piece(out, word_of(words, i));
        else
            flip_put_byte(out, (char)(WORD + i - head));
    }
}

/* Everything behind the text, with the row's words in place of what is the same. */
static void put_rest(struct flip_text *out, const struct packed_words *words, int head, struct piece rest)
{
    int last = head - 1;
    size_t at = 0;
    while (at < rest.length) {
        const size_t begin = at;
        while (at < rest.length && is_word_letter(rest.at[at]))
            at++;
        const int index = at > begin ? find_word(words, head, last, (struct piece){rest.at + begin, at - begin}) : -1;
        if (index >= 0) {
            flip_put(out, rest.at, begin);
            flip_put_byte(out, (char)(WORD + index - head));
            rest = without(rest, at);
            at = 0;
            last = index;
        } else if (at == begin) {
            at++;
        }
    }
    put_piece(out, rest);
}

static void put_pattern(struct flip_text *out, const struct row *row, const struct packed_words *words, int head)
{
    flip_put(out, id_begins, sizeof id_begins - 1);
    flip_put_byte(out, NUMBER);
    put_piece(out, row->before);
    put_text(out, words, head);
    put_rest(out, words, head, row->after);
    if (words->gain) {
        flip_put_byte(out, (char)(WORD + words->count - 1 - head));
        flip_put_byte(out, '}');
    }
}

/* --- writing ---------------------------------------------------------------------------------------------------------------- */

struct packing packing_in(struct flip_json *json, int format)
{
    return (struct packing){.json = json, .steps = format >= FIRST_WITH_STEPS};
}

void packing_row_begins(struct packing *packing) { packing->row = packing->json->text.length; }

/* The words that neighbours begin with stand in the pattern, and the first one always does. */
static int common_head(const struct packed_words *words, const char *next)
{
    struct packed_words other;
    int head = 0;
    if (!split(&other, next, (struct piece){0}))
        return 1;
    while (head < LONGEST_HEAD && head < words->count - words->gain - 1 && head < other.count - 1 &&
           same_word(words, &other, head))
        head++;
    return head > 0 ? head : 1;
}

static void put_words(const struct packing *packing, const struct packed_words *words, int until)
{
    const int from = packing->head;
    if (until > from)
        flip_put(&packing->json->text, words->text + words->at[from], (size_t)(words->at[until] - words->at[from]) - 1);
}

static bool takes(struct piece *rest, struct piece expected)
{
    if (rest->length < expected.length || memcmp(rest->at, expected.at, expected.length) != 0)
        return false;
    *rest = without(*rest, expected.length);
    return true;
}

/* The action from its text on is what the pattern makes of its words. */
static bool fits_pattern(struct piece pattern, const struct packed_words *words, int head, struct piece action)
{
    while (pattern.length > 0) {
        size_t plain = 0;
        while (plain < pattern.length && (unsigned char)pattern.at[plain] >= ' ')
            plain++;
        if (!takes(&action, (struct piece){pattern.at, plain}))
            return false;
        pattern = without(pattern, plain);
        if (pattern.length > 0 && !takes(&action, word_of(words, head + *pattern.at - WORD)))
            return false;
        pattern = without(pattern, pattern.length > 0);
    }
    assert(action.length == 0); /* both end where their braces close */
    return true;
}

/* How far squares have moved on from the row before. */
struct step {
    int right, down;
};

static bool is_square(struct piece word)
{
    return word.length == 2 && *word.at >= 'a' && *word.at <= 'z' && word.at[1] >= '0' && word.at[1] <= '9';
}

static bool can_be_told(struct step step)
{
    return step.down == 0 ? step.right >= 1 && step.right <= FARTHEST
                          : step.down >= 1 && step.down <= LOWEST && step.right > -WIDE && step.right < WIDE;
}

/* The step that all squares have made, if everything else is the same. */
static bool moved(const struct packing *packing, const struct packed_words *words, struct step *step)
{
    bool any = false;
    for (int i = packing->head; i < words->count; i++) {
        const struct piece own = word_of(words, i), last = word_of(&packing->last, i);
        if (!is_square(own) || !is_square(last)) {
            if (!same_word(words, &packing->last, i))
                return false;
            continue;
        }
        const struct step here = {own.at[0] - last.at[0], own.at[1] - last.at[1]};
        if (any && (here.right != step->right || here.down != step->down))
            return false;
        any = true;
        *step = here;
    }
    return any && can_be_told(*step);
}

static void put_step(struct flip_text *text, struct step step)
{
    flip_put_byte(text, (char)(step.down == 0 ? RIGHT - 1 + step.right : DOWN - 1 + step.down));
    if (step.down > 0)
        flip_put_byte(text, (char)(SAME_COLUMN + step.right));
}

static void put_row(struct packing *packing, const struct packed_words *words)
{
    struct step step = {0};
    int until = words->count;
    while (until > packing->head && same_word(words, &packing->last, until - 1))
        until--;
    if (packing->steps && moved(packing, words, &step))
        put_step(&packing->json->text, step);
    else
        put_words(packing, words, until);
    packing->last = *words;
}

/* Another row, if the pattern is the same. */
static bool add_row(struct packing *packing, const struct row *row, const struct packed_words *words)
{
    struct flip_text *text = &packing->json->text;
    const size_t before = sizeof id_begins - 1 + 1; /* and the number, which is another one */
    const struct piece pattern = {text->at + packing->pattern + before, packing->pattern_length - before};
    if (!packing->open || words->count != packing->last.count ||
        !fits_pattern(pattern, words, packing->head, row->from_text))
        return false;
    text->length = packing->row;
    flip_put_byte(text, ROW);
    put_row(packing, words);
    return true;
}

static void begin_group(struct packing *packing, bool first)
{
    struct flip_text *text = &packing->json->text;
    text->length = packing->row;
    packing_end(packing);
    if (!first)
        flip_put_byte(text, ',');
    flip_put_byte(text, PATTERN);
    packing->pattern = text->length;
}

static void add_pattern(struct packing *packing, const struct row *row, const struct packed_words *words, bool first)
{
    char buffer[2 * LONGEST];
    struct flip_text pattern = flip_text_in(buffer, sizeof buffer), *text = &packing->json->text;
    put_pattern(&pattern, row, words, packing->head);
    begin_group(packing, first);
    packing->pattern_length = pattern.length;
    flip_put(text, buffer, pattern.length);
    flip_put_byte(text, ROWS);
    put_words(packing, words, words->count);
    packing->last = *words;
    packing->open = true;
}

/* An action as it is: a pattern without words, and one row. It moves on to make room for what stands before it. */
static void add_plain(struct packing *packing, struct piece action, bool first)
{
    struct flip_text *text = &packing->json->text;
    const size_t room = 4;
    flip_put(text, "    ", room);
    if (!flip_text_fits(text))
        return;
    memmove(text->at + packing->row + room, action.at, action.length);
    begin_group(packing, first);
    memmove(text->at + text->length, text->at + packing->row + room, action.length);
    text->length += action.length;
    flip_put_byte(text, ROWS);
    flip_put_byte(text, END);
}

void packing_row_ends(struct packing *packing, const char *move, const char *next)
{
    struct flip_text *text = &packing->json->text;
    struct packed_words words;
    struct row row;
    if (!flip_text_fits(text)) /* it will not be sent */
        return;
    const bool first = text->at[packing->row] != ',';
    const struct piece written = {text->at + packing->row, text->length - packing->row},
                       action = without(written, first ? 0 : 1);
    if (action.length >= LONGEST || !split(&words, move, gain_of(action))) {
        add_plain(packing, action, first);
        return;
    }
    take_apart(&row, action, move);
    if (add_row(packing, &row, &words))
        return;
    packing->head = common_head(&words, next);
    if (words.count - packing->head > WORDS_IN_ROW)
        add_plain(packing, action, first);
    else
        add_pattern(packing, &row, &words, first);
}

void packing_end(struct packing *packing)
{
    if (packing->open)
        flip_put_byte(&packing->json->text, END);
    packing->open = false;
}
