/* Fliptown's lessons leave nothing out, and its achievements are reached when their sentence says so. */
#include "games/fliptown/tests/fixture.h"
#include "table/table.h"

#include <jansson.h>
#include <stdlib.h>

static struct fixture fixture;

static json_t *read_data(const char *name)
{
    char path[512];
    const char *root = getenv("FLIPSIDE_SOURCE_ROOT");
    snprintf(path, sizeof path, "%s/games/fliptown/data/%s", root ? root : ".", name);
    json_error_t why;
    json_t *data = json_load_file(path, JSON_REJECT_DUPLICATES, &why);
    if (!data)
        fail_msg("%s: %s", path, why.text);
    return data;
}

/* --- lessons: that they play is tried with those of all games (tests/test_tutorials.c) ------------------------------ */

/* A sentence for who does something else, and not in notation. */
static bool tells(const json_t *wrong, const char *move)
{
    const char *beginning, *words = json_string_value(wrong);
    json_t *answer;
    json_object_foreach((json_t *)wrong, beginning, answer)
        if (!tells(answer, move))
            return false;
    return json_object_size(wrong) > 0 || (words && (!strchr(move, ' ') || !strstr(words, move)));
}

CASE(every_step_of_a_lesson_tells_the_learner_who_does_something_else_what_is_wanted)
{
    json_t *tutorial = read_data("tutorial.json"), *lesson, *step;
    size_t i, k;
    json_array_foreach(json_object_get(tutorial, "lessons"), i, lesson)
        json_array_foreach(json_object_get(lesson, "steps"), k, step) {
            const char *move = json_string_value(json_object_get(step, "do"));
            if (!json_object_get(step, "seat") && !tells(json_object_get(step, "wrong"), move))
                fail_msg("lesson %d, step %d: nothing is told, or in notation", (int)i + 1, (int)k + 1);
        }
    json_decref(tutorial);
}

CASE(the_lessons_enter_every_building)
{
    json_t *tutorial = read_data("tutorial.json"), *lesson, *step;
    size_t i, k;
    unsigned entered = 0;
    fixture_open(&fixture, 1, "");
    json_array_foreach(json_object_get(tutorial, "lessons"), i, lesson)
        json_array_foreach(json_object_get(lesson, "steps"), k, step) {
            char site[4];
            if (sscanf(json_string_value(json_object_get(step, "do")), "visit town %3s", site) == 1)
                entered |= 1u << fixture_site(&fixture, FLIPTOWN_TOWN, site);
        }
    json_decref(tutorial);
    entered |=
        1u << fixture_site(&fixture, FLIPTOWN_TOWN, "3"); /* the Hideout asks nothing; the Church's step tells of it */
    assert_int_equal(entered, (1u << FLIPTOWN_RANKS) - 1);
}

/* --- achievements ----------------------------------------------------------------------------------------------- */

static struct fliptown_sheet *over(const char *options)
{
    fixture_open(&fixture, 1, options);
    fixture.state.stage = FLIPTOWN_OVER;
    struct fliptown_sheet *sheet = fixture_sheet(&fixture, 0);
    sheet->wanted = sheet->most_wanted = 7; /* so that nothing is reached by doing nothing */
    sheet->pans = 1;
    return sheet;
}

static bool reached(int number) { return fliptown_achievements(&fixture.rules, &fixture.state) >> (number - 1) & 1; }

CASE(a_game_of_nothing_reaches_nothing_and_a_running_game_neither)
{
    over("");
    assert_int_equal(fliptown_achievements(&fixture.rules, &fixture.state), 0);
    fixture_sheet(&fixture, 0)->stars = 99;
    assert_true(reached(20));
    fixture.state.stage = FLIPTOWN_TURNS;
    assert_int_equal(fliptown_achievements(&fixture.rules, &fixture.state), 0);
}

CASE(achievements_of_the_map)
{
    struct fliptown_sheet *sheet = over("");
    for (int region = 0; region < FLIPTOWN_SUITED; region++)
        sheet->circled[region] = 0x7e;
    assert_true(reached(1));
    sheet->circled[FLIPTOWN_MINE] = 0x3e;
    assert_false(reached(1));

    sheet = over("");
    sheet->circled[FLIPTOWN_MINE] = 0xff; /* all but 3d on the upper three levels */
    assert_true(reached(4));
    sheet->circled[FLIPTOWN_MINE] = 0xfe;
    assert_false(reached(4));

    sheet = over("");
    sheet->circled[FLIPTOWN_TRAIL] = 1 | 1 << 2 | 1 << 3 | 1 << 6 | 1 << 9 | 1 << 12;
    assert_true(reached(5));
    sheet->circled[FLIPTOWN_TRAIL] ^= 1 << 2;
    assert_false(reached(5));

    sheet = over("");
    sheet->circled[FLIPTOWN_TOWN] = 1 << 1 | 1 << 2 | 1 << 5 | 1 << 9 | 1 << 11;
    assert_true(reached(6));
    sheet->circled[FLIPTOWN_BADLANDS] = 1 << 1 | 1 << 5 | 1 << 9 | 1 << 12;
    assert_true(reached(7));
    sheet->circled[FLIPTOWN_BADLANDS] ^= 1 << 9;
    assert_false(reached(7));
    sheet->circled[FLIPTOWN_CEMETERY] = 0x1ff;
    assert_true(reached(8));

    sheet = over("");
    assert_false(reached(19));
    sheet->circled[FLIPTOWN_BADLANDS] = 0x1ffe;
    assert_true(reached(19));
    sheet->rooms = 4; /* 23 silver stars */
    assert_false(reached(18));
    sheet->circled[FLIPTOWN_MINE] = 1 << 9; /* 4a: the centre tombstone */
    assert_true(reached(18));
}

CASE(achievements_of_goods_and_wanted)
{
    struct fliptown_sheet *sheet = over("");
    sheet->pans = 4, sheet->hammers = 3;
    assert_true(reached(2));
    sheet->wanted = 0;
    assert_true(reached(3));
    assert_false(reached(13)); /* once it was 7 */
    sheet->most_wanted = 5;
    assert_true(reached(13));
    sheet->arrests = 1;
    assert_false(reached(13));
    sheet->pans = sheet->hammers = 0;
    assert_true(reached(10));
    sheet->items = 1 << FLIPTOWN_BANDANA;
    assert_false(reached(10));
    sheet->cash = 30, sheet->gold = 14;
    assert_false(reached(11));
    sheet->gold = 15;
    assert_true(reached(11));
    sheet->wanted = 20;
    assert_true(reached(17));
}

CASE(achievements_of_poker)
{
    struct fliptown_sheet *sheet = over("");
    sheet->hand[0] = FLIP_FULL_HOUSE, sheet->hand[1] = FLIP_TWO_PAIR, sheet->hand[2] = FLIP_ONE_PAIR;
    assert_false(reached(9) || reached(12));
    sheet->hand[2] = FLIP_TWO_PAIR;
    assert_true(reached(12));
    sheet->hand[0] = FLIP_FOUR_OF_A_KIND;
    assert_true(reached(9));
}

CASE(achievements_against_cowbots)
{
    struct fliptown_sheet *sheet = over("cowbot=bart strength=hard");
    assert_true(reached(16)); /* nothing was stolen */
    assert_false(reached(15));
    sheet->stars = 500;
    assert_true(reached(15));
    fixture.state.stolen_count = 2;
    assert_false(reached(16));
    sheet = over("cowbot=bart");
    sheet->stars = 500;
    assert_false(reached(15)); /* normal is not hard */
}

CASE(the_list_of_achievements_is_complete_and_in_order)
{
    json_t *data = read_data("achievements.json"), *list = json_object_get(data, "achievements"), *entry;
    size_t i;
    assert_int_equal(json_array_size(list), FLIPTOWN_ACHIEVEMENTS);
    json_array_foreach(list, i, entry) {
        assert_int_equal(json_integer_value(json_object_get(entry, "number")), i + 1);
        assert_true(json_string_length(json_object_get(entry, "id")) > 0);
        assert_true(json_string_length(json_object_get(entry, "title")) > 0);
        assert_true(json_string_length(json_object_get(entry, "text")) > 0);
        assert_int_equal(json_is_object(json_object_get(entry, "over_games")), i + 1 == 14);
    }
    json_decref(data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_step_of_a_lesson_tells_the_learner_who_does_something_else_what_is_wanted),
        cmocka_unit_test(the_lessons_enter_every_building),
        cmocka_unit_test(a_game_of_nothing_reaches_nothing_and_a_running_game_neither),
        cmocka_unit_test(achievements_of_the_map),
        cmocka_unit_test(achievements_of_goods_and_wanted),
        cmocka_unit_test(achievements_of_poker),
        cmocka_unit_test(achievements_against_cowbots),
        cmocka_unit_test(the_list_of_achievements_is_complete_and_in_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
