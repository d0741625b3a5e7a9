/*
 * Every tutorial that is compiled in, whatever its game: each lesson plays from beginning to end, every rigged card comes up, and what
 * a step promises in `check` is what the learner has then.
 */
#include "case.h"
#include "edition/tutorial.h"
#include "table/lesson.h"
#include "table/table.h"
#include <flipside/flipside.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static const unsigned char seed[FLIP_SEED_BYTES] = "tutorials";

/* What the learner has of something: `score`, or a number of the own sheet. */
static json_int_t has(const struct flip_table *table, const char *name)
{
    struct flip_result result;
    flip_table_result(table, &result);
    if (strcmp(name, "score") == 0)
        return result.score[FLIP_LEARNER];
    char *text = malloc(FLIP_VIEW_SIZE);
    struct flip_json out = flip_json_in(text, FLIP_VIEW_SIZE);
    flip_table_view(table, FLIP_LEARNER, &out);
    json_t *view = json_loads(text, 0, NULL);
    const json_t *value = json_object_get(json_array_get(json_object_get(view, "seats"), FLIP_LEARNER), name);
    if (!json_is_integer(value))
        fail_msg("a sheet of %s has no number '%s'", table->game->id, name);
    const json_int_t number = json_integer_value(value);
    json_decref(view);
    free(text);
    return number;
}

/* A word of the view, as the ruling of the last flick: it begins as the lesson says. */
static void check_word(const struct flip_table *table, const char *name, const char *wanted)
{
    char *text = malloc(FLIP_VIEW_SIZE);
    struct flip_json out = flip_json_in(text, FLIP_VIEW_SIZE);
    flip_table_view(table, FLIP_LEARNER, &out);
    json_t *view = json_loads(text, 0, NULL);
    const char *word = json_string_value(json_object_get(view, name));
    if (!word || strncmp(word, wanted, strlen(wanted)) != 0)
        fail_msg("%s: %s is '%s', not '%s'", table->game->id, name, word ? word : "nothing", wanted);
    json_decref(view);
    free(text);
}

static void check_step(const struct flip_table *table, const json_t *step)
{
    const char *name;
    json_t *value;
    json_object_foreach(json_object_get(step, "check"), name, value)
    {
        if (json_is_string(value))
            check_word(table, name, json_string_value(value));
        else if (has(table, name) != json_integer_value(value))
            fail_msg("%s: after '%s' the learner has %s %d, not %d", table->game->id,
                     json_string_value(json_object_get(step, "do")), name, (int)has(table, name),
                     (int)json_integer_value(value));
    }
}

static int learner_moves(const json_t *lesson, int moves)
{
    int count = 0, place, done;
    for (int i = 0; i < moves; i++)
        count += flip_lesson_seat(flip_lesson_step(lesson, i, &place, &done)) == FLIP_LEARNER;
    return count;
}

static void check_lesson(const struct flip_game *game, const json_t *lesson)
{
    struct flip_error error;
    int place = 0, done = 0, moves = 0, checked = -1;
    const json_t *step;
    assert_true(json_string_length(json_object_get(lesson, "title")) > 0);
    assert_true(json_string_length(json_object_get(lesson, "after")) > 0);
    while ((step = flip_lesson_step(lesson, moves, &place, &done))) {
        assert_true(json_string_length(json_object_get(step, "text")) > 0);
        assert_true(json_string_length(json_object_get(step, "do")) > 0);
        moves++;
        const json_t *times = json_object_get(step, "times");
        if (checked == place || (times && done + 1 < json_integer_value(times)))
            continue;
        checked = place;
        struct flip_table *table = flip_lesson_lay(game, lesson, seed, "Ada", learner_moves(lesson, moves), &error);
        if (!table)
            fail_msg("%s: %s", game->id, error.message);
        check_step(table, step);
        flip_table_close(table);
    }
    struct flip_table *table = flip_lesson_lay(game, lesson, seed, "Ada", moves, &error);
    assert_non_null(table);
    assert_int_equal(table->dealer.rig_next, table->dealer.rig_count); /* every rigged card came up */
    flip_table_close(table);
}

CASE(every_lesson_of_every_game_plays)
{
    int tutorials = 0;
    for (int i = 0; flip_game_at(i); i++) {
        const struct flip_game *game = flip_game_at(i);
        if (!game->files->tutorial)
            continue;
        tutorials++;
        json_t *tutorial = flip_tutorial_of(game->id), *lesson;
        if (!tutorial)
            fail_msg("the tutorial of %s is not JSON", game->id);
        assert_string_equal(json_string_value(json_object_get(tutorial, "game")), game->id);
        size_t index;
        json_array_foreach(json_object_get(tutorial, "lessons"), index, lesson) check_lesson(game, lesson);
        assert_true(index >= 2);
        json_decref(tutorial);
    }
    assert_true(tutorials >= 3);
}

CASE(a_lesson_is_laid_to_any_move_and_always_the_same)
{
    struct flip_error error;
    json_t *lesson = flip_lesson_find("flipcity", 5, NULL);
    int place, done;
    assert_non_null(flip_lesson_step(lesson, 12, &place, &done));
    assert_int_equal(place, 1); /* ten times play, then the second of five */
    assert_int_equal(done, 2);
    struct flip_table *once = flip_lesson_lay(flip_game_named("flipcity"), lesson, seed, "Ada", 12, &error);
    struct flip_table *again = flip_lesson_lay(flip_game_named("flipcity"), lesson, seed, "Bo", 12, &error);
    assert_non_null(once);
    assert_non_null(again);
    assert_int_equal(once->step_count, again->step_count);
    assert_memory_equal(once->now.state, again->now.state, once->game->state_size);
    flip_table_close(once);
    flip_table_close(again);
    json_decref(lesson);
}

CASE(what_other_seats_do_is_done_by_the_lesson)
{
    struct flip_error error;
    const struct flip_game *game = flip_game_named("royalflip");
    json_t *lesson = json_loads("{\"seats\":2,\"rig\":[\"10S\",\"8S\",\"QH\"],\"steps\":["
                                "{\"text\":\"a\",\"seat\":1,\"do\":\"choose QH 8S 10S 8\"},"
                                "{\"text\":\"b\",\"do\":\"choose QH 10S 8S 10\"},"
                                "{\"text\":\"c\",\"seat\":1,\"do\":\"write b1\"},"
                                "{\"text\":\"d\",\"do\":\"write b1\"}]}",
                                0, NULL);
    struct flip_table *table = flip_lesson_lay(game, lesson, seed, "Ada", 0, &error);
    assert_non_null(table);
    assert_int_equal(table->step_count, 4); /* three cards, and the other's choice before the learner's */
    assert_int_equal(table->steps[3].seat, 1);
    flip_table_close(table);
    table = flip_lesson_lay(game, lesson, seed, "Ada", 1, &error);
    assert_non_null(table);
    assert_int_equal(table->step_count, 6); /* the learner's choice, and the other's answer at once */
    assert_int_equal(table->steps[5].seat, 1);
    flip_table_close(table);
    json_decref(lesson);
}

CASE(a_flick_of_a_lesson_ends_as_it_is_rigged)
{
    struct flip_error error;
    const struct flip_game *game = flip_game_named("flickemup");
    json_t *lesson = json_loads("{\"seats\":2,\"rig\":[{\"final\":{}}],\"steps\":[{\"text\":\"a\",\"do\":\"play L1\"},"
                                "{\"text\":\"b\",\"do\":\"move 90 500\"}]}",
                                0, NULL);
    struct flip_table *table = flip_lesson_lay(game, lesson, seed, "Ada", 2, &error);
    if (!table)
        fail_msg("%s", error.message);
    assert_int_equal(table->dealer.rig_next, 1);
    assert_int_equal(table->outcome_count, 1);
    flip_table_close(table);
    json_decref(lesson);
}

CASE(a_lesson_with_a_wrong_move_or_start_says_where)
{
    struct flip_error error;
    const struct flip_game *game = flip_game_named("flipcity");
    json_t *lesson = json_loads("{\"rig\":[\"factory\"],\"steps\":[{\"text\":\"a\",\"do\":\"dance\"}]}", 0, NULL);
    assert_null(flip_lesson_lay(game, lesson, seed, "Ada", 1, &error));
    assert_non_null(strstr(error.message, "step 1"));
    json_object_set_new(lesson, "start", json_pack("{s:i}", "palace", 3));
    assert_null(flip_lesson_lay(game, lesson, seed, "Ada", 0, &error));
    assert_non_null(strstr(error.message, "start"));
    json_object_del(lesson, "start");
    json_object_set_new(lesson, "options", json_pack("{s:i}", "speed", 3));
    assert_null(flip_lesson_lay(game, lesson, seed, "Ada", 0, &error));
    json_decref(lesson);
    lesson = json_loads("{\"start\":{\"a\":1},\"steps\":[]}", 0, NULL);
    assert_null(flip_lesson_lay(flip_game_named("royalflip"), lesson, seed, "Ada", 0, &error));
    json_decref(lesson);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_lesson_of_every_game_plays),
        cmocka_unit_test(a_lesson_is_laid_to_any_move_and_always_the_same),
        cmocka_unit_test(what_other_seats_do_is_done_by_the_lesson),
        cmocka_unit_test(a_flick_of_a_lesson_ends_as_it_is_rigged),
        cmocka_unit_test(a_lesson_with_a_wrong_move_or_start_says_where),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
