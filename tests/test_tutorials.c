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

/* What a step promises: numbers of the own sheet, and how a word of the view begins, as the ruling of the last flick. */
static void check_step(const struct flip_table *table, const json_t *step)
{
    const char *name;
    json_t *wanted, *sheet = flip_lesson_sheet(table);
    json_object_foreach(json_object_get(step, "check"), name, wanted) {
        const json_t *value = json_object_get(sheet, name);
        const char *word = json_string_value(value);
        if (json_is_string(wanted) ? !word || strncmp(word, json_string_value(wanted), json_string_length(wanted)) != 0
                                   : !json_equal(value, wanted))
            fail_msg("%s: after '%s' the learner has %s %s %d", table->game->id,
                     json_string_value(json_object_get(step, "do")), name, word ? word : "",
                     (int)json_integer_value(value));
    }
    json_decref(sheet);
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
        struct flip_table *table = flip_lesson_open(game, lesson, seed, "Ada", learner_moves(lesson, moves), &error);
        if (!table)
            fail_msg("%s: %s", game->id, error.message);
        check_step(table, step);
        flip_table_close(table);
    }
    struct flip_table *table = flip_lesson_open(game, lesson, seed, "Ada", moves, &error);
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
        json_array_foreach(json_object_get(tutorial, "lessons"), index, lesson)
            check_lesson(game, lesson);
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
    struct flip_table *once = flip_lesson_open(flip_game_named("flipcity"), lesson, seed, "Ada", 12, &error);
    struct flip_table *again = flip_lesson_open(flip_game_named("flipcity"), lesson, seed, "Bo", 12, &error);
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
    struct flip_table *table = flip_lesson_open(game, lesson, seed, "Ada", 0, &error);
    assert_non_null(table);
    assert_int_equal(table->step_count, 4); /* three cards, and the other's choice before the learner's */
    assert_int_equal(table->steps[3].seat, 1);
    flip_table_close(table);
    table = flip_lesson_open(game, lesson, seed, "Ada", 1, &error);
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
    struct flip_table *table = flip_lesson_open(game, lesson, seed, "Ada", 2, &error);
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
    assert_null(flip_lesson_open(game, lesson, seed, "Ada", 1, &error));
    assert_non_null(strstr(error.message, "step 1"));
    json_object_set_new(lesson, "start", json_pack("{s:i}", "palace", 3));
    assert_null(flip_lesson_open(game, lesson, seed, "Ada", 0, &error));
    assert_non_null(strstr(error.message, "start"));
    json_object_del(lesson, "start");
    json_object_set_new(lesson, "options", json_pack("{s:i}", "speed", 3));
    assert_null(flip_lesson_open(game, lesson, seed, "Ada", 0, &error));
    json_decref(lesson);
    lesson = json_loads("{\"start\":{\"a\":1},\"steps\":[]}", 0, NULL);
    assert_null(flip_lesson_open(flip_game_named("royalflip"), lesson, seed, "Ada", 0, &error));
    json_decref(lesson);
}

/* --- with an edition of somebody's own ------------------------------------------------------------------------------------- */

/* The classic of a game with other values, as the workshop makes it: paths and values. */
static struct flip_edition *changed(const struct flip_game *game, const char *const (*changes)[2])
{
    struct flip_error error;
    json_t *json = json_loads(game->files->editions[0].json, 0, NULL);
    json_object_set_new(json, "name", json_string("Mine"));
    for (int i = 0; changes[i][0]; i++) {
        char path[80];
        json_t *at = json;
        snprintf(path, sizeof path, "%s", changes[i][0]);
        char *last = strrchr(path, '.');
        for (char *part = last ? strtok(path, ".") : NULL; part && part <= last; part = strtok(NULL, "."))
            at = json_is_array(at) ? json_array_get(at, strtoul(part, NULL, 10)) : json_object_get(at, part);
        const char *name = last ? last + 1 : path;
        json_t *value = json_loads(changes[i][1], JSON_DECODE_ANY, NULL);
        if (json_is_array(at))
            json_array_set_new(at, strtoul(name, NULL, 10), value);
        else
            json_object_set_new(at, name, value);
    }
    char *text = json_dumps(json, 0);
    struct flip_edition *edition = flip_edition_parse(game, text, strlen(text), "mine", &error);
    if (!edition)
        fail_msg("%s: %s", game->id, error.message);
    free(text);
    json_decref(json);
    return edition;
}

/* Everything that a lesson says, one text after the other. */
static char *all_texts(const json_t *lesson)
{
    static char out[65536];
    struct flip_text text = flip_text_in(out, sizeof out);
    size_t index;
    const json_t *step;
    json_array_foreach(json_object_get(lesson, "steps"), index, step)
        flip_text_add(&text, "%s\n", json_string_value(json_object_get(step, "text")));
    flip_text_add(&text, "%s\n", json_string_value(json_object_get(lesson, "after")));
    return out;
}

static const struct own_case {
    const char *game;
    const char *changes[5][2];
    int lesson;          /* one of those that play, */
    const char *says[3]; /* and what its texts say */
    int refused;         /* one that does not; -1: all play */
} own_cases[] = {
    {"royalflip",
     {{"diamonds.0", "2"}, {"rounds", "10"}, {"track.2.points", "3"}, {"roads.points", "2"}, {NULL}},
     0,
     {"first diamond is worth 2 points", "There are 10 of them", "score 5, not 2"},
     -1},
    {"royalflip", {{"track.1.suit", "\"hearts\""}, {NULL}}, 5, {"One point on space 3"}, 0},
    {"flipcity",
     {{"cards.3.front.cash", "3"}, {"win_points", "9"}, {NULL}},
     0,
     {"A Factory is safe and pays 3", "cash 8, not 7"},
     4},
    {"fliptown",
     {{"poker.pay.7.cash", "4"}, {"trail.stops.4.reward.cash", "13"}, {"arrest.fines.1.stars", "7"}, {NULL}},
     0,
     {"Stop 5 has $13", "cash 14, not 13", "two pair, $4 and 2 stars"},
     -1},
    {"insertcoin",
     {{"points.coin", "4"}, {"shapes.2.value", "23"}, {NULL}},
     0,
     {"Level 1 is complete: 23 points", "score 38, not 33"},
     -1},
    {"flickemup", {{"start", "9"}, {"cowboys.L1.hit_points", "2"}, {NULL}}, 1, {"three hit points"}, -1},
};

CASE(lessons_play_with_an_edition_of_ones_own_and_say_its_numbers)
{
    for (size_t i = 0; i < sizeof own_cases / sizeof *own_cases; i++) {
        const struct own_case *one = &own_cases[i];
        const struct flip_game *game = flip_game_named(one->game);
        struct flip_edition *edition = changed(game, one->changes);
        struct flip_error error;
        int count = 0, played = 0;
        json_decref(flip_lesson_find(game->id, 0, &count));
        for (int number = 0; number < count; number++) {
            json_t *lesson = flip_lesson_find(game->id, number, NULL);
            json_t *own = flip_lesson_adapt(game, lesson, edition, &error);
            if (!own && one->refused < 0)
                fail_msg("%s, lesson %d: %s", game->id, number, error.message);
            if (number == one->refused) {
                assert_null(own);
                assert_int_equal(error.code, FLIP_ERROR_BAD_LESSON);
                assert_ptr_equal(strstr(error.message, "'Mine' differs too much from the classic"), error.message);
            }
            if (number == one->lesson)
                for (int k = 0; k < 3 && one->says[k]; k++)
                    if (!own || !strstr(all_texts(own), one->says[k]))
                        fail_msg("%s does not say '%s' in: %s", game->id, one->says[k],
                                 own ? all_texts(own) : error.message);
            struct flip_table *table = own ? flip_lesson_open(game, own, seed, "Ada", 1000, &error) : NULL;
            if (own)
                assert_non_null(table);
            played += own != NULL;
            flip_table_close(table);
            json_decref(own);
            json_decref(lesson);
        }
        assert_true(played >= 2);
        flip_edition_free(edition);
    }
}

CASE(with_the_classic_a_lesson_says_what_it_always_says)
{
    struct flip_error error;
    for (int i = 0; flip_game_at(i); i++) {
        const struct flip_game *game = flip_game_at(i);
        struct flip_edition *classic = flip_edition_classic(game, &error);
        json_t *lesson;
        for (int number = 0; (lesson = flip_lesson_find(game->id, number, NULL)); number++) {
            json_t *same = flip_lesson_adapt(game, lesson, classic, &error);
            json_object_del(same, "edition");
            if (!json_equal(same, lesson))
                fail_msg("%s, lesson %d is another with the classic", game->id, number);
            json_decref(same);
            json_decref(lesson);
        }
        flip_edition_free(classic);
    }
}

/* Where a text quotes the edition, the tutorial says where in the edition that stands. */
CASE(every_phrase_with_a_number_of_the_edition_is_in_a_text)
{
    for (int i = 0; flip_game_at(i); i++) {
        json_t *tutorial = flip_tutorial_of(flip_game_at(i)->id), *instead;
        char *texts = json_dumps(json_object_get(tutorial, "lessons"), JSON_COMPACT);
        const char *phrase;
        json_object_foreach(json_object_get(tutorial, "numbers"), phrase, instead)
            if (!strstr(texts, phrase) || !strchr(json_string_value(instead), '{'))
                fail_msg("%s: '%s' stands for nothing", flip_game_at(i)->id, phrase);
        free(texts);
        json_decref(tutorial);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_lesson_of_every_game_plays),
        cmocka_unit_test(a_lesson_is_laid_to_any_move_and_always_the_same),
        cmocka_unit_test(what_other_seats_do_is_done_by_the_lesson),
        cmocka_unit_test(a_flick_of_a_lesson_ends_as_it_is_rigged),
        cmocka_unit_test(a_lesson_with_a_wrong_move_or_start_says_where),
        cmocka_unit_test(lessons_play_with_an_edition_of_ones_own_and_say_its_numbers),
        cmocka_unit_test(with_the_classic_a_lesson_says_what_it_always_says),
        cmocka_unit_test(every_phrase_with_a_number_of_the_edition_is_in_a_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
