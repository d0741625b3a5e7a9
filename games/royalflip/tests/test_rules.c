/* Royal Flip, rule by rule: every case and every ruling of the referee's book, each test named by what it checks. */
#include "games/royalflip/tests/fixture.h"

static struct fixture fixture;

/* --- the choice of three cards --------------------------------------------------------------------------------------- */

CASE(colour_of_the_queen_number_of_the_eight_suit_of_the_ten_make_a_red_8_and_spades)
{
    fixture_open(&fixture, 1, false);
    fixture_reveal(&fixture, "10S 8S QH");
    fixture_play(&fixture, 0, "choose QH 8S 10S 8");
    assert_int_equal(fixture.state.sheet[0].ink, 1);
    assert_int_equal(fixture.state.sheet[0].number, 8);
    assert_int_equal(fixture.state.sheet[0].suit, FLIP_SPADES);
    fixture_play(&fixture, 0, "write b2");
    assert_int_equal(royalflip_number_at(&fixture.state.sheet[0], cell_of("b2")), 8);
    assert_true(flip_set_has(fixture.state.sheet[0].red, cell_of("b2")));
    fixture_play(&fixture, 0, "track 10");
    assert_int_equal(fixture.state.sheet[0].points, 2);
}

CASE(there_are_six_ways_to_take_colour_number_and_suit)
{
    fixture_open(&fixture, 1, false);
    fixture_reveal(&fixture, "10S 8S 2H");
    assert_int_equal(fixture_count(&fixture, 0), 6);
    assert_true(fixture_offers(&fixture, 0, "choose 10S 8S 2H 8"));
    assert_true(fixture_offers(&fixture, 0, "choose 10S 2H 8S 2"));
    assert_true(fixture_offers(&fixture, 0, "choose 8S 10S 2H 10"));
    assert_true(fixture_offers(&fixture, 0, "choose 8S 2H 10S 2"));
    assert_true(fixture_offers(&fixture, 0, "choose 2H 10S 8S 10"));
    assert_true(fixture_offers(&fixture, 0, "choose 2H 8S 10S 8"));
    assert_false(fixture_offers(&fixture, 0, "choose 2H 8S 8S 8"));
}

CASE(jack_queen_and_king_stand_for_any_number_and_the_ace_is_one)
{
    static const char *const wilds[] = {"JC", "QD", "KS"};
    for (int i = 0; i < 3; i++) {
        char cards[32], text[64];
        fixture_open(&fixture, 1, false);
        snprintf(cards, sizeof cards, "%s AH 9C", wilds[i]);
        fixture_reveal(&fixture, cards);
        assert_int_equal(fixture_count(&fixture, 0), 2 * 10 + 2 + 2);
        for (int n = 0; n <= 11; n++) {
            snprintf(text, sizeof text, "choose AH %s 9C %d", wilds[i], n);
            assert_int_equal(fixture_offers(&fixture, 0, text), n >= 1 && n <= 10);
        }
        snprintf(text, sizeof text, "choose 9C AH %s 1", wilds[i]);
        assert_true(fixture_offers(&fixture, 0, text));
    }
}

CASE(a_wild_number_keeps_its_printed_colour_and_suit)
{
    fixture_open(&fixture, 1, false);
    fixture_reveal(&fixture, "KD 3C 4S");
    fixture_play(&fixture, 0, "choose KD 3C 4S 3");
    assert_int_equal(fixture.state.sheet[0].ink, 1);
    fixture_open(&fixture, 1, false);
    fixture_reveal(&fixture, "KD 3C 4S");
    fixture_play(&fixture, 0, "choose 3C 4S KD 4");
    assert_int_equal(fixture.state.sheet[0].ink, 0);
    assert_int_equal(fixture.state.sheet[0].suit, FLIP_DIAMONDS);
}

/* --- ±1 boxes -------------------------------------------------------------------------------------------------------- */

CASE(each_step_of_a_number_spends_one_box)
{
    fixture_open(&fixture, 1, false);
    fixture.state.sheet[0].shift = 3;
    fixture_reveal(&fixture, "5S 9C 2H");
    assert_true(fixture_offers(&fixture, 0, "choose 9C 5S 2H 2"));
    assert_true(fixture_offers(&fixture, 0, "choose 9C 5S 2H 8"));
    assert_false(fixture_offers(&fixture, 0, "choose 9C 5S 2H 1"));
    assert_false(fixture_offers(&fixture, 0, "choose 9C 5S 2H 9"));
    fixture_play(&fixture, 0, "choose 9C 5S 2H 7");
    assert_int_equal(fixture.state.sheet[0].shift, 1);
    assert_int_equal(fixture.state.sheet[0].number, 7);
}

CASE(boxes_stay_in_1_to_10_without_wrapping_around)
{
    fixture_open(&fixture, 1, false);
    fixture.state.sheet[0].shift = 2;
    fixture_reveal(&fixture, "10S AC 5H");
    /* 10: 8 9 10, ace: 1 2 3, five: 3 … 7; each in two ways */
    assert_int_equal(fixture_count(&fixture, 0), 2 * 3 + 2 * 3 + 2 * 5);
    assert_false(fixture_offers(&fixture, 0, "choose AC 10S 5H 1"));
    assert_false(fixture_offers(&fixture, 0, "choose 10S AC 5H 10"));
    fixture.state.sheet[0].shift = 40;
    assert_int_equal(fixture_count(&fixture, 0), 6 * 10);
}

CASE(a_wild_number_spends_no_boxes)
{
    fixture_open(&fixture, 1, false);
    fixture.state.sheet[0].shift = 2;
    fixture_reveal(&fixture, "QS AC 5H");
    fixture_play(&fixture, 0, "choose AC QS 5H 9");
    assert_int_equal(fixture.state.sheet[0].shift, 2);
}

/* --- the city map ---------------------------------------------------------------------------------------------------- */

CASE(a_number_goes_into_any_free_cell_but_not_on_casinos)
{
    fixture_open(&fixture, 1, false);
    fixture_reveal(&fixture, "10S 8S 2H");
    fixture_play(&fixture, 0, "choose 2H 8S 10S 8");
    assert_int_equal(fixture_count(&fixture, 0), 27);
    assert_false(fixture_offers(&fixture, 0, "write a1"));
    assert_false(fixture_offers(&fixture, 0, "write f1"));
    assert_false(fixture_offers(&fixture, 0, "write c5"));
    assert_true(fixture_offers(&fixture, 0, "write f5"));
    fixture_play(&fixture, 0, "write d3");
    fixture_play(&fixture, 0, "track 2");
    fixture_reveal(&fixture, "9S 7S 3H");
    fixture_play(&fixture, 0, "choose 3H 7S 9S 7");
    assert_int_equal(fixture_count(&fixture, 0), 26);
    assert_false(fixture_offers(&fixture, 0, "write d3"));
}

CASE(a_full_map_skips_write_and_leaves_the_choices_as_they_are)
{
    fixture_open(&fixture, 1, false);
    fill_map(&fixture.rules, &fixture.state.sheet[0]);
    fixture_reveal(&fixture, "10S 8S QH");
    assert_int_equal(fixture_count(&fixture, 0), 24);
    fixture_play(&fixture, 0, "choose QH 8S 10S 8");
    assert_int_equal(fixture.state.sheet[0].step, ROYALFLIP_TRACK);
    assert_true(fixture_offers(&fixture, 0, "track 2"));
}

/* --- the bonus track ------------------------------------------------------------------------------------------------- */

CASE(the_track_goes_forward_to_any_later_space_with_the_suit)
{
    fixture_open(&fixture, 1, false);
    fixture.state.sheet[0].circled = FLIP_BIT(10);
    fixture_reveal(&fixture, "10S 8S 2H");
    fixture_play(&fixture, 0, "choose 2H 8S 10S 8");
    fixture_play(&fixture, 0, "write b1");
    assert_int_equal(fixture_count(&fixture, 0), 4);
    assert_true(fixture_offers(&fixture, 0, "track 13"));
    assert_true(fixture_offers(&fixture, 0, "track 18"));
    assert_true(fixture_offers(&fixture, 0, "track 21"));
    assert_true(fixture_offers(&fixture, 0, "track 28"));
}

CASE(the_track_must_be_walked_if_there_is_a_space)
{
    fixture_open(&fixture, 1, false);
    fixture.state.sheet[0].circled = FLIP_BIT(21);
    fixture_reveal(&fixture, "10S 8S 2H");
    fixture_play(&fixture, 0, "choose 2H 8S 10S 8");
    fixture_play(&fixture, 0, "write b1");
    assert_int_equal(fixture_count(&fixture, 0), 1);
    assert_true(fixture_offers(&fixture, 0, "track 28"));
    assert_int_equal(fixture_turn(&fixture), FLIP_BIT(0));
}

CASE(full_map_and_spent_track_end_the_round_with_the_choice)
{
    fixture_open(&fixture, 1, false);
    fill_map(&fixture.rules, &fixture.state.sheet[0]);
    fixture.state.sheet[0].circled = FLIP_BIT(28);
    fixture_reveal(&fixture, "10S 8S 2H");
    fixture_play(&fixture, 0, "choose 10S 8S 2H 8");
    assert_int_equal(fixture.state.round, 1);
}

CASE(the_classic_track_is_the_reconstructed_one)
{
    static const char *const spaces[] = {
        "H shift",    "S diamond",  "C points 1", "D number 5", "S shift",    "H diamond",  "D points 1",
        "C number 7", "D shift",    "S points 2", "H number 4", "C diamond",  "S number 6", "D diamond",
        "H points 2", "C shift",    "D points 2", "S diamond",  "C points 3", "H shift",    "S shift",
        "H diamond",  "D number 3", "C number 8", "H points 3", "D diamond",  "C diamond",  "S points 3"};
    fixture_open(&fixture, 1, false);
    assert_int_equal(fixture.rules.edition.spaces, 28);
    for (int i = 0; i < 28; i++) {
        const struct royalflip_space *space = &fixture.rules.edition.track[i + 1];
        char text[32];
        snprintf(text, sizeof text, "%c %s", "CDHS"[space->suit], royalflip_bonus_words[space->bonus]);
        if (space->value)
            snprintf(text + strlen(text), sizeof text - strlen(text), " %d", space->value);
        assert_string_equal(text, spaces[i]);
    }
}

static void take_bonus(int space)
{
    fixture_open(&fixture, 1, false);
    static const char *const cards[] = {"9C 8S 2H", "9D 8S 2H", "9H 8S 2H", "9S 8S 2H"};
    static const char *const choices[] = {"choose 2H 8S 9C 8", "choose 2H 8S 9D 8", "choose 2H 8S 9H 8",
                                          "choose 2H 8S 9S 8"};
    const int suit = fixture.rules.edition.track[space].suit;
    char text[16];
    fixture_reveal(&fixture, cards[suit]);
    fixture_play(&fixture, 0, choices[suit]);
    fixture_play(&fixture, 0, "write b1");
    snprintf(text, sizeof text, "track %d", space);
    fixture_play(&fixture, 0, text);
}

CASE(a_shift_bonus_marks_one_box)
{
    take_bonus(1);
    assert_int_equal(fixture.state.sheet[0].shift, 1);
    assert_int_equal(fixture.state.round, 1);
}

CASE(a_diamond_bonus_fills_the_leftmost_empty_diamond)
{
    static const int worth[] = {0, 1, 2, 4, 6, 9, 12, 16, 20};
    take_bonus(2);
    assert_int_equal(fixture.state.sheet[0].diamonds, 1);
    assert_int_equal(royalflip_seat_score(&fixture.rules, &fixture.state, 0), 1);
    for (int filled = 0; filled <= 8; filled++) {
        fixture.state.sheet[0].diamonds = (uint8_t)filled;
        assert_int_equal(royalflip_seat_score(&fixture.rules, &fixture.state, 0), worth[filled]);
    }
}

CASE(a_ninth_diamond_finds_no_place)
{
    fixture_open(&fixture, 1, false);
    fixture.state.sheet[0].diamonds = 8;
    fixture_reveal(&fixture, "9S 8S 2H");
    fixture_play(&fixture, 0, "choose 2H 8S 9S 8");
    fixture_play(&fixture, 0, "write b1");
    fixture_play(&fixture, 0, "track 2");
    assert_int_equal(fixture.state.sheet[0].diamonds, 8);
}

CASE(a_points_bonus_scores_at_the_end)
{
    take_bonus(19);
    assert_int_equal(fixture.state.sheet[0].points, 3);
    assert_int_equal(royalflip_seat_parts(&fixture.rules, &fixture.state, 0).points, 3);
}

CASE(a_number_bonus_is_written_at_once_in_the_chosen_colour)
{
    take_bonus(4);
    assert_int_equal(fixture.state.round, 0);
    assert_int_equal(fixture.state.sheet[0].step, ROYALFLIP_BONUS);
    assert_int_equal(fixture_count(&fixture, 0), 26);
    fixture_play(&fixture, 0, "write c1");
    assert_int_equal(royalflip_number_at(&fixture.state.sheet[0], cell_of("c1")), 5);
    assert_true(flip_set_has(fixture.state.sheet[0].red, cell_of("c1")));
    assert_int_equal(fixture.state.round, 1);
}

CASE(a_number_bonus_is_not_changed_by_boxes)
{
    fixture_open(&fixture, 1, false);
    fixture.state.sheet[0].shift = 5;
    fixture_reveal(&fixture, "9D 8S 2H");
    fixture_play(&fixture, 0, "choose 2H 8S 9D 8");
    fixture_play(&fixture, 0, "write b1");
    fixture_play(&fixture, 0, "track 4");
    assert_int_equal(fixture_count(&fixture, 0), 26);
    fixture_play(&fixture, 0, "write c1");
    assert_int_equal(royalflip_number_at(&fixture.state.sheet[0], cell_of("c1")), 5);
    assert_int_equal(fixture.state.sheet[0].shift, 5);
}

CASE(a_number_bonus_on_a_full_map_writes_nothing)
{
    fixture_open(&fixture, 1, false);
    fill_map(&fixture.rules, &fixture.state.sheet[0]);
    fixture_reveal(&fixture, "9D 8S 2H");
    fixture_play(&fixture, 0, "choose 2H 8S 9D 8");
    fixture_play(&fixture, 0, "track 4");
    assert_int_equal(fixture.state.round, 1);
}

CASE(the_last_free_cell_leaves_none_for_the_number_bonus)
{
    fixture_open(&fixture, 1, false);
    struct royalflip_sheet *sheet = &fixture.state.sheet[0];
    fill_map(&fixture.rules, sheet);
    sheet->written &= ~FLIP_BIT(cell_of("d4"));
    for (int i = 0; i < 4; i++)
        sheet->digit[i] &= sheet->written;
    fixture_reveal(&fixture, "9D 8S 2H");
    fixture_play(&fixture, 0, "choose 2H 8S 9D 8");
    assert_int_equal(fixture_count(&fixture, 0), 1);
    fixture_play(&fixture, 0, "write d4");
    fixture_play(&fixture, 0, "track 4");
    assert_int_equal(fixture.state.round, 1);
}

/* --- rounds ---------------------------------------------------------------------------------------------------------- */

CASE(all_seats_act_at_once_on_the_same_cards)
{
    fixture_open(&fixture, 6, false);
    fixture_reveal(&fixture, "10S 8S 2H");
    assert_int_equal(fixture_turn(&fixture), 0x3f);
    for (int seat = 0; seat < 6; seat++)
        assert_int_equal(fixture_count(&fixture, seat), 6);
    fixture_finish_seat(&fixture, 4);
    assert_int_equal(fixture_turn(&fixture), 0x2f);
    assert_int_equal(fixture_count(&fixture, 4), 0);
    for (int seat = 0; seat < 6; seat++)
        fixture_finish_seat(&fixture, seat);
    assert_int_equal(fixture_turn(&fixture), FLIP_BIT(FLIP_DEALER));
    assert_int_equal(fixture.state.round, 1);
}

CASE(the_game_has_twelve_rounds_and_the_last_cards_stay_on_show)
{
    fixture_open(&fixture, 1, false);
    int rounds = 0;
    while (fixture_turn(&fixture)) {
        struct flip_chances chances;
        for (int i = 0; i < 3; i++) {
            flip_royalflip.rules->chances(&fixture.rules, &fixture.state, &chances);
            fixture_apply(&fixture, FLIP_DEALER, (flip_move)flip_set_first(chances.set));
        }
        fixture_finish_seat(&fixture, 0);
        rounds++;
    }
    assert_int_equal(rounds, 12);
    assert_int_equal(flip_set_count(fixture.state.deck), 52 - 36);
    json_t *view = fixture_view(&fixture, 0);
    json_t *lineup = json_object_get(json_object_get(view, "shared"), "lineup");
    assert_int_equal(json_array_size(lineup), 3);
    assert_string_equal(json_string_value(json_array_get(lineup, 0)), flip_card_name(33));
    assert_int_equal(json_integer_value(json_object_get(view, "round")), 12);
    assert_string_equal(json_string_value(json_object_get(view, "phase")), "over");
    json_decref(view);
    struct flip_result result;
    flip_royalflip.rules->result(&fixture.rules, &fixture.state, &result);
    assert_true(result.over);
    assert_int_equal(result.winners, 1);
}

CASE(the_highest_total_wins)
{
    fixture_open(&fixture, 4, false);
    static const int points[] = {7, 9, 3, 9};
    struct flip_result result;
    for (int seat = 0; seat < 4; seat++)
        fixture.state.sheet[seat].points = (uint16_t)points[seat];
    flip_royalflip.rules->result(&fixture.rules, &fixture.state, &result);
    assert_false(result.over);
    assert_int_equal(result.winners, 0);
    assert_int_equal(result.score[1], 9);
    fixture.state.round = 12;
    fixture.state.acting = 0;
    flip_royalflip.rules->result(&fixture.rules, &fixture.state, &result);
    assert_true(result.over);
    assert_int_equal(result.winners, FLIP_BIT(1) | FLIP_BIT(3));
}

/* --- roads and areas ------------------------------------------------------------------------------------------------- */

static int roads(const char *map)
{
    fixture_open(&fixture, 1, false);
    const struct royalflip_sheet sheet = picture(map);
    return royalflip_roads(&fixture.rules, &sheet);
}

static int areas(const char *map)
{
    fixture_open(&fixture, 1, false);
    const struct royalflip_sheet sheet = picture(map);
    return royalflip_areas(&fixture.rules, &sheet);
}

CASE(a_road_between_two_casinos_scores_twice_its_numbers)
{
    assert_int_equal(roads("## r4 r5 r6 r7 ##"), 4 + 4);
    assert_int_equal(roads("## r7 r6 r5 r4 ##"), 4 + 4);
    assert_int_equal(roads("## r4 r5 b6 r7 ##"), 0);
    assert_int_equal(roads("## b4 b5 b6 r7 ##"), 3);
}

CASE(a_road_needs_three_numbers_of_one_colour_in_steps_of_one)
{
    assert_int_equal(roads(".. .. .. ../.. r4 r5 ../.. .. .. .."), 0);
    assert_int_equal(roads(".. .. .. ../.. r4 r5 r6/.. .. .. .."), 3);
    assert_int_equal(roads(".. .. .. ../.. r4 b5 r6/.. .. .. .."), 0);
    assert_int_equal(roads(".. .. .. ../.. r4 r6 r8/.. .. .. .."), 0);
    assert_int_equal(roads(".. .. .. ../.. r9 r10 r1/.. .. .. .."), 0);
    assert_int_equal(roads(".. .. .. ../.. r4 r5 ../.. .. .. r6"), 0);
}

CASE(a_road_may_turn_corners_in_every_direction)
{
    assert_int_equal(roads(".. .. .. .. .. ../.. r1 r2 r3 .. ../.. r8 r9 r4 .. ../.. r7 r6 r5 .. .."), 9);
}

CASE(a_road_does_not_jump_from_the_last_column_to_the_first)
{
    struct royalflip_edition edition;
    memcpy(&edition, flip_royalflip.files->editions[0].data, sizeof edition);
    edition.columns = edition.rows = 8;
    edition.casinos = 0;
    fixture_open_with(&fixture, &edition, 1, false);
    struct royalflip_sheet sheet = picture(".. .. .. .. .. .. r4 r5/r6 .. .. .. .. .. .. ..");
    assert_int_equal(royalflip_roads(&fixture.rules, &sheet), 0);
    sheet = picture(".. .. .. .. .. .. r6 r5/r4 .. .. .. .. .. .. ..");
    assert_int_equal(royalflip_roads(&fixture.rules, &sheet), 0);
    sheet = picture(".. .. .. .. .. .. r4 r4/r4 .. .. .. .. .. .. ..");
    assert_int_equal(royalflip_areas(&fixture.rules, &sheet), 0);
}

CASE(both_ends_at_the_same_casino_connect_nothing) { assert_int_equal(roads("## r6 .. .. .. ##/r4 r5"), 3); }

CASE(only_end_cells_connect_casinos)
{
    /* c4 touches the casino in c5, but lies in the middle of the road: the best is 3 or the whole 4, never doubled. */
    assert_int_equal(roads(".. .. .. .. .. ../.. .. .. .. .. ../.. .. .. .. .. ../.. r4 r5 r6 r7 ../.. .. ## .. .. .."),
                     4);
}

CASE(a_road_is_cut_where_a_part_of_it_connects_and_scores_more)
{
    /* 2 3 would make it longer, but then one end touches no casino. */
    assert_int_equal(roads("## r4 r5 r6 r7 ##/.. r3 .. .. .. ../.. r2"), 8);
    /* 1 2 3 stand as a road of their own. */
    assert_int_equal(roads("## r4 r5 r6 r7 ##/.. r3 .. .. .. ../.. r2 .. .. .. ../.. r1"), 8 + 3);
}

CASE(two_roads_that_could_share_a_number_count_it_once)
{
    assert_int_equal(roads(".. .. .. .. .. ../.. .. r4 .. .. ../.. r4 r5 r6 .. ../.. .. r6"), 3);
    /* 3 4 5 6 with 6 7 8 is better than the longest road, 3 4 5 6 7 8. */
    assert_int_equal(roads(".. .. .. .. .. ../.. r3 r4 r5 r6 ../.. .. .. r6 r7 r8"), 7);
}

CASE(roads_of_both_colours_score_side_by_side)
{
    assert_int_equal(roads(".. .. .. .. .. ../r4 r5 r6 .. .. ../b4 b5 b6 b7"), 3 + 4);
}

CASE(areas_are_equal_numbers_of_any_colour)
{
    assert_int_equal(areas(".. .. .. ../.. r4 b4 ../.. b4 r4 .."), 4);
    assert_int_equal(areas(".. .. .. ../.. r4 b4 ../.. .. .. .."), 0);
    assert_int_equal(areas(".. .. .. ../.. r4 b4 ../.. .. r4 .."), 3);
    assert_int_equal(areas(".. .. .. ../.. r4 .. b4/.. .. r4 .."), 0);
    assert_int_equal(areas(".. r9 .. ../.. r9 b4 ../.. r9 r4 b4"), 3 + 3);
}

CASE(a_number_counts_in_a_road_and_in_an_area)
{
    const char *map = ".. .. .. .. .. ../.. r4 r5 r6 .. ../.. r4 .. .. .. ../.. b4";
    assert_int_equal(roads(map), 3);
    assert_int_equal(areas(map), 3);
}

CASE(the_split_shown_is_disjoint_and_worth_the_score)
{
    fixture_open(&fixture, 1, false);
    const struct royalflip_sheet sheet = picture("## r4 r5 r6 r7 ##/.. r3 .. .. .. ../.. r2 b7 b8 b9 ../.. r1 b8 b9");
    struct royalflip_road list[ROYALFLIP_ROADS];
    const int count = royalflip_split(&fixture.rules, &sheet, list);
    flip_set seen = 0;
    int points = 0;
    for (int i = 0; i < count; i++) {
        assert_int_equal(seen & list[i].cells, 0);
        seen |= list[i].cells;
        points += list[i].points;
    }
    assert_int_equal(count, 3);
    assert_int_equal(points, 8 + 3 + 3);
    assert_int_equal(points, royalflip_roads(&fixture.rules, &sheet));
}

CASE(maps_full_of_branches_are_split_exactly_too)
{
    /* Full maps on which the search takes long, found by climbing through many thousands. */
    assert_int_equal(roads("## r4 r5 r4 r5 ##/r6 r5 r6 r3 r4 r3/r5 r4 r5 r4 r5 r4/r4 r3 r4 r5 r6 r5/r5 r4 ## r4 r5 r6"),
                     21);
    assert_int_equal(roads("## r6 r7 r8 r9 ##/r4 r5 r6 r7 r8 r9/r3 r4 r5 r6 r7 r8/r2 r3 r4 r5 r4 r3/r1 r2 ## r2 r3 r2"),
                     42);
    struct royalflip_edition edition;
    memcpy(&edition, flip_royalflip.files->editions[0].data, sizeof edition);
    edition.columns = edition.rows = 8;
    edition.casino[1] = 7;
    edition.casino[2] = (uint8_t)cell_of("d5");
    fixture_open_with(&fixture, &edition, 1, false);
    const struct royalflip_sheet sheet =
        picture("## r4 r4 r5 r5 r5 r3 ##/r3 r6 r5 r5 r3 r4 r3 r4/r6 r3 r4 r5 r4 r3 r6 r5/r6 r4 r5 r6 r3 r4 r5 r6/"
                "r4 r3 r6 ## r4 r3 r4 r5/r5 r4 r5 r4 r5 r4 r3 r4/r6 r5 r4 r3 r6 r5 r4 r3/r6 r6 r5 r4 r3 r4 r3 r3");
    assert_int_equal(royalflip_roads(&fixture.rules, &sheet), 45);
}

/* --- player versus player -------------------------------------------------------------------------------------------- */

CASE(pvp_needs_two_seats)
{
    struct flip_options options;
    struct royalflip_rules rules = {0};
    flip_options_default(&flip_royalflip, &options);
    must(flip_options_set(&flip_royalflip, &options, "pvp", "true", &problem));
    assert_int_equal(royalflip_prepare(&rules, flip_royalflip.files->editions[0].data, &options, 1, &problem), -1);
    assert_non_null(strstr(problem.message, "2 seats"));
    memset(&rules, 0, sizeof rules);
    must(royalflip_prepare(&rules, flip_royalflip.files->editions[0].data, &options, 2, &problem));
}

CASE(one_to_six_seats_have_room)
{
    struct flip_options options;
    flip_options_default(&flip_royalflip, &options);
    for (int seats = 0; seats <= 7; seats++) {
        struct royalflip_rules rules = {0};
        const int outcome =
            royalflip_prepare(&rules, flip_royalflip.files->editions[0].data, &options, seats, &problem);
        assert_int_equal(outcome == 0, seats >= 1 && seats <= 6);
    }
}

CASE(pvp_seats_act_one_by_one_clockwise_each_with_its_whole_turn)
{
    fixture_open(&fixture, 3, true);
    for (int round = 0; round < 4; round++) {
        for (int i = 0; i < 3; i++) {
            struct flip_chances chances;
            flip_royalflip.rules->chances(&fixture.rules, &fixture.state, &chances);
            fixture_apply(&fixture, FLIP_DEALER, (flip_move)flip_set_first(chances.set));
        }
        for (int i = 0; i < 3; i++) {
            const int seat = (round + i) % 3;
            assert_int_equal(fixture_turn(&fixture), FLIP_BIT(seat));
            flip_move move;
            flip_royalflip.rules->moves(&fixture.rules, &fixture.state, seat, &move, 1);
            fixture_apply(&fixture, seat, move);
            assert_int_equal(fixture_turn(&fixture), FLIP_BIT(seat));
            fixture_finish_seat(&fixture, seat);
        }
    }
}

CASE(six_seats_with_the_same_cards_may_repeat_anybody_but_the_first_player)
{
    fixture_open(&fixture, 6, true);
    fixture_reveal(&fixture, "10S 8S 2H");
    fixture_play(&fixture, 0, "choose 2H 8S 10S 8");
    fixture_finish_seat(&fixture, 0);
    for (int seat = 1; seat < 6; seat++) {
        assert_int_equal(fixture_count(&fixture, seat), 5);
        assert_false(fixture_offers(&fixture, seat, "choose 2H 8S 10S 8"));
        fixture_play(&fixture, seat, "choose 10S 8S 2H 8");
        fixture_finish_seat(&fixture, seat);
    }
    fixture_reveal(&fixture, "9S 7S 3H");
    assert_int_equal(fixture_turn(&fixture), FLIP_BIT(1));
    fixture.state.sheet[1].shift = 0; /* the first space of hearts gave a box */
    assert_int_equal(fixture_count(&fixture, 1), 6);
}

CASE(without_pvp_everybody_may_take_the_same)
{
    fixture_open(&fixture, 2, false);
    fixture_reveal(&fixture, "10S 8S 2H");
    fixture_play(&fixture, 0, "choose 2H 8S 10S 8");
    assert_true(fixture_offers(&fixture, 1, "choose 2H 8S 10S 8"));
}

CASE(pvp_diamonds_score_by_majority)
{
    static const struct {
        int seats, diamonds[6], points[6];
    } cases[] = {
        {3, {3, 2, 1}, {10, 6, 0}},
        {3, {1, 2, 3}, {0, 6, 10}},
        {3, {3, 3, 1}, {6, 6, 0}},        /* a tie for most: the points for second, nobody else */
        {4, {3, 3, 3, 2}, {6, 6, 6, 0}},  /* three in front */
        {4, {4, 2, 2, 1}, {10, 6, 6, 0}}, /* a tie for second */
        {2, {3, 1}, {6, 0}},              /* two players: the most gets 6 */
        {2, {2, 2}, {6, 6}},              /* two players, a tie */
        {2, {0, 0}, {0, 0}},              /* no diamonds, no points */
        {3, {1, 0, 0}, {10, 0, 0}},       /* nor for the second place */
        {3, {0, 0, 0}, {0, 0, 0}},
        {6, {5, 4, 4, 4, 3, 0}, {10, 6, 6, 6, 0, 0}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        fixture_open(&fixture, cases[i].seats, true);
        for (int seat = 0; seat < cases[i].seats; seat++)
            fixture.state.sheet[seat].diamonds = (uint8_t)cases[i].diamonds[seat];
        for (int seat = 0; seat < cases[i].seats; seat++)
            assert_int_equal(royalflip_seat_parts(&fixture.rules, &fixture.state, seat).diamonds,
                             cases[i].points[seat]);
    }
}

/* --- reasons --------------------------------------------------------------------------------------------------------- */

static void expect_reason(int seat, flip_move move, const char *part)
{
    assert_false(flip_royalflip.rules->legal(&fixture.rules, &fixture.state, seat, move, &problem));
    if (!strstr(problem.message, part))
        fail_msg("expected a reason with '%s', got '%s'", part, problem.message);
}

CASE(an_illegal_move_is_refused_with_its_reason)
{
    const int ten = flip_card_named("10S"), eight = flip_card_named("8S"), two = flip_card_named("2H");
    fixture_open(&fixture, 2, true);
    expect_reason(0, royalflip_choose(two, eight, ten, 8), "not your turn");
    fixture_reveal(&fixture, "10S 8S 2H");
    expect_reason(1, royalflip_choose(two, eight, ten, 8), "not your turn");
    expect_reason(0, royalflip_write(3), "Choose");
    expect_reason(0, royalflip_choose(two, two, ten, 2), "three different cards");
    expect_reason(0, royalflip_choose(two, flip_card_named("9C"), ten, 9), "on show");
    expect_reason(0, royalflip_choose(two, eight, ten, 10), "need 2 ±1 boxes and have 0");
    expect_reason(0, royalflip_choose(two, eight, ten, 11), "1 to 10");
    fixture_play(&fixture, 0, "choose 2H 8S 10S 8");
    expect_reason(0, royalflip_track(2), "Write");
    expect_reason(0, royalflip_write(cell_of("a1")), "casinos");
    expect_reason(0, royalflip_write(200), "casinos");
    fixture_play(&fixture, 0, "write b2");
    expect_reason(0, royalflip_write(cell_of("b3")), "track");
    expect_reason(0, royalflip_track(1), "hearts");
    expect_reason(0, royalflip_track(29), "1 to 28");
    fixture_play(&fixture, 0, "track 13");
    expect_reason(0, royalflip_write(cell_of("b2")), "holds an 8 already");
    fixture_play(&fixture, 0, "write b3");
    expect_reason(1, royalflip_choose(two, eight, ten, 8), "The first player has taken red, 8 and ♠");
    fixture_finish_seat(&fixture, 1);
    fixture_reveal(&fixture, "9S 7S 3H");
    fixture_play(&fixture, 1, "choose 3H 7S 9S 7");
    fixture_finish_seat(&fixture, 1);
    fixture_play(&fixture, 0, "choose 7S 3H 9S 3");
    fixture_play(&fixture, 0, "write c2");
    expect_reason(0, royalflip_track(13), "only goes forward");
}

/* --- words and views ------------------------------------------------------------------------------------------------- */

static void expect_words(int seat, flip_move move, const char *fields, const char *phrase)
{
    char buffer[512];
    struct flip_json json = flip_json_in(buffer, sizeof buffer);
    flip_json_open(&json, NULL, '{');
    flip_royalflip.words->fields(&fixture.rules, &fixture.state, seat, move, &json);
    flip_json_close(&json);
    assert_string_equal(buffer, fields);
    struct flip_text text = flip_text_in(buffer, sizeof buffer);
    flip_royalflip.words->tell(&fixture.rules, &fixture.state, seat, move, &text);
    assert_string_equal(buffer, phrase);
}

CASE(moves_have_the_fields_of_the_protocol_and_a_phrase_for_people)
{
    fixture_open(&fixture, 1, false);
    fixture.state.sheet[0].shift = 2;
    expect_words(FLIP_DEALER, (flip_move)flip_card_named("QH"), "{\"kind\":\"reveal\",\"card\":\"QH\"}", "Q♥");
    fixture_reveal(&fixture, "10S 8S QH");
    const int ten = flip_card_named("10S"), eight = flip_card_named("8S"), queen = flip_card_named("QH");
    expect_words(0, royalflip_choose(queen, eight, ten, 8),
                 "{\"kind\":\"choose\",\"colour\":\"QH\",\"number\":\"8S\",\"suit\":\"10S\",\"value\":8}",
                 "chooses red from Q♥, 8 from 8♠ and ♠ from 10♠");
    expect_words(0, royalflip_choose(ten, eight, queen, 7),
                 "{\"kind\":\"choose\",\"colour\":\"10S\",\"number\":\"8S\",\"suit\":\"QH\",\"value\":7}",
                 "chooses black from 10♠, 7 from 8♠ with a ±1 box and ♥ from Q♥");
    fixture_play(&fixture, 0, "choose QH 8S 10S 8");
    expect_words(0, royalflip_write(cell_of("b2")),
                 "{\"kind\":\"write\",\"cell\":\"b2\",\"colour\":\"red\",\"number\":8}", "writes a red 8 in b2");
    fixture_play(&fixture, 0, "write b2");
    expect_words(0, royalflip_track(10), "{\"kind\":\"track\",\"space\":10,\"bonus\":\"points\",\"value\":2}",
                 "goes to space 10 on the track: 2 points");
    expect_words(0, royalflip_track(2), "{\"kind\":\"track\",\"space\":2,\"bonus\":\"diamond\"}",
                 "goes to space 2 on the track: a diamond");
}

static json_t *seat_of(json_t *view, int seat) { return json_array_get(json_object_get(view, "seats"), (size_t)seat); }

CASE(a_view_shows_the_sheet_in_the_protocols_words)
{
    fixture_open(&fixture, 1, false);
    fixture_reveal(&fixture, "10S 8S QH");
    fixture_play(&fixture, 0, "choose QH 8S 10S 8");
    fixture_play(&fixture, 0, "write b2");
    fixture_play(&fixture, 0, "track 10");
    fixture_reveal(&fixture, "9S 7S 3H");
    fixture_play(&fixture, 0, "choose 3H 7S 9S 7");
    json_t *view = fixture_view(&fixture, 0);
    const char *phase;
    int round, shift, diamonds, points, space, number;
    const char *colour;
    json_t *seat = seat_of(view, 0);
    assert_int_equal(json_unpack(view, "{s:i,s:s}", "round", &round, "phase", &phase), 0);
    assert_int_equal(round, 2);
    assert_string_equal(phase, "write");
    assert_int_equal(json_unpack(seat, "{s:{s:{s:s,s:i}},s:[i!],s:i,s:i,s:i}", "map", "b2", "colour", &colour, "number",
                                 &number, "track", &space, "shift", &shift, "diamonds", &diamonds, "points", &points),
                     0);
    assert_string_equal(colour, "red");
    assert_int_equal(number, 8);
    assert_int_equal(space, 10);
    assert_int_equal(shift, 0);
    assert_int_equal(diamonds, 0);
    assert_int_equal(points, 2);
    assert_int_equal(json_integer_value(json_object_get(json_object_get(seat, "score"), "total")), 2);
    assert_int_equal(json_integer_value(json_object_get(json_object_get(seat, "choice"), "number")), 7);
    assert_int_equal(
        json_array_size(json_object_get(json_object_get(json_object_get(view, "shared"), "sheet"), "track")), 28);
    json_decref(view);
}

CASE(others_steps_stay_hidden_until_the_round_ends)
{
    fixture_open(&fixture, 2, false);
    fixture_reveal(&fixture, "10S 8S QH");
    fixture_play(&fixture, 0, "choose QH 8S 10S 8");
    fixture_play(&fixture, 0, "write b2");
    static const int strangers[] = {1, FLIP_PUBLIC};
    for (int i = 0; i < 2; i++) {
        json_t *view = fixture_view(&fixture, strangers[i]);
        json_t *seat = seat_of(view, 0);
        assert_int_equal(json_object_size(json_object_get(seat, "map")), 0);
        assert_true(json_is_null(json_object_get(seat, "choice")));
        assert_string_equal(json_string_value(json_object_get(seat, "phase")), "choose");
        json_decref(view);
    }
    static const int knowing[] = {0, FLIP_ALL};
    for (int i = 0; i < 2; i++) {
        json_t *view = fixture_view(&fixture, knowing[i]);
        assert_int_equal(json_object_size(json_object_get(seat_of(view, 0), "map")), 1);
        assert_true(json_is_object(json_object_get(seat_of(view, 0), "choice")));
        json_decref(view);
    }
    fixture_finish_seat(&fixture, 0);
    fixture_finish_seat(&fixture, 1);
    json_t *view = fixture_view(&fixture, 1);
    assert_int_equal(json_object_size(json_object_get(seat_of(view, 0), "map")), 1);
    json_decref(view);
}

CASE(pvp_steps_are_seen_at_once)
{
    fixture_open(&fixture, 2, true);
    fixture_reveal(&fixture, "10S 8S QH");
    fixture_play(&fixture, 0, "choose QH 8S 10S 8");
    json_t *view = fixture_view(&fixture, 1);
    const char *taken;
    int first;
    assert_int_equal(json_unpack(view, "{s:{s:i,s:{s:s}}}", "shared", "first", &first, "taken", "number", &taken), 0);
    assert_int_equal(first, 0);
    assert_string_equal(taken, "8S");
    assert_int_equal(json_integer_value(json_object_get(json_object_get(seat_of(view, 0), "choice"), "number")), 8);
    json_decref(view);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(colour_of_the_queen_number_of_the_eight_suit_of_the_ten_make_a_red_8_and_spades),
        cmocka_unit_test(there_are_six_ways_to_take_colour_number_and_suit),
        cmocka_unit_test(jack_queen_and_king_stand_for_any_number_and_the_ace_is_one),
        cmocka_unit_test(a_wild_number_keeps_its_printed_colour_and_suit),
        cmocka_unit_test(each_step_of_a_number_spends_one_box),
        cmocka_unit_test(boxes_stay_in_1_to_10_without_wrapping_around),
        cmocka_unit_test(a_wild_number_spends_no_boxes),
        cmocka_unit_test(a_number_goes_into_any_free_cell_but_not_on_casinos),
        cmocka_unit_test(a_full_map_skips_write_and_leaves_the_choices_as_they_are),
        cmocka_unit_test(the_track_goes_forward_to_any_later_space_with_the_suit),
        cmocka_unit_test(the_track_must_be_walked_if_there_is_a_space),
        cmocka_unit_test(full_map_and_spent_track_end_the_round_with_the_choice),
        cmocka_unit_test(the_classic_track_is_the_reconstructed_one),
        cmocka_unit_test(a_shift_bonus_marks_one_box),
        cmocka_unit_test(a_diamond_bonus_fills_the_leftmost_empty_diamond),
        cmocka_unit_test(a_ninth_diamond_finds_no_place),
        cmocka_unit_test(a_points_bonus_scores_at_the_end),
        cmocka_unit_test(a_number_bonus_is_written_at_once_in_the_chosen_colour),
        cmocka_unit_test(a_number_bonus_is_not_changed_by_boxes),
        cmocka_unit_test(a_number_bonus_on_a_full_map_writes_nothing),
        cmocka_unit_test(the_last_free_cell_leaves_none_for_the_number_bonus),
        cmocka_unit_test(all_seats_act_at_once_on_the_same_cards),
        cmocka_unit_test(the_game_has_twelve_rounds_and_the_last_cards_stay_on_show),
        cmocka_unit_test(the_highest_total_wins),
        cmocka_unit_test(a_road_between_two_casinos_scores_twice_its_numbers),
        cmocka_unit_test(a_road_needs_three_numbers_of_one_colour_in_steps_of_one),
        cmocka_unit_test(a_road_may_turn_corners_in_every_direction),
        cmocka_unit_test(a_road_does_not_jump_from_the_last_column_to_the_first),
        cmocka_unit_test(both_ends_at_the_same_casino_connect_nothing),
        cmocka_unit_test(only_end_cells_connect_casinos),
        cmocka_unit_test(a_road_is_cut_where_a_part_of_it_connects_and_scores_more),
        cmocka_unit_test(two_roads_that_could_share_a_number_count_it_once),
        cmocka_unit_test(roads_of_both_colours_score_side_by_side),
        cmocka_unit_test(areas_are_equal_numbers_of_any_colour),
        cmocka_unit_test(a_number_counts_in_a_road_and_in_an_area),
        cmocka_unit_test(the_split_shown_is_disjoint_and_worth_the_score),
        cmocka_unit_test(maps_full_of_branches_are_split_exactly_too),
        cmocka_unit_test(pvp_needs_two_seats),
        cmocka_unit_test(one_to_six_seats_have_room),
        cmocka_unit_test(pvp_seats_act_one_by_one_clockwise_each_with_its_whole_turn),
        cmocka_unit_test(six_seats_with_the_same_cards_may_repeat_anybody_but_the_first_player),
        cmocka_unit_test(without_pvp_everybody_may_take_the_same),
        cmocka_unit_test(pvp_diamonds_score_by_majority),
        cmocka_unit_test(an_illegal_move_is_refused_with_its_reason),
        cmocka_unit_test(moves_have_the_fields_of_the_protocol_and_a_phrase_for_people),
        cmocka_unit_test(a_view_shows_the_sheet_in_the_protocols_words),
        cmocka_unit_test(others_steps_stay_hidden_until_the_round_ends),
        cmocka_unit_test(pvp_steps_are_seen_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
