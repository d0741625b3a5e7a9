/* Fliptown's rounds: turns at the same time, poker, pan and work, arrest, the end, and a deck that runs out. */
#include "games/fliptown/tests/fixture.h"

static struct fixture fixture;

/* A table whose first lineup is out. */
static struct fliptown_sheet *open_table(int seats, const char *options)
{
    fixture_open(&fixture, seats, options);
    if (seats > 1)
        fixture_deal(&fixture, "bounty 1,bounty 2,bounty 3");
    fixture_deal(&fixture, "2H 7C KS");
    for (int seat = 0; seat < seats; seat++)
        fixture_write_hand(&fixture, seat, "2H 4C 6S 8D 10C"); /* nothing */
    return fixture_sheet(&fixture, 0);
}

/* --- poker ------------------------------------------------------------------------------------------------------ */

CASE(every_poker_hand_pays_what_is_printed)
{
    static const struct {
        const char *cards;
        int cash, stars;
    } table[] = {
        {"10H JH QH KH AH", 10, 9}, {"5C 6C 7C 8C 9C", 9, 8},  {"AS 2S 3S 4S 5S", 9, 8}, {"9C 9D 9H 9S 2C", 8, 7},
        {"9C 9D 9H 2S 2C", 7, 6},   {"2C 5C 9C JC KC", 6, 5},  {"4C 5D 6H 7S 8C", 5, 4}, {"10C JD QH KS AC", 5, 4},
        {"AC 2D 3H 4S 5C", 5, 4},   {"9C 9D 9H 2S 3C", 4, 3},  {"QS 8H QD 4C 8C", 3, 2}, {"QS 8H QD 4C 9C", 2, 1},
        {"QS KH AD 2C 3C", 0, 0},   {"2C 4D 6H 8S 10C", 0, 0},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct fliptown_sheet *sheet = open_table(1, "");
        fixture_write_hand(&fixture, 0, table[i].cards);
        fixture_end_turns(&fixture);
        assert_int_equal(sheet->cash, 4 + table[i].cash);
        assert_int_equal(sheet->stars, table[i].stars);
    }
}

CASE(five_cards_are_written_in_a_round_and_a_new_round_begins_a_new_hand)
{
    fixture_open(&fixture, 1, "");
    static const char *const lineups[] = {"2H 7C KS", "3H 8C QS", "4H 9C JS", "5H 10C AS", "6H JC 2S"};
    static const char *const plays[] = {"arrange 7C 2H KS, visit cemetery n", "arrange 8C 3H QS, visit cemetery s",
                                        "arrange 9C 4H JS, visit cemetery w", "arrange 10C 5H AS, visit cemetery e",
                                        "arrange JC 6H 2S, visit cemetery ne"};
    for (int turn = 0; turn < 5; turn++) {
        assert_int_equal(fixture_sheet(&fixture, 0)->poker_count, turn);
        fixture_deal(&fixture, lineups[turn]);
        fixture_play(&fixture, 0, plays[turn]);
    }
    fixture_play(&fixture, 0, "decline trail"); /* between ne and e */
    assert_int_equal(fixture_sheet(&fixture, 0)->hand[0], FLIP_FLUSH);
    fixture_play(&fixture, 0, "refuse");
    fixture_deal(&fixture, "KD");
    assert_int_equal(fixture.state.round, 1);
    assert_int_equal(fixture_sheet(&fixture, 0)->poker_count, 0);
    assert_int_equal(flip_set_count(fixture.state.deck), 52); /* all cards go back */
}

/* --- pan and work ----------------------------------------------------------------------------------------------- */

CASE(one_pan_and_three_hammers_give_one_gold_and_six_dollars)
{
    struct fliptown_sheet *sheet = open_table(1, "");
    sheet->pans = 1;
    sheet->hammers = 3;
    fixture_end_turns(&fixture);
    assert_int_equal(sheet->gold, 2 + 1);
    assert_int_equal(sheet->cash, 4 + 6);
}

/* --- arrest ----------------------------------------------------------------------------------------------------- */

/* Round 1, 8 Wanted, no bribe, Sheriff 6, less than $10: lose 4 stars. */
CASE(arrest_example_of_the_rulebook)
{
    struct fliptown_sheet *sheet = open_table(1, "");
    sheet->wanted = 8;
    sheet->stars = 7;
    sheet->cash = 9;
    fixture_end_turns(&fixture);
    fixture_play(&fixture, 0, "refuse");
    fixture_deal(&fixture, "6D");
    assert_int_equal(fixture_count(&fixture, 0), 1);
    fixture_play(&fixture, 0, "pay stars");
    assert_int_equal(sheet->stars, 3);
    assert_int_equal(sheet->wanted, 8);
    assert_int_equal(sheet->arrests, 1);
}

CASE(the_fine_grows_from_round_to_round)
{
    static const int cash[] = {10, 14, 18}, stars[] = {4, 6, 8};
    for (int round = 0; round < 3; round++)
        for (int with = 0; with < 2; with++) {
            struct fliptown_sheet *sheet = open_table(1, "");
            fixture.state.round = (uint8_t)round;
            sheet->wanted = 13;
            sheet->stars = 20;
            sheet->cash = (uint16_t)cash[round];
            fixture_end_turns(&fixture);
            fixture_play(&fixture, 0, "refuse");
            fixture_deal(&fixture, "QD");
            assert_int_equal(fixture_count(&fixture, 0), 2);
            fixture_play(&fixture, 0, with ? "pay stars" : "pay cash");
            assert_int_equal(sheet->cash, with ? cash[round] : 0);
            assert_int_equal(sheet->stars, with ? 20 - stars[round] : 20);
        }
}

CASE(a_sheriff_card_equal_to_the_wanted_arrests_nobody_and_the_ace_is_one)
{
    struct fliptown_sheet *sheet = open_table(1, "");
    sheet->wanted = 8;
    fixture_end_turns(&fixture);
    fixture_play(&fixture, 0, "refuse");
    fixture_deal(&fixture, "8D");
    assert_int_equal(sheet->arrests, 0);
    assert_int_equal(fixture.state.round, 1);

    sheet = open_table(1, "");
    sheet->wanted = 2;
    fixture_end_turns(&fixture);
    fixture_play(&fixture, 0, "refuse");
    fixture_deal(&fixture, "AD");
    fixture_play(&fixture, 0, "pay stars");
    assert_int_equal(sheet->stars, 0); /* too few stars: all that there are */
}

CASE(a_bribe_costs_a_gold_per_wanted_and_keeps_the_wanted)
{
    struct fliptown_sheet *sheet = open_table(1, "");
    sheet->wanted = 5;
    sheet->gold = 6;
    fixture_end_turns(&fixture);
    assert_int_equal(fixture_count(&fixture, 0), 2);
    fixture_play(&fixture, 0, "bribe");
    assert_int_equal(sheet->gold, 1);
    assert_int_equal(sheet->wanted, 5);
    fixture_deal(&fixture, "AD");
    assert_int_equal(sheet->arrests, 0);
    assert_int_equal(fixture.state.round, 1);

    sheet = open_table(1, "");
    sheet->wanted = 5;
    sheet->gold = 4;
    fixture_end_turns(&fixture);
    assert_int_equal(fixture_count(&fixture, 0), 1); /* refuse is asked though it is the only answer */
    assert_true(fixture_offers(&fixture, 0, "refuse"));
}

CASE(without_wanted_there_is_no_bribe_question_and_no_arrest)
{
    open_table(1, "");
    fixture_end_turns(&fixture);
    assert_int_equal(fixture.state.stage, FLIPTOWN_SHERIFF);
    fixture_deal(&fixture, "AD");
    assert_int_equal(fixture.state.round, 1);
}

CASE(from_fourteen_wanted_on_the_fine_is_stars)
{
    struct fliptown_sheet *sheet = open_table(1, "");
    sheet->wanted = 14;
    sheet->cash = 50;
    sheet->gold = 14;
    fixture_end_turns(&fixture);
    assert_true(fixture_offers(&fixture, 0, "bribe")); /* bribing is still allowed */
    fixture_play(&fixture, 0, "refuse");
    fixture_deal(&fixture, "KD");
    assert_int_equal(fixture_count(&fixture, 0), 1);
    assert_true(fixture_offers(&fixture, 0, "pay stars"));
}

CASE(stars_may_be_chosen_with_none_though_cash_would_cover_the_fine)
{
    struct fliptown_sheet *sheet = open_table(1, "");
    sheet->wanted = 9;
    sheet->cash = 30;
    fixture_end_turns(&fixture);
    fixture_play(&fixture, 0, "refuse");
    fixture_deal(&fixture, "2D");
    fixture_play(&fixture, 0, "pay stars");
    assert_int_equal(sheet->cash, 30);
}

CASE(a_sheriff_card_that_somebody_has_seen_is_turned_without_an_event)
{
    struct fliptown_sheet *sheet = fixture_at_visit(&fixture, "", FLIP_CLUBS, FLIP_JACK);
    fixture_play(&fixture, 0, "visit town J");
    fixture_deal(&fixture, "3D");
    fixture_play(&fixture, 0, "leave, decline mine");
    fixture_deal(&fixture, "2C 4C 5C");
    sheet->wanted = 4;
    fixture_end_turns(&fixture);
    fixture_play(&fixture, 0, "refuse");
    assert_true(fixture_offers(&fixture, 0, "pay stars"));
}

/* --- simultaneous seats ----------------------------------------------------------------------------------------- */

CASE(seats_act_at_the_same_time_and_share_lineup_and_deck)
{
    open_table(3, "");
    fixture_write_hand(&fixture, 0, ""), fixture_write_hand(&fixture, 1, ""), fixture_write_hand(&fixture, 2, "");
    assert_true(fliptown_turn(&fixture.rules, &fixture.state) == 7);
    fixture_play(&fixture, 2, "arrange KS 7C 2H, visit badlands 7");
    assert_true(fliptown_turn(&fixture.rules, &fixture.state) == FLIP_BIT(FLIP_DEALER)); /* the card comes at once */
    fixture_deal(&fixture, "9D");
    assert_true(fliptown_turn(&fixture.rules, &fixture.state) == 3);
    fixture_play(&fixture, 0, "arrange KS 7C 2H, visit badlands 7");
    struct flip_chances chances;
    fliptown_chances(&fixture.rules, &fixture.state, &chances);
    assert_false(flip_set_has(chances.set, flip_card_named("9D"))); /* seat 2 has drawn it */
    fixture_deal(&fixture, "10D");
    fixture_play(&fixture, 1, "arrange 2H KS 7C, visit trail A");
    assert_int_equal(fixture.state.turn, 1);
    assert_true(fliptown_turn(&fixture.rules, &fixture.state) == FLIP_BIT(FLIP_DEALER));
}

CASE(all_seats_bribe_before_the_sheriff_card_is_turned)
{
    open_table(2, "");
    fixture_sheet(&fixture, 0)->wanted = 3;
    fixture_sheet(&fixture, 1)->wanted = 2;
    fixture_end_turns(&fixture);
    assert_true(fliptown_turn(&fixture.rules, &fixture.state) == 3);
    fixture_play(&fixture, 1, "bribe");
    assert_true(fliptown_turn(&fixture.rules, &fixture.state) == 1);
    fixture_play(&fixture, 0, "refuse");
    fixture_deal(&fixture, "AD");
    assert_true(fliptown_turn(&fixture.rules, &fixture.state) == 1); /* seat 1 has bribed */
}

/* --- the deck runs out ------------------------------------------------------------------------------------------ */

CASE(an_empty_deck_is_made_of_the_discards_again_and_the_last_card_is_the_sheriff_s)
{
    struct fliptown_sheet *sheet = fixture_at_visit(&fixture, "", FLIP_SPADES, 9);
    const flip_set last = FLIP_BIT(flip_card_named("3D")) | FLIP_BIT(flip_card_named("4D"));
    fixture.state.discard = fixture.state.deck & ~last;
    fixture.state.deck = last;
    sheet->pending[FLIPTOWN_BADLANDS] = 1;
    fixture_settle(&fixture, 0);
    fixture_play(&fixture, 0, "visit badlands 2 bonus");
    fixture_deal(&fixture, "3D"); /* one card is left, and that is the Sheriff's */
    fixture_play(&fixture, 0, "visit badlands 9");
    assert_int_equal(fixture.state.sheriff, flip_card_named("4D"));
    assert_int_equal(fixture.state.refills, 1);
    struct flip_chances chances;
    fliptown_chances(&fixture.rules, &fixture.state, &chances);
    assert_false(flip_set_has(chances.set, flip_card_named("4D")));
    assert_true(flip_set_has(chances.set, flip_card_named("3D")));
    assert_false(flip_set_has(chances.set, flip_card_named("7C"))); /* the lineup stays */
    fixture_deal(&fixture, "3D");
    fixture_end_turns(&fixture);
    fixture_play(&fixture, 0, "refuse");
    fliptown_chances(&fixture.rules, &fixture.state, &chances);
    assert_true(chances.set == FLIP_BIT(flip_card_named("4D")));
}

CASE(a_card_that_came_twice_is_the_same_card_and_counts_twice)
{
    static const struct {
        const char *cards;
        enum flip_poker now, in_version_1; /* when another suit stood in for the second one */
    } table[] = {
        {"9C 9C 2S 5D KH", FLIP_ONE_PAIR, FLIP_ONE_PAIR},
        {"9C 9C 2C 5C KC", FLIP_FLUSH, FLIP_ONE_PAIR},
        {"9C 9C 5C 5C KC", FLIP_FLUSH, FLIP_TWO_PAIR},
        {"9C 9C 5C 5C KD", FLIP_TWO_PAIR, FLIP_TWO_PAIR},
        {"9C 9C 9D 5C 5C", FLIP_FULL_HOUSE, FLIP_FULL_HOUSE},
        {"9C 9C 9D 9D 5C", FLIP_FOUR_OF_A_KIND, FLIP_FOUR_OF_A_KIND},
        {"9C 9C 9D 9H 9S", FLIP_FOUR_OF_A_KIND, FLIP_FOUR_OF_A_KIND},
        {"9C 10C JC QC QC", FLIP_FLUSH, FLIP_ONE_PAIR},
    };
    for (size_t i = 0; i < 2 * sizeof table / sizeof *table; i++) {
        const bool old = i % 2;
        struct fliptown_sheet *sheet = open_table(1, old ? "version=1" : "");
        fixture_write_hand(&fixture, 0, table[i / 2].cards);
        fixture_end_turns(&fixture);
        assert_int_equal(sheet->hand[0], old ? table[i / 2].in_version_1 : table[i / 2].now);
    }
}

/* --- the end ---------------------------------------------------------------------------------------------------- */

CASE(points_are_a_quarter_of_the_cash_half_of_the_gold_silver_and_stars)
{
    struct fliptown_sheet *sheet = open_table(1, "");
    sheet->cash = 11, sheet->gold = 5, sheet->stars = 20, sheet->rooms = 2;
    const struct fliptown_parts parts = fliptown_points(&fixture.rules, sheet);
    assert_int_equal(parts.cash, 2);
    assert_int_equal(parts.gold, 2);
    assert_int_equal(parts.silver, 7);
    assert_int_equal(parts.total, 31);
}

static flip_set winners(void)
{
    struct flip_result result;
    fixture.state.stage = FLIPTOWN_OVER;
    fliptown_result(&fixture.rules, &fixture.state, &result);
    return result.winners;
}

CASE(most_points_win_then_least_wanted_most_gold_most_cash_and_else_it_is_shared)
{
    open_table(2, "");
    struct fliptown_sheet *a = fixture_sheet(&fixture, 0), *b = fixture_sheet(&fixture, 1);
    a->cash = b->cash = 4, a->gold = b->gold = 2;
    a->stars = 11, b->stars = 10;
    assert_true(winners() == 1);
    b->stars = 11, a->wanted = 3, b->wanted = 2;
    assert_true(winners() == 2);
    a->wanted = 2, a->gold = 3; /* no more points */
    assert_true(winners() == 1);
    b->gold = 3, b->cash = 5;
    assert_true(winners() == 2);
    a->cash = 5;
    assert_true(winners() == 3);
}

CASE(titles_join_the_words_for_points_and_wanted)
{
    static const struct {
        int points, wanted;
        const char *title;
    } table[] = {
        {0, 0, "Tenderfooted Deputy"},       {49, 3, "Tenderfooted Deputy"},      {50, 4, "Rusty Homesteader"},
        {59, 6, "Rusty Homesteader"},        {60, 7, "Pioneerin' Buckaroo"},      {69, 9, "Pioneerin' Buckaroo"},
        {70, 10, "Sharpshootin' Desperado"}, {79, 13, "Sharpshootin' Desperado"}, {80, 14, "Legendary Outlaw"},
        {120, 40, "Legendary Outlaw"},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct fliptown_sheet *sheet = open_table(1, "");
        char title[64];
        struct flip_text text = flip_text_in(title, sizeof title);
        sheet->cash = sheet->gold = 0;
        sheet->stars = (uint16_t)table[i].points;
        sheet->wanted = (uint16_t)table[i].wanted;
        fliptown_title(&fixture.rules, sheet, &text);
        assert_string_equal(title, table[i].title);
    }
}

CASE(three_rounds_of_five_turns_and_the_game_is_over)
{
    open_table(1, "");
    for (int round = 0; round < 3; round++) {
        assert_int_equal(fixture.state.round, round);
        if (fixture.state.stage == FLIPTOWN_FLIP)
            fixture_deal(&fixture, "2H 7C KS");
        fixture_write_hand(&fixture, 0, "2H 4C 6S 8D 10C");
        fixture_end_turns(&fixture);
        fixture_deal(&fixture, "KD");
    }
    assert_int_equal(fixture.state.stage, FLIPTOWN_OVER);
    assert_true(fliptown_turn(&fixture.rules, &fixture.state) == 0);
}

CASE(everybody_starts_with_four_dollars_two_gold_and_the_centre_tombstone)
{
    fixture_open(&fixture, 4, "");
    for (int seat = 0; seat < 4; seat++) {
        assert_int_equal(fixture_sheet(&fixture, seat)->cash, 4);
        assert_int_equal(fixture_sheet(&fixture, seat)->gold, 2);
        assert_int_equal(fixture_sheet(&fixture, seat)->circled[FLIPTOWN_CEMETERY], 1u << 4);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_poker_hand_pays_what_is_printed),
        cmocka_unit_test(five_cards_are_written_in_a_round_and_a_new_round_begins_a_new_hand),
        cmocka_unit_test(one_pan_and_three_hammers_give_one_gold_and_six_dollars),
        cmocka_unit_test(arrest_example_of_the_rulebook),
        cmocka_unit_test(the_fine_grows_from_round_to_round),
        cmocka_unit_test(a_sheriff_card_equal_to_the_wanted_arrests_nobody_and_the_ace_is_one),
        cmocka_unit_test(a_bribe_costs_a_gold_per_wanted_and_keeps_the_wanted),
        cmocka_unit_test(without_wanted_there_is_no_bribe_question_and_no_arrest),
        cmocka_unit_test(from_fourteen_wanted_on_the_fine_is_stars),
        cmocka_unit_test(stars_may_be_chosen_with_none_though_cash_would_cover_the_fine),
        cmocka_unit_test(a_sheriff_card_that_somebody_has_seen_is_turned_without_an_event),
        cmocka_unit_test(seats_act_at_the_same_time_and_share_lineup_and_deck),
        cmocka_unit_test(all_seats_bribe_before_the_sheriff_card_is_turned),
        cmocka_unit_test(an_empty_deck_is_made_of_the_discards_again_and_the_last_card_is_the_sheriff_s),
        cmocka_unit_test(a_card_that_came_twice_is_the_same_card_and_counts_twice),
        cmocka_unit_test(points_are_a_quarter_of_the_cash_half_of_the_gold_silver_and_stars),
        cmocka_unit_test(most_points_win_then_least_wanted_most_gold_most_cash_and_else_it_is_shared),
        cmocka_unit_test(titles_join_the_words_for_points_and_wanted),
        cmocka_unit_test(three_rounds_of_five_turns_and_the_game_is_over),
        cmocka_unit_test(everybody_starts_with_four_dollars_two_gold_and_the_centre_tombstone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
