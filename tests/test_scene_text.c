/* Scenes as changes in letters, with packed actions: what the terminal puts together is what the server meant, byte for byte. */
#include "server/rooms/difference.h"
#include "server/rooms/packed.h"
#include "support.h"
#include "faces/terminal/wire/scene_text.h"

#include <stdlib.h>
#include <string.h>

enum { ROOM = 1 << 16, RUNS = 400, MESSAGE = 2 * ROOM + 256 };

static uint64_t seed;

static unsigned any(unsigned below)
{
    seed = seed * UINT64_C(6364136223846793005) + 1442695040888963407u;
    return (unsigned)(seed >> 33) % below;
}

static const char *one_of(const char *const *words, unsigned count) { return words[any(count)]; }

/* --- actions ---------------------------------------------------------------------------------------------------------------- */

struct action {
    char text[PACKED_TEXT];
    char tell[300];
    int gain;
    bool gains;
};

/* Moves as the games write them, and some as none does. */
static void invent(struct action *action)
{
    static const char *const verbs[] = {"write", "draw", "draw", "visit", "pass", "gain"};
    static const char *const shapes[] = {"O", "L3", "domino", "7"};
    static const char *const odd[] = {"say \"hello\"", "back\\slash", "two  blanks", "é ü",
                                      " begins",       "ends ",       "1 1 1 1"};
    const char *shape = one_of(shapes, 4);
    action->gain = (int)any(5) - 2;
    action->gains = any(8) != 0;
    if (any(12) == 0)
        snprintf(action->text, sizeof action->text, "%s", one_of(odd, 7));
    else
        snprintf(action->text, sizeof action->text, "%s %s %u %c%u", one_of(verbs, 6), shape, any(3),
                 'a' + (char)any(4), any(9));
    snprintf(action->tell, sizeof action->tell, "does «%s» with the %s, \"gain\": %u", action->text, shape, any(2));
    for (unsigned more = any(40) == 0 ? 20 : 0; more > 0; more--) /* more words than a row can have */
        snprintf(action->text + strlen(action->text), sizeof action->text - strlen(action->text), " w%u", more);
}

static void write_action(struct flip_json *json, const struct action *action, int id)
{
    flip_json_open(json, NULL, '{');
    flip_json_int(json, "id", id);
    flip_json_string(json, "text", action->text);
    flip_json_open(json, "squares", '[');
    flip_json_string(json, NULL, action->text + strlen(action->text) / 2);
    flip_json_close(json);
    flip_json_string(json, "tell", action->tell);
    if (action->gains)
        flip_json_int(json, "gain", action->gain);
    flip_json_close(json);
}

static size_t write_actions(char *out, size_t size, const struct action *actions, int count, int format)
{
    struct flip_json json = flip_json_in(out, size);
    struct packing packing = packing_in(&json, format);
    flip_json_open(&json, NULL, '{');
    flip_json_int(&json, "before", 1);
    flip_json_open(&json, "actions", '[');
    for (int i = 0; i < count; i++) {
        packing_row_begins(&packing);
        write_action(&json, &actions[i], i);
        if (format >= 2)
            packing_row_ends(&packing, actions[i].text, i + 1 < count ? actions[i + 1].text : "");
    }
    packing_end(&packing);
    flip_json_close(&json);
    flip_json_bool(&json, "after", true);
    flip_json_close(&json);
    return json.text.length;
}

/* --- messages ----------------------------------------------------------------------------------------------------------------- */

static char *take(struct flip_scene_text *scene, const char *word, const char *text, size_t length, const char *parts,
                  size_t parts_length)
{
    static char message[MESSAGE];
    size_t taken = 0;
    const int head =
        snprintf(message, sizeof message, "%s TABLE %lu\n", word, (unsigned long)difference_sum(text, length));
    memcpy(message + head, parts, parts_length);
    char *found = flip_scene_text_take(scene, message, (size_t)head + parts_length, &taken);
    if (found)
        assert_int_equal(taken, strlen(found));
    return found;
}

static char *take_whole(struct flip_scene_text *scene, const char *text)
{
    return take(scene, "scene", text, strlen(text), text, strlen(text));
}

static char *take_change(struct flip_scene_text *scene, const char *word, const char *known, size_t base, char *text)
{
    static char parts[2 * ROOM];
    struct flip_text out = flip_text_in(parts, sizeof parts);
    difference_write_letters(&out, known, strlen(known), base, text, strlen(text));
    assert_true(flip_text_fits(&out));
    return take(scene, word, text, strlen(text), parts, out.length);
}

static void assert_shown(char *shown, const char *expected)
{
    assert_non_null(shown);
    assert_string_equal(shown, expected);
    free(shown);
}

static void actions_are_the_same_after_packing_and_unpacking(void **state)
{
    (void)state;
    static char plain[ROOM], packed[ROOM];
    struct action actions[60];
    for (int run = 0; run < RUNS; run++) {
        struct flip_scene_text scene = {0};
        const int count = (int)any(60);
        for (int i = 0; i < count; i++)
            invent(&actions[i]);
        write_actions(plain, sizeof plain, actions, count, 0);
        const size_t length = write_actions(packed, sizeof packed, actions, count, 2 + (int)any(2));
        assert_int_equal(length, strlen(packed));
        assert_shown(take_whole(&scene, packed), plain);
        flip_scene_text_forget(&scene);
    }
}

static void actions_that_are_alike_are_told_by_their_words(void **state)
{
    (void)state;
    static char plain[ROOM], packed[ROOM];
    struct action actions[48];
    for (int i = 0; i < 48; i++) {
        actions[i] = (struct action){.gains = true, .gain = i / 24};
        snprintf(actions[i].text, sizeof actions[i].text, "draw domino 1 %c%d %c%d", 'a' + i % 6, 1 + i / 6,
                 'b' + i % 6, 1 + i / 6);
        snprintf(actions[i].tell, sizeof actions[i].tell, "draws the domino at %c%d %c%d", 'a' + i % 6, 1 + i / 6,
                 'b' + i % 6, 1 + i / 6);
    }
    const size_t whole = write_actions(plain, sizeof plain, actions, 48, 0);
    assert_true(write_actions(packed, sizeof packed, actions, 48, 2) < whole / 5);
    assert_non_null(strstr(packed, "\x02"
                                   "a1 b1 0\x03"
                                   "b1 c1\x03"));
    assert_non_null(strstr(packed, "\x03"
                                   "f4 g4\x03"
                                   "a5 b5 1\x03"
                                   "b5 c5\x03"));
}

/* Shapes of squares at places of a map: rows that are far apart, rows that go back, and squares that no step leads to. */
static void invent_shape(struct action *action, int nth)
{
    const char column = (char)('a' + any(nth % 3 ? 9 : 26)), row = (char)('0' + any(nth % 3 ? 10 : 4));
    *action = (struct action){.gains = true, .gain = (int)any(2)};
    snprintf(action->text, sizeof action->text, "draw L3 1 %c%c %c%c c%u", column, row, column < 'z' ? column + 1 : 'a',
             row, any(8) ? 3 : any(30));
    snprintf(action->tell, sizeof action->tell, "draws the L3 at %c%c", column, row);
}

static void squares_that_move_on_are_told_by_how_far(void **state)
{
    (void)state;
    static char plain[ROOM], packed[ROOM];
    struct action actions[60];
    for (int run = 0; run < RUNS; run++) {
        struct flip_scene_text scene = {0};
        for (int i = 0; i < 60; i++)
            invent_shape(&actions[i], run);
        write_actions(plain, sizeof plain, actions, 60, 0);
        write_actions(packed, sizeof packed, actions, 60, 3);
        assert_shown(take_whole(&scene, packed), plain);
        flip_scene_text_forget(&scene);
    }
    for (int i = 0; i < 4; i++) {
        static const char *const places[] = {"a1 b1", "c1 d1", "b2 c2", "b5 c5"};
        actions[i] = (struct action){.gains = true};
        snprintf(actions[i].text, sizeof actions[i].text, "draw domino 1 %s", places[i]);
        snprintf(actions[i].tell, sizeof actions[i].tell, "draws the domino");
    }
    write_actions(packed, sizeof packed, actions, 4, 3);
    assert_non_null(strstr(packed, "\x02"
                                   "a1 b1 0\x03\x06\x03\x0cO\x03\x0eP\x04"));
}

/* Whatever does not fit is not sent; but nothing is written behind the end. */
static void a_list_that_is_too_long_stays_in_its_place(void **state)
{
    (void)state;
    static char packed[ROOM];
    struct action actions[40];
    for (int i = 0; i < 40; i++)
        invent(&actions[i]);
    const size_t whole = write_actions(packed, sizeof packed, actions, 40, 3);
    for (size_t size = 1; size < whole; size += 7) {
        memset(packed, '#', sizeof packed);
        assert_true(write_actions(packed, size, actions, 40, 3) >= size);
        assert_int_equal(packed[size], '#');
    }
}

static void fill(char *text, size_t length)
{
    static const char *const words[] = {"\"gain\":", "{\"id\":", "},", "\"tell\":\"an eight\"", "é", "—", "🂡",
                                        "[",         "true",     "17,"};
    text[0] = '\0';
    for (size_t used = 0; used + 20 < length; used = strlen(text))
        strcat(text, one_of(words, 10));
}

static void a_scene_put_together_from_changes_is_the_scene(void **state)
{
    (void)state;
    static char last[4096], kept[4096], now[4096], known[8192];
    struct flip_scene_text scene = {0};
    fill(last, 3000);
    assert_shown(take_whole(&scene, last), last);
    kept[0] = '\0';
    for (int run = 0; run < RUNS; run++) {
        const bool keep = any(4) == 0, uses_kept = any(2) == 0;
        snprintf(known, sizeof known, "%s%s", last, uses_kept ? kept : "");
        fill(now, 100 + any(3000));
        if (any(3) > 0)
            snprintf(now + strlen(now), sizeof now - strlen(now), "%.500s", last);
        for (size_t end = strlen(now); end > 0 && ((unsigned char)now[end - 1] & 0x80); now[--end] = '\0')
            ; /* a cut letter */
        assert_shown(take_change(&scene, keep ? "keep" : "change", known, strlen(last) + strlen(kept), now), now);
        if (keep)
            memcpy(kept, last, sizeof kept);
        memcpy(last, now, sizeof last);
    }
    flip_scene_text_forget(&scene);
}

static void what_does_not_fit_is_not_used(void **state)
{
    (void)state;
    struct flip_scene_text scene = {0};
    char now[] = "one two three four five six";
    assert_null(take(&scene, "change", now, strlen(now), "0", 1)); /* there is no scene yet */
    assert_shown(take_whole(&scene, now), now);
    static const char *const wrong[] = {"", "0", "00z", "0zzzzzzzz", "z", "00Zz", "2on", "00K03thr0"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_null(take(&scene, "change", now, strlen(now), wrong[i], strlen(wrong[i])));
    assert_shown(take(&scene, "change", "two", 3, "3two", 4), "two");
    size_t length;
    static const char *const messages[] = {"change", "change\n", "change TABLE\n", "change OTHER 1\n0",
                                           "scene TABLE x\n"};
    for (size_t i = 0; i < sizeof messages / sizeof *messages; i++)
        assert_null(flip_scene_text_take(&scene, messages[i], strlen(messages[i]), &length));
    flip_scene_text_forget(&scene);
}

static void a_broken_pattern_is_no_scene(void **state)
{
    (void)state;
    static const char *const broken[] = {"[\x01", "[\x01{\x02", "[\x01{\x04\x02", "\x01\x02"};
    struct flip_scene_text scene = {0};
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++)
        assert_null(take_whole(&scene, broken[i]));
    assert_shown(take_whole(&scene, "[\x01{\x10\x1f}\x02\x04]"), "[{}]"); /* words that are not there are empty */
    flip_scene_text_forget(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(actions_are_the_same_after_packing_and_unpacking),
        cmocka_unit_test(actions_that_are_alike_are_told_by_their_words),
        cmocka_unit_test(squares_that_move_on_are_told_by_how_far),
        cmocka_unit_test(a_list_that_is_too_long_stays_in_its_place),
        cmocka_unit_test(a_scene_put_together_from_changes_is_the_scene),
        cmocka_unit_test(what_does_not_fit_is_not_used),
        cmocka_unit_test(a_broken_pattern_is_no_scene),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
