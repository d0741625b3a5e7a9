/* "At any point during the game, you may search the discard pile": what is gone, what lies in the lineup, what is left. */
#include "games/fliptown/tests/fixture.h"

#include <jansson.h>

static struct fixture fixture;

/* What a viewer is told about the cards; the caller's. */
static json_t *search(int viewer)
{
    static char told[FLIP_VIEW_SIZE];
    struct flip_json json = flip_json_in(told, sizeof told);
    flip_json_open(&json, NULL, '{');
    fliptown_view(&fixture.rules, &fixture.state, &fixture.before, viewer, &json);
    flip_json_close(&json);
    assert_true(flip_text_fits(&json.text));
    json_t *view = json_loads(told, 0, NULL);
    json_t *found = json_object_get(view, "search");
    json_incref(found);
    json_decref(view);
    return found;
}

/* The cards of a group: "2H 7C KS"; "" if there is none. Checks that every card is in one group. */
static const char *group(int viewer, const char *title)
{
    static char cards[256];
    struct flip_text out = flip_text_in(cards, sizeof cards);
    json_t *found = search(viewer), *one, *card;
    size_t i, k, count = 0;
    flip_set all = 0;
    assert_non_null(found);
    flip_text_add(&out, "%s", "");
    json_array_foreach(json_object_get(found, "groups"), i, one) {
        const bool asked = strcmp(json_string_value(json_object_get(one, "title")), title) == 0;
        json_array_foreach(json_object_get(one, "cards"), k, card) {
            all |= FLIP_BIT(flip_card_named(json_string_value(card)));
            count++;
            if (asked)
                flip_text_add(&out, "%s%s", out.length ? " " : "", json_string_value(card));
        }
    }
    json_decref(found);
    assert_true(all == FLIP_DECK_52);
    assert_int_equal(count, 52);
    return cards;
}

static bool left(int viewer, const char *card)
{
    char with[8];
    snprintf(with, sizeof with, " %s", card);
    const char *cards = group(viewer, "left");
    return strstr(cards, with) || strncmp(cards, card, strlen(card)) == 0;
}

static void assert_note(int viewer, const char *words)
{
    json_t *found = search(viewer);
    assert_string_equal(json_string_value(json_object_get(found, "note")), words);
    json_decref(found);
}

CASE(the_lineup_of_a_turn_is_gone_with_the_next_one)
{
    fixture_open_with(&fixture, "", "2H 7C KS", NULL);
    assert_string_equal(group(0, "gone"), "");
    assert_string_equal(group(0, "in the lineup"), "7C 2H KS");
    assert_note(0, "Left in the deck: 48. Face down elsewhere: 1."); /* the Sheriff card */
    fixture_play(&fixture, 0, "arrange 2H KS 7C, visit trail A");
    assert_string_equal(group(0, "gone"), "7C 2H KS");
    assert_string_equal(group(0, "in the lineup"), "");
    fixture_deal(&fixture, "3H 9C QS");
    assert_string_equal(group(0, "in the lineup"), "9C 3H QS");
    assert_false(left(0, "QS"));
    assert_true(left(0, "KD"));
}

CASE(a_robbery_card_is_gone_too_but_another_s_only_when_the_turn_is_over)
{
    fixture_open(&fixture, 2, "");
    fixture_deal(&fixture, "bounty 1,bounty 2,bounty 3");
    fixture_deal(&fixture, "2S 7C KH");
    fixture_play(&fixture, 0, "arrange 2S 7C KH, visit badlands 7");
    fixture_deal(&fixture, "9D");
    assert_string_equal(group(0, "gone"), "9D");
    assert_string_equal(group(1, "gone"), "");
    assert_true(left(1, "9D"));
    assert_string_equal(group(FLIP_ALL, "gone"), "9D");
}

CASE(the_sheriff_card_is_named_to_those_who_looked)
{
    fixture_open(&fixture, 2, "");
    fixture_deal(&fixture, "bounty 1,bounty 2,bounty 3");
    fixture_deal(&fixture, "2C JC KH");
    fixture_play(&fixture, 0, "arrange 2C JC KH, visit town J");
    fixture_deal(&fixture, "9D");
    assert_string_equal(group(0, "Sheriff"), "9D");
    assert_note(0, "Left in the deck: 48.");
    assert_string_equal(group(1, "Sheriff"), "");
    assert_true(left(1, "9D"));
    assert_true(left(FLIP_PUBLIC, "9D"));
    assert_note(1, "Left in the deck: 48. Face down elsewhere: 1.");
}

CASE(others_hold_em_cards_are_left_as_far_as_one_knows)
{
    fixture_open(&fixture, 2, "holdem=true");
    fixture_deal(&fixture, "bounty 1,bounty 2,bounty 3");
    fixture_deal(&fixture, "2C 3C 4D 5D 2H 7C KS");
    assert_string_equal(group(0, "Hold 'em"), "2C 3C");
    assert_string_equal(group(1, "Hold 'em"), "4D 5D");
    assert_string_equal(group(FLIP_PUBLIC, "Hold 'em"), "");
    assert_string_equal(group(FLIP_ALL, "Hold 'em"), "2C 3C 4D 5D");
    assert_true(left(0, "4D"));
    assert_true(left(FLIP_PUBLIC, "3C"));
    assert_note(0, "Left in the deck: 44. Face down elsewhere: 3.");
    fixture_write_hand(&fixture, 0, "2H 4C 6S 8D 10C");
    fixture_write_hand(&fixture, 1, "2H 4C 6S 8D 10C");
    fixture_end_turns(&fixture); /* the hands are resolved: all four are discarded */
    assert_string_equal(group(1, "gone"), "2C 3C 7C 4D 5D 2H KS");
    assert_string_equal(group(1, "Hold 'em"), "");
}

CASE(what_a_cowbot_has_stolen_stays_hidden)
{
    fixture_open_with(&fixture, "cowbot=jane", "2H 7C KS", "arrange 2H 7C KS, visit trail A");
    fixture_deal(&fixture, "9D");
    assert_true(left(0, "9D"));
    assert_string_equal(group(0, "stolen"), "");
    assert_string_equal(group(FLIP_ALL, "stolen"), "9D");
    assert_note(0, "Left in the deck: 47. Face down elsewhere: 2.");
    fixture.state.stage = FLIPTOWN_OVER;
    assert_string_equal(group(0, "stolen"), "9D");
}

CASE(before_the_first_round_there_is_nothing_to_search)
{
    fixture_open(&fixture, 2, "");
    json_t *found = search(0);
    assert_null(found);
    json_decref(found);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_lineup_of_a_turn_is_gone_with_the_next_one),
        cmocka_unit_test(a_robbery_card_is_gone_too_but_another_s_only_when_the_turn_is_over),
        cmocka_unit_test(the_sheriff_card_is_named_to_those_who_looked),
        cmocka_unit_test(others_hold_em_cards_are_left_as_far_as_one_knows),
        cmocka_unit_test(what_a_cowbot_has_stolen_stays_hidden),
        cmocka_unit_test(before_the_first_round_there_is_nothing_to_search),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
