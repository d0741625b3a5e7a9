/* The difference between two texts: whoever puts it together has the new text, byte for byte. */
#include "server/rooms/difference.h"
#include "support.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum {
    BEYOND = 77,
    /* what the other side has and this one does not use */ LONGEST = 6000,
    ROOM = 4 * LONGEST + 4096,
    RUNS = 4000
};

static uint64_t seed;

static unsigned any(unsigned below)
{
    seed = seed * UINT64_C(6364136223846793005) + 1442695040888963407u;
    return (unsigned)(seed >> 33) % below;
}

/* Like a scene: names that come again and again, numbers, quotes, and letters of two to four bytes. */
static size_t put_random(char *out, size_t room)
{
    static const char *const words[] = {"\"gain\":", "{\"id\":", "},",  "\"tell\":\"an eight\"", "\\\"", "é", "—", "🂡",
                                        "[",         "]",        "true"};
    const unsigned kind = any(14);
    char number[12];
    const char *word = kind < 11 ? words[kind] : number;
    snprintf(number, sizeof number, "%u,", any(1000));
    const size_t length = strlen(word);
    if (length > room)
        return 0;
    memcpy(out, word, length);
    return length;
}

static size_t random_text(char *out, size_t length)
{
    size_t used = 0;
    for (size_t more; used < length && (more = put_random(out + used, length - used)) > 0;)
        used += more;
    return used;
}

static size_t boundary(const char *text, size_t length)
{
    size_t at = any((unsigned)length + 1);
    while (at < length && ((unsigned char)text[at] & 0xc0) == 0x80)
        at++;
    return at;
}

/* Some pieces of the old text, in any order, with something new between them. */
static size_t change_text(char *out, const char *old, size_t length)
{
    size_t used = 0;
    for (unsigned pieces = any(6); pieces > 0; pieces--) {
        size_t from = boundary(old, length), to = boundary(old, length);
        if (from > to) {
            const size_t other = from;
            from = to;
            to = other;
        }
        if (used + (to - from) < LONGEST) {
            memcpy(out + used, old + from, to - from);
            used += to - from;
        }
        used += random_text(out + used, any(200) < LONGEST - used ? any(200) % (LONGEST - used) : 0);
    }
    return used;
}

static json_t *difference(const char *old, size_t old_length, char *now, size_t length)
{
    static char out[ROOM];
    struct flip_json json = flip_json_in(out, sizeof out);
    flip_json_open(&json, NULL, '[');
    difference_write(&json, old, old_length, old_length + BEYOND, now, length);
    flip_json_close(&json);
    assert_true(flip_text_fits(&json.text));
    json_t *parts = json_loads(out, 0, NULL);
    assert_non_null(parts);
    return parts;
}

static size_t put_together(char *out, const char *old, size_t old_length, const json_t *parts)
{
    size_t used = 0, next = 0;
    for (size_t i = 0; i < json_array_size(parts); i++) {
        const json_t *part = json_array_get(parts, i);
        const bool on = json_integer_value(part) < 0;
        const size_t from = json_is_string(part) || on ? next : (size_t)json_integer_value(part);
        const size_t length = json_is_string(part) ? json_string_length(part)
                              : on                 ? (size_t)-json_integer_value(part)
                                                   : (size_t)json_integer_value(json_array_get(parts, ++i));
        next = from + length;
        const bool again = from >= old_length + BEYOND;
        assert_true(json_is_string(part) || from + length <= (again ? used + old_length + BEYOND : old_length));
        const char *known = again ? out + (from - old_length - BEYOND) : old + from;
        memmove(out + used, json_is_string(part) ? json_string_value(part) : known, length);
        used += length;
    }
    return used;
}

/* --- the same in letters ------------------------------------------------------------------------------------------------- */

static size_t in_letters(char *out, const char *old, size_t old_length, char *now, size_t length)
{
    struct flip_text text = flip_text_in(out, ROOM);
    difference_write_letters(&text, old, old_length, old_length + BEYOND, now, length);
    assert_true(flip_text_fits(&text));
    return text.length;
}

static size_t number_in(const char **at)
{
    size_t value = 0, bits;
    int shift = 0;
    do {
        bits = (size_t)(*(*at)++ - '0');
        value |= (bits & 31) << shift;
        shift += 5;
    } while (bits & 32);
    return value;
}

static size_t put_letters_together(char *out, const char *old, size_t old_length, const char *at, const char *end)
{
    size_t used = 0, next = 0;
    while (at < end) {
        const size_t fresh = number_in(&at);
        memcpy(out + used, at, fresh);
        at += fresh;
        used += fresh;
        next += fresh;
        if (at == end)
            break;
        const size_t by = number_in(&at), length = number_in(&at), from = by % 2 ? next - (by + 1) / 2 : next + by / 2;
        const bool again = from >= old_length + BEYOND;
        assert_true(length > 0 && from + length <= (again ? used + old_length + BEYOND : old_length));
        memmove(out + used, again ? out + (from - old_length - BEYOND) : old + from, length);
        used += length;
        next = from + length;
    }
    return used;
}

/* How many bytes all differences had, in JSON and in letters. */
static size_t told_json, told_letters;

static void check_texts(const char *old, size_t old_length, char *now, size_t length)
{
    static char before[LONGEST + 1], got[ROOM], letters[ROOM];
    memcpy(before, now, length + 1);
    json_t *parts = difference(old, old_length, now, length);
    assert_memory_equal(before, now, length + 1);
    assert_int_equal(put_together(got, old, old_length, parts), length);
    assert_memory_equal(got, now, length);
    char *text = json_dumps(parts, JSON_COMPACT);
    told_json += strlen(text);
    free(text);
    json_decref(parts);
    const size_t told = in_letters(letters, old, old_length, now, length);
    assert_memory_equal(before, now, length + 1);
    assert_int_equal(put_letters_together(got, old, old_length, letters, letters + told), length);
    assert_memory_equal(got, now, length);
    told_letters += told;
}

static void a_text_put_together_from_its_difference_is_the_new_text(void **state)
{
    (void)state;
    static char old[LONGEST + 1], now[LONGEST + 512];
    for (int run = 0; run < RUNS; run++) {
        const size_t old_length = random_text(old, any(run % 2 ? 60 : LONGEST));
        size_t length = any(10) == 0 ? random_text(now, any(LONGEST)) : change_text(now, old, old_length);
        length = length < LONGEST ? length : LONGEST;
        while (length > 0 && ((unsigned char)now[length] & 0xc0) == 0x80)
            length--;
        now[length] = '\0';
        check_texts(old, old_length, now, length);
    }
}

/* A scene as it is, with a few things changed here and there: numbers of another length, a list that is longer, a part that has moved. */
static size_t edit_text(char *out, const char *old, size_t length)
{
    size_t used = 0;
    for (size_t at = 0; at < length;) {
        size_t piece = 1 + any(any(2) ? 70 : 300);
        piece = piece < length - at ? piece : length - at;
        if (used + piece + 64 > LONGEST)
            break;
        memcpy(out + used, old + at, piece);
        used += piece;
        at += piece;
        if (any(3))
            used += (size_t)snprintf(out + used, 64, "%.*s", (int)any(20), "9876543210 9876543210");
        at += any(3) ? any(16) : any(400);
    }
    out[used] = '\0';
    return used;
}

/* Letters of one byte, so that a piece can begin and end anywhere. */
static size_t plain_text(char *out, size_t length)
{
    for (size_t i = 0; i < length; i++)
        out[i] = i % 16 < 10 ? "{\"id\":1,\"t"[i % 16] : (char)('a' + any(26));
    out[length] = '\0';
    return length;
}

/* What a difference costs: whoever changes how it is looked for sees here what that gains or loses. */
static void a_difference_has_as_many_bytes_as_it_had(void **state)
{
    (void)state;
    static char old[LONGEST + 1], now[LONGEST + 512];
    const uint64_t one = 1;
    if (*(const char *)&one != 1)
        skip(); /* what is found depends on the order of bytes in a word */
    seed = 1;
    told_json = told_letters = 0;
    for (int run = 0; run < 1500; run++) {
        const bool plain = run % 4 != 0;
        const size_t length = plain ? plain_text(old, 60 + any(any(3) ? 600 : 3000)) : random_text(old, any(3000));
        const size_t other = plain ? edit_text(now, old, length) : change_text(now, old, length);
        now[other] = '\0';
        check_texts(old, length, now, other);
    }
    assert_int_equal(told_json, 185214);
    assert_int_equal(told_letters, 134034);
}

static void what_has_moved_is_not_told_again(void **state)
{
    (void)state;
    static char old[LONGEST + 1], now[LONGEST + 1];
    const size_t length = random_text(old, 4000), cut = boundary(old, length);
    memcpy(now, old + cut, length - cut);
    memcpy(now + length - cut, old, cut);
    now[length] = '\0';
    json_t *parts = difference(old, length, now, length);
    char *text = json_dumps(parts, JSON_COMPACT);
    assert_true(strlen(text) < 100);
    free(text);
    json_decref(parts);
}

static void what_comes_twice_in_the_new_text_is_told_once(void **state)
{
    (void)state;
    static char now[LONGEST + 1];
    size_t length = 0;
    for (int i = 0; i < 50; i++)
        length += (size_t)snprintf(now + length, sizeof now - length,
                                   "{\"id\":%d,\"kind\":\"write\",\"tell\":\"a black ten\"}", i);
    json_t *parts = difference("", 0, now, length);
    char *text = json_dumps(parts, JSON_COMPACT);
    assert_true(strlen(text) < length / 3);
    free(text);
    json_decref(parts);
}

static void one_changed_number_costs_a_few_bytes(void **state)
{
    (void)state;
    static char old[LONGEST + 1], now[LONGEST + 1];
    const size_t half = random_text(old, 2000), rest = random_text(old + half + 3, 2000);
    memcpy(now, old, sizeof now);
    memcpy(old + half, "123", 3);
    memcpy(now + half, "789", 3);
    now[half + 3 + rest] = '\0';
    json_t *parts = difference(old, half + 3 + rest, now, half + 3 + rest);
    assert_int_equal(json_array_size(parts), 3);
    assert_string_equal(json_string_value(json_array_get(parts, 1)), "789");
    json_decref(parts);
}

/* The examples that everybody gives for it, and a text longer than one run of its sums. */
static void the_sum_is_adler_32(void **state)
{
    (void)state;
    static char text[100000];
    assert_int_equal(difference_sum("", 0), 1);
    assert_int_equal(difference_sum("Wikipedia", 9), 0x11e60398);
    memset(text, 0xff, sizeof text);
    for (size_t i = 0; i < sizeof text; i += 7)
        text[i] = (char)(i * 31);
    uint32_t a = 1, b = 0;
    for (size_t i = 0; i < sizeof text; i++) {
        a = (a + (unsigned char)text[i]) % 65521;
        b = (b + a) % 65521;
        if (i < 100 || i % 997 == 0)
            assert_int_equal(difference_sum(text, i + 1), b << 16 | a);
    }
    memset(text, 0xff, sizeof text); /* the largest sums */
    a = 1, b = 0;
    for (size_t i = 0; i < sizeof text; i++) {
        a = (a + 255) % 65521;
        b = (b + a) % 65521;
    }
    assert_int_equal(difference_sum(text, sizeof text), b << 16 | a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_text_put_together_from_its_difference_is_the_new_text),
        cmocka_unit_test(a_difference_has_as_many_bytes_as_it_had),
        cmocka_unit_test(what_has_moved_is_not_told_again),
        cmocka_unit_test(what_comes_twice_in_the_new_text_is_told_once),
        cmocka_unit_test(one_changed_number_costs_a_few_bytes),
        cmocka_unit_test(the_sum_is_adler_32),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
