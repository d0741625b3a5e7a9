/* Lists of actions, packed: what is sent for them, to the byte. Quotes are ' here, and bytes below blanks ~ and two digits. */
#include "server/rooms/packed.h"
#include "support.h"

#include <string.h>

enum { MOST = 8, ROOM = 16384, NO_GAIN = 1000 };

struct action {
    const char *move, *rest; /* what stands between its text and its gain */
    int gain;
};

static char written[ROOM], shown[2 * ROOM];

static void write_action(struct flip_json *json, int id, const struct action *action)
{
    flip_json_open(json, NULL, '{');
    flip_json_int(json, "id", id);
    flip_json_string(json, "text", action->move);
    if (action->rest)
        flip_json_string(json, "tell", action->rest);
    if (action->gain != NO_GAIN)
        flip_json_int(json, "gain", action->gain);
    flip_json_close(json);
}

static void write_actions(struct flip_json *json, const struct action *actions, int format)
{
    struct packing packing = packing_in(json, format);
    flip_json_open(json, NULL, '[');
    for (int i = 0; actions[i].move; i++) {
        packing_row_begins(&packing);
        write_action(json, i, &actions[i]);
        packing_row_ends(&packing, actions[i].move, actions[i + 1].move ? actions[i + 1].move : "");
    }
    packing_end(&packing);
    flip_json_close(json);
}

static const char *packed(const struct action *actions, int format)
{
    struct flip_json json = flip_json_in(written, sizeof written);
    struct flip_text out = flip_text_in(shown, sizeof shown);
    write_actions(&json, actions, format);
    assert_true(flip_text_fits(&json.text));
    for (size_t i = 0; i < json.text.length; i++)
        if ((unsigned char)written[i] < ' ')
            flip_text_add(&out, "~%02x", (unsigned)written[i]);
        else
            flip_text_add(&out, "%c", written[i] == '"' ? '\'' : written[i]);
    return shown;
}

#define PACKED(format, text, ...) assert_string_equal(packed((const struct action[MOST]){__VA_ARGS__}, format), text)

static void what_actions_have_in_common_is_written_once(void **state)
{
    (void)state;
    PACKED(2, "[~01{'id':~0f,'text':'write ~10','tell':'a 7 in ~10','gain':~11}~02b1 0~03c1~03d1 2~04]",
           {"write b1", "a 7 in b1", 0}, {"write c1", "a 7 in c1", 0}, {"write d1", "a 7 in d1", 2});
}

static void squares_that_have_moved_on_are_told_by_how_far(void **state)
{
    (void)state;
    PACKED(3, "[~01{'id':~0f,'text':'draw ~10 ~11'}~02c1 d1~03~05~03~0cN~04]", {"draw c1 d1", NULL, NO_GAIN},
           {"draw d1 e1", NULL, NO_GAIN}, {"draw b2 c2", NULL, NO_GAIN});
    PACKED(2, "[~01{'id':~0f,'text':'draw ~10 ~11'}~02c1 d1~03d1 e1~03b2 c2~04]", {"draw c1 d1", NULL, NO_GAIN},
           {"draw d1 e1", NULL, NO_GAIN}, {"draw b2 c2", NULL, NO_GAIN});
}

static void squares_are_told_by_how_far_as_far_as_a_byte_can_say_it(void **state)
{
    (void)state;
    /* to the right: one to seven, not eight, and not back */
    PACKED(3, "[~01{'id':~0f,'text':'draw ~10'}~02a1~03~0b~03p1~03o1~04]", {"draw a1", NULL, NO_GAIN},
           {"draw h1", NULL, NO_GAIN}, {"draw p1", NULL, NO_GAIN}, {"draw o1", NULL, NO_GAIN});
    /* down: one to three, not four, and not up */
    PACKED(3, "[~01{'id':~0f,'text':'draw ~10'}~02a1~03~0eP~03a8~03a7~03~0cP~04]", {"draw a1", NULL, NO_GAIN},
           {"draw a4", NULL, NO_GAIN}, {"draw a8", NULL, NO_GAIN}, {"draw a7", NULL, NO_GAIN},
           {"draw a8", NULL, NO_GAIN});
    /* down and fifteen to either side, not sixteen */
    PACKED(3, "[~01{'id':~0f,'text':'draw ~10'}~02a1~03~0c_~03~0cA~03q4~03a5~04]", {"draw a1", NULL, NO_GAIN},
           {"draw p2", NULL, NO_GAIN}, {"draw a3", NULL, NO_GAIN}, {"draw q4", NULL, NO_GAIN},
           {"draw a5", NULL, NO_GAIN});
    PACKED(3, "[~01{'id':~0f,'text':'draw ~10'}~02y0~03~05~03~0dP~03~0eP~03~0eP~04]", {"draw y0", NULL, NO_GAIN},
           {"draw z0", NULL, NO_GAIN}, {"draw z2", NULL, NO_GAIN}, {"draw z5", NULL, NO_GAIN},
           {"draw z8", NULL, NO_GAIN}, {NULL, NULL, 0});
    PACKED(3, "[~01{'id':~0f,'text':'draw ~10'}~02z8~03~0cP~04]", {"draw z8", NULL, NO_GAIN},
           {"draw z9", NULL, NO_GAIN});
}

static void only_squares_move_and_all_of_them_alike(void **state)
{
    (void)state;
    PACKED(3, "[~01{'id':~0f,'text':'draw ~10 ~11'}~02a1 b1~03b1 d1~03b2~03c2~04]", {"draw a1 b1", NULL, NO_GAIN},
           {"draw b1 d1", NULL, NO_GAIN}, {"draw b2 d1", NULL, NO_GAIN}, {"draw c2 d1", NULL, NO_GAIN});
    /* what is no square stays as it is, or all is told */
    PACKED(3, "[~01{'id':~0f,'text':'draw ~10 ~11'}~02a1 red~03~05~03c1 blue~04]", {"draw a1 red", NULL, NO_GAIN},
           {"draw b1 red", NULL, NO_GAIN}, {"draw c1 blue", NULL, NO_GAIN});
    PACKED(3, "[~01{'id':~0f,'text':'draw ~10','gain':~11}~02a1 3~03~05~03c1 4~03d1 5~04]", {"draw a1", NULL, 3},
           {"draw b1", NULL, 3}, {"draw c1", NULL, 4}, {"draw d1", NULL, 5});
    /* neither of these is a square */
    PACKED(3, "[~01{'id':~0f,'text':'draw ~10'}~02A1~03B1~03a10~03b10~03a/~03b/~03c:~04]", {"draw A1", NULL, NO_GAIN},
           {"draw B1", NULL, NO_GAIN}, {"draw a10", NULL, NO_GAIN}, {"draw b10", NULL, NO_GAIN},
           {"draw a/", NULL, NO_GAIN}, {"draw b/", NULL, NO_GAIN}, {"draw c:", NULL, NO_GAIN});
    PACKED(3, "[~01{'id':~0f,'text':'draw ~10'}~02`1~03a1~03{1~03a~03b~04]", {"draw `1", NULL, NO_GAIN},
           {"draw a1", NULL, NO_GAIN}, {"draw {1", NULL, NO_GAIN}, {"draw a", NULL, NO_GAIN},
           {"draw b", NULL, NO_GAIN});
}

static void words_that_neighbours_begin_with_stand_in_the_pattern(void **state)
{
    (void)state;
    PACKED(2, "[~01{'id':~0f,'text':'move red ~10'}~02a1~03b2~04,~01{'id':~0f,'text':'move ~10 ~11'}~02blue a1~04]",
           {"move red a1", NULL, NO_GAIN}, {"move red b2", NULL, NO_GAIN}, {"move blue a1", NULL, NO_GAIN});
    /* three at most, and always one that is not in it */
    PACKED(2, "[~01{'id':~0f,'text':'k l m ~10 ~11'}~02n a1~03n b2~04]", {"k l m n a1", NULL, NO_GAIN},
           {"k l m n b2", NULL, NO_GAIN});
    PACKED(2, "[~01{'id':~0f,'text':'k ~10'}~02l~04,~01{'id':~0f,'text':'k ~10 ~11'}~02l m~04]", {"k l", NULL, NO_GAIN},
           {"k l m", NULL, NO_GAIN});
    PACKED(2, "[~01{'id':~0f,'text':'k ~10 ~11'}~02l m~04,~01{'id':~0f,'text':'k ~10'}~02l~04]",
           {"k l m", NULL, NO_GAIN}, {"k l", NULL, NO_GAIN});
    PACKED(2, "[~01{'id':~0f,'text':'k ~10'}~02a1~04,~01{'id':~0f,'text':'l ~10'}~02a1~04]", {"k a1", NULL, NO_GAIN},
           {"l a1", NULL, NO_GAIN});
    PACKED(2,
           "[~01{'id':~0f,'text':'k ~10','gain':~11}~02l 1~04,~01{'id':~0f,'text':'k ~10 ~11','gain':~12}~02l m 2~04]",
           {"k l", NULL, 1}, {"k l m", NULL, 2});
    /* also where nothing is in common, or the next one cannot be taken apart */
    PACKED(2, "[~01{'id':~0f,'text':'k ~10'}~02a1~04,~01{'id':1,'text':'l \\'a1\\''}~02~04]", {"k a1", NULL, NO_GAIN},
           {"l \"a1\"", NULL, NO_GAIN});
}

static void a_pattern_without_words_is_the_action_itself(void **state)
{
    (void)state;
    PACKED(2, "[~01{'id':~0f,'text':'pass','gain':~10}~020~04,~01{'id':~0f,'text':'stop','gain':~10}~020~04]",
           {"pass", NULL, 0}, {"stop", NULL, 0});
    PACKED(2, "[~01{'id':~0f,'text':'pass'}~02~04]", {"pass", NULL, NO_GAIN});
    PACKED(2,
           "[~01{'id':0,'text':'say \\'a\\''}~02~04,~01{'id':1,'text':'a\\\\b'}~02~04,~01{'id':~0f,'text':'k "
           "~10'}~02a1~04,~01{'id':3,'text':'x  y'}~02~04]",
           {"say \"a\"", NULL, NO_GAIN}, {"a\\b", NULL, NO_GAIN}, {"k a1", NULL, NO_GAIN}, {"x  y", NULL, NO_GAIN});
}

static void an_action_of_another_shape_begins_another_pattern(void **state)
{
    (void)state;
    PACKED(2,
           "[~01{'id':~0f,'text':'k ~10','tell':'to ~10'}~02a1~04,~01{'id':~0f,'text':'k ~10','tell':'on "
           "~10'}~02b1~04]",
           {"k a1", "to a1", NO_GAIN}, {"k b1", "on b1", NO_GAIN});
    PACKED(2,
           "[~01{'id':~0f,'text':'k ~10','tell':'to ~10'}~02a1~04,~01{'id':~0f,'text':'k ~10','tell':'to c1'}~02b1~04]",
           {"k a1", "to a1", NO_GAIN}, {"k b1", "to c1", NO_GAIN});
    PACKED(
        2,
        "[~01{'id':~0f,'text':'k ~10'}~02a1~04,~01{'id':~0f,'text':'k ~10','gain':~11}~02b1 1~04,~01{'id':~0f,'text':"
        "'k ~10'}~02c1~04]",
        {"k a1", NULL, NO_GAIN}, {"k b1", NULL, 1}, {"k c1", NULL, NO_GAIN});
    PACKED(2,
           "[~01{'id':~0f,'text':'k ~10','tell':'it is ~10'}~02a1~04,~01{'id':~0f,'text':'k ~10','tell':'it is ~10 "
           "too'}~02b1~04]",
           {"k a1", "it is a1", NO_GAIN}, {"k b1", "it is b1 too", NO_GAIN});
}

static void words_are_found_whole_and_in_their_order(void **state)
{
    (void)state;
    PACKED(
        2,
        "[~01{'id':~0f,'text':'k ~10 ~11','tell':'from ~10 to ~11, not a12, a, xa1 or a1x, but ~10-~11'}~02a1 b2~04]",
        {"k a1 b2", "from a1 to b2, not a12, a, xa1 or a1x, but a1-b2", NO_GAIN});
    PACKED(2, "[~01{'id':~0f,'text':'k ~10 ~11','tell':'~10 ~11 ~10'}~02a1 a1~04]", {"k a1 a1", "a1 a1 a1", NO_GAIN});
    PACKED(2, "[~01{'id':~0f,'text':'k ~10 ~11 ~12','tell':'~10 ~11 ~12 ~10'}~02a1 a1 a1~04]",
           {"k a1 a1 a1", "a1 a1 a1 a1", NO_GAIN});
    PACKED(2, "[~01{'id':~0f,'text':'k ~10 ~11 ~12','tell':'~12 ~11 ~10 ~12'}~02a1 b2 c3~04]",
           {"k a1 b2 c3", "c3 b2 a1 c3", NO_GAIN});
    /* letters of a word are a to z, A to Z and digits */
    PACKED(2, "[~01{'id':~0f,'text':'x ~10 ~11 ~12','tell':'/~10:@~11[`~12{'}~0209 AZ az~04]",
           {"x 09 AZ az", "/09:@AZ[`az{", NO_GAIN});
    /* a word of the head is text */
    PACKED(2, "[~01{'id':~0f,'text':'k ~10','tell':'k ~10'}~02a1~03b1~04]", {"k a1", "k a1", NO_GAIN},
           {"k b1", "k b1", NO_GAIN});
    /* a gain is a word only at its own place */
    PACKED(2, "[~01{'id':~0f,'text':'k ~10','tell':'5','gain':~11}~02a1 5~03b1~04]", {"k a1", "5", 5},
           {"k b1", "5", 5});
    PACKED(2, "[~01{'id':~0f,'text':'k ~10','gain':~11}~02a1 -5~03a2 12~04]", {"k a1", NULL, -5}, {"k a2", NULL, 12});
}

/* An action of 2,048 bytes and a move of 280 are too long to be taken apart. */
static void what_is_too_long_is_written_as_it_is(void **state)
{
    (void)state;
    static char tell[2200], move[300];
    for (int length = 2047; length <= 2048; length++) {
        const size_t around = strlen("{\"id\":0,\"text\":\"k a1\",\"tell\":\"\"}");
        snprintf(tell, sizeof tell, "%0*d", length - (int)around, 0);
        const struct action actions[MOST] = {{"k a1", tell, NO_GAIN}};
        assert_int_equal(strstr(packed(actions, 2), "'text':'k ~10'") != NULL, length < 2048);
    }
    for (int length = 279; length <= 280; length++) {
        snprintf(move, sizeof move, "k %0*d", length - 2, 0);
        const struct action actions[MOST] = {{move, NULL, NO_GAIN}};
        assert_int_equal(strstr(packed(actions, 2), "'text':'k ~10'") != NULL, length < 280);
    }
}

static void a_row_has_at_most_sixteen_words_and_a_move_twenty_four(void **state)
{
    (void)state;
    PACKED(2,
           "[~01{'id':~0f,'text':'k ~10 ~11 ~12 ~13 ~14 ~15 ~16 ~17 ~18 ~19 ~1a ~1b ~1c ~1d ~1e ~1f'}~021 2 3 4 5 6 7 "
           "8 9 10 "
           "11 12 13 14 15 16~04]",
           {"k 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16", NULL, NO_GAIN});
    PACKED(2, "[~01{'id':0,'text':'k 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17'}~02~04]",
           {"k 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17", NULL, NO_GAIN});
    PACKED(2, "[~01{'id':0,'text':'k 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16','gain':1}~02~04]",
           {"k 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16", NULL, 1});
    PACKED(2, "[~01{'id':0,'text':'1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25'}~02~04]",
           {"1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25", NULL, NO_GAIN});
}

/* What does not fit is seen to be too long, and nothing is written behind the end. */
static void what_does_not_fit_is_not_written(void **state)
{
    (void)state;
    static const struct action actions[MOST] = {
        {"say \"a\"", NULL, NO_GAIN}, {"k a1", "to a1", 1}, {"k b1", "to b1", 1}};
    static char room[ROOM];
    struct flip_json whole = flip_json_in(room, sizeof room);
    write_actions(&whole, actions, 2);
    const size_t needed = whole.text.length;
    for (size_t size = 1; size < 2 * needed; size++) {
        memset(room, '#', sizeof room);
        struct flip_json json = flip_json_in(room, size);
        write_actions(&json, actions, 2);
        assert_true(flip_text_fits(&json.text) == false || json.text.length == needed);
        for (size_t i = size; i < 4 * needed; i++)
            assert_int_equal(room[i], '#');
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_actions_have_in_common_is_written_once),
        cmocka_unit_test(squares_that_have_moved_on_are_told_by_how_far),
        cmocka_unit_test(squares_are_told_by_how_far_as_far_as_a_byte_can_say_it),
        cmocka_unit_test(only_squares_move_and_all_of_them_alike),
        cmocka_unit_test(words_that_neighbours_begin_with_stand_in_the_pattern),
        cmocka_unit_test(a_pattern_without_words_is_the_action_itself),
        cmocka_unit_test(an_action_of_another_shape_begins_another_pattern),
        cmocka_unit_test(words_are_found_whole_and_in_their_order),
        cmocka_unit_test(what_is_too_long_is_written_as_it_is),
        cmocka_unit_test(a_row_has_at_most_sixteen_words_and_a_move_twenty_four),
        cmocka_unit_test(what_does_not_fit_is_not_written),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
