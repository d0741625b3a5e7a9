/* How Flick 'em Up! ends, in words: each goal of the ten scenarios, noon, and a town that is empty. */
#include "games/flickemup/tests/fixture.h"

static void says_to(int viewer, const char *verdict, const char *why)
{
    char headline[FLIP_ENDING_TEXT], rest[FLIP_ENDING_TEXT];
    struct flip_text first = flip_text_in(headline, sizeof headline), second = flip_text_in(rest, sizeof rest);
    assert_int_equal(at()->stage, FLICKEMUP_OVER);
    flip_table_ending(fixture, viewer, &first, &second);
    assert_string_equal(headline, verdict);
    assert_string_equal(rest, why);
}

static void says(const char *verdict, const char *why) { says_to(FLIP_PUBLIC, verdict, why); }

#define LAW_WINS       "Player 1 wins as the lawmen"
#define OUTLAWS_WIN    "Player 2 wins as the outlaws"
#define OUTLAWS_FAILED "The clock strikes 12, and the outlaws have not reached their goal."
#define LAW_FAILED     "The clock strikes 12, and the lawmen have not reached their goal."

static void kill(int first, int count)
{
    for (int figure = first; figure < first + count; figure++) {
        at()->figure[figure].hit_points = 0;
        at()->figure[figure].where = FLICKEMUP_DEAD;
    }
}

/* The goals are asked after an action of L1, or at a strike. */
static void ask(bool strike)
{
    at()->active = strike ? FLICKEMUP_NOBODY : L1;
    if (strike)
        flickemup_count_holds(book(), at());
    flickemup_decide(book(), at(), strike);
}

static void noon(void)
{
    at()->hour = FLICKEMUP_NOON;
    at()->active = FLICKEMUP_NOBODY;
    flickemup_decide_at_12(book(), at());
}

CASE(main_street_is_won_by_three_eliminations_or_by_hit_points_at_noon)
{
    sit("1", 2);
    kill(O1, 3);
    ask(false);
    says(LAW_WINS, "Three outlaws are eliminated.");
    says_to(0, "You win as the lawmen", "Three outlaws are eliminated.");
    stand_up();
    sit("1", 4);
    kill(L3, 3);
    ask(false);
    says("The outlaws win", "Three lawmen are eliminated.");
    says_to(3, "You win with the outlaws", "Three lawmen are eliminated.");
    says_to(0, "The outlaws win", "Three lawmen are eliminated.");
    stand_up();
    sit("1", 2);
    at()->figure[L5].hit_points--;
    const int more = flickemup_team_hit_points(at(), FLICKEMUP_OUT),
              fewer = flickemup_team_hit_points(at(), FLICKEMUP_LAW);
    char why[120];
    snprintf(why, sizeof why, "The clock strikes 12, and the outlaws have more hit points, %d to %d.", more, fewer);
    noon();
    says(OUTLAWS_WIN, why);
    stand_up();
}

CASE(equal_at_noon_is_a_draw)
{
    sit("1", 2);
    noon();
    says("A draw", "The clock strikes 12, and neither side is ahead.");
    stand_up();
}

CASE(saloon_doors_is_won_by_two_strikes_or_by_men_inside_at_noon)
{
    sit("2", 2);
    put_inside(O2, SALOON);
    ask(true);
    assert_int_not_equal(at()->stage, FLICKEMUP_OVER);
    ask(true);
    says(OUTLAWS_WIN, "The outlaws had more men in the Saloon at two strikes of the clock in a row.");
    stand_up();
    sit("2", 2);
    put_inside(L2, SALOON);
    noon();
    says(LAW_WINS, "The clock strikes 12, and the lawmen have more men in the Saloon.");
    stand_up();
}

CASE(the_bank_job_is_won_with_the_gold_or_by_the_law_at_noon)
{
    sit("3", 2);
    at()->out[0][FLICKEMUP_OUT][FLICKEMUP_GOLD] = 2;
    ask(false);
    says(OUTLAWS_WIN, "Two sacks of gold are out by exit S.");
    stand_up();
    sit("3", 2);
    kill(O2, 4);
    ask(false);
    says(LAW_WINS, "Four outlaws are eliminated.");
    stand_up();
    sit("3", 2);
    noon();
    says(LAW_WINS, OUTLAWS_FAILED);
    stand_up();
}

CASE(iron_in_the_store_goes_by_eliminations_at_noon)
{
    sit("4", 2);
    kill(L1, 2);
    kill(O1, 1);
    noon();
    says(OUTLAWS_WIN, "The clock strikes 12, and the outlaws have more eliminations, 2 to 1.");
    stand_up();
}

CASE(bad_water_is_won_at_a_strike_or_by_what_is_clean_or_poisoned_at_noon)
{
    for (int poisoned = 3; poisoned >= 2; poisoned--) {
        sit("5", 2);
        static const int houses[] = {SHERIFF, STORE, BANK};
        for (int i = 0; i < poisoned; i++) {
            at()->up[houses[i]][FLICKEMUP_CLEAN] = 0;
            at()->up[houses[i]][FLICKEMUP_POISONED] = 1;
        }
        if (poisoned == 3) {
            ask(true);
            says(OUTLAWS_WIN, "Three poisoned waters are in town.");
        } else {
            noon();
            says(OUTLAWS_WIN, "The clock strikes 12, and two poisoned waters are in town.");
        }
        stand_up();
    }
    sit("5", 2);
    noon();
    says(LAW_WINS, "The clock strikes 12, and four clean waters are in town.");
    stand_up();
}

/* What waits for a strike is not the reason of a game that an action has ended. */
CASE(a_goal_of_the_strike_is_no_reason_after_an_action)
{
    struct flip_edition *edition =
        changed("05-bad-water", "win",
                "[{\"team\":\"lawmen\",\"when\":\"strike\",\"if\":{\"tokens\":{\"kind\":\"water\",\"face\":\"clean\","
                "\"min\":4}}},"
                "{\"team\":\"lawmen\",\"when\":\"action\",\"if\":{\"eliminated\":{\"team\":\"outlaws\",\"min\":4}}},"
                "{\"team\":\"outlaws\",\"when\":\"action\",\"if\":{\"not\":{\"eliminated\":{\"team\":\"lawmen\","
                "\"min\":1}}}}]");
    sit_with("5", 2, "exact", edition);
    ask(false);
    says(OUTLAWS_WIN, "The outlaws did not eliminate one of the lawmen.");
    stand_up();
    sit_with("5", 2, "exact", edition);
    kill(O1, 4);
    ask(false);
    says(LAW_WINS, "Four outlaws are eliminated.");
    stand_up();
    flip_edition_free(edition);
}

CASE(the_witnesses_are_safe_or_dead)
{
    sit("6", 2);
    put_inside(W1, HALL);
    put_inside(W2, HALL);
    ask(false);
    says(LAW_WINS, "Both witnesses are inside the Town Hall.");
    stand_up();
    sit("6", 2);
    kill(W1, 1);
    put_inside(W2, HALL);
    ask(false);
    says(LAW_WINS, "All living witnesses are inside the Town Hall.");
    stand_up();
    sit("6", 2);
    kill(W1, 2);
    ask(false);
    says(OUTLAWS_WIN, "Both witnesses are eliminated.");
    stand_up();
    sit("6", 2);
    put_inside(W2, HALL);
    noon();
    says(LAW_WINS, "The clock strikes 12, and one of the witnesses is inside the Town Hall.");
    stand_up();
    sit("6", 2);
    noon();
    says(OUTLAWS_WIN, LAW_FAILED);
    stand_up();
}

CASE(the_deed_is_won_in_the_town_hall_or_by_documents_at_noon)
{
    sit("7", 2);
    put_inside(L4, HALL);
    at()->figure[L4].hand[0] = FLICKEMUP_DOCUMENT;
    ask(true);
    ask(true);
    says(LAW_WINS,
         "The lawmen had more men in the Town Hall, and a document there, at two strikes of the clock in a row.");
    stand_up();
    sit("7", 2);
    at()->figure[O3].hand[1] = FLICKEMUP_DOCUMENT;
    noon();
    says(OUTLAWS_WIN, "The clock strikes 12, and the outlaws have more documents in hand.");
    stand_up();
}

CASE(fire_in_the_hole_is_won_at_both_doors)
{
    sit("8", 2);
    for (int test = 0; test < FLICKEMUP_TESTS; test++)
        if (book()->edition.test[test].kind == FLICKEMUP_TEST_EXPLODED)
            at()->exploded |= FLIP_BIT(test);
    ask(false);
    says(OUTLAWS_WIN, "The Sheriff's door is blown up and the Bank's door is blown up.");
    stand_up();
    sit("8", 2);
    noon();
    says(LAW_WINS, OUTLAWS_FAILED);
    stand_up();
}

CASE(the_hostage_is_free_or_time_is_over)
{
    sit("9", 2);
    at()->up[SHERIFF][FLICKEMUP_HOSTAGE] = 1;
    ask(false);
    says(LAW_WINS, "The hostage is in the Sheriff's office.");
    stand_up();
    sit("9", 2);
    noon();
    says(OUTLAWS_WIN, LAW_FAILED);
    stand_up();
}

CASE(at_the_gallows_one_of_two_goals_is_told)
{
    sit("10", 2);
    at()->figure[O5].where = FLICKEMUP_GONE;
    at()->figure[O5].exit = 0;
    ask(false);
    says(OUTLAWS_WIN, "O5 got out by exit E.");
    stand_up();
    sit("10", 2);
    kill(L1, 1);
    at()->active = L2;
    flickemup_decide(book(), at(), false);
    says(OUTLAWS_WIN, "L1 is eliminated.");
    stand_up();
    sit("10", 2);
    kill(O5, 1);
    ask(false);
    says(LAW_WINS, "O5 is eliminated.");
    stand_up();
    sit("10", 2);
    kill(O1, 4);
    ask(false);
    says(LAW_WINS, "Four outlaws are eliminated.");
    stand_up();
    sit("10", 2);
    noon();
    says(LAW_WINS, OUTLAWS_FAILED);
    stand_up();
}

CASE(a_team_that_is_gone_has_lost_and_an_empty_town_is_a_draw)
{
    sit("7", 2);
    kill(O1, 5);
    ask(false);
    says(LAW_WINS, "No outlaw is left in town.");
    stand_up();
    sit("7", 2);
    kill(L1, 5);
    ask(false);
    says(OUTLAWS_WIN, "No lawman is left in town.");
    stand_up();
    sit("7", 2);
    kill(L1, 10);
    ask(false);
    says("A draw", "Nobody is left in town.");
    stand_up();
}

CASE(a_game_without_points_counts_eliminated_enemies_and_keeps_its_breakdown)
{
    char text[4000];
    sit("1", 2);
    kill(O1, 3);
    kill(L5, 1);
    ask(false);
    struct flip_json json = flip_json_in(text, sizeof text);
    flip_json_open(&json, NULL, '{');
    flip_table_result_json(fixture, &json);
    flip_json_close(&json);
    assert_non_null(strstr(text, "\"points\":false"));
    assert_non_null(strstr(text, "\"scores\":[3,1]"));
    assert_non_null(strstr(text, "\"goal\":1"));
    stand_up();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(main_street_is_won_by_three_eliminations_or_by_hit_points_at_noon),
        cmocka_unit_test(equal_at_noon_is_a_draw),
        cmocka_unit_test(saloon_doors_is_won_by_two_strikes_or_by_men_inside_at_noon),
        cmocka_unit_test(the_bank_job_is_won_with_the_gold_or_by_the_law_at_noon),
        cmocka_unit_test(iron_in_the_store_goes_by_eliminations_at_noon),
        cmocka_unit_test(bad_water_is_won_at_a_strike_or_by_what_is_clean_or_poisoned_at_noon),
        cmocka_unit_test(a_goal_of_the_strike_is_no_reason_after_an_action),
        cmocka_unit_test(the_witnesses_are_safe_or_dead),
        cmocka_unit_test(the_deed_is_won_in_the_town_hall_or_by_documents_at_noon),
        cmocka_unit_test(fire_in_the_hole_is_won_at_both_doors),
        cmocka_unit_test(the_hostage_is_free_or_time_is_over),
        cmocka_unit_test(at_the_gallows_one_of_two_goals_is_told),
        cmocka_unit_test(a_team_that_is_gone_has_lost_and_an_empty_town_is_a_draw),
        cmocka_unit_test(a_game_without_points_counts_eliminated_enemies_and_keeps_its_breakdown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
