/* What a lesson expects, what it says to other answers, and what is shown of it. */
#include "case.h"
#include "table/lesson.h"
#include "table/table.h"
#include <flipside/flipside.h>
#include <string.h>

static const unsigned char seed[FLIP_SEED_BYTES];

/* Three cards, and a learner who has to choose and to write; what is wrong is told in `wrong`. */
static json_t *lesson_with(const char *wrong)
{
    json_t *lesson = json_loads("{\"title\":\"T\",\"after\":\"Z\",\"rig\":[\"10S\",\"8S\",\"QH\"],\"steps\":["
                                "{\"text\":\"a\",\"do\":\"choose QH 8S 10S 8\"},{\"text\":\"b\",\"do\":\"write b1\"}]}",
                                0, NULL);
    if (wrong)
        json_object_set_new(json_array_get(json_object_get(lesson, "steps"), 0), "wrong",
                            json_loads(wrong, JSON_DECODE_ANY, NULL));
    return lesson;
}

static struct flip_table *lay(const char *game, const json_t *lesson, int moves)
{
    struct flip_error error;
    struct flip_table *table = flip_lesson_open(flip_game_named(game), lesson, seed, "Ada", moves, &error);
    if (!table)
        fail_msg("%s", error.message);
    return table;
}

/* What is said to this answer; "" if it is right. */
static const char *answer(const json_t *lesson, const struct flip_table *table, const char *text)
{
    static struct flip_error error;
    flip_move move;
    if (flip_table_find(table, FLIP_LEARNER, text, &move, &error) < 0)
        fail_msg("%s", error.message);
    if (flip_lesson_expects(lesson, table, FLIP_LEARNER, &move, &error) < 0) {
        assert_int_equal(error.code, FLIP_ERROR_LESSON);
        return error.message;
    }
    return "";
}

CASE(the_longest_beginning_that_fits_answers)
{
    json_t *lesson = lesson_with("{\"choose QH\":\"red\",\"choose\":\"black\",\"write\":\"no\"}");
    struct flip_table *table = lay("royalflip", lesson, 0);
    assert_string_equal(answer(lesson, table, "choose QH 10S 8S 10"), "red");
    assert_string_equal(answer(lesson, table, "choose 10S 8S QH 8"), "black");
    assert_string_equal(answer(lesson, table, "choose QH 8S 10S 8"), "");
    flip_table_close(table);
    json_decref(lesson);
}

CASE(one_sentence_may_answer_everything)
{
    json_t *lesson = lesson_with("\"look again\"");
    struct flip_table *table = lay("royalflip", lesson, 0);
    assert_string_equal(answer(lesson, table, "choose QH 10S 8S 10"), "look again");
    flip_table_close(table);
    json_decref(lesson);
    lesson = lesson_with("{\"write\":\"no\",\"\":\"anything else\"}");
    table = lay("royalflip", lesson, 0);
    assert_string_equal(answer(lesson, table, "choose QH 10S 8S 10"), "anything else");
    flip_table_close(table);
    json_decref(lesson);
}

CASE(without_a_sentence_the_learner_is_led_to_what_is_highlighted)
{
    const char *const none[] = {NULL, "{\"write\":\"no\"}"};
    for (int i = 0; i < 2; i++) {
        json_t *lesson = lesson_with(none[i]);
        struct flip_table *table = lay("royalflip", lesson, 0);
        assert_non_null(strstr(answer(lesson, table, "choose QH 10S 8S 10"), "look for what is highlighted"));
        flip_table_close(table);
        json_decref(lesson);
    }
}

CASE(another_seat_does_not_answer_for_the_learner_and_nobody_after_the_end)
{
    json_t *lesson = lesson_with("\"not you\"");
    json_object_set_new(lesson, "seats", json_integer(2));
    struct flip_table *table = lay("royalflip", lesson, 0);
    struct flip_error error;
    flip_move move;
    assert_int_equal(flip_table_find(table, 1, "choose QH 8S 10S 8", &move, &error), 0);
    assert_int_equal(flip_lesson_expects(lesson, table, 1, &move, &error), -1);
    assert_string_equal(error.message, "not you");
    flip_table_close(table);
    json_object_del(lesson, "seats");
    table = lay("royalflip", lesson, 2);
    assert_string_equal(answer(lesson, table, "track 2"), "This lesson is over.");
    flip_table_close(table);
    json_decref(lesson);
}

/* The second step of the first lesson: `move 0 1000`, within 12 degrees and 30 per cent. */
CASE(a_flick_may_be_a_little_different)
{
    json_t *lesson = flip_lesson_find("flickemup", 0, NULL);
    struct flip_table *table = lay("flickemup", lesson, 1);
    /* The last two are farther off than the step says, and end near the mark all the same. */
    const char *const near[] = {"move 0 1000", "move 12 1000", "move 348 1000", "move 0 700",
                                "move 5 1300", "move 25 1000", "move 335 1000"};
    struct flip_error error;
    flip_move exact, move;
    assert_int_equal(flip_table_find(table, FLIP_LEARNER, near[0], &exact, &error), 0);
    for (size_t i = 0; i < sizeof near / sizeof *near; i++) {
        assert_int_equal(flip_table_find(table, FLIP_LEARNER, near[i], &move, &error), 0);
        assert_int_equal(flip_lesson_expects(lesson, table, FLIP_LEARNER, &move, &error), 0);
        assert_true(move == exact); /* it ends as the lesson's own */
    }
    flip_table_close(table);
    json_decref(lesson);
}

/* The second step of the second lesson: a shot at O1, within 4 degrees and 30 per cent of 2400 mm/s. */
CASE(any_shot_that_hits_will_do)
{
    json_t *lesson = flip_lesson_find("flickemup", 1, NULL);
    struct flip_table *table = lay("flickemup", lesson, 1);
    assert_string_equal(answer(lesson, table, "shoot left 353 4000"), "");
    assert_string_equal(answer(lesson, table, "shoot left 353 1200"), "Not quite: that is too soft. Use more power.");
    assert_non_null(strstr(answer(lesson, table, "shoot left 30 2400"), "too far to the left"));
    flip_table_close(table);
    json_decref(lesson);
}

CASE(a_flick_that_is_too_different_is_told_how)
{
    json_t *lesson = flip_lesson_find("flickemup", 0, NULL);
    struct flip_table *table = lay("flickemup", lesson, 1);
    assert_string_equal(answer(lesson, table, "move 40 1000"),
                        "Not quite: that goes too far to the left. Aim more to the right.");
    assert_string_equal(answer(lesson, table, "move 320 1000"),
                        "Not quite: that goes too far to the right. Aim more to the left.");
    assert_string_equal(answer(lesson, table, "move 0 1302"), "Not quite: that is too hard. Use less power.");
    assert_string_equal(answer(lesson, table, "move 0 400"), "Not quite: that is too soft. Use more power.");
    assert_non_null(strstr(answer(lesson, table, "move 150 1000"), "to the left"));
    assert_non_null(strstr(answer(lesson, table, "move 210 1000"), "to the right"));
    assert_non_null(strstr(answer(lesson, table, "end"), "both actions"));
    flip_table_close(table);
    json_decref(lesson);
}

CASE(a_face_is_told_what_to_show)
{
    json_t *lesson = lesson_with(NULL);
    struct flip_lesson_view view;
    struct flip_table *table = lay("royalflip", lesson, 0);
    flip_lesson_show(lesson, table, &view);
    assert_string_equal(view.title, "T");
    assert_string_equal(view.text, "a");
    assert_string_equal(view.exact_text, "choose QH 8S 10S 8");
    assert_true(view.known && view.exact == view.offer);
    assert_true(view.step == 0 && view.steps == 2 && view.done == 0 && view.times == 1);
    assert_false(view.back || view.finished || view.ask);
    json_object_set_new(json_array_get(json_object_get(lesson, "steps"), 0), "ask", json_true());
    flip_lesson_show(lesson, table, &view);
    assert_true(view.ask && view.known);
    flip_table_close(table);
    table = lay("royalflip", lesson, 2);
    flip_lesson_show(lesson, table, &view);
    assert_string_equal(view.text, "Z");
    assert_true(view.step == 2 && view.times == 1 && view.back && view.finished && !view.known);
    flip_table_close(table);
    json_decref(lesson);
}

CASE(a_flick_is_shown_as_it_is_listed_and_with_its_numbers)
{
    json_t *lesson = flip_lesson_find("flickemup", 0, NULL);
    struct flip_lesson_view view;
    struct flip_table *table = lay("flickemup", lesson, 1);
    flip_lesson_show(lesson, table, &view);
    assert_string_equal(view.exact_text, "move 0 1000");
    assert_string_equal(view.offer_text, "move");
    assert_true(view.exact != view.offer);
    flip_table_close(table);
    json_decref(lesson);
}

CASE(a_step_may_be_done_several_times)
{
    json_t *lesson = flip_lesson_find("flipcity", 5, NULL); /* ten times play, then the second of five */
    struct flip_lesson_view view;
    struct flip_table *table = lay("flipcity", lesson, 12);
    flip_lesson_show(lesson, table, &view);
    assert_true(view.step == 1 && view.done == 2 && view.times == 5);
    assert_int_equal(flip_lesson_moves(table, true), 12);
    flip_table_close(table);
    json_decref(lesson);
}

CASE(the_steps_of_others_are_not_the_learners)
{
    json_t *lesson = lesson_with(NULL);
    json_object_set_new(lesson, "seats", json_integer(2));
    json_array_insert_new(json_object_get(lesson, "steps"), 1,
                          json_pack("{s:s, s:i, s:s}", "text", "c", "seat", 1, "do", "choose QH 8S 10S 8"));
    struct flip_lesson_view view;
    struct flip_table *table = lay("royalflip", lesson, 1);
    flip_lesson_show(lesson, table, &view);
    assert_string_equal(view.text, "b");
    assert_true(view.step == 1 && view.steps == 2 && view.back);
    assert_int_equal(flip_lesson_moves(table, true), 1);
    assert_int_equal(flip_lesson_moves(table, false), 2);
    flip_table_close(table);
    json_decref(lesson);
}

CASE(a_step_that_cannot_be_done_accepts_nothing)
{
    json_t *lesson = json_loads("{\"steps\":[{\"text\":\"a\",\"do\":\"dance\"}]}", 0, NULL);
    struct flip_table *table = lay("royalflip", lesson, 0);
    struct flip_error error;
    flip_move move;
    assert_true(flip_table_moves(table, FLIP_LEARNER, &move, 1) > 0);
    assert_int_equal(flip_lesson_expects(lesson, table, FLIP_LEARNER, &move, &error), -1);
    assert_non_null(strstr(error.message, "dance"));
    flip_table_close(table);
    json_decref(lesson);
}

CASE(after_the_last_step_there_is_none)
{
    json_t *lesson = lesson_with(NULL);
    int place = -1, done = -1;
    assert_null(flip_lesson_step(lesson, 2, &place, &done));
    assert_int_equal(place, 2);
    assert_int_equal(done, 0);
    json_decref(lesson);
}

CASE(a_step_is_done_once_unless_a_number_says_otherwise)
{
    const struct {
        const char *step;
        int times;
    } cases[] = {{"{}", 1}, {"{\"times\":0}", 1}, {"{\"times\":1}", 1}, {"{\"times\":2}", 2}, {"{\"times\":\"2\"}", 1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        json_t *step = json_loads(cases[i].step, 0, NULL);
        assert_int_equal(flip_lesson_times(step), cases[i].times);
        json_decref(step);
    }
}

CASE(the_learner_is_named_and_the_others_are_teachers)
{
    json_t *lesson = lesson_with(NULL);
    json_object_set_new(lesson, "seats", json_integer(3));
    struct flip_table *table = lay("royalflip", lesson, 0);
    assert_string_equal(table->names[0], "Ada");
    assert_string_equal(table->names[1], "Teacher");
    assert_string_equal(table->names[2], "Teacher");
    assert_memory_equal(table->dealer.seed, seed, sizeof seed);
    flip_table_close(table);
    json_decref(lesson);
}

CASE(options_of_a_lesson_are_words_numbers_and_switches)
{
    const struct {
        const char *game, *options;
        const char *name, *value;
    } cases[] = {{"royalflip", "{\"pvp\":true}", "pvp", "true"},
                 {"royalflip", "{\"pvp\":false}", "pvp", "false"},
                 {"flickemup", "{\"scenario\":3}", "scenario", "3"},
                 {"flickemup", "{\"hand\":\"novice\"}", "hand", "novice"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        json_t *lesson =
            json_pack("{s:i, s:o, s:[]}", "seats", 2, "options", json_loads(cases[i].options, 0, NULL), "steps");
        struct flip_table *table = lay(cases[i].game, lesson, 0);
        for (int at = 0; table->game->options[at].name; at++)
            if (strcmp(table->game->options[at].name, cases[i].name) == 0)
                assert_string_equal(table->options.value[at], cases[i].value);
        flip_table_close(table);
        json_decref(lesson);
    }
}

CASE(a_game_has_so_many_lessons_and_no_more)
{
    int count = -1;
    json_t *last = flip_lesson_find("royalflip", 5, &count);
    assert_int_equal(count, 6);
    assert_non_null(last);
    json_decref(last);
    assert_null(flip_lesson_find("royalflip", 6, NULL));
    assert_null(flip_lesson_find("royalflip", -1, NULL));
    assert_null(flip_lesson_find("chess", 0, &count));
    assert_int_equal(count, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_longest_beginning_that_fits_answers),
        cmocka_unit_test(one_sentence_may_answer_everything),
        cmocka_unit_test(without_a_sentence_the_learner_is_led_to_what_is_highlighted),
        cmocka_unit_test(another_seat_does_not_answer_for_the_learner_and_nobody_after_the_end),
        cmocka_unit_test(a_flick_may_be_a_little_different),
        cmocka_unit_test(any_shot_that_hits_will_do),
        cmocka_unit_test(a_flick_that_is_too_different_is_told_how),
        cmocka_unit_test(a_face_is_told_what_to_show),
        cmocka_unit_test(a_flick_is_shown_as_it_is_listed_and_with_its_numbers),
        cmocka_unit_test(a_step_may_be_done_several_times),
        cmocka_unit_test(the_steps_of_others_are_not_the_learners),
        cmocka_unit_test(a_step_that_cannot_be_done_accepts_nothing),
        cmocka_unit_test(after_the_last_step_there_is_none),
        cmocka_unit_test(a_step_is_done_once_unless_a_number_says_otherwise),
        cmocka_unit_test(the_learner_is_named_and_the_others_are_teachers),
        cmocka_unit_test(options_of_a_lesson_are_words_numbers_and_switches),
        cmocka_unit_test(a_game_has_so_many_lessons_and_no_more),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
