/* Insert Coin to Play from the set-up to the score: every rule and case of its book, by name. */
#include "games/insertcoin/tests/fixture.h"

/* --- set-up ---------------------------------------------------------------------------------------------------------- */

CASE(five_cards_are_dealt_to_seat_0_then_to_seat_1_and_three_are_kept)
{
    fixture_open(&fixture, 2, false);
    fixture_turn_up(&fixture, "30 4 12 7 1 2 3 5 6 8");
    assert_int_equal(fixture_turn(&fixture), 3);
    assert_int_equal(insertcoin_hand(&fixture.rules, &fixture.state, 0),
                     FLIP_BIT(30) | FLIP_BIT(4) | FLIP_BIT(12) | FLIP_BIT(7) | FLIP_BIT(1));
    assert_int_equal(fixture_count(&fixture, 0), 10);
    assert_int_equal(fixture_count(&fixture, 1), 10);
    assert_true(fixture_offers(&fixture, 0, "keep 4 12 30"));
    assert_false(fixture_offers(&fixture, 0, "keep 12 4 30"));
    assert_false(fixture_offers(&fixture, 0, "keep 2 3 5"));
    fixture_play(&fixture, 0, "keep 4 12 30");
    assert_int_equal(fixture_turn(&fixture), 2);
    fixture_play(&fixture, 1, "keep 2 3 8");
    assert_true(dealers_turn());
    static const char *const shapes[] = {"skull", "alien", "key"};
    for (int level = 0; level < 3; level++) {
        assert_int_equal(pad(0)->shape[level], shape_named(&fixture, shapes[level]) + 1);
        assert_int_equal(pad(0)->free[level], fixture.rules.shape[shape_named(&fixture, shapes[level])]);
    }
}

CASE(everybody_begins_with_3_lives_and_3_coins_and_all_30_cards_make_the_piles)
{
    fixture_begin(&fixture, 6);
    for (int seat = 0; seat < 6; seat++) {
        assert_int_equal(pad(seat)->lives, 3);
        assert_int_equal(pad(seat)->coins, 3);
    }
    assert_int_equal(flip_set_count(fixture.state.deck), 30);
    assert_int_equal(insertcoin_flips(&fixture.rules), 32);
    for (int i = 0; i < 6; i++)
        for (int k = 0; k < 5; k++)
            assert_int_equal(fixture.state.packet[i][k], 0);
}

CASE(in_the_draft_one_card_is_picked_and_the_others_go_to_the_next_seat)
{
    fixture_open(&fixture, 3, true);
    fixture_turn_up(&fixture, "1 2 3 4 11 12 13 14 21 22 23 24");
    assert_int_equal(fixture_count(&fixture, 0), 4);
    fixture_play(&fixture, 0, "keep 2");
    assert_int_equal(fixture_turn(&fixture), 6);
    fixture_play(&fixture, 1, "keep 11");
    fixture_play(&fixture, 2, "keep 24");
    assert_int_equal(insertcoin_hand(&fixture.rules, &fixture.state, 1), FLIP_BIT(1) | FLIP_BIT(3) | FLIP_BIT(4));
    assert_int_equal(insertcoin_hand(&fixture.rules, &fixture.state, 0), FLIP_BIT(21) | FLIP_BIT(22) | FLIP_BIT(23));
    fixture_play(&fixture, 0, "keep 21");
    fixture_play(&fixture, 1, "keep 1");
    fixture_play(&fixture, 2, "keep 14");
    assert_int_equal(insertcoin_hand(&fixture.rules, &fixture.state, 2), FLIP_BIT(3) | FLIP_BIT(4));
    fixture_play(&fixture, 2, "keep 3");
    fixture_play(&fixture, 1, "keep 23");
    fixture_play(&fixture, 0, "keep 13");
    /* The last card is taken by itself: 4 comes back to seat 0. Then three of the four picked are kept. */
    assert_int_equal(insertcoin_picked(&fixture.rules, &fixture.state, 0),
                     FLIP_BIT(2) | FLIP_BIT(21) | FLIP_BIT(13) | FLIP_BIT(4));
    assert_int_equal(insertcoin_picked(&fixture.rules, &fixture.state, 1),
                     FLIP_BIT(11) | FLIP_BIT(1) | FLIP_BIT(23) | FLIP_BIT(12));
    assert_int_equal(fixture_count(&fixture, 0), 4);
    fixture_play(&fixture, 0, "keep 2 4 13");
    fixture_play(&fixture, 1, "keep 1 11 12");
    fixture_play(&fixture, 2, "keep 3 14 24");
    assert_true(dealers_turn());
    assert_int_equal(pad(0)->shape[1], shape_named(&fixture, "skull") + 1);
    assert_int_equal(flip_set_count(fixture.state.deck), 30);
}

CASE(alone_the_draft_deals_four_cards_and_three_are_kept)
{
    fixture_open(&fixture, 1, true);
    fixture_turn_up(&fixture, "1 2 3 4");
    assert_int_equal(fixture_count(&fixture, 0), 4);
    fixture_play(&fixture, 0, "keep 1 2 4");
    assert_true(dealers_turn());
}

CASE(hands_and_picks_are_shown_to_their_owner_only)
{
    fixture_open(&fixture, 2, true);
    fixture_turn_up(&fixture, "1 2 3 4 11 12 13 14");
    fixture_play(&fixture, 0, "keep 2");
    for (int viewer = 0; viewer < 3; viewer++) {
        json_t *view = fixture_view(&fixture, viewer < 2 ? viewer : FLIP_PUBLIC);
        for (int seat = 0; seat < 2; seat++) {
            json_t *sheet = json_array_get(json_object_get(view, "seats"), (size_t)seat);
            assert_int_equal(json_object_get(sheet, "hand") != NULL, viewer == seat);
            assert_int_equal(json_object_get(sheet, "picked") != NULL, viewer == seat);
        }
        json_decref(view);
    }
    json_t *view = fixture_view(&fixture, 0);
    json_t *sheet = json_array_get(json_object_get(view, "seats"), 0);
    assert_int_equal(json_array_size(json_object_get(sheet, "hand")), 3);
    assert_int_equal(json_integer_value(json_array_get(json_object_get(sheet, "picked"), 0)), 2);
    json_decref(view);
}

CASE(dealt_cards_and_picks_are_secret_to_the_others_and_kept_cards_are_not)
{
    fixture_open(&fixture, 2, true);
    fixture_turn_up(&fixture, "1 2 3 4");
    assert_true(flip_insertcoin.knowledge->secret(&fixture.rules, &fixture.state, FLIP_DEALER, 5, 0));
    assert_false(flip_insertcoin.knowledge->secret(&fixture.rules, &fixture.state, FLIP_DEALER, 5, 1));
    assert_true(flip_insertcoin.knowledge->secret(&fixture.rules, &fixture.state, FLIP_DEALER, 5, FLIP_PUBLIC));
    fixture_turn_up(&fixture, "11 12 13 14");
    assert_true(flip_insertcoin.knowledge->secret(&fixture.rules, &fixture.state, 0, insertcoin_keep(2, 0, 0), 1));
    assert_false(flip_insertcoin.knowledge->secret(&fixture.rules, &fixture.state, 0, insertcoin_keep(2, 0, 0), 0));
    assert_false(flip_insertcoin.knowledge->secret(&fixture.rules, &fixture.state, 0, insertcoin_keep(1, 2, 3), 1));
    fixture_begin(&fixture, 2);
    assert_false(flip_insertcoin.knowledge->secret(&fixture.rules, &fixture.state, FLIP_DEALER, 5, 1));
}

CASE(too_few_cards_for_the_seats_are_refused)
{
    struct insertcoin_edition edition;
    static struct insertcoin_rules rules;
    struct flip_options options;
    memcpy(&edition, flip_insertcoin.files->editions[0].data, sizeof edition);
    edition.cards = 20;
    flip_options_default(&flip_insertcoin, &options);
    assert_int_equal(flip_insertcoin.rules->prepare(&rules, &edition, &options, 5, &problem), -1);
    assert_non_null(strstr(problem.message, "25 cards"));
    memset(&rules, 0, sizeof rules);
    assert_int_equal(flip_insertcoin.rules->prepare(&rules, &edition, &options, 4, &problem), 0);
    assert_int_equal(flip_insertcoin.rules->prepare(&rules, &edition, &options, 7, &problem), -1);
}

/* --- a flip ---------------------------------------------------------------------------------------------------------- */

CASE(game_over_has_chance_1_in_what_is_left_of_its_pile)
{
    fixture_begin(&fixture, 1);
    for (int flips = 0; flips < 32; flips++) {
        struct flip_chances chances;
        fixture.state.flips = (uint8_t)flips;
        fixture.state.game_overs = flips < 16 ? 0 : 1;
        flip_insertcoin.rules->chances(&fixture.rules, &fixture.state, &chances);
        uint32_t total = 0, card = 0;
        assert_int_equal(chances.kind, FLIP_CHANCE_LIST);
        for (int i = 0; i < chances.count; i++) {
            total += chances.list[i].weight;
            card = chances.list[i].event == 9 ? chances.list[i].weight : card;
        }
        const uint32_t left = (uint32_t)(16 - flips % 16);
        assert_int_equal(chances.list[0].event, INSERTCOIN_GAME_OVER);
        assert_int_equal(total, chances.list[0].weight * left);
        assert_int_equal(card * 30, total - chances.list[0].weight);
        /* Once it is out, only cards are left. */
        fixture.state.game_overs++;
        flip_insertcoin.rules->chances(&fixture.rules, &fixture.state, &chances);
        assert_false(flip_chances_has(&chances, INSERTCOIN_GAME_OVER));
        assert_true(flip_chances_has(&chances, 9));
    }
}

CASE(one_of_the_two_symbols_is_drawn_turned_or_mirrored_inside_one_shape)
{
    fixture_begin(&fixture, 1);
    set_level(&fixture, 0, 1, "heart", "a2 b2 c2 a3 b3");
    set_level(&fixture, 0, 2, "heart", "d4 e4");
    set_level(&fixture, 0, 3, "heart", "c6 c7 d7");
    fixture_turn_up(&fixture, "1"); /* domino or P */
    assert_int_equal(fixture_count_of(&fixture, 0, "draw P"), 1);
    assert_true(fixture_offers(&fixture, 0, "draw P 1 a2 b2 c2 a3 b3"));
    assert_int_equal(fixture_count_of(&fixture, 0, "draw domino 1"), 5);
    assert_int_equal(fixture_count_of(&fixture, 0, "draw domino 2"), 1);
    assert_int_equal(fixture_count_of(&fixture, 0, "draw domino 3"), 2);
    assert_true(fixture_offers(&fixture, 0, "draw domino 3 c6 c7"));
    assert_int_equal(fixture_count_of(&fixture, 0, "fill"), 10);
    assert_int_equal(fixture_count_of(&fixture, 0, "draw"), 9);
    fixture_play(&fixture, 0, "draw domino 1 a2 a3");
    assert_int_equal(pad(0)->free[0], squares("b2 c2 b3"));
    assert_true(dealers_turn());
}

CASE(squares_are_named_row_by_row_from_the_left)
{
    fixture_begin(&fixture, 1);
    set_level(&fixture, 0, 1, "heart", "f1 g1 g2 h2 h3");
    fixture_turn_up(&fixture, "3"); /* O or W */
    assert_true(fixture_offers(&fixture, 0, "draw W 1 f1 g1 g2 h2 h3"));
    assert_false(fixture_offers(&fixture, 0, "draw W 1 g1 f1 g2 h2 h3"));
}

CASE(symbols_do_not_reach_around_the_edge_of_the_box)
{
    fixture_begin(&fixture, 1);
    set_level(&fixture, 0, 1, "heart", "h2 a3");
    set_level(&fixture, 0, 2, "heart", "");
    set_level(&fixture, 0, 3, "heart", "");
    fixture_turn_up(&fixture, "1");
    assert_int_equal(fixture_count(&fixture, 0), 2);
}

CASE(a_life_fills_one_square_always_and_is_the_only_way_if_nothing_fits)
{
    fixture_begin(&fixture, 1);
    set_level(&fixture, 0, 1, "heart", "a2 d4");
    set_level(&fixture, 0, 2, "heart", "e3");
    set_level(&fixture, 0, 3, "heart", "h3");
    fixture_turn_up(&fixture, "1");
    assert_int_equal(fixture_count(&fixture, 0), 4);
    assert_true(fixture_offers(&fixture, 0, "fill 1 a2"));
    fixture_play(&fixture, 0, "fill 1 d4");
    assert_int_equal(pad(0)->lives, 2);
    assert_int_equal(pad(0)->free[0], squares("a2"));
    fixture_begin(&fixture, 1);
    fixture_turn_up(&fixture, "1");
    assert_true(fixture_offers(&fixture, 0, "fill 3 c5"));
}

CASE(seats_draw_at_the_same_time_and_see_each_other_after_the_flip)
{
    fixture_begin(&fixture, 2);
    fixture_turn_up(&fixture, "1");
    assert_int_equal(fixture_turn(&fixture), 3);
    fixture_play(&fixture, 1, "fill 1 a2");
    json_t *view = fixture_view(&fixture, 0);
    json_t *other = json_array_get(json_object_get(view, "seats"), 1);
    assert_int_equal(json_integer_value(json_object_get(other, "lives")), 3);
    json_decref(view);
    fixture_play(&fixture, 0, "draw domino 1 a2 b2");
    view = fixture_view(&fixture, 0);
    other = json_array_get(json_object_get(view, "seats"), 1);
    assert_int_equal(json_integer_value(json_object_get(other, "lives")), 2);
    json_t *level = json_array_get(json_object_get(other, "levels"), 0);
    assert_string_equal(json_string_value(json_array_get(json_object_get(level, "rows"), 1)), "x#######");
    assert_string_equal(json_string_value(json_array_get(json_object_get(level, "rows"), 0)), ".##..##.");
    json_decref(view);
}

/* --- Lives and Coins ------------------------------------------------------------------------------------------------- */

CASE(the_last_life_of_a_row_costs_a_coin_and_three_lives_come)
{
    fixture_begin(&fixture, 1);
    pad(0)->lives = 1;
    fixture_turn_up(&fixture, "1");
    fixture_play(&fixture, 0, "fill 1 a2");
    assert_int_equal(pad(0)->coins, 2);
    assert_int_equal(pad(0)->lives, 3);
    assert_true(dealers_turn());
}

CASE(there_is_a_row_of_lives_for_every_coin)
{
    fixture_begin(&fixture, 1);
    char card[16], move[32];
    for (int i = 0; i < 12; i++) {
        assert_false(over());
        snprintf(card, sizeof card, "%d", i + 1);
        fixture_turn_up(&fixture, card);
        snprintf(move, sizeof move, "fill 1 %c%d", 'a' + i % 8, 2 + i / 8);
        fixture_play(&fixture, 0, move);
        const int lost = i + 1;
        assert_int_equal(pad(0)->coins, lost < 12 ? 3 - lost / 3 : 0);
        assert_int_equal(pad(0)->lives, lost < 12 ? 3 - lost % 3 : 0);
    }
    assert_true(over());
}

CASE(without_a_coin_the_game_ends_after_this_flip_which_all_finish)
{
    fixture_begin(&fixture, 3);
    pad(1)->lives = 1;
    pad(1)->coins = 0;
    fixture_turn_up(&fixture, "1");
    fixture_play(&fixture, 1, "fill 1 a2");
    assert_false(over());
    assert_int_equal(fixture_turn(&fixture), 5);
    fixture_play(&fixture, 0, "draw domino 1 a2 b2");
    fixture_play(&fixture, 2, "draw domino 1 a2 b2");
    assert_true(over());
    assert_int_equal(pad(1)->free[0], fixture.rules.shape[0] & ~squares("a2"));
}

CASE(out_of_lives_and_coins_ends_the_game_whatever_coin_or_heart_then_give)
{
    static const char *const shapes[] = {"coin", "heart"};
    for (int i = 0; i < 2; i++) {
        fixture_begin(&fixture, 1);
        set_level(&fixture, 0, 2, shapes[i], "d7");
        pad(0)->lives = 1;
        pad(0)->coins = 0;
        fixture_turn_up(&fixture, "1");
        fixture_play(&fixture, 0, "fill 2 d7");
        assert_true(over());
        assert_int_equal(pad(0)->coins, i == 0 ? 1 : 0);
        assert_int_equal(pad(0)->lives, i == 0 ? 0 : 2);
    }
}

CASE(the_life_is_lost_and_the_coin_inserted_before_the_square_is_filled)
{
    fixture_begin(&fixture, 1);
    set_level(&fixture, 0, 1, "heart", "a2");
    pad(0)->lives = 1;
    fixture_turn_up(&fixture, "1");
    fixture_play(&fixture, 0, "fill 1 a2"); /* a Coin, three Lives, and the heart has nothing to bring back */
    assert_int_equal(pad(0)->coins, 2);
    assert_int_equal(pad(0)->lives, 3);
}

/* --- GAME OVER --------------------------------------------------------------------------------------------------------- */

CASE(the_first_game_over_costs_a_coin_without_a_complete_level_the_second_with_fewer_than_two)
{
    for (int second = 0; second < 2; second++) {
        fixture_begin(&fixture, 4);
        for (int seat = 0; seat < 3; seat++)
            for (int level = 1; level <= seat; level++)
                set_level(&fixture, seat, level, "coin", "");
        if (second) {
            fixture.state.flips = 16;
            fixture.state.game_overs = 1;
        }
        fixture_turn_up(&fixture, "over");
        assert_int_equal(pad(0)->coins, 2);
        assert_int_equal(pad(1)->coins, second ? 2 : 3);
        assert_int_equal(pad(2)->coins, 3);
        assert_int_equal(pad(3)->coins, 2);
        assert_int_equal(pad(0)->lives, 3);
        assert_true(dealers_turn()); /* no drawing turn */
    }
}

static const json_t *shown_card(json_t *view) { return json_object_get(json_object_get(view, "shared"), "card"); }

CASE(game_over_lies_on_the_last_card_until_the_next_one_is_turned)
{
    fixture_begin(&fixture, 1);
    fixture_turn_up(&fixture, "1");
    fixture_any(&fixture, 0);
    fixture_turn_up(&fixture, "over");
    json_t *view = fixture_view(&fixture, 0);
    assert_string_equal(json_string_value(shown_card(view)), "over");
    assert_int_equal(json_array_size(json_object_get(json_object_get(view, "shared"), "symbols")), 0);
    json_decref(view);
    assert_int_equal(fixture.state.over_shown, 1);
    fixture_turn_up(&fixture, "8");
    view = fixture_view(&fixture, 0);
    assert_int_equal(json_integer_value(shown_card(view)), 8);
    json_decref(view);
    assert_int_equal(fixture.state.over_shown, 0);
}

CASE(who_cannot_pay_ends_the_game_at_once_and_the_others_still_pay)
{
    fixture_begin(&fixture, 3);
    pad(0)->coins = 0;
    fixture_turn_up(&fixture, "over");
    assert_true(over());
    assert_int_equal(pad(0)->coins, 0);
    assert_int_equal(pad(1)->coins, 2);
    assert_int_equal(pad(2)->coins, 2);
    json_t *view = fixture_view(&fixture, 0);
    json_t *shared = json_object_get(view, "shared");
    assert_string_equal(json_string_value(json_object_get(shared, "card")), "over");
    assert_int_equal(json_integer_value(json_object_get(shared, "game_overs")), 1);
    json_decref(view);
}

CASE(zero_coins_are_enough_for_who_need_not_pay)
{
    fixture_begin(&fixture, 2);
    set_level(&fixture, 0, 1, "coin", "");
    pad(0)->coins = 0;
    fixture_turn_up(&fixture, "over");
    assert_false(over());
}

/* --- the end ----------------------------------------------------------------------------------------------------------- */

CASE(the_game_ends_after_the_flip_in_which_somebody_completed_all_levels)
{
    fixture_begin(&fixture, 2);
    set_level(&fixture, 0, 1, "coin", "");
    set_level(&fixture, 0, 2, "coin", "");
    set_level(&fixture, 0, 3, "coin", "c7 d7");
    fixture_turn_up(&fixture, "1");
    fixture_play(&fixture, 0, "draw domino 3 c7 d7");
    assert_int_equal(fixture_turn(&fixture), 2);
    fixture_play(&fixture, 1, "draw domino 1 a2 b2");
    assert_true(over());
    assert_int_equal(pad(0)->coins, 4);
}

CASE(the_deck_is_empty_after_card_32_is_played)
{
    for (int last_is_over = 0; last_is_over < 2; last_is_over++) {
        fixture_begin(&fixture, 1);
        set_level(&fixture, 0, 1, "coin", "");
        set_level(&fixture, 0, 2, "coin", "");
        char card[16];
        int next = 1;
        for (int flip = 0; flip < 32; flip++) {
            assert_false(over());
            assert_true(dealers_turn());
            const bool game_over = flip == 3 || flip == (last_is_over ? 31 : 20);
            snprintf(card, sizeof card, "%d", next);
            fixture_turn_up(&fixture, game_over ? "over" : card);
            next += !game_over;
            if (!game_over) {
                pad(0)->free[2] = fixture.rules.shape[0];
                fixture_any(&fixture, 0);
            }
        }
        assert_true(over());
        assert_int_equal(fixture.state.flips, 32);
        assert_int_equal(fixture.state.deck, 0);
    }
}

/* --- score ------------------------------------------------------------------------------------------------------------- */

CASE(the_example_of_the_rulebook_scores_41)
{
    fixture_begin(&fixture, 1);
    set_level(&fixture, 0, 1, "coin", "*");
    set_level(&fixture, 0, 2, "heart", "");
    set_level(&fixture, 0, 3, "potion", "*");
    fixture.rules.edition.shape[shape_named(&fixture, "coin")].value = 20;
    fixture.rules.edition.shape[shape_named(&fixture, "heart")].value = 30;
    fixture.rules.edition.shape[shape_named(&fixture, "potion")].value = 20;
    while (flip_set_count(pad(0)->free[0]) > 14)
        pad(0)->free[0] = flip_set_rest(pad(0)->free[0]);
    while (flip_set_count(pad(0)->free[2]) > 23)
        pad(0)->free[2] = flip_set_rest(pad(0)->free[2]);
    pad(0)->coins = 1;
    pad(0)->lives = 2;
    const struct insertcoin_parts parts = insertcoin_seat_parts(&fixture.rules, pad(0));
    assert_int_equal(parts.level[0], 6);
    assert_int_equal(parts.level[1], 30);
    assert_int_equal(parts.level[2], 0);
    assert_int_equal(parts.coins, 3);
    assert_int_equal(parts.lives, 2);
    assert_int_equal(parts.total, 41);
    assert_int_equal(result().score[0], 41);
    char buffer[200];
    struct flip_json json = flip_json_in(buffer, sizeof buffer);
    flip_json_open(&json, NULL, '{');
    flip_insertcoin.words->breakdown(&fixture.rules, &fixture.state, 0, &json);
    flip_json_close(&json);
    assert_string_equal(buffer, "{\"levels\":36,\"coins\":3,\"lives\":2}");
}

CASE(most_points_win_then_more_complete_levels_then_it_is_shared)
{
    fixture_begin(&fixture, 3);
    fixture.state.stage = INSERTCOIN_OVER;
    for (int seat = 0; seat < 3; seat++) {
        set_level(&fixture, seat, 1, "coin", "");
        set_level(&fixture, seat, 2, "coin", "*");
        set_level(&fixture, seat, 3, "coin", "*");
    }
    assert_int_equal(result().winners, 7);
    pad(1)->coins = 4;
    assert_int_equal(result().winners, 2);
    /* Seat 2: the same points with two complete levels. */
    set_level(&fixture, 2, 2, "key", "");
    fixture.rules.edition.shape[shape_named(&fixture, "key")].value = 15;
    pad(1)->coins = 3 + 15 / 3;
    assert_int_equal(result().score[1], result().score[2]);
    assert_int_equal(result().winners, 4);
    fixture.state.stage = INSERTCOIN_FLIPPING;
    assert_int_equal(result().winners, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(five_cards_are_dealt_to_seat_0_then_to_seat_1_and_three_are_kept),
        cmocka_unit_test(everybody_begins_with_3_lives_and_3_coins_and_all_30_cards_make_the_piles),
        cmocka_unit_test(in_the_draft_one_card_is_picked_and_the_others_go_to_the_next_seat),
        cmocka_unit_test(alone_the_draft_deals_four_cards_and_three_are_kept),
        cmocka_unit_test(hands_and_picks_are_shown_to_their_owner_only),
        cmocka_unit_test(dealt_cards_and_picks_are_secret_to_the_others_and_kept_cards_are_not),
        cmocka_unit_test(too_few_cards_for_the_seats_are_refused),
        cmocka_unit_test(game_over_has_chance_1_in_what_is_left_of_its_pile),
        cmocka_unit_test(one_of_the_two_symbols_is_drawn_turned_or_mirrored_inside_one_shape),
        cmocka_unit_test(squares_are_named_row_by_row_from_the_left),
        cmocka_unit_test(symbols_do_not_reach_around_the_edge_of_the_box),
        cmocka_unit_test(a_life_fills_one_square_always_and_is_the_only_way_if_nothing_fits),
        cmocka_unit_test(seats_draw_at_the_same_time_and_see_each_other_after_the_flip),
        cmocka_unit_test(the_last_life_of_a_row_costs_a_coin_and_three_lives_come),
        cmocka_unit_test(there_is_a_row_of_lives_for_every_coin),
        cmocka_unit_test(without_a_coin_the_game_ends_after_this_flip_which_all_finish),
        cmocka_unit_test(out_of_lives_and_coins_ends_the_game_whatever_coin_or_heart_then_give),
        cmocka_unit_test(the_life_is_lost_and_the_coin_inserted_before_the_square_is_filled),
        cmocka_unit_test(the_first_game_over_costs_a_coin_without_a_complete_level_the_second_with_fewer_than_two),
        cmocka_unit_test(game_over_lies_on_the_last_card_until_the_next_one_is_turned),
        cmocka_unit_test(who_cannot_pay_ends_the_game_at_once_and_the_others_still_pay),
        cmocka_unit_test(zero_coins_are_enough_for_who_need_not_pay),
        cmocka_unit_test(the_game_ends_after_the_flip_in_which_somebody_completed_all_levels),
        cmocka_unit_test(the_deck_is_empty_after_card_32_is_played),
        cmocka_unit_test(the_example_of_the_rulebook_scores_41),
        cmocka_unit_test(most_points_win_then_more_complete_levels_then_it_is_shared),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
