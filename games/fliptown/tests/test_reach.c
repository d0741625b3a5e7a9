/* What Fliptown tells before a decision: costs that are the costs of the rules, changes that are what happens. */
#include "games/fliptown/tests/fixture.h"

static struct fixture fixture;
static char told[FLIP_VIEW_SIZE];

static const char *view_of(int viewer)
{
    struct flip_json json = flip_json_in(told, sizeof told);
    flip_json_open(&json, NULL, '{');
    fliptown_view(&fixture.rules, &fixture.state, &fixture.before, viewer, &json);
    flip_json_close(&json);
    assert_true(flip_text_fits(&json.text));
    return told;
}

static void assert_told(const char *fragment)
{
    if (!strstr(told, fragment))
        print_error("not told: %s\n", fragment);
    assert_non_null(strstr(told, fragment));
}

/* What the answer of this name would change, as it is told: the text between braces. */
static const char *change_of(const char *name)
{
    static char change[256];
    flip_move move = 0;
    assert_true(fixture_find(&fixture, 0, name, &move));
    int index = 0;
    while (fixture.moves[index] != move)
        index++;
    const char *at = strstr(view_of(0), "\"changes\":[");
    assert_non_null(at);
    at += strlen("\"changes\":[");
    for (; index > 0; index--)
        at = strchr(at, '}') + 2;
    snprintf(change, sizeof change, "%.*s", (int)(strchr(at, '}') + 1 - at), at);
    return change;
}

CASE(every_open_site_is_told_with_its_cost_by_each_of_the_six_arrangements)
{
    fixture_open_with(&fixture, "", "4H 7C KS", NULL);
    fixture_sheet(&fixture, 0)->gold = 60; /* everything can be paid: the moves themselves tell all costs */
    fixture.before = fixture.state;
    view_of(0);
    const struct fixture start = fixture;
    int cost[FLIPTOWN_REGIONS][16][6];
    memset(cost, -1, sizeof cost);
    for (int i = 0; i < 6; i++) {
        fixture = start;
        fixture_count(&fixture, 0);
        fixture_apply(&fixture, 0, fixture.moves[i]);
        const int count = fixture_count(&fixture, 0);
        for (int k = 0; k < count; k++)
            cost[fliptown_field(fixture.moves[k], 0)][fliptown_field(fixture.moves[k], 1)][i] =
                fliptown_field(fixture.moves[k], 2);
    }
    int sites = 0;
    for (int region = 0; region < FLIPTOWN_REGIONS; region++)
        for (int site = 0; site < 16; site++) {
            const int *c = cost[region][site];
            if (c[0] < 0)
                continue;
            char line[160];
            snprintf(line, sizeof line, "{\"region\":\"%s\",\"site\":\"%s\",\"gold\":[%d,%d,%d,%d,%d,%d],",
                     fliptown_region_words[region], fliptown_site_name(&fixture.rules, region, site), c[0], c[1], c[2],
                     c[3], c[4], c[5]);
            assert_told(line);
            sites++;
        }
    assert_int_equal(sites, 13 + 12 + 2 + 13 + 8);
}

CASE(a_site_out_of_reach_is_told_with_its_cost_too)
{
    fixture_open_with(&fixture, "", "4H 7C KS", "arrange 4H 7C KS");
    view_of(0);
    assert_told("{\"region\":\"trail\",\"site\":\"10\",\"gold\":[3],\"change\":{\"stars\":5,\"wanted\":2}}");
    assert_false(fixture_offers(&fixture, 0, "visit trail 10 gold 3")); /* 2 gold at hand */
}

CASE(a_visit_is_told_with_all_that_it_gives)
{
    struct fliptown_sheet *sheet = fixture_at_visit(&fixture, "", FLIP_HEARTS, 13);
    assert_string_equal(change_of("visit trail 3"), "{\"stars\":1,\"bonus\":[\"cemetery\"]}");
    assert_string_equal(change_of("visit trail 2"), "{\"pick\":true}");
    assert_string_equal(change_of("visit cemetery w"), "{\"cash\":4,\"wanted\":1}");
    sheet->items |= 1u << FLIPTOWN_BEFRIEND | 1u << FLIPTOWN_SHOVEL;
    assert_string_equal(change_of("visit cemetery w"), "{\"cash\":4,\"stars\":1}");
    sheet->hammers = 4;
    assert_string_equal(change_of("visit cemetery n"), "{\"stars\":1,\"hammers\":1}"); /* off to the side */
    sheet->wanted = 4;
    assert_string_equal(change_of("visit trail J"), "{\"wanted\":-4}");
}

CASE(the_gold_that_a_visit_costs_is_told_apart)
{
    fixture_at_visit(&fixture, "", FLIP_SPADES, 8);
    assert_string_equal(change_of("visit trail 8 gold 2"), "{\"gold\":8}");
}

CASE(a_building_is_told_with_its_roof_the_first_time_only)
{
    struct fliptown_sheet *sheet = fixture_at_visit(&fixture, "", FLIP_CLUBS, 12);
    assert_string_equal(change_of("visit town Q"), "{\"stars\":1}");
    sheet->circled[FLIPTOWN_TOWN] |= 1u << 11;
    assert_string_equal(change_of("visit town Q"), "{}");
}

CASE(answers_inside_are_told_with_price_and_gain)
{
    struct fliptown_sheet *sheet = fixture_at_visit(&fixture, "", FLIP_CLUBS, 5);
    sheet->circled[FLIPTOWN_TOWN] |= 1u << 4;
    fixture_play(&fixture, 0, "visit town 5");
    assert_string_equal(change_of("buy gold_pan"), "{\"cash\":-3,\"stars\":1,\"pans\":1}");
    assert_string_equal(change_of("buy bandana"), "{\"cash\":-1}");
    assert_string_equal(change_of("leave"), "{}");
}

CASE(a_bonus_that_is_spent_is_no_loss_and_one_that_is_gained_is_a_gain)
{
    fixture_at_bonus(&fixture, FLIPTOWN_TRAIL);
    assert_string_equal(change_of("visit trail A bonus"), "{\"stars\":2}");
    assert_string_equal(change_of("visit trail Q bonus"), "{\"bonus\":[\"mine\"]}");
    assert_string_equal(change_of("decline trail"), "{}");
}

CASE(what_comes_with_the_end_of_the_turn_is_not_told_beforehand)
{
    struct fliptown_sheet *sheet = fixture_at_visit(&fixture, "", FLIP_HEARTS, 7);
    memcpy(sheet->poker, (uint8_t[]){0, 1, 2, 3, 4}, 5); /* this visit would end the round, and the hand would pay */
    sheet->poker_count = 5;
    fixture.state.turn = 4;
    assert_string_equal(change_of("visit trail A"), "{\"stars\":2}");
}

CASE(a_bounty_that_an_answer_meets_is_told_with_its_stars)
{
    fixture_open(&fixture, 2, "");
    fixture_deal(&fixture, "bounty 8,bounty 12,bounty 3");
    fixture_deal(&fixture, "4H 7C KS");
    struct fliptown_sheet *sheet = fixture_sheet(&fixture, 0);
    sheet->wanted = 8;
    sheet->bonus_from = 0x1f & ~(1u << FLIPTOWN_TOWN);
    fixture_play(&fixture, 0, "arrange KS 4H 7C");
    assert_string_equal(change_of("visit cemetery nw"), "{\"stars\":7,\"wanted\":1,\"bounties\":[8]}");
    fixture.state.claimed = 1;
    assert_string_equal(change_of("visit cemetery nw"), "{\"stars\":4,\"wanted\":1,\"bounties\":[8]}");
    sheet->suit = FLIP_CLUBS;
    sheet->value = 5; /* on the roof a Trail bonus, which is gained when the store is left */
    assert_string_equal(change_of("visit town 5"), "{\"stars\":7,\"bounties\":[12],\"bonus\":[\"trail\"]}");
}

CASE(only_the_own_seat_is_told)
{
    fixture_open(&fixture, 2, "");
    fixture_deal(&fixture, "bounty 1,bounty 2,bounty 3");
    fixture_deal(&fixture, "4H 7C KS");
    const char *own = strstr(view_of(0), "\"reach\"");
    assert_non_null(own);
    assert_null(strstr(own + 1, "\"reach\"")); /* once: for seat 0 */
    assert_null(strstr(view_of(FLIP_PUBLIC), "\"reach\""));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_open_site_is_told_with_its_cost_by_each_of_the_six_arrangements),
        cmocka_unit_test(a_site_out_of_reach_is_told_with_its_cost_too),
        cmocka_unit_test(a_visit_is_told_with_all_that_it_gives),
        cmocka_unit_test(the_gold_that_a_visit_costs_is_told_apart),
        cmocka_unit_test(a_building_is_told_with_its_roof_the_first_time_only),
        cmocka_unit_test(answers_inside_are_told_with_price_and_gain),
        cmocka_unit_test(a_bonus_that_is_spent_is_no_loss_and_one_that_is_gained_is_a_gain),
        cmocka_unit_test(what_comes_with_the_end_of_the_turn_is_not_told_beforehand),
        cmocka_unit_test(a_bounty_that_an_answer_meets_is_told_with_its_stars),
        cmocka_unit_test(only_the_own_seat_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
