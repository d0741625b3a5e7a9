/* Insert Coin to Play: what complete levels do, one by one and together. */
#include "games/insertcoin/tests/fixture.h"

/* Seat 0 completes this shape with a domino in d7 e7 (or d4 e4, where the shape has those) and nobody else has moved. */
static void complete_shape(int seats, const char *shape)
{
    desk_begin(&desk, seats);
    const flip_set inside = desk.rules.shape[shape_named(&desk, shape)];
    const bool low = (inside & squares("d7 e7")) == squares("d7 e7");
    set_level(&desk, 0, 2, shape, low ? "d7 e7" : "d3 e3");
    desk_turn_up(&desk, "1");
    desk_play(&desk, 0, low ? "draw domino 2 d7 e7" : "draw domino 2 d3 e3");
    assert_int_equal(pad(0)->done, 2);
}

CASE(cherries_fill_any_three_free_squares_one_by_one)
{
    desk_begin(&desk, 1);
    set_level(&desk, 0, 2, "cherries", "b7 c7");
    desk_turn_up(&desk, "1");
    desk_play(&desk, 0, "draw domino 2 b7 c7");
    assert_int_equal(desk_count(&desk, 0), 44 + 44 + 1);
    desk_play(&desk, 0, "fill 1 a2");
    desk_play(&desk, 0, "fill 3 h2");
    assert_false(desk_offers(&desk, 0, "fill 3 h2"));
    desk_play(&desk, 0, "fill 1 d8");
    assert_true(dealers_turn());
    assert_int_equal(pad(0)->lives, 3);
    assert_int_equal(pad(0)->free[0], desk.rules.shape[0] & ~squares("a2 d8"));
    assert_int_equal(pad(0)->free[2], desk.rules.shape[0] & ~squares("h2"));
}

CASE(declining_cherries_forfeits_the_rest_of_them)
{
    desk_begin(&desk, 1);
    set_level(&desk, 0, 2, "cherries", "b7 c7");
    desk_turn_up(&desk, "1");
    desk_play(&desk, 0, "draw domino 2 b7 c7");
    desk_play(&desk, 0, "fill 1 a2");
    desk_play(&desk, 0, "decline");
    assert_true(dealers_turn());
    assert_int_equal(pad(0)->waiting_count, 0);
    assert_int_equal(pad(0)->cherries, 0);
}

CASE(cherries_end_when_no_free_square_is_left)
{
    desk_begin(&desk, 1);
    set_level(&desk, 0, 1, "coin", "c7");
    set_level(&desk, 0, 2, "cherries", "b7 c7");
    set_level(&desk, 0, 3, "coin", "");
    desk_turn_up(&desk, "1");
    desk_play(&desk, 0, "draw domino 2 b7 c7");
    desk_play(&desk, 0, "fill 1 c7");
    assert_true(over());
    assert_int_equal(pad(0)->coins, 4);
}

CASE(a_skull_makes_opponents_skip_the_next_flip_without_a_life_lost)
{
    desk_begin(&desk, 3);
    set_level(&desk, 0, 2, "skull", "d8 e8");
    desk_turn_up(&desk, "1");
    desk_play(&desk, 0, "draw domino 2 d8 e8");
    desk_any(&desk, 1);
    assert_int_equal(pad(1)->skip, 0); /* it strikes when all have finished */
    desk_any(&desk, 2);
    assert_int_equal(pad(0)->skip, 0);
    assert_int_equal(pad(1)->skip, 1);
    assert_int_equal(pad(2)->skip, 1);
    desk_turn_up(&desk, "over"); /* GAME OVER does not count as the flip that is skipped */
    assert_int_equal(pad(1)->skip, 1);
    desk_turn_up(&desk, "2");
    assert_int_equal(desk_turn(&desk), 1);
    desk_any(&desk, 0);
    assert_int_equal(pad(1)->lives, 3);
    desk_turn_up(&desk, "3");
    assert_int_equal(desk_turn(&desk), 7);
}

CASE(two_skulls_cost_still_one_flip_and_if_all_skip_the_next_card_is_turned)
{
    desk_begin(&desk, 3);
    set_level(&desk, 0, 2, "skull", "d8 e8");
    set_level(&desk, 1, 2, "skull", "d8 e8");
    desk_turn_up(&desk, "1");
    desk_play(&desk, 0, "draw domino 2 d8 e8");
    desk_play(&desk, 1, "draw domino 2 d8 e8");
    desk_any(&desk, 2);
    for (int seat = 0; seat < 3; seat++)
        assert_int_equal(pad(seat)->skip, 1);
    desk_turn_up(&desk, "2");
    assert_true(dealers_turn());
    desk_turn_up(&desk, "3");
    assert_int_equal(desk_turn(&desk), 7);
}

CASE(a_heart_brings_back_two_lives_up_to_three)
{
    static const int before[] = {1, 2, 3}, after[] = {3, 3, 3};
    for (int i = 0; i < 3; i++) {
        desk_begin(&desk, 1);
        set_level(&desk, 0, 1, "heart", "d8 e8");
        pad(0)->lives = (uint8_t)before[i];
        desk_turn_up(&desk, "1");
        desk_play(&desk, 0, "draw domino 1 d8 e8");
        assert_int_equal(pad(0)->lives, after[i]);
        assert_true(dealers_turn()); /* it works by itself */
    }
}

CASE(an_alien_costs_each_opponent_a_life_and_aliens_add_up)
{
    desk_begin(&desk, 3);
    set_level(&desk, 0, 2, "alien", "d7 e7");
    set_level(&desk, 1, 2, "alien", "d7 e7");
    desk_turn_up(&desk, "1");
    desk_play(&desk, 0, "draw domino 2 d7 e7");
    desk_play(&desk, 1, "draw domino 2 d7 e7");
    assert_int_equal(pad(2)->lives, 3);
    desk_play(&desk, 2, "fill 1 a2");
    assert_int_equal(pad(0)->lives, 2);
    assert_int_equal(pad(1)->lives, 2);
    /* Three Lives of a row are gone: the last one costs a Coin. */
    assert_int_equal(pad(2)->lives, 3);
    assert_int_equal(pad(2)->coins, 2);
}

CASE(an_alien_can_end_the_game_and_strikes_in_the_last_flip_too)
{
    desk_begin(&desk, 2);
    set_level(&desk, 0, 2, "alien", "d7 e7");
    pad(1)->lives = 1;
    pad(1)->coins = 0;
    desk_turn_up(&desk, "1");
    desk_play(&desk, 0, "draw domino 2 d7 e7");
    desk_any(&desk, 1);
    assert_true(over());
    assert_int_equal(pad(1)->lives, 0);

    desk_begin(&desk, 2);
    set_level(&desk, 0, 1, "coin", "");
    set_level(&desk, 0, 2, "alien", "d7 e7");
    set_level(&desk, 0, 3, "coin", "");
    desk_turn_up(&desk, "1");
    desk_play(&desk, 0, "draw domino 2 d7 e7");
    desk_any(&desk, 1);
    assert_true(over());
    assert_int_equal(pad(1)->lives, 2);
}

CASE(a_shield_completed_in_this_flip_already_keeps_skull_and_alien_away)
{
    desk_begin(&desk, 3);
    set_level(&desk, 0, 2, "alien", "d7 e7");
    set_level(&desk, 1, 2, "shield", "d7 e7");
    set_level(&desk, 2, 2, "skull", "d8 e8");
    desk_turn_up(&desk, "1");
    desk_play(&desk, 0, "draw domino 2 d7 e7");
    desk_play(&desk, 2, "draw domino 2 d8 e8");
    desk_play(&desk, 1, "draw domino 2 d7 e7");
    assert_int_equal(pad(1)->lives, 3);
    assert_int_equal(pad(1)->skip, 0);
    assert_int_equal(pad(2)->lives, 2);
    assert_int_equal(pad(0)->skip, 1);
    /* And from now on. */
    set_level(&desk, 2, 1, "alien", "d7 e7");
    desk_turn_up(&desk, "4");
    desk_play(&desk, 2, "draw domino 1 d7 e7");
    desk_any(&desk, 1);
    assert_int_equal(pad(1)->lives, 3);
    assert_int_equal(pad(0)->lives, 2);
}

CASE(a_coin_is_a_coin_more)
{
    desk_begin(&desk, 1);
    set_level(&desk, 0, 2, "coin", "e7 f7");
    desk_turn_up(&desk, "1");
    desk_play(&desk, 0, "draw domino 2 e7 f7");
    assert_int_equal(pad(0)->coins, 4);
    assert_true(dealers_turn());
}

CASE(a_potion_draws_the_other_symbol_of_the_card)
{
    complete_shape(1, "potion");
    assert_int_equal(desk_count_of(&desk, 0, "draw domino"), 0);
    assert_true(desk_count_of(&desk, 0, "draw P 1") > 100);
    assert_int_equal(desk_count_of(&desk, 0, "fill"), 0);
    assert_true(desk_offers(&desk, 0, "decline"));
    desk_play(&desk, 0, "draw P 1 a2 b2 c2 a3 b3");
    assert_true(dealers_turn());
}

CASE(after_a_life_a_potion_offers_both_symbols)
{
    desk_begin(&desk, 1);
    set_level(&desk, 0, 2, "potion", "d7");
    desk_turn_up(&desk, "1");
    desk_play(&desk, 0, "fill 2 d7");
    assert_true(desk_count_of(&desk, 0, "draw domino") > 0);
    assert_true(desk_count_of(&desk, 0, "draw P") > 0);
}

CASE(a_potion_draws_one_symbol_even_where_it_offers_both)
{
    desk_begin(&desk, 1);
    set_level(&desk, 0, 2, "potion", "d7");
    desk_turn_up(&desk, "1");
    desk_play(&desk, 0, "fill 2 d7");
    desk_play(&desk, 0, "draw domino 1 a2 b2");
    assert_true(dealers_turn());
    assert_int_equal(pad(0)->waiting_count, 0);
    assert_int_equal(pad(0)->free[0], desk.rules.shape[0] & ~squares("a2 b2"));
}

CASE(a_potion_lapses_when_nothing_fits_and_a_second_one_when_both_symbols_are_drawn)
{
    desk_begin(&desk, 1);
    set_level(&desk, 0, 1, "heart", "a2 h2");
    set_level(&desk, 0, 2, "potion", "d7 e7");
    set_level(&desk, 0, 3, "heart", "c4 d4 e4 f4");
    desk_turn_up(&desk, "1");
    desk_play(&desk, 0, "draw domino 2 d7 e7");
    assert_true(dealers_turn());

    desk_begin(&desk, 1);
    set_level(&desk, 0, 1, "potion", "b6 c6 d6 b7 c7");
    set_level(&desk, 0, 2, "potion", "d7 e7");
    desk_turn_up(&desk, "1");
    desk_play(&desk, 0, "draw domino 2 d7 e7");
    desk_play(&desk, 0, "draw P 1 b6 c6 d6 b7 c7");
    assert_int_equal(pad(0)->done, 3);
    assert_true(dealers_turn());
}

CASE(a_star_offers_any_symbol_of_up_to_4_squares_at_the_next_flip_and_is_spent_then)
{
    desk_begin(&desk, 1);
    set_level(&desk, 0, 2, "star", "d1 e1");
    desk_turn_up(&desk, "1");
    desk_play(&desk, 0, "draw domino 2 d1 e1");
    assert_int_equal(pad(0)->star, 1);
    desk_turn_up(&desk, "over");
    assert_int_equal(pad(0)->star, 1);
    desk_turn_up(&desk, "9"); /* T or U */
    static const char *const offered[] = {"domino", "I3", "L3", "I4", "O", "T", "S", "L", "U"};
    static const char *const refused[] = {"P", "V", "W", "Y", "L5", "N"};
    char words[32];
    for (size_t i = 0; i < sizeof offered / sizeof *offered; i++) {
        snprintf(words, sizeof words, "draw %s ", offered[i]);
        assert_true(desk_count_of(&desk, 0, words) > 0);
    }
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        snprintf(words, sizeof words, "draw %s ", refused[i]);
        assert_int_equal(desk_count_of(&desk, 0, words), 0);
    }
    desk_play(&desk, 0, "draw O 1 a2 b2 a3 b3");
    assert_int_equal(pad(0)->star, 0);
    desk_turn_up(&desk, "8");
    assert_int_equal(desk_count_of(&desk, 0, "draw O"), 0);
}

CASE(a_star_is_spent_on_a_life_too_and_a_skipped_flip_keeps_it)
{
    desk_begin(&desk, 2);
    set_level(&desk, 0, 3, "star", "");
    pad(0)->star = 1;
    pad(0)->skip = 1;
    desk_turn_up(&desk, "1");
    assert_int_equal(desk_turn(&desk), 2);
    desk_any(&desk, 1);
    assert_int_equal(pad(0)->star, 1);
    desk_turn_up(&desk, "2");
    desk_play(&desk, 0, "fill 1 a2");
    assert_int_equal(pad(0)->star, 0);
}

CASE(a_star_completed_with_a_star_counts_for_the_next_flip)
{
    desk_begin(&desk, 1);
    set_level(&desk, 0, 2, "star", "d1 e1");
    pad(0)->star = 1;
    desk_turn_up(&desk, "9");
    desk_play(&desk, 0, "draw domino 2 d1 e1");
    assert_int_equal(pad(0)->star, 1);
}

CASE(after_a_stars_symbol_a_potion_offers_both_symbols_of_the_card)
{
    desk_begin(&desk, 1);
    set_level(&desk, 0, 2, "potion", "d7 e7");
    pad(0)->star = 1;
    desk_turn_up(&desk, "9"); /* T or U; a domino by the star */
    desk_play(&desk, 0, "draw domino 2 d7 e7");
    assert_true(desk_count_of(&desk, 0, "draw T") > 0);
    assert_true(desk_count_of(&desk, 0, "draw U") > 0);
    assert_int_equal(desk_count_of(&desk, 0, "draw domino"), 0);
}

CASE(a_bomb_fills_a_block_or_as_much_of_it_as_is_free)
{
    desk_begin(&desk, 1);
    set_level(&desk, 0, 1, "heart", "a2 b2 a4 h3 h4");
    set_level(&desk, 0, 2, "bomb", "d8 e8");
    set_level(&desk, 0, 3, "coin", "");
    desk_turn_up(&desk, "1");
    desk_play(&desk, 0, "draw domino 2 d8 e8");
    /* Blocks, by their upper left squares, around a2 b2, a4 and h3 h4. */
    static const char *const blocks[] = {"a1", "b1", "a2", "b2", "a3", "a4", "g2", "g3", "g4"};
    assert_int_equal(desk_count(&desk, 0), 9 + 1);
    for (int i = 0; i < 9; i++) {
        char move[16];
        snprintf(move, sizeof move, "fill 1 %s", blocks[i]);
        assert_true(desk_offers(&desk, 0, move));
    }
    desk_play(&desk, 0, "fill 1 a1");
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
    desk_begin(&desk, 2);
    set_level(&desk, 0, 2, "key", "d7 e7");
    desk_turn_up(&desk, "1");
    desk_play(&desk, 0, "draw domino 2 d7 e7");
    desk_any(&desk, 1);
    assert_int_equal(pad(0)->key, 1);
    desk_turn_up(&desk, "over"); /* one level is complete: nothing to save */
    assert_int_equal(pad(0)->key, 1);
    desk.state.flips = 16;
    pad(0)->coins = 0;
    desk_turn_up(&desk, "over");
    assert_false(over());
    assert_int_equal(pad(0)->key, 0);
    assert_int_equal(pad(0)->coins, 0);
    assert_int_equal(pad(1)->coins, 1);
}

CASE(asked_abilities_come_in_the_order_of_completion_and_a_running_one_finishes_first)
{
    desk_begin(&desk, 1);
    set_level(&desk, 0, 1, "cherries", "b7 c7");
    set_level(&desk, 0, 2, "bomb", "d8");
    set_level(&desk, 0, 3, "heart", "*");
    desk_turn_up(&desk, "1");
    desk_play(&desk, 0, "draw domino 1 b7 c7");
    desk_play(&desk, 0, "fill 2 d8"); /* completes the bomb, while two cherries are left */
    assert_int_equal(pad(0)->waiting_count, 2);
    assert_int_equal(insertcoin_running(pad(0)), INSERTCOIN_ABILITY_CHERRIES);
    json_t *view = desk_view(&desk, 0);
    json_t *pending = json_object_get(json_array_get(json_object_get(view, "seats"), 0), "pending");
    assert_string_equal(json_string_value(json_array_get(pending, 0)), "cherries");
    assert_string_equal(json_string_value(json_array_get(pending, 1)), "bomb");
    json_decref(view);
    assert_true(desk_offers(&desk, 0, "fill 3 a2"));
    assert_false(desk_offers(&desk, 0, "fill 3 a1"));
    desk_play(&desk, 0, "fill 3 a2");
    desk_play(&desk, 0, "fill 3 a3");
    assert_int_equal(insertcoin_running(pad(0)), INSERTCOIN_ABILITY_BOMB);
    assert_true(desk_offers(&desk, 0, "fill 3 a1"));
    desk_play(&desk, 0, "decline");
    assert_true(dealers_turn());
}

CASE(abilities_that_fill_squares_can_complete_further_levels_up_to_the_end)
{
    desk_begin(&desk, 1);
    set_level(&desk, 0, 1, "bomb", "d8 e8");
    set_level(&desk, 0, 2, "cherries", "b7 c7");
    set_level(&desk, 0, 3, "coin", "c7 d7 e7");
    desk_turn_up(&desk, "1");
    desk_play(&desk, 0, "draw domino 1 d8 e8");
    desk_play(&desk, 0, "fill 2 b6");
    assert_int_equal(insertcoin_running(pad(0)), INSERTCOIN_ABILITY_CHERRIES);
    desk_play(&desk, 0, "fill 3 c7");
    desk_play(&desk, 0, "fill 3 d7");
    desk_play(&desk, 0, "fill 3 e7");
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
        assert_int_equal(desk_turn(&desk), 2);
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
