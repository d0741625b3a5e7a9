/*
 * Games of earlier versions of Fliptown's rules: their records replay as they were played. The golden records of version 1, and those
 * of version 2 in which a reward was declined under a cowbot's eyes, were made by programs of those versions; each comes out
 * differently, or not at all, by the rules after it.
 */
#include "games/fliptown/tests/fixture.h"
#include "table/table.h"

#include "core/file.h"
#include <stdlib.h>

static struct fixture fixture;

static char *read_golden(const char *name)
{
    struct flip_error error = {.message = ""};
    char path[1024];
    size_t length;
    snprintf(path, sizeof path, "%s/games/fliptown/tests/golden/%s.json", getenv("FLIPSIDE_SOURCE_ROOT"), name);
    char *text = flip_file_read(path, &length, &error);
    if (!text)
        fail_msg("%s", error.message);
    return text;
}

static struct flip_table *load(const char *text)
{
    struct flip_error error = {.message = ""};
    return flip_record_load(text, strlen(text), FLIP_ALL_STEPS, &error);
}

CASE(a_record_of_version_1_replays_by_its_own_rules_and_not_by_today_s)
{
    static const char *const names[] = {"v1-bounty-spent", "v1-marshal", "v1-fifth-pan", "v1-card-twice"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char *text = read_golden(names[i]);
        struct flip_table *table = load(text);
        assert_non_null(table);
        assert_int_equal(table->options.version, 1);
        assert_int_equal(flip_table_turn(table), 0);
        flip_table_close(table);
        char *version = strstr(text, "\"rules\":1");
        assert_non_null(version);
        version[strlen("\"rules\":")] = '2';
        assert_null(load(text)); /* other moves, or other points */
        free(text);
    }
}

CASE(a_record_of_version_1_that_says_nothing_of_the_marshal_is_played_without_his_card_for_all)
{
    char *text = read_golden("v1-marshal");
    assert_null(strstr(text, "marshal_all"));
    struct flip_table *table = load(text);
    assert_non_null(table);
    assert_string_equal(table->options.value[FLIPTOWN_OPTION_MARSHAL_ALL], "false");
    flip_table_close(table);
    free(text);
    struct flip_options today;
    flip_options_default(&flip_fliptown, &today);
    assert_string_equal(today.value[FLIPTOWN_OPTION_MARSHAL_ALL], "true");
}

CASE(a_record_of_version_2_may_decline_what_an_awake_cowbot_watches)
{
    static const char *const names[] = {"v2-declined-kid", "v2-declined-jane", "v2-declined-bart"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char *text = read_golden(names[i]);
        struct flip_error error = {.message = ""};
        struct flip_table *table = load(text);
        assert_non_null(table);
        assert_int_equal(table->options.version, 2);
        assert_int_equal(flip_table_turn(table), 0);
        assert_int_equal(flip_record_verify(text, strlen(text), &error), 0);
        flip_table_close(table);
        char *version = strstr(text, "\"rules\":2");
        assert_non_null(version);
        version[strlen("\"rules\":")] = '3';
        assert_null(load(text)); /* today they are no moves */
        free(text);
    }
}

CASE(a_record_that_is_saved_again_keeps_its_version)
{
    struct flip_error error = {.message = ""};
    char *text = read_golden("v1-bounty-spent");
    struct flip_table *table = load(text);
    assert_non_null(table);
    char *again = flip_record_save(table, FLIP_RECORD_FULL, &error);
    assert_non_null(strstr(again, "\"rules\":1"));
    free(again);
    flip_table_close(table);
    free(text);
}

CASE(in_games_of_version_1_a_fifth_pan_or_hammer_is_lost)
{
    struct fliptown_sheet *sheet = fixture_at_visit(&fixture, "version=1", FLIP_CLUBS, 5);
    sheet->pans = 4;
    fixture_play(&fixture, 0, "visit town 5, buy gold_pan");
    assert_int_equal(sheet->pans, 4);
    assert_int_equal(sheet->stars, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_record_of_version_1_replays_by_its_own_rules_and_not_by_today_s),
        cmocka_unit_test(a_record_of_version_1_that_says_nothing_of_the_marshal_is_played_without_his_card_for_all),
        cmocka_unit_test(a_record_of_version_2_may_decline_what_an_awake_cowbot_watches),
        cmocka_unit_test(a_record_that_is_saved_again_keeps_its_version),
        cmocka_unit_test(in_games_of_version_1_a_fifth_pan_or_hammer_is_lost),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
