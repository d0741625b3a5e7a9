/*
 * Flick 'em Up!: an object is put aside only by a cowboy who is about to move, in an entrance that this move can reach, or behind his
 * own building. Games of version 1 cleared every entrance, before any flick; a record of theirs replays.
 */
#include "core/file.h"
#include "games/flickemup/tests/fixture.h"
#include "table/table.h"

enum { BARREL1 = FLICKEMUP_BARRELS, BARREL2, BARREL3, BARREL4, CACTUS3 = FLICKEMUP_CACTUSES + 2 };

/* Stands an object before the door of a building (behind it: a negative number), in mm. */
static void block(int object, int building, double along, double before)
{
    struct flip_pose *pose = &at()->pose[object];
    flickemup_from_door(&at()->pose[FLICKEMUP_BUILDINGS_AT + building], (int32_t)(along * 100), (int32_t)(before * 100),
                        &pose->x, &pose->y);
}

/* A figure stands before a door, or behind it. */
static void put_before(int figure, int building, double along, double before)
{
    int32_t x, y;
    flickemup_from_door(&at()->pose[FLICKEMUP_BUILDINGS_AT + building], (int32_t)(along * 100), (int32_t)(before * 100),
                        &x, &y);
    put(figure, x / 100.0, y / 100.0, 0);
}

/* L1 is to play; the middle of the street is empty. */
static void street(const char *scenario)
{
    sit(scenario, 2);
    if (deciding() == 1) {
        act("play O1");
        act("end");
    }
    at()->here &= ~(FLIP_BIT(BARREL3) | FLIP_BIT(BARREL4) | FLIP_BIT(CACTUS3));
    act("play L1");
}

static const char *why_not(int object)
{
    static char words[200];
    struct flip_text out = flip_text_in(words, sizeof words);
    const int building = flickemup_clears(book(), at(), object, &out);
    return building < 0 ? words : "cleared";
}

static void refused(const char *reason)
{
    struct flip_error error;
    assert_false(offers("clear barrel1 left") || offers("clear barrel1 right"));
    assert_string_equal(why_not(BARREL1), reason);
    assert_false(flickemup_legal(book(), at(), deciding(),
                                 flickemup_move(FLICKEMUP_CLEAR, BARREL1, FLICKEMUP_SIDE_LEFT), &error));
    assert_int_equal(error.code, FLIP_ERROR_ILLEGAL);
    assert_memory_equal(error.message + 1, reason + 1, strlen(reason) - 1);
    assert_string_equal(error.message + strlen(reason), ".");
}

static void cleared_by(const char *text, int building)
{
    char words[200];
    struct flip_text out = flip_text_in(words, sizeof words);
    assert_true(offers("clear barrel1 left") && offers("clear barrel1 right"));
    assert_int_equal(flickemup_clears(book(), at(), BARREL1, &out), building);
    const int actions = at()->actions;
    act(text);
    assert_int_equal(at()->actions, actions); /* it is free */
    assert_string_equal(why_not(BARREL1), "it stands in no entrance");
}

CASE(who_stands_before_a_house_clears_its_entrance_and_no_other)
{
    for (int building = SHERIFF; building <= UNDERTAKER; building++) {
        street("3");
        put_before(L1, building, 0, 80);
        block(BARREL1, building, 0, 20);
        cleared_by("clear barrel1 left", building);
        stand_up();
        for (int other = SHERIFF; other <= UNDERTAKER; other++) {
            if ((other < STORE) != (building < STORE) || other == building)
                continue;
            street("3"); /* a house beside it looks the same way: 80 mm before the one is too flat for the other */
            put_before(L1, building, 0, 20);
            block(BARREL1, other, 0, 20);
            assert_false(offers("clear barrel1 left"));
            stand_up();
        }
    }
}

CASE(who_stands_behind_a_house_or_beside_it_does_not_reach_its_entrance)
{
    static const double places[][2] = {{0, -60}, {90, -30}, {-90, 0}, {120, 11}};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        street("3");
        put_before(L1, BANK, places[i][0], places[i][1]);
        block(BARREL1, BANK, 0, 15);
        refused("his move cannot reach the entrance of the Bank because a house is entered from the front");
        stand_up();
    }
}

CASE(behind_another_s_house_nothing_is_cleared_and_behind_the_own_one_it_is)
{
    street("3");
    put_before(L1, BANK, 0, 80);
    block(BARREL1, BANK, 0, -45);
    refused("it stands in no entrance");
    put_inside(L1, BANK);
    cleared_by("clear barrel1 right", BANK);
    assert_true(at()->pose[BARREL1].x < 45000 - 4200);
    block(BARREL1, BANK, 0, 20); /* in the entrance of the own house: that is the way out */
    cleared_by("clear barrel1 left", BANK);
    assert_true(at()->pose[BARREL1].x > 45000 + 4200);
    stand_up();
}

CASE(out_of_a_house_a_move_reaches_the_entrance_across_the_street_and_not_the_one_next_door)
{
    street("3");
    put_inside(L1, BANK);
    block(BARREL1, HALL, 0, 20);
    cleared_by("clear barrel1 left", HALL);
    block(BARREL1, SALOON, 0, 20);
    refused("his move cannot reach the entrance of the Saloon because a house is entered from the front");
    put(L1, 500, 450, 0);
    refused("his move cannot reach the entrance of the Saloon because he is too far to the side of it");
    put_inside(L1, BANK);
    for (int i = FLICKEMUP_BARRELS + 1; i < FLICKEMUP_PIECES; i++)
        at()->here &= ~FLIP_BIT(i);
    block(BARREL1, STORE, 0, 20); /* aslant: the disc may touch the Bank's own blocks on its way */
    cleared_by("clear barrel1 right", STORE);
    block(BARREL1, UNDERTAKER, 0, 20);
    cleared_by("clear barrel1 right", UNDERTAKER);
    put(L2, 450, 480, 0); /* somebody stands in the own door */
    block(BARREL1, HALL, 0, 20);
    refused("his move cannot reach the entrance of the Town Hall because L2 is in the way");
    stand_up();
    struct flip_edition *edition = changed("03-the-bank-job", "buildings",
                                           "{\"bank\":[450,500,270],\"saloon\":[200,200,0],\"store\":[120,420,0]}");
    sit_with("3", 2, "exact", edition);
    flip_edition_free(edition);
    put_inside(O1, BANK);
    act("play O1");
    block(BARREL1, STORE, 0, 20); /* 330 mm to the left and 80 down: more than 45 degrees beside the way out */
    refused("his move cannot reach the entrance of the General Store because the way out of this house does not lead "
            "there");
    stand_up();
}

CASE(what_is_in_the_way_and_cannot_be_put_aside_keeps_an_entrance_out_of_reach)
{
    street("3");
    put(L1, 450, 300, 90);
    block(BARREL1, BANK, 0, 20);
    assert_true(offers("clear barrel1 left"));
    at()->here |= FLIP_BIT(BARREL4);
    refused("his move cannot reach the entrance of the Bank because a barrel is in the way"); /* the one at 450,400 */
    put(L1, 510, 300, 90);
    assert_true(offers("clear barrel1 left")); /* the disc passes it aslant */
    put(L1, 450, 300, 90);
    for (int i = 0; i < 3; i++) { /* a wall of fences before the house */
        at()->pose[FLICKEMUP_FENCES + i] = flickemup_standing(FLICKEMUP_FENCES + i, 38800 + 6200 * i, 42000, 0);
        at()->here |= FLIP_BIT(FLICKEMUP_FENCES + i);
    }
    at()->here &= ~FLIP_BIT(BARREL4);
    refused("his move cannot reach the entrance of the Bank because a fence is in the way");
    block(FLICKEMUP_FENCES + 1, BANK, 0, 28); /* this one stands in the entrance itself: it can be put aside, too */
    assert_true(offers("clear fence2 left"));
    assert_true(offers("clear barrel1 left"));
    put(O2, 450, 470, 0); /* a figure cannot */
    refused("his move cannot reach the entrance of the Bank because O2 is in the way");
    stand_up();
}

CASE(no_entrance_is_cleared_when_no_move_can_come)
{
    static const char none[] = "an entrance is cleared only before a move, and he has no action left";
    street("4");
    at()->figure[L1].hand[0] = FLICKEMUP_COLT;
    put_before(L1, BANK, 0, 80);
    block(BARREL1, BANK, 0, 20);
    flick("shoot left 0 1800", "{'touched':[]}");
    assert_true(offers("clear barrel1 left")); /* he may still give the second bullet up and move */
    flick("shoot right 0 1800", "{'touched':[]}");
    assert_true(offers("clear barrel1 left"));
    flick("shoot left 0 1800", "{'touched':[]}");
    assert_true(offers("shoot right"));
    assert_int_equal(at()->actions, 0);
    refused(none);
    stand_up();
    street("3");
    put_before(L1, BANK, 0, 80);
    flick("shoot left 0 1800", "{'touched':[]}");
    flick("move 90 100", "{'touched':['barrel2']}");
    block(BARREL1, BANK, 0, 20);
    assert_true(offers("face"));
    refused(none);
    stand_up();
}

CASE(a_walk_is_a_move_and_clears_what_the_witness_reaches)
{
    sit("6", 2);
    act("play O1");
    act("end");
    put(L1, 60, 560, 0);
    act("play L1");
    put_before(W1, HALL, 0, 80);
    put(W2, 60, 40, 0);
    block(BARREL1, HALL, 0, 20);
    flick("shoot left 0 1800", "{'touched':[]}");
    flick("shoot left 0 1800", "{'touched':[]}");
    assert_int_equal(at()->actions, 0);
    cleared_by("clear barrel1 right", HALL);
    block(BARREL1, HALL, 0, 20);
    at()->figure[W1].walked = true; /* the other one stands where a house is in its way */
    refused("his move cannot reach the entrance of the Town Hall because a house is entered from the front");
    put_inside(W2, BANK);
    block(BARREL1, BANK, 0, -45);
    assert_true(offers("clear barrel1 left")); /* behind the witness's own house */
    stand_up();
}

CASE(a_closed_house_s_entrance_is_not_cleared_before_its_hour)
{
    street("7");
    put_before(L1, BANK, 0, 80);
    block(BARREL1, BANK, 0, 20);
    refused("the Bank is closed until 9 o’clock, so no move leads there");
    at()->hour = 9;
    cleared_by("clear barrel1 left", BANK);
    stand_up();
    sit("1", 2); /* and where houses are scenery, nothing is cleared at all */
    act("play L1");
    put_before(L1, BANK, 0, 80);
    block(BARREL1, BANK, 0, 20);
    refused("in this scenario buildings are scenery");
    stand_up();
}

CASE(an_entrance_farther_than_the_hardest_flick_is_out_of_reach)
{
    struct flip_edition *edition = changed("03-the-bank-job", "table", "[3000,3000]");
    sit_with("3", 2, "exact", edition);
    flip_edition_free(edition);
    for (int i = FLICKEMUP_FENCES; i < FLICKEMUP_PIECES; i++)
        at()->here &= ~FLIP_BIT(i);
    at()->pose[FLICKEMUP_BUILDINGS_AT + BANK] =
        flickemup_standing(FLICKEMUP_BUILDINGS_AT + BANK, 150000, 290000, 27000);
    block(BARREL1, BANK, 0, 20);
    put(O1, 1500, 2888 - 2700, 90); /* 4 m/s slides 2718 mm; the disc must come within 12 mm of the line */
    act("play O1");
    assert_true(offers("clear barrel1 left"));
    put(O1, 1500, 2888 - 2725, 90);
    refused("his move cannot reach the entrance of the Bank because it is too far away");
    stand_up();
}

/* --- games of version 1 ---------------------------------------------------------------------------------------------------- */

static char *read_golden(const char *name)
{
    char path[1024];
    size_t length;
    snprintf(path, sizeof path, "%s/games/flickemup/tests/golden/%s.json", getenv("FLIPSIDE_SOURCE_ROOT"), name);
    char *text = flip_file_read(path, &length, &problem);
    if (!text)
        fail_msg("%s", problem.message);
    return text;
}

/* Made by a program of version 1: behind a house, at a closed house, and before a second bullet. */
CASE(a_record_of_version_1_clears_entrances_out_of_reach_and_is_none_of_today_s)
{
    char *text = read_golden("v1-cleared-anywhere");
    struct flip_table *table = flip_record_load(text, strlen(text), FLIP_ALL_STEPS, &problem);
    assert_non_null(table);
    assert_int_equal(table->options.version, 1);
    assert_int_equal(flip_table_turn(table), 0);
    assert_int_equal(flip_record_verify(text, strlen(text), &problem), 0);
    flip_table_close(table);
    char *version = strstr(text, "\"rules\":1");
    assert_non_null(version);
    version[strlen("\"rules\":")] = '2';
    assert_null(flip_record_load(text, strlen(text), FLIP_ALL_STEPS, &problem));
    assert_non_null(strstr(problem.message, "'clear barrel1 left' is not possible now"));
    free(text);
}

CASE(a_game_of_version_1_keeps_its_rule)
{
    struct flip_table_def def = flip_table_defaults(&flip_flickemup);
    flip_options_of_version(&flip_flickemup, 1, &def.options);
    must(flip_options_set(&flip_flickemup, &def.options, "scenario", "4", &problem));
    def.seats = 2;
    def.world = (struct flip_world){0};
    fixture = flip_table_open(&def, &problem);
    assert_non_null(fixture);
    act("play L1");
    at()->figure[L1].hand[0] = FLICKEMUP_COLT;
    put_before(L1, BANK, 0, -60);
    block(BARREL1, BANK, 0, 20);
    assert_true(offers("clear barrel1 left")); /* from behind the house */
    flick("shoot left 0 1800", "{'touched':[]}");
    flick("shoot right 0 1800", "{'touched':[]}");
    flick("shoot left 0 1800", "{'touched':[]}");
    assert_int_equal(at()->actions, 0);
    act("clear barrel1 left"); /* before the second bullet */
    refused("it stands in no entrance");
    stand_up();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_stands_before_a_house_clears_its_entrance_and_no_other),
        cmocka_unit_test(who_stands_behind_a_house_or_beside_it_does_not_reach_its_entrance),
        cmocka_unit_test(behind_another_s_house_nothing_is_cleared_and_behind_the_own_one_it_is),
        cmocka_unit_test(out_of_a_house_a_move_reaches_the_entrance_across_the_street_and_not_the_one_next_door),
        cmocka_unit_test(what_is_in_the_way_and_cannot_be_put_aside_keeps_an_entrance_out_of_reach),
        cmocka_unit_test(no_entrance_is_cleared_when_no_move_can_come),
        cmocka_unit_test(a_walk_is_a_move_and_clears_what_the_witness_reaches),
        cmocka_unit_test(a_closed_house_s_entrance_is_not_cleared_before_its_hour),
        cmocka_unit_test(an_entrance_farther_than_the_hardest_flick_is_out_of_reach),
        cmocka_unit_test(a_record_of_version_1_clears_entrances_out_of_reach_and_is_none_of_today_s),
        cmocka_unit_test(a_game_of_version_1_keeps_its_rule),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
