/* What the log tells: every step in words, and what everybody learns by it though it is nobody's move. */
#include "games/fliptown/tests/fixture.h"

static struct fixture fixture;
static const char names[FLIP_MAX_SEATS][FLIP_NAME] = {"Ada", "Bo"};

static const char *words_of(bool upshot, int seat, const char *name)
{
    static char words[FLIP_STEP_TEXT];
    struct flip_text text = flip_text_in(words, sizeof words);
    flip_move move = 0;
    if (seat == FLIP_DEALER)
        move = fixture_event(&fixture, name);
    else
        assert_true(fixture_find(&fixture, seat, name, &move));
    if (upshot)
        fliptown_upshot(&fixture.rules, &fixture.state, seat, move, names, &text);
    else
        fliptown_tell(&fixture.rules, &fixture.state, seat, move, &text);
    return words;
}

static const char *tell(int seat, const char *name) { return words_of(false, seat, name); }
static const char *upshot(int seat, const char *name) { return words_of(true, seat, name); }

/* --- the step itself -------------------------------------------------------------------------------------------- */

CASE(cards_are_told_with_their_signs)
{
    fixture_open(&fixture, 1, "");
    assert_string_equal(tell(FLIP_DEALER, "10H"), "10♥ is flipped");
    fixture_deal(&fixture, "10H 7C KS");
    assert_string_equal(tell(0, "arrange 10H 7C KS"), "takes 10♥ as suit, 7♣ as value and puts K♠ in the poker hand");
}

CASE(nobody_loses_more_wanted_than_he_has)
{
    struct fliptown_sheet *sheet = fixture_at_visit(&fixture, "", FLIP_HEARTS, FLIP_KING);
    sheet->wanted = 1;
    assert_string_equal(tell(0, "visit trail J"), "stops at Trail J: 1 Wanted removed");
    sheet->wanted = 9;
    assert_string_equal(tell(0, "visit trail J"), "stops at Trail J: 6 Wanted removed");
    sheet->wanted = 0;
    assert_string_equal(tell(0, "visit trail J"), "stops at Trail J: nothing");
}

CASE(the_hideout_tells_what_it_removes)
{
    struct fliptown_sheet *sheet = fixture_at_visit(&fixture, "", FLIP_CLUBS, 3);
    sheet->wanted = 3;
    assert_string_equal(tell(0, "visit town 3"), "visits the Hideout (3): 3 Wanted removed, 1 star from the roof");
}

CASE(a_purchase_tells_its_price_and_what_comes_with_it)
{
    struct fliptown_sheet *sheet = fixture_at_visit(&fixture, "", FLIP_CLUBS, 5);
    sheet->cash = 9;
    fixture_play(&fixture, 0, "visit town 5");
    assert_string_equal(tell(0, "buy pickaxe"), "buys the pickaxe for $2: 1 star");
    assert_string_equal(tell(0, "buy bandana"), "buys the bandana for $1");
    assert_string_equal(tell(0, "buy gold_pan"), "buys a gold pan for $3: 1 star");
}

CASE(a_masked_robber_of_chickens_is_not_wanted)
{
    struct fliptown_sheet *sheet = fixture_at_visit(&fixture, "", FLIP_SPADES, 3);
    assert_string_equal(tell(0, "visit badlands 3"), "robs the chicken (3): 1 Wanted");
    sheet->items |= 1u << FLIPTOWN_BANDANA;
    assert_string_equal(tell(0, "visit badlands 3"), "robs the chicken (3): no Wanted");
}

CASE(the_star_for_the_shovel_is_told_apart_from_those_between_the_stones)
{
    struct fliptown_sheet *sheet = fixture_at_visit(&fixture, "", FLIP_HEARTS, 5);
    sheet->items = 1u << FLIPTOWN_SHOVEL;
    assert_string_equal(tell(0, "visit cemetery se"),
                        "digs in the Cemetery (bottom right): 1 star for the shovel, 1 Wanted");
}

CASE(plots_are_told_as_a_list)
{
    struct fliptown_sheet *sheet = fixture_at_visit(&fixture, "", FLIP_CLUBS, 8);
    sheet->cash = 9;
    fixture_play(&fixture, 0, "visit town 8");
    assert_non_null(strstr(tell(0, "plots domino 1 4"), ", plots 1 and 4: "));
    assert_non_null(strstr(tell(0, "plots three 1 4 7"), ", plots 1, 4 and 7: "));
}

CASE(a_sentence_of_the_edition_loses_its_full_stop_inside_another)
{
    fixture_open(&fixture, 2, "characters=true");
    assert_null(strchr(tell(FLIP_DEALER, "bounty 8"), '.'));
    fixture_deal(&fixture, "bounty 8,bounty 2,bounty 3");
    assert_string_equal(tell(FLIP_DEALER, "character trailblazer"),
                        "the Trailblazer goes to seat 1 (Once: a Trail bonus)");
}

/* --- what everybody learns -------------------------------------------------------------------------------------- */

/* One seat or two before the last step of a round: a visit, and then poker. */
static void before_poker(int seats, const char *options)
{
    fixture_open(&fixture, seats, options);
    if (seats > 1)
        fixture_deal(&fixture, "bounty 9,bounty 2,bounty 3");
    fixture_deal(&fixture, "2H 7C KS");
    fixture.state.turn = (uint8_t)(fixture.rules.edition.turns - 1);
    fixture.state.round = 1; /* the first turn of all looks at every bounty */
    for (int seat = 0; seat < seats; seat++)
        fixture_write_hand(&fixture, seat, seat ? "4H 4C 6S 8D" : "QS QH 2S 2C");
    for (int seat = seats - 1; seat >= 0; seat--)
        fixture_play(&fixture, seat, seat ? "arrange 2H 7C KS,visit trail A" : "arrange 2H 7C KS");
}

CASE(poker_hands_and_income_are_told_with_the_last_step_of_the_round)
{
    before_poker(1, "");
    fixture_sheet(&fixture, 0)->pans = 2;
    fixture_sheet(&fixture, 0)->hammers = 1;
    assert_string_equal(upshot(0, "visit trail A"),
                        "Poker hand: two pair ($3 and 2 stars). Pan and work: 2 gold and $2");
    before_poker(2, "");
    fixture_sheet(&fixture, 1)->hammers = 2;
    assert_string_equal(upshot(0, "visit trail A"),
                        "Poker hands: Ada two pair ($3 and 2 stars), Bo one pair ($2 and 1 star). "
                        "Pan and work: Bo $4");
}

CASE(a_step_in_the_middle_of_a_turn_has_no_upshot)
{
    fixture_open(&fixture, 2, "");
    fixture_deal(&fixture, "bounty 9,bounty 2,bounty 3");
    fixture_deal(&fixture, "2H 7C KS");
    assert_string_equal(upshot(0, "arrange 2H 7C KS"), "");
    fixture_play(&fixture, 0, "arrange 2H 7C KS");
    assert_string_equal(upshot(0, "visit trail A"), "");
}

CASE(a_bounty_that_panning_brings_is_told_though_the_sheriff_card_is_known)
{
    before_poker(2, "");
    struct fliptown_sheet *sheet = fixture_sheet(&fixture, 0);
    sheet->gold = 13;
    sheet->pans = 2;
    fixture.state.sheriff = (uint8_t)flip_card_named("5D"); /* somebody has looked */
    fixture.state.sheriff_seen = 2;
    fixture.state.deck &= ~FLIP_BIT(fixture.state.sheriff);
    assert_string_equal(upshot(0, "visit trail A"),
                        "Poker hands: Ada two pair ($3 and 2 stars), Bo one pair ($2 and 1 star). "
                        "Pan and work: Ada 2 gold. Bounty 9 goes to Ada: 7 stars. The Sheriff card is 5♦");
}

CASE(a_sheriff_card_that_somebody_knew_is_told_when_it_is_turned)
{
    before_poker(1, "");
    fixture_sheet(&fixture, 0)->wanted = 2;
    fixture.state.sheriff = (uint8_t)flip_card_named("5D");
    fixture.state.sheriff_seen = 1;
    fixture.state.deck &= ~FLIP_BIT(fixture.state.sheriff);
    fixture_play(&fixture, 0, "visit trail A");
    assert_string_equal(upshot(0, "refuse"), "The Sheriff card is 5♦. Nobody is arrested");
    fixture_sheet(&fixture, 0)->wanted = 8;
    assert_string_equal(upshot(0, "refuse"), "The Sheriff card is 5♦");
}

CASE(a_theft_is_told_with_its_reason_and_before_what_comes_after_it)
{
    before_poker(1, "cowbot=bart");
    fixture.state.sheet[0].gained = (uint8_t)fixture.rules.edition.cowbot[fixture.state.cowbot].steals;
    fixture.state.sheet[0].suit = fixture.rules.edition.cowbot[fixture.state.cowbot].suit;
    fixture_sheet(&fixture, 0)->visited = 1;
    fixture_sheet(&fixture, 0)->pending[FLIPTOWN_TRAIL] = 1;
    fixture_settle(&fixture, 0);
    assert_string_equal(upshot(0, "visit trail A bonus"),
                        "Black Bart steals a card: diamonds in the lineup and gold gained. "
                        "Poker hand: two pair ($3 and 2 stars)");
    fixture_play(&fixture, 0, "visit trail A bonus");
    assert_int_equal(fixture.state.stage, FLIPTOWN_THEFT);
    assert_string_equal(upshot(FLIP_DEALER, "5D"), "");
}

CASE(the_bank_tells_what_it_pays)
{
    fixture_open(&fixture, 1, "");
    fixture_sheet(&fixture, 0)->items = 1u << FLIPTOWN_BLACK;
    fixture_deal(&fixture, "2S 7C");
    assert_string_equal(upshot(FLIP_DEALER, "KS"), "The bank pays 1 star");
    assert_string_equal(upshot(FLIP_DEALER, "KH"), "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cards_are_told_with_their_signs),
        cmocka_unit_test(nobody_loses_more_wanted_than_he_has),
        cmocka_unit_test(the_hideout_tells_what_it_removes),
        cmocka_unit_test(a_purchase_tells_its_price_and_what_comes_with_it),
        cmocka_unit_test(a_masked_robber_of_chickens_is_not_wanted),
        cmocka_unit_test(the_star_for_the_shovel_is_told_apart_from_those_between_the_stones),
        cmocka_unit_test(plots_are_told_as_a_list),
        cmocka_unit_test(a_sentence_of_the_edition_loses_its_full_stop_inside_another),
        cmocka_unit_test(poker_hands_and_income_are_told_with_the_last_step_of_the_round),
        cmocka_unit_test(a_step_in_the_middle_of_a_turn_has_no_upshot),
        cmocka_unit_test(a_bounty_that_panning_brings_is_told_though_the_sheriff_card_is_known),
        cmocka_unit_test(a_sheriff_card_that_somebody_knew_is_told_when_it_is_turned),
        cmocka_unit_test(a_theft_is_told_with_its_reason_and_before_what_comes_after_it),
        cmocka_unit_test(the_bank_tells_what_it_pays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
