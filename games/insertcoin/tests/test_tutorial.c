/* The lessons of Insert Coin to Play: every step is legal when its text asks for it, and does what the texts say. */
#include "games/insertcoin/tests/fixture.h"
#include "table/table.h"

enum { MOST_EVENTS = 64 };

static json_t *read_tutorial(void)
{
    char path[512];
    const char *root = getenv("FLIPSIDE_SOURCE_ROOT");
    snprintf(path, sizeof path, "%s/games/insertcoin/data/tutorial.json", root ? root : ".");
    json_error_t why;
    json_t *tutorial = json_load_file(path, JSON_REJECT_DUPLICATES, &why);
    if (!tutorial)
        fail_msg("%s: %s", path, why.text);
    return tutorial;
}

static struct flip_table *open_lesson(const json_t *lesson)
{
    const char *rig[MOST_EVENTS];
    const json_t *list = json_object_get(lesson, "rig");
    struct flip_table_def def = flip_table_defaults(&flip_insertcoin);
    def.seats = (int)json_integer_value(json_object_get(lesson, "seats"));
    def.rig = rig;
    def.rig_count = (int)json_array_size(list);
    assert_in_range(def.rig_count, 1, MOST_EVENTS);
    for (int i = 0; i < def.rig_count; i++)
        rig[i] = json_string_value(json_array_get(list, (size_t)i));
    struct flip_table *table = flip_table_open(&def, &problem);
    must(table ? 0 : -1);
    return table;
}

static int learner_has(const struct flip_table *table, const char *name)
{
    const struct insertcoin_state *state = table->now.state;
    if (strcmp(name, "score") == 0)
        return insertcoin_seat_parts(table->rules, &state->pad[0]).total;
    assert_true(strcmp(name, "lives") == 0 || strcmp(name, "coins") == 0);
    return name[0] == 'l' ? state->pad[0].lives : state->pad[0].coins;
}

/* Plays the steps of a lesson, or the first `most` of them. */
static void play_steps(struct flip_table *table, const json_t *lesson, size_t most)
{
    size_t i;
    json_t *step, *value;
    const char *name;
    json_array_foreach(json_object_get(lesson, "steps"), i, step) {
        const char *action = json_string_value(json_object_get(step, "do"));
        if (i == most)
            return;
        assert_true(json_string_length(json_object_get(step, "text")) > 0);
        play(table, (int)json_integer_value(json_object_get(step, "seat")), action);
        json_object_foreach(json_object_get(step, "check"), name, value)
            if (learner_has(table, name) != json_integer_value(value))
                fail_msg("after '%s' the learner has %s %d, not %d", action, name, learner_has(table, name),
                         (int)json_integer_value(value));
    }
}

CASE(every_lesson_plays_and_leaves_the_learner_with_what_it_says)
{
    json_t *tutorial = read_tutorial(), *lesson;
    size_t i;
    assert_string_equal(json_string_value(json_object_get(tutorial, "game")), "insertcoin");
    json_array_foreach(json_object_get(tutorial, "lessons"), i, lesson) {
        struct flip_table *table = open_lesson(lesson);
        play_steps(table, lesson, SIZE_MAX);
        assert_int_equal(table->dealer.rig_next, table->dealer.rig_count); /* every rigged card came up */
        assert_true(json_string_length(json_object_get(lesson, "title")) > 0);
        assert_true(json_string_length(json_object_get(lesson, "after")) > 0);
        flip_table_close(table);
    }
    assert_int_equal(i, 9);
    json_decref(tutorial);
}

CASE(the_first_lesson_leads_one_level_from_its_draw_to_its_ability)
{
    json_t *tutorial = read_tutorial(), *lesson = item(tutorial, "lessons", 0);
    struct flip_table *table = open_lesson(lesson);
    const struct insertcoin_state *state = table->now.state;
    play_steps(table, lesson, 6);
    assert_int_equal(state->pad[0].done, 0);
    play(table, 0, "draw T 1 f5 g5 h5 g6");
    assert_int_equal(state->pad[0].done, 1);
    assert_int_equal(state->pad[0].step, INSERTCOIN_ABILITY);
    assert_int_equal(insertcoin_running(&state->pad[0]), INSERTCOIN_ABILITY_CHERRIES);
    flip_table_close(table);
    json_decref(tutorial);
}

CASE(after_its_lesson_the_key_still_waits)
{
    json_t *tutorial = read_tutorial(), *lesson = item(tutorial, "lessons", 3);
    struct flip_table *table = open_lesson(lesson);
    play_steps(table, lesson, SIZE_MAX);
    const struct insertcoin_state *state = table->now.state;
    assert_int_equal(state->game_overs, 1);
    assert_int_equal(state->pad[0].key, 1);
    assert_int_equal(state->pad[0].coins, 3);
    flip_table_close(table);
    json_decref(tutorial);
}

CASE(the_alien_leads_to_the_end_for_an_opponent_without_a_coin)
{
    json_t *tutorial = read_tutorial(), *lesson = item(tutorial, "lessons", 8);
    struct flip_table *table = open_lesson(lesson);
    play_steps(table, lesson, SIZE_MAX);
    const struct insertcoin_state *state = table->now.state;
    assert_int_equal(state->pad[1].coins, 0);
    assert_int_equal(flip_table_turn(table), 0);
    flip_table_close(table);
    json_decref(tutorial);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_lesson_plays_and_leaves_the_learner_with_what_it_says),
        cmocka_unit_test(the_first_lesson_leads_one_level_from_its_draw_to_its_ability),
        cmocka_unit_test(after_its_lesson_the_key_still_waits),
        cmocka_unit_test(the_alien_leads_to_the_end_for_an_opponent_without_a_coin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
