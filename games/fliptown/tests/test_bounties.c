/* Fliptown's bounties: what each asks for, that whoever meets one has it at once and keeps it, and who is told of it. */
#include "games/fliptown/tests/fixture.h"

static struct fixture fixture;

/* A table whose first lineup is out. */
static struct fliptown_sheet *open_table(int seats, const char *options)
{
    fixture_open(&fixture, seats, options);
    if (seats > 1)
        fixture_deal(&fixture, "bounty 1,bounty 2,bounty 3");
    fixture_deal(&fixture, "2H 7C KS");
    return fixture_sheet(&fixture, 0);
}

/* --- goals ------------------------------------------------------------------------------------------------------ */

static void circle(struct fliptown_sheet *sheet, int region, const char *sites)
{
    char text[64], *rest = text;
    snprintf(text, sizeof text, "%s", sites);
    for (char *site = strtok_r(text, " ", &rest); site; site = strtok_r(NULL, " ", &rest))
        sheet->circled[region] |= (uint16_t)(1u << fixture_site(&fixture, region, site));
}

static bool met(int bounty) { return fliptown_goal_met(&fixture.rules, fixture_sheet(&fixture, 0), bounty - 1); }

CASE(bounties_1_to_4_ask_for_sites_tools_mine_gold_and_trail_bonuses)
{
    struct fliptown_sheet *sheet = open_table(1, "");
    circle(sheet, FLIPTOWN_TRAIL, "A 2 3 4"), circle(sheet, FLIPTOWN_BADLANDS, "2 3 4 5");
    circle(sheet, FLIPTOWN_MINE, "1a 1b 2a 2b"), circle(sheet, FLIPTOWN_TOWN, "A 2 3");
    assert_false(met(1));
    circle(sheet, FLIPTOWN_TOWN, "4");
    assert_true(met(1));

    sheet->pans = 2, sheet->hammers = 2;
    assert_false(met(2));
    sheet->hammers = 3;
    assert_true(met(2));

    sheet = open_table(1, "");
    circle(sheet, FLIPTOWN_MINE, "1a 2a 3a"); /* 1 + 1 + 6 */
    assert_false(met(3));
    circle(sheet, FLIPTOWN_MINE, "1b");
    assert_true(met(3));

    circle(sheet, FLIPTOWN_TRAIL, "3 6 9");
    assert_false(met(4));
    circle(sheet, FLIPTOWN_TRAIL, "Q");
    assert_true(met(4));
}

CASE(bounties_5_to_8_ask_for_star_roofs_robberies_tombstones_and_wanted)
{
    struct fliptown_sheet *sheet = open_table(1, "");
    circle(sheet, FLIPTOWN_TOWN, "2 3 6 10");
    assert_false(met(5));
    circle(sheet, FLIPTOWN_TOWN, "Q");
    assert_true(met(5));

    circle(sheet, FLIPTOWN_BADLANDS, "2 5 8 9 10");
    assert_false(met(6));
    circle(sheet, FLIPTOWN_BADLANDS, "K");
    assert_true(met(6));

    circle(sheet, FLIPTOWN_CEMETERY, "n e s w"); /* the centre does not count */
    assert_false(met(7));
    circle(sheet, FLIPTOWN_CEMETERY, "ne");
    assert_true(met(7));

    sheet->wanted = 8;
    assert_false(met(8));
    sheet->wanted = 9;
    assert_true(met(8));
}

CASE(bounties_9_and_10_ask_for_riches_and_the_far_end)
{
    struct fliptown_sheet *sheet = open_table(1, "");
    sheet->cash = 29, sheet->gold = 14;
    assert_false(met(9));
    sheet->cash = 30;
    assert_true(met(9));
    sheet->cash = 0, sheet->gold = 15;
    assert_true(met(9));

    sheet->outlaws = 4;
    circle(sheet, FLIPTOWN_TRAIL, "Q");
    assert_false(met(10));
    sheet->outlaws = 5;
    assert_true(met(10));
    sheet->outlaws = 0;
    circle(sheet, FLIPTOWN_TRAIL, "K");
    assert_true(met(10));
}

CASE(bounty_11_asks_for_four_of_seven_pieces)
{
    static const unsigned pieces[] = {1u << FLIPTOWN_TRAIL_HORSE, 1u << FLIPTOWN_BEFRIEND, 1u << FLIPTOWN_BANDANA,
                                      1u << FLIPTOWN_PICKAXE, 1u << FLIPTOWN_PISTOL};
    struct fliptown_sheet *sheet = open_table(1, "");
    sheet->items = 1u << FLIPTOWN_RED | 1u << FLIPTOWN_SHOVEL | 1u << FLIPTOWN_WORK_HORSE; /* none of the seven */
    assert_int_equal(fliptown_gear(sheet), 0);
    for (int i = 0; i < 5; i++) {
        sheet->items = (uint16_t)pieces[i];
        assert_int_equal(fliptown_gear(sheet), 1);
    }
    sheet->pans = sheet->hammers = 1;
    sheet->items = 1u << FLIPTOWN_PISTOL;
    assert_false(met(11));
    sheet->items |= 1u << FLIPTOWN_BANDANA;
    assert_true(met(11));
}

CASE(bounty_12_asks_for_a_bonus_printed_in_every_region)
{
    struct fliptown_sheet *sheet = open_table(1, "");
    sheet->bonus_from = 0x1e;
    assert_false(met(12));
    sheet->bonus_from = 0x1f;
    assert_true(met(12));
}

static unsigned below(unsigned *seed, unsigned end)
{
    *seed = *seed * 1664525u + 1013904223u;
    return (*seed >> 8) % end;
}

CASE(how_near_a_bounty_is_says_when_it_is_met)
{
    struct fliptown_sheet *sheet = open_table(2, "");
    unsigned seed = 7;
    for (int times = 0; times < 4000; times++) {
        for (int region = 0; region < FLIPTOWN_REGIONS; region++)
            sheet->circled[region] = (uint16_t)(below(&seed, 1u << 13) | below(&seed, 1u << 13));
        sheet->circled[FLIPTOWN_CEMETERY] |= 1u << FLIPTOWN_CENTRE;
        sheet->pans = (uint8_t)below(&seed, 5);
        sheet->hammers = (uint8_t)below(&seed, 5);
        sheet->wanted = (uint16_t)below(&seed, 20);
        sheet->cash = (uint16_t)below(&seed, 40);
        sheet->gold = (uint16_t)below(&seed, 20);
        sheet->items = (uint16_t)below(&seed, 1u << 14);
        sheet->outlaws = (uint8_t)below(&seed, 8);
        sheet->bonus_from = (uint8_t)below(&seed, 1u << FLIPTOWN_REGIONS);
        for (int bounty = 0; bounty < FLIPTOWN_BOUNTIES; bounty++) {
            const struct fliptown_progress near = fliptown_goal_progress(&fixture.rules, sheet, bounty);
            assert_in_range(near.have, 0, near.of);
            assert_int_equal(near.have == near.of, fliptown_goal_met(&fixture.rules, sheet, bounty));
        }
    }
}

/* --- who gains them --------------------------------------------------------------------------------------------- */

CASE(the_first_in_the_same_turn_get_seven_stars_and_later_ones_four)
{
    open_table(3, "");
    fixture_sheet(&fixture, 0)->pans = fixture_sheet(&fixture, 1)->pans = 4;
    fixture_sheet(&fixture, 0)->hammers = fixture_sheet(&fixture, 1)->hammers = 1; /* bounty 2 */
    fliptown_turn_bounties(&fixture.rules, &fixture.state);
    assert_int_equal(fixture_sheet(&fixture, 0)->stars, 7);
    assert_int_equal(fixture_sheet(&fixture, 1)->stars, 7);
    fixture_sheet(&fixture, 2)->pans = 4, fixture_sheet(&fixture, 2)->hammers = 4;
    fliptown_turn_bounties(&fixture.rules, &fixture.state);
    assert_int_equal(fixture_sheet(&fixture, 0)->stars, 7); /* each once */
    assert_int_equal(fixture_sheet(&fixture, 2)->stars, 4);
}

CASE(the_end_of_a_round_counts_as_one_more_turn)
{
    fixture_open(&fixture, 2, "");
    fixture_deal(&fixture, "bounty 9,bounty 2,bounty 3");
    fixture_deal(&fixture, "2H 7C KS");
    fixture_sheet(&fixture, 1)->cash = 24;
    fixture_write_hand(&fixture, 0, "2H 4C 6S 8D 10C");
    fixture_write_hand(&fixture, 1, "2H 4H 6H 8H 10H"); /* a flush: $6 */
    fixture_end_turns(&fixture);
    fixture_deal(&fixture, "KD");
    assert_int_equal(fixture_sheet(&fixture, 1)->stars, 5 + 7);
}

CASE(three_of_the_twelve_bounties_are_drawn_and_a_solo_game_has_none)
{
    fixture_open(&fixture, 2, "");
    struct flip_chances chances;
    fliptown_chances(&fixture.rules, &fixture.state, &chances);
    assert_int_equal(flip_set_count(chances.set), 12);
    fixture_deal(&fixture, "bounty 12,bounty 1,bounty 5");
    assert_int_equal(fixture.state.bounty_count, 3);
    assert_int_equal(fixture.state.stage, FLIPTOWN_FLIP);
    fixture_open(&fixture, 1, "");
    assert_int_equal(fixture.state.stage, FLIPTOWN_FLIP);
}

/* --- at once ---------------------------------------------------------------------------------------------------- */

/* Two seats, these bounties, and the first lineup. */
static struct fliptown_sheet *open_two(const char *options, const char *bounties)
{
    fixture_open(&fixture, 2, options);
    fixture_deal(&fixture, bounties);
    fixture_deal(&fixture, "2H 7C KS");
    return fixture_sheet(&fixture, 0);
}

static const char *told(int seat, const char *name)
{
    static char words[256];
    struct flip_text text = flip_text_in(words, sizeof words);
    flip_move move = 0;
    if (seat == FLIP_DEALER)
        move = fixture_event(&fixture, name);
    else
        assert_true(fixture_find(&fixture, seat, name, &move));
    fliptown_tell(&fixture.rules, &fixture.state, seat, move, &text);
    return words;
}

static const char *seen_by(int viewer)
{
    static char view[FLIP_VIEW_SIZE];
    struct flip_json json = flip_json_in(view, sizeof view);
    flip_json_open(&json, NULL, '{');
    fliptown_view(&fixture.rules, &fixture.state, &fixture.before, viewer, &json);
    flip_json_close(&json);
    const char *at = strstr(view, "\"bounties\":[{");
    assert_non_null(at);
    *strchr(at, '}') = '\0';
    return at;
}

/* Seat 0 digs up its ninth Wanted and hides in Town in the same turn. */
static struct fliptown_sheet *wanted_for_a_moment(const char *options)
{
    struct fliptown_sheet *sheet = open_two(options, "bounty 8,bounty 2,bounty 3");
    sheet->wanted = 8;
    circle(sheet, FLIPTOWN_CEMETERY, "s");
    fixture_play(&fixture, 0, "arrange 2H 7C KS");
    assert_string_equal(told(0, "visit cemetery se"),
                        fixture.rules.bounties_at_once
                            ? "digs in the Cemetery (bottom right): a Town bonus, 1 Wanted; bounty 8: 7 stars"
                            : "digs in the Cemetery (bottom right): a Town bonus, 1 Wanted");
    fixture_play(&fixture, 0, "visit cemetery se");
    return sheet;
}

CASE(who_meets_a_bounty_in_the_middle_of_a_turn_has_it_at_once_and_keeps_it)
{
    struct fliptown_sheet *sheet = wanted_for_a_moment("");
    assert_int_equal(sheet->stars, 7);
    assert_int_equal(sheet->bounties, 1);
    fixture_play(&fixture, 0, "visit town 3 bonus");
    assert_int_equal(sheet->wanted, 5);
    assert_int_equal(sheet->stars, 7 + 1);
    fixture_play(&fixture, 1, "arrange 2H 7C KS, visit trail A");
    assert_int_equal(fixture.state.turn, 1);
    assert_int_equal(sheet->stars, 7 + 1);
    assert_int_equal(sheet->bounties, 1);
    assert_int_equal(fixture.state.claimed, 1);
}

CASE(in_games_of_version_1_only_the_end_of_the_turn_is_looked_at)
{
    struct fliptown_sheet *sheet = wanted_for_a_moment("version=1");
    assert_int_equal(sheet->stars, 0);
    fixture_play(&fixture, 0, "visit town 3 bonus");
    fixture_play(&fixture, 1, "arrange 2H 7C KS, visit trail A");
    assert_int_equal(sheet->stars, 1);
    assert_int_equal(sheet->bounties, 0);
}

CASE(the_card_is_turned_at_the_end_of_the_turn_so_that_others_gain_seven_too)
{
    wanted_for_a_moment("");
    assert_int_equal(fixture.state.claimed, 0);
    fixture_sheet(&fixture, 1)->wanted = 8;
    fixture_play(&fixture, 1, "arrange 2H 7C KS, visit cemetery nw");
    assert_int_equal(fixture_sheet(&fixture, 1)->stars, 7);

    wanted_for_a_moment("");
    fixture_play(&fixture, 0, "decline town");
    fixture_play(&fixture, 1, "arrange 2H 7C KS, visit trail A");
    fixture_deal(&fixture, "3H 8C QS");
    fixture_sheet(&fixture, 1)->wanted = 8;
    fixture_play(&fixture, 1, "arrange 3H 8C QS");
    assert_string_equal(told(1, "visit cemetery nw"), "digs in the Cemetery (top left): 1 Wanted; bounty 8: 4 stars");
    fixture_play(&fixture, 1, "visit cemetery nw");
    assert_int_equal(fixture_sheet(&fixture, 1)->stars, 2 + 4);
}

CASE(others_do_not_see_a_bounty_before_the_turn_ends)
{
    wanted_for_a_moment("");
    assert_non_null(strstr(seen_by(0), "\"stars\":7,\"seats\":[0]"));
    assert_non_null(strstr(seen_by(1), "\"stars\":7,\"seats\":[]"));
    assert_non_null(strstr(seen_by(FLIP_PUBLIC), "\"stars\":7,\"seats\":[]"));
    fixture_play(&fixture, 0, "decline town");
    fixture_play(&fixture, 1, "arrange 2H 7C KS, visit trail A");
    assert_non_null(strstr(seen_by(1), "\"stars\":4,\"seats\":[0]"));
}

CASE(what_bail_bonds_pay_counts_before_it_is_spent)
{
    struct fliptown_sheet *sheet = fixture_sheet(&fixture, 0);
    fixture_open(&fixture, 2, "");
    fixture_deal(&fixture, "bounty 9,bounty 2,bounty 3");
    sheet->outlaws = 4; /* the king */
    sheet->gold = 13;
    fixture_deal(&fixture, "2H 7C KS");
    assert_string_equal(told(0, "collect K gold"), "collects the reward for outlaw K: 2 gold; bounty 9: 7 stars");
    fixture_play(&fixture, 0, "collect K gold");
    assert_int_equal(sheet->stars, 7);
    fixture_play(&fixture, 0, "arrange 2H 7C KS, visit trail Q gold 5");
    assert_int_equal(sheet->gold, 10);
    assert_int_equal(sheet->bounties, 1);
}

CASE(a_robbery_is_two_moments_its_wanted_and_its_card)
{
    struct fliptown_sheet *sheet = open_two("", "bounty 8,bounty 9,bounty 3");
    sheet->wanted = 7;
    sheet->cash = 29;
    fixture_play(&fixture, 0, "arrange KS 7C 2H");
    assert_string_equal(told(0, "visit badlands 7"), "robs the cattle (7): 2 Wanted; bounty 8: 7 stars");
    fixture_play(&fixture, 0, "visit badlands 7");
    assert_int_equal(sheet->stars, 7);
    assert_string_equal(told(FLIP_DEALER, "8D"),
                        "robbery card 8♦ against 7: success, $5 and 4 stars; bounty 9: 7 stars");
    assert_string_equal(told(FLIP_DEALER, "6D"), "robbery card 6♦ against 7: it fails, 2 stars");
    fixture_deal(&fixture, "8D");
    assert_int_equal(sheet->stars, 7 + 4 + 7);
}

CASE(what_a_roof_or_a_purchase_brings_counts_when_it_is_gained)
{
    struct fliptown_sheet *sheet = open_two("", "bounty 12,bounty 2,bounty 3");
    sheet->bonus_from = 0x1f & ~(1u << FLIPTOWN_TOWN);
    sheet->pans = 4;
    sheet->value = 5;
    fixture_play(&fixture, 0, "arrange 2H 7C KS");
    sheet->suit = FLIP_CLUBS;
    sheet->value = 5;
    fixture_play(&fixture, 0, "visit town 5");
    assert_int_equal(sheet->bounties, 0);
    fixture_play(&fixture, 0,
                 "buy gold_pan"); /* the fifth pan: bounty 2; and no cash is left, so the roof is gained too */
    assert_int_equal(sheet->pans, 5);
    fixture_play(&fixture, 0, "leave");
    assert_int_equal(sheet->bounties, 3);
    assert_int_equal(sheet->stars, 1 + 7 + 7);
}

/* --- poker, pan and work, arrest: one more turn ------------------------------------------------------------------ */

/* Seat 0 pans its fifteenth gold. */
static struct fliptown_sheet *panned(const char *options, int wanted)
{
    struct fliptown_sheet *sheet = open_two(options, "bounty 9,bounty 2,bounty 3");
    for (int seat = 0; seat < 2; seat++)
        fixture_write_hand(&fixture, seat, "2H 4C 6S 8D 10C");
    sheet->gold = 13;
    sheet->pans = 2;
    sheet->wanted = (uint16_t)wanted;
    fixture_end_turns(&fixture);
    return sheet;
}

CASE(panned_gold_counts_even_if_it_goes_into_a_bribe)
{
    struct fliptown_sheet *sheet = panned("", 3);
    assert_int_equal(sheet->gold, 15);
    assert_int_equal(sheet->stars, 7);
    fixture_play(&fixture, 0, "bribe");
    assert_string_equal(told(FLIP_DEALER, "KD"), "the Sheriff card is K♦");
    assert_int_equal(fixture.state.claimed, 0);
    fixture_deal(&fixture, "KD");
    assert_int_equal(sheet->gold, 12);
    assert_int_equal(sheet->stars, 7);
    assert_int_equal(fixture.state.claimed, 1);
    assert_int_equal(fixture.state.round, 1);

    sheet = panned("version=1", 3);
    fixture_play(&fixture, 0, "bribe");
    assert_string_equal(told(FLIP_DEALER, "KD"), "the Sheriff card is K♦");
    fixture_deal(&fixture, "KD");
    assert_int_equal(sheet->stars, 0);
}

CASE(stars_of_a_bounty_can_pay_the_fine)
{
    struct fliptown_sheet *sheet = panned("", 9);
    fixture_play(&fixture, 0, "refuse");
    fixture_deal(&fixture, "2D");
    assert_string_equal(told(0, "pay stars"), "pays for the arrest with 4 stars");
    fixture_play(&fixture, 0, "pay stars");
    assert_int_equal(sheet->stars, 7 - 4);
    assert_int_equal(sheet->stars_from[FLIPTOWN_FROM_BOUNTIES], 7);
    assert_int_equal(sheet->stars_from[FLIPTOWN_TO_SHERIFF], 4);
}

CASE(the_poker_pay_counts_though_it_goes_into_the_fine)
{
    struct fliptown_sheet *sheet = open_two("", "bounty 9,bounty 2,bounty 3");
    fixture_write_hand(&fixture, 0, "2H 4H 6H 8H 10H"); /* a flush: $6 and 5 stars */
    fixture_write_hand(&fixture, 1, "2H 4C 6S 8D 10C");
    sheet->cash = 24;
    sheet->wanted = 9;
    fixture_end_turns(&fixture);
    assert_int_equal(sheet->stars, 5 + 7);
    fixture_play(&fixture, 0, "refuse");
    fixture_deal(&fixture, "2D");
    fixture_play(&fixture, 0, "pay cash");
    assert_int_equal(sheet->cash, 20);
    assert_int_equal(sheet->stars, 5 + 7);
}

/* Before the last step of a turn nobody is told what the end of it brings to anybody. */
CASE(a_step_is_told_without_what_the_end_of_the_round_brings)
{
    struct fliptown_sheet *sheet = open_two("", "bounty 9,bounty 2,bounty 3");
    for (int seat = 0; seat < 2; seat++) {
        fixture_write_hand(&fixture, seat, "2H 4H 6H 8H");
        fixture_sheet(&fixture, seat)->cash = 24;
    }
    fixture.state.turn = 4;
    fixture_play(&fixture, 0, "arrange 7C KS 2H, visit cemetery nw");
    fixture_play(&fixture, 1, "arrange 7C KS 2H");
    assert_string_equal(told(1, "visit cemetery nw"), "digs in the Cemetery (top left): 1 Wanted");
    fixture_play(&fixture, 1, "visit cemetery nw");
    assert_int_equal(sheet->stars, 5 + 7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bounties_1_to_4_ask_for_sites_tools_mine_gold_and_trail_bonuses),
        cmocka_unit_test(bounties_5_to_8_ask_for_star_roofs_robberies_tombstones_and_wanted),
        cmocka_unit_test(bounties_9_and_10_ask_for_riches_and_the_far_end),
        cmocka_unit_test(bounty_11_asks_for_four_of_seven_pieces),
        cmocka_unit_test(bounty_12_asks_for_a_bonus_printed_in_every_region),
        cmocka_unit_test(how_near_a_bounty_is_says_when_it_is_met),
        cmocka_unit_test(the_first_in_the_same_turn_get_seven_stars_and_later_ones_four),
        cmocka_unit_test(the_end_of_a_round_counts_as_one_more_turn),
        cmocka_unit_test(three_of_the_twelve_bounties_are_drawn_and_a_solo_game_has_none),
        cmocka_unit_test(who_meets_a_bounty_in_the_middle_of_a_turn_has_it_at_once_and_keeps_it),
        cmocka_unit_test(in_games_of_version_1_only_the_end_of_the_turn_is_looked_at),
        cmocka_unit_test(the_card_is_turned_at_the_end_of_the_turn_so_that_others_gain_seven_too),
        cmocka_unit_test(others_do_not_see_a_bounty_before_the_turn_ends),
        cmocka_unit_test(what_bail_bonds_pay_counts_before_it_is_spent),
        cmocka_unit_test(a_robbery_is_two_moments_its_wanted_and_its_card),
        cmocka_unit_test(what_a_roof_or_a_purchase_brings_counts_when_it_is_gained),
        cmocka_unit_test(panned_gold_counts_even_if_it_goes_into_a_bribe),
        cmocka_unit_test(stars_of_a_bounty_can_pay_the_fine),
        cmocka_unit_test(the_poker_pay_counts_though_it_goes_into_the_fine),
        cmocka_unit_test(a_step_is_told_without_what_the_end_of_the_round_brings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
