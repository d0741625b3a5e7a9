/* Scenes that are put together from changes. */
#include "faces/terminal/wire/scene_text.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LETTER = '0', LETTER_BITS = 5, MORE = 1 << LETTER_BITS };
enum { PATTERN = 0x01, ROWS = 0x02, ROW = 0x03, END = 0x04, NUMBER = 0x0f, WORD = 0x10, WORDS = 16 };
enum { RIGHT = 0x05, DOWN = 0x0c, SAME_COLUMN = 'P' };
enum { LARGEST = 1 << 24 }; /* of a scene: a number beyond that is a mistake */

struct made {
    char *at;
    size_t length, room;
    bool failed;
};

struct given {
    const char *at;
    size_t length;
};

static bool make_room(struct made *made, size_t more)
{
    if (made->failed || more > LARGEST || made->length + more > LARGEST) {
        made->failed = true;
        return false;
    }
    if (made->length + more + 1 <= made->room)
        return true;
    const size_t room = 2 * (made->length + more + 512);
    char *larger = realloc(made->at, room);
    made->failed = !larger;
    if (!larger)
        return false;
    made->at = larger;
    made->room = room;
    return true;
}

static void add(struct made *made, const char *bytes, size_t count)
{
    if (!make_room(made, count))
        return;
    memcpy(made->at + made->length, bytes, count);
    made->length += count;
    made->at[made->length] = '\0';
}

bool flip_scene_text_is(const char *message) { return message[0] != '{'; }

void flip_scene_text_forget(struct flip_scene_text *scene)
{
    free(scene->last);
    free(scene->kept);
    *scene = (struct flip_scene_text){0};
}

/* --- from parts to a text --------------------------------------------------------------------------------------------------- */

static size_t number_from(struct given *parts)
{
    size_t value = 0;
    for (int shift = 0; parts->length > 0 && shift < 30; shift += LETTER_BITS) {
        const int bits = (unsigned char)*parts->at - LETTER;
        parts->at++;
        parts->length--;
        value |= (size_t)(bits & (MORE - 1)) << shift;
        if (bits < MORE)
            break;
    }
    return value;
}

/* As much of a piece as lies in this text; the rest of it counts from the text's end. */
static void add_part(struct made *made, const char *text, size_t size, size_t *from, size_t *length)
{
    const size_t rest = *from < size ? size - *from : 0, count = rest < *length ? rest : *length;
    if (count > 0)
        add(made, text + *from, count);
    *from = *from < size ? 0 : *from - size;
    *length -= count;
}

/* What is there already, once more. */
static void add_own(struct made *made, size_t from, size_t length)
{
    if (length == 0 || !make_room(made, length))
        return;
    memcpy(made->at + made->length, made->at + from, length);
    made->length += length;
}

static void add_piece(struct made *made, const struct flip_scene_text *scene, size_t from, size_t length)
{
    const size_t known = scene->last_length + scene->kept_length;
    if (from > LARGEST || length > LARGEST || from + length > known + made->length) {
        made->failed = true;
        return;
    }
    add_part(made, scene->last, scene->last_length, &from, &length);
    add_part(made, scene->kept, scene->kept_length, &from, &length);
    add_own(made, from, length);
}

static struct made built(const struct flip_scene_text *scene, struct given parts)
{
    struct made made = {0};
    size_t next = 0;
    while (parts.length > 0 && !made.failed) {
        size_t fresh = number_from(&parts);
        fresh = fresh < parts.length ? fresh : parts.length;
        add(&made, parts.at, fresh);
        parts = (struct given){parts.at + fresh, parts.length - fresh};
        next += fresh;
        if (parts.length == 0)
            break;
        const size_t by = number_from(&parts), length = number_from(&parts);
        next = by % 2 ? next - (by + 1) / 2 : next + by / 2;
        add_piece(&made, scene, next, length);
        next += length;
    }
    return made;
}

static uint32_t sum_of(const char *text, size_t length)
{
    enum { BASE = 65521, RUN = 5552 }; /* so many bytes before the sums could overflow */
    uint32_t a = 1, b = 0;
    for (size_t i = 0; i < length;) {
        const size_t end = length - i < RUN ? length : i + RUN;
        for (; i < end; i++)
            b += a += (unsigned char)text[i];
        a %= BASE;
        b %= BASE;
    }
    return b << 16 | a;
}

/* --- actions that have a pattern in common ------------------------------------------------------------------------------------ */

struct rows {
    struct given pattern, words[WORDS];
    char squares[WORDS][2]; /* words that have moved */
    int number;
};

static bool is_square(struct given word)
{
    return word.length == 2 && *word.at >= 'a' && *word.at <= 'z' && word.at[1] >= '0' && word.at[1] <= '9';
}

static void move_squares(struct rows *rows, int right, int down)
{
    for (int i = 0; i < WORDS; i++) {
        const struct given word = rows->words[i];
        if (!is_square(word))
            continue;
        rows->squares[i][0] = (char)(word.at[0] + right);
        rows->squares[i][1] = (char)(word.at[1] + down);
        rows->words[i].at = rows->squares[i];
    }
}

/* Words that a row lacks at its end are those of the row before; and it may be the row before, moved on. */
static void take_words(struct rows *rows, struct given row)
{
    if (row.length == 1 && *row.at >= RIGHT && *row.at < DOWN) {
        move_squares(rows, *row.at - RIGHT + 1, 0);
        return;
    }
    if (row.length == 2 && *row.at >= DOWN && *row.at < NUMBER) {
        move_squares(rows, row.at[1] - SAME_COLUMN, *row.at - DOWN + 1);
        return;
    }
    for (int i = 0; i < WORDS && row.length > 0; i++) {
        const char *end = memchr(row.at, ' ', row.length);
        const size_t length = end ? (size_t)(end - row.at) : row.length;
        rows->words[i] = (struct given){row.at, length};
        row = (struct given){row.at + length + (end != NULL), row.length - length - (end != NULL)};
    }
}

/* What a byte of a pattern that is not text stands for. */
static void add_sign(struct made *made, const struct rows *rows, const char *sign)
{
    char digits[16];
    if (*sign == NUMBER)
        add(made, digits, (size_t)snprintf(digits, sizeof digits, "%d", rows->number));
    else if (*sign < WORD)
        add(made, sign, 1);
    else if (rows->words[*sign - WORD].length > 0)
        add(made, rows->words[*sign - WORD].at, rows->words[*sign - WORD].length);
}

static void add_action(struct made *made, const struct rows *rows)
{
    const struct given pattern = rows->pattern;
    for (size_t at = 0, begin = 0; at < pattern.length; begin = ++at) {
        while (at < pattern.length && (unsigned char)pattern.at[at] >= ' ')
            at++;
        add(made, pattern.at + begin, at - begin);
        if (at < pattern.length)
            add_sign(made, rows, &pattern.at[at]);
    }
}

/* All rows of a group; returns what follows it. */
static const char *add_group(struct made *made, const char *at, const char *end, int *count)
{
    const char *rows_at = memchr(at, ROWS, (size_t)(end - at)), *over = memchr(at, END, (size_t)(end - at));
    if (!rows_at || !over || over < rows_at) {
        made->failed = true;
        return end;
    }
    struct rows rows = {.pattern = {at, (size_t)(rows_at - at)}};
    for (const char *row = rows_at + 1, *next; row <= over; row = next + 1) {
        next = memchr(row, ROW, (size_t)(over - row));
        next = next ? next : over;
        take_words(&rows, (struct given){row, (size_t)(next - row)});
        rows.number = (*count)++;
        if (row > rows_at + 1)
            add(made, ",", 1);
        add_action(made, &rows);
    }
    return over + 1;
}

static struct made unpacked(const char *text, size_t length)
{
    struct made made = {0};
    const char *at = text, *const end = text + length;
    int count = 0;
    while (at < end && !made.failed) {
        const char *group = memchr(at, PATTERN, (size_t)(end - at));
        add(&made, at, (size_t)((group ? group : end) - at));
        at = group ? add_group(&made, group + 1, end, &count) : end;
    }
    return made;
}

/* --- messages ------------------------------------------------------------------------------------------------------------------- */

struct head {
    char word[8], table[64];
    unsigned long sum;
    struct given parts;
};

static bool read_head(struct head *head, const char *message, size_t length)
{
    const char *line = memchr(message, '\n', length);
    char text[128];
    if (!line || (size_t)(line - message) >= sizeof text)
        return false;
    memcpy(text, message, (size_t)(line - message));
    text[line - message] = '\0';
    head->parts = (struct given){line + 1, length - (size_t)(line - message) - 1};
    return sscanf(text, "%7s %63s %lu", head->word, head->table, &head->sum) == 3;
}

static void move_on(struct flip_scene_text *scene, const struct head *head, struct made now)
{
    if (strcmp(head->word, "keep") == 0) {
        free(scene->kept);
        scene->kept = scene->last;
        scene->kept_length = scene->last_length;
    } else {
        free(scene->last);
    }
    scene->last = now.at;
    scene->last_length = now.length;
}

char *flip_scene_text_take(struct flip_scene_text *scene, const char *message, size_t length, size_t *scene_length)
{
    struct head head;
    if (!read_head(&head, message, length))
        return NULL;
    struct made now = {0};
    if (strcmp(head.word, "scene") == 0) {
        flip_scene_text_forget(scene);
        memcpy(scene->table, head.table, sizeof scene->table);
        add(&now, head.parts.at, head.parts.length);
    } else if (scene->last && strcmp(scene->table, head.table) == 0) {
        now = built(scene, head.parts);
    }
    if (!now.at || now.failed || sum_of(now.at, now.length) != head.sum) {
        free(now.at);
        return NULL;
    }
    move_on(scene, &head, now);
    struct made text = unpacked(now.at, now.length);
    if (text.failed) {
        free(text.at);
        return NULL;
    }
    *scene_length = text.length;
    return text.at;
}
