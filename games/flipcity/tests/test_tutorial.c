/* The tutorial of Flip City plays from beginning to end: every step is legal when its text asks for it. */
#include "case.h"
#include "games/flipcity/flipcity.h"
#include "table/table.h"
#include <flipside/flipside.h>
#include <flipside/load.h>
#include <jansson.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_EVENTS = 64 };

static const struct flip_game *const game = &flip_flipcity;

static json_t *read_tutorial(void)
{
    char path[512];
    const char *root = getenv("FLIPSIDE_SOURCE_ROOT");
    snprintf(path, sizeof path, "%s/games/flipcity/data/tutorial.json", root ? root : ".");
    json_error_t why;
    json_t *tutorial = json_load_file(path, JSON_REJECT_DUPLICATES, &why);
    if (!tutorial)
        fail_msg("%s: %s", path, why.text);
    return tutorial;
}

/* The classic edition with what the lesson begins with. */
static struct flip_edition *edition_of(const json_t *lesson)
{
    struct flip_error error;
    struct flip_edition *classic = flip_edition_classic(game, &error);
    assert_non_null(classic);
    json_t *start = json_object_get(lesson, "start");
    if (!start)
        return classic;
    json_t *edition = json_loads(classic->json, 0, NULL);
    if (game->loader->lesson(edition, start, &error) < 0)
        fail_msg("%s", error.message);
    char *text = json_dumps(edition, 0);
    struct flip_edition *own = flip_edition_parse(game, text, strlen(text), "tutorial.json", &error);
    if (!own)
        fail_msg("%s", error.message);
    free(text);
    json_decref(edition);
    flip_edition_free(classic);
    return own;
}

static struct flip_table *open_lesson(const json_t *lesson)
{
    const char *rig[MOST_EVENTS];
    const json_t *list = json_object_get(lesson, "rig");
    struct flip_edition *edition = edition_of(lesson);
    struct flip_table_def def = flip_table_defaults(game);
    struct flip_error error;
    def.seats = (int)json_integer_value(json_object_get(lesson, "seats"));
    def.edition = edition;
    def.rig = rig;
    def.rig_count = (int)json_array_size(list);
    assert_in_range(def.rig_count, 1, MOST_EVENTS);
    for (int i = 0; i < def.rig_count; i++)
        rig[i] = json_string_value(json_array_get(list, (size_t)i));
    struct flip_table *table = flip_table_open(&def, &error);
    if (!table)
        fail_msg("%s", error.message);
    flip_edition_free(edition);
    return table;
}

static void play_step(struct flip_table *table, const json_t *step)
{
    const char *action = json_string_value(json_object_get(step, "do"));
    const json_t *times = json_object_get(step, "times");
    assert_non_null(action);
    assert_true(json_string_length(json_object_get(step, "text")) > 0);
    for (json_int_t i = times ? json_integer_value(times) : 1; i > 0; i--) {
        struct flip_error error;
        flip_move move;
        if (flip_table_find(table, 0, action, &move, &error) < 0 || flip_table_act(table, 0, move, &error) < 0)
            fail_msg("%s: %s", action, error.message);
    }
}

/* A lesson that promises a win ends with it, in the way it says, and one that promises a loss is lost; the others leave the game
   running. */
static void check_ending(const struct flip_table *table, const json_t *lesson)
{
    const char *promised = json_string_value(json_object_get(lesson, "won_by"));
    const char *won_by = flipcity_won_by(table->now.state, 0);
    struct flip_result result;
    flip_table_result(table, &result);
    assert_int_equal(result.over, promised != NULL || json_is_true(json_object_get(lesson, "lost")));
    if (!promised)
        assert_null(won_by);
    if (promised) {
        assert_non_null(won_by);
        assert_string_equal(won_by, promised);
    }
    assert_int_equal(table->dealer.rig_next, table->dealer.rig_count); /* every rigged card came up */
}

CASE(every_lesson_plays)
{
    json_t *tutorial = read_tutorial();
    size_t index, k;
    json_t *lesson, *step;
    bool points = false, cards = false;
    json_array_foreach(json_object_get(tutorial, "lessons"), index, lesson) {
        struct flip_table *table = open_lesson(lesson);
        json_array_foreach(json_object_get(lesson, "steps"), k, step)
            play_step(table, step);
        check_ending(table, lesson);
        const char *won_by = json_string_value(json_object_get(lesson, "won_by"));
        points = points || (won_by && strcmp(won_by, "points") == 0);
        cards = cards || (won_by && strcmp(won_by, "cards") == 0);
        flip_table_close(table);
    }
    assert_true(index >= 5);
    assert_true(points && cards);
    json_decref(tutorial);
}

/* What the texts say about numbers is what the table shows. */
CASE(the_second_lesson_breaks_the_limit)
{
    json_t *tutorial = read_tutorial();
    json_t *lesson = json_array_get(json_object_get(tutorial, "lessons"), 1), *step;
    struct flip_table *table = open_lesson(lesson);
    size_t k;
    json_array_foreach(json_object_get(lesson, "steps"), k, step)
        play_step(table, step);
    const struct flipcity_state *state = table->now.state;
    assert_int_equal(state->turn, 1);
    assert_int_equal(state->seat[0].last_played, 3);
    assert_int_equal(state->step, FLIPCITY_PLAY);
    flip_table_close(table);
    json_decref(tutorial);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_lesson_plays),
        cmocka_unit_test(the_second_lesson_breaks_the_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
