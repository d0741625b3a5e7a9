/* Insert Coin to Play: what complete levels do, one by one and together. */
#include "games/insertcoin/tests/fixture.h"

/* Seat 0 completes this shape with a domino in d7 e7 (or d4 e4, where the shape has those) and nobody else has moved. */
static void complete_shape(int seats, const char *shape)
{
    fixture_begin(&fixture, seats);
    const flip_set inside = fixture.rules.shape[shape_named(&fixture, shape)];
    const bool low = (inside & squares("d7 e7")) == squares("d7 e7");
    set_level(&fixture, 0, 2, shape, low ? "d7 e7" : "d3 e3");
    fixture_turn_up(&fixture, "1");
    fixture_play(&fixture, 0, low ? "draw domino 2 d7 e7" : "draw domino 2 d3 e3");
    assert_int_equal(pad(0)->done, 2);
}

CASE(cherries_fill_any_three_free_squares_one_by_one)
{
    fixture_begin(&fixture, 1);
    set_level(&fixture, 0, 2, "cherries", "b7 c7");
    fixture_turn_up(&fixture, "1");
    fixture_play(&fixture, 0, "draw domino 2 b7 c7");
    assert_int_equal(fixture_count(&fixture, 0), 44 + 44 + 1);
    fixture_play(&fixture, 0, "fill 1 a2");
    fixture_play(&fixture, 0, "fill 3 h2");
    assert_false(fixture_offers(&fixture, 0, "fill 3 h2"));
    fixture_play(&fixture, 0, "fill 1 d8");
    assert_true(dealers_turn());
    assert_int_equal(pad(0)->lives, 3);
    assert_int_equal(pad(0)->free[0], fixture.rules.shape[0] & ~squares("a2 d8"));
    assert_int_equal(pad(0)->free[2], fixture.rules.shape[0] & ~squares("h2"));
}

CASE(declining_cherries_forfeits_the_rest_of_them)
{
    fixture_begin(&fixture, 1);
    set_level(&fixture, 0, 2, "cherries", "b7 c7");
    fixture_turn_up(&fixture, "1");
    fixture_play(&fixture, 0, "draw domino 2 b7 c7");
    fixture_play(&fixture, 0, "fill 1 a2");
    fixture_play(&fixture, 0, "decline");
    assert_true(dealers_turn());
    assert_int_equal(pad(0)->waiting_count, 0);
    assert_int_equal(pad(0)->cherries, 0);
}

CASE(cherries_end_when_no_free_square_is_left)
{
    fixture_begin(&fixture, 1);
    set_level(&fixture, 0, 1, "coin", "c7");
    set_level(&fixture, 0, 2, "cherries", "b7 c7");
    set_level(&fixture, 0, 3, "coin", "");
    fixture_turn_up(&fixture, "1");
    fixture_play(&fixture, 0, "draw domino 2 b7 c7");
    fixture_play(&fixture, 0, "fill 1 c7");
    assert_true(over());
    assert_int_equal(pad(0)->coins, 4);
}

CASE(a_skull_makes_opponents_skip_the_next_flip_without_a_life_lost)
{
    fixture_begin(&fixture, 3);
    set_level(&fixture, 0, 2, "skull", "d8 e8");
    fixture_turn_up(&fixture, "1");
    fixture_play(&fixture, 0, "draw domino 2 d8 e8");
    fixture_any(&fixture, 1);
    assert_int_equal(pad(1)->skip, 0); /* it strikes when all have finished */
    fixture_any(&fixture, 2);
    assert_int_equal(pad(0)->skip, 0);
    assert_int_equal(pad(1)->skip, 1);
    assert_int_equal(pad(2)->skip, 1);
    fixture_turn_up(&fixture, "over"); /* GAME OVER does not count as the flip that is skipped */
    assert_int_equal(pad(1)->skip, 1);
    fixture_turn_up(&fixture, "2");
    assert_int_equal(fixture_turn(&fixture), 1);
    fixture_any(&fixture, 0);
    assert_int_equal(pad(1)->lives, 3);
    fixture_turn_up(&fixture, "3");
    assert_int_equal(fixture_turn(&fixture), 7);
}

CASE(two_skulls_cost_still_one_flip_and_if_all_skip_the_next_card_is_turned)
{
    fixture_begin(&fixture, 3);
    set_level(&fixture, 0, 2, "skull", "d8 e8");
    set_level(&fixture, 1, 2, "skull", "d8 e8");
    fixture_turn_up(&fixture, "1");
    fixture_play(&fixture, 0, "draw domino 2 d8 e8");
    fixture_play(&fixture, 1, "draw domino 2 d8 e8");
    fixture_any(&fixture, 2);
    for (int seat = 0; seat < 3; seat++)
        assert_int_equal(pad(seat)->skip, 1);
    fixture_turn_up(&fixture, "2");
    assert_true(dealers_turn());
    fixture_turn_up(&fixture, "3");
    assert_int_equal(fixture_turn(&fixture), 7);
}

CASE(a_heart_brings_back_two_lives_up_to_three)
{
    static const int before[] = {1, 2, 3}, after[] = {3, 3, 3};
    for (int i = 0; i < 3; i++) {
        fixture_begin(&fixture, 1);
        set_level(&fixture, 0, 1, "heart", "d8 e8");
        pad(0)->lives = (uint8_t)before[i];
        fixture_turn_up(&fixture, "1");
        fixture_play(&fixture, 0, "draw domino 1 d8 e8");
        assert_int_equal(pad(0)->lives, after[i]);
        assert_true(dealers_turn()); /* it works by itself */
    }
}

CASE(an_alien_costs_each_opponent_a_life_and_aliens_add_up)
{
    fixture_begin(&fixture, 3);
    set_level(&fixture, 0, 2, "alien", "d7 e7");
    set_level(&fixture, 1, 2, "alien", "d7 e7");
    fixture_turn_up(&fixture, "1");
    fixture_play(&fixture, 0, "draw domino 2 d7 e7");
    fixture_play(&fixture, 1, "draw domino 2 d7 e7");
    assert_int_equal(pad(2)->lives, 3);
    fixture_play(&fixture, 2, "fill 1 a2");
    assert_int_equal(pad(0)->lives, 2);
    assert_int_equal(pad(1)->lives, 2);
    /* Three Lives of a row are gone: the last one costs a Coin. */
    assert_int_equal(pad(2)->lives, 3);
    assert_int_equal(pad(2)->coins, 2);
}

CASE(an_alien_can_end_the_game_and_strikes_in_the_last_flip_too)
{
    fixture_begin(&fixture, 2);
    set_level(&fixture, 0, 2, "alien", "d7 e7");
    pad(1)->lives = 1;
    pad(1)->coins = 0;
    fixture_turn_up(&fixture, "1");
    fixture_play(&fixture, 0, "draw domino 2 d7 e7");
    fixture_any(&fixture, 1);
    assert_true(over());
    assert_int_equal(pad(1)->lives, 0);

    fixture_begin(&fixture, 2);
    set_level(&fixture, 0, 1, "coin", "");
    set_level(&fixture, 0, 2, "alien", "d7 e7");
    set_level(&fixture, 0, 3, "coin", "");
    fixture_turn_up(&fixture, "1");
    fixture_play(&fixture, 0, "draw domino 2 d7 e7");
    fixture_any(&fixture, 1);
    assert_true(over());
    assert_int_equal(pad(1)->lives, 2);
}

CASE(a_shield_completed_in_this_flip_already_keeps_skull_and_alien_away)
{
    fixture_begin(&fixture, 3);
    set_level(&fixture, 0, 2, "alien", "d7 e7");
    set_level(&fixture, 1, 2, "shield", "d7 e7");
    set_level(&fixture, 2, 2, "skull", "d8 e8");
    fixture_turn_up(&fixture, "1");
    fixture_play(&fixture, 0, "draw domino 2 d7 e7");
    fixture_play(&fixture, 2, "draw domino 2 d8 e8");
    fixture_play(&fixture, 1, "draw domino 2 d7 e7");
    assert_int_equal(pad(1)->lives, 3);
    assert_int_equal(pad(1)->skip, 0);
    assert_int_equal(pad(2)->lives, 2);
    assert_int_equal(pad(0)->skip, 1);
    /* And from now on. */
    set_level(&fixture, 2, 1, "alien", "d7 e7");
    fixture_turn_up(&fixture, "4");
    fixture_play(&fixture, 2, "draw domino 1 d7 e7");
    fixture_any(&fixture, 1);
    assert_int_equal(pad(1)->lives, 3);
    assert_int_equal(pad(0)->lives, 2);
}

CASE(a_coin_is_a_coin_more)
{
    fixture_begin(&fixture, 1);
    set_level(&fixture, 0, 2, "coin", "e7 f7");
    fixture_turn_up(&fixture, "1");
    fixture_play(&fixture, 0, "draw domino 2 e7 f7");
    assert_int_equal(pad(0)->coins, 4);
    assert_true(dealers_turn());
}

CASE(a_potion_draws_the_other_symbol_of_the_card)
{
    complete_shape(1, "potion");
    assert_int_equal(fixture_count_of(&fixture, 0, "draw domino"), 0);
    assert_true(fixture_count_of(&fixture, 0, "draw P 1") > 100);
    assert_int_equal(fixture_count_of(&fixture, 0, "fill"), 0);
    assert_true(fixture_offers(&fixture, 0, "decline"));
    fixture_play(&fixture, 0, "draw P 1 a2 b2 c2 a3 b3");
    assert_true(dealers_turn());
}

CASE(after_a_life_a_potion_offers_both_symbols)
{
    fixture_begin(&fixture, 1);
    set_level(&fixture, 0, 2, "potion", "d7");
    fixture_turn_up(&fixture, "1");
    fixture_play(&fixture, 0, "fill 2 d7");
    assert_true(fixture_count_of(&fixture, 0, "draw domino") > 0);
    assert_true(fixture_count_of(&fixture, 0, "draw P") > 0);
}

CASE(a_potion_draws_one_symbol_even_where_it_offers_both)
{
    fixture_begin(&fixture, 1);
    set_level(&fixture, 0, 2, "potion", "d7");
    fixture_turn_up(&fixture, "1");
    fixture_play(&fixture, 0, "fill 2 d7");
    fixture_play(&fixture, 0, "draw domino 1 a2 b2");
    assert_true(dealers_turn());
    assert_int_equal(pad(0)->waiting_count, 0);
    assert_int_equal(pad(0)->free[0], fixture.rules.shape[0] & ~squares("a2 b2"));
}

CASE(a_potion_lapses_when_nothing_fits_and_a_second_one_when_both_symbols_are_drawn)
{
    fixture_begin(&fixture, 1);
    set_level(&fixture, 0, 1, "heart", "a2 h2");
    set_level(&fixture, 0, 2, "potion", "d7 e7");
    set_level(&fixture, 0, 3, "heart", "c4 d4 e4 f4");
    fixture_turn_up(&fixture, "1");
    fixture_play(&fixture, 0, "draw domino 2 d7 e7");
    assert_true(dealers_turn());

    fixture_begin(&fixture, 1);
    set_level(&fixture, 0, 1, "potion", "b6 c6 d6 b7 c7");
    set_level(&fixture, 0, 2, "potion", "d7 e7");
    fixture_turn_up(&fixture, "1");
    fixture_play(&fixture, 0, "draw domino 2 d7 e7");
    fixture_play(&fixture, 0, "draw P 1 b6 c6 d6 b7 c7");
    assert_int_equal(pad(0)->done, 3);
    assert_true(dealers_turn());
}

CASE(a_star_offers_any_symbol_of_up_to_4_squares_at_the_next_flip_and_is_spent_then)
{
    fixture_begin(&fixture, 1);
    set_level(&fixture, 0, 2, "star", "d1 e1");
    fixture_turn_up(&fixture, "1");
    fixture_play(&fixture, 0, "draw domino 2 d1 e1");
    assert_int_equal(pad(0)->star, 1);
    fixture_turn_up(&fixture, "over");
    assert_int_equal(pad(0)->star, 1);
    fixture_turn_up(&fixture, "9"); /* T or U */
    static const char *const offered[] = {"domino", "I3", "L3", "I4", "O", "T", "S", "L", "U"};
    static const char *const refused[] = {"P", "V", "W", "Y", "L5", "N"};
    char words[32];
    for (size_t i = 0; i < sizeof offered / sizeof *offered; i++) {
        snprintf(words, sizeof words, "draw %s ", offered[i]);
        assert_true(fixture_count_of(&fixture, 0, words) > 0);
    }
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        snprintf(words, sizeof words, "draw %s ", refused[i]);
        assert_int_equal(fixture_count_of(&fixture, 0, words), 0);
    }
    fixture_play(&fixture, 0, "draw O 1 a2 b2 a3 b3");
    assert_int_equal(pad(0)->star, 0);
    fixture_turn_up(&fixture, "8");
    assert_int_equal(fixture_count_of(&fixture, 0, "draw O"), 0);
}

CASE(a_star_is_spent_on_a_life_too_and_a_skipped_flip_keeps_it)
{
    fixture_begin(&fixture, 2);
    set_level(&fixture, 0, 3, "star", "");
    pad(0)->star = 1;
    pad(0)->skip = 1;
    fixture_turn_up(&fixture, "1");
    assert_int_equal(fixture_turn(&fixture), 2);
    fixture_any(&fixture, 1);
    assert_int_equal(pad(0)->star, 1);
    fixture_turn_up(&fixture, "2");
    fixture_play(&fixture, 0, "fill 1 a2");
    assert_int_equal(pad(0)->star, 0);
}

CASE(a_star_completed_with_a_star_counts_for_the_next_flip)
{
    fixture_begin(&fixture, 1);
    set_level(&fixture, 0, 2, "star", "d1 e1");
    pad(0)->star = 1;
    fixture_turn_up(&fixture, "9");
    fixture_play(&fixture, 0, "draw domino 2 d1 e1");
    assert_int_equal(pad(0)->star, 1);
}

CASE(after_a_stars_symbol_a_potion_offers_both_symbols_of_the_card)
{
    fixture_begin(&fixture, 1);
    set_level(&fixture, 0, 2, "potion", "d7 e7");
    pad(0)->star = 1;
    fixture_turn_up(&fixture, "9"); /* T or U; a domino by the star */
    fixture_play(&fixture, 0, "draw domino 2 d7 e7");
    assert_true(fixture_count_of(&fixture, 0, "draw T") > 0);
    assert_true(fixture_count_of(&fixture, 0, "draw U") > 0);
    assert_int_equal(fixture_count_of(&fixture, 0, "draw domino"), 0);
}

CASE(a_bomb_fills_a_block_or_as_much_of_it_as_is_free)
{
    fixture_begin(&fixture, 1);
    set_level(&fixture, 0, 1, "heart", "a2 b2 a4 h3 h4");
    set_level(&fixture, 0, 2, "bomb", "d8 e8");
    set_level(&fixture, 0, 3, "coin", "");
    fixture_turn_up(&fixture, "1");
    fixture_play(&fixture, 0, "draw domino 2 d8 e8");
    /* Blocks, by their upper left squares, around a2 b2, a4 and h3 h4. */
    static const char *const blocks[] = {"a1", "b1", "a2", "b2", "a3", "a4", "g2", "g3", "g4"};
    assert_int_equal(fixture_count(&fixture, 0), 9 + 1);
    for (int i = 0; i < 9; i++) {
        char move[16];
        snprintf(move, sizeof move, "fill 1 %s", blocks[i]);
        assert_true(fixture_offers(&fixture, 0, move));
    }
    fixture_play(&fixture, 0, "fill 1 a1");
    assert_int_equal(pad(0)->free[0], squares("a4 h3 h4"));
    assert_true(dealers_turn());
}

CASE(bomb_blocks_go_from_a1_to_g7_only)
{
    assert_int_equal(insertcoin_blocks(squares("h8")), squares("g7"));
    assert_int_equal(insertcoin_blocks(squares("a1")), squares("a1"));
    assert_int_equal(insertcoin_blocks(squares("h1")), squares("g1"));
    assert_int_equal(insertcoin_blocks(squares("d5")), squares("c4 d4 c5 d5"));
    assert_int_equal(flip_set_count(insertcoin_blocks(~(flip_set)0)), 49);
    assert_int_equal(insertcoin_block(54), squares("g7 h7 g8 h8"));
}

CASE(a_key_waits_until_it_saves_a_coin)
{
    fixture_begin(&fixture, 2);
    set_level(&fixture, 0, 2, "key", "d7 e7");
    fixture_turn_up(&fixture, "1");
    fixture_play(&fixture, 0, "draw domino 2 d7 e7");
    fixture_any(&fixture, 1);
    assert_int_equal(pad(0)->key, 1);
    fixture_turn_up(&fixture, "over"); /* one level is complete: nothing to save */
    assert_int_equal(pad(0)->key, 1);
    fixture.state.flips = 16;
    pad(0)->coins = 0;
    fixture_turn_up(&fixture, "over");
    assert_false(over());
    assert_int_equal(pad(0)->key, 0);
    assert_int_equal(pad(0)->coins, 0);
    assert_int_equal(pad(1)->coins, 1);
}

CASE(asked_abilities_come_in_the_order_of_completion_and_a_running_one_finishes_first)
{
    fixture_begin(&fixture, 1);
    set_level(&fixture, 0, 1, "cherries", "b7 c7");
    set_level(&fixture, 0, 2, "bomb", "d8");
    set_level(&fixture, 0, 3, "heart", "*");
    fixture_turn_up(&fixture, "1");
    fixture_play(&fixture, 0, "draw domino 1 b7 c7");
    fixture_play(&fixture, 0, "fill 2 d8"); /* completes the bomb, while two cherries are left */
    assert_int_equal(pad(0)->waiting_count, 2);
    assert_int_equal(insertcoin_running(pad(0)), INSERTCOIN_ABILITY_CHERRIES);
    json_t *view = fixture_view(&fixture, 0);
    json_t *pending = json_object_get(json_array_get(json_object_get(view, "seats"), 0), "pending");
    assert_string_equal(json_string_value(json_array_get(pending, 0)), "cherries");
    assert_string_equal(json_string_value(json_array_get(pending, 1)), "bomb");
    json_decref(view);
    assert_true(fixture_offers(&fixture, 0, "fill 3 a2"));
    assert_false(fixture_offers(&fixture, 0, "fill 3 a1"));
    fixture_play(&fixture, 0, "fill 3 a2");
    fixture_play(&fixture, 0, "fill 3 a3");
    assert_int_equal(insertcoin_running(pad(0)), INSERTCOIN_ABILITY_BOMB);
    assert_true(fixture_offers(&fixture, 0, "fill 3 a1"));
    fixture_play(&fixture, 0, "decline");
    assert_true(dealers_turn());
}

CASE(abilities_that_fill_squares_can_complete_further_levels_up_to_the_end)
{
    fixture_begin(&fixture, 1);
    set_level(&fixture, 0, 1, "bomb", "d8 e8");
    set_level(&fixture, 0, 2, "cherries", "b7 c7");
    set_level(&fixture, 0, 3, "coin", "c7 d7 e7");
    fixture_turn_up(&fixture, "1");
    fixture_play(&fixture, 0, "draw domino 1 d8 e8");
    fixture_play(&fixture, 0, "fill 2 b6");
    assert_int_equal(insertcoin_running(pad(0)), INSERTCOIN_ABILITY_CHERRIES);
    fixture_play(&fixture, 0, "fill 3 c7");
    fixture_play(&fixture, 0, "fill 3 d7");
    fixture_play(&fixture, 0, "fill 3 e7");
    assert_int_equal(pad(0)->done, 7);
    assert_int_equal(pad(0)->coins, 4);
    assert_true(over());
}

CASE(alone_skull_alien_and_shield_do_nothing)
{
    static const char *const shapes[] = {"alien", "shield", "skull"};
    for (int i = 0; i < 3; i++) {
        complete_shape(1, shapes[i]);
        assert_true(dealers_turn());
        assert_int_equal(pad(0)->lives, 3);
        assert_int_equal(pad(0)->coins, 3);
        assert_int_equal(pad(0)->skip, 0);
    }
}

CASE(abilities_without_a_choice_cannot_be_declined)
{
    static const char *const shapes[] = {"heart", "coin", "shield", "star", "key", "skull", "alien"};
    for (int i = 0; i < 7; i++) {
        complete_shape(2, shapes[i]);
        assert_int_equal(fixture_turn(&fixture), 2);
        assert_int_equal(pad(0)->waiting_count, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cherries_fill_any_three_free_squares_one_by_one),
        cmocka_unit_test(declining_cherries_forfeits_the_rest_of_them),
        cmocka_unit_test(cherries_end_when_no_free_square_is_left),
        cmocka_unit_test(a_skull_makes_opponents_skip_the_next_flip_without_a_life_lost),
        cmocka_unit_test(two_skulls_cost_still_one_flip_and_if_all_skip_the_next_card_is_turned),
        cmocka_unit_test(a_heart_brings_back_two_lives_up_to_three),
        cmocka_unit_test(an_alien_costs_each_opponent_a_life_and_aliens_add_up),
        cmocka_unit_test(an_alien_can_end_the_game_and_strikes_in_the_last_flip_too),
        cmocka_unit_test(a_shield_completed_in_this_flip_already_keeps_skull_and_alien_away),
        cmocka_unit_test(a_coin_is_a_coin_more),
        cmocka_unit_test(a_potion_draws_the_other_symbol_of_the_card),
        cmocka_unit_test(after_a_life_a_potion_offers_both_symbols),
        cmocka_unit_test(a_potion_draws_one_symbol_even_where_it_offers_both),
        cmocka_unit_test(a_potion_lapses_when_nothing_fits_and_a_second_one_when_both_symbols_are_drawn),
        cmocka_unit_test(a_star_offers_any_symbol_of_up_to_4_squares_at_the_next_flip_and_is_spent_then),
        cmocka_unit_test(a_star_is_spent_on_a_life_too_and_a_skipped_flip_keeps_it),
        cmocka_unit_test(a_star_completed_with_a_star_counts_for_the_next_flip),
        cmocka_unit_test(after_a_stars_symbol_a_potion_offers_both_symbols_of_the_card),
        cmocka_unit_test(a_bomb_fills_a_block_or_as_much_of_it_as_is_free),
        cmocka_unit_test(bomb_blocks_go_from_a1_to_g7_only),
        cmocka_unit_test(a_key_waits_until_it_saves_a_coin),
        cmocka_unit_test(asked_abilities_come_in_the_order_of_completion_and_a_running_one_finishes_first),
        cmocka_unit_test(abilities_that_fill_squares_can_complete_further_levels_up_to_the_end),
        cmocka_unit_test(alone_skull_alien_and_shield_do_nothing),
        cmocka_unit_test(abilities_without_a_choice_cannot_be_declined),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
