/*
 * What may be chosen: in player versus player nobody repeats the first player's combination, and a suit without a space ahead is
 * for those who have no other. The cases are the referee's. Games of older rules keep theirs; their golden records were made by
 * programs of that time.
 */
#include "games/royalflip/tests/fixture.h"
#include "table/table.h"

#include "core/file.h"

static struct fixture fixture;

/* A table with options "name=value …", by the rules of a version. */
static void open_table(int seats, int version, const char *settings)
{
    struct flip_options options;
    char words[128];
    snprintf(words, sizeof words, "%s", settings);
    flip_options_of_version(&flip_royalflip, version, &options);
    for (char *rest = words, *name; (name = strtok_r(rest, " ", &rest));) {
        char *value = strchr(name, '=');
        *value++ = '\0';
        must(flip_options_set(&flip_royalflip, &options, name, value, &problem));
    }
    memset(&fixture, 0, sizeof fixture);
    must(flip_royalflip.rules->prepare(&fixture.rules, flip_royalflip.files->editions[0].data, &options, seats,
                                       &problem));
    flip_royalflip.rules->start(&fixture.rules, &fixture.state);
    fixture.before = fixture.state;
}

static void open_pvp(int seats) { open_table(seats, flip_royalflip.version, "pvp=true"); }

/* The first player chooses and plays the whole turn. */
static void first_takes(const char *cards, const char *choice)
{
    fixture_reveal(&fixture, cards);
    fixture_play(&fixture, 0, choice);
    fixture_finish_seat(&fixture, 0);
}

static void expect_reason(int seat, const char *colour, const char *number, const char *suit, int value,
                          const char *sentence)
{
    const flip_move move =
        royalflip_choose(flip_card_named(colour), flip_card_named(number), flip_card_named(suit), value);
    assert_false(flip_royalflip.rules->legal(&fixture.rules, &fixture.state, seat, move, &problem));
    assert_string_equal(problem.message, sentence);
}

/* --- the first player's combination ---------------------------------------------------------------------------------- */

CASE(a_combination_is_its_colour_number_and_suit_whichever_cards_they_come_from)
{
    open_pvp(3);
    first_takes("2H 3H 5S", "choose 2H 5S 3H 5");
    for (int seat = 1; seat < 3; seat++) {
        assert_int_equal(fixture_count(&fixture, seat), 4);
        assert_false(fixture_offers(&fixture, seat, "choose 2H 5S 3H 5"));
        assert_false(fixture_offers(&fixture, seat, "choose 3H 5S 2H 5"));
        expect_reason(seat, "3H", "5S", "2H", 5,
                      "The first player has taken red, 5 and ♥ this round; choose another combination.");
        fixture_play(&fixture, seat, "choose 3H 2H 5S 2");
        fixture_finish_seat(&fixture, seat);
    }
}

CASE(two_cards_of_one_colour_and_number_change_nothing_either)
{
    open_pvp(2);
    first_takes("4H 4D 9S", "choose 4H 4D 9S 4");
    assert_false(fixture_offers(&fixture, 1, "choose 4H 4D 9S 4"));
    assert_false(fixture_offers(&fixture, 1, "choose 4D 4H 9S 4"));
    assert_int_equal(fixture_count(&fixture, 1), 4);
}

CASE(the_number_of_a_combination_is_the_card_s_own_and_boxes_do_not_change_it)
{
    open_pvp(2);
    fixture.state.sheet[0].shift = fixture.state.sheet[1].shift = 2;
    first_takes("5S 6S 2H", "choose 2H 5S 6S 6");
    assert_int_equal(fixture_count_of(&fixture, 1, "choose 2H 5S 6S"), 0);
    assert_int_equal(fixture_count_of(&fixture, 1, "choose 2H 6S 5S"), 5);
    assert_true(fixture_offers(&fixture, 1, "choose 2H 6S 5S 6"));
    expect_reason(1, "2H", "5S", "6S", 7,
                  "The first player has taken red, 5 and ♠ this round; choose another combination.");
}

CASE(the_number_of_a_wild_card_is_what_it_was_made)
{
    open_pvp(2);
    first_takes("10S QS 2H", "choose 2H QS 10S 8");
    assert_int_equal(fixture_count_of(&fixture, 1, "choose 2H QS 10S"), 9);
    assert_false(fixture_offers(&fixture, 1, "choose 2H QS 10S 8"));
    assert_true(fixture_offers(&fixture, 1, "choose 2H 10S QS 10"));
    open_pvp(2);
    first_takes("8S QS 2H", "choose 2H 8S QS 8");
    assert_int_equal(fixture_count_of(&fixture, 1, "choose 2H 8S QS"), 0);
    assert_int_equal(fixture_count_of(&fixture, 1, "choose 2H QS 8S"), 9);
    assert_false(fixture_offers(&fixture, 1, "choose 2H QS 8S 8"));
    open_pvp(2);
    first_takes("KS QS 2H", "choose 2H KS QS 6");
    assert_false(fixture_offers(&fixture, 1, "choose 2H KS QS 6"));
    assert_false(fixture_offers(&fixture, 1, "choose 2H QS KS 6"));
    assert_int_equal(fixture_count(&fixture, 1), 2 * 9 + 2 * 10 + 2);
}

CASE(with_the_option_cards_a_combination_is_its_cards_whatever_the_number_stands_for)
{
    open_table(2, flip_royalflip.version, "pvp=true pvp_combination=cards");
    first_takes("2H 3H 5S", "choose 2H 5S 3H 5");
    assert_false(fixture_offers(&fixture, 1, "choose 2H 5S 3H 5"));
    assert_true(fixture_offers(&fixture, 1, "choose 3H 5S 2H 5"));
    expect_reason(1, "2H", "5S", "3H", 5,
                  "The first player has taken 2♥, 5♠ and 3♥ for colour, number and suit; choose another combination.");
    open_table(2, flip_royalflip.version, "pvp=true pvp_combination=cards");
    fixture.state.sheet[1].shift = 3;
    first_takes("10S QS 2H", "choose 2H QS 10S 8");
    assert_int_equal(fixture_count_of(&fixture, 1, "choose 2H QS 10S"), 0);
    assert_int_equal(fixture_count_of(&fixture, 1, "choose 10S QS 2H"), 10);
}

CASE(without_pvp_the_option_changes_nothing)
{
    open_table(2, flip_royalflip.version, "pvp_combination=attributes");
    fixture_reveal(&fixture, "2H 3H 5S");
    fixture_play(&fixture, 0, "choose 2H 5S 3H 5");
    assert_int_equal(fixture_count(&fixture, 1), 6);
}

CASE(a_view_lists_the_choices_that_the_first_player_has_closed)
{
    open_pvp(2);
    first_takes("8S QS 2H", "choose 2H 8S QS 8");
    json_t *view = fixture_view(&fixture, 1);
    json_t *taken = json_object_get(json_object_get(view, "shared"), "taken");
    json_t *expected =
        json_loads("{\"colour\":\"2H\",\"number\":\"8S\",\"suit\":\"QS\",\"value\":8,\"by\":\"attributes\",\"closed\":["
                   "{\"colour\":\"2H\",\"number\":\"8S\",\"suit\":\"QS\",\"value\":null},"
                   "{\"colour\":\"2H\",\"number\":\"QS\",\"suit\":\"8S\",\"value\":8}]}",
                   0, NULL);
    assert_true(json_equal(taken, expected));
    json_decref(expected);
    json_decref(view);
}

/* --- suits that the track still has ---------------------------------------------------------------------------------- */

CASE(only_a_spade_is_ahead_so_every_choice_takes_the_suit_of_the_5_of_spades)
{
    open_table(1, flip_royalflip.version, "");
    fixture_reveal(&fixture, "2C 8S 10S");
    fixture_play(&fixture, 0, "choose 8S 10S 2C 10");
    fixture_play(&fixture, 0, "write b1");
    fixture_play(&fixture, 0, "track 27");
    fixture_reveal(&fixture, "2H 3D 5S");
    assert_int_equal(fixture_count(&fixture, 0), 2);
    assert_true(fixture_offers(&fixture, 0, "choose 2H 3D 5S 3"));
    assert_true(fixture_offers(&fixture, 0, "choose 3D 2H 5S 2"));
    expect_reason(0, "3D", "5S", "2H", 5,
                  "No ♥ lies ahead of you on the track, and ♠ does: choose a suit that you can go to.");
}

CASE(a_suit_without_a_space_gives_no_bonus_and_may_be_chosen_if_no_other_has_one)
{
    open_table(1, flip_royalflip.version, "");
    fixture.state.sheet[0].circled = FLIP_BIT(27);
    fixture_reveal(&fixture, "2H 3D 5C");
    assert_int_equal(fixture_count(&fixture, 0), 6);
    fixture_play(&fixture, 0, "choose 2H 3D 5C 3");
    fixture_play(&fixture, 0, "write b1");
    assert_int_equal(fixture.state.round, 1);
    assert_int_equal(fixture.state.sheet[0].circled, FLIP_BIT(27));
}

CASE(suits_are_left_out_for_whoever_lacks_their_spaces_and_for_nobody_else)
{
    open_table(2, flip_royalflip.version, "");
    fixture.state.sheet[0].circled = FLIP_BIT(25); /* no hearts any more */
    fixture_reveal(&fixture, "10S 8S 2H");
    assert_int_equal(fixture_count(&fixture, 0), 4);
    assert_int_equal(fixture_count(&fixture, 1), 6);
}

/* Of two cards that both give red 2 and the only suit ahead, the first player takes one way and closes both. */
CASE(a_space_ahead_counts_only_if_an_allowed_choice_leads_to_it)
{
    open_pvp(2);
    fixture.state.sheet[1].circled = FLIP_BIT(27);
    first_takes("2H 2D 5S", "choose 2H 2D 5S 2");
    assert_int_equal(fixture_count(&fixture, 1), 4);
    assert_true(fixture_offers(&fixture, 1, "choose 5S 2H 2D 2"));
    fixture_play(&fixture, 1, "choose 5S 2H 2D 2");
    fixture_play(&fixture, 1, "write b1");
    assert_int_equal(fixture.state.round, 1); /* without a bonus */

    open_pvp(2);
    fixture.state.sheet[1].circled = FLIP_BIT(27);
    first_takes("2H 3D 5S", "choose 2H 3D 5S 3");
    assert_int_equal(fixture_count(&fixture, 1), 1);
    assert_true(fixture_offers(&fixture, 1, "choose 3D 2H 5S 2"));

    /* A wild number leaves nine ways to the spade. */
    open_pvp(2);
    fixture.state.sheet[1].circled = FLIP_BIT(27);
    first_takes("2H QH 5S", "choose 2H QH 5S 7");
    assert_int_equal(fixture_count(&fixture, 1), 9 + 1);
    assert_int_equal(fixture_count_of(&fixture, 1, "choose 2H QH 5S"), 9);
}

CASE(a_full_map_leaves_the_suits_as_they_are)
{
    open_table(1, flip_royalflip.version, "");
    fill_map(&fixture.rules, &fixture.state.sheet[0]);
    fixture.state.sheet[0].circled = FLIP_BIT(27);
    fixture_reveal(&fixture, "2H 3D 5S");
    assert_int_equal(fixture_count(&fixture, 0), 2);
}

/* --- games of older rules -------------------------------------------------------------------------------------------- */

CASE(games_of_version_2_compare_cards_and_leave_every_suit_open)
{
    open_table(2, 2, "pvp=true");
    first_takes("2H 3H 5S", "choose 2H 5S 3H 5");
    assert_true(fixture_offers(&fixture, 1, "choose 3H 5S 2H 5"));
    open_table(1, 2, "");
    fixture.state.sheet[0].circled = FLIP_BIT(27);
    fixture_reveal(&fixture, "2H 3D 5S");
    assert_int_equal(fixture_count(&fixture, 0), 6);
}

static struct flip_table *load(const char *text)
{
    return flip_record_load(text, strlen(text), FLIP_ALL_STEPS, &problem);
}

CASE(a_record_of_version_2_replays_by_its_own_rules_and_not_by_today_s)
{
    static const char *const names[] = {"cards-pvp-three", "suit-solo"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char path[1024];
        size_t length;
        snprintf(path, sizeof path, "%s/games/royalflip/tests/golden/v2-%s.json", getenv("FLIPSIDE_SOURCE_ROOT"),
                 names[i]);
        char *text = flip_file_read(path, &length, &problem);
        assert_non_null(text);
        struct flip_table *table = load(text);
        if (!table)
            fail_msg("%s", problem.message);
        assert_int_equal(table->options.version, 2);
        assert_int_equal(flip_table_turn(table), 0);
        flip_table_close(table);
        char *version = strstr(text, "\"rules\": 2");
        assert_non_null(version);
        version[strlen("\"rules\": ")] = '3';
        assert_null(load(text));
        free(text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_combination_is_its_colour_number_and_suit_whichever_cards_they_come_from),
        cmocka_unit_test(two_cards_of_one_colour_and_number_change_nothing_either),
        cmocka_unit_test(the_number_of_a_combination_is_the_card_s_own_and_boxes_do_not_change_it),
        cmocka_unit_test(the_number_of_a_wild_card_is_what_it_was_made),
        cmocka_unit_test(with_the_option_cards_a_combination_is_its_cards_whatever_the_number_stands_for),
        cmocka_unit_test(without_pvp_the_option_changes_nothing),
        cmocka_unit_test(a_view_lists_the_choices_that_the_first_player_has_closed),
        cmocka_unit_test(only_a_spade_is_ahead_so_every_choice_takes_the_suit_of_the_5_of_spades),
        cmocka_unit_test(a_suit_without_a_space_gives_no_bonus_and_may_be_chosen_if_no_other_has_one),
        cmocka_unit_test(suits_are_left_out_for_whoever_lacks_their_spaces_and_for_nobody_else),
        cmocka_unit_test(a_space_ahead_counts_only_if_an_allowed_choice_leads_to_it),
        cmocka_unit_test(a_full_map_leaves_the_suits_as_they_are),
        cmocka_unit_test(games_of_version_2_compare_cards_and_leave_every_suit_open),
        cmocka_unit_test(a_record_of_version_2_replays_by_its_own_rules_and_not_by_today_s),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
